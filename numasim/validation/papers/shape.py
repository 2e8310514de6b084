"""Shapes of a paper's tables: the winners, the number of wins and the ratios, in the paper and in our runs.

Absolute figures depend on the machine and the programs of the paper, which are not available. Ratios to the
same baseline, and counts of wins, geometric means and orders of these ratios, can be compared. The same
functions compute them from the paper's tables and from ours.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

FOLDER = Path(__file__).parent

COUNT = 0.1
"""Counts agree if they differ by at most this share of the counted items."""

RATIO = 1.2
"""Ratios agree if one is at most this many times the other, and both are on the same side of 1."""

PAIRS = 0.9
"""Orders agree if at least this share of the pairs is in the same order."""


@dataclass(frozen=True)
class Shape:
    """A shape of a table.

    Attributes
    ----------
    what : str
    paper : str
        The figures of the paper.
    ours : dict of str to str
        Our figures, one per order of the edge stream or one for all orders.
    agrees : dict of str to bool
        Whether our figures agree with those of the paper.
    """

    what: str
    paper: str
    ours: dict[str, str]
    agrees: dict[str, bool]


def read(name: str) -> pd.DataFrame:
    """Read an included table of a paper.

    Parameters
    ----------
    name : str
        The name of the file in this folder, without its suffix.
    """
    import pandas as pd

    return pd.read_csv(FOLDER / f"{name}.csv")


def geometric_mean(values: pd.Series) -> float:
    """The geometric mean of positive numbers; NaN if there are none."""
    import numpy as np

    return float(np.exp(np.log(values.astype(float)).mean()))


def counted(what: str, paper: pd.Series, ours: dict[str, pd.Series]) -> Shape:
    """Make a shape that counts the items for which something holds.

    Parameters
    ----------
    what : str
    paper : pandas.Series of bool
        Whether it holds, by item.
    ours : dict of str to pandas.Series of bool
    """
    return Shape(
        what,
        tally(paper),
        {order: tally(series) for order, series in ours.items()},
        {order: bool(abs(series.mean() - paper.mean()) <= COUNT + 1e-9) for order, series in ours.items()},
    )


def tally(held: pd.Series) -> str:
    """Format a count, such as ``3 of 10 (fft, md, nn)`` or ``8 of 10 (not fft, md)``."""
    yes = [str(name) for name in held.index[held]]
    no = [str(name) for name in held.index[~held]]
    named = (
        "" if not yes or not no else f" ({', '.join(yes) if len(yes) <= len(no) else 'not ' + ', '.join(no)})"
    )
    return f"{len(yes)} of {len(held)}{named}"


def ratio(what: str, paper: float, ours: dict[str, float], digits: int = 3) -> Shape:
    """Make a shape that is one ratio."""
    return Shape(
        what,
        f"{paper:.{digits}f}",
        {order: f"{value:.{digits}f}" for order, value in ours.items()},
        {order: alike(paper, value) for order, value in ours.items()},
    )


def alike(one: float, other: float) -> bool:
    """Whether two ratios agree."""
    return max(one, other) <= RATIO * min(one, other) and (one - 1) * (other - 1) >= 0


def ordered(what: str, paper: dict[str, float], ours: dict[str, dict[str, float]]) -> Shape:
    """Make a shape that is an order of methods by a figure."""
    same = {order: in_order(paper, figures) for order, figures in ours.items()}
    return Shape(
        what,
        " < ".join(sorted(paper, key=paper.__getitem__)),
        {order: f"{held} of {pairs} pairs" for order, (held, pairs) in same.items()},
        {order: held >= PAIRS * pairs for order, (held, pairs) in same.items()},
    )


def in_order(one: dict[str, float], other: dict[str, float]) -> tuple[int, int]:
    """The number of pairs in the same order in both, and the number of pairs, without ties in ``one``."""
    pairs: Sequence[tuple[str, str]] = [(a, b) for a, b in itertools.combinations(one, 2) if one[a] != one[b]]
    return sum((one[a] < one[b]) == (other[a] < other[b]) for a, b in pairs), len(pairs)
