"""Failed points, grouped by their error."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from partitioners.text.counts import plural

MAX_NAMED = 4
"""The largest number of points of one error that are named. Of more points, only the numbers are given."""


@dataclass(frozen=True)
class Failure:
    """An error and the points that ended with it.

    Attributes
    ----------
    count : int
        Number of points.
    points : str
        The numbers of the points, with their names if there are few: ``point 3 (block, random)``.
    """

    error: str
    count: int
    points: str


def failures(rows: Iterable[tuple[Mapping[str, Any], str]]) -> Iterator[Failure]:
    """Group the failed rows of a table by their error, in the order of the first row of each error.

    Parameters
    ----------
    rows : iterable of (mapping, str)
        Each row of the table and its name.
    """
    groups: dict[str, list[tuple[int, str]]] = {}
    for row, name in rows:
        if row.get("error") is not None:
            groups.setdefault(row["error"], []).append((row["point"], name))
    for error, members in groups.items():
        if len(members) <= MAX_NAMED:
            points = ", ".join(f"{point} ({name})" for point, name in members)
        else:
            points = ranges(sorted({point for point, _ in members}))
        yield Failure(error, len(members), f"{plural(len(members), 'point')} {points}")


def ranges(numbers: Sequence[int]) -> str:
    """Format increasing numbers as ``0-9, 12, 14-22``."""
    ends = [k for k, (one, other) in enumerate(pairwise(numbers), 1) if other != one + 1]
    parts = (numbers[begin:end] for begin, end in pairwise([0, *ends, len(numbers)]))
    return ", ".join(f"{part[0]}-{part[-1]}" if len(part) > 1 else str(part[0]) for part in parts)
