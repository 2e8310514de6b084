"""HDRF: high-degree vertices are replicated first, weighed against balance.

Petroni et al., "HDRF: Stream-based partitioning for power-law graphs", CIKM 2015. For an edge (u, v) every cluster c has
the score

    g(u, c) + g(v, c) + balance_weight (maxload - load(c)) / (epsilon + maxload - minload),

where g(x, c) = 1 + (1 - theta(x)) if c holds an edge of x, else 0, and theta(u) = degree(u) / (degree(u) + degree(v)) with the
degrees seen so far, this edge included. The highest score takes the edge, the lowest id among equals.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt
from numba import njit

from partitioners.edge_order import Order, edge_order
from partitioners.graph import Graph
from partitioners.greedy_placement import in_file_order
from partitioners.load_tree import add_load, new_loads
from partitioners.partition import EdgePartition
from partitioners.replica_sets import (
    add,
    contains,
    is_empty,
    least_loaded,
    least_loaded_common,
    new_replica_sets,
)


def hdrf(
    graph: Graph,
    parts: int,
    *,
    seed: int = 0,
    order: Order = "given",
    balance_weight: Annotated[float, Ge(0.0)] = 1.1,
    epsilon: Annotated[float, Gt(0.0)] = 1.0,
) -> EdgePartition:
    """Vertex cut: high degrees are replicated first, weighed against balance (HDRF).

    Parameters
    ----------
    graph : Graph
    parts : int
    seed : int
        Of the shuffle.
    order : {'given', 'shuffled', 'degree', 'bfs'}
    balance_weight : float
        The paper's lambda.
    epsilon : float

    Returns
    -------
    EdgePartition

    Notes
    -----
    Among clusters that hold the same ones of u and v, the score falls with the load. So only the least loaded
    of A(u), of A(v), of their intersection and of all clusters can win, and the time per edge does not grow
    with p but as in :mod:`partitioners.greedy_placement`.
    """
    sequence = edge_order(graph, order, seed)
    src, dst = graph.src, graph.dst
    if sequence is not None:
        src, dst = src[sequence], dst[sequence]
    load, tree = new_loads(parts)
    sets = new_replica_sets(graph.degree, parts)
    cluster = np.empty(graph.num_edges, np.int32)
    seen = np.zeros(graph.num_vertices, np.int32)
    _hdrf(src, dst, balance_weight, epsilon, seen, load, tree, sets, cluster)
    return EdgePartition(graph, parts, in_file_order(cluster, sequence))


@njit(cache=True)
def _hdrf(src, dst, balance_weight, epsilon, seen, load, tree, sets, cluster):  # type: ignore[no-untyped-def]
    largest = 0.0
    candidates = np.empty(4, np.int64)
    for k in range(src.size):
        u, v = src[k], dst[k]
        seen[u] += 1
        seen[v] += 1
        theta = seen[u] / (seen[u] + seen[v])
        of_u, of_v = 1.0 + (1.0 - theta), 1.0 + (1.0 - (1.0 - theta))
        root = np.int64(tree[1])
        span = epsilon + largest - load[root]
        candidates[0] = root
        count = 1
        if not is_empty(sets, u):
            candidates[count] = least_loaded(sets, u, load, tree)
            count += 1
        if not is_empty(sets, v):
            candidates[count] = least_loaded(sets, v, load, tree)
            count += 1
            common = least_loaded_common(sets, u, v, load, tree)
            if common >= 0:
                candidates[count] = common
                count += 1
        best, highest = -1, -1.0
        for c in candidates[:count]:
            score = balance_weight * (largest - load[c]) / span
            replicas = 0.0
            if contains(sets, u, c):
                replicas += of_u
            if contains(sets, v, c):
                replicas += of_v
            score += replicas
            if score > highest or (score == highest and c < best):
                best, highest = c, score
        cluster[k] = best
        add_load(load, tree, best, 1.0)
        largest = max(largest, load[best])
        add(sets, u, best)
        add(sets, v, best)
