"""Kernels that place and move the edges of one batch, by exact gains in vertex copies, under a load limit.

A vertex of the batch is in a cluster because edges of the batch are, because edges outside it are, or both.
``words`` has a bit for every vertex of the graph and every cluster that holds it, for either reason; the
counts say how many edge ends of the batch are behind a bit, plus :data:`OUTSIDE` where it stays without them.
So the copies that a move makes and frees are known exactly, and nothing of the size of the graph is looked
through. A vertex of low degree lists its clusters; one whose edges outnumber the clusters has a row of them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partitioners.grouping import group_as
from partitioners.instructions import trailing_zeros
from partitioners.load_tree import add_load, least_of_all

OUTSIDE = np.int32(1 << 30)
"""Part of a count where edges outside the batch hold the vertex there as well."""

UNPLACED = -1
"""The cluster of an edge or a group that has none yet."""


class BatchCounts(NamedTuple):
    """How many edge ends of the batch each of its vertices has in each cluster.

    Attributes
    ----------
    vertex : ndarray of int64, shape (v,)
        The ids in the graph of the vertices of the batch.
    first : ndarray of int64, shape (v + 1,)
        The entries of vertex i begin at ``first[i]``: min(its degree in the batch, p) of them.
    size : ndarray of int32, shape (v,)
        How many of them are in use, where they are a list.
    held : ndarray of int32
        The cluster of an entry of a list.
    number : ndarray of int32
        Edge ends, plus ``OUTSIDE``; 0 where an entry of a row is not in use.
    """

    vertex: NDArray[np.int64]
    first: NDArray[np.int64]
    size: NDArray[np.int32]
    held: NDArray[np.int32]
    number: NDArray[np.int32]


def new_batch_counts(vertex: NDArray[np.int64], degree: NDArray[np.int64], parts: int) -> BatchCounts:
    """No edge placed yet; ``degree`` is that in the batch."""
    first = np.zeros(vertex.size + 1, np.int64)
    np.cumsum(np.minimum(degree, parts), out=first[1:])
    entries = int(first[-1])
    size = np.zeros(vertex.size, np.int32)
    return BatchCounts(vertex, first, size, np.zeros(entries, np.int32), np.zeros(entries, np.int32))


@njit(cache=True)
def _entry(counts, v, c, parts):  # type: ignore[no-untyped-def]
    """Where the count of a vertex and a cluster is; -1 where its list does not have the cluster."""
    first = counts.first[v]
    if counts.first[v + 1] - first == parts:
        return first + c
    for i in range(first, first + counts.size[v]):
        if counts.held[i] == c:
            return i
    return -1


@njit(cache=True)
def _holds(words, x, c):  # type: ignore[no-untyped-def]
    return words[x, c >> 6] >> np.uint64(c & 63) & np.uint64(1) != 0


@njit(cache=True)
def _add(counts, words, v, c, parts, ends):  # type: ignore[no-untyped-def]
    i = _entry(counts, v, c, parts)
    if i < 0:
        i = counts.first[v] + counts.size[v]
        counts.size[v] += 1
        counts.held[i] = c
        counts.number[i] = 0
    if counts.number[i] == 0:
        x = counts.vertex[v]
        if _holds(words, x, c):
            counts.number[i] = OUTSIDE
        words[x, c >> 6] |= np.uint64(1) << np.uint64(c & 63)
    counts.number[i] += ends


@njit(cache=True)
def _remove(counts, words, v, c, parts, ends):  # type: ignore[no-untyped-def]
    i = _entry(counts, v, c, parts)
    counts.number[i] -= ends
    left = counts.number[i]
    if left == 0 or left == OUTSIDE:
        if left == 0:
            words[counts.vertex[v], c >> 6] &= ~(np.uint64(1) << np.uint64(c & 63))
        counts.number[i] = 0
        if counts.first[v + 1] - counts.first[v] != parts:
            last = counts.first[v] + counts.size[v] - 1
            counts.held[i] = counts.held[last]
            counts.number[i] = counts.number[last]
            counts.size[v] -= 1


@njit(cache=True)
def resume(src, dst, cluster, counts, words, parts, total):  # type: ignore[no-untyped-def]
    """Count a batch that is placed already; ``total`` counts the edge ends of the whole graph, up to 255."""
    for e in range(src.size):
        c = cluster[e]
        for v in (src[e], dst[e]):
            i = _entry(counts, v, c, parts)
            if i < 0 or counts.number[i] == 0:
                # As if no other edge held it: whether one does is known when all of the batch is counted.
                words[counts.vertex[v], c >> 6] &= ~(np.uint64(1) << np.uint64(c & 63))
            _add(counts, words, v, c, parts, 1)
    for v in range(counts.vertex.size):
        first = counts.first[v]
        is_row = counts.first[v + 1] - first == parts
        for k in range(parts if is_row else counts.size[v]):
            c = k if is_row else counts.held[first + k]
            ends = counts.number[first + k]
            everywhere = total[counts.vertex[v], c]
            if ends > 0 and (everywhere > ends or everywhere == 255):
                counts.number[first + k] += OUTSIDE


@njit(cache=True)
def count_ends(src, dst, cluster, total, sign):  # type: ignore[no-untyped-def]
    """Add a batch to the ends of the whole graph, or take it away; what has reached 255 stays there."""
    for e in range(src.size):
        c = cluster[e]
        for v in (src[e], dst[e]):
            if total[v, c] != 255:
                total[v, c] += np.uint8(sign)


@njit(cache=True)
def count_members(words):  # type: ignore[no-untyped-def]
    """The sum of the sizes of all sets, and how many of them are not empty."""
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
def find_pulls(src, dst, vertex, degree, words):  # type: ignore[no-untyped-def]
    """The cluster that an edge belongs to by what is placed already, or -1 where none or several would do.

    One that holds both ends; where none does, one that holds the end of lower degree, or the only one held.
    """
    pull = np.full(src.size, -1, np.int64)
    for e in range(src.size):
        x, y = vertex[src[e]], vertex[dst[e]]
        if degree[y] < degree[x]:
            x, y = y, x
        both, of_x, of_y = 0, 0, 0
        c_both, c_x, c_y = -1, -1, -1
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
def group_vertices(group, groups, src, dst, vertices):  # type: ignore[no-untyped-def]
    """The vertices of every group of edges, each once, with its edge ends there, in compressed rows."""
    start, member = group_as(group, groups, group)
    place = np.full(vertices, -1, np.int64)
    indptr = np.zeros(groups + 1, np.int64)
    vertex = np.empty(2 * src.size, np.int32)
    ends = np.empty(2 * src.size, np.int32)
    top = 0
    for g in range(groups):
        low = top
        for i in range(start[g], start[g + 1]):
            for v in (src[member[i]], dst[member[i]]):
                if place[v] >= low:
                    ends[place[v]] += 1
                else:
                    place[v] = top
                    vertex[top] = v
                    ends[top] = 1
                    top += 1
        indptr[g + 1] = top
    return indptr, vertex[:top], ends[:top]


@njit(cache=True)
def move_groups(indptr, vertex, ends, work, counts, words, load, limit, cluster, sweeps):  # type: ignore[no-untyped-def]
    """Put every group where most of its vertices are, among the clusters that have room; repeat.

    A group that has a cluster leaves it only for one with fewer copies. A group without one, and whose
    vertices are nowhere where there is room, goes to the least loaded cluster, or stays unplaced.
    """
    parts = load.size
    score = np.zeros(parts, np.int64)
    touched = np.empty(parts, np.int64)
    for _ in range(sweeps):
        moved = 0
        for g in range(cluster.size):
            a = cluster[g]
            if a >= 0:
                load[a] -= work[g]
                for i in range(indptr[g], indptr[g + 1]):
                    _remove(counts, words, vertex[i], a, parts, ends[i])
            found = 0
            for i in range(indptr[g], indptr[g + 1]):
                x = counts.vertex[vertex[i]]
                for q in range(words.shape[1]):
                    word = words[x, q]
                    while word:
                        c = 64 * q + np.int64(trailing_zeros(word))
                        word &= word - np.uint64(1)
                        if score[c] == 0:
                            touched[found] = c
                            found += 1
                        score[c] += 1
            best = a
            most = score[a] if a >= 0 else 0
            for i in range(found):
                c = touched[i]
                if load[c] + work[g] <= limit and (
                    score[c] > most
                    or (
                        score[c] == most
                        and a < 0
                        and (load[c] < load[best] or (load[c] == load[best] and c < best))
                    )
                ):
                    best, most = c, score[c]
            for i in range(found):
                score[touched[i]] = 0
            if best < 0:
                c = np.argmin(load)
                if load[c] + work[g] > limit:
                    continue
                best = c
            moved += best != a
            cluster[g] = best
            load[best] += work[g]
            for i in range(indptr[g], indptr[g + 1]):
                _add(counts, words, vertex[i], best, parts, ends[i])
        if moved == 0:
            break


@njit(cache=True)
def place_greedily(order, src, dst, work, degree, counts, words, tree, parts, limit, balance_weight, cluster):  # type: ignore[no-untyped-def]
    """HDRF with the degrees in the whole graph, edges in the order given; see :mod:`partitioners.hdrf`."""
    largest = tree.load[:parts].max()
    for e in order:
        u, v = src[e], dst[e]
        x, y = counts.vertex[u], counts.vertex[v]
        theta = degree[x] / (degree[x] + degree[y])
        least = least_of_all(tree)
        span = 1.0 + largest - tree.load[least]
        best, highest = least, balance_weight * (largest - tree.load[least]) / span
        if _holds(words, x, least):
            highest += 2.0 - theta
        if _holds(words, y, least):
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
        _add(counts, words, u, best, parts, 1)
        _add(counts, words, v, best, parts, 1)


@njit(cache=True)
def _least_loaded(words, x, y, a, load, work, limit):  # type: ignore[no-untyped-def]
    """The least loaded cluster with room, but a, that holds both x and y; -1 where there is none."""
    best = -1
    for q in range(words.shape[1]):
        word = words[x, q] & words[y, q]
        while word:
            c = 64 * q + np.int64(trailing_zeros(word))
            word &= word - np.uint64(1)
            if c != a and load[c] + work <= limit and (best < 0 or load[c] < load[best]):
                best = c
    return best


@njit(cache=True)
def move_edges(src, dst, work, counts, words, load, limit, cluster, sweeps):  # type: ignore[no-untyped-def]
    """Place the edges that have no cluster, and move those whose move saves a copy; repeat.

    Every other sweep goes backwards. It ends when a sweep moves less than a thousandth of the edges.
    """
    parts = load.size
    for sweep in range(sweeps):
        moved = 0
        for k in range(src.size):
            e = src.size - 1 - k if sweep % 2 else k
            a = cluster[e]
            u, v = src[e], dst[e]
            x, y = counts.vertex[u], counts.vertex[v]
            freed = 0
            if a >= 0:
                if u == v:
                    freed += counts.number[_entry(counts, u, a, parts)] == 2
                else:
                    freed += counts.number[_entry(counts, u, a, parts)] == 1
                    freed += counts.number[_entry(counts, v, a, parts)] == 1
                if freed == 0:
                    continue
            b = _least_loaded(words, x, y, a, load, work[e], limit)
            if b < 0 and (a < 0 or freed == 2):
                b = _least_loaded(words, x, x, a, load, work[e], limit)
                c = _least_loaded(words, y, y, a, load, work[e], limit)
                if b < 0 or (c >= 0 and load[c] < load[b]):
                    b = c
            if b < 0:
                if a >= 0:
                    continue
                b = np.argmin(load)
            if a >= 0:
                load[a] -= work[e]
                _remove(counts, words, u, a, parts, 1)
                _remove(counts, words, v, a, parts, 1)
            cluster[e] = b
            load[b] += work[e]
            _add(counts, words, u, b, parts, 1)
            _add(counts, words, v, b, parts, 1)
            moved += 1
        if 1000 * moved < src.size:
            break
