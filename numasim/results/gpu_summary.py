"""The columns of the table at the end of a run on GPUs, and how to read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from numasim.results.row_kinds import GPU
from numasim.results.row_names import shown as text
from numasim.results.summary_cells import Cells, Groups, cell, figures, marked, named, ratios

if TYPE_CHECKING:
    import pandas as pd


def gpu_columns(results: pd.DataFrame, baselines: Sequence[str], varying: Sequence[str]) -> Groups:
    """Return the columns: the names of the rows, the cut and the caches, the run with ratios to baselines."""
    names: Cells = {
        "kernel": cell("variant", text),
        "cut": cell("partitioner", text),
        **{
            {"block_size": "block\nsize", "entries_per_thread": "entr. a\nthread"}.get(name, name): show
            for name, show in named(varying).items()
        },
    }
    of_cut = {"parts": cell("parts", text)} | figures(
        GPU, "vertex_copies", "edge_weight_imbalance", "l1_hit_rate", "l2_hit_rate", "occupancy"
    )
    others = {name: show for name, show in of_cut.items() if name not in names}
    of_run = figures(GPU, "transactions", "dram_bytes", "seconds", "gflops")
    return names, {}, others, of_run | ratios(GPU, ("transactions", "dram_bytes", "seconds"), baselines)


def gpu_caption(results: pd.DataFrame, baselines: Sequence[str]) -> list[str]:
    """Return the meanings of the columns, one line each."""
    lines = [
        "transact.: sectors of 32 bytes between the multiprocessors and the L2; time, Gflop/s: in kernels; "
        "imb.: largest over mean entries of a block"
    ]
    if baselines:
        lines.append(
            f"trans-, DRAM, time /..: transactions, bytes of DRAM and time relative {marked(baselines)}"
        )
    return lines
