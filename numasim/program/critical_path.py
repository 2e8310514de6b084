"""Longest paths through a program, in cycles: the bound that no number of cores can beat."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partitioners.graph import Graph
from partitioners.levels import out_edges


def bottom_levels(
    graph: Graph,
    edge_cycles: NDArray[np.int64],
    operation_cycles: NDArray[np.int64],
    level: NDArray[np.int32],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Cycles on the longest path that starts with each task, its own included.

    Parameters
    ----------
    graph : Graph
        Acyclic.
    edge_cycles : ndarray of int64, shape (m,)
    operation_cycles : ndarray of int64, shape (n,)
    level : ndarray of int32, shape (n,)
        From :func:`partitioners.levels.topological_levels`.

    Returns
    -------
    of_edge : ndarray of int64, shape (m,)
    of_vertex : ndarray of int64, shape (n,)
        Of the vertex's operation; its largest entry is the critical path.
    """
    indptr, order = out_edges(graph)
    deepest_first = np.argsort(-level, kind="stable")
    return _bottom_levels(deepest_first, indptr, order, graph.dst, edge_cycles, operation_cycles)


@njit(cache=True)
def _bottom_levels(deepest_first, indptr, order, dst, edge_cycles, operation_cycles):  # type: ignore[no-untyped-def]
    of_edge = np.empty(edge_cycles.size, np.int64)
    of_vertex = np.empty(operation_cycles.size, np.int64)
    for v in deepest_first:
        longest = 0
        for k in range(indptr[v], indptr[v + 1]):
            e = order[k]
            of_edge[e] = edge_cycles[e] + of_vertex[dst[e]]
            longest = max(longest, of_edge[e])
        of_vertex[v] = operation_cycles[v] + longest
    return of_edge, of_vertex
