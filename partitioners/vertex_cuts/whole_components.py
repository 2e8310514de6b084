"""A cut of a graph of many connected components that divides none of them, so it has no copies."""

from __future__ import annotations

import heapq

import numpy as np
from numpy.typing import NDArray

from partitioners.graph import Graph


def whole_components(
    graph: Graph, weight: NDArray[np.float64], parts: int, limit: float
) -> NDArray[np.int32] | None:
    """Put every connected component whole into a cluster, the heaviest first, each into the least loaded one.

    This is the rule LPT (R. L. Graham, "Bounds on multiprocessing timing anomalies", SIAM J. Appl. Math.
    17(2), 1969).

    Parameters
    ----------
    weight : ndarray of float64, shape (m,)
        The work of each edge.
    limit : float
        The largest load of a cluster.

    Returns
    -------
    ndarray of int32, shape (m,), or None
        The cluster of each edge; None if a cluster would exceed the limit, or if there are fewer components
        with edges than parts.

    Notes
    -----
    O(n + m + c log c) for c components.
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    n = graph.num_vertices
    links = coo_array((np.ones(graph.num_edges, np.bool_), (graph.src, graph.dst)), (n, n))
    count, component_of_vertex = connected_components(links, directed=False)
    component_of_edge = component_of_vertex[graph.src]
    load = np.bincount(component_of_edge, weight, count)
    used = np.flatnonzero(np.bincount(component_of_edge, minlength=count))
    if used.size < parts or load.max() > limit:
        return None
    cluster = np.zeros(count, np.int32)
    loads = [(0.0, k) for k in range(parts)]
    for component in used[np.argsort(-load[used], kind="stable")].tolist():
        least, k = loads[0]
        if least + load[component] > limit:
            return None
        cluster[component] = k
        heapq.heapreplace(loads, (least + load[component], k))
    return cluster[component_of_edge]
