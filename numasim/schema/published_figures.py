"""Files of published figures, which are matched to the rows of the results.

Each line of the file is one figure. The columns ``figure`` (a column of the results), ``value`` and
``source`` contain the name of the figure, its value and where it was published. Every other column is also a
column of the results and selects the runs of the figure: those with the same value (``-`` is none), or all
runs if the cell is empty. Lines that begin with ``#`` are comments.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping
from pathlib import Path

from partitioners.errors import InputError

NEEDED = ("figure", "value", "source")

Line = tuple[int, Mapping[str, str]]


def read_published(path: Path) -> list[Line]:
    """Read the figures of a file, each with its line number.

    Raises
    ------
    InputError
        The file cannot be read or lacks a column; a line has another number of cells than the first line, or
        no source; a value is not a finite number other than 0.
    """
    try:
        written = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read: {error}") from None
    lines = [(place, line) for place, line in enumerate(written, 1) if line.strip() and line[0] != "#"]
    cells = [(place, _cells(path, place, line)) for place, line in lines]
    columns = cells[0][1] if cells else []
    missing = [name for name in NEEDED if name not in columns]
    if missing:
        raise InputError(f"{path}: has no column {missing[0]!r}; it needs {', '.join(NEEDED)}")
    found: list[Line] = []
    for place, given in cells[1:]:
        if len(given) != len(columns):
            raise InputError(
                f"{path}:{place}: expected {len(columns)} cells, as in the first line, got {len(given)}"
            )
        row = dict(zip(columns, given, strict=True))
        if not _divides(row["value"]):
            raise InputError(f"{path}:{place}: value: expected a number other than 0, got {row['value']!r}")
        if not row["source"]:
            raise InputError(f"{path}:{place}: source: is empty; expected the publication of the figure")
        found.append((place, row))
    return found


def _cells(path: Path, place: int, line: str) -> list[str]:
    try:
        return next(csv.reader([line], strict=True))
    except csv.Error as error:
        raise InputError(f"{path}:{place}: is not a line of CSV: {error}") from None


def _divides(value: str) -> bool:
    try:
        return math.isfinite(float(value)) and float(value) != 0
    except ValueError:
        return False
