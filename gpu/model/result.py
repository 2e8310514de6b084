"""What a simulation of a GPU gives: scalars, and tables of launches, arrays, multiprocessors and blocks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

COUNTERS: dict[str, str] = {
    "requests": "loads, stores and atomics of warps",
    "sectors": "32-byte sectors of global memory that they touched",
    "wavefronts": "passes through the LSU: lines of 128 bytes, and passes through the banks of shared memory",
    "l1_hits": "sectors of loads that the L1 had, or had asked for",
    "l1_merged": "of these, those that were on their way",
    "l1_misses": "sectors of loads that went to the L2, past the L1 too",
    "l2_reads": "sectors loaded from the L2",
    "l2_read_hits": "of these, those that it had, or had asked for",
    "l2_writes": "sectors stored to the L2",
    "l2_write_hits": "of these, those that it had",
    "l2_atomics": "sectors updated in the L2",
    "l2_atomic_hits": "of these, those that it had",
    "dram_reads": "sectors fetched from memory",
    "dram_writes": "sectors written back to make room for what this array asked for",
}
"""What is counted for each array of each launch, and what it means."""

SCALARS: dict[str, str] = {
    "cycles": "from the start to the end of the last launch, what lies between launches included",
    "time_us": "the same in microseconds",
    "kernel_cycles": "from the arrival to the end of a launch, summed over the launches",
    "kernel_us": "the same in microseconds",
    "launches": "how many ran",
    "thread_blocks": "thread blocks",
    "warps": "warps",
    "instructions": "warp instructions: issue slots used",
    **COUNTERS,
    "dram_read_bytes": "bytes fetched from memory",
    "dram_write_bytes": "bytes written back; what is dirty in the L2 at the end is not",
    "l1_hit_rate": "of the sectors of loads (0 without any)",
    "l2_hit_rate": "of the sectors loaded, stored and updated (0 without any)",
    "occupancy": "warps resident over those possible, mean over the cycles in which an SM had a block",
    "issue_utilisation": "instructions over the issue slots of those cycles",
    "dram_utilisation": "bytes fetched and written over what the memory could move in kernel_cycles",
}
"""Every scalar of a simulation, and what it means."""


@dataclass(frozen=True, eq=False)
class GpuResult:
    """What one simulation of a GPU gave.

    Attributes
    ----------
    device : str
    scalars : mapping of str to int or float
        The names and meanings stand in :data:`gpu.model.result.SCALARS`.
    tables : mapping of str to pandas.DataFrame
        ``launches`` (launch, stream, kernel, threads, registers, shared_bytes, carveout_bytes, l1_bytes,
        possible_occupancy, limited_by, arrival, end, cycles, us, thread_blocks, warps, instructions,
        occupancy, and the counters), ``arrays`` (launch, kernel, array, and the counters; ``shared`` is
        shared memory), ``sms`` (sm, thread_blocks, instructions, active_cycles, warp_cycles, lsu_cycles,
        stall_cycles, occupancy, issue_utilisation, us), ``thread_blocks`` (launch, block, sm, begin, end:
        cycles).
    warnings : tuple of str
        What a reader of the numbers must know.
    """

    device: str
    scalars: Mapping[str, int | float]
    tables: Mapping[str, pd.DataFrame]
    warnings: tuple[str, ...] = ()

    def __repr__(self) -> str:
        s = self.scalars
        return (
            f"GpuResult({self.device}, launches={s['launches']}, kernel_us={s['kernel_us']:.2f}, "
            f"sectors={s['sectors']}, dram_bytes={s['dram_read_bytes'] + s['dram_write_bytes']})"
        )
