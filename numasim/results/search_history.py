"""What a search found, computed once for the terminal, for matplotlib and for the page of a report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from numasim.results.objectives import SCREENED, compared, costs_of, hypervolume, on_front
from partitioners.text.counts import plural

if TYPE_CHECKING:
    import pandas as pd

NEARLY = 0.99
"""The share of the final hypervolume at which the front has nearly its end."""


class History(NamedTuple):
    """The course of a search, and its front.

    Attributes
    ----------
    objectives : tuple of str
        The expressions, of which less is better.
    points : numpy.ndarray of int64, shape (points,)
        The numbers of the points in their order; screening runs if there are such runs.
    best : numpy.ndarray of float64, shape (points,)
        The least cost after each point. With several objectives it is the hypervolume of the points until
        then, as a share of the box between the least and the largest cost of each objective.
    ends : numpy.ndarray of int64, shape (runs,)
        The points that the front compares.
    costs : numpy.ndarray of float64, shape (runs, objectives)
        Their costs.
    front : numpy.ndarray of int64, shape (places,)
        The rows of ``costs`` on the front, by the first objective; of equal costs, the first row.
    """

    objectives: tuple[str, ...]
    points: NDArray[np.int64]
    best: NDArray[np.float64]
    ends: NDArray[np.int64]
    costs: NDArray[np.float64]
    front: NDArray[np.intp]

    @property
    def label(self) -> str:
        """What ``best`` is."""
        return f"least {self.objectives[0]}" if len(self.objectives) == 1 else "hypervolume of the front"

    @property
    def steps(self) -> list[int]:
        """The positions in ``points`` before and after each change of ``best``, the first and the last."""
        changed = np.flatnonzero(np.diff(self.best))
        return sorted({0, *changed.tolist(), *(changed + 1).tolist(), len(self.points) - 1})

    def __str__(self) -> str:
        """One line on the end and the course of the search."""
        count = len(self.ends)
        of_points = f"{count:,} {plural(count, 'point')}"
        if len(self.objectives) == 1:
            cost, point = self.costs[self.front[0], 0], self.ends[self.front[0]]
            return f"least {self.objectives[0]} of {of_points}: {cost:.6g}, at point {point}"
        near = int(np.argmax(self.best >= NEARLY * self.best[-1])) + 1
        places = len(self.front)
        return (
            f"the front of {of_points} has {places:,} {plural(places, 'place')}; the first {near:,} "
            f"{plural(near, 'point')} of the search reached {NEARLY:.0%} of its hypervolume"
        )


def history_of(table: pd.DataFrame, objectives: Sequence[str]) -> History | None:
    """Return the history of a search; None if no run has a cost.

    Parameters
    ----------
    table : pandas.DataFrame
        The results of a search.
    objectives : sequence of str
    """
    costs = costs_of(table, objectives)
    valid = np.isfinite(costs).all(axis=1)
    ended = compared(table) & valid
    searched = valid & compared(table.drop(columns=SCREENED, errors="ignore"))
    if SCREENED in table:
        searched &= table[SCREENED].isna().to_numpy()
    if not ended.any():
        return None
    points = table["point"].to_numpy(dtype=np.int64)
    members = np.flatnonzero(on_front(costs[ended], np.ones(ended.sum(), dtype=bool)))
    _, first = np.unique(costs[ended][members], axis=0, return_index=True)  # sorted by the first objective
    return History(
        tuple(objectives),
        points[searched],
        _course(costs[searched]),
        points[ended],
        costs[ended],
        members[first],
    )


def _course(costs: NDArray[np.float64]) -> NDArray[np.float64]:
    """The least cost, or the hypervolume, after each row."""
    if costs.shape[1] == 1:
        return np.minimum.accumulate(costs[:, 0])
    low, span = costs.min(axis=0), np.ptp(costs, axis=0)
    scaled = (costs - low) / np.where(span > 0, span, 1.0)
    reference = np.where(span > 0, 1.0, 1e-9)  # an objective that is always the same has no part
    found, front, volume = [], np.empty((0, costs.shape[1])), 0.0
    for cost in scaled:
        if not (front <= cost).all(axis=1).any():
            front = np.vstack([front[~(cost <= front).all(axis=1)], cost])
            volume = hypervolume(front, reference) / float(np.prod(reference))
        found.append(volume)
    return np.array(found)
