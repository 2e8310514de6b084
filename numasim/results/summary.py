"""The table of the runs: data communication relative to the baselines, and speed.

It needs about 120 columns. On a narrower terminal, the ratios are printed in a second table below the first,
and columns that still do not fit in further tables. In a sweep of the machine, rows are sorted by time, and
columns that are the same in all rows are one line below the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from numasim.results.chosen_rows import MOST_ROWS, chosen, thinned
from numasim.results.failures import failures
from numasim.results.frames import finished, rows_where
from numasim.results.notes import notes_on
from numasim.results.objectives import FRONT
from numasim.results.row_kinds import RowKind
from numasim.results.row_names import REPLICATE, each_record, machine_columns, missing, records
from numasim.results.row_names import shown as text
from numasim.results.summary_cells import Groups, cell
from numasim.results.table_columns import by_time, chosen_columns, sorted_rows, without_equal
from numasim.results.text_table import Format, TextTable, print_lines, print_table
from numasim.schema.kinds import part

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console

MAX_ROWS = 80


def print_summary(
    console: Console,
    results: pd.DataFrame,
    kind: RowKind,
    baselines: Sequence[str],
    varying: Sequence[str] = (),
    *,
    columns: Sequence[str] = (),
    sort: str | None = None,
    form: Format = "terminal",
    limit: int | None = MAX_ROWS,
) -> None:
    """Print the table of an experiment, and an explanation below it.

    Parameters
    ----------
    results : pandas.DataFrame
        The table of a results folder.
    baselines : sequence of str
        The labels of the baselines, as in the names of the ratio columns.
    varying : sequence of str
        The columns that distinguish the rows, without those that every table of the kind has.
    columns : sequence of str
        The columns of the results to print, in place of those that tables of the kind have.
    sort : str, optional
        The column by which the rows are sorted, the best first.
    form : {'terminal', 'latex', 'markdown'}
    limit : int, optional
        The largest number of rows; None prints all.

    Raises
    ------
    InputError
        A column does not exist.
    """
    naming = (*kind.naming, *varying)
    done = finished(results)
    if len(done):
        shown, left_out = done, ""
        if limit is not None and len(done) > limit:
            distinguishing = [name for name in naming if name in done and name != REPLICATE]
            some = done.iloc[thinned(done, distinguishing, kind.speed, max(limit, MOST_ROWS))]
            ranked = some[[name for name in dict.fromkeys((*distinguishing, kind.speed)) if name in some]]
            places, left_out = chosen(records(ranked), distinguishing, kind.speed, limit)
            shown = some.iloc[_with_front(some, places, limit)]
        of_machine = not columns and len(shown) > 1 and bool(machine_columns(varying))
        if sort is not None:
            shown = sorted_rows(shown, sort)
        elif of_machine:
            shown = by_time(shown)
        if columns:
            table, lines = chosen_columns(shown, kind, columns), []
        else:
            names, *figures = part(kind.name, "summary", "columns")(shown, baselines, varying)
            marked = {FRONT: cell(FRONT, _yes)} if FRONT in shown else {}
            table = _table(shown, (names | marked, *figures))
            lines = caption(done, kind, baselines, len(shown), varying, left_out)
        if of_machine:
            table, same = without_equal(table)
            lines = [f"sorted by time{same}", *lines]
        print_table(console, table, form)
        print_lines(console, lines, form)
    failed = (
        (row, ", ".join(text(row[c]) for c in naming if c in row and not missing(row[c])))
        for row in each_record(rows_where(results, results["error"].notna()))
    )
    lines = [f"failed: {each.points}: {each.error}" for each in failures(failed)]
    print_lines(console, lines, form, wrap=False)


def _with_front(rows: pd.DataFrame, places: Sequence[int], limit: int) -> list[int]:
    """The places of chosen rows and of those on the front, which are first if they are too many together."""
    best = rows[FRONT].to_numpy(bool).nonzero()[0].tolist() if FRONT in rows else []
    return sorted(list(dict.fromkeys([*best, *places]))[:limit])


def _yes(value: object) -> str:
    return "yes" if value else ""


def _table(rows: pd.DataFrame, columns: Groups) -> TextTable:
    names, first, aside, last = columns
    cells = records(rows)
    made = {name: [show(row) for row in cells] for group in columns for name, show in group.items()}
    figures = {name: made[name] for name in (*first, *aside, *last)}
    return TextTable({name: made[name] for name in names}, figures, tuple(aside))


def caption(
    results: pd.DataFrame,
    kind: RowKind,
    baselines: Sequence[str],
    shown: int,
    varying: Sequence[str] = (),
    left_out: str = "",
) -> list[str]:
    """Return the meanings of the table's columns and the notes on its rows, one line each."""
    lines = []
    if shown < len(results):
        best = "fastest" if kind.speed in ("cycles", "seconds") else "one with the least communication"
        lines.append(
            f"{shown:,} of {len(results):,} runs, the {best} of each swept value among them; "
            "results.parquet has all" + (f". Not in this table: {left_out}" if left_out else "")
        )
    if FRONT in results:
        on_front = int(results[FRONT].sum())
        lines.append(
            f"front: {on_front:,} of {len(results):,} runs, which no other run beats in all objectives"
        )
    orders = list(results["order"].dropna().unique()) if "order" in results else []
    if len(orders) == 1:
        lines.append(f"streaming methods visit the edges in the order: {orders[0]}")
    elif orders:
        lines.append(f"streaming methods visit the edges in the orders {', '.join(orders)} (column `order`)")
    return [
        *lines,
        *part(kind.name, "summary", "caption")(results, baselines),
        *(f"note: {each}" for each in notes_on(results, kind, varying)),
    ]
