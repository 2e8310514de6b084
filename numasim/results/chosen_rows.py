"""Select the rows to show if there are too many: the fastest of every swept value, then the fastest.

A table of any length is first thinned to some thousand rows, on whole columns; only these become mappings.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from numasim.results.frames import level_codes
from numasim.results.objectives import FRONT
from numasim.results.row_names import REPLICATE, Row, headings, machine_columns, missing, shown
from partitioners.text.counts import first_few

if TYPE_CHECKING:
    import pandas as pd

MAX_LISTED = 6
"""The largest number of values in a note."""

MOST_ROWS = 20_000
"""The largest number of rows that become mappings: those of a million would take gigabytes."""

MOST_LEVELS = 1000
"""The largest number of values of a column of which each has its fastest row among the thinned."""


def thinned(table: pd.DataFrame, columns: Sequence[str], time: str, limit: int) -> NDArray[np.intp]:
    """Return the positions of the rows that stand for a table in its charts, ascending.

    They are the rows on the front, one of each error, the fastest of each value of each column, then the
    fastest up to half of the limit, and some of the others, evenly spread. Replicates of a run stay together.

    Parameters
    ----------
    table : pandas.DataFrame
        The results.
    columns : sequence of str
        The columns that distinguish the rows.
    time : str
        The column in which less is faster.
    limit : int
        The largest number of rows.
    """
    rows = len(table)
    if rows <= limit:
        return np.arange(rows)
    runs = runs_of(table, columns)
    sizes = np.bincount(runs)
    wanted = _in_order(runs[np.array(_first_choice(table, columns, time, limit), np.intp)])
    others = np.setdiff1d(np.arange(len(sizes)), wanted)
    step = max(1, -(-len(others) // max(1, limit - int(sizes[wanted].sum()))))
    wanted = np.concatenate([wanted, others[::step]])
    fits = np.cumsum(sizes[wanted]) <= limit
    places: NDArray[np.intp] = np.flatnonzero(np.isin(runs, wanted[fits]))
    return places


def runs_of(table: pd.DataFrame, columns: Sequence[str]) -> NDArray[np.intp]:
    """Return the number of each row's run, shape (rows,): replicates of a run have the same number."""
    if REPLICATE not in table:
        return np.arange(len(table))
    names = [name for name in (*columns, "extra_run") if name in table and name != REPLICATE]
    if not names:
        return np.zeros(len(table), np.intp)
    return np.asarray(table.groupby(names, sort=False, dropna=False).ngroup(), np.intp)


def _first_choice(table: pd.DataFrame, columns: Sequence[str], time: str, limit: int) -> list[int]:
    """The positions of the rows that come first, the most important ones first; some occur several times."""
    found: list[int] = []
    if FRONT in table:
        found += table[FRONT].to_numpy(bool).nonzero()[0].tolist()
    if "error" in table:
        errors = table["error"].reset_index(drop=True).dropna()
        found += errors.drop_duplicates().index.tolist()
    if time not in table:
        return found
    times = table[time].to_numpy(float, na_value=np.inf)
    order = np.argsort(times, kind="stable")
    for name in (name for name in columns if name in table and name != REPLICATE):
        codes = level_codes(table[name])
        if codes.max() < MOST_LEVELS:
            found += order[np.unique(codes[order], return_index=True)[1]].tolist()
    return [*found[: limit // 2], *order[: max(0, limit // 2 - len(found))].tolist()]


def _in_order(numbers: NDArray[np.intp]) -> NDArray[np.intp]:
    """The distinct numbers in the order in which they first occur."""
    _, first = np.unique(numbers, return_index=True)
    return numbers[np.sort(first)]


def chosen(rows: Sequence[Row], columns: Sequence[str], time: str, limit: int) -> tuple[list[int], str]:
    """Return the positions of the rows to show, and the values that no shown row has.

    The fastest row of each value of each column comes first, then the fastest of each combination of values,
    then the others. A column with more values than rows can be shown counts in combinations only.

    Parameters
    ----------
    columns : sequence of str
        The columns that distinguish the rows, without the number of the replicate.
    time : str
        The column in which less is faster.

    Returns
    -------
    places : list of int
        At most ``limit``, ascending.
    left_out : str
        The values that no chosen row has, as a phrase; empty if there are none.
    """
    if len(rows) <= limit:
        return list(range(len(rows))), ""
    cells = [[shown(row.get(column)) for column in columns] for row in rows]
    few = [k for k in range(len(columns)) if len({each[k] for each in cells}) <= limit]
    fastest = sorted(range(len(rows)), key=lambda place: _time(rows[place], time))
    rank: dict[int, int] = {}
    seen: set[tuple[Any, ...]] = set()
    for place in fastest:
        values = {(k, cells[place][k]) for k in few}
        rank[place] = 0 if values - seen else 1 if tuple(cells[place]) not in seen else 2
        seen |= values | {tuple(cells[place])}
    places = sorted(sorted(fastest, key=lambda place: rank[place])[:limit])
    heading, phrases = headings(columns), []
    for k in few:
        shown_values = {cells[place][k] for place in places}
        absent = [value for value in dict.fromkeys(each[k] for each in cells) if value not in shown_values]
        if absent:
            listed = first_few(absent, MAX_LISTED)
            phrases.append(f"{heading[columns[k]]} {listed}")
    return places, "; ".join(phrases)


def of_each_machine(rows: Sequence[Row], time: str, limit: int) -> tuple[list[int], bool]:
    """Select rows that have ``label``: the fastest of each value of the machine, then of each label.

    Parameters
    ----------
    time : str
        The column in which less is faster.

    Returns
    -------
    places : list of int
        At most ``limit``, and at most as many as labels, ascending.
    machines : bool
        Whether the machine, or the model of its network, varies.
    """
    names = machine_columns(map(str, rows[0])) if rows else []
    varying = [name for name in names if len({shown(row.get(name)) for row in rows}) > 1]
    most = min(limit, len({row["label"] for row in rows}))
    return chosen(rows, [*varying, "label"], time, most)[0], bool(varying)


def _time(row: Row, column: str) -> float:
    return math.inf if missing(row.get(column)) else row[column]
