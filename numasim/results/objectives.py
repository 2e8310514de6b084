"""The costs of runs by the objectives of an experiment, and the runs that no other run beats.

Less is better in every objective. The hypervolume of some runs is the volume of all that they dominate below
a reference point (Zitzler and Thiele, PPSN 1998).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from numasim.schema.expressions import amount, parse

if TYPE_CHECKING:
    import pandas as pd

FRONT = "front"
"""The column that says whether no other row is better in one objective and at least as good in the others."""

SCREENED = "screened_point"
"""The column of a search with screening runs: of a confirming run, the point that it confirms."""


def costs_of(table: pd.DataFrame, objectives: Sequence[str]) -> NDArray[np.float64]:
    """Return the value of each objective at each row, shape (rows, objectives); NaN for a missing column.

    Raises
    ------
    ExpressionError
        A word is used as a number.
    """
    costs = []
    for expression in map(parse, objectives):
        values = {name: column_values(table, name) if name in table else np.nan for name in expression.names}
        costs.append(expression(values))
    return stacked(costs, len(table))


def stacked(costs: Sequence[Any], rows: int) -> NDArray[np.float64]:
    """Return the values of several objectives, each an array or one number, as shape (rows, objectives)."""
    return np.stack([np.broadcast_to(each, rows) for each in costs], axis=1).astype(float)


def column_values(table: pd.DataFrame, name: str) -> NDArray[Any]:
    """Return the numbers or words of a column; a quantity is its amount in the SI base."""
    column = table[name]
    if column.dtype.kind in "OUT" or str(column.dtype) in ("str", "string"):
        return np.array([amount(None if value != value else value) for value in column])
    return column.to_numpy(dtype=float, na_value=np.nan)


def compared(table: pd.DataFrame) -> NDArray[np.bool_]:
    """Return which rows the front compares: finished runs, without second runs and screening runs."""
    done = table["error"].isna() & ~table["extra_run"].fillna(value=False).astype(bool)
    return (done & table[SCREENED].notna() if SCREENED in table else done).to_numpy()


def on_front(costs: NDArray[np.float64], among: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return whether each row is not dominated: no other is at most its cost in all, and less in one.

    Parameters
    ----------
    costs : numpy.ndarray of float64, shape (rows, objectives)
        Less is better.
    among : numpy.ndarray of bool, shape (rows,)
        The rows that are compared; the others, and those without a value, are not on the front.
    """
    front = among & np.isfinite(costs).all(axis=1)
    order = np.flatnonzero(front)
    order = order[np.lexsort(costs[order].T[::-1])]
    best = np.empty((0, costs.shape[1]))
    for row in order:  # a row can be dominated only by rows before it
        cost = costs[row]
        if ((best <= cost).all(axis=1) & (best < cost).any(axis=1)).any():
            front[row] = False
        else:
            best = np.vstack([best, cost])
    return front


def best_rows(costs: NDArray[np.float64], number: int) -> list[int]:
    """Return the best rows: one front after the other, and of the last front those that are least crowded.

    Crowding is the sum, over the objectives, of the distance between the two neighbours of a row (Deb et al.,
    "A Fast and Elitist Multiobjective Genetic Algorithm: NSGA-II", 2002); equal rows are in their order.

    Parameters
    ----------
    costs : numpy.ndarray of float64, shape (rows, objectives)
        Rows without a value are never among the best.

    Returns
    -------
    list of int
        At most ``number`` rows, in the order of the table.
    """
    left: NDArray[np.bool_] = np.asarray(np.isfinite(costs).all(axis=1))
    found: list[int] = []
    while len(found) < number and left.any():
        front = np.flatnonzero(on_front(costs, left))
        left[front] = False
        crowded = np.argsort(-_distances(costs[front]), kind="stable")
        found += front[crowded][: number - len(found)].tolist()
    return sorted(found)


def _distances(costs: NDArray[np.float64]) -> NDArray[np.float64]:
    """The crowding distance of each row of a front; infinite at its ends."""
    found = np.zeros(len(costs))
    for cost in costs.T:
        order = np.argsort(cost, kind="stable")
        span = cost[order[-1]] - cost[order[0]]
        if span > 0:
            found[order[[0, -1]]] = np.inf
            found[order[1:-1]] += (cost[order[2:]] - cost[order[:-2]]) / span
    return found


def hypervolume(costs: NDArray[np.float64], reference: NDArray[np.float64]) -> float:
    """Return the volume of the points that some row dominates and that dominate the reference.

    Parameters
    ----------
    costs : numpy.ndarray of float64, shape (rows, objectives)
        Rows that are not below the reference in every objective add nothing.
    reference : numpy.ndarray of float64, shape (objectives,)

    Notes
    -----
    O(n log n) for two objectives. Each further one cuts the volume into n slices.
    """
    inside = costs[(costs < reference).all(axis=1)]
    if len(inside) == 0:
        return 0.0
    order = inside[np.argsort(inside[:, -1], kind="stable")]
    depths = np.diff(np.append(order[:, -1], reference[-1]))
    if costs.shape[1] == 1:
        return float(depths.sum())
    if costs.shape[1] == 2:
        return float((reference[0] - np.minimum.accumulate(order[:, 0])) @ depths)
    slices = (hypervolume(order[: k + 1, :-1], reference[:-1]) for k in range(len(order)))
    return float(sum(depth * area for depth, area in zip(depths, slices, strict=True) if depth > 0))
