"""A note on SPAC kernels whose shared memory limits a multiprocessor to one block.

One resident block hides no latency of another: while it loads its data or waits at a barrier, nothing else
runs. Smaller parts need less shared memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpu.model.occupancy import occupancy

if TYPE_CHECKING:
    import pandas as pd

    from gpu.model.device import Device


def one_resident_block(
    device: Device, launches: pd.DataFrame, entries_per_thread: int | None, parts: int | None
) -> list[str]:
    """Return a note if shared memory limits a SPAC kernel to one block, with a setting that allows two.

    Parameters
    ----------
    launches : pandas.DataFrame
        The table of launches of a simulation.
    entries_per_thread : int, optional
        The setting that determined the number of parts; None if the number was given.
    parts : int, optional
        The number of parts.

    Notes
    -----
    The setting is an estimate: the shared memory of the largest part is taken to be proportional to its
    entries.
    """
    of_parts = launches[launches["kernel"].str.startswith("spmv_spac")]
    if of_parts.empty:
        return []
    threads, registers, shared = (int(of_parts.iloc[0][n]) for n in ("threads", "registers", "shared_bytes"))
    limits = occupancy(device, threads, registers, shared).limits
    if limits["shared_memory"] > 1 or min(limits[name] for name in limits if name != "shared_memory") < 2:
        return []
    note = f"shared memory ({shared:,} bytes) limits a multiprocessor to one block of {threads} threads"

    def fits_two(share: float) -> bool:
        return occupancy(device, threads, registers, int(shared * share)).blocks > 1

    if entries_per_thread is not None:
        smaller = (n for n in range(entries_per_thread - 1, 0, -1) if fits_two(n / entries_per_thread))
        number = next(smaller, None)
        if number is not None:
            return [f"{note}; try workload.entries_per_thread: {number}"]
    elif parts is not None:
        more = next((n for n in range(2, 9) if fits_two(1 / n)), None)
        if more is not None:
            return [f"{note}; try partition.parts: {more * parts}"]
    return [f"{note}; try a smaller workload.block_size"]
