"""Finished points on disk, which a resumed or changed sweep does not run again.

A point is a pure function of its configuration, the bytes of its input files, the code, and the tools that it
uses (compilers, optional packages). The name of its file is the hash of them. The file appears under its
name in one step when the point is finished, so a process that is killed leaves only complete points. Failed
points are not stored, so that they are tried again. The first line of the file is the hash of its name and
its content, so damaged or edited files are detected.

Every outcome is encoded to bytes and decoded, whether it is stored or not and whichever process ran it.
Therefore the tables of an experiment do not depend on where and when its points were run.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numasim.experiments.job import Job, Outcome, identity, report_nothing
from numasim.experiments.point import evaluate
from numasim.experiments.shared_cache import Kept
from numasim.experiments.stored_tables import StoredTables, encode_table
from numasim.experiments.tools import tools_of
from numasim.plugin_files import Hashes
from numasim.provenance import code_hash
from numasim.results.row_kinds import all_tables
from numasim.schema.complete import PLUGIN_KEYS
from numasim.schema.hybrid_workload import HybridWorkload
from numasim.schema.input_files import program_of
from numasim.schema.kinds import KINDS
from numasim.schema.thread_workload import ThreadWorkload
from numasim.schema.workload import KernelWorkload
from numasim.trace.program_identity import program_identity
from partitioners.errors import InputError
from partitioners.storage.atomic_write import replacing
from partitioners.storage.temporary_folder import temporary_folder

if TYPE_CHECKING:
    from numasim.schema.experiment import Experiment

FOLDER = "points"
SHARED = "shared-"
"""The beginning of the name of a folder for data that points share while they run."""

SUFFIX = ".arrow"
"""The suffix of a table in the file of a point."""

PACKED = (zipfile.ZIP_DEFLATED, 1)
"""The compression of a point: fast, since higher levels take longer than all else and gain little."""

DIGITS = 64
"""The number of hexadecimal digits of a SHA-256."""


class Worker:
    """Runs points in a process, and keeps data that the next points may share."""

    def __init__(self) -> None:
        self._kept = Kept()

    def __call__(self, job: Job, report: Callable[[str], None] = report_nothing) -> bytes:
        """Run a point, and return its outcome encoded as in the store.

        Parameters
        ----------
        report : callable, optional
            Takes a line on the progress of a long job.
        """
        return encode(evaluate(replace(job, kept=self._kept, report=report)))


def encode(outcome: Outcome) -> bytes:
    """Encode an outcome: a ZIP archive of JSON (rows, times) and a file in Arrow's format per table."""
    buffer = io.BytesIO()
    head = {"rows": outcome.rows, "timings": outcome.timings, "traceback": outcome.traceback}
    # A name alone would be stored with the time of day; ZipInfo has a fixed one.
    with zipfile.ZipFile(buffer, "w") as archive:
        text = json.dumps({**head, "final": outcome.final}, default=_plain)
        archive.writestr(zipfile.ZipInfo("outcome.json"), text, *PACKED)
        for name, table in outcome.tables.items():
            archive.writestr(zipfile.ZipInfo(f"{name}{SUFFIX}"), encode_table(table), *PACKED)
    return buffer.getvalue()


def decode(data: bytes) -> Outcome:
    """Decode an outcome that :func:`encode` has encoded."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        head = json.loads(archive.read("outcome.json"))
        tables = {
            name.removesuffix(SUFFIX): archive.read(name)
            for name in archive.namelist()
            if name.endswith(SUFFIX)
        }
    return Outcome(head["rows"], StoredTables(tables), head["timings"], head["traceback"], head["final"])


def point_key(job: Job, hashes: Hashes) -> str:
    """Return the key of a point: the hash of all that determines its outcome, including code and tools."""
    experiment = job.experiment
    plugins = plugin_hashes(experiment, hashes, *PLUGIN_KEYS)
    made_by = [tools_of(experiment), program_hash(experiment, hashes)]
    return code_hash("point", identity(experiment, job.inputs), job.both, experiment.verify, plugins, made_by)


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
    """A file of a stored point that cannot be used, and the reason."""

    why: str


class PointStore:
    """The finished points of a results folder.

    Parameters
    ----------
    folder : Path, optional
        The results folder; without a folder, nothing is stored.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = None if folder is None else folder / FOLDER

    def clear(self) -> None:
        """Remove temporary files of a killed run; the folder must be locked."""
        if self._folder is not None and self._folder.is_dir():
            for left in self._folder.glob(f"{SHARED}*"):
                shutil.rmtree(left, ignore_errors=True)  # this does not follow links
            for part in self._folder.glob(".*.part"):
                part.unlink(missing_ok=True)

    def load(self, key: str) -> Outcome | Damaged | None:
        """Return a finished point, or None if it is not in the store."""
        if self._folder is None:
            return None
        path = self._file(key)
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            return Damaged(f"{path} cannot be read ({error.strerror})")
        digest, content = data[:DIGITS], data[DIGITS + 1 :]
        if digest != _digest(key, content):
            return Damaged(f"{path} was changed after it was written (its hash differs)")
        try:
            return _checked(decode(content))
        except Exception:  # the file was not written by numasim and may contain anything
            return Damaged(f"{path} does not contain a point")

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

    def save(self, key: str, data: bytes) -> None:
        """Store a finished point that :func:`encode` has encoded.

        Raises
        ------
        InputError
            The folder cannot be written to.
        """
        if self._folder is None:
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"{self._folder}: cannot store finished points ({error.strerror})") from None
        with replacing(
            self._file(key), clear=False
        ) as part:  # clearing would list all points for each of them
            part.write_bytes(_digest(key, data) + b"\n" + data)

    def _file(self, key: str) -> Path:
        assert self._folder is not None
        return self._folder / f"{key}.zip"


def _digest(key: str, content: bytes) -> bytes:
    return hashlib.sha256(key.encode() + b"\n" + content).hexdigest().encode()


def _checked(outcome: Outcome) -> Outcome:
    """Return the outcome if it has the right form.

    Raises
    ------
    ValueError
    """
    rows, timings, tables = outcome.rows, outcome.timings, outcome.tables
    good = (
        *(isinstance(rows, list) and bool(rows), isinstance(timings, list)),
        all(isinstance(row, dict) and {"run_id", "error", "extra_run"} <= row.keys() for row in rows),
        all(isinstance(row, dict) and "run_id" in row for row in timings),
        isinstance(tables, StoredTables)
        and all(
            name in all_tables() and "run_id" in table.column_names for name, table in tables.arrow.items()
        ),
    )
    if not all(good):
        raise ValueError
    return outcome


def _plain(value: Any) -> Any:
    return value.item()  # NumPy's scalars
