"""Replicates put together: the mean of what they measured, and how well it is known.

The interval is that of Student's t distribution with 95% confidence, which takes the replicates for
independent and their mean for normal.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from numasim.results.row_kinds import RowKind
from numasim.results.row_names import REPLICATE, method_of

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Estimate:
    """A mean.

    Attributes
    ----------
    mean : float
    half_width : float or None
        Of its 95% confidence interval; None for a single sample.
    samples : int
    """

    mean: float
    half_width: float | None
    samples: int


def estimate(values: Iterable[Any]) -> Estimate | None:
    """The mean of the values that are numbers; None where there is none."""
    found = [float(value) for value in values if isinstance(value, (int, float)) and math.isfinite(value)]
    if not found:
        return None
    count = len(found)
    mean = math.fsum(found) / count
    if count == 1:
        return Estimate(mean, None, 1)
    from scipy.special import stdtrit

    deviation = math.sqrt(math.fsum((value - mean) ** 2 for value in found) / (count - 1))
    quantile = float(stdtrit(count - 1, (1 + CONFIDENCE) / 2))
    return Estimate(mean, quantile * deviation / math.sqrt(count), count)


@dataclass(frozen=True, eq=False)
class Case:
    """What was run once, or as often as there are replicates.

    Attributes
    ----------
    label, method, mapper : str
        ``label`` is the method with all else that varies. On GPUs the machine stands in the mapper's place,
        and the kernel's implementation for a method where nothing is cut.
    rows : list of dict
        Of the replicates, in their order.
    """

    label: str
    method: str
    mapper: str
    rows: Sequence[dict[str, Any]]

    @property
    def name(self) -> str:
        """The label with the mapper."""
        return ", ".join(word for word in (self.label, self.mapper) if word)

    def __getitem__(self, column: str) -> Any:
        """A value that all replicates share; None where there is none."""
        return self.rows[0].get(column)

    def of(self, column: str) -> Estimate | None:
        """A figure; None where no replicate has it."""
        return estimate(row.get(column) for row in self.rows)


def cases(rows: Sequence[dict[str, Any]], labels: Sequence[str], kind: RowKind) -> list[Case]:
    """Put the replicates of each run together, in the order of their first.

    Parameters
    ----------
    rows : sequence of dict
        None where a row has no value; those of an experiment with replicates have ``replicate``.
    labels : sequence of str
        Of each row, without its mapper and its replicate.
    kind : RowKind
    """
    groups: dict[tuple[str, str, str, int | None], list[dict[str, Any]]] = {}
    for number, (row, label) in enumerate(zip(rows, labels, strict=True)):
        method, mapper = method_of(row, kind), row.get(kind.group) or ""
        apart = None if REPLICATE in row else number
        groups.setdefault((label, method, mapper, apart), []).append(row)
    return [Case(label, method, mapper, members) for (label, method, mapper, _), members in groups.items()]
