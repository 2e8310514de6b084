"""The cells of the table in a terminal, made from the columns of a kind of rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from numasim.results.columns import Column
from numasim.results.number_formats import initials, ratio
from numasim.results.row_kinds import RowKind
from numasim.results.row_names import headings
from numasim.results.row_names import shown as text

EACH_CUT_EDGE = "*"
"""The mark of an edge cut with a message for every cut edge."""

Cells = dict[str, Callable[[dict[Any, Any]], str]]
Groups = tuple[Cells, Cells, Cells, Cells]
"""The cells of a table by heading: the names of the rows, then three groups of figures. If the table is too
wide, the middle group has a table of its own."""


def named(varying: Sequence[str]) -> Cells:
    """Return the cells of swept fields."""
    return {heading: cell(column, text) for column, heading in headings(varying).items()}


def figures(kind: RowKind, *names: str) -> Cells:
    """Return the cells of figures, in the formats of their columns."""
    return {(column := kind.columns[name]).narrow: _figure(column) for name in names}


def _figure(column: Column) -> Callable[[dict[Any, Any]], str]:
    """Return the function that formats a figure; the time of a run that a limit ended is a lower bound."""

    def shown(row: dict[Any, Any]) -> str:
        late = column.name == "seconds" and row.get("completed") == 0
        return ("> " if late else "") + column.text(column.of(row))

    return shown


def ratios(kind: RowKind, measures: Sequence[str], baselines: Sequence[str]) -> Cells:
    """Return the cells of the ratios of measures to each baseline."""
    columns = [kind.columns[measure] for measure in measures]
    marks = initials(baselines)
    return {
        f"{column.narrow_ratio or column.ratio}\n/{mark}": cell(f"{column.name}_vs_{label}", ratio)
        for column in columns
        for label, mark in zip(baselines, marks, strict=True)
    }


def cell(column: str, show: Callable[[Any], str]) -> Callable[[dict[Any, Any]], str]:
    """Return a function that formats a row's value of a column."""
    return lambda row: show(row.get(column))


def marked(baselines: Sequence[str]) -> str:
    """Return the baselines with their marks in headings, as part of a sentence."""
    marks = initials(baselines)
    return " and ".join(f"to {label} (/{mark})" for label, mark in zip(baselines, marks, strict=True))


def each_cut_edge() -> str:
    """Return the meaning of the star of a row."""
    return (
        f"{EACH_CUT_EDGE} the same edge cut with `aggregate_messages: false`: one message for every cut edge"
    )
