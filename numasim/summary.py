"""The table at the end of a run: who communicates how much, relative to the baselines, and how fast it was.

It wants about 120 columns. Where the terminal has fewer, the ratios move to a second table below the first.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from numasim.comparison import MEASURES
from numasim.run_result import WARNING_SEPARATOR

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console, RenderableType
    from rich.table import Table

MAX_ROWS = 80
SHORT = {"copies_or_cut": "copies", "messages": "msgs", "network_bytes": "bytes", "flit_hops": "f-hops"}
EACH_CUT_EDGE = "*"

Cells = dict[str, Callable[[dict[Any, Any]], str]]
Columns = tuple[Cells, Cells, Cells, Cells]
"""Of a table, by heading: what tells the rows apart, then three groups of figures. Where there is no room for
all of them, the middle group has a table of its own."""


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
        shown = done
        if len(done) > MAX_ROWS:
            shown = done.loc[done["cycles"].nsmallest(MAX_ROWS).sort_index().index]
        for table in _tables(shown, baselines, varying, console.width):
            console.print(table)
        for line in caption(done, baselines, len(shown)):
            console.print(line, soft_wrap=False, highlight=False, markup=False)
    for row in results[results["error"].notna()].to_dict("records"):
        named = ("implementation", "method", "mapper", *varying)
        where = ", ".join(str(row[c]) for c in named if c in row and row[c] == row[c])
        line = f"failed: point {row['point']} ({where}): {row['error']}"
        console.print(line, highlight=False, markup=False, soft_wrap=True)


def caption(results: pd.DataFrame, baselines: Sequence[str], shown: int) -> list[str]:
    """What the table's columns mean and what its reader must know, a line each."""
    lines = []
    if shown < len(results):
        lines.append(f"the {shown} fastest of {len(results)} runs; all of them are in results.csv")
    orders = list(dict.fromkeys(order for order in results["order"].dropna()))
    if len(orders) == 1:
        lines.append(f"streaming methods visit the edges in the order: {orders[0]}")
    elif orders:
        lines.append(f"streaming methods visit the edges in the orders {', '.join(orders)} (column `order`)")
    if "implementation" in results:
        from numasim.gpu_experiment.summary import gpu_caption

        return [*lines, *gpu_caption(baselines), *_notes(results)]
    if baselines:
        names = " and ".join(f"to {label} (/{initials(baselines)[k]})" for k, label in enumerate(baselines))
        lines.append(
            "copies, msgs, bytes, f-hops: vertex copies or cut edges, messages between clusters, bytes and "
            f"flit-hops between cores, relative {names}"
        )
    lines.append(
        "RF: replication factor; imb.: largest over mean load; speed-up: over one cluster on one core"
    )
    if results["extra_run"].any():
        lines.append(
            f"{EACH_CUT_EDGE} the same edge cut with `combine: false`: one message for every cut edge"
        )
    return [*lines, *_notes(results)]


def _notes(results: pd.DataFrame) -> list[str]:
    return [f"note: {warning}" for warning in alike(results["warnings"].dropna())]


def alike(rows: Iterable[str]) -> list[str]:
    """What the rows warn of, those that differ in their figures alone told once."""
    found: dict[str, list[str]] = {}
    for warning in (each for warnings in rows for each in warnings.split(WARNING_SEPARATOR)):
        found.setdefault(re.sub(r"\d+(\.\d+)?", "#", warning), []).append(warning)
    return [
        max(group) + (f" ({len(group)} runs, each with its figure in results.csv)" if len(group) > 1 else "")
        for group in found.values()
    ]


def _tables(
    results: pd.DataFrame, baselines: Sequence[str], varying: Sequence[str], width: int
) -> list[RenderableType]:
    columns = _mesh_columns
    if "implementation" in results:
        from numasim.gpu_experiment.summary import gpu_columns as columns
    names, first, aside, last = columns(baselines, varying)
    rows = results.astype(object).where(results.notna(), None).to_dict("records")
    figures = {**first, **aside, **last}
    for gap in (1, 0):
        whole = _table(rows, names, figures, gap)
        if not aside or _measure(whole) <= width:
            return [whole]
    roomy = _table(rows, names, {**first, **last}, 1)
    main = roomy if _measure(roomy) <= width else _table(rows, names, {**first, **last}, 0)
    return [main, _table(rows, names, aside, 0)]


def _mesh_columns(baselines: Sequence[str], varying: Sequence[str]) -> Columns:
    names: dict[str, Any] = {"method": lambda r: r["method"] + (EACH_CUT_EDGE if r["extra_run"] else "")}
    for column in ("mapper", *varying):
        names[column.rpartition(".")[2]] = lambda r, c=column: text(r[c])
    quality: dict[str, Any] = {
        "RF": lambda r: number(r.get("replication_factor"), "{:.2f}"),
        "imb.": lambda r: number(r.get("edge_weight_imbalance"), "{:.2f}"),
    }
    marks = initials(baselines)
    ratios: dict[str, Any] = {
        f"{SHORT[measure]}\n/{marks[k]}": lambda r, c=f"{measure}_vs_{label}": ratio(r.get(c))
        for measure in MEASURES
        for k, label in enumerate(baselines)
    }
    speed: dict[str, Any] = {
        "hop-\nbytes": lambda r: quantity(r.get("hop_bytes")),
        "time": lambda r: "> " * (r.get("complete") == 0) + duration(r.get("seconds")),
        "energy": lambda r: in_unit(r.get("energy_joules"), "J"),
        "speed\n-up": lambda r: number(r.get("speedup"), "{:.2f}"),
    }
    return names, quality, ratios, speed


def _table(rows: Sequence[dict[Any, Any]], names: dict[str, Any], figures: dict[str, Any], gap: int) -> Table:
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


def initials(labels: Sequence[str]) -> list[str]:
    """The shortest beginnings, of equal length, that tell the labels apart."""
    for length in range(1, max((len(label) for label in labels), default=0) + 1):
        short = [label[:length] for label in labels]
        if len(set(short)) == len(labels):
            return short
    return list(labels)


def quantity(value: float | None) -> str:
    """A large number in four characters or so: 1.23 M."""
    if value is None or not math.isfinite(value):
        return "-"
    for size, prefix in ((1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k")):
        if abs(value) >= 0.9995 * size:
            return f"{value / size:.3g}{prefix}"
    return f"{value:.3g}"


def duration(seconds: float | None) -> str:
    """A time in the unit that suits it: 12.3 µs."""
    return in_unit(seconds, "s")


def in_unit(value: float | None, unit: str) -> str:
    """A quantity with the prefix that suits it: 12.3 µJ."""
    if value is None or not math.isfinite(value):
        return "-"
    for size, prefix in ((1.0, ""), (1e-3, "m"), (1e-6, "µ")):
        if value >= 0.9995 * size:
            return f"{value / size:.3g} {prefix}{unit}"
    return f"{value / 1e-9:.3g} n{unit}"


def ratio(value: float | None) -> str:
    """A ratio in four characters; a dash where there is none."""
    if value is None or not math.isfinite(value):
        return "-"
    return f"{value:.2f}" if value < 99.5 else f"{value:.0f}"


def number(value: float | None, form: str) -> str:
    """A number in a form; a dash where there is none."""
    return "-" if value is None or not math.isfinite(value) else form.format(value)


def text(value: Any) -> str:
    """A value as text; a dash where there is none."""
    return "-" if value is None or value != value else str(value)  # NaN is not equal to itself
