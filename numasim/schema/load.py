"""Read files of experiments and studies, and report all their mistakes with line and column."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any

from pydantic import TypeAdapter, ValidationError

from numasim.config.presets import NO_MACHINE, find_config, machine_document
from numasim.config.python_mapping import python_document
from numasim.schema.complete import missing_swept_fields
from numasim.schema.data_files import FILES, check_folder, is_there, keep_present, no_such_data
from numasim.schema.expand import Builder, describe, expand, override
from numasim.schema.experiment import Experiment, experiment_of
from numasim.schema.published_figures import read_published
from numasim.schema.study import KINDS, NetworkStudy, Study
from numasim.schema.sweep import (
    LISTS,
    SAMPLERS,
    SKIP,
    as_mapping,
    axes,
    combinations,
    fields_of,
    homes,
    place_of,
    swept_values,
    written_values,
)
from numasim.schema.sweep_problems import sweep_problems
from numasim.schema.written_words import keep_words
from partitioners.config.problems import Problem, dotted, field_type, find_problems, in_file_order
from partitioners.config.yaml_lines import Document, Path, display_path, read_yaml
from partitioners.errors import ConfigError, OptionError
from partitioners.plugins.registry import did_you_mean
from partitioners.text.format_value import format_value

Source = str | FilePath | Mapping[str, Any]
"""A YAML file, the name of a shipped experiment, or a mapping of sections as a file would have it."""


def load(source: Source, data: FilePath | None = None) -> Experiment | Study:
    """Read an experiment, or a study (a file with ``kind``).

    Parameters
    ----------
    source : str, path or mapping
        A YAML file, or the name of a shipped experiment (``quickstart``, ``components/latency-load``); or a
        mapping of sections. The names of files in a mapping are relative to the current directory.
    data : path, optional
        A folder of data files, for names found neither next to the experiment nor in the current directory.

    Raises
    ------
    ConfigError
        All mistakes, including those at the points of the sweep; one line each, in the order of the file.
    InputError
        The folder of data does not exist.
    """
    document, file = _document(source)
    if isinstance(document.data, dict) and "kind" in document.data:
        return _study(document, file)
    return _experiment(document, file, data)


def load_experiment(source: Source, data: FilePath | None = None) -> Experiment:
    """Read an experiment as :func:`load` does; a study is an error.

    Parameters
    ----------
    source, data
        See :func:`load`.

    Raises
    ------
    ConfigError, InputError
        See :func:`load`.
    """
    document, file = _document(source)
    return _experiment(document, file, data)


def _document(source: Source) -> tuple[Document, FilePath]:
    """The content of a source, and the file beside which its files lie."""
    if isinstance(source, Mapping):
        return python_document(source), FilePath("experiment")
    file = find_config(source)
    document = read_yaml(file, display_path(file))
    keep_words(document)
    return document, file


def _name_of(file: FilePath) -> str:
    """The name of an experiment by its file, as text even if the name of the file is no UTF-8."""
    return os.fsencode(file.stem).decode(errors="replace")


def _experiment(document: Document, file: FilePath, data: FilePath | None) -> Experiment:
    check_folder(data)
    if not isinstance(document.data, dict):
        raise ConfigError(
            [f"{document.values[()]}: expected a mapping of sections, got {format_value(document.data)}"]
        )
    document.data.setdefault("name", _name_of(file))
    directory = file.parent
    lines = _expand_machine(document, directory)
    left_out = keep_present(document, directory, data)
    whole, problems = _as_it_stands(document, directory, data)
    of_values = list(_problems_of_values(document, problems, directory, data))
    # A value of a sweep also stands for a field that the file leaves out; its problem is told once.
    told = {(document.place(each.path), each.message) for each in of_values}
    problems = [each for each in problems if (document.place(each.path), each.message) not in told]
    problems += of_values
    if lines:  # nothing is known of the machine
        problems = [each for each in problems if each.path[:1] != ("machine",)]
    if lines or problems or whole is None:
        raise ConfigError(in_file_order(problems, document, lines))
    experiment = whole.in_directory(directory, data, left_out)
    if experiment.published is not None:
        read_published(experiment.file(experiment.published))
    if experiment.sweep:
        problems = _problems_of_points(experiment)
        if problems:
            raise ConfigError(in_file_order(problems, document))
    return experiment


def _study(document: Document, file: FilePath) -> Study:
    data = document.data
    model = KINDS.get(data["kind"]) if isinstance(data["kind"], str) else None
    if model is None:
        hint = did_you_mean(str(data["kind"]), KINDS)
        problem = Problem(
            ("kind",), f"expected one of 'network', 'memory', got {format_value(data['kind'])}; {hint}"
        )
        raise ConfigError([problem.line(document)])
    data.setdefault("name", _name_of(file))
    data.setdefault("title", data["name"])
    if "machine" in data and model is NetworkStudy:
        _put_machine(document, machine_document(document.at(("machine",)), file.parent))
    sweep = _right_axes(model, data.get("sweep"))
    first = {key: values[0] for key, values in swept_values(sweep).items()}
    problems = _problems_of_own_values(model, data, first) or list(_problems_of_study(model, document, sweep))
    if problems:
        raise ConfigError(in_file_order(problems, document))
    return model.model_validate(_with_sweep(data, first))


def _right_axes(model: type[Study], sweep: Any) -> dict[str, Any]:
    """Return the valid axes of the sweep of a study's file."""
    if not isinstance(sweep, Mapping):
        return {}
    problems = sweep_problems(sweep, model.fields(), sections={})
    wrong = {problem.path[0] if problem.path else None for problem in problems}
    return {key: given for key, given in sweep.items() if key not in wrong and None not in wrong}


