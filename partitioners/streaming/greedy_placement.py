"""Shared code of the greedy vertex cuts of PowerGraph and Libra (Ma et al. 2020, section 4.3, Algorithm 1).

The rules for an edge (u, v), where A is the set of replicas so far and least(S) the least loaded cluster of
S:

====================================  ======================================================
no replica of either                  least(all)
replicas of one                       least(its set), else least(all)
a cluster holds both                  least(intersection), else least(union), else least(all)
none does                             least(A(s)), else least(A(t)), else least(all)
====================================  ======================================================

"else" applies if the chosen cluster has reached the bound; without a bound it never applies. The methods
differ in the load (weight or number of edges), in the bound, and in s, which is the vertex of lower degree
(Libra) or the vertex with more unassigned edges (PowerGraph). On a tie s is the edge's source.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from partitioners.graph import Graph
from partitioners.kernels.array_types import Float64, Int32, Int64, Integers, Unsigned
from partitioners.kernels.bits import prefetch
from partitioners.kernels.cache import njit
from partitioners.kernels.parts import by_reference
from partitioners.partition import EdgePartition
from partitioners.plugins.option_types import Order
from partitioners.streaming.degrees import degrees
from partitioners.streaming.edge_order import edge_positions
from partitioners.streaming.edge_stream import Place, place_stream
from partitioners.streaming.exact_sum import all_equal, exact_sum
from partitioners.streaming.load_tree import NONE, LoadTree, add_load, least_of_all, load_key, new_load_tree
from partitioners.streaming.replica_bitmasks import (
    MAX_PARTS,
    bit,
    every_cluster,
    least_loaded_in_word,
    new_replica_bitmasks,
)
from partitioners.streaming.replica_sets import (
    EMPTY,
    ReplicaSets,
    add_new,
    contains,
    least_loaded,
    least_loaded_common,
    new_replica_sets,
    prefetch_record,
    prefetch_set,
    size_of,
)

AHEAD = 8
"""Number of edges by which the memory of an edge is prefetched ahead of its turn."""


UNIT_WEIGHT = np.ones(1)
"""The weight of each edge of methods that count edges."""
UNIT_WEIGHT.flags.writeable = False  # as the weights of a graph, so that no kernel is compiled twice


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
    order : {'given', 'shuffled', 'degree', 'bfs'}
    seed : int
        Seed of the shuffle.
    weighted : bool
        True: the load is the weight of the edges. False: it is their number.
    load_bound : float or None
        A cluster can be chosen while its load is below load_bound W / p, where W is the sum of the weights.
    by_degree : bool
        True: s is chosen as in Libra. False: as in PowerGraph.

    Notes
    -----
    The time per edge is linear in the members of the searched sets, at most min(degree, p), and less if
    blocks of 64 clusters are skipped. No other cost grows with p. The memory is that of
    :mod:`partitioners.streaming.replica_bitmasks` or :mod:`partitioners.streaming.replica_sets`. In addition
    to the graph there are 4 bytes per edge with the order ``given``, at most 16 with ``shuffled`` and at most
    30 with any other order, and 8 bytes per vertex.
    """
    limit = None if load_bound is None else (load_bound * exact_sum(graph.weight)) / parts
    rule = greedy_rule(degrees(graph), parts, limit=limit, by_degree=by_degree)
    weight = graph.weight
    if not weighted:
        weight = UNIT_WEIGHT
    elif all_equal(weight):
        weight = weight[:1]
    cluster = place_stream(graph, edge_positions(graph, order, seed), weight, parts, rule)
    return EdgePartition(graph, parts, cluster)


def greedy_rule(degree: Integers, parts: int, *, limit: float | None, by_degree: bool) -> Place:
    """A rule with its loads and replicas, which places consecutive pieces of a stream.

    Parameters
    ----------
    degree : ndarray of int32 or int64, shape (n,)
        It becomes part of the state.
    limit : float or None
        A cluster can be chosen while its load is below this value.
    by_degree : bool
        True: s is chosen as in Libra. False: as in PowerGraph.
    """
    bound = NONE if limit is None else load_key(limit)
    # Degrees are negated, so that the larger value is chosen in both rules.
    priority = -degree if by_degree else degree
    used = 0 if by_degree else 1
    if parts <= MAX_PARTS:
        load, words = np.zeros(parts), new_replica_bitmasks(degree.size, parts)
        return partial(_place_words, bound, priority, used, load, load.view(np.int64), words)
    sets = new_replica_sets(degree, parts)
    sets.field[3::4] = priority
    return partial(_place_sets, bound, used, new_load_tree(parts), sets)


