"""Finished points on disk: what a killed sweep goes on from, and what a changed one need not run again.

A point is a pure function of its configuration, the bytes of its input files and the code, and its file is
named by the hash of the three. It appears under its name in one step when the point is finished, so a process
that is killed leaves whole points or none. Failed points are not kept: they are tried again.

Every outcome passes through these bytes, kept or not, from this process or another: so the tables of an
experiment cannot depend on where and when its points were run.
"""

from __future__ import annotations

import contextlib
import io
import json
import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numasim.point import Job, Outcome, evaluate, identity
from numasim.provenance import config_hash, foreign_source_hash, source_hash, versions
from numasim.schema import PLUGIN_KEYS
from partitioners.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from numasim.schema import Experiment

FOLDER = "points"


def evaluate_to_bytes(job: Job) -> bytes:
    """Run a point, and return its outcome as the store keeps it; what a worker does."""
    return encode(evaluate(job))


def encode(outcome: Outcome) -> bytes:
    """An outcome as bytes: a ZIP of JSON (rows, times) and a Parquet file for each table."""
    buffer = io.BytesIO()
    head = {"rows": outcome.rows, "timings": outcome.timings, "traceback": outcome.traceback}
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("outcome.json", json.dumps({**head, "final": outcome.final}, default=_plain))
        for name, table in outcome.tables.items():
            archive.writestr(f"{name}.parquet", _table_bytes(table))
    return buffer.getvalue()


def decode(data: bytes) -> Outcome:
    """The outcome that :func:`encode` was given."""
    import pyarrow.parquet as pq

    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        head = json.loads(archive.read("outcome.json"))
        tables = {
            name.removesuffix(".parquet"): pq.read_table(io.BytesIO(archive.read(name))).to_pandas()
            for name in archive.namelist()
            if name.endswith(".parquet")
        }
    return Outcome(head["rows"], tables, head["timings"], head["traceback"], head["final"])


def point_key(job: Job) -> str:
    """What names a point: the hash of all that decides its outcome, the code and its libraries included."""
    experiment = job.experiment
    plugins = plugin_sources(experiment, *PLUGIN_KEYS)
    return code_hash("point", identity(experiment, job.inputs), job.both, experiment.verify, plugins)


def plugin_sources(experiment: Experiment, *sections: str) -> list[str]:
    """The hashes of the sources of the plug-ins that sections name, where they are other people's."""
    hashes = []
    for section in sections:
        part = getattr(experiment, section)
        part = getattr(part, "matrix", part)  # of a kernel
        name = getattr(part, PLUGIN_KEYS[section], None)
        if name is not None:  # of `mine+refine`, the source of `mine`
            function = part.registry()[name.partition("+")[0]].function
            hashes.append(foreign_source_hash(function.__module__))
    return hashes


def code_hash(*parts: Any) -> str:
    """The hash of what is given, and of the code: its sources, and the versions of its libraries."""
    return config_hash([*parts, _code()])


class PointStore:
    """The finished points of a results folder.

    Parameters
    ----------
    folder : Path, optional
        The results folder; without one nothing is kept.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = None if folder is None else folder / FOLDER

    def load(self, key: str) -> Outcome | None:
        """A finished point; None where there is none, or where its file is damaged."""
        if self._folder is None:
            return None
        try:
            return decode((self._folder / f"{key}.zip").read_bytes())
        except FileNotFoundError:
            return None
        except Exception:  # whatever a torn file makes its readers raise: the point is run again
            return None

    @contextlib.contextmanager
    def shared_folder(self) -> Iterator[Path]:
        """An empty folder for what points share while they run; what a kill left of an earlier one goes."""
        if self._folder is None:
            with tempfile.TemporaryDirectory(prefix="numasim-") as name:
                yield Path(name)
            return
        path = self._folder / "shared"
        shutil.rmtree(path, ignore_errors=True)
        path.mkdir(parents=True, exist_ok=True)
        try:
            yield path.resolve()
        finally:
            shutil.rmtree(path, ignore_errors=True)

    def save(self, key: str, data: bytes) -> None:
        """Keep a finished point.

        Raises
        ------
        InputError
            The folder cannot be written to (any more).
        """
        if self._folder is None:
            return
        path = self._folder / f"{key}.zip"
        part = path.with_suffix(".part")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            part.write_bytes(data)
            part.replace(path)
        except OSError as error:
            raise InputError(f"{path}: cannot keep a finished point ({error.strerror})") from None


@cache
def _code() -> str:
    return config_hash([versions(), source_hash()])


def _table_bytes(table: pd.DataFrame) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    buffer = io.BytesIO()
    pq.write_table(pa.Table.from_pandas(table, preserve_index=False), buffer)
    return buffer.getvalue()


def _plain(value: Any) -> Any:
    return value.item()  # NumPy's scalars
