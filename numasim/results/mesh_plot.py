"""A picture of the links of meshes, coloured by their traffic."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING, Any

from numasim.results.row_names import group_name

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TITLE_WIDTH = 32
"""The characters in a line of a panel's title."""


def links_figure(runs: pd.DataFrame, links: pd.DataFrame) -> Figure:
    """Draw the mesh of each run, with each link coloured by the share of the run in which it was busy.

    Parameters
    ----------
    runs : pandas.DataFrame
        The runs, with ``run_id``, ``label`` and ``mapper`` or ``machine``.
    links : pandas.DataFrame
        The table ``links`` of these runs, and perhaps of others.
    """
    from matplotlib.colors import PowerNorm
    from matplotlib.figure import Figure

    columns = min(4, len(runs))
    rows = -(-len(runs) // columns)
    shown = links[links["run_id"].isin(runs["run_id"])]
    largest = max(float(shown["utilisation"].max()), 1e-9)
    norm = PowerNorm(0.5, 0, largest)  # the quiet links of a good cut stay visible next to busy links
    figure = Figure(figsize=(2.75 * columns + 1.0, 3.05 * rows + 0.5), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False).ravel()
    for axis, run in zip(axes, runs.itertuples(), strict=False):
        mesh = shown[shown["run_id"] == run.run_id]
        drawn = _draw_mesh(axis, mesh, norm)
        axis.set_title(
            f"{fill(str(run.label), TITLE_WIDTH)}\n"
            + fill(f"{group_name(run)}, max {mesh['utilisation'].max():.0%}", TITLE_WIDTH),
            fontsize=9,
        )
    for axis in axes[len(runs) :]:
        axis.set_visible(False)
    bar = figure.colorbar(drawn, ax=list(axes), shrink=min(1.0, 2.2 / (3.05 * rows) + 0.3), pad=0.02)
    bar.set_label("share of the run in which\nthe link was busy\n(square-root scale)")
    bar.ax.yaxis.set_major_formatter(lambda value, _: f"{value:.1%}" if largest < 0.1 else f"{value:.0%}")
    return figure


def _draw_mesh(axis: Axes, mesh: pd.DataFrame, norm: Any) -> Any:
    """Draw one mesh: tiles as squares, both directions of a link side by side, with traffic on the right."""
    import numpy as np
    from matplotlib.collections import LineCollection

    width, height = int(mesh["x"].max()) + 1, int(mesh["y"].max()) + 1
    step = {"east": (1, 0), "west": (-1, 0), "south": (0, 1), "north": (0, -1)}
    x, y = mesh["x"].to_numpy(float), mesh["y"].to_numpy(float)
    dx, dy = np.array([step[d] for d in mesh["direction"]], float).reshape(-1, 2).T
    aside = 0.13
    start = np.column_stack([x + 0.2 * dx - aside * dy, y + 0.2 * dy + aside * dx])
    end = np.column_stack([x + 0.8 * dx - aside * dy, y + 0.8 * dy + aside * dx])
    side = max(width, height)
    lines = LineCollection(
        np.stack([start, end], axis=1).tolist(),
        array=mesh["utilisation"].to_numpy(float),
        cmap="magma_r",
        norm=norm,
        linewidths=min(6.0, 28 / side),
    )
    axis.add_collection(lines)
    tiles_x, tiles_y = np.meshgrid(np.arange(width), np.arange(height))
    axis.scatter(
        tiles_x.ravel(), tiles_y.ravel(), s=min(80.0, 2600 / side**2), marker="s", color="0.82", linewidths=0
    )
    axis.set(xlim=(-0.6, width - 0.4), ylim=(height - 0.4, -0.6), aspect="equal")
    ticks = max(1, side // 8)
    axis.set_xticks(range(0, width, ticks))
    axis.set_yticks(range(0, height, ticks))
    axis.tick_params(length=0, labelsize=7, colors="0.4")
    axis.spines[:].set_visible(False)
    return lines
