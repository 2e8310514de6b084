"""Files that are not checked yet, and all problems of their values and points, with their places.

A file is checked as it stands, then at a point for each value of its sweep, and, if nothing is wrong until
then, at every point. The problem of a value has the value's own place; that of values which do not fit
together, at the first point that has it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path as FilePath
from typing import Any, ClassVar

from pydantic import TypeAdapter, ValidationError

from numasim.config.presets import machine_document
from numasim.schema.complete import missing_swept_fields
from numasim.schema.data_files import FILES, is_there, no_such_data
from numasim.schema.expand import Impossible, describe, expand, of_machine
from numasim.schema.experiment import Experiment, experiment_of
from numasim.schema.point_builder import Builder, override
from numasim.schema.study import Study
from numasim.schema.sweep import (
    DRAWN,
    LISTS,
    SCREEN,
    SKIP,
    as_mapping,
    axes,
    combinations,
    fields_of,
    homes,
    place_of,
    section_of,
    sweep_of,
    swept_values,
    written_values,
)
from partitioners.config.model import ConfigModel
from partitioners.config.problems import Problem, dotted, field_type, find_problems
from partitioners.config.yaml_lines import Document, Path
from partitioners.errors import ConfigError, OptionError
from partitioners.text.counts import plural


class Draft(ABC):
    """A file that is not checked yet: its data with their lines, the model of its kind, and its folder."""

    can_skip: ClassVar[bool]
    """Whether impossible points can be left out."""

    def __init__(self, document: Document, model: type[ConfigModel], directory: FilePath) -> None:
        self.document, self.model, self.directory = document, model, directory
        self.data: dict[str, Any] = document.data
        self.section, self.sweep = section_of(document.data), sweep_of(document.data)

    @abstractmethod
    def as_it_stands(self) -> list[Problem]:
        """Return the problems of the file with the first value of each swept field that it leaves out."""

    @abstractmethod
    def problems_at(self, overrides: Mapping[str, Any]) -> list[Problem]:
        """Return the problems of a point."""

    @abstractmethod
    def expand(self) -> tuple[list[Impossible], int]:
        """Return the impossible points of a file whose values are right, and the number of other points."""

    @property
    def skips(self) -> bool:
        """Whether impossible points are left out."""
        return self.can_skip and (SKIP in self.sweep or self.section == "search")

    def without_unknown(self, problems: Iterable[Problem]) -> list[Problem]:
        """Leave out fields that are missing because the axes with their values are invalid."""
        problems = list(problems)
        wrong = {problem.path[1:2] for problem in problems if problem.path[:1] == (self.section,)}
        unknown = {
            str(path[-1])
            for key, given in self.sweep.items()
            if () in wrong or (key,) in wrong
            for path in fields_of({key: [given] if key in LISTS and isinstance(given, Mapping) else given})
        }
        return [each for each in problems if not (_is_missing(each) and dotted(each.path) in unknown)]

    def problems(self) -> list[Problem]:
        """Return the problems of the file as it stands, and those of the values of its sweep."""
        found = self.as_it_stands()
        of_values = list(self._of_values(found))
        # A value of a sweep also stands for a field that the file leaves out; its problem is told once.
        told = {(self.document.place(each.path), each.message) for each in of_values}
        return [e for e in found if (self.document.place(e.path), e.message) not in told] + of_values

    def _of_values(self, found: Sequence[Problem]) -> Iterator[Problem]:
        """Yield the problems of each value of a sweep, except those ``found`` in the file itself.

        A value is checked at the first point of the sweep that has it. Problems between values are left to
        :meth:`problems_of_points`.
        """
        of_sweep = {problem.path[1:] for problem in found if problem.path[:1] == (self.section,)}
        if () in of_sweep or not self.sweep:
            return
        known = set(found)
        wrong_axes = {path[:1] for path in of_sweep}
        first_of_axes = {
            key: axes({key: given})[0][0]
            for key, given in self.sweep.items()
            if (key,) not in wrong_axes and key != SKIP
        }
        start = [] if of_sweep else [list[tuple[str, Any, Path]]()]  # no value in place of the first ones
        for together in (*start, *_judged_together(self.sweep)):
            if any(_overlap(wrong, place_of(place)) for _, _, place in together for wrong in of_sweep):
                continue
            places = {key: (self.section, *place) for key, _, place in together}
            axis = together[0][2][0] if together else None
            others = [each for key, each in first_of_axes.items() if key != axis or axis in DRAWN]
            overrides = {key: value for each in others for key, value in each.items()}
            overrides |= {key: value for key, value, _ in together}
            # The end of a range may be in no sample, and a problem between values at a point that is skipped.
            alone = self.skips or axis in DRAWN
            for problem in self.problems_at(overrides):
                field = _field_above(problem, overrides)
                if field in places:
                    if not alone or self._is_wrong_alone(field, overrides[field], problem):
                        below = Problem(problem.path[field.count(".") + 1 :], problem.message)
                        yield Problem(places[field], below.line())
                elif field is None and not alone and problem not in known:
                    if not together:
                        known.add(problem)
                        message = f"at the point {describe(overrides)}: {problem.message}"
                        yield Problem(problem.path, message, problem.at_key)
                    elif not _is_missing(problem):
                        yield Problem(next(iter(places.values())), problem.line())

    def _is_wrong_alone(self, field: str, value: Any, problem: Problem) -> bool:
        """Whether a field rejects its value whatever the values of other fields."""
        if len(problem.path) > field.count(".") + 1 and field != "machine":
            return True
        kind = field_type(self.model, tuple(field.split(".")))
        if kind is None:  # an option of a plug-in is checked against its own type only
            return True
        try:
            TypeAdapter(kind).validate_python(
                machine_document(value, self.directory).data if field == "machine" else value, strict=True
            )
        except (ConfigError, ValidationError):
            return True
        return False

    def problems_of_points(self) -> list[Problem]:
        """Return the problems of points whose values are valid alone; for each problem, the first point."""
        impossible, possible = self.expand()
        if self.skips and possible:
            return []
        home_of = homes(self.data)
        found: dict[Path, list[tuple[Path, str]]] = {}
        for point in impossible:
            for each in point.problems:
                field = _field_above(each, [key for key in point.overrides if key in home_of])
                home: Path = each.path if field is None else home_of[field]
                message = f"at the point {describe(point.overrides)}: {each.line()}"
                found.setdefault(each.path, []).append((home, message))
        cure = "; set `skip: invalid` in the sweep to skip such points" if self.can_skip else ""
        problems = []
        for (home, message), *others in found.values():
            many = f" (and at {len(others):,} other {plural(len(others), 'point')})" if others else ""
            problems.append(Problem(home, message + many + ("" if self.skips else cure)))
        return problems


class ExperimentDraft(Draft):
    """The file of an experiment; its machine is a complete mapping, and ``folder`` the user's data."""

    can_skip = True
    model: type[Experiment]
    whole: Experiment | None = None
    """The experiment with its sweep, if the file is valid as it stands."""

    def __init__(self, document: Document, directory: FilePath, folder: FilePath | None) -> None:
        super().__init__(document, experiment_of(document.data), directory)
        self.folder = folder

    @cached_property
    def _builder(self) -> Builder:
        return Builder(self.model, self.data, self.directory)

    def as_it_stands(self) -> list[Problem]:
        """See :class:`Draft`."""
        written: dict[str, Path] = {}
        for key, _, place in written_values(self.sweep):
            written.setdefault(key, (self.section, *place))
        for path in missing_swept_fields(self.data):
            first = written[".".join(path)]
            if (found := self.document.values.get(first)) is not None:  # a mapping in Python has no positions
                self.document.keys[path] = self.document.place(first, key=True) or found
                self.document.values[path] = found
        problems = []
        try:
            self.whole = self.model.model_validate(self.data)
        except ValidationError as error:
            problems = self.without_unknown(find_problems(error, self.model))
        return problems + self._missing_files(self.data)

    def problems_at(self, overrides: Mapping[str, Any]) -> list[Problem]:
        """See :class:`Draft`."""
        try:
            point = self._builder.concrete(overrides)
        except ConfigError as error:
            return of_machine(error)
        problems = self._missing_files(point)
        try:
            self._builder.build(overrides)
        except ValidationError as error:
            problems += find_problems(error, experiment_of(point))
        return problems

    def expand(self) -> tuple[list[Impossible], int]:
        """See :class:`Draft`."""
        assert self.whole is not None  # the file is valid as it stands
        expansion = expand(self.whole)
        return expansion.impossible, len(expansion.points)

    def _missing_files(self, data: Mapping[str, Any]) -> list[Problem]:
        named: list[tuple[Path, Any]] = [
            ((section, key), as_mapping(data.get(section)).get(key)) for section, key in FILES
        ]
        named.append((("published",), data.get("published")))
        return [
            Problem(path, no_such_data(name, self.directory, self.folder))
            for path, name in named
            if isinstance(name, str)
            and name
            and not is_there(str(path[-1]), name, self.directory, self.folder)
        ]


