"""The result of a GPU simulation: scalars, and tables of launches, arrays, multiprocessors and blocks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

COUNTERS: dict[str, str] = {
    "requests": "loads, stores and atomics of warps",
    "sectors": "32-byte sectors of global memory that the requests touched (capability 1.x: of their "
    "transactions)",
    "wavefronts": "passes through the LSU: lines of 128 bytes (capability 1.x: transactions), and passes "
    "through the banks of shared memory",
    "l1_hits": "sectors of loads that were in the L1 or in flight to it",
    "l1_merged": "sectors among the L1 hits that were in flight",
    "l1_misses": "sectors of loads that went to the L2, including loads that bypass the L1",
    "l1_fills": "other sectors of the same fill that a miss brought from the L2 into the L1",
    "l2_reads": "sectors loaded from the L2, or from the memory partitions of a device without an L2",
    "l2_read_hits": "sectors among the L2 reads that were in the L2 or in flight to it",
    "l2_read_along": "sectors among the L2 read hits that a miss of the same request fetched along",
    "l2_writes": "sectors stored to the L2",
    "l2_write_hits": "sectors among the L2 writes that were in the L2",
    "l2_atomics": "sectors updated in the L2",
    "l2_atomic_hits": "sectors among the L2 atomics that were in the L2",
    "l2_fabric": "sectors that crossed the fabric between the halves of the L2: loads without a copy in the "
    "near half, stores and atomics (0 if the L2 has no halves)",
    "dram_reads": "sectors fetched from memory, including those that a fetch brings along",
    "dram_writes": "sectors written back when requests to this array replaced them; without an L2, all that "
    "are stored or updated",
}
"""The counters of each array of each launch, with their meanings."""

SCALARS: dict[str, str] = {
    "cycles": "cycles from the start to the end of the last launch, copy or host wait",
    "time_us": "time from the start to the end of the last launch, copy or host wait, in microseconds",
    "kernel_cycles": "cycles from the arrival to the end of a launch and its children, summed",
    "kernel_us": "time from the arrival to the end of a launch and its children, in microseconds, summed",
    "copy_us": "time of copies between host and device, in microseconds, summed over the copies",
    "wait_us": "time in which the host learns the end of what it waits for, in microseconds, summed",
    "copied_bytes": "bytes copied between host and device",
    "launches": "number of launches by the host",
    "child_grids": "number of grids that kernels launched",
    "thread_blocks": "thread blocks",
    "warps": "warps",
    "instructions": "warp instructions: issue slots used",
    **COUNTERS,
    "dram_read_bytes": "bytes fetched from memory",
    "dram_write_bytes": "bytes written back, also after the end of the launch that caused it, without dirty "
    "sectors that remain in the L2 at the end",
    "l1_hit_rate": "share of the sectors of loads that hit in the L1 (0 without loads)",
    "l2_hit_rate": "share of the sectors loaded, stored and updated that hit in the L2 (0 without sectors)",
    "occupancy": "resident over possible warps, mean over the cycles in which an SM had a block",
    "issue_utilisation": "instructions over the issue slots in the cycles in which an SM had a block",
    "dram_utilisation": "bytes that the memory moved while a launch ran, over the bytes that it can move in "
    "kernel_cycles; write-backs that a launch leaves in the channels at its end are not among them",
}
"""All scalars of a simulation, with their meanings."""


LAUNCH_COLUMNS = [
    *(
        "launch",
        "stream",
        "kernel",
        "parent",
        "child_grids",
        "threads",
        "registers",
        "shared_bytes",
        "carveout_bytes",
        "l1_bytes",
    ),
    *("possible_occupancy", "limited_by", "arrival", "end", "cycles", "us", "thread_blocks", "warps"),
    *("instructions", "occupancy", *COUNTERS),
]
"""The columns of the table of launches."""


@dataclass(frozen=True, eq=False)
class GpuResult:
    """The result of one simulation of a GPU.

    Attributes
    ----------
    device : str
    scalars : mapping of str to int or float
        The scalars; :data:`gpu.model.result.SCALARS` has their names and meanings.
    tables : mapping of str to pandas.DataFrame
        ``launches`` (launch, stream, kernel, parent, child_grids, threads, registers, shared_bytes,
        carveout_bytes, l1_bytes, possible_occupancy, limited_by, arrival, end, cycles, us, thread_blocks,
        warps, instructions, occupancy, and the counters; a row for each launch by the host, then one for all
        child grids of each kernel), ``arrays`` (launch, kernel, array, and the counters; ``shared`` is shared
        memory), ``copies`` (stream, direction, bytes, begin, end, us), ``sms`` (sm, thread_blocks,
        instructions, active_cycles, warp_cycles, lsu_cycles, stall_cycles, occupancy, issue_utilisation, us),
        ``thread_blocks`` (launch, block, sm, begin, end). Begin, end and arrival are cycles.
    warnings : tuple of str
        Limitations that a reader of the numbers must know.
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
