"""The kinds of rows in a table of results, and how tables, pictures and reports show each kind.

The name of a kind is that in ``kind`` of an experiment's class.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache

from numasim.results.columns import Column
from numasim.schema.kinds import part, parts
from numasim.schema.workload import KINDS
from partitioners.analysis.quality import Quality


@dataclass(frozen=True)
class RowKind:
    """How the rows of one kind of experiment are named, compared and shown.

    Attributes
    ----------
    tables : tuple of str
        The long tables of its runs.
    measured : tuple of str
        The columns that a run adds to its row besides the figures.
    columns : mapping of str to Column
        The figures. The following attributes name some of them, or other columns of the rows.
    naming : mapping of str to str
        The columns that distinguish rows in every table, in addition to swept fields; their headings.
    field_columns : mapping of str to str
        The column of each field of the configuration whose column has another name. A swept field without an
        entry makes a column of its own name.
    method : tuple of str
        The columns of a row's method; the first one with a value is used.
    group : str
        The column that is shown as a colour and left out of a row's label; empty for none.
    speed : str
        The column, less of which is better, that selects the shown runs if there are too many.
    compared, compared_if_coherent : tuple of str
        The columns with ratios to the baselines; the second only if values move through caches.
    figures : tuple of str
        The columns in the report's table.
    communication : tuple of str
        The columns against which time is plotted, and whose ratios are in the report's table.
    bars : tuple of str
        The columns in bars of the comparison, each with ratios to the baselines in the report.
    units : mapping of str to str
        The units of columns whose names do not give them (:mod:`numasim.results.units`), besides the ``unit``
        of their :class:`~numasim.results.columns.Column`.
    """

    name: str
    naming: Mapping[str, str] = field(default_factory=dict)
    field_columns: Mapping[str, str] = field(default_factory=dict)
    method: tuple[str, ...] = ("partitioner",)
    group: str = ""
    tables: tuple[str, ...] = ()
    measured: tuple[str, ...] = ()
    columns: Mapping[str, Column] = field(default_factory=dict)
    speed: str = "cycles"
    compared: tuple[str, ...] = ()
    compared_if_coherent: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    communication: tuple[str, ...] = ()
    bars: tuple[str, ...] = ()
    units: Mapping[str, str] = field(default_factory=dict)

    @property
    def known_units(self) -> dict[str, str]:
        """The units of all columns that do not follow from their names."""
        return {name: column.unit for name, column in self.columns.items() if column.unit} | dict(self.units)


def of_section(section: str, *names: str) -> dict[str, str]:
    """Return the entries of fields whose columns have their last names."""
    return {f"{section}.{name}": name for name in names}


OF_ANY_CUT = {
    **{f"workload.{kind}": "workload" for kind in KINDS},
    "partition.method": "partitioner",
    "partition.parts": "parts",
    "partition.seed": "seed",
    "partition.order": "order",
    "seed": "seed",
}

OF_CUT = tuple(each.name for each in fields(Quality) if each.name != "loads")
OF_GRAPH = ("vertices", "edges", "trace_complete")
OF_MACHINE = ("machine", "mesh", "cores", "equivalent_cores", "speedup", "efficiency")
"""The columns of rows with a cut, with a graph, and with a machine."""

STUDY = RowKind(
    name="study",
    units={
        **dict.fromkeys(("latency", "latency_error", "network_latency", "zero_load_latency"), "cycles"),
        **dict.fromkeys(("rate", "offered", "accepted", "largest_link_load"), "flits/cycle"),
    },
)
"""The rows of a study, which have no method and no baseline."""


def rows_of(kind: str) -> RowKind:
    """Return how the rows of a kind of experiment are shown."""
    rows: RowKind = part(kind, "columns", "ROWS")
    return rows


@cache
def all_tables() -> tuple[str, ...]:
    """Return the names of all long tables."""
    return tuple(dict.fromkeys(name for rows in parts("columns", "ROWS") for name in rows.tables))
