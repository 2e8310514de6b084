"""The table at the end of a run: who communicates how much, relative to the baselines, and how fast it was.

It wants about 120 columns. Where the terminal has fewer, the ratios move to a second table below the first,
and what still has no room to further ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from numasim.results.chosen_rows import chosen
from numasim.results.notes import notes
from numasim.results.number_formats import (
    Cells,
    Columns,
    duration,
    in_unit,
    initials,
    number,
    quantity,
    ratio,
)
from numasim.results.ratios import COHERENT_MEASURES, MEASURES
from numasim.results.row_names import REPLICATE, headings, missing, records, row_labels
from numasim.results.row_names import shown as text

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console, RenderableType
    from rich.table import Table

MAX_ROWS = 80
MIN_ROOM = 24
"""Columns of the terminal that figures need beside the names of the rows: three figures."""

SHORT = {
    "copies_or_cut": "copies",
    "messages": "msgs",
    "network_bytes": "bytes",
    "flit_hops": "f-hops",
    "coherence_bytes": "coh.\nbytes",
    "coherence_flit_hops": "coh.\nf-hops",
}
EACH_CUT_EDGE = "*"


def print_summary(
    console: Console, results: pd.DataFrame, baselines: Sequence[str], varying: Sequence[str] = ()
) -> None:
    """Print the table of an experiment, and below it how to read it.

    Parameters
    ----------
    console : rich.console.Console
    results : pandas.DataFrame
        The table of a results folder.
    baselines : sequence of str
        The labels of the baselines, as in the names of the ratio columns.
    varying : sequence of str
        Columns beside method and mapper that tell the rows apart.
    """
    done = results[results["error"].isna()]
    if len(done):
        shown, left_out = done, ""
        if len(done) > MAX_ROWS:
            named = ("implementation", "method", "mapper", *varying)
            columns = [name for name in named if name in done and name != REPLICATE]
            best = "cycles" if "cycles" in done else "copies_or_cut"
            places, left_out = chosen(records(done), columns, best, MAX_ROWS)
            shown = done.iloc[places]
        for table in _tables(shown, baselines, varying, console.width):
            console.print(table)
        for line in caption(done, baselines, len(shown), varying, left_out):
            console.print(line, soft_wrap=False, highlight=False, markup=False)
    for row in records(results[results["error"].notna()]):
        given = ("implementation", "method", "mapper", *varying)
        where = ", ".join(text(row[c]) for c in given if c in row and not missing(row[c]))
        line = f"failed: point {row['point']} ({where}): {row['error']}"
        console.print(line, highlight=False, markup=False, soft_wrap=True)


def caption(
    results: pd.DataFrame,
    baselines: Sequence[str],
    shown: int,
    varying: Sequence[str] = (),
    left_out: str = "",
) -> list[str]:
    """What the table's columns mean and what its reader must know, a line each."""
    lines = []
    if shown < len(results):
        best = "fastest" if "cycles" in results else "one with the least communication"
        lines.append(
            f"{shown} of {len(results)} runs, the {best} of each swept value among them; results.csv has all"
            + (f". Not in this table: {left_out}" if left_out else "")
        )
    orders = list(dict.fromkeys(order for order in results["order"].dropna()))
    if len(orders) == 1:
        lines.append(f"streaming methods visit the edges in the order: {orders[0]}")
    elif orders:
        lines.append(f"streaming methods visit the edges in the orders {', '.join(orders)} (column `order`)")
    below = _notes(results, varying)
    if "implementation" in results:
        from numasim.results.gpu_summary import gpu_caption

        return [*lines, *gpu_caption(baselines), *below]
    if "mapper" not in results:
        lines.append(
            "RF: replication factor; imb.: largest over mean load; a cut edge or a copy is a value sent"
        )
        if baselines:
            names = " and ".join(
                f"to {label} (/{initials(baselines)[k]})" for k, label in enumerate(baselines)
            )
            lines.append(f"columns with a slash are relative {names}; less is better")
        return [*lines, *below]
    if baselines:
        names = " and ".join(f"to {label} (/{initials(baselines)[k]})" for k, label in enumerate(baselines))
        lines.append(
            "copies, msgs, bytes, f-hops: vertex copies or cut edges, messages between clusters, bytes and "
            f"flit-hops between cores, relative {names}; - where the baseline has none"
        )
    if _moved_by_caches(results):
        lines.append("coh. bytes, coh. f-hops: bytes and flit-hops of the caches' messages between tiles")
    lines.append(
        "RF: replication factor; imb.: largest over mean load; speed-up: over one cluster on one core"
    )
    if results["extra_run"].any():
        lines.append(
            f"{EACH_CUT_EDGE} the same edge cut with `combine: false`: one message for every cut edge"
        )
    return [*lines, *below]


