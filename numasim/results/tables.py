"""The files of a results folder, one at a time: tables, the manifest, texts."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from partitioners.atomic_write import replacing
from partitioners.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

METADATA_KEY = b"numasim"
MANIFEST = "manifest.json"
RESOLVED = "resolved.yaml"
TIMINGS = "timings.parquet"
REPORT = "report.html"

TIMELINE_TABLES = ("timeline", "timeline_messages")
"""The long tables of the one run of an experiment whose timeline is recorded."""


def load_results(folder: str | Path, table: str = "results") -> pd.DataFrame:
    """Read a table of a results folder; by default the table with one row per run.

    Parameters
    ----------
    folder : path
        A results folder written by ``numasim run``.
    table : str
        ``results``, ``timings``, or a long table: ``cores``, ``caches`` and so on. A long table does not
        exist if it would be empty.

    Returns
    -------
    pandas.DataFrame
        ``attrs`` contains the versions, the seed and the hashes recorded with the table.

    Raises
    ------
    InputError
        The folder or the table does not exist, or a file was changed after numasim wrote it.
    """
    import pyarrow.parquet as pq

    folder = Path(folder)
    path = folder / f"{table}.parquet"
    if folder.is_file():
        raise InputError(f"{folder}: is a file; expected a results folder of `numasim run`")
    if not folder.is_dir():
        raise InputError(f"{folder}: no such results folder; `numasim run FILE --output {folder}` makes one")
    if not path.is_file():
        held = sorted(file.stem for file in folder.glob("*.parquet"))
        if "results" not in held:
            raise InputError(f"{folder}: not a numasim results folder: results.parquet is missing")
        raise InputError(f"{folder}: there is no table {table!r}; there are {', '.join(held)}")
    try:
        read = pq.read_table(path)
        frame = read.to_pandas()
    except Exception as error:  # damaged bytes may cause any exception of the reader
        raise InputError(f"{path}: not a readable Parquet file ({_first_line(error)})") from None
    frame.attrs = _recorded(path, read.schema.metadata or {})
    return frame


def need_columns(path: Path, frame: pd.DataFrame, names: Sequence[str]) -> None:
    """Raise an error if a table lacks columns that every run writes.

    Raises
    ------
    InputError
    """
    missing = [name for name in names if name not in frame]
    if missing:
        raise InputError(
            f"{path}: has no column {missing[0]!r}, which every run writes; expected an unchanged file "
            "of numasim"
        )


def _recorded(path: Path, metadata: Mapping[bytes, bytes]) -> dict[str, Any]:
    """Return the data that numasim has recorded in the metadata of a Parquet file."""
    try:
        recorded = json.loads(metadata.get(METADATA_KEY, b"{}"))
    except ValueError as error:  # UnicodeDecodeError is one too
        raise InputError(
            f"{path}: the metadata 'numasim' is not JSON ({error}); expected an unchanged file of numasim"
        ) from None
    known = {"versions": dict, "inputs": list}
    good = isinstance(recorded, dict) and all(
        isinstance(recorded.get(key, kind()), kind) for key, kind in known.items()
    )
    if not good:
        raise InputError(f"{path}: the metadata 'numasim' was changed; expected an unchanged file of numasim")
    return dict(recorded)


def open_folder(folder: Path) -> Path:
    """Make the results folder before any run starts.

    Raises
    ------
    InputError
        The folder cannot be made or written to.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"{folder}: cannot make the results folder ({error.strerror}); choose another --output"
        ) from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise InputError(f"{folder}: the results folder cannot be written to; choose another --output")
    return folder


def read_manifest(folder: Path) -> dict[str, Any]:
    """Read the manifest of a results folder; empty if there is none.

    Raises
    ------
    InputError
        The manifest was changed after numasim wrote it.
    """
    path = folder / MANIFEST
    if not path.is_file():
        return {}
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:  # UnicodeDecodeError is one too
        raise InputError(f"{path}: is not JSON: {error}; expected an unchanged file of numasim") from None
    if not isinstance(found, dict):
        raise InputError(f"{path}: is not a JSON object; expected an unchanged file of numasim")
    return found


def write_manifest(folder: Path, about: Mapping[str, Any]) -> None:
    """Set values in the manifest of a results folder; other values are kept."""
    write_text(folder / MANIFEST, json.dumps({**read_manifest(folder), **about}, indent=2) + "\n")


def write_tables(folder: Path, tables: Mapping[str, pd.DataFrame], metadata: Mapping[str, Any]) -> list[Path]:
    """Write each table as ``name.csv`` and ``name.parquet``, the same bytes for the same content.

    Returns
    -------
    list of Path
        The written files.

    Raises
    ------
    InputError
        A file cannot be written; an existing file is then unchanged. The functions below raise it too.
    """
    written = []
    for name, frame in tables.items():
        written += [folder / f"{name}.parquet", folder / f"{name}.csv"]
        write_parquet(written[-2], frame, metadata)
        with replacing(written[-1]) as part:
            frame.to_csv(part, index=False, lineterminator="\n")
    return written


def write_parquet(path: Path, frame: pd.DataFrame, metadata: Mapping[str, Any]) -> None:
    """Write one table as Parquet with ``metadata`` as JSON in the file's own metadata."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.Table.from_pandas(frame, preserve_index=False)
    recorded = json.dumps(metadata, sort_keys=True).encode()
    table = table.replace_schema_metadata({**(table.schema.metadata or {}), METADATA_KEY: recorded})
    with replacing(path) as part:
        pq.write_table(table, part)


def write_text(path: Path, text: str) -> None:
    """Write a text file."""
    with replacing(path) as part:
        part.write_text(text, encoding="utf-8", newline="\n")


def _first_line(error: BaseException) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
