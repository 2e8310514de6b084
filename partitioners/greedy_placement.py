"""The skeleton that PowerGraph's and Libra's six greedy vertex cuts share (Ma et al. 2020, section 4.3, Algorithm 1).

For an edge (u, v), with A the replicas so far and least(S) the least loaded cluster of S:

====================================  ======================================================
no replica of either                  least(all)
replicas of one                       least(its set), else least(all)
a cluster holds both                  least(intersection), else least(union), else least(all)
none does                             least(A(s)), else least(A(t)), else least(all)
====================================  ======================================================

"else" is taken where the choice has reached the bound; without a bound there is none. The methods differ in what load is (the
weight of the edges, or their number), in whether there is a bound, and in s: the vertex of lower degree
(Libra), or the one with more unassigned edges (PowerGraph). On a tie s is the edge's source.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partitioners.edge_order import Order, edge_order
from partitioners.graph import Graph
from partitioners.load_tree import add_load, new_loads
from partitioners.partition import EdgePartition
from partitioners.replica_sets import (
    _better,
    add,
    is_empty,
    least_loaded,
    least_loaded_common,
    new_replica_sets,
)


def place(
    graph: Graph,
    parts: int,
    *,
    order: Order,
    seed: int,
    weighted: bool,
    load_bound: float | None,
    by_degree: bool,
) -> EdgePartition:
    """Cut a graph by the greedy rules above.

    Parameters
    ----------
    graph : Graph
    parts : int
    order : {'given', 'shuffled', 'degree', 'bfs'}
    seed : int
        Of the shuffle.
    weighted : bool
        Whether load is weight; else it is the number of edges.
    load_bound : float or None
        A cluster may be chosen while its load is below load_bound W / p, W being the sum of the weights.
    by_degree : bool
        Libra's choice of s; else PowerGraph's.

    Returns
    -------
    EdgePartition

    Notes
    -----
    Time per edge: O(log p) for the loads, and the members of the sets that are searched, at most min(degree, p). Memory: see
    :mod:`partitioners.replica_sets`; 32 bytes an edge beside the graph for an order other than ``given``, 12 for ``given``.
    """
    sequence = edge_order(graph, order, seed)
    src, dst, weight = graph.src, graph.dst, graph.weight
    if sequence is not None:
        src, dst = src[sequence], dst[sequence]
        weight = weight[sequence] if weighted else weight
    bound = np.inf
    if load_bound is not None:
        bound = (load_bound * math.fsum(graph.weight)) / parts
    load, tree = new_loads(parts)
    sets = new_replica_sets(graph.degree, parts)
    cluster = np.empty(graph.num_edges, np.int32)
    # The lower degree is the larger of the negated ones, so that one comparison serves both rules.
    priority = (-graph.degree if by_degree else graph.degree).astype(np.int32)
    _place(src, dst, weight, weighted, bound, priority, not by_degree, load, tree, sets, cluster)
    return EdgePartition(graph, parts, in_file_order(cluster, sequence))


def in_file_order(cluster: NDArray[np.int32], sequence: NDArray[np.int64] | None) -> NDArray[np.int32]:
    """What was placed in the order of the stream, in the order of the graph."""
    if sequence is None:
        return cluster
    result = np.empty_like(cluster)
    result[sequence] = cluster
    return result


@njit(cache=True)
def _place(src, dst, weight, weighted, bound, priority, counts_down, load, tree, sets, cluster):  # type: ignore[no-untyped-def]
    for k in range(src.size):
        u, v = src[k], dst[k]
        c = np.int64(tree[1])
        # Where even the least loaded cluster is at the bound, every rule ends with it.
        if load[c] < bound:
            c = _choose(u, v, bound, priority, load, tree, sets, c)
        cluster[k] = c
        add_load(load, tree, c, weight[k] if weighted else 1.0)
        add(sets, u, c)
        add(sets, v, c)
        if counts_down:
            priority[u] -= 1
            priority[v] -= 1


@njit(cache=True)
def _choose(u, v, bound, priority, load, tree, sets, root):  # type: ignore[no-untyped-def]
    if is_empty(sets, u):
        if is_empty(sets, v):
            return root
        c = least_loaded(sets, v, load, tree)
        return c if load[c] < bound else root
    if is_empty(sets, v):
        c = least_loaded(sets, u, load, tree)
        return c if load[c] < bound else root
    c = least_loaded_common(sets, u, v, load, tree)
    if c >= 0:
        if load[c] < bound:
            return c
        c = _better(least_loaded(sets, u, load, tree), least_loaded(sets, v, load, tree), load)
        return c if load[c] < bound else root
    s, t = (v, u) if priority[v] > priority[u] else (u, v)
    c = least_loaded(sets, s, load, tree)
    if load[c] < bound:
        return c
    c = least_loaded(sets, t, load, tree)
    return c if load[c] < bound else root
