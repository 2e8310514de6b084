"""The table at the end of a run: data communication relative to the baselines, and speed.

It needs about 120 columns. On a narrower terminal, the ratios are printed in a second table below the first,
and columns that still do not fit in further tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from numasim.results.chosen_rows import chosen
from numasim.results.failures import failures
from numasim.results.gpu_summary import gpu_caption, gpu_columns
from numasim.results.hybrid_summary import hybrid_caption, hybrid_columns
from numasim.results.mesh_summary import mesh_caption, mesh_columns
from numasim.results.notes import notes
from numasim.results.quality_summary import quality_caption, quality_columns
from numasim.results.row_kinds import RowKind
from numasim.results.row_names import REPLICATE, missing, records, row_labels
from numasim.results.row_names import shown as text
from numasim.results.schedule_summary import schedule_caption, schedule_columns
from numasim.results.summary_cells import Cells, Groups
from numasim.results.thread_summary import thread_caption, thread_columns

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console, RenderableType
    from rich.table import Table

MAX_ROWS = 80
MIN_ROOM = 24
"""The smallest width for figures next to the names of the rows: three figures."""

COLUMNS = {
    "mesh": mesh_columns,
    "gpu": gpu_columns,
    "quality": quality_columns,
    "threads": thread_columns,
    "hybrid": hybrid_columns,
    "schedule": schedule_columns,
}
CAPTIONS = {
    "mesh": mesh_caption,
    "gpu": gpu_caption,
    "quality": quality_caption,
    "threads": thread_caption,
    "hybrid": hybrid_caption,
    "schedule": schedule_caption,
}
"""The functions for the columns and the captions by the kind of the rows."""


def print_summary(
    console: Console,
    results: pd.DataFrame,
    kind: RowKind,
    baselines: Sequence[str],
    varying: Sequence[str] = (),
) -> None:
    """Print the table of an experiment, and an explanation below it.

    Parameters
    ----------
    console : rich.console.Console
    results : pandas.DataFrame
        The table of a results folder.
    kind : RowKind
    baselines : sequence of str
        The labels of the baselines, as in the names of the ratio columns.
    varying : sequence of str
        The columns that distinguish the rows, without those that every table of the kind has.
    """
    naming = (*kind.naming, *varying)
    done = results[results["error"].isna()]
    if len(done):
        shown, left_out = done, ""
        if len(done) > MAX_ROWS:
            columns = [name for name in naming if name in done and name != REPLICATE]
            places, left_out = chosen(records(done), columns, kind.speed, MAX_ROWS)
            shown = done.iloc[places]
        for table in _tables(shown, COLUMNS[kind.name](shown, baselines, varying), console.width):
            console.print(table)
        for line in caption(done, kind, baselines, len(shown), varying, left_out):
            console.print(line, soft_wrap=False, highlight=False, markup=False)
    failed = [
        (row, ", ".join(text(row[c]) for c in naming if c in row and not missing(row[c])))
        for row in records(results[results["error"].notna()])
    ]
    for each in failures(failed):
        line = f"failed: {each.points}: {each.error}"
        console.print(line, highlight=False, markup=False, soft_wrap=True)


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
            f"{shown} of {len(results)} runs, the {best} of each swept value among them; results.csv has all"
            + (f". Not in this table: {left_out}" if left_out else "")
        )
    orders = list(results["order"].dropna().unique()) if "order" in results else []
    if len(orders) == 1:
        lines.append(f"streaming methods visit the edges in the order: {orders[0]}")
    elif orders:
        lines.append(f"streaming methods visit the edges in the orders {', '.join(orders)} (column `order`)")
    return [*lines, *CAPTIONS[kind.name](results, baselines), *_notes(results, kind, varying)]


def _notes(results: pd.DataFrame, kind: RowKind, varying: Sequence[str]) -> list[str]:
    rows = records(results)
    names = [
        ", ".join(word for word in (label, row.get("mapper")) if word)
        for row, label in zip(rows, row_labels(rows, varying, kind), strict=True)
    ]
    return [f"note: {each}" for each in notes(rows, names)]


def _tables(results: pd.DataFrame, columns: Groups, width: int) -> list[RenderableType]:
    """Return the table, or several tables if its columns do not fit this width; each begins with names.

    If the names leave too little width for figures, the first table numbers the rows and the others show the
    number.
    """
    names, first, aside, last = columns
    rows = records(results)
    for gap in (1, 0):
        whole = _table(rows, names, {**first, **aside, **last}, gap)
        if _measure(whole) <= width:
            return [whole]
    tables = []
    if width - _measure(_table(rows, names, {}, 0)) < MIN_ROOM:
        rows = [{**row, "#": str(number)} for number, row in enumerate(rows, 1)]
        named, names = names, {"#": lambda row: row["#"]}
        tables = [_table(rows, {**names, **part}, {}, 0) for part in _parts(rows, names, named, width)]
    for group in ({**first, **last}, aside):
        roomy = _table(rows, names, group, 1)
        if group is not aside and _measure(roomy) <= width:
            tables.append(roomy)
        else:
            tables += [_table(rows, names, part, 0) for part in _parts(rows, names, group, width)]
    return list(tables)


def _parts(rows: Sequence[dict[Any, Any]], names: Cells, figures: Cells, width: int) -> list[Cells]:
    """Divide the columns of figures, in their order, into parts that fit next to the names."""
    of_names = _measure(_table(rows, names, {}, 0))
    parts: list[Cells] = []
    room = 0
    for name, cell in figures.items():
        needed = _measure(_table(rows, names, {name: cell}, 0)) - of_names
        if not parts or needed > room:
            parts.append({})
            room = width - of_names
        parts[-1][name] = cell
        room -= needed
    return parts


def _table(rows: Sequence[dict[Any, Any]], names: Cells, figures: Cells, gap: int) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=(0, gap, 0, 0), pad_edge=False)
    for name in names:
        table.add_column(name, overflow="fold", vertical="bottom")
    for name in figures:
        table.add_column(name, justify="right", overflow="fold", vertical="bottom")
    for row in rows:
        table.add_row(*(show(row) for show in (*names.values(), *figures.values())))
    return table


def _measure(table: Table) -> int:
    from rich.console import Console

    console = Console(width=1000)
    return table.__rich_measure__(console, console.options).maximum
