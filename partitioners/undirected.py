"""The undirected form of a graph for edge cuts: parallel edges merged, work on the vertices."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import OptionError
from partitioners.graph import Graph
from partitioners.replicas import operation_weight


def undirected(
    graph: Graph, weight: NDArray[np.float64] | None = None
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64] | NDArray[np.float64]]:
    """Build the undirected adjacency of a graph: parallel and opposite edges merged, self-loops left out.

    Parameters
    ----------
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


def balanced_work(graph: Graph) -> NDArray[np.float64]:
    """The work that an edge cut balances: :func:`vertex_work`, shape (n,).

    Raises
    ------
    OptionError
        Each vertex has several weights (the attribute ``vertex_weight`` of a METIS file), all of which METIS
        itself would balance.
    """
    weights = graph.vertex.get("vertex_weight")
    if weights is not None and weights.ndim > 1 and weights.shape[1] > 1:
        raise OptionError(
            f"{graph.name!r} has {weights.shape[1]} weights of each vertex (vertex_weight), but this edge "
            "cut balances one; leave one in the file, or choose a method that balances none of them (block, "
            "or a vertex cut)"
        )
    return vertex_work(graph)


def vertex_work(graph: Graph) -> NDArray[np.float64]:
    """The work in the cluster of each vertex: the weights of its in-edges and its operation, shape (n,)."""
    return operation_weight(graph) + np.bincount(graph.dst, graph.weight, minlength=graph.num_vertices)
