"""Experiment files: read one, and say everything that is wrong with it at once, by line and column."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path as FilePath
from typing import Any

from pydantic import ValidationError

from numasim.data_files import FILES, check_folder, is_there, keep_present, no_such_data
from numasim.expectations import show
from numasim.gpu_experiment.schema import experiment_of
from numasim.presets import find_config, machine_document, shown
from numasim.problems import Problem, dotted, find_problems, in_file_order
from numasim.published import read_published
from numasim.schema import Experiment
from numasim.sweep import assignments, build, concrete, describe
from numasim.sweep_axes import place_of, written_values
from numasim.sweep_fields import missing_swept_fields
from numasim.yaml_lines import Document, Path, read_yaml
from partitioners.errors import ConfigError


def load_experiment(path: str | FilePath, data: FilePath | None = None) -> Experiment:
    """Read an experiment.

    Parameters
    ----------
    path : str or path
        A YAML file, or the name of an experiment that comes with the project (``quickstart``).
    data : path, optional
        A folder of data files, for names that are neither beside the experiment nor in the current directory.

    Raises
    ------
    ConfigError
        Everything that is wrong with it, its sweep's points included; a line each, in the order of the file.
    InputError
        No such folder of data.
    """
    check_folder(data)
    file = find_config(path)
    document = read_yaml(file, shown(file))
    if not isinstance(document.data, dict):
        raise ConfigError(
            [f"{document.values[()]}: expected a mapping of sections, got {show(document.data)}"]
        )
    document.data.setdefault("name", file.stem)
    directory = file.parent
    lines = _expand_machine(document, directory)
    left_out = keep_present(document, directory, data)
    problems = list(_problems(document, directory, data))
    if lines:  # nothing is known of the machine
        problems = [each for each in problems if each.path[:1] != ("machine",)]
    if lines or problems:
        raise ConfigError(in_file_order(problems, document, lines))
    model = experiment_of(document.data)
    experiment = model.model_validate(document.data).in_directory(directory, data, left_out)
    if experiment.published is not None:
        read_published(experiment.file(experiment.published))
    if experiment.sweep:
        problems = _problems_of_combinations(experiment.resolved(), directory)
        if problems:
            raise ConfigError(in_file_order(problems, document))
    return experiment


def _expand_machine(document: Document, directory: FilePath) -> list[str]:
    """Put the machine's complete mapping into the document; the problems where that is impossible."""
    data = document.data
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
        )  # each value of a sweep is looked at later
    data["machine"] = machine.data
    place = document.values[written]
    document.keys.update({("machine", *path): place for path, place in machine.keys.items()})
    document.values.update({("machine", *path): place for path, place in machine.values.items()})
    document.values["machine",] = document.keys["machine",] = place
    return []


def _problems(document: Document, directory: FilePath, data_folder: FilePath | None) -> Iterator[Problem]:
    """What is wrong with the experiment as it stands, then with each value of its sweep by itself."""
    data = document.data
    sweep = data.get("sweep")
    firsts: dict[str, Any] = {}
    written: dict[str, Path] = {}
    for key, value, place in written_values(sweep):
        written.setdefault(key, ("sweep", *place))
        firsts.setdefault(key, value)
    firsts = {".".join(path): firsts[".".join(path)] for path in missing_swept_fields(data)}
    for path in missing_swept_fields(data):
        first = written[".".join(path)]
        document.keys[path] = document.place(first, key=True) or document.values[first]
        document.values[path] = document.values[first]
    try:
        experiment_of(data).model_validate(data)
        problems = []
    except ValidationError as error:
        problems = find_problems(error, experiment_of(data))
    problems += _missing_files(data, directory, data_folder)
    yield from problems
    of_sweep = {problem.path[1:] for problem in problems if problem.path[:1] == ("sweep",)}
    firsts = {
        key: value
        for key, value in firsts.items()
        if not any(_overlap(wrong, place_of(written[key][1:])) for wrong in of_sweep)
    }
    known = {(problem.path, problem.message) for problem in problems}
    for together in _judged_together(sweep):
        places = {key: ("sweep", *place) for key, _, place in together}
        if any(_overlap(wrong, place_of(place)) for _, _, place in together for wrong in of_sweep):
            continue
        overrides = {**firsts, **{key: value for key, value, _ in together}}
        for problem in _problems_of_point(data, overrides, directory, data_folder):
            swept = [key for key in places if problem.path[: key.count(".") + 1] == tuple(key.split("."))]
            if swept:
                below = dotted(problem.path[swept[0].count(".") + 1 :])
                yield Problem(places[swept[0]], f"{below}: {problem.message}" if below else problem.message)
            elif (problem.path, problem.message) not in known:
                yield problem


def _judged_together(sweep: Any) -> Iterator[list[tuple[str, Any, Path]]]:
    """The values of a sweep, each by itself; those of a step of ``zip`` or an entry of ``list`` together."""
    steps: dict[Path, list[tuple[str, Any, Path]]] = {}
    for key, value, place in written_values(sweep):
        if place[0] == "zip":
            step: Path = ("zip", place[2])
        else:
            step = place[:2] if place[0] == "list" else place
        steps.setdefault(step, []).append((key, value, place))
    yield from steps.values()


def _overlap(one: Path, other: Path) -> bool:
    return all(a == b for a, b in zip(one, other, strict=False))


def _problems_of_point(
    data: Mapping[str, Any],
    overrides: Mapping[str, Any],
    directory: FilePath,
    data_folder: FilePath | None,
) -> list[Problem]:
    try:
        point = concrete(data, overrides, directory)
    except ConfigError as error:
        return [Problem(("machine",), line.removeprefix("machine: ")) for line in error.problems]
    problems = _missing_files(point, directory, data_folder)
    try:
        experiment_of(point).model_validate(point)
    except ValidationError as error:
        problems += find_problems(error, experiment_of(point))
    return problems


def _problems_of_combinations(data: Mapping[str, Any], directory: FilePath) -> list[Problem]:
    """What is wrong with combinations of values that are right alone; of each problem the first point."""
    problems: dict[Path, Problem] = {}
    homes = {key: ("sweep", *place_of(place)) for key, _, place in written_values(data["sweep"])}
    for overrides in assignments(data):
        try:
            build(data, overrides, directory)
        except ValidationError as error:
            for each in find_problems(error, experiment_of(data)):
                swept = [
                    key
                    for key in overrides
                    if key in homes and each.path[: key.count(".") + 1] == tuple(key.split("."))
                ]
                path: Path = homes[swept[0]] if swept else each.path
                message = f"at the point {describe(overrides)}: {dotted(each.path)}: {each.message}"
                problems.setdefault(each.path, Problem(path, message))
    return list(problems.values())


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
