"""Kernels that place the edges of one batch next to the edges placed before, with a load limit.

``words`` has a bit for every vertex of the graph and every cluster that holds it. A batch has its own vertex
numbers; ``vertex`` maps them to the vertices of the graph.
"""

from __future__ import annotations

import numpy as np

from partitioners.kernels.array_types import Float64, Int32, Int64, UInt8, UInt64
from partitioners.kernels.bits import trailing_zeros
from partitioners.kernels.cache import njit
from partitioners.kernels.grouping import group_as
from partitioners.streaming.load_tree import LoadTree, add_load, least_of_all

UNPLACED = -1
"""The value of the cluster of an unplaced edge or group."""


@njit(cache=True)
def _bit(c: int) -> np.uint64:
    return np.uint64(1) << np.uint64(c & 63)


@njit(cache=True)
def mark(src: Int32, dst: Int32, vertex: Int64, cluster: Int32, words: UInt64) -> None:
    """Set the bits of all edges of a batch."""
    for e in range(src.size):
        c = cluster[e]
        words[vertex[src[e]], c >> 6] |= _bit(c)
        words[vertex[dst[e]], c >> 6] |= _bit(c)


@njit(cache=True)
def mark_counted(vertex: Int64, total: UInt8, words: UInt64) -> None:
    """Set the bits of the clusters in which these vertices have edge ends, and clear all others."""
    for x in vertex:
        words[x] = 0
        for c in range(total.shape[1]):
            if total[x, c]:
                words[x, c >> 6] |= _bit(c)


@njit(cache=True)
def members_of(vertex: Int64, words: UInt64) -> tuple[Int32, Int32]:
    """The clusters that hold these vertices, as pairs of the position in ``vertex`` and the cluster."""
    count = 0
    for x in vertex:
        for word in words[x]:
            while word:
                word &= word - np.uint64(1)
                count += 1
    place, cluster = np.empty(count, np.int32), np.empty(count, np.int32)
    at = 0
    for v in range(vertex.size):
        for q in range(words.shape[1]):
            word = words[vertex[v], q]
            while word:
                place[at] = v
                cluster[at] = 64 * q + np.int64(trailing_zeros(word))
                word &= word - np.uint64(1)
                at += 1
    return place, cluster


@njit(cache=True)
def count_ends(src: Int64, dst: Int64, cluster: Int32, total: UInt8, sign: int) -> None:
    """Add a batch to the edge ends of the whole graph or subtract it; a count of 255 never changes again."""
    for e in range(src.size):
        c = cluster[e]
        for v in (src[e], dst[e]):
            if total[v, c] != 255:
                total[v, c] += np.uint8(sign)


@njit(cache=True)
def count_members(words: UInt64) -> tuple[int, int]:
    """The sum of the sizes of all sets, and the number of sets that are not empty."""
    members = vertices = 0
    for x in range(words.shape[0]):
        before = members
        for q in range(words.shape[1]):
            word = words[x, q]
            while word:
                word &= word - np.uint64(1)
                members += 1
        vertices += members > before
    return members, vertices


@njit(cache=True)
def find_pulls(src: Int32, dst: Int32, vertex: Int64, degree: Int64, words: UInt64) -> Int64:
    """The cluster to which the placed edges pull an edge, or -1 if there is none or more than one.

    This is the cluster that holds both ends. If there is none, it is the cluster that holds the end of lower
    degree, or the only end that any cluster holds.
    """
    pull = np.full(src.size, -1, np.int64)
    for e in range(src.size):
        x, y = vertex[src[e]], vertex[dst[e]]
        if degree[y] < degree[x]:
            x, y = y, x
        both, of_x, of_y = 0, 0, 0
        c_both = c_x = c_y = np.int64(-1)
        for q in range(words.shape[1]):
            one, two = words[x, q], words[y, q]
            if one & two:
                both += 1 if one & two & ((one & two) - np.uint64(1)) == 0 else 2
                c_both = 64 * q + np.int64(trailing_zeros(one & two))
            if one:
                of_x += 1 if one & (one - np.uint64(1)) == 0 else 2
                c_x = 64 * q + np.int64(trailing_zeros(one))
            if two:
                of_y += 1 if two & (two - np.uint64(1)) == 0 else 2
                c_y = 64 * q + np.int64(trailing_zeros(two))
        if both > 0:
            pull[e] = c_both if both == 1 else -1
        elif of_x > 0:
            pull[e] = c_x if of_x == 1 else -1
        elif of_y == 1:
            pull[e] = c_y
    return pull


