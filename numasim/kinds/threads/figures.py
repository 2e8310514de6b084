"""The pictures of this kind of experiment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from numasim.kinds.threads.columns import ROWS
from numasim.kinds.threads.pairs_plot import pairs_figure
from numasim.kinds.threads.phases_plot import phases_figure
from numasim.results.comparison_plot import comparison_figure
from numasim.results.plots import MAX_ROWS, Picture, of_mesh, runs_to_draw, titled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

PICTURES = ("phases", "pairs")
"""The names of its own pictures."""


def pictures(
    results: pd.DataFrame, tables: Mapping[str, pd.DataFrame], title: str, varying: Sequence[str]
) -> list[Picture]:
    """Return the pictures of single runs; see :func:`numasim.results.plots.write_plots`."""
    several = "phases" in tables and (tables["phases"]["phase"] > 0).any()

    def phases() -> Figure:
        runs, note = runs_to_draw(results, tables["phases"], MAX_ROWS, ROWS, varying)
        return titled(phases_figure(runs, tables["phases"]), title, f"time of the phases{note}")

    def pairs() -> Figure:
        runs, note = runs_to_draw(results, tables["pairs"], MAX_ROWS, ROWS, varying)
        return titled(pairs_figure(runs, tables["pairs"]), title, f"latency between cores{note}")

    own = [("pairs", pairs)] if "pairs" in tables else [("phases", phases)] if several else []
    return [
        ("comparison", lambda: comparison_figure(results, ROWS, title, varying)),
        *own,  # the only phase is the whole run
        *of_mesh(results, tables, title, varying, ROWS),
    ]
