"""Combine replicates: the mean of each figure and its confidence interval.

The interval has 95% confidence by Student's t distribution, which assumes that the replicates are independent
and that their mean is normally distributed.
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
    """A mean and its confidence interval.

    Attributes
    ----------
    half_width : float or None
        Half the width of the 95% confidence interval; None for a single sample.
    """

    mean: float
    half_width: float | None
    samples: int


def estimate(values: Iterable[Any]) -> Estimate | None:
    """Return the mean of the values that are finite numbers; None if there are none."""
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
    """A run with all its replicates.

    Attributes
    ----------
    label, method, mapper : str
        ``label`` is the method with the other varying values. On GPUs, ``mapper`` is the machine, and
        ``method`` is the kernel's variant if there is no cut.
    rows : list of dict
        The rows of the replicates, in their order.
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
        """A value that all replicates share; None if there is none."""
        return self.rows[0].get(column)

    def of(self, column: str) -> Estimate | None:
        """Return the estimate of a figure; None if no replicate has the figure."""
        return estimate(row.get(column) for row in self.rows)


def cases(rows: Sequence[dict[str, Any]], labels: Sequence[str], kind: RowKind) -> list[Case]:
    """Group the replicates of each run, in the order of the first replicates.

    Parameters
    ----------
    rows : sequence of dict
        The rows, with None for missing values; rows of an experiment with replicates have ``replicate``.
    labels : sequence of str
        The name of each row, without its mapper and its replicate.
    """
    groups: dict[tuple[str, str, str, int | None], list[dict[str, Any]]] = {}
    for number, (row, label) in enumerate(zip(rows, labels, strict=True)):
        method, mapper = method_of(row, kind), row.get(kind.group) or ""
        apart = None if REPLICATE in row else number
        groups.setdefault((label, method, mapper, apart), []).append(row)
    return [Case(label, method, mapper, members) for (label, method, mapper, _), members in groups.items()]
