"""Edge tables with a header, as spreadsheets, pandas, networkx, igraph and Gephi write them.

The header names the columns: one for the source, one for the target, and optionally one for the weight, in
any order. Other columns are ignored. Fields may be in double quotes.
"""

from __future__ import annotations

import csv
import io
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partitioners.files.file_bytes import file_error
from partitioners.files.lines import is_number, shown, to_integer
from partitioners.files.vertex_ids import has_padded_ids, is_padded

SOURCES = ("source", "src", "from", "source_id", "from_id", "fromnodeid")
TARGETS = ("target", "dst", "to", "target_id", "to_id", "tonodeid", "destination")
WEIGHTS = ("weight",)
HEAD_CURE = "name them source and target (or src and dst, from and to), and optionally weight"


class Head(NamedTuple):
    """The header of a table: its separator, its columns, and the columns that are read."""

    separator: str | None
    """None: blanks and tabs."""
    names: list[str]
    read: list[int]
    """The columns of the source, the target and, if there is one, the weight."""


def find_head(line: bytes) -> Head | None:
    """Parse a first line as a header; None if it does not name a source and a target."""
    text = line.decode("utf-8", "replace").strip("\r\n")
    separator = next((each for each in (",", ";", "\t") if each in text), None)
    fields = text.split(separator)
    names = [field.strip().strip('"').strip() for field in fields]
    lower = [name.lower() for name in names]
    read = [[k for k, name in enumerate(lower) if name in known] for known in (SOURCES, TARGETS, WEIGHTS)]
    if len(read[0]) == len(read[1]) == 1 and len(read[2]) <= 1:
        return Head(separator, names, [column for columns in read for column in columns])
    return None


def read_edge_table(
    text: bytes, head: Head, line: int, path: Path, *, weighed: bool = True
) -> list[NDArray[Any]]:
    """Read the columns of ids, all integers (int64 or uint64) or all names, and of weights (float64).

    Parameters
    ----------
    line : int
        Line number of the header, from 1.
    path : Path
        Path of the file, for error messages.
    weighed : bool
        Whether the weights are used; if not, their column is not read.

    Raises
    ------
    GraphFileError
        A field is missing, empty, not an integer among integers, or not a number. The message has the line.
    """
    if not weighed:
        head = head._replace(read=head.read[:2])
    first = next(_rows(text, head, line, path), None)
    if first is None:
        raise file_error(path, "there is no edge below the header", "expected one edge per line", line)
    integers = all(to_integer(field) is not None for field in first[1][:2])
    if integers and has_padded_ids(text):
        rows = _rows(text, head, line, path)
        integers = not any(is_padded(field) for _, fields in rows for field in fields[:2])
    columns = _read_fast(text, head, line, integers)
    return _read_slowly(_rows(text, head, line, path), head, integers, path) if columns is None else columns


def _read_fast(text: bytes, head: Head, line: int, integers: bool) -> list[NDArray[Any]] | None:
    """Read the columns with pandas; None if a row is invalid."""
    import pandas as pd

    types: dict[int, Any] = dict.fromkeys(head.read[:2], None if integers else str)
    types |= dict.fromkeys(head.read[2:], np.float64)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            frame = pd.read_csv(
                io.BytesIO(text),
                sep=head.separator or r"\s+",
                header=None,
                names=list(range(len(head.names))),
                dtype={column: kind for column, kind in types.items() if kind is not None},
                skiprows=line,
                index_col=False,
                skipinitialspace=True,
                quoting=csv.QUOTE_MINIMAL if head.separator else csv.QUOTE_NONE,
                na_filter=False,
                low_memory=False,
            )
    except (ValueError, OverflowError, Warning):
        return None
    columns = [frame[column].to_numpy() for column in head.read]
    ids = columns[:2]
    if integers and (ids[0].dtype.kind not in "iu" or ids[0].dtype != ids[1].dtype):
        return None
    # A quoted line end would shift the line numbers in messages; only the slow reader strips names.
    lines = sum(1 for each in text.split(b"\n")[line:] if each.strip())
    if len(frame) != lines or (
        not integers and any(name != name.strip() or not name for name in np.ravel(ids))
    ):
        return None
    return columns


def _read_slowly(
    rows: Iterator[tuple[int, list[bytes]]], head: Head, integers: bool, path: Path
) -> list[NDArray[Any]]:
    ids: list[list[Any]] = [[], []]
    weights = []
    for number, fields in rows:
        for column, field in zip(ids, fields, strict=False):
            value: Any = to_integer(field) if integers else field.decode()
            if value is None:
                raise file_error(
                    path,
                    f"the id {shown(field)} is not an integer like the ids before it",
                    "correct it, or use names from the first edge on",
                    number,
                )
            if integers and not -(2**63) <= value < 2**64:
                raise file_error(
                    path, f"the id {shown(field)} does not fit 64 bits", "renumber the ids", number
                )
            column.append(value)
        if len(head.read) > 2:
            if not is_number(fields[2]):
                cure = "correct it, or read it with weights unit"
                raise file_error(path, f"the weight {shown(fields[2])} is not a number", cure, number)
            weights.append(float(fields[2]))
    columns = id_columns(ids, path) if integers else [np.array(column) for column in ids]
    return [*columns, np.array(weights)] if len(head.read) > 2 else columns


def _rows(text: bytes, head: Head, line: int, path: Path) -> Iterator[tuple[int, list[bytes]]]:
    """The number of each line below the header, and its fields that are read."""
    for number, content in enumerate(text.split(b"\n")[line:], line + 1):
        if not content.strip():
            continue
        try:
            plain = content.decode().strip("\r")
        except UnicodeDecodeError:
            raise file_error(path, "a name is not UTF-8 text", "write the file as UTF-8", number) from None
        try:
            fields = (
                next(csv.reader([plain], delimiter=head.separator, skipinitialspace=True, strict=True))
                if head.separator
                else plain.split()
            )
        except csv.Error as error:
            raise file_error(
                path, f"invalid quoted field ({error})", "close it on the same line", number
            ) from None
        if len(fields) > len(head.names):
            raise file_error(
                path,
                f"there are {len(fields)} columns",
                f"expected {len(head.names)}, as in the header",
                number,
            )
        found = [fields[column].strip() if column < len(fields) else "" for column in head.read]
        for column, field in zip(head.read, found, strict=True):
            if not field:
                raise file_error(path, f"the column {head.names[column]!r} is empty", "fill it in", number)
        yield number, [field.encode() for field in found]


def id_columns(ids: list[list[int]], path: Path) -> list[NDArray[Any]]:
    """Sources and targets as arrays of one type, int64 or uint64.

    Raises
    ------
    GraphFileError
        Neither type can represent all ids.
    """
    low, high = min(map(min, ids)), max(map(max, ids))
    if low < 0 and high >= 2**63:
        raise file_error(path, f"the ids run from {low} to {high}, which exceeds 64 bits", "renumber the ids")
    kind = np.uint64 if high >= 2**63 else np.int64
    return [np.array(column, kind) for column in ids]
