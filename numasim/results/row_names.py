"""The names of the rows of an experiment in tables, pictures and reports.

The *naming columns* of an experiment are the columns of its swept fields. Two rows with different
configurations also differ in the text of these columns, in the tables of terminal and report and in the
labels of the pictures.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from numasim.results.row_kinds import RowKind
from numasim.schema.sweep import REPLICATES, always_swept, swept_values

if TYPE_CHECKING:
    import pandas as pd

Row = Mapping[Any, Any]

AT_A_TIME = 4096
"""The number of rows that are in memory at once."""

REPLICATE = "replicate"
POINT = "point"
TAKEN = ("method", "mapper", "kernel", "cut", "time", "energy", "runs", "run_id")
"""The headings that tables use for other columns."""

PLAIN = ("partitioner", "mapper", "workload", "machine", "matrix", "graph", "mesh", "variant")
"""The columns whose values are names, which need no heading in a label."""


def swept_columns(overrides: Mapping[str, Any], kind: RowKind) -> dict[str, Any]:
    """Return the columns of a point that exist only because of the sweep, and their values."""
    others = (*kind.field_columns, REPLICATES)
    found = {name: value for name, value in overrides.items() if name not in others}
    if REPLICATES in overrides:
        found[REPLICATE] = overrides[REPLICATES]
    return found


def varying_columns(sweep: Mapping[str, Any], table: pd.DataFrame, kind: RowKind) -> list[str]:
    """Return the naming columns of an experiment, without those that every table of its kind has.

    Parameters
    ----------
    sweep : mapping
        The sweep of the experiment.
    table : pandas.DataFrame
        The results; the column ``point`` and the columns of swept fields are read.

    Returns
    -------
    list of str
        The columns in the order of the sweep. The last is ``point`` if the other columns do not distinguish
        all points, for example if two machine files contain the same name.
    """
    always, several = always_swept(sweep), []
    for name, values in swept_values(sweep).items():
        column = kind.field_columns.get(name, name)
        # A field that only some entries of a list set has its default in the other rows.
        # Entries of a zip may have one value in common.
        if any(shown(value) != shown(values[0]) for value in values) or (
            name not in always and len(np.unique(_codes(table, column))) > 1
        ):
            several.append(column)
    if sweep.get(REPLICATES, 1) > 1:
        several.append(REPLICATE)
    columns = [column for column in dict.fromkeys(several) if column not in kind.naming]
    if table.empty:
        return columns
    naming = [_codes(table, column) for column in (*kind.naming, *columns)]
    cells = np.unique(np.stack([*naming, _codes(table, POINT)]), axis=1)
    told_apart = np.unique(cells[:-1], axis=1).shape == cells[:-1].shape
    return columns if told_apart else [*columns, POINT]


def _codes(table: pd.DataFrame, column: str) -> NDArray[np.int64]:
    """The same number for cells of a column that are shown alike; one number if there is no such column."""
    numbers: dict[str, int] = {}
    cells = _cells(table[column]) if column in table else [None] * len(table)
    return np.array([numbers.setdefault(shown(cell), len(numbers)) for cell in cells], np.int64)


def headings(columns: Sequence[str], taken: Collection[str] = TAKEN) -> dict[str, str]:
    """Return the heading of each column: the shortest end of its dotted name that no other column has.

    Parameters
    ----------
    taken : collection of str
        The headings of other columns of the table.
    """
    found = {}
    for column in columns:
        words = column.split(".")
        ends = [".".join(words[k:]) for k in range(len(words) - 1, -1, -1)]
        others = [f".{other}" for other in columns if other != column]
        found[column] = next(
            (end for end in ends if end not in taken and not any(o.endswith(f".{end}") for o in others)),
            column,
        )
    return found


def machine_columns(columns: Iterable[str]) -> list[str]:
    """Return the columns of fields of the machine, with the model of its network, in their order."""
    return [
        name
        for name in columns
        if name in ("machine", "cpu", "gpu", "network") or name.startswith("machine.")
    ]


def value_names(table: pd.DataFrame, columns: Sequence[str]) -> list[str]:
    """Return the values of columns of each row: words alone, and numbers with the heading of their column.

    Parameters
    ----------
    columns : sequence of str
        Missing values are left out; numbers of a single column have no heading.
    """
    heading = headings(columns)
    names = []
    for row in records(table):
        given = {name: shown(row[name]) for name in columns if not missing(row[name])}
        words = [
            value if len(columns) == 1 or not value[:1].isdecimal() else f"{heading[name]} {value}"
            for name, value in given.items()
        ]
        names.append(", ".join(words))
    return names


def row_labels(rows: Iterable[Row], varying: Sequence[str], kind: RowKind) -> list[str]:
    """Return the name of each row without its mapper (on GPUs, its machine): method and other varying values.

    Parameters
    ----------
    varying : sequence of str
        The columns from :func:`varying_columns`; without ``replicate``, replicates of a run share a label.
    """
    heading = headings(varying)
    return [", ".join(_label_words(row, heading, kind)) for row in rows]


def panel_names(
    rows: Sequence[Row], varying: Sequence[str], kind: RowKind
) -> tuple[list[str], list[str]] | None:
    """Return what distinguishes each row from the others, and what all rows have in common.

    Parameters
    ----------
    varying : sequence of str
        The columns from :func:`varying_columns`.

    Returns
    -------
    tuple of (list of str, list of str) or None
        The name of each row, and the common words. None if there are not several rows, or if two rows have
        the same name.
    """
    heading = headings(varying)
    words = [[*_label_words(row, heading, kind), shown(row.get(kind.group))] for row in rows]
    common = [word for word in words[0] if all(word in other for other in words)] if words else []
    names = [", ".join(word for word in own if word not in common) for own in words]
    return (names, common) if len(set(names)) == len(names) > 1 else None


def _label_words(row: Row, heading: Mapping[str, str], kind: RowKind) -> list[str]:
    words = [method] if (method := method_of(row, kind)) else []
    for column, name in heading.items():
        if column != kind.group and not missing(row.get(column)):
            value = shown(row[column])
            words.append(value if column in PLAIN else f"{name} {value}")
    return [*words, *["each cut edge"] * bool(row.get("extra_run"))]


def method_of(row: Row, kind: RowKind) -> str:
    """Return a row's method, or on a GPU without a cut its kernel variant; empty if there is none."""
    return next((row[name] for name in kind.method if isinstance(row.get(name), str)), "")


