"""The owner of a results folder: one experiment, and the files in it that numasim may replace.

The manifest names the experiment, the file that describes it, and every file that numasim has written. It is
written before the first run, so that the folder of a killed run is recognized. During a run, its list of
files contains every name that numasim may write.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numasim.provenance import config_hash
from numasim.results.folder_lock import LOCK_FILE, results_folder_lock
from numasim.results.plots import all_pictures
from numasim.results.row_kinds import all_tables
from numasim.results.tables import (
    MANIFEST,
    REPORT,
    RESOLVED,
    TIMELINE_TABLES,
    TIMINGS,
    open_folder,
    read_manifest,
    write_manifest,
    write_text,
)
from numasim.schema.experiment import OF_WHOLE, Experiment
from numasim.schema.input_files import input_files
from partitioners.errors import InputError

if TYPE_CHECKING:
    from numasim.schema.study import Study

MAX_NAMES = 5
"""The largest number of file names in a message."""

MAX_LETTERS = 200


def default_folder(name: str) -> Path:
    """Return the default results folder of an experiment: ``results/NAME``.

    Raises
    ------
    InputError
        The name cannot be that of a folder.
    """
    if (
        Path(name).name != name
        or name == ".."
        or "\\" in name
        or "\0" in name
        or len(name.encode()) > MAX_LETTERS
    ):
        raise InputError(
            f"the name {name[:MAX_LETTERS]!r} is not a valid folder name; choose another `name`, or "
            "set --output"
        )
    return Path("results") / name


@contextlib.contextmanager
def results_folder(
    path: Path, experiment: Experiment | Study, file: Path | None, *, overwrite: bool = False
) -> Iterator[Path]:
    """Make the results folder, or reuse that of the same experiment, and lock it while it is written to.

    Two experiments are the same if their names are equal, and their files or their configurations. Therefore
    an edited file continues in its folder. A moved file does so too, unless it names files that were moved
    with it. The sweep is not compared.

    Parameters
    ----------
    file : Path, optional
        The file of the experiment.
    overwrite : bool
        Whether to use the folder of another experiment, whose files are replaced, or a folder with other
        files, which are kept.

    Yields
    ------
    Path
        The folder.

    Raises
    ------
    InputError
        The folder cannot be written to, another process uses it, or it belongs to another experiment.
    """
    owner = {
        "experiment": experiment.name,
        "file": None if file is None else str(file.resolve()),
        "configuration": config_hash(_base(experiment)),
    }
    with results_folder_lock(open_folder(path)) as folder:
        claim = {**_allowed(folder, owner, overwrite), "files": sorted(own_names())}
        write_text(folder / MANIFEST, json.dumps(claim, indent=2) + "\n")
        try:
            yield folder
        finally:
            there = sorted(name for name in own_names() if (folder / name).is_file())
            with contextlib.suppress(InputError):  # the run itself has reported a full disk
                write_manifest(folder, {**owner, "files": there})


def table_names() -> frozenset[str]:
    """Return the names of all files of tables that an experiment may write."""
    tables = ("results", *all_tables(), *TIMELINE_TABLES, "published")
    return frozenset(f"{name}.{kind}" for name in tables for kind in ("csv", "parquet"))


def own_names() -> frozenset[str]:
    """Return the names of all files that numasim may write into a results folder."""
    pictures = {f"{name}.{kind}" for name in all_pictures() for kind in ("png", "svg")}
    return table_names() | pictures | {TIMINGS, RESOLVED, REPORT, MANIFEST}


def remove_others(folder: Path, written: Iterable[Path], names: Iterable[str]) -> None:
    """Remove files of earlier runs that have one of ``names`` and that this run has not written."""
    listed = read_manifest(folder).get("files", ())
    for name in set(names).intersection(listed) - {path.name for path in written}:
        (folder / name).unlink(missing_ok=True)


def _base(experiment: Experiment | Study) -> dict[str, Any]:
    """Return the configuration without the sweep, and the paths of the input files."""
    described = experiment.model_dump(mode="json")
    others = ("name", "title", "published", "verify", "speedup", "tables", *OF_WHOLE)
    found = input_files(experiment) if isinstance(experiment, Experiment) else {}
    return {
        "files": {field: str(path.resolve()) for field, path in found.items()},
        **{key: value for key, value in described.items() if key not in others},
    }


def _allowed(folder: Path, owner: Mapping[str, Any], overwrite: bool) -> dict[str, Any]:
    """Return the new manifest of a folder, or raise an error if the folder must not be written to."""
    names = {entry.name for entry in folder.iterdir()}
    names -= {name for name in names if name == LOCK_FILE or name.startswith(f".{MANIFEST}.")}
    try:
        kept = read_manifest(folder)
    except InputError:
        kept = {}
    if not isinstance(kept.get("files"), list):
        kept = {}
    same = kept.get("experiment") == owner["experiment"] and any(
        kept.get(key) is not None and kept.get(key) == owner[key] for key in ("file", "configuration")
    )
    if not overwrite and kept and not same:
        at = kept.get("file") or "made in Python"
        raise InputError(
            f"{folder}: contains the results of another experiment, {kept.get('experiment')!r} ({at}); "
            "choose another `name` or another --output, or replace them with --overwrite"
        )
    if not overwrite and names and not kept:
        raise InputError(
            f"{folder}: contains {_listed(names)}, but no manifest of numasim; choose another --output, or "
            "use --overwrite, which keeps such files"
        )
    listed = {name for name in kept.get("files", ()) if not (folder / name).is_symlink()}
    if strange := own_names() & names - listed:
        raise InputError(
            f"{folder}: contains {_listed(strange)}, which numasim would write but its manifest does "
            "not list; "
            "move these files, or choose another --output"
        )
    return {**kept, **owner} if same else dict(owner)


def _listed(names: Iterable[str]) -> str:
    found = sorted(names)
    return ", ".join(found[:MAX_NAMES]) + (
        f" and {len(found) - MAX_NAMES} more" if len(found) > MAX_NAMES else ""
    )
