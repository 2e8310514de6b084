"""The columns of ``results.parquet``: the meaning of each figure, its form in tables, pictures and reports.

The scalars of a run and their meanings are registered where they are counted. This module adds the other
columns, and the headings and formats of all columns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from numasim.results.number_formats import in_unit, quantity
from numasim.results.number_formats import number as in_form


@dataclass(frozen=True)
class Column:
    """A column of figures; an attribute that no table or picture uses is empty.

    Attributes
    ----------
    meaning : str
        The meaning of the figure, in Markdown.
    heading, narrow : str
        The heading of the column in the report, and in a terminal.
    ratio, narrow_ratio : str
        The heading of the ratios to a baseline in the report, and in a terminal; an empty ``narrow_ratio``
        means ``ratio``.
    title : str
        The title of the bars and of the axis.
    hint : str
        The tooltip of the heading; without it, the title is used.
    unit : {'', 's', 'J'}
    form : str
        The format of a number for :meth:`str.format`; without it, three digits with prefix and unit.
    derive : callable, optional
        Computes the figure from other figures of a row, for one that is not a column of ``results.parquet``.
    """

    name: str
    meaning: str = ""
    heading: str = ""
    narrow: str = ""
    ratio: str = ""
    narrow_ratio: str = ""
    title: str = ""
    hint: str = ""
    unit: Literal["", "s", "J"] = ""
    form: str = ""
    derive: Callable[[Mapping[Any, Any]], float | None] | None = None

    def of(self, row: Mapping[Any, Any]) -> Any:
        """Return the value of a row, or None."""
        return self.derive(row) if self.derive else row.get(self.name)

    def text(self, value: float | None) -> str:
        """Format a number for tables; a dash for a missing number."""
        if self.form:
            return in_form(value, self.form)
        return in_unit(value, self.unit) if self.unit else quantity(value)


def columns_of(meanings: Mapping[str, str], *shown: Column) -> Mapping[str, Column]:
    """Return the scalars of a run and all shown columns, with the meanings of the scalars."""
    scalars = {name: Column(name, meaning) for name, meaning in meanings.items()}
    return scalars | {
        each.name: replace(each, meaning=meanings.get(each.name, each.meaning)) for each in shown
    }


def gteps(
    row: Mapping[Any, Any], edges: str = "reached_edges", time: str = "elapsed_seconds"
) -> float | None:
    """Return the traversed edges per nanosecond of a time; None if the row has no edges or no time."""
    number, seconds = row.get(edges), row.get(time)
    return number / seconds / 1e9 if number is not None and seconds else None


TWO_DIGITS, SHARE = "{:.2f}", "{:.0%}"

REPLICATION_FACTOR = Column(
    "replication_factor",
    "copies of a vertex, mean over the vertices that have an edge",
    heading="RF",
    narrow="RF",
    ratio="RF",
    title="replication factor",
    form=TWO_DIGITS,
)
EDGE_WEIGHT_IMBALANCE = Column(
    "edge_weight_imbalance",
    "the largest weight of the edges of a cluster over the mean",
    narrow="imb.",
    title="largest load over the mean",
    form=TWO_DIGITS,
)
COPIES_OR_CUT = Column(
    "copies_or_cut",
    "copies of vertices beyond the first; for an edge cut, the cut edges",
    narrow="copies\nor cut",
    ratio="copies",
    title="vertex copies, or cut edges",
)
MESSAGES = Column(
    "messages",
    "values sent between clusters",
    narrow="msgs",
    ratio="msgs",
    title="messages between clusters",
)

EFFICIENCY = Column(
    "efficiency",
    "`speedup` over the number of cores, or over `equivalent_cores` if their speeds differ",
    heading="efficiency",
    narrow="eff.",
    hint="speed-up over the number of cores, each counted as a share of the fastest",
    form=TWO_DIGITS,
)
MAKESPAN_RATIO = Column(
    "makespan_ratio",
    heading="over\nbound",
    narrow="over\nbound",
    hint="time over the lower bound of the program",
    form=TWO_DIGITS,
)
CORE_UTILISATION = Column(
    "core_utilisation", heading="util.", narrow="util.", hint="mean share of the cores at work", form=SHARE
)
OF_ALL_CORES = (EFFICIENCY, MAKESPAN_RATIO, CORE_UTILISATION)
"""The figures that runs of clusters, of schedules and of threads have in common."""


def names_of(columns: Iterable[Column]) -> tuple[str, ...]:
    """Return the names of some columns."""
    return tuple(column.name for column in columns)
