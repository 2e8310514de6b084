"""The columns of the table at the end of an experiment without a machine, and how to read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from numasim.kinds.quality.columns import ROWS as QUALITY
from numasim.results.row_names import shown as text
from numasim.results.summary_cells import Cells, Groups, cell, figures, marked, named, ratios

if TYPE_CHECKING:
    import pandas as pd


def columns(results: pd.DataFrame, baselines: Sequence[str], varying: Sequence[str]) -> Groups:
    """Return the columns: the names of the rows, the figures, their ratios to the baselines."""
    names: Cells = {"method": cell("partitioner", text), **named(varying)}
    of_cut = figures(QUALITY, "replication_factor", "edge_weight_imbalance", "copies_or_cut", "messages")
    compared = ("copies_or_cut", "messages", "replication_factor")
    return names, of_cut, {}, ratios(QUALITY, compared, baselines)


def caption(results: pd.DataFrame, baselines: Sequence[str]) -> list[str]:
    """Return the meanings of the columns, one line each."""
    lines = ["RF: replication factor; imb.: largest over mean load; a cut edge or a copy is a value sent"]
    if baselines:
        lines.append(f"columns with a slash are relative {marked(baselines)}; less is better")
    return lines
