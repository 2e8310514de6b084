"""The fields that a sweep varies, and the points of their combinations.

A sweep is a product of axes (:mod:`numasim.schema.sweep`). Samples have a field for each of their keys; any
other axis is one field, also if its entries set several. Combinations may share a point: equal
samples are run once, and so is a method that lacks a swept option. Here they count as often as they occur, so
that fields are independent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from numasim.results.axis_values import axis_values
from numasim.results.experiment_results import Results
from numasim.results.method_ranking import whole_runs
from numasim.results.row_kinds import STUDY
from numasim.results.row_names import POINT, headings, shown
from numasim.schema.expand import point_numbers
from numasim.schema.experiment import experiment_of
from numasim.schema.sweep import REPLICATES, SALTELLI, SAMPLERS, axes, count, swept_values
from partitioners.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

MAX_LETTERS = 60
"""The longest name of a level."""


@dataclass(frozen=True)
class Field:
    """A swept field, or several that vary together.

    Attributes
    ----------
    name : str
        The shortest distinct end of the name of its column; of several, joined.
    label : str
        The same, with the unit of its numbers.
    axis : int
        The axis of the sweep that varies it.
    level : numpy.ndarray of int
        The level at each place of the axis.
    names : sequence of str
        The levels: numbers in ascending order, or names as they first occur.
    numbers : numpy.ndarray of float64 or None
        The levels as numbers; None if they are names.
    """

    name: str
    label: str
    axis: int
    level: NDArray[np.intp]
    names: Sequence[str]
    numbers: NDArray[np.float64] | None


@dataclass(frozen=True)
class Design:
    """The points of a sweep.

    Attributes
    ----------
    fields : list of Field
        All that the sweep names, also those with a single level.
    kinds : list of str
        The key of each axis of the sweep: a sampler, ``replicates``, ``list``, or a field.
    points : numpy.ndarray of int
        The number of the point of each combination; one axis per axis of the sweep.
    """

    fields: list[Field]
    kinds: list[str]
    points: NDArray[np.intp]

    @property
    def samples(self) -> int | None:
        """The axis whose samples have fields of their own; None for a grid."""
        return _sampled(self.kinds)

    def values(self, table: pd.DataFrame, column: str) -> NDArray[np.float64]:
        """Return the figure of each combination; NaN without a whole run.

        Parameters
        ----------
        table : pandas.DataFrame
            The table of results.
        column : str
            A column of numbers.
        """
        read = [name for name in (POINT, "error", "completed", "extra_run", column) if name in table]
        rows = whole_runs(table[list(dict.fromkeys(read))], column)
        of_point = np.full(self.points.max() + 1, np.nan)
        of_point[rows[POINT].to_numpy()] = rows[column].to_numpy(float)
        return of_point[self.points]


def design_of(results: Results) -> Design:
    """Return the design of a results folder.

    Raises
    ------
    InputError
        The results are of a search or of no sweep, or no field of the sweep varies.
    """
    sweep = results.resolved.get("sweep")
    if results.resolved.get("search"):
        raise InputError(
            "a search chooses its points by their results, so shares of its fields would mislead; `sweep` "
            "the fields for their response"
        )
    if not sweep:
        raise InputError("the results are of no sweep, so there is no response to a field; add a `sweep`")
    kinds, every = [], []
    for key, given in sweep.items():
        if axis := axes({key: given}):
            kinds.append(key)
            every += axis
    if results.kind is STUDY:
        points = np.arange(count(sweep))
    else:
        points = point_numbers(results.resolved, experiment_of(results.resolved))
    fields = _fields(kinds, every, swept_values(sweep), results.kind.field_columns)
    if all(len(field.names) < 2 for field in fields):
        raise InputError("no field of the sweep varies, so there is no response to a field")
    return Design(fields, kinds, points.reshape([len(axis) for axis in every]))


def _fields(
    kinds: Sequence[str],
    every: Sequence[Sequence[Mapping[str, Any]]],
    swept: Mapping[str, Sequence[Any]],
    columns: Mapping[str, str],
) -> list[Field]:
    """The fields of axes, in the order of the sweep; ``swept`` has their written values."""
    of_column = headings(list(dict.fromkeys(columns.get(name, name) for name in swept)), taken=())
    heading = {name: of_column[columns.get(name, name)] for name in swept}
    found = []
    for number, (kind, axis) in enumerate(zip(kinds, every, strict=True)):
        if kind == REPLICATES:
            continue
        names = list(dict.fromkeys(name for entry in axis for name in entry))
        alone = number == _sampled(kinds) or len(names) == 1
        found += (
            [_field(heading[name], number, [entry[name] for entry in axis], swept[name]) for name in names]
            if alone
            else [_together(number, [_words(entry, heading) for entry in axis], [heading[n] for n in names])]
        )
    return found


def _sampled(kinds: Sequence[str]) -> int | None:
    """The axis of the design for indices, or else the first axis of samples; another counts as one field."""
    found = [number for number, kind in enumerate(kinds) if kind in SAMPLERS]
    return next((number for number in found if kinds[number] == SALTELLI), found[0] if found else None)


def _field(name: str, axis: int, values: Sequence[Any], written: Sequence[Any]) -> Field:
    """A field with a value at each place of its axis; words are in the order in which they are written."""
    import pandas as pd

    told = [shown(value) for value in values]
    if not any(isinstance(value, bool) or value is None for value in values):
        given = axis_values(pd.DataFrame({name: values}), name)
        if given.numbers is not None:
            numbers, first, level = np.unique(given.numbers, return_index=True, return_inverse=True)
            names: Any = pd.array(told, "str").take(first)  # a list of a million texts would take much memory
            return Field(name, given.label, axis, level, names, numbers)
    there = set(told)
    return _together(axis, told, [name], [each for each in map(shown, written) if each in there])


def _together(axis: int, told: Sequence[str], names: Sequence[str], order: Sequence[str] = ()) -> Field:
    """A field of names, or fields that vary together."""
    places: dict[str, int] = {each: place for place, each in enumerate(dict.fromkeys(order))}
    level = np.array([places.setdefault(each, len(places)) for each in told])
    name = ", ".join(names)
    return Field(name, name, axis, level, [_short(each) for each in places], None)


def _words(entry: Mapping[str, Any], heading: Mapping[str, str]) -> str:
    return ", ".join(f"{heading[name]} {shown(value)}" for name, value in entry.items())


def _short(text: str) -> str:
    return text if len(text) <= MAX_LETTERS else f"{text[: MAX_LETTERS - 1]}…"
