"""The skeleton of PowerGraph's and Libra's six greedy vertex cuts (Ma et al. 2020, section 4.3, Algorithm 1).

For an edge (u, v), with A the replicas so far and least(S) the least loaded cluster of S:

====================================  ======================================================
no replica of either                  least(all)
replicas of one                       least(its set), else least(all)
a cluster holds both                  least(intersection), else least(union), else least(all)
none does                             least(A(s)), else least(A(t)), else least(all)
====================================  ======================================================

"else" is taken where the choice has reached the bound; without a bound there is none. The methods differ in
what load is (the weight of the edges, or their number), in whether there is a bound, and in s: the vertex of
lower degree (Libra), or the one with more unassigned edges (PowerGraph). On a tie s is the edge's source.
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
from partitioners.replica_sets import add, better, least_loaded, least_loaded_common, new_replica_sets
from partitioners.replica_words import MAX_PARTS, bit, least_loaded_in_word, new_replica_words


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
    Time per edge: O(log p) for the loads, and the members of the sets that are searched, at most
    min(degree, p). Memory: see :mod:`partitioners.replica_sets`; 32 bytes an edge beside the graph for an
    order other than ``given``, 12 for ``given``.
    """
    sequence = edge_order(graph, order, seed)
    src, dst, weight = graph.src, graph.dst, graph.weight
    if sequence is not None:
        src, dst = src[sequence], dst[sequence]
        weight = weight[sequence] if weighted else weight
    bound = np.inf
    if load_bound is not None:
        bound = (load_bound * _exact_sum(graph.weight)) / parts
    load, tree = new_loads(parts)
    cluster = np.empty(graph.num_edges, np.int32)
    # The lower degree is the larger of the negated ones, so that one comparison serves both rules.
    priority = (-graph.degree if by_degree else graph.degree).astype(np.int32)
    stream = (src, dst, weight, weighted, bound, priority, not by_degree)
    if parts <= MAX_PARTS:
        _place_words(*stream, load, tree, new_replica_words(graph.num_vertices, parts), cluster)
    else:
        _place_sets(*stream, load, tree, *new_replica_sets(graph.degree, parts), cluster)
    return EdgePartition(graph, parts, in_file_order(cluster, sequence))


def _exact_sum(weight: NDArray[np.float64]) -> float:
    """``math.fsum``; of whole numbers any order of adding is exact as long as the sum is."""
    total = float(weight.sum())
    return total if total < 2**53 and (weight == np.rint(weight)).all() else math.fsum(weight.tolist())


def in_file_order(cluster: NDArray[np.int32], sequence: NDArray[np.int64] | None) -> NDArray[np.int32]:
    """What was placed in the order of the stream, in the order of the graph."""
    if sequence is None:
        return cluster
    result = np.empty_like(cluster)
    result[sequence] = cluster
    return result


@njit(cache=True)
def _place_words(  # type: ignore[no-untyped-def]
    src, dst, weight, weighted, bound, priority, counts_down, load, tree, words, cluster
):
    for k in range(src.size):
        u, v = src[k], dst[k]
        root = np.int64(tree[1])
        of_u, of_v = np.uint64(words[u]), np.uint64(words[v])
        c = root
        # Where even the least loaded cluster is at the bound, every rule ends with it.
        if load[root] < bound and (of_u | of_v):
            first = of_u & of_v
            if not first:
                if of_u and of_v:
                    first = of_v if priority[v] > priority[u] else of_u
                else:
                    first = of_u | of_v
            c = least_loaded_in_word(first, load, root)
            if load[c] >= bound:
                # Nothing below the bound in the first choice: in the union it is the second choice's.
                c = least_loaded_in_word(of_u | of_v, load, root)
                if load[c] >= bound:
                    c = root
        cluster[k] = c
        add_load(load, tree, c, weight[k] if weighted else 1.0)
        words[u] |= bit(c)
        words[v] |= bit(c)
        if counts_down:
            priority[u] -= 1
            priority[v] -= 1


@njit(cache=True)
def _place_sets(  # type: ignore[no-untyped-def]
    src, dst, weight, weighted, bound, priority, counts_down, load, tree, words, shorts, start, marks, cluster
):
    for k in range(src.size):
        u, v = src[k], dst[k]
        root = np.int64(tree[1])
        c = root
        if load[root] < bound:
            c = _choose(u, v, bound, priority, load, tree, words, shorts, start, marks, root)
        cluster[k] = c
        add_load(load, tree, c, weight[k] if weighted else 1.0)
        add(words, shorts, start, marks.size, u, c)
        add(words, shorts, start, marks.size, v, c)
        if counts_down:
            priority[u] -= 1
            priority[v] -= 1


@njit(cache=True)
def _choose(  # type: ignore[no-untyped-def]
    u, v, bound, priority, load, tree, words, shorts, start, marks, root
):
    u_is_empty, v_is_empty = shorts[4 * start[u]] == 0, shorts[4 * start[v]] == 0
    if u_is_empty and v_is_empty:
        return root
    s, t = (v, u) if u_is_empty or (not v_is_empty and priority[v] > priority[u]) else (u, v)
    c = -1
    if not (u_is_empty or v_is_empty):
        c = least_loaded_common(words, shorts, start, marks, u, v, load, tree)
    if c < 0:
        c = least_loaded(words, shorts, start, marks.size, s, load, tree)
        if load[c] < bound or u_is_empty or v_is_empty:
            return c if load[c] < bound else root
    elif load[c] < bound:
        return c
    else:
        c = least_loaded(words, shorts, start, marks.size, s, load, tree)
    c = better(c, least_loaded(words, shorts, start, marks.size, t, load, tree), load)
    return c if load[c] < bound else root
