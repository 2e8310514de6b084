"""Conversion from SciPy, from and to networkx, and the bipartite graph of a matrix's rows and columns."""

from __future__ import annotations

import warnings
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from partitioners.errors import GraphError
from partitioners.files.coo_entries import (
    CooEntries,
    Problem,
    Symmetric,
    Weights,
    check_reading,
    graph_of_entries,
    memory_problem,
)
from partitioners.files.named_graph import edge_bytes as bytes_of_edges
from partitioners.files.named_graph import edge_weights, node_arrays, warn_of_dropped
from partitioners.graph import Graph

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
    """Build the graph of a matrix: one edge row -> column for each stored entry, in the order of storage.

    Parameters
    ----------
    matrix : sparse array or matrix of real or complex numbers, or dense array
        The entries of a dense array are those that are not 0.
    weights : "unit", "abs" or "value"
        The weight of an edge: 1, the absolute value of its entry, or the value.
    bipartite : bool
        See :func:`bipartite`.

    Raises
    ------
    GraphError
        The matrix is not square (without ``bipartite``), not of numbers or not two-dimensional, or a weight
        that is used is complex, NaN, infinite or negative.
    OptionError
        The value of ``weights`` is unknown. O(m).
    """
    check_reading(weights, "one_edge")
    entries = coo_entries(matrix, memory_problem)
    return graph_of_entries(
        entries, weights=weights, symmetric_entries="one_edge", bipartite=bipartite, name=name
    )


def bipartite(matrix: scipy.sparse.sparray, *, weights: Weights = "unit", name: str = "matrix") -> Graph:
    """Build the bipartite graph of a matrix: one edge row -> column for each stored entry.

    The rows are the vertices 0 .. r - 1, the columns are r .. r + c - 1. SPAC partitions the edges of this
    graph to partition a sparse matrix-vector product: an entry is a task that reads x[column] and adds to
    y[row]. Li et al., "A simple yet effective balanced edge partition model for parallel computing", 2017,
    section 2. Parameters and errors are those of :func:`from_scipy`.
    """
    return from_scipy(matrix, weights=weights, bipartite=True, name=name)


def coo_entries(matrix: scipy.sparse.sparray, problem: Problem) -> CooEntries:
    """The entries of a matrix in the order of storage; ``problem`` creates the exceptions for mistakes."""
    from scipy.sparse import coo_array

    if hasattr(matrix, "check_format"):  # CSR, CSC, BSR: SciPy's compiled loops do not check the indices
        try:
            matrix.check_format(full_check=True)
        except ValueError as error:
            raise problem(
                f"the matrix is damaged, {error}", "build it again from rows, columns and values", None
            ) from None
    coo = coo_array(matrix)
    if coo.ndim != 2:
        raise problem(f"the matrix has {coo.ndim} dimensions", "a graph needs rows and columns", None)
    if coo.data.dtype.kind not in "biufc":
        raise problem(f"the values are of dtype {coo.data.dtype}", "a graph needs numbers", None)
    row, column = coo.coords
    rows, columns = coo.shape
    return CooEntries(rows, columns, row, column, coo.data, problem=problem)