@njit(cache=True)
def _place_words(
    bound: int,
    priority: Integers,
    used: int,
    load: Float64,
    key: Int64,
    words: Unsigned,
    src: Int32,
    dst: Int32,
    weight: Float64,
    cluster: Int32,
) -> None:
    """Place edges in up to 64 clusters; each edge subtracts ``used`` from the priority of its ends.

    A single weight is that of all edges.
    """
    everything = every_cluster(load.size)
    last = src.size - 1
    one = weight[0] if weight.size else 0.0
    for k in range(src.size):
        ahead = min(k + 2 * AHEAD, last)
        for x in (np.uint64(src[ahead]), np.uint64(dst[ahead])):
            prefetch(words, x)
            prefetch(priority, x)
        u, v = np.uint64(src[k]), np.uint64(dst[k])
        of_u, of_v = np.uint64(words[u]), np.uint64(words[v])
        first = of_u & of_v
        if not first:
            first = of_u | of_v
            if of_u and of_v:
                first = of_v if priority[v] > priority[u] else of_u
            elif not first:
                first = everything
        if used:
            priority[u] -= used
            priority[v] -= used
        c = least_loaded_in_word(first, load)
        if key[c] >= bound:
            # Algorithm 1 continues with the union or A(t). A(s) has reached the bound, so both give the same.
            if of_u | of_v:
                c = least_loaded_in_word(of_u | of_v, load)
            if key[c] >= bound:
                c = least_loaded_in_word(everything, load)
        cluster[k] = c
        load[c] += weight[k] if weight.size > 1 else one
        words[u] |= bit(c)
        words[v] |= bit(c)


@njit(cache=True)
def _place_sets(
    bound: int,
    used: int,
    load_tree: LoadTree,
    replica_sets: ReplicaSets,
    src: Int32,
    dst: Int32,
    weight: Float64,
    cluster: Int32,
) -> None:
    """Place edges in more than 64 clusters; the priorities of vertices are in their records.

    The searches record whether a cluster is new to A(u) and A(v), which saves another lookup. The tables are
    passed by reference, since Numba would count the users of their arrays at every call, which takes longer
    than the searches.
    """
    tree, sets = by_reference(load_tree), by_reference(replica_sets)
    last = src.size - 1
    one = weight[0] if weight.size else 0.0
    for k in range(src.size):
        ahead = min(k + 2 * AHEAD, last)
        prefetch_record(sets, np.uint64(src[ahead]))
        prefetch_record(sets, np.uint64(dst[ahead]))
        ahead = min(k + AHEAD, last)
        prefetch_set(sets, np.uint64(src[ahead]))
        prefetch_set(sets, np.uint64(dst[ahead]))
        u, v = np.uint64(src[k]), np.uint64(dst[k])
        u_is_empty, v_is_empty = size_of(sets, u) == 0, size_of(sets, v) == 0
        c = EMPTY
        new_to_u, new_to_v = u_is_empty, v_is_empty
        if u_is_empty or v_is_empty:
            if u_is_empty != v_is_empty:
                _, c = least_loaded(sets, tree, v if u_is_empty else u, bound)
        else:
            _, c = least_loaded_common(sets, tree, u, v, bound)
            if c == EMPTY:
                new_to_u = sets.field[_priority_of(v)] > sets.field[_priority_of(u)]
                _, c = least_loaded(sets, tree, v if new_to_u else u, bound)
                if c < 0:
                    new_to_u = not new_to_u
                    _, c = least_loaded(sets, tree, v if new_to_u else u, bound)
                new_to_v = not new_to_u
            elif c < 0:
                # All common clusters have reached the bound, so a cluster below it is in one set only.
                key_u, c = least_loaded(sets, tree, u, bound)
                key_v, of_v = least_loaded(sets, tree, v, bound)
                new_to_u = key_v < key_u or (key_v == key_u and of_v < c)
                new_to_v = not new_to_u
                c = of_v if new_to_u else c
        if c < 0:
            c = least_of_all(tree)
            below = tree.key[c] < bound  # then none of the searched sets contains it
            new_to_u = below or not contains(sets, u, c)
            new_to_v = below or not contains(sets, v, c)
        cluster[k] = c
        add_load(tree, np.uint64(c), weight[k] if weight.size > 1 else one)
        if new_to_u:
            add_new(sets, u, c)
        if new_to_v and u != v:
            add_new(sets, v, c)
        sets.field[_priority_of(u)] -= used
        sets.field[_priority_of(v)] -= used


@njit(cache=True)
def _priority_of(v: np.uint64) -> np.uint64:
    return np.uint64(4) * v + np.uint64(3)
