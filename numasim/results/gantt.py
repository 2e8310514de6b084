"""The Gantt picture of a timeline: the cores over time, and the shares of them by activity."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from numasim.results.cores_over_time import CoresOverTime
from numasim.results.drawing_style import COLOURS
from numasim.results.shapes import SPENT, WAITS
from numasim.results.timeline_tables import timeline_tables
from partitioners.errors import OptionError

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from numasim.numa.shared.timeline import Timeline

ARROWS = {"task": ("black", "black"), "migration": ("red", "#C00000")}
"""The colours of arrows, as a word and for matplotlib, with the kind of messages."""


def gantt_figure(timeline: Timeline, num_cores: int, title: str) -> Figure:
    """Draw the cores of a run over time.

    Parameters
    ----------
    timeline : Timeline
        A recorded timeline.

    Raises
    ------
    OptionError
        The window of the timeline has no slices.
    """
    from matplotlib.figure import Figure
    from matplotlib.patches import Patch
    from matplotlib.ticker import MaxNLocator, PercentFormatter

    tables = timeline_tables(timeline, 0, "")
    if "timeline" not in tables:
        raise OptionError("the window of the timeline has no slices to draw; choose other cycles")
    shown = CoresOverTime.of(tables, num_cores)
    height = 1.8 + 0.22 * min(max(num_cores, 4), 64)
    figure = Figure(figsize=(9, height + 1.2), layout="constrained")
    bars, shares = figure.subplots(2, 1, sharex=True, height_ratios=[height, 1.2])
    _draw_bars(bars, shown)
    _draw_arrows(bars, shown)
    bars.set_ylim(num_cores - 0.5, -0.5)
    bars.set_ylabel("core")
    bars.yaxis.set_major_locator(MaxNLocator(integer=True))
    notes = [f"{words} ({ARROWS[kind][0]})" for kind, words in shown.arrows]
    bars.set_title("\n".join(filter(None, (title, "; ".join(notes)))), fontsize=10)
    edges, stack = shown.shares()
    for activity in reversed(stack):  # each covers the lower part of the last, so no path needs a bottom
        shares.stairs(stack[activity][1], edges, fill=True, color=SPENT[activity], linewidth=0)
    shares.set(xlim=shown.window, ylim=(0, 1), xlabel="cycle", ylabel="cores", facecolor=SPENT["idle"])
    shares.yaxis.set_major_formatter(PercentFormatter(1))
    for axis in (bars, shares):
        axis.spines[["top", "right"]].set_visible(False)
    tasks = [Patch(color=COLOURS[colour], label=name) for colour, name in shown.legend]
    between = [Patch(alpha=0, label="")] if tasks else []
    activities = [Patch(color=SPENT[activity], label=activity) for activity in shown.spent]
    figure.legend(handles=[*tasks, *between, *activities], loc="outside right upper", frameon=False)
    return figure


def _draw_bars(axis: Axes, shown: CoresOverTime) -> None:
    groups: Iterable[tuple[Any, pd.DataFrame]] = shown.slices.groupby(["core", "activity", "colour"])
    for (core, activity, colour), same in groups:
        width = 0.4 if activity in WAITS else 0.8
        axis.broken_barh(
            list(zip(same["first_cycle"], same["last_cycle"] - same["first_cycle"], strict=True)),
            (core - width / 2, width),
            facecolors=SPENT[activity] if colour < 0 else COLOURS[colour],
            linewidth=0,
        )


def _draw_arrows(axis: Axes, shown: CoresOverTime) -> None:
    moves = [] if shown.moves is None else shown.moves.to_dict("records")
    for move in moves:
        axis.annotate(
            "",
            xy=(move["arrived"], move["target"]),
            xytext=(move["sent"], move["source"]),
            arrowprops={"arrowstyle": "->", "color": ARROWS[move["kind"]][1], "linewidth": 0.6},
        )
