"""The response of a figure to the swept fields: what pictures, tables and the report show of it.

A *curve* is the mean of the figure at each value of one field, over all values of the others. Its interval is
one of two. Of samples and replicates it is the 95% interval of the mean (Student's t): samples, or the means
of all points with one number of replicate, are independent. A grid without replicates has no chance in it, so
that its means are exact; there, the interval has the middle 80% of the points with the other fields.

A sampled number with more than twelve values has groups of about equal size, as many as the square root of
the samples, but at most 24 (for an index 64); the place of a group is its mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from numasim.results.columns import Column
from numasim.results.experiment_results import Results
from numasim.results.marks import GEOMETRIC
from numasim.results.method_ranking import find_column
from numasim.results.replicates import estimate
from numasim.results.response_cells import Cells, arranged, parts
from numasim.results.sobol_indices import (
    Floats,
    Indices,
    grid_indices,
    grid_interactions,
    mean_behind,
    saltelli_indices,
    sampled_indices,
)
from numasim.results.swept_design import Design, Field, design_of
from numasim.results.swept_plots import MAX_VALUES
from numasim.schema.sweep import SALTELLI
from partitioners.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

MIN_SAMPLES = 10
MIN_PAIRS = 8
"""The smallest numbers of samples, and of samples of the design ``saltelli``."""

MAX_GROUPS, MAX_MAP_GROUPS, MAX_INDEX_GROUPS = 24, 10, 64
"""The largest numbers of groups of samples of a curve, of a map, and for an index."""

MAX_MAPS = 3
SMALL = 0.01
"""The largest index of a field without an effect that a map would show."""

EQUAL = 1e-12
"""The largest relative difference of figures that are the same."""

MIDDLE = (10, 90)
"""The percentiles of the points that are the ends of an interval of a grid."""

STUDENT = "95% interval of the mean"
SPREAD = "middle 80% of the points"


class Level(NamedTuple):
    """The mean at one value of a field, or in a group of values.

    Attributes
    ----------
    number : float or None
        The value in the unit of the field's label; None if it is a name.
    low, high : float
        The interval; NaN if there is none.
    points : int
        The number of combinations.
    """

    name: str
    number: float | None
    mean: float
    low: float
    high: float
    points: int


class Curve(NamedTuple):
    """The response to one field; numbers ascend."""

    name: str
    label: str
    levels: list[Level]

    @property
    def numeric(self) -> bool:
        """Whether the levels are numbers."""
        return self.levels[0].number is not None


class Effect(NamedTuple):
    """The indices of a field; NaN where there is none. The halves are of the 95% intervals."""

    name: str
    first: float
    first_half: float
    total: float
    total_half: float


class Interaction(NamedTuple):
    """The share of the variance that is due to two fields together, and to neither alone."""

    names: tuple[str, str]
    share: float


class HeatMap(NamedTuple):
    """The mean over two fields of numbers; NaN where no point is.

    Attributes
    ----------
    labels : tuple of str
        The field along the axis, and the field of the rows.
    values : numpy.ndarray of float64, shape (rows, columns)
    """

    labels: tuple[str, str]
    columns: list[str]
    rows: list[str]
    values: Floats


@dataclass(frozen=True)
class Response:
    """The response of one figure.

    Attributes
    ----------
    figure : Column
    points : int
        The number of combinations with a figure.
    interval : str
        What the intervals of the curves are.
    curves : list of Curve
        In the order of the sweep.
    effects : list of Effect
        The largest first; empty if the figure is the same everywhere.
    interactions : list of Interaction
        Of a full grid, the largest first.
    maps : list of HeatMap
    notes : list of str
        Sentences on what was left out.
    """

    figure: Column
    points: int
    interval: str
    curves: list[Curve]
    effects: list[Effect] = field(default_factory=list)
    interactions: list[Interaction] = field(default_factory=list)
    maps: list[HeatMap] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def title(self) -> str:
        """The name of the figure."""
        return self.figure.title or self.figure.name


def responses(results: Results, names: Sequence[str]) -> list[Response]:
    """Return the responses of some figures of a results folder.

    Parameters
    ----------
    names : sequence of str
        Columns of numbers.

    Raises
    ------
    InputError
        The results are of no sweep, no field varies, a column does not exist or has no numbers, or the
        samples are too few.
    """
    columns = [_numbers(results.table, name) for name in names]
    design = design_of(results)
    return [_response(results, design, column) for column in columns]


def _numbers(table: pd.DataFrame, name: str) -> str:
    """The full name of a column of numbers."""
    column = find_column(table, name)
    if table[column].dtype.kind not in "iufb":
        raise InputError(f"{column!r} has no numbers, so there is no mean of it; choose a column of figures")
    return column


def _response(results: Results, design: Design, column: str) -> Response:
    whole, of_replicates = arranged(design, design.values(results.table, column))
    points, every = int(np.isfinite(whole.values).sum()), whole.values.size
    if not points:
        raise InputError(f"no finished run has {column!r}")
    notes = (
        [f"{every - points:,} of {every:,} points have no value: they failed, or lack the figure."]
        if points < every
        else []
    )
    constant = _is_constant(whole.values)
    if design.samples is not None:
        drawn = _of_saltelli if design.kinds[design.samples] == SALTELLI else _of_samples
        cells, effects = drawn(whole, column, constant)
    else:
        cells, effects = whole, [] if constant else _of_grid(whole, notes)
    if constant:
        notes.append("The figure is the same in all runs.")
    elif of_replicates is not None:
        notes.append(_chance_of_replicates(of_replicates))
    fields = [each for each in design.fields if each in (*cells.sampled, *cells.grid) and len(each.names) > 1]
    full_grid = design.samples is None and points == every and not constant
    return Response(
        results.kind.columns.get(column, Column(column)),
        points,
        STUDENT if cells.chance or of_replicates is not None else SPREAD,
        [_curve(each, cells, of_replicates) for each in fields],
        sorted(effects, key=lambda each: -share_of(each)),
        _interactions(whole) if full_grid else [],
        [] if constant else _maps(fields, effects, cells),
        notes,
    )


def _is_constant(values: Floats) -> bool:
    low, high = np.nanmin(values), np.nanmax(values)
    return bool(high - low <= EQUAL * max(abs(low), abs(high)))


def _of_grid(whole: Cells, notes: list[str]) -> list[Effect]:
    """The effects in a grid, with a note if it is not full."""
    there = np.isfinite(whole.values)
    if there.all():
        return _effects(whole.grid, grid_indices(whole.values[0]))
    if there.sum() < MIN_SAMPLES:
        notes.append(f"The grid is not full, and has fewer than {MIN_SAMPLES} points, so it has no indices.")
        return []
    notes.append("The grid is not full, so first-order indices are estimates, and there are no totals.")
    groups = [whole.everywhere(each, each.level)[there] for each in whole.grid]
    return _effects(whole.grid, sampled_indices(whole.values[there], groups))


def _of_samples(whole: Cells, column: str, constant: bool) -> tuple[Cells, list[Effect]]:
    """The samples that have a value, and the effects."""
    kept = np.flatnonzero(np.isfinite(whole.values.reshape(len(whole.values), -1)).any(axis=1))
    _refuse_few(column, len(kept), MIN_SAMPLES, "samples")
    cells = whole.whole_samples(kept)
    if constant:
        return cells, []
    indices = sampled_indices(
        cells.values, [cells.groups(each, MAX_INDEX_GROUPS, MAX_VALUES).group for each in cells.sampled]
    )
    return cells, _effects([*cells.sampled, *cells.grid], indices)


def _of_saltelli(whole: Cells, column: str, constant: bool) -> tuple[Cells, list[Effect]]:
    """The two points of each whole sample of the design, and the effects."""
    rows = len(whole.sampled) + 2
    values = whole.values.reshape(-1, rows, *whole.values.shape[1:])
    kept = np.isfinite(values.reshape(len(values), -1)).all(axis=1)
    _refuse_few(column, int(kept.sum()), MIN_PAIRS, f"whole samples of {rows} points")
    ends = np.arange(len(whole.values)).reshape(-1, rows)[kept][:, [0, -1]].ravel()
    cells = whole.whole_samples(ends)
    if constant:
        return cells, []
    return cells, _effects([*cells.sampled, *cells.grid], saltelli_indices(values[kept]))


def _refuse_few(column: str, found: int, needed: int, what: str) -> None:
    if found < needed:
        raise InputError(
            f"{found} {what} with {column!r} are too few for a response, which needs {needed}; "
            "sweep more samples"
        )


def _chance_of_replicates(of_replicates: Floats) -> str:
    """A sentence on the share of the variance of all runs that replicates of the same point have."""
    within = mean_behind((of_replicates - mean_behind(of_replicates, of_replicates.ndim - 1)[..., None]) ** 2)
    share = float(np.nanmean(within) / np.nanvar(of_replicates))
    return f"Replicates are averaged; {share:.1%} of the variance of all runs is between replicates."


def _effects(fields: Sequence[Field], indices: Indices) -> list[Effect]:
    columns = (indices.first, indices.first_half, indices.total, indices.total_half)
    return [
        Effect(each.name, *map(float, row))
        for each, row in zip(fields, np.stack(columns, axis=1), strict=True)
        if len(each.names) > 1
    ]


def share_of(effect: Effect) -> float:
    """Return the total index of a field, or else its first-order index."""
    return effect.first if np.isnan(effect.total) else effect.total


def _interactions(whole: Cells) -> list[Interaction]:
    found = [
        Interaction((whole.grid[i].name, whole.grid[j].name), share)
        for (i, j), share in grid_interactions(whole.values[0]).items()
    ]
    return sorted(found, key=lambda each: -each.share)


def _curve(each: Field, cells: Cells, of_replicates: Floats | None) -> Curve:
    """The response to one field."""
    groups = cells.groups(each, MAX_GROUPS, MAX_VALUES)
    there = np.isfinite(cells.values)
    points = np.bincount(cells.everywhere(each, groups.group)[there], minlength=len(groups.names))
    ends = _student if cells.chance or of_replicates is not None else _spread
    found = [
        Level(
            groups.names[k],
            None if groups.numbers is None else float(groups.numbers[k]),
            *ends(part[np.isfinite(part)]),
            int(points[k]),
        )
        for k, part in enumerate(parts(cells, each, groups, of_replicates))
        if points[k]
    ]
    return Curve(each.name, each.label, found)


def _student(values: Floats) -> tuple[float, float, float]:
    """The mean and its 95% interval."""
    found = estimate(values.tolist())
    assert found is not None
    half = np.nan if found.half_width is None else found.half_width
    return found.mean, found.mean - half, found.mean + half


def _spread(values: Floats) -> tuple[float, float, float]:
    """The mean, and the ends of the middle of the values."""
    low, high = np.percentile(values, MIDDLE) if len(values) > 1 else (np.nan, np.nan)
    return float(values.mean()), float(low), float(high)


def _maps(fields: Sequence[Field], effects: Sequence[Effect], cells: Cells) -> list[HeatMap]:
    """Maps over pairs of the numbers with the largest indices; none if neither field has an effect."""
    share = {each.name: share_of(each) for each in effects}
    numbers = [each for each in fields if each.numbers is not None]
    numbers.sort(key=lambda each: -share.get(each.name, 1.0))
    pairs = [(numbers[i], numbers[j]) for j in range(min(len(numbers), MAX_MAPS)) for i in range(j)]
    return [_map(across, up, cells) for across, up in pairs if share.get(across.name, 1.0) >= SMALL]


def _map(across: Field, up: Field, cells: Cells) -> HeatMap:
    most = min(MAX_MAP_GROUPS, int(len(cells.values) ** 0.5 / 2))
    columns, rows = (cells.groups(each, most, MAX_MAP_GROUPS) for each in (across, up))
    there = np.isfinite(cells.values)
    of_row, of_column = (
        cells.everywhere(each, groups.group)[there] for each, groups in ((up, rows), (across, columns))
    )
    shape = len(rows.names), len(columns.names)
    place = np.ravel_multi_index((of_row, of_column), shape)
    size = shape[0] * shape[1]
    count, sums = np.bincount(place, minlength=size), np.bincount(place, cells.values[there], size)
    means = np.divide(sums, count, out=np.full(size, np.nan), where=count > 0)
    return HeatMap((across.label, up.label), columns.names, rows.names, means.reshape(shape))


def by_share(response: Response) -> list[Curve]:
    """Return the curves, those of the fields with the largest indices first."""
    share = {each.name: share_of(each) for each in response.effects}
    return sorted(response.curves, key=lambda each: -share.get(each.name, 0.0))


def has_factors(curve: Curve) -> bool:
    """Whether the numbers of a curve grow by factors, so that their axis is logarithmic."""
    numbers = [level.number for level in curve.levels if level.number is not None]
    return len(numbers) > 2 and numbers[0] > 0 and all(b >= GEOMETRIC * a for a, b in pairwise(numbers))
