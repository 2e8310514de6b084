"""The launches that are on the device: their places in the tables of the compiled functions.

A launch has a slot in the table of launches, rows in the table of counters, and a place for its instructions.
All are free again when it has ended, so the tables do not grow with the number of launches.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpu.model.device import Device
from gpu.model.instruction_stream import InstructionStream, no_instructions
from gpu.model.prepared import PreparedLaunch
from gpu.model.sm_state import Launches, Records, l1_sets, no_launches


class LiveLaunches:
    """The tables of the launches that have arrived and have not ended.

    Attributes
    ----------
    tables : Launches
    work : InstructionStream
        The instructions of all live launches. Those of a launch keep their place until it ends.
    """

    def __init__(self, device: Device) -> None:
        self._device = device
        self.tables = no_launches(device.sms)
        self.work = no_instructions()
        self._live: dict[int, PreparedLaunch] = {}
        self._places: dict[int, tuple[int, int, int]] = {}

    def add(self, launch: PreparedLaunch) -> int:
        """Add a launch; return its slot."""
        rows = [(int(self.tables.table["row"][s]), len(each.shape.arrays)) for s, each in self._live.items()]
        row = _first_gap(rows, len(launch.shape.arrays))
        slot = _first_gap([(s, 1) for s in self._live], 1)
        self.tables = Launches(
            table=_grown(self.tables.table, slot + 1),
            counts=_grown(self.tables.counts, row + len(launch.shape.arrays)),
            seen=_grown(self.tables.seen, slot + 1),
        )
        place = self._place(launch.stream)
        self._live[slot], self._places[slot] = launch, place
        self.tables.counts[row : row + len(launch.shape.arrays)] = 0
        self.tables.seen[slot] = 0
        entry = self.tables.table[slot]
        entry.fill(0)
        entry["first_warp"] = place[2]
        entry["warps_of_block"] = launch.shape.warps_of_block
        entry["row"] = row
        entry["l1_sets"] = l1_sets(self._device, launch.shape.occupancy.l1_bytes)
        return slot

    def remove(self, slot: int) -> tuple[Any, Records]:
        """Remove a launch that has ended; return its entry in the table, and its counters by array."""
        shape = self._live.pop(slot).shape
        del self._places[slot]
        if not self._live:
            self.work = no_instructions()
        entry = self.tables.table[slot].copy()
        row = int(entry["row"])
        return entry, self.tables.counts[row : row + len(shape.arrays)].copy()

    def _place(self, stream: InstructionStream) -> tuple[int, int, int]:
        """Add instructions; return the position of the first request, sector and warp."""
        if not self._live:
            self.work = stream
            return 0, 0, 0
        for slot, other in self._live.items():
            if other.stream is stream:
                return self._places[slot]
        live = [(self._places[slot], other.stream) for slot, other in self._live.items()]
        first, sectors, warps = (
            _first_gap([(place[k], each[k].size) for place, each in live], stream[k].size) for k in range(3)
        )
        requests = stream.requests.copy()
        requests["first_sector"] += sectors
        self.work = InstructionStream(
            _inserted(self.work.requests, first, requests),
            _inserted(self.work.sectors, sectors, stream.sectors),
            _inserted(self.work.warp_start, warps, stream.warp_start + first),
            _inserted(self.work.sizes, sectors, stream.sizes) if stream.sizes.size else self.work.sizes,
        )
        return first, sectors, warps


def _first_gap(taken: Iterable[tuple[int, int]], size: int) -> int:
    """The first place of a size between places that are taken, each with its beginning and its size."""
    at = 0
    for begin, length in sorted(taken):
        if begin - at >= size:
            break
        at = max(at, begin + length)
    return at


def _grown(table: NDArray[Any], least: int) -> NDArray[Any]:
    """The table, with at least this number of rows."""
    if len(table) >= least:
        return table
    larger = np.zeros((max(least, 2 * len(table)), *table.shape[1:]), table.dtype)
    larger[: len(table)] = table
    return larger


def _inserted(old: NDArray[Any], at: int, values: NDArray[Any]) -> NDArray[Any]:
    """A copy of an array with values from a position on, longer where they do not fit."""
    made = np.zeros(max(old.size, at + values.size), old.dtype)
    made[: old.size] = old
    made[at : at + values.size] = values
    return made
