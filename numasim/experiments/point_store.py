"""Finished points on disk, which a resumed or changed sweep does not run again.

A point is a pure function of its configuration, the bytes of its input files, the code, and the tools that it
uses (compilers, optional packages). Its key is the hash of them. A finished point is appended to a file, so a
process that is killed loses only the points that it was running. Failed points are not stored, so that they
are tried again.
"""

from __future__ import annotations

import contextlib
import hashlib
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numasim.experiments.encoded_outcome import EncodedOutcome, decode, encode
from numasim.experiments.job import Job, Outcome, report_nothing
from numasim.experiments.point import evaluate
from numasim.experiments.point_file import DamagedError, PointFile, PointWriter
from numasim.experiments.shared_cache import Kept
from numasim.experiments.tools import tools_of
from numasim.plugin_files import Hashes
from numasim.provenance import code_hash
from numasim.schema.complete import PLUGIN_KEYS
from numasim.schema.hybrid_workload import HybridWorkload
from numasim.schema.input_files import program_of
from numasim.schema.kinds import KINDS
from numasim.schema.thread_workload import ThreadWorkload
from numasim.schema.workload import KernelWorkload
from numasim.trace.program_identity import program_identity
from partitioners.errors import InputError
from partitioners.storage.temporary_folder import temporary_folder

if TYPE_CHECKING:
    from numasim.schema.experiment import Experiment

FOLDER = "points"
SHARED = "shared-"
"""The beginning of the name of a folder for data that points share while they run."""

SUFFIX = ".points"
"""The suffix of a file of finished points."""


class Worker:
    """Runs points in a process, and keeps data that the next points may share."""

    def __init__(self) -> None:
        self._kept = Kept()

    def __call__(self, job: Job, report: Callable[[str], None] = report_nothing) -> EncodedOutcome:
        """Run a point, and return its outcome encoded as in the store.

        Parameters
        ----------
        report : callable, optional
            Takes a line on the progress of a long job.
        """
        return encode(evaluate(replace(job, kept=self._kept, report=report)))


def point_key(job: Job, hashes: Hashes) -> str:
    """Return the key of a point: the hash of all that determines its outcome, including code and tools."""
    experiment = job.experiment
    plugins = plugin_hashes(experiment, hashes, *PLUGIN_KEYS)
    made_by = [tools_of(experiment), program_hash(experiment, hashes)]
    chosen = [job.both, experiment.verify, experiment.tables]
    return code_hash("point", job.run_id, *chosen, plugins, made_by)


def program_hash(experiment: Experiment, hashes: Hashes) -> str:
    """Return the hash of a traced program; nothing for other workloads.

    It is that of this run for a program that may read files that no key names: they may have changed since.
    """
    program = program_of(experiment)
    return "" if program is None else hashes.of_program(program, program_identity)


def plugin_hashes(experiment: Experiment, hashes: Hashes, *sections: str) -> list[str]:
    """Return the hashes of the packages of the kind and of the plug-ins of some sections."""
    found = [hashes.of_plugin(KINDS[experiment.kind].function.__module__)]
    for section in sections:
        part: Any = getattr(experiment, section, None)  # only some kinds have a schedule
        named = [(part, PLUGIN_KEYS[section])]
        if isinstance(part, KernelWorkload | ThreadWorkload):
            named = [(part, part.plugin_key), (part.operand, PLUGIN_KEYS[section])]
        if isinstance(part, HybridWorkload):
            named = [(part.operand, PLUGIN_KEYS[section])]
        for each, key in named:
            name = getattr(each, key, None)
            if name is not None:  # of `mine+refine`, the source of `mine`
                function = each.registry()[name.partition("+")[0]].function
                found.append(hashes.of_plugin(function.__module__))
    return found


@dataclass(frozen=True)
class Damaged:
    """A stored point that cannot be used, and the reason."""

    why: str


class PointStore:
    """The finished points of a results folder.

    Each run of an experiment appends its points to a file of its own. Points of earlier runs stay in theirs.

    Parameters
    ----------
    folder : Path, optional
        The results folder; without a folder, nothing is stored.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = None if folder is None else folder / FOLDER
        self._files: list[PointFile] = []
        self._writer: PointWriter | None = None

    def open(self) -> list[str]:
        """Find the finished points, and remove what a killed run left; the folder must be locked.

        Returns
        -------
        list of str
            What cannot be read.
        """
        damaged: list[str] = []
        self._files.clear()
        if self._folder is None or not self._folder.is_dir():
            return damaged
        for left in self._folder.glob(f"{SHARED}*"):
            shutil.rmtree(left, ignore_errors=True)  # this does not follow links
        for path in sorted(self._folder.glob(f"*{SUFFIX}"), key=_number):
            try:
                found = PointFile(path)
            except OSError as error:
                damaged.append(f"{path} cannot be read ({error.strerror})")
                continue
            self._files.append(found)
            if found.damaged:
                damaged.append(f"{path} has parts that are no points")
        return damaged

    def load(self, key: str) -> Outcome | Damaged | None:
        """Return a finished point, or None if it is not in the store."""
        name, damaged = point_name(key), None
        for file in reversed(self._files):
            if (place := file.points.get(name)) is None:
                continue
            try:
                return decode(file.read(place))
            except DamagedError as error:
                damaged = damaged or Damaged(f"{file.path}: the point {key} {error}")
            except Exception:  # the record was not written by numasim and may contain anything
                damaged = damaged or Damaged(f"{file.path}: the point {key} does not contain a point")
        return damaged

    @contextlib.contextmanager
    def shared_folder(self) -> Iterator[Path]:
        """Make a new folder for data that points share while they run.

        Its name cannot be guessed and only this user has access, so it contains no data of other users.
        """
        if self._folder is None:
            with temporary_folder("shared") as path:
                yield path
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        path = Path(tempfile.mkdtemp(prefix=SHARED, dir=self._folder)).resolve()
        try:
            yield path
        finally:
            shutil.rmtree(path, ignore_errors=True)

    def save(self, key: str, outcome: EncodedOutcome) -> None:
        """Store a finished point.

        Raises
        ------
        InputError
            The folder cannot be written to.
        """
        if self._folder is None:
            return
        try:
            if self._writer is None:
                self._folder.mkdir(parents=True, exist_ok=True)
                number = max(map(_number, self._folder.glob(f"*{SUFFIX}")), default=0) + 1
                self._writer = PointWriter(self._folder / f"{number:04d}{SUFFIX}")
            self._writer.append(point_name(key), outcome)
        except OSError as error:
            raise InputError(f"{self._folder}: cannot store finished points ({error.strerror})") from None

    def close(self) -> None:
        """Close the file to which points are appended."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None


def point_name(key: str) -> bytes:
    """Return the name of a point's record: the hash of its key."""
    return hashlib.sha256(key.encode()).digest()


def _number(path: Path) -> int:
    """The number of a file of points; 0 for another name."""
    return int(path.stem) if path.stem.isdecimal() else 0
