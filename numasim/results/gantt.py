"""The Gantt picture of a timeline: the cores over time, and the share of them that computes.

A computing core has the colour of the cluster whose task it runs, or of the category if the slice has no
cluster. Waits are half as high. The arrows are tasks that were stolen, from the victim to the thief.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from numasim.results.core_plots import SPENT

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from numasim.numa.timeline import Slice, Timeline

MAX_SHAPES = 5_000
"""A picture with more bars draws them as an image, so that its file stays small."""

MAX_ARROWS = 300
"""The picture of more steals has no arrows, which would hide the bars."""

BINS = 200
"""Number of intervals for which the share of computing cores is drawn."""


def gantt_figure(timeline: Timeline, num_cores: int, title: str) -> Figure:
    """Draw the cores of a run over time.

    Parameters
    ----------
    timeline : Timeline
        A recorded timeline.
    num_cores : int
    title : str

    Raises
    ------
    OptionError
        The window of the timeline has no slices.
    """
    from matplotlib.figure import Figure

    from partitioners.errors import OptionError

    slices = timeline.slices
    if not slices:
        raise OptionError("the window of the timeline has no slices to draw; choose other cycles")
    height = 1.8 + 0.22 * min(max(num_cores, 4), 64)
    figure = Figure(figsize=(9, height + 1.2), layout="constrained")
    bars, share = figure.subplots(2, 1, sharex=True, height_ratios=[height, 1.2])
    _draw_bars(bars, slices)
    steals = [arrow for arrow in timeline.arrows if arrow.kind == "task"]
    if len(steals) <= MAX_ARROWS:
        for arrow in steals:
            bars.annotate(
                "",
                xy=(arrow.arrived, arrow.target),
                xytext=(arrow.sent, arrow.source),
                arrowprops={"arrowstyle": "->", "color": "black", "linewidth": 0.6},
            )
    bars.set_ylim(num_cores - 0.5, -0.5)
    bars.set_ylabel("core")
    bars.set_title(f"{title}{_note(len(steals))}", fontsize=10)
    middles, computing = utilisation(slices, num_cores)
    share.fill_between(middles, computing, step="mid", color=SPENT["compute"], linewidth=0)
    share.set(ylim=(0, 1), xlabel="cycle", ylabel="computing")
    for axis in (bars, share):
        axis.spines[["top", "right"]].set_visible(False)
    return figure


def utilisation(
    slices: list[Slice], num_cores: int, bins: int = BINS
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The share of the cores that compute, over time.

    Parameters
    ----------
    slices : list of Slice
        At least one.
    num_cores : int
    bins : int
        Number of intervals of equal length between the first and the last cycle.

    Returns
    -------
    middles, share : ndarray of float64, shape (bins,)
        The middle of each interval in cycles, and the mean share of computing cores in it.
    """
    first, last = min(s.first for s in slices), max(s.last for s in slices)
    edges = np.linspace(first, last, bins + 1)
    busy = np.zeros(bins + 1)
    starts = np.array([s.first for s in slices if s.kind == "compute"], float)
    ends = np.array([s.last for s in slices if s.kind == "compute"], float)
    for k, edge in enumerate(edges):  # the cycles computed before each edge
        busy[k] = (np.clip(edge, starts, ends) - starts).sum()
    return (edges[:-1] + edges[1:]) / 2, np.diff(busy) / (np.diff(edges) * num_cores)


def _draw_bars(axis: Axes, slices: list[Slice]) -> None:
    from matplotlib import colormaps

    clusters = colormaps["tab20"].colors  # type: ignore[attr-defined]  # matplotlib's lists of colours
    groups: dict[tuple[int, str, int], list[tuple[int, int]]] = defaultdict(list)
    for s in slices:
        groups[s.core, s.kind, s.cluster if s.kind == "compute" else -1].append((s.first, s.last - s.first))
    rasterized = len(slices) > MAX_SHAPES
    for (core, kind, cluster), spans in groups.items():
        width = 0.8 if kind == "compute" else 0.4
        colour = SPENT[kind] if cluster < 0 else clusters[cluster % len(clusters)]
        axis.broken_barh(
            spans, (core - width / 2, width), facecolors=colour, linewidth=0, rasterized=rasterized
        )


def _note(steals: int) -> str:
    if steals > MAX_ARROWS:
        return f"\n({steals:,} stolen tasks, without arrows)"
    return f"\n({steals:,} stolen tasks)" if steals else ""
