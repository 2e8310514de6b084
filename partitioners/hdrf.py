"""HDRF: high-degree vertices are replicated first, weighed against balance.

Petroni et al., "HDRF: Stream-based partitioning for power-law graphs", CIKM 2015. For an edge (u, v) every
cluster c has the score

    g(u, c) + g(v, c) + balance_weight (maxload - load(c)) / (epsilon + maxload - minload),

where g(x, c) = 1 + (1 - theta(x)) if c holds an edge of x, else 0, and theta(u) = degree(u) / (degree(u) +
degree(v)) with the degrees seen so far, this edge included. The highest score takes the edge, the lowest id
among equals.
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
from partitioners.replica_sets import add, contains, least_loaded, least_loaded_common, new_replica_sets
from partitioners.replica_words import MAX_PARTS, bit, least_loaded_in_word, new_replica_words


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
    cluster = np.empty(graph.num_edges, np.int32)
    seen = np.zeros(graph.num_vertices, np.int32)
    if parts <= MAX_PARTS:
        words = new_replica_words(graph.num_vertices, parts)
        _hdrf_words(src, dst, balance_weight, epsilon, seen, load, tree, words, cluster)
    else:
        sets = new_replica_sets(graph.degree, parts)
        _hdrf_sets(src, dst, balance_weight, epsilon, seen, load, tree, *sets, cluster)
    return EdgePartition(graph, parts, in_file_order(cluster, sequence))


@njit(cache=True)
def _hdrf_words(src, dst, balance_weight, epsilon, seen, load, tree, words, cluster):  # type: ignore[no-untyped-def]
    largest = 0.0
    for k in range(src.size):
        u, v = src[k], dst[k]
        seen[u] += 1
        seen[v] += 1
        theta = seen[u] / (seen[u] + seen[v])
        root = np.int64(tree[1])
        balance = (balance_weight, largest, epsilon + largest - load[root])
        of_u, of_v = np.uint64(words[u]), np.uint64(words[v])
        best, highest = -1, -1.0
        for which in (np.uint64(0), of_u, of_v, of_u & of_v):
            c = least_loaded_in_word(which, load, root) if which else root
            score = _score(of_u & bit(c) != 0, of_v & bit(c) != 0, theta, load[c], balance)
            if score > highest or (score == highest and c < best):
                best, highest = c, score
        cluster[k] = best
        add_load(load, tree, best, 1.0)
        largest = max(largest, load[best])
        words[u] |= bit(best)
        words[v] |= bit(best)


@njit(cache=True)
def _hdrf_sets(  # type: ignore[no-untyped-def]
    src, dst, balance_weight, epsilon, seen, load, tree, words, shorts, start, marks, cluster
):
    largest = 0.0
    candidates = np.empty(4, np.int64)
    bitset_words = marks.size
    for k in range(src.size):
        u, v = src[k], dst[k]
        seen[u] += 1
        seen[v] += 1
        theta = seen[u] / (seen[u] + seen[v])
        root = np.int64(tree[1])
        balance = (balance_weight, largest, epsilon + largest - load[root])
        candidates[:] = root
        if shorts[4 * start[u]]:
            candidates[1] = least_loaded(words, shorts, start, bitset_words, u, load, tree)
        if shorts[4 * start[v]]:
            candidates[2] = least_loaded(words, shorts, start, bitset_words, v, load, tree)
            common = least_loaded_common(words, shorts, start, marks, u, v, load, tree)
            candidates[3] = common if common >= 0 else root
        best, highest = -1, -1.0
        for c in candidates:
            holds_u = contains(words, shorts, start, bitset_words, u, c)
            holds_v = contains(words, shorts, start, bitset_words, v, c)
            score = _score(holds_u, holds_v, theta, load[c], balance)
            if score > highest or (score == highest and c < best):
                best, highest = c, score
        cluster[k] = best
        add_load(load, tree, best, 1.0)
        largest = max(largest, load[best])
        add(words, shorts, start, bitset_words, u, best)
        add(words, shorts, start, bitset_words, v, best)


@njit(cache=True)
def _score(holds_u, holds_v, theta, load, balance):  # type: ignore[no-untyped-def]
    weight, largest, span = balance
    replication = 0.0
    if holds_u:
        replication += 1.0 + (1.0 - theta)
    if holds_v:
        replication += 1.0 + (1.0 - (1.0 - theta))
    return weight * (largest - load) / span + replication