def _notes(results: pd.DataFrame, varying: Sequence[str]) -> list[str]:
    rows = records(results)
    names = [
        ", ".join(word for word in (label, row.get("mapper")) if word)
        for row, label in zip(rows, row_labels(rows, varying), strict=True)
    ]
    return [f"note: {each}" for each in notes(rows, names)]


def _moved_by_caches(results: pd.DataFrame) -> bool:
    return "coherence_bytes" in results and bool((results["coherence_bytes"] > 0).any())


def _tables(
    results: pd.DataFrame, baselines: Sequence[str], varying: Sequence[str], width: int
) -> list[RenderableType]:
    """The table, or as many as its columns need at this width; each begins with what names a row.

    Where names leave no room for figures, the first table numbers the rows and the others show the number.
    """
    if "implementation" in results:
        from numasim.results.gpu_summary import gpu_columns

        names, first, aside, last = gpu_columns(baselines, varying)
    elif "mapper" not in results:
        names, first, aside, last = _quality_columns(baselines, varying)
    else:
        names, first, aside, last = _mesh_columns(results, baselines, varying)
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
    """Columns of figures in their order, as many at a time as there is room for beside the names."""
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


def _mesh_columns(results: pd.DataFrame, baselines: Sequence[str], varying: Sequence[str]) -> Columns:
    names: dict[str, Any] = {"method": lambda r: r["method"] + (EACH_CUT_EDGE if r["extra_run"] else "")}
    heading = headings(varying)
    for column in ("mapper", *varying):
        names[heading.get(column, column)] = lambda r, c=column: text(r[c])
    quality: dict[str, Any] = {
        "RF": lambda r: number(r.get("replication_factor"), "{:.2f}"),
        "imb.": lambda r: number(r.get("work_imbalance"), "{:.2f}"),
    }
    marks = initials(baselines)
    ratios: dict[str, Any] = {
        f"{SHORT[measure]}\n/{marks[k]}": lambda r, c=f"{measure}_vs_{label}": ratio(r.get(c))
        for measure in _compared(results, baselines)
        for k, label in enumerate(baselines)
    }
    of_caches: dict[str, Any] = {
        "coh.\nbytes": lambda r: quantity(r.get("coherence_bytes")),
        "coh.\nf-hops": lambda r: quantity(r.get("coherence_flit_hops")),
    }
    speed: dict[str, Any] = {
        "hop-\nbytes": lambda r: quantity(r.get("hop_bytes")),
        "time": lambda r: "> " * (r.get("complete") == 0) + duration(r.get("seconds")),
        "energy": lambda r: in_unit(r.get("energy_joules"), "J"),
        "speed\n-up": lambda r: number(r.get("speedup"), "{:.2f}"),
    }
    return names, quality, {**(of_caches if _moved_by_caches(results) else {}), **ratios}, speed


def _compared(results: pd.DataFrame, baselines: Sequence[str]) -> list[str]:
    """The measures to show ratios of: those of messages not where caches alone moved the values."""
    measures = [*MEASURES, *COHERENT_MEASURES]
    there = {
        measure: [results[name] for label in baselines if (name := f"{measure}_vs_{label}") in results]
        for measure in measures
    }
    coherent = bool(there["coherence_bytes"])
    return [
        measure
        for measure in measures
        if there[measure] and not (coherent and all(column.isna().all() for column in there[measure]))
    ]


def _quality_columns(baselines: Sequence[str], varying: Sequence[str]) -> Columns:
    names: dict[str, Any] = {"method": lambda r: r["method"]}
    heading = headings(varying)
    for column in varying:
        names[heading.get(column, column)] = lambda r, c=column: text(r[c])
    figures: dict[str, Any] = {
        "RF": lambda r: number(r.get("replication_factor"), "{:.2f}"),
        "imb.": lambda r: number(r.get("edge_weight_imbalance"), "{:.2f}"),
        "copies\nor cut": lambda r: quantity(r.get("copies_or_cut")),
        "msgs": lambda r: quantity(r.get("messages")),
    }
    marks = initials(baselines)
    short = {"copies_or_cut": "copies", "messages": "msgs", "replication_factor": "RF"}
    ratios: dict[str, Any] = {
        f"{heading}\n/{marks[k]}": lambda r, c=f"{measure}_vs_{label}": ratio(r.get(c))
        for measure, heading in short.items()
        for k, label in enumerate(baselines)
    }
    return names, figures, {}, ratios


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
