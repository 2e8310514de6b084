"""The notes below a table: the warnings of its rows, and runs that are slower than one core."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from numasim.numa.shared.run_result import WARNING_SEPARATOR
from numasim.results.row_kinds import RowKind
from numasim.results.row_names import Row, each_record, row_labels

if TYPE_CHECKING:
    import pandas as pd

NOTED = ("mapper", "extra_run", "warnings", "speedup", "relative_work", "threads")
"""The columns that notes are about, besides those of the names of rows."""

NUMBER = re.compile(r"(?<![A-Za-z_])\d+(?:,\d{3})*(?:\.\d+)?")


def notes_on(table: pd.DataFrame, kind: RowKind, varying: Sequence[str] = ()) -> list[str]:
    """Return the notes below a table, one or two sentences each.

    Parameters
    ----------
    table : pandas.DataFrame
        The runs that have figures; few of them are in memory as mappings at once.
    varying : sequence of str
        The columns that distinguish the rows, without those that every table of the kind has.
    """
    needed = dict.fromkeys((*kind.method, *varying, *NOTED))
    narrow = table[[name for name in needed if name in table]]

    def name(row: Mapping[str, Any]) -> str:
        words = *row_labels([row], varying, kind), row.get("mapper")
        return ", ".join(word for word in words if word)

    return [
        *alike(row["warnings"] for row in each_record(narrow) if row.get("warnings")),
        *slower_than_one_core(each_record(narrow), name),
    ]


def alike(rows: Iterable[str]) -> list[str]:
    """Return the warnings of rows; of warnings that differ only in their figures, that with the largest."""
    found: dict[str, _Alike] = {}
    for warning in (each for warnings in rows for each in warnings.split(WARNING_SEPARATOR)):
        found.setdefault(NUMBER.sub("#", warning), _Alike(warning)).add(warning)
    return [str(each) for each in found.values()]


class _Alike:
    """Warnings that differ only in their figures."""

    def __init__(self, warning: str) -> None:
        self._worst, self._figures = warning, _figures(warning)
        self._count, self._equal = 0, True

    def add(self, warning: str) -> None:
        self._count += 1
        if warning != self._worst:
            self._equal = False
            figures = _figures(warning)
            if figures > self._figures:
                self._worst, self._figures = warning, figures

    def __str__(self) -> str:
        if self._count == 1:
            return self._worst
        if self._equal:
            return f"{self._worst} ({self._count:,} runs)"
        return f"{self._worst} (the worst of {self._count:,} runs; results.parquet has the figure of each)"


def slower_than_one_core(rows: Iterable[Row], name: Callable[[Row], str]) -> list[str]:
    """Return a note if runs take longer than one cluster, or one thread, on one core of the same machine.

    Parameters
    ----------
    name : callable
        Returns the name of a row.
    """
    count = slow = 0
    worst: Row = {}
    threads = is_weak = False
    for row in rows:
        count += 1
        threads |= "threads" in row
        is_weak |= (row.get("relative_work") or 1) > 1
        speedup = row.get("speedup")
        if speedup is not None and round(speedup, 2) < 1:  # as the table shows it
            slow += 1
            worst = row if not worst or speedup < worst["speedup"] else worst
    if not slow:
        return []
    least, called = worst["speedup"], name(worst)
    figure = f"{least:.2f}" if least >= 0.1 else f"{least:.2g}"
    runs = f"{slow:,} of {count:,} runs are" if count > 1 else "the run is"
    where = f" ({called})" if count > 1 and called else ""
    alone = "one thread" if threads else "one cluster"
    than = "works at a higher rate" if is_weak else "finishes sooner"
    return [
        f"{runs} slower than one core: the lowest speed-up is {figure}{where}; {alone} on one core {than}"
    ]


def _figures(warning: str) -> list[float]:
    return [float(number.replace(",", "")) for number in NUMBER.findall(warning)]
