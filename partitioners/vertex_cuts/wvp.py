"""Weighted vertex partition: edges follow a vertex partition that balances degrees.

Bourse, Lelarge and Vojnovic, "Balanced graph edge partition", KDD 2014, in the form with which Li et al.
compare (POMACS 1(1), 2017, section 3.3.3). The weight of a vertex is its degree, and METIS partitions the
vertices. An edge inside a part goes to this part. A cut edge goes to the part of one of its ends, at random
or greedily.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partitioners.balance import edge_work
from partitioners.edge_cuts.metis import k_way
from partitioners.graph import Graph
from partitioners.kernels.array_types import Float64, Int32, Int64
from partitioners.kernels.cache import njit
from partitioners.kernels.parts import kernel_part
from partitioners.partition import EdgePartition
from partitioners.plugins.option_types import Imbalance
from partitioners.refinement.refine import keep_edge_limit
from partitioners.undirected import undirected


def wvp_random(graph: Graph, parts: int, *, seed: int = 0, imbalance: Imbalance = 1.03) -> EdgePartition:
    """Vertex cut: METIS on vertices weighted by degree; cut edges go to the part of a random end (WVP).

    Parameters
    ----------
    seed : int
        Seed of METIS and of the choice of ends.
    imbalance : float
        The largest load of a cluster over the mean, see :func:`partitioners.balance.feasible_limit`. Finally,
        edges move with the fewest new copies until the limit is kept.

    Notes
    -----
    O(m log m) for merging parallel edges; METIS itself is close to linear.
    """
    home = vertex_parts(graph, parts, seed=seed, imbalance=imbalance)
    takes_source = np.random.default_rng(seed).integers(2, size=graph.num_edges) == 0
    cluster = np.where(takes_source, home[graph.src], home[graph.dst])
    return EdgePartition(graph, parts, keep_edge_limit(graph, cluster, parts, imbalance))


def wvp_greedy(graph: Graph, parts: int, *, seed: int = 0, imbalance: Imbalance = 1.03) -> EdgePartition:
    """Vertex cut: METIS on vertices weighted by degree; cut edges go to the part of an end, greedily (WVP).

    A cut edge goes to the part of one of its ends that already holds an edge of both ends. If both parts or
    neither part does, the edge goes to the less loaded one. Cut edges are placed in their order after all
    other edges.

    Parameters
    ----------
    seed : int
        Seed of METIS.

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
    """Partition the undirected graph by METIS, minimising the number of cut edges; shape (n,).

    The weight of a vertex is the weight of all its edges, or its degree if all weights are 0.
    """
    if parts == 1 or graph.num_edges == 0:
        return np.zeros(graph.num_vertices, np.int64)
    weight = edge_work(graph)
    ends, weights = np.concatenate([graph.src, graph.dst]), np.tile(weight, 2)
    work = np.bincount(ends, weights, minlength=graph.num_vertices).astype(np.float64)
    indptr, neighbour, count = undirected(graph)
    return k_way(indptr, neighbour, count, work, parts, seed=seed, imbalance=imbalance)


@njit(cache=True)
def _assign_cut(src: Int32, dst: Int32, weight: Float64, home: Int64, parts: int, cluster: Int64) -> None:
    """Place every edge whose cluster is -1; O(sum of |A(v)| over the ends of cut edges)."""
    n = home.size
    load = np.zeros(parts)
    away = np.zeros(n + 1, np.int64)  # upper bound on the clusters that hold a vertex besides its own
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


@kernel_part()
def _holds(held: Int64, first: int, size: int, c: int) -> bool:
    for i in range(first, first + size):  # noqa: SIM110 -- Numba compiles no generator expressions
        if held[i] == c:
            return True
    return False
