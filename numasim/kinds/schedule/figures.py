"""The pictures of this kind of experiment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from numasim.kinds.schedule.columns import ROWS
from numasim.results.comparison_plot import comparison_figure
from numasim.results.plots import Picture, of_mesh

if TYPE_CHECKING:
    import pandas as pd

PICTURES = ()
"""The names of its own pictures."""


def pictures(
    results: pd.DataFrame, tables: Mapping[str, pd.DataFrame], title: str, varying: Sequence[str]
) -> list[Picture]:
    """Return the pictures of single runs; see :func:`numasim.results.plots.write_plots`."""
    return [
        ("comparison", lambda: comparison_figure(results, ROWS, title, varying)),
        *of_mesh(results, tables, title, varying, ROWS),
    ]
