"""A picture of meshes: their links, coloured by their traffic, their memory controllers and their sockets."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import fill
from typing import TYPE_CHECKING, Any

from numasim.results.shapes import MeshShape

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DRAWN = ("links", "controllers", "cores")
"""The tables with what is drawn."""

CONTROLLER, BORDER = "tile with a memory controller", "border of a socket"

TITLE_WIDTH = 32
"""The characters in a line of a panel's title."""


def links_figure(runs: pd.DataFrame, tables: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw the mesh of each run, with each link coloured by the share of the run in which it was busy.

    Parameters
    ----------
    runs : pandas.DataFrame
        The runs, with ``run_id`` and ``panel`` (their titles).
    tables : mapping of str to pandas.DataFrame
        ``links``; ``controllers``, whose tiles get a frame; and ``cores``, between whose sockets there is a
        line. They may have rows of other runs.
    """
    import numpy as np
    from matplotlib.colors import PowerNorm
    from matplotlib.figure import Figure
    from matplotlib.ticker import PercentFormatter

    columns = min(4, len(runs))
    rows = -(-len(runs) // columns)
    links = tables["links"][tables["links"]["run_id"].isin(runs["run_id"])]
    largest = max(float(links["utilisation"].max()), 1e-9)
    share = PercentFormatter(1, decimals=max(0, -int(np.floor(np.log10(largest))) - 1))
    norm = PowerNorm(0.5, 0, largest)  # the quiet links of a good cut stay visible next to busy links
    figure = Figure(figsize=(2.75 * columns + 1.0, 3.05 * rows + 0.5), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False).ravel()
    for axis, run in zip(axes, runs.itertuples(), strict=False):
        of_run = {name: tables[name][tables[name]["run_id"] == run.run_id] for name in DRAWN}
        shape = MeshShape.of(of_run["cores"], of_run["links"], of_run["controllers"]["tile"])
        drawn = _draw_mesh(axis, shape, norm)
        busiest = share.format_pct(of_run["links"]["utilisation"].max(), largest)
        axis.set_title(fill(str(run.panel), TITLE_WIDTH) + f"\nmax {busiest}", fontsize=9)
    for axis in axes[len(runs) :]:
        axis.set_visible(False)
    bar = figure.colorbar(drawn, ax=list(axes), shrink=min(1.0, 2.2 / (3.05 * rows) + 0.3), pad=0.02)
    bar.set_label("share of the run in which\nthe link was busy\n(square-root scale)")
    bar.ax.yaxis.set_major_formatter(share)
    named = {each.get_label(): each for axis in axes for each in axis.collections}
    handles = [named[label] for label in (CONTROLLER, BORDER) if label in named]
    figure.legend(handles=handles, loc="outside lower center", ncols=2, frameon=False, fontsize=8)
    return figure


def _draw_mesh(axis: Axes, shape: MeshShape, norm: Any) -> Any:
    """Draw one mesh: tiles as squares, both directions of a link side by side, with traffic on the right.

    Tiles with a memory controller have a frame, and there is a line between sockets.
    """
    import numpy as np
    from matplotlib.collections import LineCollection

    width, height = shape.width, shape.height
    x, y, dx, dy, busy = np.array(shape.links, float).reshape(-1, 5).T
    aside = 0.13
    start = np.column_stack([x + 0.2 * dx - aside * dy, y + 0.2 * dy + aside * dx])
    end = np.column_stack([x + 0.8 * dx - aside * dy, y + 0.8 * dy + aside * dx])
    side = max(width, height)
    lines = LineCollection(
        np.stack([start, end], axis=1).tolist(),
        array=busy,
        cmap="magma_r",
        norm=norm,
        linewidths=min(6.0, 28 / side),
    )
    axis.add_collection(lines)
    tiles_x, tiles_y = np.meshgrid(np.arange(width), np.arange(height))
    axis.scatter(tiles_x.ravel(), tiles_y.ravel(), s=_tile_size(side), marker="s", color="0.82", linewidths=0)
    axis.set(xlim=(-0.6, width - 0.4), ylim=(height - 0.4, -0.6), aspect="equal")
    ticks = max(1, side // 8)
    axis.set_xticks(range(0, width, ticks))
    axis.set_yticks(range(0, height, ticks))
    axis.tick_params(length=0, labelsize=7, colors="0.4")
    axis.spines[:].set_visible(False)
    at = np.array(shape.controllers, float).reshape(-1, 2)
    axis.scatter(
        at[:, 0],
        at[:, 1],
        s=_tile_size(side),
        marker="s",
        facecolors="none",
        edgecolors="#0072B2",
        linewidths=min(1.5, 10 / side),
        label=CONTROLLER,
    )
    corners = [
        ((x + dx / 2 - dy / 2, y + dy / 2 - dx / 2), (x + 0.5, y + 0.5)) for x, y, dx, dy in shape.borders
    ]
    if corners:
        axis.add_collection(
            LineCollection(corners, colors="0.3", linewidths=1.0, linestyles="dotted", label=BORDER)
        )
    return lines


def _tile_size(side: int) -> float:
    """The area of a tile's square in a mesh of some tiles across, in square points."""
    return min(80.0, 2600 / side**2)
