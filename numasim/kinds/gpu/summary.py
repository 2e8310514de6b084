"""The columns of the table at the end of a run on GPUs, and how to read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from numasim.kinds.gpu.columns import ROWS as GPU
from numasim.results.row_names import shown as text
from numasim.results.summary_cells import Cells, Groups, cell, figures, marked, named, ratios

if TYPE_CHECKING:
    import pandas as pd


def columns(results: pd.DataFrame, baselines: Sequence[str], varying: Sequence[str]) -> Groups:
    """Return the columns: the names of the rows, the cut and the caches, the run with ratios to baselines."""
    has_cut = results["partitioner"].notna().any()
    names: Cells = {
        "kernel": cell("variant", text),
        **({"cut": cell("partitioner", text)} if has_cut else {}),
        **{
            {"block_size": "block\nsize", "entries_per_thread": "entr. a\nthread"}.get(name, name): show
            for name, show in named(varying).items()
        },
    }
    of_cut = {"parts": cell("parts", text)} | figures(GPU, "vertex_copies", "edge_weight_imbalance")
    caches = figures(GPU, "l1_hit_rate", "l2_hit_rate", "occupancy")
    shown = (of_cut if has_cut else {}) | caches
    others = {name: show for name, show in shown.items() if name not in names}
    of_run = figures(GPU, "transactions", "dram_bytes", *_times(results), *_rates(results))
    compared = ("transactions", "dram_bytes", *_times(results))
    return names, {}, others, of_run | ratios(GPU, compared, baselines)


def _times(results: pd.DataFrame) -> tuple[str, ...]:
    """The times to show: for programs with a loop on the host also the elapsed time."""
    return (
        ("seconds", "elapsed_seconds") if results[["graph", "mesh"]].notna().any(axis=None) else ("seconds",)
    )


def _rates(results: pd.DataFrame) -> tuple[str, ...]:
    """The rates that some rows have."""
    of_column = {"flops": "gflops", "reached_edges": "gteps"}
    return tuple(rate for name, rate in of_column.items() if name in results and results[name].notna().any())


def caption(results: pd.DataFrame, baselines: Sequence[str]) -> list[str]:
    """Return the meanings of the columns, one line each."""
    words = ["transact.: sectors of 32 bytes between the multiprocessors and the L2", "time: in kernels"]
    if "gflops" in _rates(results):
        words[-1] = "time, Gflop/s: in kernels"
    if results["partitioner"].notna().any():
        words.append("imb.: largest over mean entries of a block")
    lines = ["; ".join(words)]
    if "gteps" in _rates(results):
        lines.append("elapsed: with launches, copies and host waits; GTEPS: edges of reached nodes over it")
    if baselines:
        lines.append(
            f"trans-, DRAM, time /..: transactions, bytes of DRAM and time relative {marked(baselines)}"
        )
    return lines