def _with_sweep(data: Mapping[str, Any], overrides: Mapping[str, Any]) -> dict[str, Any]:
    return override(data, overrides) | {key: given for key, given in data.items() if key == "sweep"}


def _problems_of_own_values(
    model: type[Study], data: Mapping[str, Any], first: Mapping[str, Any]
) -> list[Problem]:
    """Return the problems of what a study's file says outside of its sweep, which would replace it."""
    absent = {}
    for field, value in first.items():
        section, _, name = field.partition(".")
        given = data.get(section, {})
        if section not in data or (name and isinstance(given, Mapping) and name.split(".")[0] not in given):
            absent[field] = value
    try:
        model.model_validate(_with_sweep(data, absent))
    except ValidationError as error:
        found = find_problems(error, model)
        return [each for each in found if each.path[:1] != ("sweep",) and _field_above(each, absent) is None]
    return []


def _problems_of_study(model: type[Study], document: Document, sweep: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield the problems of the study itself, and then of each value and combination of its sweep."""
    data, known = document.data, set()
    places = {(key, format_value(value)): ("sweep", *place) for key, value, place in written_values(sweep)}
    home_of = homes(sweep)
    for number, overrides in enumerate(combinations(sweep)):
        try:
            model.model_validate((override if number else _with_sweep)(data, overrides)).check()
            continue
        except ValidationError as error:
            found = find_problems(error, model)
        except OptionError as error:
            found = [Problem((), str(error))]
        for problem in found:
            field = _field_above(problem, overrides)
            at = problem.path
            if field is not None:
                at = places.get((field, format_value(overrides[field])), home_of[field])
            if (at, problem.message) not in known:
                known.add((at, problem.message))
                yield Problem(at, problem.message, problem.at_key and field is None)


def _put_machine(document: Document, machine: Document) -> None:
    """Put a machine's complete mapping into the document that names the machine."""
    document.data["machine"] = machine.data
    document.keys.update({("machine", *path): place for path, place in machine.keys.items()})
    document.values.update({("machine", *path): place for path, place in machine.values.items()})


def _expand_machine(document: Document, directory: FilePath) -> list[str]:
    """Put the machine's complete mapping into the document; return the problems if that is impossible."""
    data = document.data
    if data.get("machine") == NO_MACHINE:
        return []
    written: Path = ("machine",)
    if data.get("machine") is None:
        first = [path for key, _, path in written_values(data.get("sweep")) if key == "machine"]
        if not first:
            return []
        written = ("sweep", *first[0])
    try:
        machine = machine_document(document.at(written), directory)
    except ConfigError as error:
        data["machine"] = {}
        return (
            list(error.problems) if written == ("machine",) else []
        )  # each value of a sweep is checked later
    place = document.values.get(written)
    _put_machine(document, machine)
    if place is not None:  # a mapping in Python has no positions
        document.values["machine",] = document.keys["machine",] = place
    return []


def _as_it_stands(
    document: Document, directory: FilePath, data_folder: FilePath | None
) -> tuple[Experiment | None, list[Problem]]:
    """Return the experiment with its sweep (None if it is invalid) and its problems."""
    data = document.data
    written: dict[str, Path] = {}
    for key, _, place in written_values(data.get("sweep")):
        written.setdefault(key, ("sweep", *place))
    for path in missing_swept_fields(data):
        first = written[".".join(path)]
        if (found := document.values.get(first)) is not None:  # a mapping in Python has no positions
            document.keys[path] = document.place(first, key=True) or found
            document.values[path] = found
    model = experiment_of(data)
    experiment, problems = None, []
    try:
        experiment = model.model_validate(data)
    except ValidationError as error:
        problems = find_problems(error, model)
        unknown = _fields_of_wrong_axes(data.get("sweep"), problems)
        problems = [each for each in problems if not (_is_missing(each) and dotted(each.path) in unknown)]
    return experiment, problems + _missing_files(data, directory, data_folder)


def _fields_of_wrong_axes(sweep: Any, problems: Iterable[Problem]) -> set[str]:
    """Return the fields of invalid axes, whose values at a point are unknown."""
    wrong = {problem.path[1:2] for problem in problems if problem.path[:1] == ("sweep",)}
    return {
        str(path[-1])
        for key, given in as_mapping(sweep).items()
        if () in wrong or (key,) in wrong
        for path in fields_of({key: [given] if key in LISTS and isinstance(given, Mapping) else given})
    }


def _problems_of_values(
    document: Document, found: Sequence[Problem], directory: FilePath, data_folder: FilePath | None
) -> Iterator[Problem]:
    """Yield the problems of each value of a sweep, except those ``found`` in the experiment itself.

    A value is checked at the first point of the sweep that has it. Problems at a value's own place are
    reported here. Problems between values are left to :func:`_problems_of_points`.
    """
    data = document.data
    sweep = data.get("sweep")
    of_sweep = {problem.path[1:] for problem in found if problem.path[:1] == ("sweep",)}
    wrong_axes = {path[:1] for path in of_sweep}
    if () in of_sweep or not isinstance(sweep, Mapping):
        return
    known = {_key(problem) for problem in found}
    model = experiment_of(data)
    first_of_axes = {
        key: axes({key: given})[0][0]
        for key, given in sweep.items()
        if (key,) not in wrong_axes and key != SKIP
    }
    builder = Builder(data, directory)
    start = {key: value for axis in first_of_axes.values() for key, value in axis.items()}
    hidden = SKIP in sweep  # a problem between values may then be at a point that is skipped
    for problem, _ in _problems_of_point(builder, start, directory, data_folder) if not of_sweep else ():
        if not hidden and _field_above(problem, start) is None and _key(problem) not in known:
            known.add(_key(problem))
            message = f"at the point {describe(start)}: {problem.message}"
            yield Problem(problem.path, message, problem.at_key)
    for together in _judged_together(sweep):
        places = {key: ("sweep", *place) for key, _, place in together}
        if any(_overlap(wrong, place_of(place)) for _, _, place in together for wrong in of_sweep):
            continue
        axis = together[0][2][0]
        others = {key: each for key, each in first_of_axes.items() if key != axis or axis in SAMPLERS}
        overrides = {key: value for each in others.values() for key, value in each.items()}
        overrides |= {key: value for key, value, _ in together}
        of_no_point = hidden or axis in SAMPLERS
        for problem, of_a_file in _problems_of_point(builder, overrides, directory, data_folder):
            field = _field_above(problem, overrides)
            if field in places:
                if of_no_point and not (
                    of_a_file or _is_wrong_alone(model, field, overrides[field], problem, directory)
                ):
                    continue
                below = dotted(problem.path[field.count(".") + 1 :])
                yield Problem(places[field], f"{below}: {problem.message}" if below else problem.message)
            elif (
                field is None and not of_no_point and not _is_missing(problem) and _key(problem) not in known
            ):
                place = next(iter(places.values()))
                yield Problem(place, f"{dotted(problem.path)}: {problem.message}")


def _key(problem: Problem) -> tuple[Path, str]:
    return problem.path, problem.message


def _field_above(problem: Problem, fields: Iterable[str]) -> str | None:
    """Return the field that has a problem at its own place or below."""
    return next((field for field in fields if _below(problem.path, field)), None)


def _is_missing(problem: Problem) -> bool:
    return problem.message.startswith("is missing")


def _judged_together(sweep: Any) -> Iterator[list[tuple[str, Any, Path]]]:
    """Yield the values of a sweep: each alone, but those of a ``zip`` step or a ``list`` entry together."""
    steps: dict[Path, list[tuple[str, Any, Path]]] = {}
    for key, value, place in written_values(sweep):
        if place[0] == "zip":
            step: Path = ("zip", place[2])
        else:
            step = place[:2] if place[0] in LISTS else place
        steps.setdefault(step, []).append((key, value, place))
    yield from steps.values()


def _overlap(one: Path, other: Path) -> bool:
    return all(a == b for a, b in zip(one, other, strict=False))


def _below(path: Path, field: str) -> bool:
    return path[: field.count(".") + 1] == tuple(field.split("."))


def _problems_of_point(
    builder: Builder,
    overrides: Mapping[str, Any],
    directory: FilePath,
    data_folder: FilePath | None,
) -> Iterator[tuple[Problem, bool]]:
    """Yield the problems of a point, and for each whether it is a missing file."""
    try:
        point = builder.concrete(overrides)
        for problem in _missing_files(point, directory, data_folder):
            yield problem, True
        builder.build(overrides)
    except ConfigError as error:
        for line in error.problems:
            yield Problem(("machine",), line.removeprefix("machine: ")), True
    except ValidationError as error:
        for problem in find_problems(error, experiment_of(point)):
            yield problem, False


def _is_wrong_alone(
    model: type[Experiment], field: str, value: Any, problem: Problem, directory: FilePath
) -> bool:
    """Whether a field rejects its value whatever the values of other fields."""
    if len(problem.path) > field.count(".") + 1 and field != "machine":
        return True
    kind = field_type(model, tuple(field.split(".")))
    if kind is None:  # an option of a plug-in is checked against its own type only
        return True
    try:
        TypeAdapter(kind).validate_python(
            machine_document(value, directory).data if field == "machine" else value, strict=True
        )
    except ValidationError:
        return True
    return False


def _problems_of_points(experiment: Experiment) -> list[Problem]:
    """Return the problems of points whose values are valid alone; for each problem, the first such point."""
    impossible = expand(experiment).impossible
    if SKIP in experiment.sweep and expand(experiment).points:
        return []
    home_of = homes(experiment.sweep)
    found: dict[Path, list[tuple[Path, str]]] = {}
    for point in impossible:
        for each in point.problems:
            field = _field_above(each, [key for key in point.overrides if key in home_of])
            home: Path = each.path if field is None else home_of[field]
            message = f"at the point {describe(point.overrides)}: {dotted(each.path)}: {each.message}"
            found.setdefault(each.path, []).append((home, message))
    problems = []
    for (home, message), *others in found.values():
        many = f" (and at {len(others):,} other point{'s' * (len(others) > 1)})" if others else ""
        cure = (
            "; set `skip: invalid` in the sweep to skip such points" if SKIP not in experiment.sweep else ""
        )
        problems.append(Problem(home, f"{message}{many}{cure}"))
    return problems


def _missing_files(
    data: Mapping[str, Any], directory: FilePath, data_folder: FilePath | None
) -> list[Problem]:
    problems = []
    for section, key in FILES:
        part = data.get(section)
        name = part.get(key) if isinstance(part, Mapping) else None
        if isinstance(name, str) and name and not is_there(key, name, directory, data_folder):
            problems.append(Problem((section, key), no_such_data(name, directory, data_folder)))
    name = data.get("published")
    if isinstance(name, str) and name and not is_there("published", name, directory, data_folder):
        problems.append(Problem(("published",), no_such_data(name, directory, data_folder)))
    return problems
