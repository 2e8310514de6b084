"""Shapes of a document's results: counts, ratios, orders and whole tables, in the document and in our runs.

Absolute figures depend on the machine and the programs of a document, which are not available. Ratios to the
same baseline, and counts of wins, geometric means and orders of these ratios, can be compared. The same
functions compute them from the document's tables and from ours. Every shape has a distance, and most have a
verdict.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import pandas as pd

FOLDER = Path(__file__).parent

COUNT = 0.1
"""Counts agree if they differ by at most this share of the items."""

FEW = 5
"""Counts of this many items or more may differ by one item."""

RATIO = 1.2
"""Ratios agree if one is at most this many times the other, and both are on the same side of 1."""

PAIRS = 0.9
"""Orders agree if at least this share of the pairs is in the same order."""

ALL = "all"
"""The key of a figure that does not depend on the order of the edge stream."""


@dataclass(frozen=True)
class Shape:
    """A shape of the results.

    Attributes
    ----------
    paper : str
        The figures of the document.
    ours : dict of str to str
        Our figures, one per order of the edge stream or one for all orders.
    agrees : dict of str to bool
        Whether our figures agree with those of the document; empty if only their distance is given.
    distance : dict of str to float
        How far our figures are from those of the document, in the measure of the shape.
    measure : {'share', 'factor'}
        ``share`` is the share of items, or of pairs of items, for which the document and our runs differ,
        from 0. ``factor`` is the geometric mean of the larger over the smaller of each two figures, from 1.
    figures : int
        The number of items, pairs or figures that are compared.
    """

    what: str
    paper: str
    ours: dict[str, str]
    agrees: dict[str, bool]
    distance: dict[str, float]
    measure: Literal["share", "factor"]
    figures: int


def read(name: str) -> pd.DataFrame:
    """Read an included table of a document.

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


def counted(what: str, paper: pd.Series, ours: Mapping[str, pd.Series]) -> Shape:
    """Make a shape that counts the items for which something holds.

    Parameters
    ----------
    paper : pandas.Series of bool
        Whether it holds, by item.
    ours : dict of str to pandas.Series of bool
        The same of our runs. If the items are others, such as meshes of other sizes, the counts are compared.
    """
    return Shape(
        what,
        tally(paper),
        {order: tally(held) for order, held in ours.items()},
        {order: _near(paper, held) for order, held in ours.items()},
        {order: _share_of_others(paper, held) for order, held in ours.items()},
        "share",
        max(map(len, ours.values())),
    )


def holds(what: str, ours: pd.Series) -> Shape:
    """Make a shape from a statement of the document about all items.

    Parameters
    ----------
    ours : pandas.Series of bool
        Whether it holds in our runs, by item. It agrees if it holds for all but :data:`COUNT` of them.
    """
    all_of_them = ours | True
    share = float(1 - ours.mean())
    return Shape(
        what,
        tally(all_of_them),
        {ALL: tally(ours)},
        {ALL: share <= COUNT + 1e-9},
        {ALL: share},
        "share",
        len(ours),
    )


def _near(paper: pd.Series, ours: pd.Series) -> bool:
    """Whether two counts differ by no more than a tenth of the items, or one item of enough."""
    items = len(ours)
    allowed = max(COUNT * items, items >= FEW)
    return bool(abs(ours.mean() - paper.mean()) * items <= allowed + 1e-9)


def _share_of_others(paper: pd.Series, ours: pd.Series) -> float:
    """The share of items with another answer, or the difference of the shares if the items are others."""
    if set(paper.index) >= set(ours.index) and paper.index.is_unique:
        return float((ours != paper.loc[ours.index]).mean())
    return float(abs(ours.mean() - paper.mean()))


def tally(held: pd.Series) -> str:
    """Format a count, such as ``3 of 10 (fft, md, nn)`` or ``8 of 10 (not fft, md)``."""
    yes = [str(name) for name in held.index[held]]
    no = [str(name) for name in held.index[~held]]
    named = (
        "" if not yes or not no else f" ({', '.join(yes) if len(yes) <= len(no) else 'not ' + ', '.join(no)})"
    )
    return f"{len(yes)} of {len(held)}{named}"


def ratio(what: str, paper: float, ours: Mapping[str, float], digits: int = 3) -> Shape:
    """Make a shape that is one ratio."""
    return Shape(
        what,
        f"{paper:.{digits}f}",
        {order: f"{value:.{digits}f}" for order, value in ours.items()},
        {order: alike(paper, value) for order, value in ours.items()},
        {order: math.exp(abs(math.log(value / paper))) for order, value in ours.items()},
        "factor",
        1,
    )


def at_least(what: str, least: float, found: float) -> Shape:
    """Make a shape that is a figure with a lower limit."""
    far = max(1.0, least / found) if found > 0 else math.inf
    return Shape(
        what,
        f"at least {least}",
        {ALL: f"{found:.2f}"},
        {ALL: bool(found >= least)},
        {ALL: far},
        "factor",
        1,
    )


def alike(one: float, other: float) -> bool:
    """Whether two ratios agree."""
    return max(one, other) <= RATIO * min(one, other) and (one - 1) * (other - 1) >= 0


def ordered(what: str, paper: dict[str, float], ours: Mapping[str, dict[str, float]]) -> Shape:
    """Make a shape that is an order of methods by a figure."""
    same = {order: in_order(paper, figures) for order, figures in ours.items()}
    return Shape(
        what,
        " < ".join(sorted(paper, key=paper.__getitem__)),
        {order: f"{held} of {pairs} pairs" for order, (held, pairs) in same.items()},
        {order: held >= PAIRS * pairs for order, (held, pairs) in same.items()},
        {order: 1 - held / pairs if pairs else 0.0 for order, (held, pairs) in same.items()},
        "share",
        max(pairs for _, pairs in same.values()),
    )


def in_order(one: dict[str, float], other: dict[str, float]) -> tuple[int, int]:
    """The number of pairs in the same order in both, and the number of pairs, without ties in ``one``."""
    pairs: Sequence[tuple[str, str]] = [(a, b) for a, b in itertools.combinations(one, 2) if one[a] != one[b]]
    return sum((one[a] < one[b]) == (other[a] < other[b]) for a, b in pairs), len(pairs)


def compared(what: str, paper: pd.DataFrame, ours: Mapping[str, pd.DataFrame]) -> Shape:
    """Make a shape that is a whole table, which has a distance and no verdict.

    Parameters
    ----------
    paper : pandas.DataFrame
        Positive figures, with a row for each item and a column for each method.
    ours : dict of str to pandas.DataFrame
        Tables of the same rows and columns.
    """
    correlations = {
        order: paper.corrwith(figures, axis=1, method="spearman").mean() for order, figures in ours.items()
    }
    return Shape(
        what,
        f"{paper.size} figures",
        {order: f"rank correlation {value:.2f}" for order, value in correlations.items()},
        {},
        {order: _mean_factor(paper, figures) for order, figures in ours.items()},
        "factor",
        int(paper.size),
    )


def _mean_factor(paper: pd.DataFrame, ours: pd.DataFrame) -> float:
    """The geometric mean of the larger over the smaller of each two figures."""
    import numpy as np

    return float(np.exp(np.abs(np.log((ours / paper).to_numpy(dtype=float))).mean()))
