"""The columns of the table at the end of searches on a processor and a GPU, and how to read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from numasim.kinds.hybrid.columns import ROWS as HYBRID
from numasim.results.row_names import shown as text
from numasim.results.summary_cells import Cells, Groups, cell, figures, marked, named, ratios

if TYPE_CHECKING:
    import pandas as pd


def columns(results: pd.DataFrame, baselines: Sequence[str], varying: Sequence[str]) -> Groups:
    """Return the columns: the names of the rows, the parts of the time, the time with ratios to baselines."""
    names: Cells = {"device": cell("device", text), **named(varying)}
    parts = figures(HYBRID, "cpu_seconds", "gpu_seconds", "copy_seconds", "gpu_edges_share")
    of_run = figures(HYBRID, "seconds", "gteps")
    return names, {}, parts, of_run | ratios(HYBRID, HYBRID.compared, baselines)


def caption(results: pd.DataFrame, baselines: Sequence[str]) -> list[str]:
    """Return the meanings of the columns, one line each."""
    lines = [
        "time: of a search, mean over the roots, without the clearing of the arrays; threads, GPU, copies: "
        "its parts; GTEPS: 10^9 visited edges over the time"
    ]
    if baselines:
        lines.append(f"time /..: relative {marked(baselines)}")
    return lines
