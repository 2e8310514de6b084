"""The pictures of this kind of experiment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from numasim.kinds.gpu.block_size_plot import block_sizes_figure
from numasim.kinds.gpu.columns import ROWS
from numasim.kinds.gpu.plots import (
    blocks_figure,
    degrees_figure,
    iterations_figure,
    roofline_figure,
    sectors_figure,
)
from numasim.results.comparison import MAX_GROUPS
from numasim.results.comparison_plot import comparison_figure
from numasim.results.plots import MAX_ROWS, Picture, runs_to_draw, titled

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

PICTURES = ("degrees", "block_sizes", "iterations", "thread_blocks", "roofline", "sectors")
"""The names of its own pictures."""


def pictures(
    results: pd.DataFrame, tables: Mapping[str, pd.DataFrame], title: str, varying: Sequence[str]
) -> list[Picture]:
    """Return the pictures of single runs; see :func:`numasim.results.plots.write_plots`."""

    def blocks() -> Figure:
        runs, note = runs_to_draw(results, tables["thread_blocks"], MAX_ROWS, ROWS, varying)
        return titled(
            blocks_figure(runs, tables["thread_blocks"], tables["launches"]), title, f"thread blocks{note}"
        )

    def sectors() -> Figure:
        runs, note = runs_to_draw(results, tables["arrays"], MAX_GROUPS, ROWS, varying)
        return titled(sectors_figure(runs, tables["arrays"]), title, f"transactions by data structure{note}")

    def degrees() -> Figure | None:
        drawn = degrees_figure(results, tables.get("published"))
        return titled(drawn, title, "time over the largest out-degree allowed")

    def block_sizes() -> Figure | None:
        return titled(block_sizes_figure(results), title, "original and SPAC form over the block size")

    def iterations() -> Figure:
        runs, note = runs_to_draw(results, tables["iterations"], MAX_ROWS, ROWS, varying)
        return titled(iterations_figure(runs, tables["iterations"]), title, f"iterations{note}")

    def roofline() -> Figure | None:
        return titled(roofline_figure(results), title, "roofline of the simulated runs")

    return [
        ("comparison", lambda: comparison_figure(results, ROWS, title, varying)),
        ("degrees", degrees),
        ("block_sizes", block_sizes),
        *([("iterations", iterations)] if "inserted" in tables.get("iterations", ()) else []),
        ("thread_blocks", blocks),
        ("roofline", roofline),
        ("sectors", sectors),
    ]
