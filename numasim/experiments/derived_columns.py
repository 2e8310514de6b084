"""Columns that an experiment derives from others, and the rows that no other row beats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from numasim.experiments.row_columns import row_columns
from numasim.experiments.row_table import RowTable
from numasim.results.frames import with_columns
from numasim.results.objectives import FRONT, column_values, compared, on_front, stacked
from numasim.schema.constraint import NOT_A_FIELD, field_value
from numasim.schema.expressions import parse, unknown_name
from partitioners.errors import ConfigError

if TYPE_CHECKING:
    import pandas as pd

    from numasim.schema.expand import Point
    from numasim.schema.experiment import Experiment


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
            if used not in columns and not _is_field(used, every):
                names = [*columns, *experiment.swept_fields()]
                unknown = unknown_name(expression, used, names, "column or field")
                problems.append(f"derived.{name}: {unknown}")
        columns.append(name)
    for each in experiment.objective:
        expression = parse(each)
        for used in expression.names:
            if used not in columns:
                problems.append(f"objective: {unknown_name(expression, used, columns, 'column')}")
    if problems:
        raise ConfigError(problems)


def _is_field(name: str, every: Sequence[Point]) -> bool:
    return any(_has(point.experiment, name) for point in every)


def _has(experiment: Experiment, name: str) -> bool:
    return field_value(experiment, name, NOT_A_FIELD) is not NOT_A_FIELD


def fields_used(experiment: Experiment, points: Iterable[Point]) -> list[dict[str, Any]]:
    """Return, for each point, the values of the fields that the derived columns name; None for no field."""
    names = dict.fromkeys(name for text in experiment.derived.values() for name in parse(text).names)
    return [
        {name: value for name in names if (value := field_value(each.experiment, name, None)) is not None}
        for each in points
    ]


def add_derived(
    table: pd.DataFrame, experiment: Experiment, fields: RowTable
) -> tuple[pd.DataFrame, list[str]]:
    """Return the table with the derived columns and the front, and notes on names that no run has.

    The columns are before the warnings and errors. Second runs of edge cuts have derived columns, but are not
    compared in the front. A name that no run has is NaN: programs of threads name figures of their own, which
    :func:`check_derived` does not know.

    Parameters
    ----------
    table : pandas.DataFrame
        One row per run.
    experiment : Experiment
    fields : RowTable
        The result of :func:`fields_used` for the point of each row.
    """
    if not len(table) or not (experiment.derived or experiment.objective):
        return table, []
    notes = list[str]()
    for name, text in experiment.derived.items():  # one may use those before it
        found = np.broadcast_to(_evaluate(text, table, fields, notes), len(table))
        table = with_columns(table, {name: _without_infinities(found)}, before="warnings")
    if experiment.objective:
        costs = [_evaluate(each, table, fields, notes) for each in experiment.objective]
        front = on_front(stacked(costs, len(table)), compared(table))
        table = with_columns(table, {FRONT: front}, before="warnings")
    return table, notes


def _evaluate(text: str, table: pd.DataFrame, fields: RowTable, notes: list[str]) -> NDArray[Any]:
    """The values of an expression for each row."""
    expression = parse(text)
    values = {}
    for name in expression.names:
        if name in table:
            values[name] = column_values(table, name)
            continue
        of_fields = fields.values(name)
        values[name] = np.array([np.nan if value is None else value for value in of_fields])
        if all(value is None for value in of_fields):
            notes.append(f"{text!r} has no value: no run has a column or field {name!r}")
    return np.asarray(expression(values))


def _without_infinities(values: NDArray[Any]) -> NDArray[Any]:
    """The same with NaN for what divides by 0."""
    return np.where(np.isfinite(values), values, np.nan) if values.dtype.kind == "f" else values
