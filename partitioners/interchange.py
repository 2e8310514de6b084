"""Graphs from and for SciPy and networkx, and the bipartite graph of a matrix's rows and columns."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import GraphError
from partitioners.graph import Graph
from partitioners.stored_entries import (
    Problem,
    StoredEntries,
    Symmetric,
    Weights,
    check_reading,
    graph_of_entries,
    memory_problem,
)

if TYPE_CHECKING:
    import networkx
    import scipy.sparse


def from_scipy(
    matrix: scipy.sparse.sparray,
    *,
    weights: Weights = "unit",
    bipartite: bool = False,
    name: str = "matrix",
) -> Graph:
    """The graph of a matrix: one edge row -> column for each stored entry, in the order of storage.

    Parameters
    ----------
    matrix : sparse array or matrix of real numbers, or a dense one (its entries that are not 0)
    weights : "unit", "abs" or "value"
        The weight of an edge: 1, the absolute value of its entry, or the value.
    bipartite : bool
        See :func:`bipartite`.
    name : str

    Raises
    ------
    GraphError
        The matrix is not square (and ``bipartite`` is not asked for), not real, not two-dimensional; a
        weight is NaN, infinite or negative.
    OptionError
        An unknown value of ``weights``. O(m).
    """
    check_reading(weights, "once")
    entries = stored_entries(matrix, memory_problem)
    return graph_of_entries(entries, weights=weights, symmetric="once", bipartite=bipartite, name=name)


def bipartite(matrix: scipy.sparse.sparray, *, weights: Weights = "unit", name: str = "matrix") -> Graph:
    """The graph of a matrix's rows and columns: one edge row -> column for each stored entry.

    The rows are the vertices 0 .. r - 1, the columns r .. r + c - 1. Cutting its edges is what SPAC does to a
    sparse matrix-vector product: an entry is a task that reads x[column] and adds to y[row]. Li et al.,
    "A simple yet effective balanced edge partition model for parallel computing", 2017, section 2. Parameters
    and errors as :func:`from_scipy`.
    """
    return from_scipy(matrix, weights=weights, bipartite=True, name=name)


def stored_entries(matrix: scipy.sparse.sparray, problem: Problem) -> StoredEntries:
    """The entries of a matrix in the order of its storage; ``problem`` words what is wrong with it."""
    from scipy.sparse import coo_array

    if hasattr(matrix, "check_format"):  # CSR, CSC, BSR: SciPy's compiled loops believe their indices
        try:
            matrix.check_format(full_check=True)
        except ValueError as error:
            raise problem(
                f"the matrix is damaged, {error}", "make it anew from rows, columns and values", None
            ) from None
    coo = coo_array(matrix)
    if coo.ndim != 2:
        raise problem(f"the matrix has {coo.ndim} dimensions", "a graph needs rows and columns", None)
    if coo.data.dtype.kind not in "biuf":
        raise problem(
            f"the values are of dtype {coo.data.dtype}", "a graph needs real ones; take abs(matrix)", None
        )
    row, column = coo.coords
    rows, columns = coo.shape
    return StoredEntries(rows, columns, row, column, coo.data, problem=problem)


def from_networkx(
    graph: networkx.Graph,
    *,
    weight: str = "weight",
    symmetric: Symmetric = "once",
    name: str | None = None,
) -> Graph:
    """A networkx graph: vertices in its order of nodes, edges in its order of edges.

    Parameters
    ----------
    graph : networkx graph, directed or not, multigraph or not
    weight : str
        The edge attribute that is the weight; 1 for an edge without it.
    symmetric : "once" or "both"
        An undirected edge as one edge or, after all of those, also its mirror. Directed graphs: no effect.
    name : str, optional
        By default the networkx graph's own, or "graph".

    Returns
    -------
    Graph
        With ``original_id`` where the nodes are other than 0 .. n - 1 in this order (their text, where they
        are neither all integers nor all strings), and with each node attribute that every node has and that
        is a number, a text, or a row of numbers.

    Raises
    ------
    GraphError
        A weight that is no number, or NaN, infinite or negative. O(n + m).
    """
    check_reading("value", symmetric)
    nodes = list(graph.nodes)
    number = {node: vertex for vertex, node in enumerate(nodes)}
    m = graph.number_of_edges()
    ends = chain.from_iterable((number[u], number[v]) for u, v in graph.edges())
    row, column = np.fromiter(ends, np.int64, 2 * m).reshape(m, 2).T
    try:
        value = np.fromiter((float(w) for _, _, w in graph.edges(data=weight, default=1.0)), np.float64, m)
    except (TypeError, ValueError):
        u, v, w = next(edge for edge in graph.edges(data=weight, default=1.0) if not _is_number(edge[2]))
        raise GraphError(
            f"the {weight!r} of the edge {u!r} - {v!r} is {w!r}: give it a number, "
            "or name another attribute with weight="
        ) from None

    def problem(what: str, cure: str, entry: int | None) -> GraphError:
        if entry is None:
            return GraphError(f"{what}: {cure}")
        u, v = nodes[row[entry]], nodes[column[entry]]
        return GraphError(f"{what} (edge {u!r} - {v!r}): correct the edge's {weight!r}")

    entries = StoredEntries(
        len(nodes),
        len(nodes),
        row,
        column,
        value,
        None if graph.is_directed() else "symmetric",
        _node_attributes(graph, nodes),
        problem,
    )
    return graph_of_entries(
        entries,
        weights="value",
        symmetric=symmetric,
        bipartite=False,
        name=name or str(graph.name) or "graph",
    )


def to_networkx(graph: Graph) -> networkx.MultiDiGraph:
    """The graph for networkx: nodes 0 .. n - 1 with the vertex attributes, every edge under its own number.

    The key of an edge is its index in the graph, so that parallel edges stay apart and the order of the
    edges is not lost; its attribute ``weight`` is a float. O(n + m).
    """
    import networkx

    result: networkx.MultiDiGraph = networkx.MultiDiGraph(name=graph.name)
    result.add_nodes_from(range(graph.num_vertices))
    for key, values in graph.vertex.items():
        networkx.set_node_attributes(result, dict(enumerate(values.tolist())), key)
    ends = zip(graph.src.tolist(), graph.dst.tolist(), graph.weight.tolist(), strict=True)
    for edge, (u, v, weight) in enumerate(ends):
        result.add_edge(u, v, key=edge, weight=weight)
    return result


def _node_attributes(graph: networkx.Graph, nodes: list[Hashable]) -> dict[str, NDArray[Any]]:
    attributes = {}
    if nodes:
        for key in graph.nodes[nodes[0]]:
            values = _array([graph.nodes[node].get(key) for node in nodes])
            if values is not None:
                attributes[str(key)] = values
    if nodes != list(range(len(nodes))):
        ids = _array(nodes) if {type(node) for node in nodes} in ({int}, {str}) else None
        attributes["original_id"] = np.array([str(node) for node in nodes]) if ids is None else ids
    return attributes


def _array(values: list[Any]) -> NDArray[Any] | None:
    """Values as an array, one a node; None where they are not alike, or not numbers or text."""
    if len({type(value) for value in values}) != 1:
        return None
    try:
        array = np.array(values)
    except (ValueError, OverflowError):
        return None
    return array if array.dtype.kind in "biufU" else None


def _is_number(value: Any) -> bool:
    try:
        float(value)
    except (TypeError, ValueError):
        return False
    return True
