"""What a random vertex cut is expected to cost: Eqs. (4) to (10) of the vertex-cut paper (Ma et al., 2020).

Each edge goes to one of p clusters at random, so a vertex of degree d is in p (1 - (1 - 1/p)^d) of them.
Eq. (10) puts a power law in the place of the degrees: P(d) = d^-alpha / h(alpha), d = 1 .. |V| - 1. The
paper prints it as an upper bound of its greedy methods.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from partitioners.errors import OptionError


def expected_copies(degrees: ArrayLike, parts: int) -> NDArray[np.float64]:
    """E|A(v)| of a random cut for each degree: p (1 - (1 - 1/p)^d), Eq. (6)."""
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
        Edges at each vertex, both directions; a self-loop is one edge, so it counts once here.
    parts : int

    Returns
    -------
    float
        1 where no vertex has an edge.
    """
    degree = np.asarray(degrees)
    degree = degree[degree > 0]
    return float(expected_copies(degree, parts).mean()) if degree.size else 1.0


def power_law_bound(num_vertices: int, parts: int, alpha: float) -> float:
    """Expected replication factor of a random vertex cut of a power-law graph, Eq. (10).

    Parameters
    ----------
    num_vertices : int
        At least 2: degrees run from 1 to num_vertices - 1.
    parts : int
    alpha : float
        The exponent, > 0; see :func:`fit_power_law`.

    Returns
    -------
    float
    """
    if num_vertices < 2:
        raise OptionError(f"a power law of degrees needs at least 2 vertices, got {num_vertices}")
    degree = np.arange(1, num_vertices, dtype=np.float64)
    probability = degree**-alpha
    return float(expected_copies(degree, parts) @ probability / probability.sum())


def fit_power_law(degrees: ArrayLike, num_vertices: int | None = None) -> float:
    r"""The exponent of the power law that makes the degrees most likely.

    The likelihood is that of Eq. (9)'s own law, the Zipf distribution on 1 .. |V| - 1, over all vertices
    that have an edge: alpha maximises -alpha sum(log d) - n log h(alpha). (Nothing is cut off below, as
    fits of the tail alone do: Eq. (10) speaks of all vertices.)

    Parameters
    ----------
    degrees : array_like of int, shape (n,)
    num_vertices : int, optional
        \|V\|; the number of degrees by default.

    Returns
    -------
    float
        In [0, 20].

    Raises
    ------
    OptionError
        No vertex has an edge.
    """
    from scipy.optimize import minimize_scalar

    degree = np.asarray(degrees)
    support = max((num_vertices or degree.size) - 1, int(degree.max(initial=0)))
    degree = degree[degree > 0]
    if degree.size == 0:
        raise OptionError("no vertex has an edge, so there is no power law to fit")
    log_degree = np.log(np.arange(1, support + 1, dtype=np.float64))
    mean_log = float(np.log(degree).mean())

    def cost(alpha: float) -> float:
        return alpha * mean_log + float(np.log(np.exp(-alpha * log_degree).sum()))

    return float(minimize_scalar(cost, bounds=(0.0, 20.0), method="bounded", options={"xatol": 1e-8}).x)
