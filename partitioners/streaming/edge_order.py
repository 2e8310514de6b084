"""The order in which a streaming partitioner visits the edges."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partitioners.graph import Graph
from partitioners.kernel_cache import njit
from partitioners.option_types import Order


def edge_order(graph: Graph, order: Order, seed: int = 0) -> NDArray[np.int64] | None:
    """Return the edges in the order of the stream.

    Parameters
    ----------
    graph : Graph
    order : {'given', 'shuffled', 'degree', 'bfs'}
        ``given``: the order of the graph. ``shuffled``: ``numpy.random.default_rng(seed).permutation(m)``.
        ``degree``: ascending by the lower degree of the two ends, then by the higher degree, then in the
        order of the graph, so that the neighbourhoods of small vertices are placed before the hubs are cut.
        ``bfs``: breadth first without regard to direction, from the lowest vertex of each component. An edge
        is visited with the first of its ends; the edges of a vertex keep the order of the graph.
    seed : int

    Returns
    -------
    ndarray of int64, shape (m,), or None
        Edge ids; None for ``given``.

    Notes
    -----
    O(n + m), with counting sorts.
    """
    if order == "given":
        return None
    m = graph.num_edges
    if order == "shuffled":
        return np.random.default_rng(seed).permutation(m)
    narrow = np.int32 if 2 * m < 2**31 else np.int64
    if order == "degree":
        degree = graph.degree.astype(narrow)
        one, two = degree[graph.src], degree[graph.dst]
        largest = int(degree.max(initial=0))
        by_higher = _sorted_by(np.maximum(one, two), largest, np.arange(m, dtype=narrow))
        return _sorted_by(np.minimum(one, two), largest, by_higher).astype(np.int64)
    # Both ends of edge 0, then both of edge 1, and so on, so that the edges of a vertex keep their order.
    ends = np.column_stack([graph.src, graph.dst]).ravel()
    incident = _sorted_by(ends, graph.num_vertices, np.arange(2 * m, dtype=narrow))
    incident >>= 1
    indptr = np.zeros(graph.num_vertices + 1, np.int64)
    np.cumsum(graph.degree, out=indptr[1:])
    return _breadth_first(indptr, incident, graph.src, graph.dst)


@njit(cache=True)
def _sorted_by(key, largest, sequence):  # type: ignore[no-untyped-def]
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
def _breadth_first(indptr, edges, src, dst):  # type: ignore[no-untyped-def]
    n = indptr.size - 1
    seen_vertex = np.zeros(n, np.bool_)
    seen_edge = np.zeros(src.size, np.bool_)
    queue = np.empty(n, np.int32)
    order = np.empty(src.size, np.int64)
    written = 0
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
                if seen_edge[e]:
                    continue
                seen_edge[e] = True
                order[written] = e
                written += 1
                v = dst[e] if src[e] == u else src[e]
                if not seen_vertex[v]:
                    seen_vertex[v] = True
                    queue[tail] = v
                    tail += 1
    return order
