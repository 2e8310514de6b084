"""A shape of a paper's tables: who wins, how often, by how much; the paper's beside ours.

Absolute figures depend on a machine and on programs that nobody else has. What can be compared are ratios to
the same baseline, and what they come to: counts of wins, geometric means, orders. All of them are computed
from the paper's own tables by the functions that compute ours.
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
"""Counts agree when they are so close, of all that is counted."""

RATIO = 1.2
"""Ratios agree when one is at most so many times the other, and neither is on the other side of 1."""

PAIRS = 0.9
"""Orders agree when so many of the pairs are in the same order."""


@dataclass(frozen=True)
class Shape:
    """One shape.

    Attributes
    ----------
    what : str
    paper : str
        The paper's figures.
    ours : dict of str to str
        Ours, for each order of the stream of edges or one for all.
    agrees : dict of str to bool
        Whether they agree with the paper's.
    """

    what: str
    paper: str
    ours: dict[str, str]
    agrees: dict[str, bool]


def read(name: str) -> pd.DataFrame:
    """A table of a paper, as it came along.

    Parameters
    ----------
    name : str
        Of the file in this folder, without its suffix.
    """
    import pandas as pd

    return pd.read_csv(FOLDER / f"{name}.csv")


def geometric_mean(values: pd.Series) -> float:
    """Of positive numbers; NaN where there are none."""
    import numpy as np

    return float(np.exp(np.log(values.astype(float)).mean()))


def counted(what: str, paper: pd.Series, ours: dict[str, pd.Series]) -> Shape:
    """A shape that counts where something holds.

    Parameters
    ----------
    what : str
    paper : pandas.Series of bool
        By what it holds for.
    ours : dict of str to pandas.Series of bool
    """
    return Shape(
        what,
        tally(paper),
        {order: tally(series) for order, series in ours.items()},
        {order: bool(abs(series.mean() - paper.mean()) <= COUNT + 1e-9) for order, series in ours.items()},
    )


def tally(held: pd.Series) -> str:
    """``3 of 10 (fft, md, nn)``, or ``8 of 10 (not fft, md)``."""
    yes = [str(name) for name in held.index[held]]
    no = [str(name) for name in held.index[~held]]
    named = (
        "" if not yes or not no else f" ({', '.join(yes) if len(yes) <= len(no) else 'not ' + ', '.join(no)})"
    )
    return f"{len(yes)} of {len(held)}{named}"


def ratio(what: str, paper: float, ours: dict[str, float], digits: int = 3) -> Shape:
    """A shape that is one ratio."""
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
    """A shape that is an order of methods by a figure."""
    same = {order: in_order(paper, figures) for order, figures in ours.items()}
    return Shape(
        what,
        " < ".join(sorted(paper, key=paper.__getitem__)),
        {order: f"{held} of {pairs} pairs" for order, (held, pairs) in same.items()},
        {order: held >= PAIRS * pairs for order, (held, pairs) in same.items()},
    )


def in_order(one: dict[str, float], other: dict[str, float]) -> tuple[int, int]:
    """How many pairs are in the same order in both, and of how many; ties in ``one`` are left out."""
    pairs: Sequence[tuple[str, str]] = [(a, b) for a, b in itertools.combinations(one, 2) if one[a] != one[b]]
    return sum((one[a] < one[b]) == (other[a] < other[b]) for a, b in pairs), len(pairs)
