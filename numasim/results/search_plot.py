"""The picture of a search: its course, and the front that it found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from numasim.results.drawing_style import COLOURS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from numasim.results.search_history import History


def search_figure(history: History) -> Figure:
    """Draw the best so far after each point and, with several objectives, the points by the first two."""
    from matplotlib.figure import Figure

    several = len(history.objectives) > 1
    figure = Figure(figsize=(10.0 if several else 5.6, 3.8), layout="constrained")
    axes = figure.subplots(1, 2 if several else 1, squeeze=False)[0]
    axes[0].plot(history.points, history.best, color=COLOURS[0], drawstyle="steps-post")
    axes[0].set(xlabel="point", ylabel=history.label)
    if several:
        _draw_front(axes[1], history)
    for axis in axes:
        axis.grid(linewidth=0.5, color="0.85")
        axis.set_axisbelow(True)
        axis.spines[["top", "right"]].set_visible(False)
    return figure


def _draw_front(axis: Axes, history: History) -> None:
    costs, front = history.costs[:, :2], history.costs[history.front, :2]
    axis.scatter(costs[:, 0], costs[:, 1], s=14, alpha=0.6, color=COLOURS[4], label="points")
    if len(history.objectives) == 2:
        axis.plot(front[:, 0], front[:, 1], color="0.4", linewidth=1, drawstyle="steps-post")
    axis.scatter(front[:, 0], front[:, 1], s=26, color=COLOURS[5], label="front")
    axis.set(xlabel=history.objectives[0], ylabel=history.objectives[1])
    axis.legend(frameon=False)
