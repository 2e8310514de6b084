"""The cycles that intervals cover up to each point in time, and shares of cores over time from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def covered_before(edges: NDArray[np.float64], first: ArrayLike, last: ArrayLike) -> NDArray[np.float64]:
    """The cycles of intervals before each of some cycles.

    Parameters
    ----------
    edges : ndarray of float64, shape (e,)
    first, last : array_like, shape (k,)
        The intervals ``first`` .. ``last - 1``, in any order.

    Returns
    -------
    ndarray of float64, shape (e,)
        For each edge, the sum over the intervals of their cycles before it.
    """
    total = np.zeros(len(edges))
    for ends, sign in ((first, 1.0), (last, -1.0)):
        ordered = np.sort(np.asarray(ends, float))
        sums = np.concatenate([[0.0], np.cumsum(ordered)])
        number = np.searchsorted(ordered, edges)
        total += sign * (number * edges - sums[number])
    return total


def share_of_cores(
    edges: NDArray[np.float64], first: ArrayLike, last: ArrayLike, num_cores: int
) -> NDArray[np.float64]:
    """Mean fraction of cores covered by an interval, per time bin.

    Parameters
    ----------
    edges : ndarray of float64, shape (bins + 1,)
        Cycles, in ascending order.
    first, last : array_like, shape (k,)
        The intervals of all cores; those of one core do not overlap.

    Returns
    -------
    ndarray of float64, shape (bins,)
    """
    covered = np.diff(covered_before(edges, first, last))
    return covered / np.maximum(np.diff(edges) * num_cores, 1e-12)
