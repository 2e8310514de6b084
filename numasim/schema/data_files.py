"""Files of data: where those that an experiment names are, and which entries of a sweep have theirs.

A relative name is looked up beside the experiment's file, then in the current directory, and then in the
folder of data that the user gives, where a suffix may be left out and a matrix may lie in a folder of its own
(``cant`` is ``DATA/cant.mtx.xz`` or ``DATA/cant/cant.mtx``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gpu.matrices import is_generated
from numasim.config.presets import display_path, find_file, is_file, no_such_file
from numasim.config.problems import Problem
from numasim.config.yaml_lines import Document
from numasim.config.yaml_lines import Path as Place
from numasim.schema.sweep import PRESENT, written_values
from partitioners.errors import ConfigError, InputError

if TYPE_CHECKING:
    pass

FILES = (
    *(("workload", name) for name in ("graph", "matrix", "source", "input")),
    ("partition", "file"),
    ("mapping", "file"),
)
"""The fields that name a file of the user's."""

SUFFIXES = ("", ".mtx", ".mtx.gz", ".mtx.bz2", ".mtx.xz", ".npz")
"""What a name in the folder of data may leave out."""


def check_folder(data: Path | None) -> None:
    """Refuse a folder of data that is none.

    Raises
    ------
    InputError
    """
    if data is not None and not data.is_dir():
        raise InputError(f"--data {data}: no such folder; give the one that holds the files")


def find_data(name: str, directory: Path | None, data: Path | None) -> Path | None:
    """A file of data beside the experiment, in the current directory, or in the folder of data; else None.

    Parameters
    ----------
    name : str
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
    """Whether :func:`find_data` finds what a field names; a matrix may be one that is generated."""
    made = key == "matrix" and is_generated(name)
    return made or find_data(name, directory, data) is not None


def no_such_data(name: str, directory: Path | None, data: Path | None) -> str:
    """The words where :func:`find_data` found nothing."""
    said = no_such_file(name, directory)
    if data is None:
        return said
    suffixes = ", ".join(suffix for suffix in SUFFIXES if suffix)
    return f"{said.removesuffix(')')} and in {display_path(data)}, there with {suffixes} too)"


def keep_present(document: Document, directory: Path | None, data: Path | None) -> tuple[str, ...]:
    """Leave out the entries of a sweep's ``present`` whose files are not there.

    Parameters
    ----------
    document : Document
        Of the experiment; it is changed.
    directory, data : Path, optional
        See :func:`find_data`.

    Returns
    -------
    tuple of str
        The files that are not there.

    Raises
    ------
    ConfigError
        Where that leaves no entry.
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
        cure = "; give the folder that holds them with --data DIR" if data is None else ""
        message = f"none of these files is there: {', '.join(names)} ({looked}{cure}"
        raise ConfigError([Problem(("sweep", PRESENT), message, at_key=True).line(document)])
    assert isinstance(sweep, dict)
    sweep[PRESENT] = [entries[k] for k in kept]
    number = {k: new for new, k in enumerate(kept)}
    document.keys = dict(_renumbered(document.keys, number))
    document.values = dict(_renumbered(document.values, number))
    return names


def located(resolved: Mapping[str, Any], directory: Path | None, data: Path | None) -> dict[str, Any]:
    """Plain data of an experiment whose files are named as they were found in the folder of data.

    Parameters
    ----------
    resolved : mapping
        It is changed.
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
        for swept, value, place in written_values(resolved.get("sweep")):
            if swept == field:
                _put(resolved["sweep"], place, path(value))
        baseline = resolved.get("baseline", {})
        if field in baseline:
            baseline[field] = [path(value) for value in baseline[field]]
    return dict(resolved)


def _absent(entry: Any, directory: Path | None, data: Path | None) -> Iterator[str]:
    """The files that an entry names and that are nowhere."""
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
