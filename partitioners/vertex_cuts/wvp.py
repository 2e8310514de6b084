"""Weighted vertex partition: edges follow a vertex partition that balances degrees.

Bourse, Lelarge and Vojnovic, "Balanced graph edge partition", KDD 2014, as Li et al. compare with it
(POMACS 1(1), 2017, section 3.3.3): every vertex weighs its degree, METIS partitions the vertices, an edge
inside a part goes there, and an edge that is cut goes to the part of one of its ends, at random or greedily.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from annotated_types import Interval
from numba import njit
from numpy.typing import NDArray

from partitioners.balance import edge_work
from partitioners.edge_cuts.metis import k_way
from partitioners.graph import Graph
from partitioners.partition import EdgePartition
from partitioners.refinement.refine import keep_edge_limit
from partitioners.undirected import undirected

Imbalance = Annotated[float, Interval(ge=1.0, le=1e6)]


def wvp_random(graph: Graph, parts: int, *, seed: int = 0, imbalance: Imbalance = 1.03) -> EdgePartition:
    """Vertex cut: METIS on vertices that weigh their degrees, cut edges to a random end's part (WVP).

    Parameters
    ----------
    graph : Graph
    parts : int
    seed : int
        Of METIS and of the choice.
    imbalance : float
        The largest load of a cluster over the mean, see :func:`partitioners.balance.hard_limit`; kept in the
        end by moving edges with the fewest new copies.

    Returns
    -------
    EdgePartition

    Notes
    -----
    O(m log m) for merging parallel edges; METIS itself is close to linear.
    """
    home = vertex_parts(graph, parts, seed=seed, imbalance=imbalance)
    takes_source = np.random.default_rng(seed).integers(2, size=graph.num_edges) == 0
    cluster = np.where(takes_source, home[graph.src], home[graph.dst])
    return EdgePartition(graph, parts, keep_edge_limit(graph, cluster, parts, imbalance))


def wvp_greedy(graph: Graph, parts: int, *, seed: int = 0, imbalance: Imbalance = 1.03) -> EdgePartition:
    """Vertex cut: METIS on vertices that weigh their degrees, cut edges greedily to an end's part (WVP).

    Of the parts of its two ends, a cut edge goes to the one that holds an edge of both ends already; if both
    or neither do, to the less loaded one. Cut edges come as given, after all the others.

    Parameters
    ----------
    graph : Graph
    parts : int
    seed : int
        Of METIS.
    imbalance : float
        The largest load of a cluster over the mean, as in :func:`wvp_random`.

    Returns
    -------
    EdgePartition

    Notes
    -----
    O(m log m) for merging parallel edges; METIS itself is close to linear.
    """
    home = vertex_parts(graph, parts, seed=seed, imbalance=imbalance)
    cluster = np.where(home[graph.src] == home[graph.dst], home[graph.src], -1)
    weight = edge_work(graph)
    _assign_cut(graph.src, graph.dst, weight, home, parts, cluster)
    return EdgePartition(graph, parts, keep_edge_limit(graph, cluster, parts, imbalance))


def vertex_parts(graph: Graph, parts: int, *, seed: int, imbalance: float) -> NDArray[np.int64]:
    """METIS on the undirected graph, a vertex weighing the weights of all its edges (where no edge has a
    weight, its degree), minimising the number of cut edges; shape (n,).
    """
    if parts == 1 or graph.num_edges == 0:
        return np.zeros(graph.num_vertices, np.int64)
    weight = edge_work(graph)
    ends, weights = np.concatenate([graph.src, graph.dst]), np.tile(weight, 2)
    work = np.bincount(ends, weights, minlength=graph.num_vertices).astype(np.float64)
    indptr, neighbour, count = undirected(graph)
    return k_way(indptr, neighbour, count, work, parts, seed=seed, imbalance=imbalance)


@njit(cache=True)
def _assign_cut(src, dst, weight, home, parts, cluster):  # type: ignore[no-untyped-def]
    """Give every edge whose cluster is -1 one; O(sum of |A(v)| over the ends of cut edges)."""
    n = home.size
    load = np.zeros(parts)
    away = np.zeros(n + 1, np.int64)  # the most clusters beside its own that a vertex can come to
    is_home = np.zeros(n, np.bool_)  # whether the vertex has an edge in its own part
    for e in range(src.size):
        if cluster[e] >= 0:
            load[cluster[e]] += weight[e]
            is_home[src[e]] = True
            is_home[dst[e]] = True
        else:
            away[src[e] + 1] += 1
            away[dst[e] + 1] += 1
    for v in range(n):
        away[v + 1] += away[v]
    held = np.empty(away[n], np.int64)
    size = np.zeros(n, np.int64)
    for e in range(src.size):
        if cluster[e] >= 0:
            continue
        u, v = src[e], dst[e]
        a, b = home[u], home[v]
        both_a = is_home[u] and _holds(held, away[v], size[v], a)
        both_b = is_home[v] and _holds(held, away[u], size[u], b)
        if both_a == both_b:
            takes_a = load[a] <= load[b]
        else:
            takes_a = both_a
        near, far, c = (u, v, a) if takes_a else (v, u, b)
        cluster[e] = c
        load[c] += weight[e]
        is_home[near] = True
        if not _holds(held, away[far], size[far], c):
            held[away[far] + size[far]] = c
            size[far] += 1


@njit(cache=True)
def _holds(held, first, size, c):  # type: ignore[no-untyped-def]
    for i in range(first, first + size):  # noqa: SIM110 -- Numba compiles no generator expressions
        if held[i] == c:
            return True
    return False
