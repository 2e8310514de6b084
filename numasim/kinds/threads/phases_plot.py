"""A picture of runs of threads: the time of the phases.

A program's columns ``level`` and ``state`` are the labels of its phases: the bars of a level are stacked by
state, and the phases of all roots add up. Without them, a phase has a bar of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill
from typing import TYPE_CHECKING, Any

from numasim.kinds.threads.columns import ROWS as THREADS
from numasim.results.drawing_style import COLOURS
from numasim.results.row_kinds import RowKind

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TITLE_WIDTH = 70
"""The characters in a line of a panel's title."""

MAX_BARS = 60
"""The largest number of bars in a panel; further ones are added to the last."""


def phases_figure(runs: pd.DataFrame, phases: pd.DataFrame, kind: RowKind = THREADS) -> Figure:
    """Draw the time of the phases, stacked by state, and the share of the time up to each, a panel per run.

    Parameters
    ----------
    runs, phases : pandas.DataFrame
        ``runs`` has ``run_id`` and ``panel`` (their titles). All panels share the scale of the bars.
    kind : RowKind
        The kind of the rows, whose measure of speed is the time of a phase.
    """
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator, PercentFormatter

    columns = min(2, len(runs))
    rows = -(-len(runs) // columns)
    figure = Figure(figsize=(5.5 * columns, 2.5 * rows + 0.9), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False, sharey=True).ravel()
    place = "level" if "level" in phases and phases["level"].notna().any() else "phase"
    shown = phases[phases["run_id"].isin(runs["run_id"])]
    states = list(shown["state"].dropna().unique()) if "state" in shown else []
    largest = float(shown.groupby(["run_id", place])[kind.speed].sum().max())
    handles: dict[str, Any] = {}
    for k, (axis, run) in enumerate(zip(axes, runs.itertuples(), strict=False)):
        of_run = shown[shown["run_id"] == run.run_id]
        times = _times(of_run, place, states, kind.speed)
        bottom = 0 * times.sum(axis=1)
        for number, name in enumerate(times):
            colour = COLOURS[number % len(COLOURS)]
            bars = axis.bar(times.index, times[name], bottom=bottom, color=colour, width=0.85)
            bottom = bottom + times[name]
            handles.setdefault(_label(name), bars)
        share = axis.twinx()
        whole = float(bottom.sum()) or 1.0
        (line,) = share.plot(times.index, bottom.cumsum() / whole, color="0.25", marker=".", linewidth=1)
        handles.setdefault(f"share of the time up to the {place} (right)", line)
        share.set_ylim(0, 1.04)
        share.yaxis.set_major_formatter(PercentFormatter(1))
        share.tick_params(labelsize=8)
        share.spines[["top"]].set_visible(False)
        if k % columns < columns - 1 and k < len(runs) - 1:
            share.set_yticklabels([])
        axis.set_title(fill(str(run.panel), TITLE_WIDTH), fontsize=9 if rows < 3 else 8)
        axis.set_ylim(0, 1.04 * (largest or 1))
        axis.xaxis.set_major_locator(MaxNLocator(8, integer=True))
        _plain(axis, kind)
    for axis in axes[len(runs) :]:
        axis.set_visible(False)
    for axis in axes[: len(runs)][-columns:]:
        axis.set_xlabel(place, fontsize=9)
    for axis in axes[: len(runs)][::columns]:
        axis.set_ylabel(_time_label(kind), fontsize=9)
    names = [name for name in handles if name != kind.speed]  # one colour needs no legend
    figure.legend(
        [handles[name] for name in names],
        names,
        loc="outside lower center",
        ncols=min(6, len(names)),
        frameon=False,
    )
    return figure


def _times(phases: pd.DataFrame, place: str, states: Sequence[object], speed: str) -> pd.DataFrame:
    """Return the time by level or phase, with a column per state; those beyond the last bar are added."""
    at = phases[place].clip(upper=MAX_BARS - 1).astype(int)
    if not states:
        return phases.groupby(at)[speed].sum().to_frame(speed)
    by_state = phases.assign(at=at).pivot_table(speed, "at", "state", aggfunc="sum", fill_value=0)
    return by_state.reindex(columns=list(states), fill_value=0)


def _label(state: object) -> str:
    return state if isinstance(state, str) else f"state {state}"


def _time_label(kind: RowKind) -> str:
    return "cycles" if kind.speed == "cycles" else "time"


def _plain(axis: Axes, kind: RowKind) -> None:
    from matplotlib.ticker import EngFormatter

    axis.spines[["top", "right"]].set_visible(False)
    axis.tick_params(labelsize=8)
    if kind.speed == "cycles":
        axis.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    else:
        axis.yaxis.set_major_formatter(EngFormatter("s"))
