"""The order in which a streaming partitioner visits the edges."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from partitioners.graph import Graph
from partitioners.kernels.array_types import Int32, Int64, Integers, UInt32
from partitioners.kernels.bits import prefetch
from partitioners.kernels.cache import njit
from partitioners.plugins.option_types import Order

MAX_DRAWN = 2**32
"""Largest number of edges whose shuffle draws words of 32 bits."""

_DRAWN_AT_ONCE = 2**15
_AHEAD = 32
"""Number of steps by which the shuffle prefetches the entry that it will exchange."""


def edge_positions(graph: Graph, order: Order, seed: int = 0) -> Integers | None:
    """Return the position of each edge in the stream.

    Parameters
    ----------
    order : {'given', 'shuffled', 'degree', 'bfs'}
        ``given``: the order of the graph. ``shuffled``: the edge at position k of the stream is entry k of
        ``numpy.random.default_rng(seed).permutation(m)``.
        ``degree``: ascending by the lower degree of the two ends, then by the higher degree, then in the
        order of the graph, so that the neighbourhoods of small vertices are placed before the hubs are cut.
        ``bfs``: breadth first without regard to direction, from the lowest vertex of each component. An edge
        is visited with the first of its ends; the edges of a vertex keep the order of the graph.

    Returns
    -------
    ndarray of int32, shape (m,), or None
        0 .. m - 1, each once; int64 if 2m >= 2^31. None for ``given``.

    Notes
    -----
    O(n + m), with counting sorts.
    """
    if order == "given":
        return None
    m = graph.num_edges
    narrow = np.int32 if 2 * m < 2**31 else np.int64
    if order == "shuffled":
        if m > MAX_DRAWN:
            return _inverse(np.random.default_rng(seed).permutation(m))
        return _shuffled(np.empty(m, narrow), seed)
    if order == "degree":
        degree = graph.degree.astype(narrow)
        one, two = degree[graph.src], degree[graph.dst]
        largest = int(degree.max(initial=0))
        by_higher = _sorted_by(np.maximum(one, two), largest, np.arange(m, dtype=narrow))
        return _inverse(_sorted_by(np.minimum(one, two), largest, by_higher))
    # Both ends of edge 0, then both of edge 1, and so on, so that the edges of a vertex keep their order.
    ends = np.column_stack([graph.src, graph.dst]).ravel()
    incident = _sorted_by(ends, graph.num_vertices, np.arange(2 * m, dtype=narrow))
    incident >>= 1
    indptr = np.zeros(graph.num_vertices + 1, np.int64)
    np.cumsum(graph.degree, out=indptr[1:])
    return _breadth_first(indptr, incident, graph.src, graph.dst)


def _shuffled(position: NDArray[Any], seed: int) -> NDArray[Any]:
    """The inverse of NumPy's permutation, which exchanges entry i with a random entry <= i, from m - 1 on.

    The same exchanges in the opposite order give the inverse. Entry i is not used before step i, so the array
    can hold all draws first. A step touches one distant entry, which is known in advance.
    """
    generator = np.random.default_rng(seed).bit_generator
    left = position.size - 1
    while left > 0:
        left = _draw(generator.random_raw(_DRAWN_AT_ONCE).view(np.uint32), position, left)
    _exchange(position)
    return position


@njit(cache=True)
def _draw(words: UInt32, drawn: Integers, left: int) -> int:
    """Draw entries from ``left`` down to 1, entry i from 0 .. i, until the words are used up.

    As in NumPy, a word is reduced to the bits of i, and a larger number than i is drawn again.
    """
    mask = 1
    while mask < left:
        mask = 2 * mask + 1
    for word in words:
        if left <= mask >> 1:
            mask >>= 1
        one = np.int64(word) & mask
        drawn[left] = one
        left -= int(one <= left)  # without a branch, which would be mispredicted often
        if left <= 0:
            break
    return left


@njit(cache=True)
def _exchange(position: Integers) -> None:
    last = position.size - 1
    if last >= 0:
        position[0] = 0
    for i in range(1, position.size):
        prefetch(position, np.uint64(position[min(i + _AHEAD, last)]))
        j = np.uint64(position[i])
        position[i] = position[j]
        position[j] = i


@njit(cache=True)
def _inverse(sequence: Integers) -> Integers:
    position = np.empty_like(sequence)
    for k in range(sequence.size):
        position[sequence[k]] = k
    return position


@njit(cache=True)
def _sorted_by(key: Integers, largest: int, sequence: Integers) -> Integers:
    """``sequence`` stably sorted by ``key[sequence]``, which are integers from 0 to ``largest``."""
    place = np.zeros(largest + 2, np.int64)
    for k in key:
        place[k + 1] += 1
    for k in range(largest + 1):
        place[k + 1] += place[k]
    result = np.empty_like(sequence)
    for e in sequence:
        result[place[key[e]]] = e
        place[key[e]] += 1
    return result


@njit(cache=True)
def _breadth_first(indptr: Int64, edges: Integers, src: Int32, dst: Int32) -> Integers:
    n = indptr.size - 1
    seen_vertex = np.zeros(n, np.bool_)
    queue = np.empty(n, np.int32)
    position = np.full(src.size, -1, edges.dtype)
    seen = 0
    for root in range(n):
        if seen_vertex[root]:
            continue
        seen_vertex[root] = True
        queue[0] = root
        head, tail = 0, 1
        while head < tail:
            u = queue[head]
            head += 1
            for k in range(indptr[u], indptr[u + 1]):
                e = edges[k]
                if position[e] >= 0:
                    continue
                position[e] = seen
                seen += 1
                v = dst[e] if src[e] == u else src[e]
                if not seen_vertex[v]:
                    seen_vertex[v] = True
                    queue[tail] = v
                    tail += 1
    return position
