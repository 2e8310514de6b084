"""The columns of the table at the end of a run, and how to read them."""

from collections.abc import Sequence
from typing import Any

from numasim.plugins import Groups, cell, figures, named
from numasim_degrees.columns import ROWS


def columns(results: Any, baselines: Sequence[str], varying: Sequence[str]) -> Groups:
    """Return the columns: the names of the rows, the figures, and none in the two other groups."""
    names = {"graph": cell("workload", str), **named(varying)}
    return names, figures(ROWS, "mean_degree", "largest_degree"), {}, {}


def caption(results: Any, baselines: Sequence[str]) -> list[str]:
    """Return the meanings of the columns, one line each."""
    return ["mean, largest: edges of a vertex, of all vertices of the graph"]
