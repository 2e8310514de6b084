"""The points of a sweep: every combination of its axes; the first axis varies slowest."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError

from numasim.schema.constraint import meets
from numasim.schema.experiment import Experiment
from numasim.schema.expressions import ExpressionError
from numasim.schema.point_builder import Builder, applicable_in, override
from numasim.schema.study import Study
from numasim.schema.sweep import (
    SKIP,
    combinations,
    count,
    some_combinations,
    sweep_of,
)
from partitioners.config.problems import Problem, find_problems
from partitioners.errors import ConfigError
from partitioners.text.format_value import format_value

MOST_KEPT = 10_000
"""The largest number of points that are made before they run. Of more, a part is made to check them, and each
one when its turn comes."""

PART = 4096
"""The number of points of a part of many points."""

DRAWN = 2048
"""The number of points at which a sweep of more points is checked."""


IDENTITY = 16
"""The number of bytes by which a point is known."""


@dataclass(frozen=True)
class Point:
    """One run of an experiment.

    Attributes
    ----------
    index : int
        The position in the order of the sweep, from 0.
    overrides : dict
        The swept fields that apply to the point and their values, in the order of the sweep.
    experiment : Experiment
        The concrete experiment: without a sweep, with every default filled in.
    """

    index: int
    overrides: dict[str, Any] = field(hash=False)
    experiment: Experiment = field(hash=False)


@dataclass(frozen=True)
class Impossible:
    """A point of a sweep that is not a valid experiment.

    Attributes
    ----------
    index, overrides
        See :class:`Point`.
    problems : list of Problem
        The reasons.
    """

    index: int
    overrides: dict[str, Any]
    problems: list[Problem]

    @property
    def why(self) -> str:
        """The point and its problems in one line."""
        return f"at the point {describe(self.overrides)}: {'; '.join(each.line() for each in self.problems)}"


@dataclass(frozen=True)
class Expansion:
    """The points of an experiment.

    Before a search has run, they are those at which its values are checked; then, those that it has run. Of a
    sweep of many points, they are those at which it is checked; when it has run, only what was left out.

    Attributes
    ----------
    points : list of Point
        Those that are run.
    impossible : list of Impossible
    excluded : int
        The number of those that do not meet the constraint.
    """

    points: list[Point]
    impossible: list[Impossible]
    excluded: int = 0


def has_many_points(experiment: Experiment) -> bool:
    """Whether the points of an experiment are made only when they run."""
    return count(experiment.axes) > MOST_KEPT


def points(experiment: Experiment) -> list[Point]:
    """Return every point of an experiment; without a sweep, this is the experiment itself.

    With ``skip: invalid`` in the sweep, impossible points are left out and the others keep their numbers. For
    a search that has not run, these are the points at which its values are checked.

    Raises
    ------
    ConfigError
        A point is not a valid experiment; the message names the point.
    """
    if not has_many_points(experiment):
        return checked_points(experiment)
    return [point for part, _ in parts_of(experiment) for point in part]


def checked_points(experiment: Experiment) -> list[Point]:
    """Return the points at which an experiment is checked before it runs.

    These are all points of a sweep of at most ``MOST_KEPT`` combinations. A larger one is checked at
    ``DRAWN`` of them, whose numbers are not those of the results.

    Raises
    ------
    ConfigError
        See :func:`points`.
    """
    expansion = expand(experiment)
    skips = SKIP in experiment.sweep or experiment.search is not None
    if expansion.impossible and not (skips and expansion.points):
        raise ConfigError([each.why for each in expansion.impossible])
    if not expansion.points:
        raise none_left(experiment, expansion.excluded)
    return expansion.points


def none_left(experiment: Experiment, excluded: int) -> ConfigError:
    """Return the error of a constraint that leaves no point."""
    few = f"none of the {excluded:,} points meets {' and '.join(experiment.constraint)}"
    return ConfigError([f"constraint: {few}; relax it, or sweep more values"])


def parts_of(
    experiment: Experiment, own: Callable[[int], bool] | None = None
) -> Generator[tuple[list[Point], int], None, None]:
    """Yield the points of an experiment in parts, each with the largest number of points after it.

    At most ``MOST_KEPT`` points are one part, and more are parts of ``PART`` points. At the end, what
    :func:`skipped` and :func:`excluded` return is complete.

    Parameters
    ----------
    own : callable, optional
        Whether the point of a number is wanted; by default all are.

    Raises
    ------
    ConfigError
        A point is not a valid experiment, and the sweep does not skip such points; no point is left. Earlier
        parts have been yielded.
    """
    if not has_many_points(experiment):
        yield [point for point in checked_points(experiment) if own is None or own(point.index)], 0
        return
    data, model = experiment.resolved(), type(experiment)
    builder, total = Builder(model, data, experiment.directory), count(experiment.axes)
    part: list[Point] = []
    impossible: list[Impossible] = []
    not_met, found = 0, False
    try:
        for index, overrides in enumerate(assignments(data, model)):
            if own is not None and not own(index):
                continue
            point = make_point(experiment, builder, index, overrides)
            if isinstance(point, Impossible):
                if SKIP not in experiment.sweep:
                    raise ConfigError([f"{point.why}; set `skip: invalid` in the sweep to skip such points"])
                impossible.append(point)
            elif not meets_constraint(experiment, point):
                not_met += 1
            else:
                part.append(point)
            if len(part) == PART:
                yield part, total - index - 1
                part, found = [], True
        if part:
            yield part, 0
        elif not found and own is None:
            raise none_left(experiment, not_met)
    finally:
        experiment.keep_expansion(Expansion([], impossible, not_met))


def point_of(experiment: Experiment, number: int) -> Point | None:
    """Return the point of a number; None if there is none, or it is not run."""
    if not has_many_points(experiment):
        return next((each for each in checked_points(experiment) if each.index == number), None)
    data, model = experiment.resolved(), type(experiment)
    overrides = next(itertools.islice(assignments(data, model), number, None), None)
    if overrides is None:
        return None
    point = make_point(experiment, Builder(model, data, experiment.directory), number, overrides)
    return point if isinstance(point, Point) and meets_constraint(experiment, point) else None


def skipped(experiment: Experiment) -> list[Impossible]:
    """Return the points that ``skip: invalid`` leaves out."""
    return expand(experiment).impossible if SKIP in experiment.sweep else []


def excluded(experiment: Experiment) -> int:
    """Return the number of points that do not meet the constraint."""
    return expand(experiment).excluded


def expand(experiment: Experiment) -> Expansion:
    """Make every point of an experiment; a second call returns the same points."""
    if not experiment.axes:
        return Expansion([Point(0, {}, experiment)], [])
    if experiment.expansion is None:
        experiment.keep_expansion(_expand(experiment))
    expansion: Expansion = experiment.expansion
    return expansion


def _expand(experiment: Experiment) -> Expansion:
    data, model = experiment.resolved(), type(experiment)
    builder = Builder(model, data, experiment.directory)
    made, impossible, not_met = [], [], 0
    chosen = _drawn if has_many_points(experiment) else assignments
    for index, overrides in enumerate(chosen(data, model)):
        point = make_point(experiment, builder, index, overrides)
        if isinstance(point, Impossible):
            impossible.append(point)
        elif meets_constraint(experiment, point) or experiment.search is not None:
            made.append(point)
        else:
            not_met += 1
    return Expansion(made, impossible, not_met)


def make_point(
    experiment: Experiment, builder: Builder, index: int, overrides: dict[str, Any]
) -> Point | Impossible:
    """Make a point of an experiment from the values of its swept or searched fields."""
    try:
        point = builder.build(overrides)
    except ValidationError as error:
        return Impossible(index, overrides, find_problems(error, type(experiment)))
    except ConfigError as error:
        return Impossible(index, overrides, of_machine(error))
    return Point(index, overrides, point.in_directory(experiment.directory, experiment.data))


def meets_constraint(experiment: Experiment, point: Point) -> bool:
    """Whether a point meets all constraints of the experiment.

    Raises
    ------
    ConfigError
        A constraint names something that is no field.
    """
    return all(_meets(point.experiment, point.overrides, each) for each in experiment.constraint)


def _meets(point: Experiment, overrides: Mapping[str, Any], constraint: str) -> bool:
    try:
        return meets(point, overrides, constraint)
    except ExpressionError as error:
        raise ConfigError([f"constraint: {error}"]) from error


def searched_points(experiment: Experiment, values: Sequence[Mapping[str, Any]]) -> list[Point]:
    """Return the points of a search that has run, from the values of their fields.

    Points that are impossible now are left out.
    """
    builder = Builder(type(experiment), experiment.resolved(), experiment.directory)
    made = (make_point(experiment, builder, k, dict(each)) for k, each in enumerate(values))
    return [point for point in made if isinstance(point, Point)]


def of_machine(error: ConfigError) -> list[Problem]:
    """Return the problems of a point whose machine cannot be read."""
    return [Problem(("machine",), line.removeprefix("machine: ")) for line in error.problems]


def study_points(study: Study) -> list[tuple[dict[str, Any], Study]]:
    """Return every run of a study with the values of its sweep; the first field varies slowest."""
    data = study.model_dump(mode="json")
    return [
        (overrides, type(study).model_validate(override(data, overrides)))
        for overrides in combinations(study.sweep)
    ]


def verified(experiment: Experiment) -> Experiment:
    """Return the same experiment with the same points and at least ``verify: true``."""
    update = {"verify": experiment.verify or True}
    checked = experiment.model_copy(update=update)
    if experiment.axes:
        made = expand(experiment)
        points = [replace(each, experiment=each.experiment.model_copy(update=update)) for each in made.points]
        checked.keep_expansion(Expansion(points, made.impossible, made.excluded))
    return checked


def describe(overrides: Mapping[str, Any]) -> str:
    """Format a point for a message: ``{partition.method: 'metis', partition.parts: 8}``."""
    return f"{{{', '.join(f'{key}: {format_value(value)}' for key, value in overrides.items())}}}"


def assignments(data: Mapping[str, Any], model: type[Experiment]) -> Iterator[dict[str, Any]]:
    """Yield the overrides of each point in order, without those that do not apply; equal points only once.

    Parameters
    ----------
    data : mapping
        The data of an experiment with a sweep or a search.
    model : type of Experiment
        Its model.
    """
    seen = set()
    for overrides in _applied(data, model):
        identity = _identity(overrides)
        if identity not in seen:
            seen.add(identity)
            yield overrides


def _drawn(data: Mapping[str, Any], model: type[Experiment]) -> Iterator[dict[str, Any]]:
    """Yield the overrides of points at which a sweep of many points is checked."""
    return map(applicable_in(data, model), some_combinations(sweep_of(data), DRAWN))


def point_numbers(data: Mapping[str, Any], model: type[Experiment]) -> NDArray[np.intp]:
    """Return the number of the point of each combination of a sweep's axes, the first axis slowest.

    Combinations that differ only in values that do not apply are one point, and so are equal samples.

    Parameters
    ----------
    data, model
        See :func:`assignments`.

    Returns
    -------
    numpy.ndarray of int, shape (combinations,)
    """
    identities = bytearray()
    for overrides in _applied(data, model):
        identities += _identity(overrides)
    every = np.frombuffer(identities, f"S{IDENTITY}")
    _, first, place = np.unique(every, return_index=True, return_inverse=True)
    number = np.empty(len(first), np.intp)
    number[np.argsort(first)] = np.arange(len(first))
    return number[place]


def _identity(overrides: Mapping[str, Any]) -> bytes:
    """The same bytes for equal overrides; their text would take much more memory."""
    return hashlib.blake2b(repr(overrides).encode(), digest_size=IDENTITY).digest()


def _applied(data: Mapping[str, Any], model: type[Experiment]) -> Iterator[dict[str, Any]]:
    """Yield the overrides of each combination in order, without those that do not apply to it."""
    return map(applicable_in(data, model), combinations(sweep_of(data)))
