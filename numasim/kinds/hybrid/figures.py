"""The pictures of this kind of experiment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from numasim.kinds.hybrid.columns import ROWS
from numasim.kinds.hybrid.plots import accumulated_figure, times_of_levels
from numasim.kinds.threads.phases_plot import phases_figure
from numasim.results.comparison_plot import comparison_figure
from numasim.results.plots import MAX_ROWS, Picture, runs_to_draw, titled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

PICTURES = ("levels", "accumulated")
"""The names of its own pictures."""


def pictures(
    results: pd.DataFrame, tables: Mapping[str, pd.DataFrame], title: str, varying: Sequence[str]
) -> list[Picture]:
    """Return the pictures of single runs; see :func:`numasim.results.plots.write_plots`."""

    def levels() -> Figure:
        times = times_of_levels(tables)
        runs, note = runs_to_draw(results, times, MAX_ROWS, ROWS, varying)
        return titled(phases_figure(runs, times, ROWS), title, f"time of the levels, all roots{note}")

    def accumulated() -> Figure:
        drawn = accumulated_figure(results, times_of_levels(tables), varying)
        return titled(drawn, title, "time from the root to the end of each level")

    return [
        ("comparison", lambda: comparison_figure(results, ROWS, title, varying)),
        ("levels", levels),
        ("accumulated", accumulated),
    ]
