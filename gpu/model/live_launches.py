"""The launches that are on the device: their places in the tables of the compiled functions.

A launch has a slot for each of its kernels, rows in the table of counters, and a place for its instructions.
All are free again when it has ended, so the tables do not grow with the number of launches.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpu.model.device import Device
from gpu.model.launch import LAUNCH, PRESENCE, WAITING_GRID, Launches
from gpu.model.prepared import PreparedLaunch
from gpu.model.records import Records
from gpu.model.requests import InstructionStream, no_instructions
from gpu.model.units import COUNTS


class _Place(NamedTuple):
    """The first position of a launch in each array of the instruction stream, and among waiting grids."""

    requests: int = 0
    sectors: int = 0
    warp_start: int = 0
    first_sector: int = 0
    forms: int = 0
    grid_start: int = 0
    grids: int = 0
    waiting: int = 0


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
        self.tables = Launches(
            table=np.zeros(0, LAUNCH),
            counts=np.zeros(0, COUNTS),
            presence=np.zeros((0, device.sms), PRESENCE),
            waiting=np.zeros(0, WAITING_GRID),
        )
        self.work = no_instructions()
        self._live: dict[int, PreparedLaunch] = {}
        self._places: dict[int, _Place] = {}
        self._serial = 0

    def __bool__(self) -> bool:
        return bool(self._live)

    def add(self, launch: PreparedLaunch, rank: int) -> int:
        """Add a launch; return the slot of its first kernel.

        Parameters
        ----------
        rank : int
            The order among grids that arrive in the same cycle.
        """
        first = self.tables.table
        live = self._live.items()
        rows = sum(len(shape.arrays) for shape in launch.shapes)
        root = _first_gap([(slot, len(each.shapes)) for slot, each in live], len(launch.shapes))
        row = _first_gap([(int(first["row"][slot]), each.rows) for slot, each in live], rows)
        waiting = _first_gap(
            [(self._places[slot].waiting, each.stream.grids.size) for slot, each in live],
            launch.stream.grids.size,
        )
        stop = root + len(launch.shapes)
        self.tables = Launches(
            table=_grown(self.tables.table, stop),
            counts=_grown(self.tables.counts, row + rows),
            presence=_grown(self.tables.presence, stop),
            waiting=_grown(self.tables.waiting, waiting + launch.stream.grids.size),
        )
        place = self._place(launch.stream)._replace(waiting=waiting)
        self._live[root], self._places[root] = launch, place
        self.tables.counts[row : row + rows] = 0
        self.tables.presence[root:stop] = 0
        entries = self.tables.table[root:stop]
        entries.fill(0)
        for entry, shape, warp in zip(entries, launch.shapes, launch.first_warps, strict=True):
            fits = shape.occupancy
            entry["first_warp"] = place.warp_start + warp
            entry["warps_of_block"] = fits.warps_of_block
            entry["registers"] = fits.registers_of_block
            entry["shared"] = fits.shared_of_block
            entry["most_blocks"] = fits.blocks
            entry["l1_sets"] = self._device.l1_sets(fits.l1_bytes)
            entry["blocks"] = shape.blocks
            entry["live_warps"] = shape.warps
            entry["has_grid_barrier"] = shape.has_grid_barrier
            entry["row"], entry["wait_head"], entry["wait_tail"] = row, waiting, waiting
            row += len(shape.arrays)
            waiting += shape.child_grids
        entries["root"], entries["rank"] = root, rank
        entries["serial"] = self._serial + np.arange(len(launch.shapes))
        self._serial += len(launch.shapes)
        entries["kernels"][0] = len(launch.shapes)
        entries["open_blocks"][0] = sum(shape.blocks for shape in launch.shapes)
        return root

    def remove(self, root: int) -> tuple[Records, list[Records]]:
        """Remove a launch that has ended; return the entries of its kernels, and their counters by array."""
        launch = self._live.pop(root)
        del self._places[root]
        if not self._live:
            self.work = no_instructions()
        entries = self.tables.table[root : root + len(launch.shapes)].copy()
        self.tables.table["kernels"][root] = 0
        counts = [
            self.tables.counts[entry["row"] : entry["row"] + len(shape.arrays)].copy()
            for entry, shape in zip(entries, launch.shapes, strict=True)
        ]
        return entries, counts

    def ended(self) -> list[int]:
        """The first slots of the launches that have ended."""
        return [root for root in self._live if self.tables.table["has_ended"][root]]

    def has_grid_barriers(self) -> bool:
        """Whether a kernel on the device has barriers of the whole grid."""
        return any(shape.has_grid_barrier for each in self._live.values() for shape in each.shapes)

    def kernels(self) -> list[str]:
        """The names of the kernels on the device."""
        return [shape.kernel for each in self._live.values() for shape in each.shapes]

    def _place(self, stream: InstructionStream) -> _Place:
        """Add instructions; return the position of each part of them."""
        if not self._live:
            self.work = stream
            return _Place()
        for root, other in self._live.items():
            if other.stream is stream:
                return self._places[root]
        live = [(self._places[root], other.stream) for root, other in self._live.items()]
        at = _Place(
            *(
                _first_gap([(place[k], each[k].size) for place, each in live], stream[k].size)
                for k in range(len(stream) - 2)  # distances are at the places of requests, sizes of sectors
            )
        )
        forms = stream.forms.copy()
        forms["launch"] += at.grid_start
        work = self.work
        self.work = InstructionStream(
            _inserted(work.form, at.requests, stream.form + np.uint32(at.forms)),
            _inserted(work.sectors, at.sectors, stream.sectors),
            _inserted(work.warp_start, at.warp_start, stream.warp_start + at.requests),
            _inserted(work.first_sector, at.first_sector, stream.first_sector + at.sectors),
            _inserted(work.forms, at.forms, forms),
            _inserted(work.grid_start, at.grid_start, stream.grid_start + at.grids),
            _inserted(work.grids, at.grids, stream.grids),
            _inserted(work.distance, at.requests, stream.distance),
            _inserted(work.sizes, at.sectors, stream.sizes) if stream.sizes.size else work.sizes,
        )
        return at


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
