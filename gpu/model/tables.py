"""The tables of a simulation, built from its counters, and checks of their invariants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from gpu.backends.host.trace import KINDS, KernelTrace
from gpu.model.coalescing import transactions
from gpu.model.device import SECTOR_BYTES, Device
from gpu.model.instruction_stream import array_names, is_coalesced
from gpu.model.occupancy import Occupancy
from gpu.model.result import COUNTERS, GpuResult
from gpu.model.sm_state import Launches, Records, Sms
from partitioners.errors import InvariantError


@dataclass(frozen=True, eq=False)
class LaunchRun:
    """One launch that has run: its kernel, resources and times."""

    stream: str
    trace: KernelTrace
    registers: int
    shared_bytes: int
    occupancy: Occupancy
    arrival: int
    end: int


def result(
    device: Device,
    runs: Sequence[LaunchRun],
    sms: Sms,
    launches: Launches,
    ended: Records,
    warnings: tuple[str, ...],
) -> GpuResult:
    """Build the scalars and tables of a simulation.

    Parameters
    ----------
    device : Device
    runs : sequence of LaunchRun
        The launches in the order of arrival, which is the order of their numbers.
    sms, launches
        The final state.
    ended : records of type gpu.model.sm_state.ENDED_BLOCK

    Raises
    ------
    InvariantError
        The counters contradict each other, which is a bug.
    """
    _check_laws(device, runs, launches)
    arrays = _arrays(runs, launches)
    cycles = sum(run.end - run.arrival for run in runs)
    counted = {name: int(arrays[name].sum()) for name in COUNTERS}
    by_sm = sms.sm
    active = int(by_sm["active_cycles"].sum())
    loads, at_l2 = _loads(counted), _at_l2(counted)
    l2_hits = counted["l2_read_hits"] + counted["l2_write_hits"] + counted["l2_atomic_hits"]
    moved = (counted["dram_reads"] + counted["dram_writes"]) * SECTOR_BYTES
    last = max((run.end for run in runs), default=0)
    instructions = int(by_sm["instructions"].sum())
    scalars: dict[str, int | float] = {
        "cycles": last,
        "time_us": last / device.cycles_per_us,
        "kernel_cycles": cycles,
        "kernel_us": cycles / device.cycles_per_us,
        "launches": len(runs),
        "thread_blocks": len(ended),
        "warps": sum(run.trace.warp_start.size - 1 for run in runs),
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
        "launches": _launches(device, runs, launches, arrays, ended),
        "arrays": arrays,
        "sms": _sms(device, by_sm),
        "thread_blocks": _blocks(ended),
    }
    return GpuResult(device.name, scalars, tables, warnings)


def _loads(counted: Any) -> Any:
    return counted["l1_hits"] + counted["l1_misses"]


def _at_l2(counted: Any) -> Any:
    return counted["l2_reads"] + counted["l2_writes"] + counted["l2_atomics"]


def _over(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _arrays(runs: Sequence[LaunchRun], launches: Launches) -> pd.DataFrame:
    names = [
        (number, run.trace.kernel, name) for number, run in enumerate(runs) for name in array_names(run.trace)
    ]
    table = pd.DataFrame(names, columns=["launch", "kernel", "array"])
    for name in COUNTERS:
        table[name] = launches.counts[name][: len(names)]
    return table


def _launches(
    device: Device, runs: Sequence[LaunchRun], launches: Launches, arrays: pd.DataFrame, ended: Records
) -> pd.DataFrame:
    counted = arrays.groupby("launch")[list(COUNTERS)].sum()
    blocks = np.bincount(ended["launch"], minlength=len(runs))
    of_launch = np.split(ended[np.argsort(ended["launch"], kind="stable")], np.cumsum(blocks)[:-1])
    rows = []
    for number, run in enumerate(runs):
        warps = run.trace.warp_start.size - 1
        rows.append(
            {
                "launch": number,
                "stream": run.stream,
                "kernel": run.trace.kernel,
                "threads": int(np.prod(run.trace.block)),
                "registers": run.registers,
                "shared_bytes": run.shared_bytes,
                "carveout_bytes": run.occupancy.carveout,
                "l1_bytes": run.occupancy.l1_bytes,
                "possible_occupancy": run.occupancy.fraction,
                "limited_by": " ".join(run.occupancy.limited_by),
                "arrival": run.arrival,
                "end": run.end,
                "cycles": run.end - run.arrival,
                "us": (run.end - run.arrival) / device.cycles_per_us,
                "thread_blocks": int(blocks[number]),
                "warps": warps,
                "instructions": int(launches.table["instructions"][number]),
                "occupancy": _over(
                    int(launches.table["warp_cycles"][number]),
                    _busy_cycles(of_launch[number]) * device.warps_per_sm,
                ),
                **counted.loc[number, list(COUNTERS)].astype(int).to_dict(),
            }
        )
    return pd.DataFrame(rows)


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


def _blocks(ended: Records) -> pd.DataFrame:
    table = pd.DataFrame({name: ended[name] for name in ("launch", "block", "sm", "began", "cycle")})
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


def _sectors_of(trace: KernelTrace, device: Device) -> int:
    """The sectors of a trace's requests on a device: on capability 1.x those of their transactions."""
    if device.is_of_generation_1:
        _, size, _ = transactions(trace, is_coalesced(trace))
        return int(size.sum())
    return trace.sectors.size


def _check_laws(device: Device, runs: Sequence[LaunchRun], launches: Launches) -> None:
    for number, run in enumerate(runs):
        first = int(launches.table["row"][number])
        rows = launches.counts[first : first + len(run.trace.arrays) + 1]
        counted = {name: int(rows[name].sum()) for name in COUNTERS}
        accesses = int(np.count_nonzero(run.trace.kind < KINDS.index("barrier")))
        where = f"launch {number} ({run.trace.kernel})"
        for law, left, right in (
            ("requests are those of the trace", counted["requests"], accesses),
            ("sectors are those of the trace", counted["sectors"], _sectors_of(run.trace, device)),
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
