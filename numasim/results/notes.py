"""The notes below a table: the warnings of its rows, and runs that are slower than one core."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from numasim.numa.shared.run_result import WARNING_SEPARATOR

NUMBER = re.compile(r"(?<![A-Za-z_])\d+(?:,\d{3})*(?:\.\d+)?")


def notes(rows: Sequence[Mapping[str, Any]], names: Sequence[str]) -> list[str]:
    """Return the notes below a table, one or two sentences each.

    Parameters
    ----------
    rows : sequence of mapping
        The runs that have figures, with None for missing values.
    names : sequence of str
        The name of each row.
    """
    return [
        *alike(row["warnings"] for row in rows if row.get("warnings")),
        *slower_than_one_core(rows, names),
    ]


def alike(rows: Iterable[str]) -> list[str]:
    """Return the warnings of rows; of warnings that differ only in their figures, that with the largest."""
    found: dict[str, list[str]] = {}
    for warning in (each for warnings in rows for each in warnings.split(WARNING_SEPARATOR)):
        found.setdefault(NUMBER.sub("#", warning), []).append(warning)
    return [max(group, key=_figures) + _of_how_many(group) for group in found.values()]


def slower_than_one_core(rows: Sequence[Mapping[str, Any]], names: Sequence[str]) -> list[str]:
    """Return a note if runs take longer than one cluster, or one thread, on one core of the same machine."""
    slow = [
        (row["speedup"], name)
        for row, name in zip(rows, names, strict=True)
        if row.get("speedup") is not None and round(row["speedup"], 2) < 1  # as the table shows it
    ]
    if not slow:
        return []
    least, worst = min(slow, key=lambda each: each[0])
    figure = f"{least:.2f}" if least >= 0.1 else f"{least:.2g}"
    runs = f"{len(slow)} of {len(rows)} runs are" if len(rows) > 1 else "the run is"
    where = f" ({worst})" if len(rows) > 1 and worst else ""
    alone = "one thread" if "threads" in rows[0] else "one cluster"
    is_weak = any((row.get("relative_work") or 1) > 1 for row in rows)
    than = "works at a higher rate" if is_weak else "finishes sooner"
    return [
        f"{runs} slower than one core: the lowest speed-up is {figure}{where}; {alone} on one core {than}"
    ]


def _of_how_many(group: Sequence[str]) -> str:
    if len(group) == 1:
        return ""
    if len(set(group)) == 1:
        return f" ({len(group)} runs)"
    return f" (the worst of {len(group)} runs; results.parquet has the figure of each)"


def _figures(warning: str) -> list[float]:
    return [float(number.replace(",", "")) for number in NUMBER.findall(warning)]