def records(table: pd.DataFrame) -> list[dict[str, Any]]:
    """Return the rows of a table, with None for missing values."""
    names = [str(name) for name in table]
    columns = [_cells(column) for _, column in table.items()]
    return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]


def each_record(table: pd.DataFrame) -> Iterator[dict[str, Any]]:
    """Yield the rows of :func:`records`, of which few are in memory at once."""
    for start in range(0, len(table), AT_A_TIME):
        yield from records(table.iloc[start : start + AT_A_TIME])


def _cells(column: pd.Series[Any]) -> list[Any]:
    """The values of a column as objects of Python."""
    values = column.tolist()
    if column.dtype == object:
        values = [value.item() if isinstance(value, np.generic) else value for value in values]
    gone = column.isna().to_numpy()
    return [None if no else value for value, no in zip(values, gone, strict=True)] if gone.any() else values


def missing(value: Any) -> bool:
    """Whether a cell has no value."""
    return value is None or value != value  # NaN is not equal to itself


def shown(value: Any) -> str:
    """Format a value of a naming column: different values have different texts; a missing one is a dash."""
    if missing(value):
        return "-"
    if isinstance(value, float):
        short = f"{value:.6g}"
        return short if math.isfinite(value) and float(short) == value else repr(value)
    return str(value)
