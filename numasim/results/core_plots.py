"""Pictures of the activity of the cores: heat maps of the tiles, and the time of each core by category."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import fill
from typing import TYPE_CHECKING

from numasim.results.mesh_plot import TITLE_WIDTH
from numasim.results.number_formats import quantity
from numasim.results.shapes import SPENT, WAITS, stacked

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MAX_NUMBERS = 36
"""The tiles of the largest mesh whose values are also numbers, which fit into the squares."""


def tiles_figure(runs: pd.DataFrame, tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw heat maps of the tiles: a column per run, a row per measure, one scale per row.

    Parameters
    ----------
    runs : pandas.DataFrame
        The runs, with ``run_id``, ``panel`` (their titles) and ``cycles``.
    tables : mapping of str to pandas.DataFrame
        ``cores``, and ``caches`` if memory was simulated.
    """
    import numpy as np
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator, PercentFormatter, StrMethodFormatter

    measures = _measures(runs, tables)
    figure = Figure(figsize=(2.6 * len(runs) + 1.5, 2.7 * len(measures) + 0.9), layout="constrained")
    axes = figure.subplots(len(measures), len(runs), squeeze=False)
    for row, (name, values) in enumerate(measures.items()):
        largest = max(float(values["value"].fillna(0).max()), 1e-9)
        share = PercentFormatter(1, decimals=1 if largest < 0.1 else 0)
        counts = values["value"].dtype.kind == "i"
        for axis, run in zip(axes[row], runs.itertuples(), strict=True):
            of_run = values[values["run_id"] == run.run_id].sort_values(["y", "x"])
            if row == 0:
                axis.set_title(fill(str(run.panel), TITLE_WIDTH), fontsize=9)
            if of_run.empty:  # this run did not simulate caches
                axis.set_axis_off()
                axis.text(0.5, 0.5, "not simulated", ha="center", color="0.4", transform=axis.transAxes)
                continue
            grid = of_run["value"].to_numpy(float).reshape(int(of_run["y"].max()) + 1, -1)
            axis.set_facecolor("0.75")  # visible where there is no value
            drawn = axis.imshow(grid, cmap="YlOrRd", vmin=0, vmax=largest)
            if grid.size <= MAX_NUMBERS:
                for (y, x), value in np.ndenumerate(grid):
                    if np.isfinite(value):
                        number = quantity(value) if counts else share.format_pct(value, 1)
                        colour = "white" if value > 0.6 * largest else "black"
                        axis.text(x, y, number, ha="center", va="center", fontsize=6, color=colour)
            _label_tiles(axis, *grid.shape)
        bar = figure.colorbar(drawn, ax=axes[row], shrink=0.9, pad=0.02, aspect=18)
        bar.ax.yaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
        bar.ax.yaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}") if counts else share)
        bar.ax.tick_params(labelsize=8)
        bar.set_label(name, fontsize=9)
    return figure


def _measures(runs: pd.DataFrame, tables: Mapping[str, pd.DataFrame]) -> dict[str, pd.DataFrame]:
    """Return the measures to draw: a value for each tile of each run."""
    cores = tables["cores"].merge(runs[["run_id", "cycles"]], on="run_id")
    cycles = cores["cycles"].clip(lower=1)
    tiles = cores[["run_id", "x", "y"]]
    found = {"share of the time computing": tiles.assign(value=cores["compute"] / cycles)}
    caches = tables.get("caches", cores[:0])
    if not caches["run_id"].isin(runs["run_id"]).any():
        waiting = cores[list(WAITS)].sum(axis=1) / cycles
        return found | {"share of the time waiting": tiles.assign(value=waiting)}
    at = cores[["run_id", "core", "x", "y"]]
    caches = caches.merge(at, left_on=["run_id", "tile"], right_on=["run_id", "core"])
    accesses = caches["loads"] + caches["stores"]
    tiles = caches[["run_id", "x", "y"]]
    return found | {
        "L1: accesses without a hit\n(grey: no access)": tiles.assign(value=1 - caches["hits"] / accesses),
        "L2: requests to the slice": tiles.assign(value=caches["l2_requests"]),
    }


def _label_tiles(axis: Axes, height: int, width: int) -> None:
    ticks = max(1, max(width, height) // 8)
    axis.set_xticks(range(0, width, ticks))
    axis.set_yticks(range(0, height, ticks))
    axis.tick_params(length=0, labelsize=7, colors="0.4")
    axis.spines[:].set_visible(False)


def time_figure(runs: pd.DataFrame, cores: pd.DataFrame) -> Figure:
    """Draw the time of every core by category, stacked, one panel per run; all panels share one scale.

    Parameters
    ----------
    runs, cores : pandas.DataFrame
        ``runs`` has ``run_id`` and ``panel`` (their titles).
    """
    import numpy as np
    from matplotlib.figure import Figure

    columns = min(2, len(runs))
    rows = -(-len(runs) // columns)
    figure = Figure(figsize=(5.5 * columns, 2.3 * rows + 0.9), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False, sharey=True).ravel()
    longest = cores.loc[cores["run_id"].isin(runs["run_id"]), list(SPENT)].sum(axis=1).max()
    for axis, run in zip(axes, runs.itertuples(), strict=False):
        of_run = cores[cores["run_id"] == run.run_id]
        edges = np.arange(len(of_run) + 1) - 0.5
        for kind, (bottom, top) in stacked(of_run).items():
            axis.stairs(top, edges, baseline=bottom, fill=True, color=SPENT[kind], linewidth=0, label=kind)
        axis.set_title(fill(str(run.panel), 2 * TITLE_WIDTH), fontsize=9)
        axis.set(xlim=(-0.5, len(of_run) - 0.5), ylim=(0, 1.04 * max(longest, 1)))
        axis.spines[["top", "right"]].set_visible(False)
        axis.tick_params(labelsize=8)
    for axis in axes[len(runs) :]:
        axis.set_visible(False)
    for axis in axes[: len(runs)][-columns:]:
        axis.set_xlabel("core", fontsize=9)
    for axis in axes[: len(runs)][::columns]:
        axis.set_ylabel("cycles", fontsize=9)
        axis.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    handles, names = axes[0].get_legend_handles_labels()
    figure.legend(
        handles, names, loc="outside lower center", ncols=len(SPENT) if columns > 1 else 3, frameon=False
    )
    return figure
