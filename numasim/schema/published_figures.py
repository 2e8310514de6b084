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
from typing import NamedTuple

from partitioners.errors import ConfigError, InputError

NEEDED = ("figure", "value", "source")


class PublishedFigures(NamedTuple):
    """The contents of a file of published figures.

    Attributes
    ----------
    header : int
        The number of the line with the names of the columns.
    selecting : tuple of str
        The columns that select rows.
    lines : list of (int, mapping of str to str)
        The figures, each with the number of its line.
    """

    header: int
    selecting: tuple[str, ...]
    lines: list[tuple[int, Mapping[str, str]]]


def read_published(path: Path) -> PublishedFigures:
    """Read the figures of a file.

    Raises
    ------
    InputError
        The file cannot be read or lacks a column.
    ConfigError
        All other mistakes: a column stands twice; a line has another number of cells than the first line, or
        no source; a value is not a finite number other than 0.
    """
    try:
        written = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read: {error}") from None
    problems: list[str] = []
    cells = []
    for place, line in enumerate(written, 1):
        if line.strip() and line[0] != "#":
            try:
                cells.append((place, next(csv.reader([line], strict=True))))
            except csv.Error as error:
                problems.append(f"{path}:{place}: is not a line of CSV: {error}")
    header, columns = cells[0] if cells else (1, [])
    missing = [name for name in NEEDED if name not in columns]
    if missing:
        raise InputError(f"{path}: has no column {missing[0]!r}; it needs {', '.join(NEEDED)}")
    twice = [name for name in dict.fromkeys(columns) if columns.count(name) > 1]
    problems += [f"{path}:{header}: the column {name!r} stands twice" for name in twice]
    found: list[tuple[int, Mapping[str, str]]] = []
    for place, given in cells[1:]:
        if len(given) != len(columns):
            problems.append(
                f"{path}:{place}: expected {len(columns)} cells, as in the first line, got {len(given)}"
            )
            continue
        row = dict(zip(columns, given, strict=True))
        if not _divides(row["value"]):
            problems.append(f"{path}:{place}: value: expected a number other than 0, got {row['value']!r}")
        if not row["source"]:
            problems.append(f"{path}:{place}: source: is empty; expected the publication of the figure")
        found.append((place, row))
    if problems:
        raise ConfigError(problems)
    return PublishedFigures(header, tuple(name for name in columns if name not in NEEDED), found)


def _divides(value: str) -> bool:
    try:
        return math.isfinite(float(value)) and float(value) != 0
    except ValueError:
        return False
