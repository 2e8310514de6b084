"""Columns that an experiment derives from others, and the rows that no other row beats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from numasim.experiments.row_columns import row_columns
from numasim.schema.constraint import field_value, has_field
from numasim.schema.expressions import ExpressionError, amount, parse, unknown_name
from partitioners.errors import ConfigError

if TYPE_CHECKING:
    import pandas as pd

    from numasim.schema.expand import Point
    from numasim.schema.experiment import Experiment

FRONT = "front"
"""The column that says whether no other row is better in one objective and at least as good in the others."""


def check_derived(experiment: Experiment, every: Sequence[Point]) -> None:
    """Check that the names in ``derived`` and ``objective`` are columns or fields, before anything runs.

    Raises
    ------
    ConfigError
    """
    known = row_columns(experiment, every) if experiment.derived or experiment.objective else None
    if known is None:
        return
    problems, columns = [], list(known)
    for name, text in experiment.derived.items():
        if name in known or name == FRONT:
            problems.append(f"derived.{name}: the results have a column of this name; choose another name")
        expression = parse(text)
        for used in expression.names:
            if used not in columns and not any(has_field(point.experiment, used) for point in every):
                try:
                    unknown_name(expression, used, [*columns, *experiment.swept_fields()], "column or field")
                except ExpressionError as error:
                    problems.append(f"derived.{name}: {error}")
        columns.append(name)
    for each in experiment.objective:
        expression = parse(each)
        for used in expression.names:
            if used not in columns:
                try:
                    unknown_name(expression, used, columns, "column")
                except ExpressionError as error:
                    problems.append(f"objective: {error}")
    if problems:
        raise ConfigError(problems)


def add_derived(table: pd.DataFrame, experiment: Experiment, every: Sequence[Point]) -> pd.DataFrame:
    """Return the table with the derived columns and the front, before its warnings and errors.

    Second runs of edge cuts have derived columns, but are not compared in the front.

    Parameters
    ----------
    table : pandas.DataFrame
        One row per run, with the column ``point``.
    experiment : Experiment
    every : sequence of Point
        The points of the experiment.
    """
    if not len(table) or not (experiment.derived or experiment.objective):
        return table
    table = table.copy()
    place = list(table.columns).index("warnings")
    concrete = {point.index: point.experiment for point in every}
    points = [concrete[index] for index in table["point"]]
    for name, text in experiment.derived.items():
        expression = parse(text)
        values = {used: _values(table, used, points) for used in expression.names}
        found = np.broadcast_to(np.asarray(expression(values)), len(table))
        table.insert(place, name, _without_infinities(found))
        place += 1
    if experiment.objective:
        costs = []
        for each in experiment.objective:
            expression = parse(each)
            costs.append(expression({used: _values(table, used, points) for used in expression.names}))
        done = (table["error"].isna() & ~table["extra_run"].fillna(value=False).astype(bool)).to_numpy()
        table.insert(place, FRONT, on_front(np.stack(costs, axis=1).astype(float), done))
    return table


def _values(table: pd.DataFrame, name: str, points: Sequence[Experiment]) -> NDArray[Any]:
    """The numbers or words of a column; without such a column those of a field."""
    if name not in table:
        return np.array([field_value(point, name) for point in points])
    column = table[name]
    if column.dtype.kind in "OUT" or str(column.dtype) in ("str", "string"):
        return np.array([amount(None if value != value else value) for value in column])
    return column.to_numpy(dtype=float, na_value=np.nan)


def _without_infinities(values: NDArray[Any]) -> NDArray[Any]:
    """The same with NaN for what divides by 0."""
    return np.where(np.isfinite(values), values, np.nan) if values.dtype.kind == "f" else values


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
