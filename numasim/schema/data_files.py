"""Data files: find the files that an experiment names, and the entries of a sweep whose files exist.

A relative name is looked up next to the experiment's file, then in the current directory, and then in the
user's folder of data. In the folder of data, the suffix may be left out and a matrix may have a folder of its
own (``cant`` is ``DATA/cant.mtx.xz`` or ``DATA/cant/cant.mtx``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpu.matrices import is_generated
from numasim.config.presets import find_file, is_file, no_such_file
from numasim.schema.sweep import PRESENT, section_of, sweep_of, written_values
from partitioners.config.problems import Problem
from partitioners.config.yaml_lines import Document, display_path
from partitioners.config.yaml_lines import Path as Place
from partitioners.errors import ConfigError, InputError

if TYPE_CHECKING:
    pass

FILES = (
    *(("workload", name) for name in ("graph", "matrix", "mesh", "source", "input")),
    ("partition", "file"),
    ("mapping", "file"),
    ("schedule", "file"),
)
"""The fields that name a file of the user."""

SUFFIXES = ("", ".mtx", ".mtx.gz", ".mtx.bz2", ".mtx.xz", ".npz")
"""The suffixes that a name in the folder of data may leave out."""


def check_folder(data: Path | None) -> None:
    """Raise an InputError if `data` is not a directory."""
    if data is not None and not data.is_dir():
        raise InputError(f"--data {data}: no such folder; expected the folder that contains the data files")


def find_data(name: str, directory: Path | None, data: Path | None) -> Path | None:
    """Find a data file next to the experiment, in the current directory, or in the folder of data; else None.

    Parameters
    ----------
    directory : Path, optional
        The folder of the experiment's own file.
    data : Path, optional
        The folder of data.
    """
    found = find_file(name, directory)
    if found is not None or data is None:
        return found
    places = (data / f"{base}{suffix}" for base in (name, f"{name}/{name}") for suffix in SUFFIXES)
    return next((place for place in places if is_file(place)), None)


def is_there(key: str, name: str, directory: Path | None, data: Path | None) -> bool:
    """Whether :func:`find_data` finds the file of a field, or the field names a generated matrix."""
    made = key == "matrix" and is_generated(name)
    return made or find_data(name, directory, data) is not None


def no_such_data(name: str, directory: Path | None, data: Path | None) -> str:
    """Return the message for a file that :func:`find_data` did not find."""
    said = no_such_file(name, directory)
    if data is None:
        return said
    suffixes = ", ".join(suffix for suffix in SUFFIXES if suffix)
    return f"{said.removesuffix(')')} and in {display_path(data)}, there also with {suffixes})"


def keep_present(document: Document, directory: Path | None, data: Path | None) -> tuple[str, ...]:
    """Remove the entries of a sweep's ``present`` whose files do not exist.

    Parameters
    ----------
    document : Document
        The document of the experiment; it is changed.
    directory, data : Path, optional
        See :func:`find_data`.

    Returns
    -------
    tuple of str
        The files that do not exist.

    Raises
    ------
    ConfigError
        No entry is left.
    """
    sweep = document.data.get("sweep")
    entries = sweep.get(PRESENT) if isinstance(sweep, Mapping) else None
    if not isinstance(entries, list):
        return ()
    absent = {k: tuple(_absent(entry, directory, data)) for k, entry in enumerate(entries)}
    kept = [k for k in absent if not absent[k]]
    names = tuple(dict.fromkeys(name for each in absent.values() for name in each))
    if not kept and names:
        looked = no_such_data(names[0], directory, data).partition(" (")[2]
        cure = "; set their folder with --data DIR" if data is None else ""
        message = f"none of these files exists: {', '.join(names)} ({looked}{cure}"
        raise ConfigError([Problem(("sweep", PRESENT), message, at_key=True).line(document)])
    assert isinstance(sweep, dict)
    sweep[PRESENT] = [entries[k] for k in kept]
    number = {k: new for new, k in enumerate(kept)}
    document.keys = dict(_renumbered(document.keys, number))
    document.values = dict(_renumbered(document.values, number))
    return names


def located(resolved: Mapping[str, Any], directory: Path | None, data: Path | None) -> dict[str, Any]:
    """Return an experiment's plain data, with full paths for files in the folder of data.

    Parameters
    ----------
    resolved : mapping
        The plain data of an experiment; it is changed.
    directory, data : Path, optional
        See :func:`find_data`.
    """

    def path(name: Any) -> Any:
        found = None if not isinstance(name, str) else find_data(name, directory, data)
        return name if found is None or find_file(name, directory) else str(found.absolute())

    for section, key in FILES if data is not None else ():
        part = resolved.get(section)
        if isinstance(part, dict) and key in part:
            part[key] = path(part[key])
        field = f"{section}.{key}"
        for swept, value, place in written_values(sweep_of(resolved)):
            if swept == field:
                _put(resolved[section_of(resolved)], place, path(value))
        baseline = resolved.get("baseline", {})
        if field in baseline:
            baseline[field] = [path(value) for value in baseline[field]]
    return dict(resolved)


def _absent(entry: Any, directory: Path | None, data: Path | None) -> Iterator[str]:
    """Yield the files that an entry names and that do not exist."""
    for section, key in FILES if isinstance(entry, Mapping) else ():
        name = entry.get(f"{section}.{key}")
        if isinstance(name, str) and name and not is_there(key, name, directory, data):
            yield name


def _renumbered(places: Mapping[Place, Any], number: Mapping[int, int]) -> Iterable[tuple[Place, Any]]:
    for path, place in places.items():
        if path[:2] != ("sweep", PRESENT) or len(path) == 2:
            yield path, place
        elif isinstance(path[2], int) and path[2] in number:
            yield (*path[:2], number[path[2]], *path[3:]), place


def _put(sweep: Any, place: Place, value: Any) -> None:
    *parents, last = place
    for parent in parents:
        sweep = sweep[parent]
    sweep[last] = value
