"""The files of a results folder, one at a time: tables, the manifest, texts."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numasim.results import frames
from partitioners.errors import InputError
from partitioners.storage.atomic_write import replacing

if TYPE_CHECKING:
    import pandas as pd

METADATA_KEY = b"numasim"
FORM_KEY = b"numasim_form"
"""The key of the number of rows and the types of the columns of a table, in its metadata."""

ROWS_AT_A_TIME = 131_072
"""The rows of a table that are converted for Parquet at once, and its row groups."""

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
        ``attrs`` contains the versions, the seed and the hashes recorded with the table, and as ``units`` the
        unit of each column that has one.

    Raises
    ------
    InputError
        The folder or the table does not exist, or a file was changed after numasim wrote it.
    """
    frame = read_table(Path(folder), table)
    return frame.copy() if len(frame) > frames.MANY else frame


def read_table(folder: Path, table: str = "results") -> pd.DataFrame:
    """Read a table as :func:`load_results` does; the columns of a large one lie on disk, and are read-only.

    Raises
    ------
    InputError
        See :func:`load_results`; a temporary file cannot be written.
    """
    import pyarrow.parquet as pq

    path = folder / f"{table}.parquet"
    if folder.is_file():
        raise InputError(f"{folder}: is a file; expected a results folder of `numasim run`")
    if not folder.is_dir():
        raise InputError(f"{folder}: no such results folder; `numasim run FILE --output {folder}` makes one")
    if not path.is_file():
        held = sorted(file.stem for file in folder.glob("*.parquet"))
        if "results" not in held and (folder / "manifest.json").is_file():
            raise InputError(
                f"{folder}: no point has finished yet; run the experiment again, which continues it"
            )
        if "results" not in held:
            raise InputError(f"{folder}: not a numasim results folder: results.parquet is missing")
        raise InputError(f"{folder}: there is no table {table!r}; there are {', '.join(held)}")
    try:
        with path.open("rb") as stream, pq.ParquetFile(stream) as file:  # PyArrow opens only paths in UTF-8
            schema, rows = file.schema_arrow, file.metadata.num_rows
            if rows <= frames.MANY:
                frame = file.read().to_pandas()
            else:
                frame = frames.on_disk((name, file.read([name]).to_pandas()[name]) for name in schema.names)
    except InputError:
        raise
    except Exception as error:  # damaged bytes may cause any exception of the reader
        raise InputError(f"{path}: not a readable Parquet file ({_first_line(error)})") from None
    metadata = schema.metadata or {}
    frame.attrs = _recorded(path, metadata)
    if FORM_KEY in metadata:
        _check_form(path, rows, schema, metadata[FORM_KEY])
    return frame


def read_own_table(folder: Path, table: str = "results") -> pd.DataFrame:
    """Read a table of which all columns are needed, see :func:`read_table`.

    Raises
    ------
    InputError
        The table was changed, or was not written by numasim.
    """
    import pyarrow.parquet as pq

    frame = read_table(folder, table)
    path = folder / f"{table}.parquet"
    with path.open("rb") as stream:
        metadata = pq.read_schema(stream).metadata or {}
    if FORM_KEY not in metadata:
        raise InputError(f"{path}: was written by another program; expected an unchanged file of numasim")
    return frame


def _form(rows: int, schema: Any) -> dict[str, Any]:
    """The number of rows and the types of the columns of a table."""
    return {"rows": rows, "columns": {field.name: str(field.type) for field in schema}}


def _check_form(path: Path, rows: int, schema: Any, recorded: bytes) -> None:
    """Raise an error if a table has other rows or columns than the table that numasim wrote."""
    found = _form(rows, schema)
    try:
        written = json.loads(recorded)
        before_rows, columns = written["rows"], dict(written["columns"])
    except (ValueError, KeyError, TypeError):
        before_rows, columns = None, {}
    if {"rows": before_rows, "columns": columns} == found:
        return
    what = f"has {rows} rows, but was written with {before_rows}"
    for name in (*columns, *found["columns"]):
        now, before = found["columns"].get(name), columns.get(name)
        if now != before:
            what = f"has {now} in the column {name!r}, but was written with {before}"
            what = f"has no column {name!r}, which every run writes" if now is None else what
            what = f"has the column {name!r}, which no run writes" if before is None else what
            break
    raise InputError(f"{path}: {what}; expected an unchanged file of numasim")


def need_columns(path: Path, frame: pd.DataFrame, names: Sequence[str]) -> None:
    """Raise an InputError if a table lacks columns that every run writes."""
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
    known = {"versions": dict, "inputs": list, "units": dict}
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


def write_tables(
    folder: Path,
    tables: Mapping[str, pd.DataFrame],
    metadata: Mapping[str, Any],
    units: Mapping[str, str] | None = None,
    *,
    csv: bool = True,
) -> list[Path]:
    """Write each table as ``name.parquet`` and ``name.csv``, the same bytes for the same content.

    Parameters
    ----------
    units : mapping of str to str, optional
        Units of columns whose names do not give them.
    csv : bool
        Whether to write ``name.csv``, which numasim itself never reads.

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
        written.append(folder / f"{name}.parquet")
        write_parquet(written[-1], frame, metadata, units)
        if csv:
            written.append(folder / f"{name}.csv")
            with replacing(written[-1]) as part:
                frame.to_csv(part, index=False, lineterminator="\n")
    return written


def write_parquet(
    path: Path,
    frame: pd.DataFrame,
    metadata: Mapping[str, Any],
    units: Mapping[str, str] | None = None,
) -> None:
    """Write one table as Parquet; ``metadata``, its units and its form are JSON in the file's own metadata.

    ``attrs`` of the frame are left out, so that only cells and metadata decide the bytes.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    from numasim.results.units import units_of

    bare = frame.copy(deep=False)
    bare.attrs = {}
    schema = pa.Schema.from_pandas(bare, preserve_index=False)
    own = {METADATA_KEY: {**metadata, "units": units_of(frame, units)}, FORM_KEY: _form(len(bare), schema)}
    recorded = {key: json.dumps(value, sort_keys=True).encode() for key, value in own.items()}
    schema = schema.with_metadata({**(schema.metadata or {}), **recorded})
    with (
        replacing(path) as part,
        part.open("wb") as stream,
        pq.ParquetWriter(stream, schema) as writer,
    ):
        for start in range(0, max(1, len(bare)), ROWS_AT_A_TIME):
            rows = bare.iloc[start : start + ROWS_AT_A_TIME]
            writer.write_table(pa.Table.from_pandas(rows, schema, preserve_index=False))


def write_text(path: Path, text: str) -> None:
    """Write a text file."""
    with replacing(path) as part:
        part.write_text(text, encoding="utf-8", newline="\n")


def _first_line(error: BaseException) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
