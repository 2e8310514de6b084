"""What a picture of the cores over time shows, computed once for matplotlib and for the SVG of a report.

A computing core has the colour of the kind of task that it runs, if the vertices of the graph have an
attribute ``kind``. Otherwise it has that of the task's cluster, or of the activity if the slice has no task.
Arrows are tasks that were stolen, from the victim to the thief, and clusters that migrated, from their old
core to the new one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from numasim.results.shapes import SPENT
from numasim.results.shares_over_time import share_of_cores
from partitioners.text.counts import first_few, plural

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

PALETTE = (4, 5, 6, 7, 2, 0, 1, 3)
"""The colours of kinds of tasks and of clusters, as numbers of series; the first are not those of waits."""

MOVES = {"task": "stolen task", "migration": "migration"}
"""The messages with an arrow, and their names."""

MOVED = ["kind", "source", "target", "sent", "arrived", "task", "cluster"]
"""The columns of the table of messages that an arrow and its tooltip need."""

MAX_ARROWS = 200
"""The largest number of arrows of a kind. Of more, only every second, third, ... is drawn."""

BINS = 200
"""Number of intervals for which the shares of the cores are drawn."""

Legend = list[tuple[int, str]]
"""Colours, as numbers of series, and their names."""


class CoresOverTime(NamedTuple):
    """The cores of a run over time.

    Attributes
    ----------
    slices : pandas.DataFrame
        Each bar: ``core``, ``activity``, ``first_cycle``, ``last_cycle``, ``colour`` (the number of a series,
        or -1 for that of the activity) and ``tooltip``. Waits are thin bars.
    window : tuple of int
        The cycles at the left and the right edge.
    legend : list of tuple
        The colours of the kinds of tasks or of the clusters.
    moves : pandas.DataFrame or None
        Each arrow: ``kind``, ``source``, ``target``, ``sent``, ``arrived`` and ``tooltip``.
    arrows : list of tuple of str
        The kinds of arrows, and how many moves there were and how many are drawn.
    """

    slices: pd.DataFrame
    num_cores: int
    window: tuple[int, int]
    legend: Legend
    moves: pd.DataFrame | None = None
    arrows: Sequence[tuple[str, str]] = ()

    @classmethod
    def of(cls, tables: Mapping[str, pd.DataFrame], num_cores: int) -> CoresOverTime:
        """Read the tables of a timeline, ``timeline`` and (if there are messages) ``timeline_messages``."""
        slices = tables["timeline"]
        tasks = slices[slices["task"] != ""]
        if (tasks["kind"] != "").any():
            colours, legend = colours_of_kinds(tasks["kind"], tasks["last_cycle"] - tasks["first_cycle"])
        else:
            colours, legend = _colours_of_clusters(tasks["cluster"].tolist())
        colour = np.full(len(slices), -1)
        colour[slices["task"] != ""] = colours
        messages = tables.get("timeline_messages")
        moves, arrows = (None, []) if messages is None else _moves(messages)
        return cls(
            slices.assign(colour=colour, tooltip=_tooltips(slices)),
            num_cores,
            (int(slices["first_cycle"].min()), int(slices["last_cycle"].max())),
            legend,
            moves,
            arrows,
        )

    @property
    def spent(self) -> list[str]:
        """The activities of the cores, ``idle`` included."""
        found = {*self.slices["activity"], "idle"}
        return [activity for activity in SPENT if activity in found]

    def shares(
        self,
    ) -> tuple[NDArray[np.float64], dict[str, tuple[NDArray[np.float64], NDArray[np.float64]]]]:
        """The shares of the cores by activity, stacked from the bottom; the rest are idle.

        Returns
        -------
        edges : ndarray of float64, shape (bins + 1,)
            Cycles.
        stack : dict of str to tuple of ndarray of float64, shape (bins,)
            The bottom and the top of each activity in each interval.
        """
        edges = np.linspace(*self.window, BINS + 1)
        top, stack = np.zeros(BINS), {}
        for activity in self.spent:
            same = self.slices[self.slices["activity"] == activity]
            if not same.empty:
                share = share_of_cores(edges, same["first_cycle"], same["last_cycle"], self.num_cores)
                stack[activity] = top, top + share
                top = top + share
        return edges, stack


def colours_of_kinds(kinds: pd.Series, cycles: pd.Series) -> tuple[list[int], Legend]:
    """The colour of each task by its kind, and their legend.

    The kinds with the most cycles have a colour each, and the others share one.

    Parameters
    ----------
    cycles : pandas.Series of int
        The cycles of each task.
    """
    total = cycles.groupby(kinds).sum()
    ranked = sorted(total.index, key=lambda kind: (-total[kind], kind))
    own = ranked if len(ranked) <= len(PALETTE) else ranked[: len(PALETTE) - 1]
    colour = {kind: PALETTE[own.index(kind) if kind in own else -1] for kind in ranked}
    legend = [(colour[kind], kind or "no kind") for kind in own]
    if len(own) < len(ranked):
        legend.append((PALETTE[-1], f"{len(ranked) - len(own)} other kinds"))
    return [colour[kind] for kind in kinds], legend


def _colours_of_clusters(clusters: Sequence[int]) -> tuple[list[int], Legend]:
    of_colour: dict[int, list[str]] = {}
    for cluster in sorted(set(clusters)):
        of_colour.setdefault(PALETTE[cluster % len(PALETTE)], []).append(str(cluster))
    legend = [
        (colour, f"{plural(len(same), 'cluster')} {first_few(same, 2)}") for colour, same in of_colour.items()
    ]
    return [PALETTE[cluster % len(PALETTE)] for cluster in clusters], legend


def _tooltips(slices: pd.DataFrame) -> list[str]:
    names = ["core", "activity", "first_cycle", "last_cycle", "task", "cluster", "kind", "waits_for"]
    found = []
    for core, activity, first, last, task, cluster, kind, awaited in slices[names].itertuples(index=False):
        what = f"{task}{f', {kind}' if kind else ''}, cluster {cluster}" if task else activity
        if awaited:
            what += f" ({awaited})"
        found.append(f"core {core}, cycles {first:,} to {last:,}: {what}")
    return found


def _moves(messages: pd.DataFrame) -> tuple[pd.DataFrame, list[tuple[str, str]]]:
    """The arrows of stolen tasks and of migrations, and their legend."""
    import pandas as pd

    drawn, legend = [messages.iloc[:0]], []
    for kind, name in MOVES.items():
        moves = messages[messages["kind"] == kind].sort_values(["sent", "arrived"])
        one_in = max(1, -(-len(moves) // MAX_ARROWS))
        drawn.append(moves.iloc[::one_in])
        if len(moves):
            only = f", of which one in {one_in} is drawn" if one_in > 1 else ""
            legend.append((kind, f"{len(moves):,} {plural(len(moves), name)}{only}"))
    moves = pd.concat(drawn)[MOVED]
    tooltips = []
    for kind, source, target, sent, arrived, task, cluster in moves.itertuples(index=False):
        what = f"{task} stolen" if kind == "task" else f"cluster {cluster} moves"
        tooltips.append(f"{what} from core {source} to core {target}: cycles {sent:,} to {arrived:,}")
    return moves.assign(tooltip=tooltips), legend