def from_networkx(
    graph: networkx.Graph,
    *,
    weight: str = "weight",
    edge_bytes: str = "bytes",
    symmetric_entries: Symmetric = "one_edge",
    name: str | None = None,
) -> Graph:
    """Convert a networkx graph; vertices and edges keep the order of its nodes and edges.

    Parameters
    ----------
    graph : networkx graph, directed or not, multigraph or not
    weight : str
        The edge attribute that contains the weight. If no edge has it, every weight is 1.
    edge_bytes : str
        The edge attribute that contains the bytes of data, which are rounded up to integers. If no edge has
        it, the graph has no ``edge_bytes``.
    symmetric_entries : "one_edge" or "two_edges"
        ``one_edge``: an undirected edge becomes one edge. ``two_edges``: the mirrors of all edges follow
        after the edges. It has no effect on directed graphs.
    name : str, optional
        Name of the graph; by default the name of the networkx graph, or "graph".

    Returns
    -------
    Graph
        The graph. It has ``original_id`` unless the nodes are 0 .. n - 1 in this order; this is the text of
        the nodes if they are neither all integers nor all texts. It has each node attribute that is a number
        (int, float, Fraction or a NumPy type), a text, or a row of numbers at every node.

    Raises
    ------
    GraphError
        A weight is not a number, or is NaN, infinite or negative, and likewise the bytes. Only some nodes
        have an ``operation``, or only some edges have a weight or bytes. No edge has the attribute ``weight``
        or ``edge_bytes`` and its name is not the default. O(n + m).

    Warns
    -----
    UserWarning
        Attributes are ignored: node attributes of any other kind, and all other edge attributes. The message
        names them. ``two_edges`` has no effect on a directed graph.
    """
    check_reading("value", symmetric_entries)
    if symmetric_entries == "two_edges" and graph.is_directed():
        warnings.warn("symmetric_entries has no effect: the networkx graph is directed", stacklevel=2)
    nodes = list(graph.nodes)
    number = {node: vertex for vertex, node in enumerate(nodes)}
    m = graph.number_of_edges()
    ends = chain.from_iterable((number[u], number[v]) for u, v in graph.edges())
    row, column = np.fromiter(ends, np.int64, 2 * m).reshape(m, 2).T

    def node_problem(what: str, cure: str, node: int) -> GraphError:
        return GraphError(f"the node {nodes[node]!r} {what}: {cure}")

    def edge_problem(option: str, what: str, cure: str, edge: int) -> GraphError:
        u, v = nodes[row[edge]], nodes[column[edge]]
        return GraphError(f"the edge {u!r} - {v!r} {what}: {cure}, or name another attribute with {option}=")

    def problem(what: str, cure: str, entry: int | None) -> GraphError:
        if entry is None:
            return GraphError(f"{what}: {cure}")
        u, v = nodes[row[entry]], nodes[column[entry]]
        return GraphError(f"{what} (edge {u!r} - {v!r}): correct the edge's {weight!r}")

    vertex, left_out = node_arrays(nodes, [graph.nodes[node] for node in nodes], node_problem)
    edges = [data for _, _, data in graph.edges(data=True)]
    value = edge_weights(edges, weight, partial(edge_problem, "weight"))
    if value is None and weight != "weight" and m:
        raise GraphError(f"no edge has a {weight!r}: correct the name given as weight=, or leave it out")
    carried = bytes_of_edges(edges, edge_bytes, partial(edge_problem, "edge_bytes"))
    if carried is None and edge_bytes != "bytes" and m:
        cure = "correct the name given as edge_bytes=, or leave it out"
        raise GraphError(f"no edge has {edge_bytes!r}: {cure}")
    warn_of_dropped(left_out, sorted({str(key) for data in edges for key in data} - {weight, edge_bytes}))
    entries = CooEntries(
        len(nodes),
        len(nodes),
        row,
        column,
        value,
        None if graph.is_directed() else "symmetric",
        vertex,
        problem,
        carried,
    )
    return graph_of_entries(
        entries,
        weights="value",
        symmetric_entries=symmetric_entries,
        bipartite=False,
        name=name or str(graph.name) or "graph",
        directed=graph.is_directed(),
    )


def to_networkx(graph: Graph) -> networkx.MultiDiGraph:
    """Convert a graph to networkx: nodes 0 .. n - 1 with the vertex attributes, edges with index as key.

    The keys keep parallel edges apart and preserve the order of the edges. The attribute ``weight`` of an
    edge is a float. With ``edge_bytes``, an edge has the attribute ``bytes``, an integer. O(n + m).
    """
    import networkx

    result: networkx.MultiDiGraph = networkx.MultiDiGraph(name=graph.name)
    result.add_nodes_from(range(graph.num_vertices))
    for key, values in graph.vertex.items():
        networkx.set_node_attributes(result, dict(enumerate(values.tolist())), key)
    ends = zip(graph.src.tolist(), graph.dst.tolist(), graph.weight.tolist(), strict=True)
    for edge, (u, v, weight) in enumerate(ends):
        carried = {} if graph.edge_bytes is None else {"bytes": int(graph.edge_bytes[edge])}
        result.add_edge(u, v, key=edge, weight=weight, **carried)
    return result
