"""Read files of experiments and studies, and report all their mistakes with line and column."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path as FilePath
from typing import Any

from numasim.config.presets import NO_MACHINE, find_config, machine_document
from numasim.config.python_mapping import python_document
from numasim.schema.data_files import check_folder, keep_present
from numasim.schema.drafts import ExperimentDraft, StudyDraft
from numasim.schema.expand import Point
from numasim.schema.expand import points as points_of
from numasim.schema.experiment import AnyKind
from numasim.schema.experiment import Experiment as Experiment
from numasim.schema.published_figures import read_published
from numasim.schema.study import KINDS, NetworkStudy, Study
from numasim.schema.sweep import section_of, sweep_of, written_values
from numasim.schema.written_words import keep_words
from partitioners.config.problems import Problem, in_file_order
from partitioners.config.yaml_lines import Document, Path, display_path, read_yaml
from partitioners.errors import ConfigError
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


AnyKind.load = load_experiment


def points(experiment: Source | Experiment, data: str | FilePath | None = None) -> list[Point]:
    """Return the points of an experiment that would run; without a sweep, this is the experiment itself.

    Parameters
    ----------
    experiment : path, str, mapping or Experiment
        What :func:`numasim.run` takes: a YAML file, the name of a shipped experiment, a mapping of sections,
        or a loaded experiment.
    data : path, optional
        A folder of data files, see :func:`load_experiment`; a loaded experiment has its own.

    Returns
    -------
    list of Point
        In the order of the sweep. ``index`` is the number in the column ``point`` of the results,
        ``overrides`` has the values of the swept fields, and ``experiment`` is concrete: :func:`numasim.run`
        runs it alone. Points that ``skip: invalid`` or the ``constraint`` leave out are not among them. For a
        search, they are those at which its values are checked; it proposes its points when it runs.

    Raises
    ------
    ConfigError
        All mistakes in the file; no point meets the constraint.
    InputError
        The folder of data does not exist.
    """
    if not isinstance(experiment, Experiment):
        experiment = load_experiment(experiment, None if data is None else FilePath(data))
    return list(points_of(experiment))


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
    draft = ExperimentDraft(document, directory, data)
    problems = draft.problems()
    if lines:  # nothing is known of the machine
        problems = [each for each in problems if each.path[:1] != ("machine",)]
    if lines or problems or draft.whole is None:
        raise ConfigError(in_file_order(problems, document, lines))
    draft.whole = experiment = draft.whole.in_directory(directory, data, left_out)
    if experiment.published is not None:
        read_published(experiment.file(experiment.published))
    if problems := draft.problems_of_points():
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
    draft = StudyDraft(document, model, file.parent)
    if problems := draft.problems() or draft.problems_of_points():
        raise ConfigError(in_file_order(problems, document))
    return draft.study()


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
        first = [path for key, _, path in written_values(sweep_of(data)) if key == "machine"]
        if not first:
            return []
        written = (section_of(data), *first[0])
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
