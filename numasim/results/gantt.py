"""The Gantt picture of a timeline: the cores over time, and the share of them that computes.

A computing core has the colour of the kind of task that it runs, if the vertices of the graph have an
attribute ``kind``. Otherwise it has that of the task's cluster, or of the category if the slice has no
cluster. Waits are grey and half as high. The arrows are tasks that were stolen, from the victim to the
thief, and clusters that migrated, from their old core to the new one.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import numpy as np

from numasim.results.core_plots import WAITS
from numasim.results.shapes import SPENT
from numasim.results.shares_over_time import share_of_cores

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from numasim.numa.shared.timeline import Slice, Timeline

MAX_SHAPES = 5_000
"""A picture with more bars draws them as an image, so that its file stays small."""

MAX_ARROWS = 300
"""The picture of more steals or migrations has no arrows for them, which would hide the bars."""

ARROWS = {"task": ("stolen tasks (black)", "black"), "migration": ("migrations (red)", "#C00000")}
"""What the arrows show, with the kind of messages, and their colours."""

GREYS = dict(zip(WAITS, ("#303030", "#777777", "#BBBBBB"), strict=True))
"""The colours of waits, which are no colour of a kind of tasks."""

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
    from matplotlib.patches import Patch
    from matplotlib.ticker import MaxNLocator

    from partitioners.errors import OptionError

    slices = timeline.slices
    if not slices:
        raise OptionError("the window of the timeline has no slices to draw; choose other cycles")
    height = 1.8 + 0.22 * min(max(num_cores, 4), 64)
    figure = Figure(figsize=(9, height + 1.2), layout="constrained")
    bars, share = figure.subplots(2, 1, sharex=True, height_ratios=[height, 1.2])
    kinds = _kinds(timeline)
    _draw_bars(bars, slices, kinds)
    tasks = [Patch(color=colour, label=kind) for kind, colour in sorted(set(kinds.values()))]
    found = {s.kind for s in slices}
    waits = [Patch(color=GREYS[kind], label=f"waits: {kind}") for kind in WAITS if kind in found]
    if tasks or waits:
        between = [Patch(alpha=0, label="")] if tasks and waits else []
        figure.legend(handles=[*tasks, *between, *waits], loc="outside right upper", frameon=False)
    notes = []
    for kind, (name, colour) in ARROWS.items():
        moved = [arrow for arrow in timeline.arrows if arrow.kind == kind]
        for arrow in moved if len(moved) <= MAX_ARROWS else ():
            bars.annotate(
                "",
                xy=(arrow.arrived, arrow.target),
                xytext=(arrow.sent, arrow.source),
                arrowprops={"arrowstyle": "->", "color": colour, "linewidth": 0.6},
            )
        if moved:
            without = ", without arrows" if len(moved) > MAX_ARROWS else ""
            notes.append(f"{len(moved):,} {name}{without}")
    bars.set_ylim(num_cores - 0.5, -0.5)
    bars.set_ylabel("core")
    bars.yaxis.set_major_locator(MaxNLocator(integer=True))
    bars.set_title("\n".join(filter(None, (title, "; ".join(notes)))), fontsize=10)
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
    computing = [(s.first, s.last) for s in slices if s.kind == "compute"]
    starts, ends = np.array(computing, float).reshape(-1, 2).T
    return (edges[:-1] + edges[1:]) / 2, share_of_cores(edges, starts, ends, num_cores)


def _kinds(timeline: Timeline) -> dict[int, tuple[str, str]]:
    """The kind of each task in the timeline and its colour; empty if there are none, or more than 18."""
    if not timeline.has_kinds:
        return {}
    from matplotlib.colors import to_hex

    tasks = {s.task for s in timeline.slices if s.task >= 0}
    kind = {task: timeline.task_kind(task) for task in tasks}
    names = sorted(set(kind.values()))
    if len(names) > len(_colours()):
        return {}
    colour = {name: to_hex(_colours()[k]) for k, name in enumerate(names)}
    return {task: (name, colour[name]) for task, name in kind.items()}


def _colours() -> Sequence[tuple[float, float, float]]:
    from matplotlib import colormaps

    colours = colormaps["tab20"].colors  # type: ignore[attr-defined]  # matplotlib's lists of colours
    return [colour for colour in colours if len(set(colour)) > 1]  # grey is for waits


def _draw_bars(axis: Axes, slices: list[Slice], kinds: Mapping[int, tuple[str, str]]) -> None:
    groups: dict[tuple[int, str, Any], list[tuple[int, int]]] = defaultdict(list)
    for s in slices:
        colour: Any = GREYS.get(s.kind, SPENT[s.kind])
        if s.kind == "compute" and s.task in kinds:
            colour = kinds[s.task][1]
        elif s.kind == "compute" and s.cluster >= 0:
            colour = _colours()[s.cluster % len(_colours())]
        groups[s.core, s.kind, colour].append((s.first, s.last - s.first))
    rasterized = len(slices) > MAX_SHAPES
    for (core, kind, colour), spans in groups.items():
        width = 0.8 if kind == "compute" else 0.4
        axis.broken_barh(
            spans, (core - width / 2, width), facecolors=colour, linewidth=0, rasterized=rasterized
        )
