"""The tables of a simulation, built from its counters, and checks of their invariants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from gpu.model.device import SECTOR_BYTES, Device
from gpu.model.prepared import LaunchShape
from gpu.model.result import COUNTERS, LAUNCH_COLUMNS, GpuResult
from gpu.model.sm_state import COUNTS, ENDED_BLOCK, Records, Sms
from partitioners.errors import InvariantError


@dataclass(frozen=True, eq=False)
class LaunchRun:
    """One launch that has ended: its kernel and resources, its times and its counters."""

    stream: str
    shape: LaunchShape
    arrival: int
    end: int
    instructions: int
    warp_cycles: int
    busy_cycles: int
    counts: Records  # COUNTERS by array
    blocks: Records  # ENDED_BLOCK, in the order of their ends

    @classmethod
    def of(
        cls,
        stream: str,
        shape: LaunchShape,
        arrival: int,
        end: int,
        entry: Any,
        counts: Records,
        blocks: Records,
    ) -> LaunchRun:
        """Build from the launch's entry in the table of launches (LAUNCH) and its records."""
        instructions, warp_cycles = int(entry["instructions"]), int(entry["warp_cycles"])
        busy = _busy_cycles(blocks)
        return cls(stream, shape, arrival, end, instructions, warp_cycles, busy, counts, blocks)


class CopyRun(NamedTuple):
    """One copy that has ended: times in cycles."""

    stream: str
    direction: str
    bytes: int
    begin: int
    end: int


class StreamTimes(NamedTuple):
    """What the streams did apart from launches: cycles of the whole and of host waits, and the copies."""

    cycles: int
    wait_cycles: int
    copies: tuple[CopyRun, ...]


def result(
    device: Device,
    runs: Sequence[LaunchRun],
    times: StreamTimes,
    sms: Sms,
    warnings: tuple[str, ...],
) -> GpuResult:
    """Build the scalars and tables of a simulation.

    Parameters
    ----------
    device : Device
    runs : sequence of LaunchRun
        The launches in the order of arrival, which is the order of their numbers.
    times : StreamTimes
    sms : Sms
        The final state.

    Raises
    ------
    InvariantError
        The counters contradict each other, which is a bug.
    """
    _check_laws(device, runs)
    arrays = _arrays(runs)
    cycles = sum(run.end - run.arrival for run in runs)
    counted = {name: int(arrays[name].sum()) for name in COUNTERS}
    by_sm = sms.sm
    active = int(by_sm["active_cycles"].sum())
    loads, at_l2 = _loads(counted), _at_l2(counted)
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
        "launches": len(runs),
        "thread_blocks": sum(run.blocks.size for run in runs),
        "warps": sum(run.shape.warps for run in runs),
        "instructions": instructions,
        **counted,
        "dram_read_bytes": counted["dram_reads"] * SECTOR_BYTES,
        "dram_write_bytes": counted["dram_writes"] * SECTOR_BYTES,
        "l1_hit_rate": _over(counted["l1_hits"], loads),
        "l2_hit_rate": _over(l2_hits, at_l2),
        "occupancy": _over(int(by_sm["warp_cycles"].sum()), active * device.warps_per_sm),
        "issue_utilisation": _over(instructions, active * device.schedulers),
        "dram_utilisation": _over(moved, cycles * device.dram_bytes_per_cycle),
    }
    tables = {
        "launches": _launches(device, runs),
        "arrays": arrays,
        "copies": _copies(device, times.copies),
        "sms": _sms(device, by_sm),
        "thread_blocks": _blocks(runs),
    }
    return GpuResult(device.name, scalars, tables, warnings)


def _loads(counted: Any) -> Any:
    return counted["l1_hits"] + counted["l1_misses"]


def _at_l2(counted: Any) -> Any:
    return counted["l2_reads"] + counted["l2_writes"] + counted["l2_atomics"]