class StudyDraft(Draft):
    """The file of a study."""

    can_skip = False
    model: type[Study]

    def as_it_stands(self) -> list[Problem]:
        """See :class:`Draft`."""
        absent = {}
        for field, values in swept_values(self.sweep).items():
            section, _, name = field.partition(".")
            given = self.data.get(section, {})
            inner = name.split(".")[0]
            if section not in self.data or (name and isinstance(given, Mapping) and inner not in given):
                absent[field] = values[0]
        try:
            whole = self.model.model_validate(override(self.data, absent) | self._swept())
        except ValidationError as error:
            found = find_problems(error, self.model)
            return self.without_unknown(each for each in found if _field_above(each, absent) is None)
        return [] if self.sweep else _wrong_together(whole)

    def problems_at(self, overrides: Mapping[str, Any]) -> list[Problem]:
        """See :class:`Draft`."""
        try:
            return _wrong_together(self.model.model_validate(override(self.data, overrides)))
        except ValidationError as error:
            return find_problems(error, self.model)

    def expand(self) -> tuple[list[Impossible], int]:
        """See :class:`Draft`."""
        points = enumerate(combinations(self.sweep))
        found = [Impossible(number, each, self.problems_at(each)) for number, each in points]
        impossible = [each for each in found if each.problems]
        return impossible, len(found) - len(impossible)

    def study(self) -> Study:
        """Return the study of a file without problems; it has the first value of each swept field."""
        first = {key: values[0] for key, values in swept_values(self.sweep).items()}
        return self.model.model_validate(override(self.data, first) | self._swept())

    def _swept(self) -> dict[str, Any]:
        return {key: given for key, given in self.data.items() if key == "sweep"}


def _wrong_together(study: Study) -> list[Problem]:
    try:
        study.check()
    except OptionError as error:
        return [Problem((), str(error))]
    return []


def _field_above(problem: Problem, fields: Iterable[str]) -> str | None:
    """Return the field that has a problem at its own place or below."""
    return next((f for f in fields if problem.path[: f.count(".") + 1] == tuple(f.split("."))), None)


def _is_missing(problem: Problem) -> bool:
    return problem.message.startswith("is missing")


def _judged_together(sweep: Mapping[str, Any]) -> Iterator[list[tuple[str, Any, Path]]]:
    """Yield the values of a sweep: alone, but a ``zip`` step, a ``list`` entry, a ``screen`` together."""
    steps: dict[Path, list[tuple[str, Any, Path]]] = {}
    for key, value, place in written_values(sweep):
        if place[0] == "zip":
            step: Path = ("zip", place[2])
        else:
            step = place[:2] if place[0] in LISTS else place[:1] if place[0] == SCREEN else place
        steps.setdefault(step, []).append((key, value, place))
    yield from steps.values()


def _overlap(one: Path, other: Path) -> bool:
    return all(a == b for a, b in zip(one, other, strict=False))
