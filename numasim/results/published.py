"""Published figures beside those of a run: a CSV file of them, matched to the rows of the results.

Each line of the file is one figure. Its columns ``figure`` (a column of the results), ``value`` and
``source`` say what, how much, and where it stands; every other column is one of the results too, and says
which runs the figure belongs to: those that have its value (``-`` is none), where it is not left empty. Lines
with ``#`` in front are comments.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numasim.results.row_names import shown as text
from numasim.results.summary import duration, number
from partitioners.errors import InputError
from partitioners.registry import did_you_mean

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console

NEEDED = ("figure", "value", "source")

Line = tuple[int, Mapping[str, str]]


def read_published(path: Path) -> list[Line]:
    """The figures of a file, each with the number of its line.

    Raises
    ------
    InputError
        The file cannot be read or lacks a column; a line with other cells than the first, or without a
        source; a value that is no number to divide by.
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
            raise InputError(f"{path}:{place}: source: is empty; say where the figure stands")
        found.append((place, row))
    return found


def _cells(path: Path, place: int, line: str) -> list[str]:
    try:
        return next(csv.reader([line], strict=True))
    except csv.Error as error:
        raise InputError(f"{path}:{place}: is no line of CSV: {error}") from None


def _divides(value: str) -> bool:
    try:
        return math.isfinite(float(value)) and float(value) != 0
    except ValueError:
        return False


def beside(results: pd.DataFrame, path: Path) -> pd.DataFrame:
    """The runs that have a published figure, that figure and theirs.

    Parameters
    ----------
    results : pandas.DataFrame
        One row a run.
    path : Path

    Returns
    -------
    pandas.DataFrame
        A row for each figure and run: ``point``, ``id``, the columns that matched, ``figure``, ``simulated``,
        ``published``, ``ratio`` (simulated over published) and ``source``.

    Raises
    ------
    InputError
        As :func:`read_published`, and a column that the results do not have, or a figure that is no number.
        Where runs have failed, what the results do not have may be theirs, and such a line is left out.
    """
    import pandas as pd

    rows = [
        {str(name): None if pd.isna(value) else value for name, value in row.items()}
        for row in results[results["error"].isna()].to_dict("records")
    ]
    known = [str(name) for name in results]
    found = []
    for place, line in read_published(path):
        figure, published = line["figure"], float(line["value"])
        keys = {name: value for name, value in line.items() if name not in NEEDED and value}
        unknown = [name for name in (figure, *keys) if name not in known]
        if unknown and len(rows) == len(results):
            raise InputError(f"{path}:{place}: no column {unknown[0]!r}; {did_you_mean(unknown[0], known)}")
        for row in rows if not unknown else ():
            simulated = row[figure]
            if simulated is None or any(text(row[name]) != value for name, value in keys.items()):
                continue
            if isinstance(simulated, str):
                raise InputError(f"{path}:{place}: figure: {figure!r} is a column of text; name a number's")
            figures = {"simulated": simulated, "published": published, "ratio": simulated / published}
            of_run = {"point": row["point"], "id": row["id"], **keys, "figure": figure}
            found.append({**of_run, **figures, "source": line["source"]})
    return pd.DataFrame(found)


def print_published(console: Console, table: pd.DataFrame) -> None:
    """Print what :func:`beside` has found."""
    from rich import box
    from rich.table import Table

    own = ("point", "id", "figure", "simulated", "published", "ratio", "source")
    keys = [str(name) for name in table if name not in own and len(set(map(text, table[name]))) > 1]
    if table.duplicated([*keys, "figure"]).any():  # of several runs
        keys.insert(0, "point")
    shown = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for name in (*keys, "figure"):
        shown.add_column(name, overflow="fold")
    for name in ("simulated", "published", "ratio"):
        shown.add_column(name, justify="right", overflow="fold")
    for row in table.to_dict("records"):
        in_seconds = row["figure"].endswith("seconds")
        figures = [
            duration(row[name]) if in_seconds else number(row[name], "{:.3g}")
            for name in ("simulated", "published")
        ]
        shown.add_row(*_texts(row, (*keys, "figure")), *figures, number(row["ratio"], "{:.2f}"))
    console.print(shown)
    console.print(f"published: {'; '.join(dict.fromkeys(table['source']))}", highlight=False, markup=False)


def _texts(row: Mapping[Any, Any], names: Sequence[str]) -> list[str]:
    return [text(row[name]) for name in names]
