"""The tables of a simulation, built from its counters, and checks of their invariants."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from gpu.model import front_end, lsu
from gpu.model.device import Device
from gpu.model.front_end import ENDED_BLOCK
from gpu.model.link import CopyRun
from gpu.model.link import laws as laws_of_link
from gpu.model.prepared import KernelShape
from gpu.model.records import TICKS, Records
from gpu.model.result import LAUNCH_COLUMNS, GpuResult
from gpu.model.sizes import SECTOR_BYTES
from gpu.model.sm import Sms
from gpu.model.unit import Law, Ran
from gpu.model.units import COUNTERS, COUNTS, laws_of_kernel
from partitioners.errors import InvariantError

MOST_CHILD_BLOCKS = 100_000
"""Number of blocks of child grids after which the table of blocks has no more of them."""


@dataclass(frozen=True, eq=False)
class KernelRun:
    """A kernel that has ended: one launch by the host, or all child grids of a kernel.

    ``serial`` numbers the kernels of a simulation; ``parent`` is such a number, or -1.
    """

    serial: int
    parent: int
    stream: int
    stream_name: str
    shape: KernelShape
    arrival: int
    end: int
    grids: int
    instructions: int
    warp_cycles: int
    busy_cycles: int
    counts: Records  # COUNTERS by array

    @classmethod
    def of_launch(
        cls,
        stream: int,
        name: str,
        shapes: Sequence[KernelShape],
        end: int,
        entries: Records,
        counts: Sequence[Records],
    ) -> tuple[KernelRun, ...]:
        """Build the kernels of a launch from their entries (LAUNCH) and their counters."""
        first = int(entries["serial"][0])
        return tuple(
            cls(
                first + number,
                first + shape.parent if shape.parent >= 0 else -1,
                stream,
                name,
                shape,
                int(entry["first_arrival"]),
                int(max(entry["last_end"], entry["last_return"])) if number else end,
                int(entry["grids"]),
                int(entry["instructions"]),
                int(entry["warp_cycles"]),
                int(entry["busy_cycles"]),
                rows,
            )
            for number, (shape, entry, rows) in enumerate(zip(shapes, entries, counts, strict=True))
        )


class BlockTable:
    """The blocks that have ended, by the serial number of their kernel.

    Attributes
    ----------
    left_out : int
        Number of blocks of child grids that it does not contain.
    """

    def __init__(self) -> None:
        self.left_out = self._children = 0
        self._parts: list[Records] = []

    def add(self, ended: Records, launches: Records) -> None:
        """Add blocks; ``launches`` has an entry (LAUNCH) for each slot."""
        if not ended.size:
            return
        slots = ended["launch"]
        is_child = launches["root"][slots] != slots
        rank = np.cumsum(is_child) * is_child
        kept = ended[rank <= MOST_CHILD_BLOCKS - self._children].copy()
        self.left_out += ended.size - kept.size
        self._children += int(rank.max()) - (ended.size - kept.size)
        kept["launch"] = launches["serial"][kept["launch"]]
        self._parts.append(kept)

    def records(self) -> Records:
        """All blocks, as ENDED_BLOCK."""
        return np.concatenate([np.zeros(0, ENDED_BLOCK), *self._parts])


class StreamTimes(NamedTuple):
    """What the streams did apart from launches: cycles of the whole and of host waits, and the copies."""

    cycles: int
    wait_cycles: int
    copies: tuple[CopyRun, ...]


class ChannelTicks(NamedTuple):
    """The time of all accesses of the channels of DRAM, and its part in which no launch was live."""

    busy: int
    between_launches: int


def result(
    device: Device,
    launches: Sequence[tuple[KernelRun, ...]],
    blocks: BlockTable,
    times: StreamTimes,
    ticks: ChannelTicks,
    sms: Sms,
    warnings: Sequence[str],
) -> GpuResult:
    """Build the scalars and tables of a simulation.

    Parameters
    ----------
    launches : sequence of tuple of KernelRun
        The kernels of each launch by the host.
    sms : Sms
        The final state.

    Raises
    ------
    InvariantError
        The counters contradict each other, which is a bug.
    """
    in_order = sorted(launches, key=lambda kernels: (kernels[0].arrival, kernels[0].stream))
    runs = [run for kernels in in_order for run in kernels]
    _check_laws(device, runs, times.copies)
    arrays = _arrays(runs)
    cycles = sum(run.end - run.arrival for run in runs if run.parent < 0)
    in_launches = ticks.busy - ticks.between_launches
    if not 0 <= in_launches <= (most := cycles * TICKS * device.dram_channels):
        raise InvariantError(f"channels of DRAM are busy in launches for {in_launches} ticks of {most}")
    if blocks.left_out:
        warnings = [
            *warnings,
            f"the table of blocks has the first {MOST_CHILD_BLOCKS:,} blocks of child grids; "
            f"{blocks.left_out:,} are left out",
        ]
    counted = {name: int(arrays[name].sum()) for name in COUNTERS}
    by_sm = {
        name: state.unit[name]
        for unit, state in ((front_end, sms.front), (lsu, sms.lsu))
        for name in unit.SM_COUNTERS
    }
    active = int(by_sm["active_cycles"].sum())
    loads = counted["l1_hits"] + counted["l1_misses"]
    at_l2 = counted["l2_reads"] + counted["l2_writes"] + counted["l2_atomics"]
    l2_hits = counted["l2_read_hits"] + counted["l2_write_hits"] + counted["l2_atomic_hits"]
    moved = (counted["dram_reads"] + counted["dram_writes"]) * SECTOR_BYTES
    copy_cycles = sum(copy.end - copy.begin for copy in times.copies)
    instructions = int(by_sm["instructions"].sum())
    scalars: dict[str, int | float] = {
        "cycles": times.cycles,
        "time_us": times.cycles / device.cycles_per_us,
        "kernel_cycles": cycles,
        "kernel_us": cycles / device.cycles_per_us,
        "copy_us": copy_cycles / device.cycles_per_us,
        "wait_us": times.wait_cycles / device.cycles_per_us,
        "copied_bytes": sum(copy.bytes for copy in times.copies),
        "launches": len(launches),
        "child_grids": sum(run.grids for run in runs if run.parent >= 0),
        "thread_blocks": sum(run.shape.blocks for run in runs),
        "warps": sum(run.shape.warps for run in runs),
        "instructions": instructions,
        **counted,
        "dram_read_bytes": counted["dram_reads"] * SECTOR_BYTES,
        "dram_write_bytes": counted["dram_writes"] * SECTOR_BYTES,
        "l1_hit_rate": _over(counted["l1_hits"], loads),
        "l2_hit_rate": _over(l2_hits, at_l2),
        "occupancy": _over(int(by_sm["warp_cycles"].sum()), active * device.warps_per_sm),
        "issue_utilisation": _over(instructions, active * device.schedulers),
        "dram_utilisation": _over(in_launches, ticks.busy)
        * _over(moved, cycles * device.dram_bytes_per_cycle),
    }
    tables = {
        "launches": _launches(device, runs),
        "arrays": arrays,
        "copies": _copies(device, times.copies),
        "sms": _sms(device, by_sm),
        "thread_blocks": _blocks(runs, blocks.records()),
    }
    return GpuResult(device.name, scalars, tables, tuple(warnings))


def _over(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _arrays(runs: Sequence[KernelRun]) -> pd.DataFrame:
    names = [(number, run.shape.kernel, name) for number, run in enumerate(runs) for name in run.shape.arrays]
    table = pd.DataFrame(names, columns=["launch", "kernel", "array"])
    counts = np.concatenate([np.zeros(0, COUNTS), *(run.counts for run in runs)])
    for name in COUNTERS:
        table[name] = counts[name]
    return table


def _launches(device: Device, runs: Sequence[KernelRun]) -> pd.DataFrame:
    rows = []
    number_of = {run.serial: number for number, run in enumerate(runs)}
    for number, run in enumerate(runs):
        shape = run.shape
        rows.append(
            {
                "launch": number,
                "stream": run.stream_name,
                "kernel": shape.kernel,
                "parent": number_of.get(run.parent, -1),
                "child_grids": shape.child_grids,
                "threads": shape.threads,
                "registers": shape.registers,
                "shared_bytes": shape.shared_bytes,
                "carveout_bytes": shape.occupancy.carveout,
                "l1_bytes": shape.occupancy.l1_bytes,
                "possible_occupancy": shape.occupancy.fraction,
                "limited_by": " ".join(shape.occupancy.limited_by),
                "arrival": run.arrival,
                "end": run.end,
                "cycles": run.end - run.arrival,
                "us": (run.end - run.arrival) / device.cycles_per_us,
                "thread_blocks": shape.blocks,
                "warps": shape.warps,
                "instructions": run.instructions,
                "occupancy": _over(run.warp_cycles, run.busy_cycles * device.warps_per_sm),
                **{name: int(run.counts[name].sum()) for name in COUNTERS},
            }
        )
    return pd.DataFrame(rows, columns=LAUNCH_COLUMNS)


def _copies(device: Device, copies: Sequence[CopyRun]) -> pd.DataFrame:
    """The copies in the order of their ends."""
    rows = sorted(copies, key=lambda copy: (copy.end, copy.stream, copy.begin))
    table = pd.DataFrame(rows, columns=CopyRun._fields)
    table["us"] = (table["end"] - table["begin"]) / device.cycles_per_us
    return table


def _sms(device: Device, counts: Mapping[str, NDArray[np.int64]]) -> pd.DataFrame:
    some = np.maximum(counts["active_cycles"], 1)
    return pd.DataFrame(
        {
            "sm": np.arange(device.sms),
            **counts,
            "occupancy": counts["warp_cycles"] / (some * device.warps_per_sm),
            "issue_utilisation": counts["instructions"] / (some * device.schedulers),
            "us": counts["active_cycles"] / device.cycles_per_us,
        }
    )


def _blocks(runs: Sequence[KernelRun], blocks: Records) -> pd.DataFrame:
    number_of = np.zeros(len(runs), np.int64)
    number_of[[run.serial for run in runs]] = np.arange(len(runs))
    names = ("block", "sm", "began", "cycle")
    table = pd.DataFrame({"launch": number_of[blocks["launch"]], **{name: blocks[name] for name in names}})
    table = table.rename(columns={"began": "begin", "cycle": "end"})
    return table.sort_values(["launch", "block"], ignore_index=True)


def _check_laws(device: Device, runs: Sequence[KernelRun], copies: Sequence[CopyRun]) -> None:
    by_serial = {run.serial: run for run in runs}
    for number, run in enumerate(runs):
        parent = by_serial.get(run.parent)
        ran = Ran(
            counted={name: int(run.counts[name].sum()) for name in COUNTERS},
            instructions=run.instructions,
            warp_cycles=run.warp_cycles,
            busy_cycles=run.busy_cycles,
            grids=run.grids if parent else 0,
            since_launch=run.end - parent.arrival if parent else 0,
            accesses=run.shape.accesses,
            sectors=run.shape.sectors,
            child_grids=run.shape.child_grids,
        )
        _hold(f"launch {number} ({run.shape.kernel})", laws_of_kernel(device, ran))
    _hold("the link", laws_of_link(device, copies))


def _hold(where: str, laws: Iterable[Law]) -> None:
    for words, left, right in laws:
        if left != right:
            raise InvariantError(f"{where}: {words}: {left} is not {right}")
