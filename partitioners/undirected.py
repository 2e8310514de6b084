"""The undirected form of a graph for edge cuts: parallel edges merged, work on the vertices."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partitioners.graph import Graph
from partitioners.kernel_cache import njit
from partitioners.replicas import operation_weight


def undirected(
    graph: Graph, weight: NDArray[np.float64] | None = None
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64] | NDArray[np.float64]]:
    """Build the undirected adjacency of a graph: parallel and opposite edges merged, self-loops left out.

    Parameters
    ----------
    graph : Graph
    weight : ndarray of float64, shape (m,), optional
        Weight of each edge; a merged edge has the sum. By default a merged edge has the number of its edges.

    Returns
    -------
    indptr : ndarray of int64, shape (n + 1,)
    neighbour : ndarray of int64, shape (k,)
        Ascending for each vertex; every merged edge is stored twice.
    value : ndarray of int64 (counts) or float64 (sums), shape (k,)

    Notes
    -----
    O(m log m): one sort.
    """
    n = graph.num_vertices
    kept = graph.src != graph.dst
    src, dst = graph.src[kept].astype(np.int64), graph.dst[kept].astype(np.int64)
    key = np.concatenate([src * n + dst, dst * n + src])
    if weight is None:
        key.sort()
        starts = np.flatnonzero(np.diff(key, prepend=-1))
        value = np.diff(starts, append=key.size)
    else:
        order = np.argsort(key, kind="stable")
        key = key[order]
        starts = np.flatnonzero(np.diff(key, prepend=-1))
        value = np.add.reduceat(np.tile(weight[kept], 2)[order], starts) if starts.size else np.empty(0)
    key = key[starts]
    return np.searchsorted(key, np.arange(n + 1) * n), key % max(n, 1), value


def vertex_work(graph: Graph) -> NDArray[np.float64]:
    """The work in the cluster of each vertex: the weights of its in-edges and its operation, shape (n,)."""
    return operation_weight(graph) + np.bincount(graph.dst, graph.weight, minlength=graph.num_vertices)


@njit(cache=True)
def distinct_neighbours(src, dst, degree):  # type: ignore[no-untyped-def]
    """The number of distinct neighbours of each vertex other than itself, ndarray of int32; O(n + m)."""
    n = degree.size
    first = np.zeros(n + 1, np.int64)
    for v in range(n):
        first[v + 1] = first[v] + degree[v]
    at = first[:-1].copy()
    other = np.empty(first[n], np.int32)
    for e in range(src.size):
        u, v = src[e], dst[e]
        other[at[u]] = v
        at[u] += 1
        other[at[v]] = u
        at[v] += 1
    last = np.full(n, -1, np.int32)  # the last vertex of which each vertex was a neighbour
    count = np.zeros(n, np.int32)
    for v in range(n):
        last[v] = v
        for i in range(first[v], first[v + 1]):
            if last[other[i]] != v:
                last[other[i]] = v
                count[v] += 1
    return count