def _over(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _arrays(runs: Sequence[LaunchRun]) -> pd.DataFrame:
    names = [(number, run.shape.kernel, name) for number, run in enumerate(runs) for name in run.shape.arrays]
    table = pd.DataFrame(names, columns=["launch", "kernel", "array"])
    counts = np.concatenate([np.zeros(0, COUNTS), *(run.counts for run in runs)])
    for name in COUNTERS:
        table[name] = counts[name]
    return table


def _launches(device: Device, runs: Sequence[LaunchRun]) -> pd.DataFrame:
    rows = []
    for number, run in enumerate(runs):
        shape = run.shape
        rows.append(
            {
                "launch": number,
                "stream": run.stream,
                "kernel": shape.kernel,
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
                "thread_blocks": run.blocks.size,
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


def _busy_cycles(spans: Records) -> int:
    """Cycles in which a multiprocessor had one of these blocks, summed over all multiprocessors."""
    # The times of the multiprocessors are concatenated.
    shift = spans["sm"] * (spans["cycle"].max(initial=0) + 1)
    begin, end = spans["began"] + shift, spans["cycle"] + shift
    order = np.argsort(begin, kind="stable")
    begin, until = begin[order], np.maximum.accumulate(end[order])
    before = np.concatenate([[0], until[:-1]])[: until.size]
    return int(np.maximum(until - np.maximum(begin, before), 0).sum())


def _sms(device: Device, counts: Records) -> pd.DataFrame:
    active = counts["active_cycles"]
    some = np.maximum(active, 1)
    return pd.DataFrame(
        {
            "sm": np.arange(len(counts)),
            "thread_blocks": counts["blocks"],
            "instructions": counts["instructions"],
            "active_cycles": active,
            "warp_cycles": counts["warp_cycles"],
            "lsu_cycles": counts["lsu_cycles"],
            "stall_cycles": counts["stall_cycles"],
            "occupancy": counts["warp_cycles"] / (some * device.warps_per_sm),
            "issue_utilisation": counts["instructions"] / (some * device.schedulers),
            "us": active / device.cycles_per_us,
        }
    )


def _blocks(runs: Sequence[LaunchRun]) -> pd.DataFrame:
    blocks = np.concatenate([np.zeros(0, ENDED_BLOCK), *(run.blocks for run in runs)])
    launch = np.repeat(np.arange(len(runs)), [run.blocks.size for run in runs])
    table = pd.DataFrame(
        {"launch": launch, **{name: blocks[name] for name in ("block", "sm", "began", "cycle")}}
    )
    table = table.rename(columns={"began": "begin", "cycle": "end"})
    return table.sort_values(["launch", "block"], ignore_index=True)


def _laws_of_memory(device: Device, counted: dict[str, int]) -> list[tuple[str, int, int]]:
    """Laws of the memory: each as its text and two numbers that must be equal."""
    fetched = device.dram_fetch // SECTOR_BYTES
    read, reads = counted["l2_reads"] + counted["l2_atomics"], counted["dram_reads"]
    if device.l2_size:
        missed = read - counted["l2_read_hits"] - counted["l2_atomic_hits"]
        return [("misses of the L2 are fetched from memory", reads, fetched * missed)]
    written = counted["l2_writes"] + counted["l2_atomics"]
    hits = counted["l2_read_hits"] + counted["l2_write_hits"] + counted["l2_atomic_hits"]
    return [
        ("nothing hits without an L2", hits, 0),
        ("without an L2, stores and atomics write memory", counted["dram_writes"], written),
        # A transaction of several sectors shares its accesses.
        ("without an L2, loads and atomics read memory", reads, min(max(reads, read), fetched * read)),
    ]


def _check_laws(device: Device, runs: Sequence[LaunchRun]) -> None:
    for number, run in enumerate(runs):
        counted = {name: int(run.counts[name].sum()) for name in COUNTERS}
        where = f"launch {number} ({run.shape.kernel})"
        for law, left, right in (
            ("requests are those of the trace", counted["requests"], run.shape.accesses),
            ("sectors are those of the trace", counted["sectors"], run.shape.sectors),
            (
                "misses and fills of the L1 are reads of the L2",
                counted["l1_misses"] + counted["l1_fills"],
                counted["l2_reads"],
            ),
            (
                "every sector hits in the L1 or goes to the L2",
                counted["sectors"] - counted["l1_hits"] + counted["l1_fills"],
                _at_l2(counted),
            ),
            *_laws_of_memory(device, counted),
        ):
            if left != right:
                raise InvariantError(f"{where}: {law}: {left} is not {right}")
