"""Pictures of searches on a processor and a GPU: the time from the root to the end of each level."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import fill
from typing import TYPE_CHECKING

from numasim.results.drawing_style import COLOURS
from numasim.results.row_names import value_names

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

COPY = "copy"
"""The state of the copies in pictures."""

PLACES = ("graph", "cpu", "threads")
"""The columns whose values have a panel of their own, in which searches are compared."""

MAX_PANELS = 6
MAX_LINES = 8


def times_of_levels(tables: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """Return the times of the levels and of the copies, in seconds, with run_id, root, level and state.

    A copy belongs to the level before which it is made, or to the last one.
    """
    import pandas as pd

    columns = ["run_id", "root", "level", "state", "seconds"]
    levels = tables["levels"][columns]
    if "copies" not in tables:
        return levels
    copies = tables["copies"].assign(state=COPY)
    last = levels.groupby(["run_id", "root"])["level"].max().rename("last")
    copies = copies.join(last, on=["run_id", "root"])
    copies["level"] = copies[["level", "last"]].min(axis=1)
    return pd.concat([levels, copies[columns]], ignore_index=True)


def accumulated_figure(results: pd.DataFrame, times: pd.DataFrame, varying: Sequence[str]) -> Figure:
    """Draw the time from the root to the end of each level, mean over the roots.

    There is a panel for each graph and processor, with a line for each way to search. Panels with most lines
    are drawn if there are too many.

    Parameters
    ----------
    results, times : pandas.DataFrame
        ``times`` is that of :func:`times_of_levels`.
    varying : sequence of str
        The columns that distinguish the runs, besides the device.
    """
    from matplotlib.figure import Figure
    from matplotlib.ticker import EngFormatter, MaxNLocator

    groups = sorted(results.groupby(list(PLACES), sort=False), key=lambda each: -len(each[1]))[:MAX_PANELS]
    columns = min(2, len(groups))
    rows = -(-len(groups) // columns)
    figure = Figure(figsize=(5.5 * columns, 3.0 * rows + 0.9), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False).ravel()
    own = ["device", *(name for name in varying if name in results and name not in (*PLACES, "device"))]
    names = dict(zip(results["run_id"], value_names(results, own), strict=True))
    colours = {name: COLOURS[k % len(COLOURS)] for k, name in enumerate(dict.fromkeys(names.values()))}
    for axis, (_, runs) in zip(axes, groups, strict=False):
        for run in runs.nsmallest(MAX_LINES, "seconds").sort_index()["run_id"]:
            reached = _accumulated(times[times["run_id"] == run])
            style = "--" if names[run] in list(colours)[len(COLOURS) :] else "-"
            axis.plot(
                reached.index,
                reached.to_numpy(),
                style,
                marker=".",
                label=names[run],
                color=colours[names[run]],
            )
        first = runs.iloc[0]
        axis.set_title(fill(f"{first['graph']}, {first['cpu']}, {first['threads']} threads", 60), fontsize=8)
        axis.set_ylim(bottom=0)
        axis.xaxis.set_major_locator(MaxNLocator(8, integer=True))
        axis.yaxis.set_major_formatter(EngFormatter("s"))
        axis.tick_params(labelsize=8)
        axis.grid(linewidth=0.5, color="0.85")
        axis.spines[["top", "right"]].set_visible(False)
        axis.legend(frameon=False, fontsize=7)
    for axis in axes[len(groups) :]:
        axis.set_visible(False)
    for axis in axes[: len(groups)][-columns:]:
        axis.set_xlabel("level", fontsize=9)
    return figure


def _accumulated(times: pd.DataFrame) -> pd.Series[float]:
    """Return the time up to each level, mean over the roots; a search that has ended keeps its time."""
    of_roots = times.pivot_table("seconds", "level", "root", aggfunc="sum")
    return of_roots.fillna(0).cumsum().mean(axis=1)
