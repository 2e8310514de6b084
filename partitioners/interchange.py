"""Graphs from and for SciPy and networkx."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import GraphError
from partitioners.graph import Graph

if TYPE_CHECKING:
    import networkx
    import scipy.sparse


def from_scipy(matrix: scipy.sparse.sparray, *, weights: str = "unit", name: str = "matrix") -> Graph:
    """The graph of a square sparse matrix: an edge from its row to its column for every stored entry.

    Parameters
    ----------
    matrix : scipy.sparse array or matrix, shape (n, n)
    weights : {'unit', 'abs', 'value'}
        Edge weights: all 1, the absolute values, or the values.
    name : str

    Raises
    ------
    GraphError
        The matrix is not square (see :func:`bipartite`), or a weight is negative or not finite.
    """
    if matrix.shape[0] != matrix.shape[1]:
        raise GraphError(
            f"a matrix of {matrix.shape[0]} x {matrix.shape[1]} is no graph of one set of vertices; use bipartite(matrix)"
        )
    coo = matrix.tocoo()
    return matrix_graph(coo.shape, coo.row, coo.col, _weights(coo.data, weights), False, False, name)


def bipartite(matrix: scipy.sparse.sparray, *, weights: str = "unit", name: str = "matrix") -> Graph:
    """The graph from the rows of a sparse matrix to its columns, as the SPAC papers partition it.

    Vertex r is row r, vertex rows + c column c; an edge for every stored entry.

    Parameters
    ----------
    matrix : scipy.sparse array or matrix, shape (rows, columns)
    weights : {'unit', 'abs', 'value'}
    name : str

    Raises
    ------
    GraphError
        A weight is negative or not finite.
    """
    coo = matrix.tocoo()
    return matrix_graph(coo.shape, coo.row, coo.col, _weights(coo.data, weights), False, True, name)


def matrix_graph(
    shape: tuple[int, int],
    row: NDArray[Any],
    col: NDArray[Any],
    weight: NDArray[np.float64],
    mirrored: bool,
    bipartite: bool,
    name: str,
) -> Graph:
    """The graph of stored entries, with their mirror images behind them where they are wanted."""
    if mirrored:
        off = row != col
        row, col = np.concatenate([row, col[off]]), np.concatenate([col, row[off]])
        weight = np.concatenate([weight, weight[off]])
    if bipartite:
        return Graph(shape[0] + shape[1], row, col.astype(np.int64) + shape[0], weight, name=name)
    return Graph(shape[0], row, col, weight, name=name)


def from_networkx(graph: networkx.Graph, *, weight: str = "weight") -> Graph:
    """A networkx graph: its edges in its order, each undirected one once.

    Parameters
    ----------
    graph : networkx.Graph, DiGraph, MultiGraph or MultiDiGraph
    weight : str
        The edge attribute with the weight; edges without it weigh 1.

    Returns
    -------
    Graph
        Vertices in the order of ``graph.nodes``; where those are all integers or all strings they are kept as
        ``original_id``.

    Raises
    ------
    GraphError
        A weight is negative or no finite number.
    """
    nodes = list(graph.nodes)
    rank = {node: k for k, node in enumerate(nodes)}
    edges = [(rank[u], rank[v], data.get(weight, 1.0)) for u, v, data in graph.edges(data=True)]
    attributes = {}
    for kind in (int, str):
        if nodes and all(type(node) is kind for node in nodes):
            attributes["original_id"] = np.array(nodes)
    src, dst, values = zip(*edges, strict=True) if edges else ((), (), ())
    return Graph(len(nodes), src, dst, values, attributes, name=graph.name or "graph")


def to_networkx(graph: Graph) -> networkx.MultiDiGraph:
    """The graph for networkx: directed, parallel edges kept, ``weight`` and vertex attributes as attributes."""
    import networkx

    result = networkx.MultiDiGraph(name=graph.name)
    result.add_nodes_from(range(graph.num_vertices))
    for key, values in graph.vertex.items():
        networkx.set_node_attributes(result, dict(enumerate(values.tolist())), key)
    edges = zip(graph.src.tolist(), graph.dst.tolist(), graph.weight.tolist(), strict=True)
    result.add_weighted_edges_from(edges)
    return result


def _weights(values: NDArray[Any], mode: str) -> NDArray[np.float64]:
    if mode not in ("unit", "abs", "value"):
        raise GraphError(f"weights must be one of unit, abs, value, got {mode!r}")
    if mode == "unit":
        return np.ones(values.size)
    return np.abs(values) if mode == "abs" else values
