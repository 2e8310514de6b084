"""Power laws of degrees: the expected cost of a random vertex cut, and fits of the exponent.

Eqs. (4) to (10) of the vertex-cut paper (Ma et al., 2020): each edge goes to one of p clusters at random, so
the expected number of clusters of a vertex of degree d is p (1 - (1 - 1/p)^d). Eq. (10) replaces the degrees
by a power law: P(d) = d^-alpha / h(alpha), d = 1 .. |V| - 1. The paper uses it as an upper bound of its
greedy methods.

The paper's Table 4 gives an alpha for each graph, but not the method of the fit. This module has three
methods: all degrees by maximum likelihood (:func:`fit_power_law`), all degrees by a straight line
(:func:`fit_power_law_log_binned`), and only the tail (:func:`fit_power_law_tail`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from partitioners.errors import OptionError

LEAST_TAIL = 50
"""Minimum number of vertices of a tail; with fewer, the estimate is biased (Clauset et al., Section 3)."""


@dataclass(frozen=True)
class PowerLawTail:
    """A power law for the degrees from ``x_min`` up.

    Attributes
    ----------
    x_min : int
        The lowest degree of the tail.
    ks_distance : float
        Kolmogorov-Smirnov distance between the law and the degrees of the tail.
    vertices : int
        Number of vertices in the tail.
    """

    alpha: float
    x_min: int
    ks_distance: float
    vertices: int


def expected_copies(degrees: ArrayLike, parts: int) -> NDArray[np.float64]:
    """Expected |A(v)| of a random cut for each degree: p (1 - (1 - 1/p)^d), Eq. (6)."""
    degree = np.asarray(degrees, np.float64)
    if parts < 1:
        raise OptionError(f"parts must be an integer >= 1, got {parts!r}")
    if parts == 1:
        return np.minimum(degree, 1.0)
    return -parts * np.expm1(degree * np.log1p(-1 / parts))


def expected_replication_factor(degrees: ArrayLike, parts: int) -> float:
    """Expected replication factor of a random vertex cut, Eq. (8), over the vertices that have an edge.

    Parameters
    ----------
    degrees : array_like of int, shape (n,)
        Number of edges at each vertex, both directions; a self-loop is one edge, so it counts once here.

    Returns
    -------
    float
        The expected replication factor; 1 if no vertex has an edge.
    """
    degree = np.asarray(degrees)
    degree = degree[degree > 0]
    return float(expected_copies(degree, parts).mean()) if degree.size else 1.0


def power_law_bound(num_vertices: int, parts: int, alpha: float) -> float:
    """Expected replication factor of a random vertex cut of a power-law graph, Eq. (10).

    Parameters
    ----------
    num_vertices : int
        Number of vertices, at least 2. Degrees run from 1 to num_vertices - 1.
    alpha : float
        The exponent, > 0; see :func:`fit_power_law`.
    """
    if num_vertices < 2:
        raise OptionError(f"a power law of degrees needs at least 2 vertices, got {num_vertices}")
    degree = np.arange(1, num_vertices, dtype=np.float64)
    probability = degree**-alpha
    return float(expected_copies(degree, parts) @ probability / probability.sum())


def fit_power_law(degrees: ArrayLike, num_vertices: int | None = None) -> float:
    r"""Fit the exponent of a power law to all degrees by maximum likelihood.

    The likelihood is that of the law in Eq. (9), the Zipf distribution on 1 .. |V| - 1, over all vertices
    that have an edge: alpha maximises -alpha sum(log d) - n log h(alpha). Unlike a fit of the tail, this fit
    includes the low degrees, since Eq. (10) applies to all vertices.

    Parameters
    ----------
    degrees : array_like of int, shape (n,)
    num_vertices : int, optional
        \|V\|; the number of degrees by default.

    Returns
    -------
    float
        The exponent, in [0, 20].

    Raises
    ------
    OptionError
        No vertex has an edge.
    """
    from scipy.optimize import minimize_scalar

    degree = _with_an_edge(degrees)
    log_degree = np.log(_support(degrees, num_vertices))
    mean_log = float(np.log(degree).mean())

    def cost(alpha: float) -> float:
        return alpha * mean_log + float(np.log(np.exp(-alpha * log_degree).sum()))

    return float(minimize_scalar(cost, bounds=(0.0, 20.0), method="bounded", options={"xatol": 1e-8}).x)


def zipf_ks_distance(degrees: ArrayLike, alpha: float, num_vertices: int | None = None) -> float:
    r"""Kolmogorov-Smirnov distance between the degrees and the power law of :func:`fit_power_law`.

    Parameters
    ----------
    degrees : array_like of int, shape (n,)
        Zeros do not count.
    alpha : float
        The exponent of the Zipf distribution on 1 .. \|V\| - 1.
    num_vertices : int, optional
        \|V\|; the number of degrees by default.

    Returns
    -------
    float
        The distance, in [0, 1]: the largest difference, over all degrees d, between the shares of vertices
        with degrees up to d.

    Raises
    ------
    OptionError
        No vertex has an edge.
    """
    degree = _with_an_edge(degrees)
    below = np.concatenate([[0.0], np.cumsum(_support(degrees, num_vertices) ** -alpha)])
    below /= below[-1]
    return _ks_distance(*_histogram(degree), lambda d: below[d])


def fit_power_law_log_binned(degrees: ArrayLike) -> float:
    """Fit a straight line to the log-binned histogram of the degrees on log-log axes.

    The bins double: 1, 2 to 3, 4 to 7, 8 to 15 and so on. The density of a bin is its number of vertices over
    its number of degrees (all degrees of the bin, in the last bin too). It is placed at the geometric mean of
    the bin's lowest and highest degree. With six or more bins, the slope of an exact Zipf law is then
    accurate within 0.012 for exponents from 1.2 to 3.5. Empty bins have no logarithm and are left out. All
    other bins have the same weight in the least squares, so the few vertices of the highest bins count as
    much as the many of the lowest.

    Parameters
    ----------
    degrees : array_like of int, shape (n,)
        Zeros do not count.

    Returns
    -------
    float
        The exponent, which is minus the slope.

    Raises
    ------
    OptionError
        No vertex has an edge, or all of them are in one bin.
    """
    value, count = _histogram(_with_an_edge(degrees))
    first = 2 ** np.arange(int(value[-1]).bit_length(), dtype=np.int64)
    vertices = np.bincount(np.searchsorted(first, value, side="right") - 1, count)
    filled = vertices > 0
    if np.count_nonzero(filled) < 2:
        raise OptionError("cannot fit a line: all degrees are in one logarithmic bin")
    middle = 0.5 * np.log(first * (2.0 * first - 1))
    slope, _ = np.polyfit(middle[filled], np.log((vertices / first)[filled]), 1)
    return -float(slope)


def fit_power_law_tail(degrees: ArrayLike) -> PowerLawTail:
    """Fit a power law to the high degrees, from the lowest degree that gives the best fit.

    Clauset, Shalizi and Newman, "Power-law distributions in empirical data", SIAM Review 2009, Sections 3.1
    and 3.3: for each degree x_min that occurs, alpha maximises the likelihood of the law d^-alpha /
    zeta(alpha, x_min) over the degrees from x_min up. The x_min with the smallest Kolmogorov-Smirnov distance
    is chosen (ties: lowest).

    Parameters
    ----------
    degrees : array_like of int, shape (n,)
        Zeros do not count.

    Returns
    -------
    PowerLawTail
        A tail of at least :data:`LEAST_TAIL` vertices and two different degrees; alpha in (1, 20].

    Raises
    ------
    OptionError
        The graph has no such tail.

    Notes
    -----
    O(n + k^2) for k different degrees.
    """
    value, count = _histogram(_with_an_edge(degrees))
    size = count[::-1].cumsum()[::-1]
    candidates = np.count_nonzero(size[:-1] >= LEAST_TAIL)
    if candidates == 0:
        raise OptionError(
            f"the graph has no tail to fit; a tail needs {LEAST_TAIL} vertices of two different degrees"
        )
    return min((_tail_from(value[i:], count[i:]) for i in range(candidates)), key=lambda t: t.ks_distance)


def _tail_from(value: NDArray[np.int64], count: NDArray[np.int64]) -> PowerLawTail:
    from scipy.optimize import minimize_scalar
    from scipy.special import zeta

    x_min, vertices = int(value[0]), int(count.sum())
    mean_log = float(count @ np.log(value)) / vertices

    def cost(alpha: float) -> float:
        return alpha * mean_log + float(np.log(zeta(alpha, x_min)))

    alpha = float(minimize_scalar(cost, bounds=(1.0, 20.0), method="bounded", options={"xatol": 1e-8}).x)
    whole = zeta(alpha, x_min)
    distance = _ks_distance(value, count, lambda d: 1 - zeta(alpha, d + 1) / whole)
    return PowerLawTail(alpha, x_min, distance, vertices)


def _with_an_edge(degrees: ArrayLike) -> NDArray[np.int64]:
    degree = np.asarray(degrees)
    degree = degree[degree > 0]
    if degree.size == 0:
        raise OptionError("cannot fit a power law: no vertex has an edge")
    return degree


def _support(degrees: ArrayLike, num_vertices: int | None) -> NDArray[np.float64]:
    """The degrees 1 .. |V| - 1 of Eq. (9), extended to the highest degree (parallel edges can exceed it)."""
    degree = np.asarray(degrees)
    highest = max((num_vertices or degree.size) - 1, int(degree.max(initial=0)))
    return np.arange(1, highest + 1, dtype=np.float64)


def _histogram(degree: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The different degrees in ascending order, and the number of vertices of each."""
    count = np.bincount(degree)
    value = np.flatnonzero(count)
    return value, count[value]


def _ks_distance(
    value: NDArray[np.int64],
    count: NDArray[np.int64],
    below: Callable[[NDArray[np.int64]], NDArray[np.float64]],
) -> float:
    """Largest difference between the data and a law on the integers with the distribution ``below``.

    Between two degrees that occur, the distribution of the data is constant and the law rises. So the largest
    difference is at a degree that occurs, or just before it.
    """
    share = np.concatenate([[0.0], np.cumsum(count) / count.sum()])
    before, at = below(value - 1) - share[:-1], below(value) - share[1:]
    return float(max(np.abs(before).max(), np.abs(at).max()))
