"""HDRF (high-degree replicated first): a score that weighs the replication of hubs against balance.

Petroni et al., "HDRF: Stream-based partitioning for power-law graphs", CIKM 2015. For an edge (u, v) every
cluster c has the score

    g(u, c) + g(v, c) + balance_weight (maxload - load(c)) / (epsilon + (maxload - minload)),

where g(x, c) = 1 + (1 - theta(x)) if c holds an edge of x, else 0, and theta(u) = degree(u) / (degree(u) +
degree(v)) with the degrees seen so far, including this edge. The edge goes to the cluster with the highest
score (ties: lowest id).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

import numpy as np
from annotated_types import Gt
from numpy.typing import NDArray
from pydantic import AllowInfNan

from partitioners.graph import Graph
from partitioners.kernels.array_types import Float64, Int32, Unsigned
from partitioners.kernels.bits import prefetch
from partitioners.kernels.cache import njit
from partitioners.kernels.parts import by_reference
from partitioners.partition import EdgePartition
from partitioners.plugins.option_types import Order
from partitioners.streaming.degrees import degrees
from partitioners.streaming.edge_order import edge_positions
from partitioners.streaming.edge_stream import Place, place_stream
from partitioners.streaming.greedy_placement import AHEAD
from partitioners.streaming.load_tree import NONE, LoadTree, add_load, least_key, least_of_all, new_load_tree
from partitioners.streaming.replica_bitmasks import (
    MAX_PARTS,
    bit,
    every_cluster,
    least_loaded_in_word,
    new_replica_bitmasks,
)
from partitioners.streaming.replica_sets import (
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

Positive = Annotated[float, Gt(0.0), AllowInfNan(False)]


def hdrf(
    graph: Graph,
    parts: int,
    *,
    seed: int = 0,
    order: Order = "given",
    balance_weight: Positive = 1.1,
    epsilon: Positive = 1.0,
) -> EdgePartition:
    """Vertex cut: vertices of high degree are replicated first, weighed against balance (HDRF).

    Parameters
    ----------
    seed : int
        Seed of the shuffle.
    balance_weight : float
        Weight of balance against copies, the paper's lambda.
    epsilon : float
        Constant added to the spread of the loads, by which the balance term is divided.

    Notes
    -----
    Among clusters that hold the same ends of an edge, the score falls with the load. So only the least loaded
    clusters of the intersection, of A(u), of A(v) and of all clusters can win. Most of these searches can be
    skipped, since no cluster has a higher balance term than the least loaded of all. Time and memory are
    those of :mod:`partitioners.streaming.greedy_placement`. All p clusters are compared only if rounding
    could give different loads the same score (a balance weight below about 1e-14 times the spread of the
    loads).
    """
    place = hdrf_rule(graph.num_vertices, partial(degrees, graph), parts, balance_weight, epsilon)
    cluster = place_stream(graph, edge_positions(graph, order, seed), graph.weight[:1], parts, place)
    return EdgePartition(graph, parts, cluster)


def hdrf_rule(
    num_vertices: int,
    degree: Callable[[], NDArray[Any]],
    parts: int,
    balance_weight: float,
    epsilon: float,
) -> Place:
    """The rule with its loads and replicas, which places consecutive pieces of a stream.

    Parameters
    ----------
    degree : callable
        Gives the degrees of the vertices, shape (n,), which only more than 64 clusters need.
    balance_weight, epsilon : float
        See :func:`hdrf`.
    """
    if parts <= MAX_PARTS:
        words, seen = new_replica_bitmasks(num_vertices, parts), np.zeros(num_vertices, np.int32)
        return partial(_hdrf_words, balance_weight, epsilon, np.zeros(parts), seen, words)
    sets = new_replica_sets(degree(), parts)
    return partial(_hdrf_sets, parts, balance_weight, epsilon, new_load_tree(parts), sets)


@njit(cache=True)
def _gains(seen_u: int, seen_v: int) -> tuple[float, float]:
    """The values g of the two ends for a cluster that holds them; the end seen less often has the larger."""
    theta = seen_u / (seen_u + seen_v)
    return 1.0 + (1.0 - theta), 1.0 + (1.0 - (1.0 - theta))


@njit(cache=True)
def _balance(load: float, balance_weight: float, largest: float, span: float) -> float:
    return balance_weight * (largest - load) / span


@njit(cache=True)
def _tells_loads_apart(balance_weight: float, span: float) -> bool:
    """Whether a difference of one edge always changes the score despite rounding (with a wide margin)."""
    return 4e-15 * span * (4.0 + balance_weight) < balance_weight < 1e290


@njit(cache=True)
def _hdrf_words(
    balance_weight: float,
    epsilon: float,
    load: Float64,
    seen: Int32,
    words: Unsigned,
    src: Int32,
    dst: Int32,
    _weight: Float64,
    cluster: Int32,
) -> None:
    """Place edges in up to 64 clusters."""
    everything = every_cluster(load.size)
    last = src.size - 1
    least, largest = load.min(), load.max()
    at_least = 0  # number of clusters with the least load
    for one in load:
        at_least += one == least
    for k in range(src.size):
        ahead = min(k + 2 * AHEAD, last)
        for x in (np.uint64(src[ahead]), np.uint64(dst[ahead])):
            prefetch(words, x)
            prefetch(seen, x)
        u, v = np.uint64(src[k]), np.uint64(dst[k])
        seen[u] += 1
        seen[v] += 1
        g_u, g_v = _gains(seen[u], seen[v])
        span = epsilon + (largest - least)
        of_u, of_v = np.uint64(words[u]), np.uint64(words[v])
        most = _balance(least, balance_weight, largest, span)
        best, highest = -1, -1.0
        if not _tells_loads_apart(balance_weight, span):
            for c in range(load.size):
                score = _balance(load[c], balance_weight, largest, span)
                score += (g_u if of_u & bit(c) else 0.0) + (g_v if of_v & bit(c) else 0.0)
                if score > highest:
                    best, highest = c, score
        else:
            larger, smaller = (of_u, of_v) if g_u >= g_v else (of_v, of_u)
            g = max(g_u, g_v)
            for among, limit in (
                (of_u & of_v, np.inf),
                (larger, g),
                (smaller, min(g_u, g_v)),
                (everything, 0.0),
            ):
                if highest > most + limit:
                    break
                if among:
                    c = least_loaded_in_word(among, load)
                    score = _balance(load[c], balance_weight, largest, span)
                    score += (g_u if of_u & bit(c) else 0.0) + (g_v if of_v & bit(c) else 0.0)
                    if score > highest or (score == highest and c < best):
                        best, highest = c, score
        cluster[k] = best
        if load[best] == least:
            at_least -= 1
        load[best] += 1.0
        largest = max(largest, load[best])
        if at_least == 0:
            least += 1.0
            for one in load:
                at_least += one == least
        words[u] |= bit(best)
        words[v] |= bit(best)


@njit(cache=True)
def _hdrf_sets(
    parts: int,
    balance_weight: float,
    epsilon: float,
    load_tree: LoadTree,
    replica_sets: ReplicaSets,
    src: Int32,
    dst: Int32,
    _weight: Float64,
    cluster: Int32,
) -> None:
    """Place edges in more than 64 clusters; the record of a vertex counts how often it was seen."""
    tree, sets = by_reference(load_tree), by_reference(replica_sets)
    last = src.size - 1
    load = tree.load
    key_of_least = least_key(tree)
    least, largest = load[least_of_all(tree)], load[:parts].max()
    for k in range(src.size):
        ahead = min(k + 2 * AHEAD, last)
        prefetch_record(sets, np.uint64(src[ahead]))
        prefetch_record(sets, np.uint64(dst[ahead]))
        ahead = min(k + AHEAD, last)
        prefetch_set(sets, np.uint64(src[ahead]))
        prefetch_set(sets, np.uint64(dst[ahead]))
        u, v = np.uint64(src[k]), np.uint64(dst[k])
        seen_u, seen_v = np.uint64(4) * u + np.uint64(3), np.uint64(4) * v + np.uint64(3)
        sets.field[seen_u] += 1
        sets.field[seen_v] += 1
        g_u, g_v = _gains(sets.field[seen_u], sets.field[seen_v])
        span = epsilon + (largest - least)
        most = _balance(least, balance_weight, largest, span)
        best, highest = -1, -1.0
        in_u, in_v = False, False
        if not _tells_loads_apart(balance_weight, span):
            for c in range(parts):
                has_u, has_v = contains(sets, u, c), contains(sets, v, c)
                score = _balance(load[c], balance_weight, largest, span)
                score += (g_u if has_u else 0.0) + (g_v if has_v else 0.0)
                if score > highest:
                    best, highest, in_u, in_v = c, score, has_u, has_v
        else:
            if size_of(sets, u) and size_of(sets, v):
                _, c = least_loaded_common(sets, tree, u, v, NONE)
                if c >= 0:
                    score = _balance(load[c], balance_weight, largest, span) + (g_u + g_v)
                    best, highest, in_u, in_v = c, score, True, True
            of_both = best >= 0
            u_first = bool(g_u >= g_v)
            s, t = (u, v) if u_first else (v, u)
            g_s, g_t = (g_u, g_v) if u_first else (g_v, g_u)
            if highest <= most + g_s and size_of(sets, s):
                _, c = least_loaded(sets, tree, s, NONE)
                has_t = of_both and contains(sets, t, c)
                score = _balance(load[c], balance_weight, largest, span) + (g_u + g_v if has_t else g_s)
                if score > highest or (score == highest and c < best):
                    best, highest, in_u, in_v = c, score, u_first or has_t, has_t or not u_first
            if highest <= most + g_t and size_of(sets, t):
                _, c = least_loaded(sets, tree, t, NONE)
                has_s = of_both and contains(sets, s, c)
                score = _balance(load[c], balance_weight, largest, span) + (g_u + g_v if has_s else g_t)
                if score > highest or (score == highest and c < best):
                    best, highest, in_u, in_v = c, score, has_s or not u_first, u_first or has_s
            if highest <= most:
                c = least_of_all(tree)
                has_u, has_v = contains(sets, u, c), contains(sets, v, c)
                score = most + ((g_u if has_u else 0.0) + (g_v if has_v else 0.0))
                if score > highest or (score == highest and c < best):
                    best, highest, in_u, in_v = c, score, has_u, has_v
        cluster[k] = best
        add_load(tree, np.uint64(best), 1.0)
        largest = max(largest, load[best])
        if least_key(tree) != key_of_least:
            key_of_least = least_key(tree)
            least += 1.0
        if not in_u:
            add_new(sets, u, best)
        if not in_v and u != v:
            add_new(sets, v, best)
