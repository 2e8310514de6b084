"""What tables, pictures and reports call the rows of an experiment.

The *naming columns* of an experiment are the columns of its swept fields. Two rows whose configurations
differ also differ in what is shown of these columns: in the cells of the tables of terminal and report, and
in the labels of the pictures.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from numasim.results.row_kinds import RowKind
from numasim.schema.sweep import REPLICATES, always_swept, swept_values
from numasim.schema.workload import KINDS

if TYPE_CHECKING:
    import pandas as pd

Row = Mapping[Any, Any]

COLUMN_OF = {
    **{f"workload.{kind}": "workload" for kind in KINDS},
    "partition.method": "partitioner",
    "partition.parts": "parts",
    "partition.seed": "seed",
    "partition.order": "order",
    "mapping.method": "mapper",
    "mapping.policy": "mapping_policy",
    "machine": "machine",
    "component.method": "component",
    "seed": "seed",
    **{
        f"workload.{name}": name
        for name in (
            "matrix",
            "variant",
            "x_in",
            "block_size",
            "dtype",
            "l2",
            "iterations",
            "partition_ready_after",
        )
    },
    **{
        f"execution.{name}": name
        for name in ("model", "steps", "initial_values", "network", "scheduler", "aggregate_messages")
    },
}
"""Swept fields that have a column of their own; any other field's column has the field's name."""

REPLICATE = "replicate"
POINT = "point"
TAKEN = ("method", "mapper", "kernel", "cut", "time", "energy", "runs", "run_id")
"""Headings that tables have for other columns."""

PLAIN = ("partitioner", "mapper", "workload", "machine", "matrix", "variant")
"""Columns whose values are names, and need no heading before them in a label."""


def swept_columns(overrides: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a point that only the sweep decides, and their values."""
    found = {name: value for name, value in overrides.items() if name not in (*COLUMN_OF, REPLICATES)}
    if REPLICATES in overrides:
        found[REPLICATE] = overrides[REPLICATES]
    return found


def varying_columns(sweep: Mapping[str, Any], rows: Sequence[Row], kind: RowKind) -> list[str]:
    """The naming columns of an experiment, besides those that every table of its kind has.

    Parameters
    ----------
    sweep : mapping
        Of the experiment.
    rows : sequence of mapping
        The rows of the results; their columns ``point`` and those of swept fields are read.
    kind : RowKind

    Returns
    -------
    list of str
        In the order of the sweep. The last is ``point`` where the other columns do not tell all points apart,
        for example two machine files that have the same name inside.
    """
    always, several = always_swept(sweep), []
    for name, values in swept_values(sweep).items():
        column = COLUMN_OF.get(name, name)
        # A field that only some entries of a list set has its default in the other rows.
        # Entries of a zip may have one value in common.
        if len({shown(value) for value in values}) > 1 or (
            name not in always and len({shown(row.get(column)) for row in rows}) > 1
        ):
            several.append(column)
    if sweep.get(REPLICATES, 1) > 1:
        several.append(REPLICATE)
    columns = [column for column in dict.fromkeys(several) if column not in kind.naming]
    point_of: dict[tuple[str, ...], Any] = {}
    for row in rows:
        cells = tuple(shown(row.get(column)) for column in (*kind.naming, *columns))
        if point_of.setdefault(cells, row.get(POINT)) != row.get(POINT):
            return [*columns, POINT]
    return columns


def headings(columns: Sequence[str], taken: Collection[str] = TAKEN) -> dict[str, str]:
    """The heading of each column: the shortest end of its dotted name that no other column has.

    Parameters
    ----------
    columns : sequence of str
    taken : collection of str
        Headings of other columns of the table.
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


def row_labels(rows: Iterable[Row], varying: Sequence[str], kind: RowKind) -> list[str]:
    """What to call each row, without its mapper (on GPUs, its machine): its method, and what else varies.

    Parameters
    ----------
    rows : iterable of mapping
    varying : sequence of str
        From :func:`varying_columns`; without ``replicate`` the replicates of a run have one label.
    kind : RowKind
    """
    heading = headings(varying)
    labels = []
    for row in rows:
        words = [method] if (method := method_of(row, kind)) else []
        for column in varying:
            if column != kind.group and not missing(row.get(column)):
                value = shown(row[column])
                words.append(value if column in PLAIN else f"{heading[column]} {value}")
        labels.append(", ".join([*words, *["each cut edge"] * bool(row.get("extra_run"))]))
    return labels


def method_of(row: Row, kind: RowKind) -> str:
    """What a row's method is: where a GPU cuts nothing, its variant; empty where there is none."""
    return next((row[name] for name in kind.method if isinstance(row.get(name), str)), "")


def records(table: pd.DataFrame) -> list[dict[str, Any]]:
    """The rows of a table, with None where there is no value."""
    rows = table.astype(object).where(table.notna(), None).to_dict("records")
    return [{str(name): value for name, value in row.items()} for row in rows]


def missing(value: Any) -> bool:
    """Whether a cell has no value."""
    return value is None or value != value  # NaN is not equal to itself


def shown(value: Any) -> str:
    """The value of a naming column as text, not the same for two values that differ; a dash for none."""
    if missing(value):
        return "-"
    if isinstance(value, float):
        short = f"{value:.6g}"
        return short if math.isfinite(value) and float(short) == value else repr(value)
    return str(value)
