"""Select the rows to show if there are too many: the fastest of every swept value, then the fastest."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from numasim.results.row_names import Row, headings, machine_columns, missing, shown
from partitioners.text.counts import first_few

MAX_LISTED = 6
"""The largest number of values in a note."""


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
