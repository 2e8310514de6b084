"""The result of a GPU simulation: scalars, and tables of launches, arrays, multiprocessors and blocks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpu.model.units import COUNTERS

if TYPE_CHECKING:
    import pandas as pd

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