@njit(cache=True)
def place_groups(
    group: Int64,
    groups: int,
    src: Int32,
    dst: Int32,
    vertex: Int64,
    work: Float64,
    words: UInt64,
    load: Float64,
    limit: float,
    cluster: Int64,
) -> None:
    """Place every group of edges in the cluster with most of its vertices, among those below the limit.

    If no cluster below the limit holds any of its vertices, a group goes to the least loaded cluster, or
    stays unplaced. ``cluster`` has the cluster of each edge; groups that already have one do not move.
    """
    parts = load.size
    start, member = group_as(group, groups, group)
    last = np.full(vertex.size, -1, np.int64)  # the last group with the vertex
    score = np.zeros(parts, np.int64)
    touched = np.empty(parts, np.int64)
    for g in range(groups):
        edges = member[start[g] : start[g + 1]]
        if not edges.size or cluster[edges[0]] != UNPLACED:
            continue
        weight = 0.0
        found = 0
        for e in edges:
            weight += work[e]
            for v in (src[e], dst[e]):
                if last[v] == g:
                    continue
                last[v] = g
                for q in range(words.shape[1]):
                    word = words[vertex[v], q]
                    while word:
                        c = 64 * q + np.int64(trailing_zeros(word))
                        word &= word - np.uint64(1)
                        if score[c] == 0:
                            touched[found] = c
                            found += 1
                        score[c] += 1
        best, most = -1, 0
        for i in range(found):
            c = touched[i]
            if load[c] + weight <= limit and (
                score[c] > most or (score[c] == most and (load[c], c) < (load[best], best))
            ):
                best, most = c, score[c]
            score[c] = 0
        if best < 0:
            best = int(np.argmin(load))
            if load[best] + weight > limit:
                continue
        load[best] += weight
        for e in edges:
            cluster[e] = best
            words[vertex[src[e]], best >> 6] |= _bit(best)
            words[vertex[dst[e]], best >> 6] |= _bit(best)


@njit(cache=True)
def place_edges(
    order: Int64,
    src: Int32,
    dst: Int32,
    vertex: Int64,
    work: Float64,
    degree: Int64,
    words: UInt64,
    tree: LoadTree,
    parts: int,
    limit: float,
    balance_weight: float,
    cluster: Int64,
) -> None:
    """Place edges in the given order by HDRF with the degrees in the whole graph.

    See :mod:`partitioners.vertex_cuts.hdrf`.
    """
    largest = tree.load[:parts].max()
    for e in order:
        x, y = vertex[src[e]], vertex[dst[e]]
        theta = degree[x] / (degree[x] + degree[y])
        least = least_of_all(tree)
        span = 1.0 + largest - tree.load[least]
        best, highest = least, balance_weight * (largest - tree.load[least]) / span
        if words[x, least >> 6] & _bit(least):
            highest += 2.0 - theta
        if words[y, least >> 6] & _bit(least):
            highest += 1.0 + theta
        for q in range(words.shape[1]):
            word = words[x, q] | words[y, q]
            while word:
                lowest = word & (~word + np.uint64(1))
                c = 64 * q + np.int64(trailing_zeros(word))
                word ^= lowest
                score = balance_weight * (largest - tree.load[c]) / span
                if words[x, q] & lowest:
                    score += 2.0 - theta
                if words[y, q] & lowest:
                    score += 1.0 + theta
                if score > highest and tree.load[c] + work[e] <= limit:
                    best, highest = c, score
        cluster[e] = best
        add_load(tree, np.uint64(best), work[e])
        largest = max(largest, tree.load[best])
        words[x, best >> 6] |= _bit(best)
        words[y, best >> 6] |= _bit(best)
