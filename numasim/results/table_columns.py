"""The columns and the order of a printed table, by the names of columns of the results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from numasim.results.axis_values import axis_values
from numasim.results.method_ranking import MORE_IS_BETTER, find_column
from numasim.results.number_formats import ratio
from numasim.results.row_kinds import RowKind
from numasim.results.row_names import headings, records, shown
from numasim.results.text_table import TextTable, one_line

if TYPE_CHECKING:
    import pandas as pd


def chosen_columns(rows: pd.DataFrame, kind: RowKind, columns: Sequence[str]) -> TextTable:
    """Return a table of some columns: fields and other names at the left, figures at the right.

    Parameters
    ----------
    columns : sequence of str
        Columns, or fields of the configuration such as ``l2.size`` for ``machine.l2.size``.

    Raises
    ------
    InputError
        A column does not exist.
    """
    found = [find_column(rows, name) for name in columns]
    heading = headings(found, taken=())
    cells = records(rows)
    names, figures = {}, {}
    for column in found:
        figure = kind.columns.get(column)
        show = _show(column) if figure is None else figure.text
        text = [show(row[column]) for row in cells]
        if figure is None and "_vs_" not in column and rows[column].dtype.kind != "f":
            names[heading[column]] = text
        else:
            figures[(figure and figure.narrow) or heading[column]] = text
    return TextTable(names, figures)


def _show(column: str) -> Callable[[Any], str]:
    return ratio if "_vs_" in column else shown


def sorted_rows(rows: pd.DataFrame, column: str) -> pd.DataFrame:
    """Return the rows sorted by a column: the least first, or the most where more is better.

    Raises
    ------
    InputError
        The column does not exist.
    """
    column = find_column(rows, column)
    values = axis_values(rows, column)
    keys = np.array(values.names) if values.numbers is None else values.numbers
    if column in MORE_IS_BETTER and values.numbers is not None:
        keys = -values.numbers
    return rows.iloc[np.argsort(keys, kind="stable")]


def by_time(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rows sorted by time, those that a limit ended behind the others."""
    ended = rows["completed"] == 0 if "completed" in rows else np.zeros(len(rows), bool)
    return rows.iloc[np.lexsort((rows["seconds"], ended))]


def without_equal(table: TextTable) -> tuple[TextTable, str]:
    """Return a table without the columns whose cells are all the same, and these columns in words."""
    same = {name: cells[0] for name, cells in table.columns.items() if len(set(cells)) == 1}
    names, figures = (
        {name: cells for name, cells in part.items() if name not in same}
        for part in (table.names, table.figures)
    )
    told = ", ".join(f"{one_line(name)} {text}" for name, text in same.items() if text != "-")
    return TextTable(names, figures, table.aside), f"; the same in all rows: {told}" if told else ""
