"""Graph files: the format is found out from the content first, from the name second.

Matrix Market, METIS ``.graph``, edge lists (SNAP and the like) and ``.npz``, plain or compressed with gzip,
bzip2 or xz. The edges keep the order of the file.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from partitioners.errors import GraphError, GraphFileError
from partitioners.graph import Graph
from partitioners.readers.source import Source, read_source

Weights = Literal["unit", "abs", "value"]
Symmetric = Literal["once", "both"]


def read_graph(
    path: str | Path,
    *,
    weights: Weights | None = None,
    symmetric: Symmetric = "once",
    bipartite: bool = False,
    name: str | None = None,
) -> Graph:
    """Read a graph from a file.

    Parameters
    ----------
    path : str or path
    weights : {'unit', 'abs', 'value'}, optional
        Edge weights: all 1, the absolute value of what is stored, or what is stored (which must not be
        negative). By default ``unit`` for Matrix Market files and edge lists, ``value`` for ``.graph`` and
        ``.npz``. What stores no values has weights of 1.
    symmetric : {'once', 'both'}
        A symmetric file (a symmetric Matrix Market file, a METIS graph, any edge list) has one edge for
        every entry it stores (METIS, which stores every edge at both ends: at the lower end), or also its
        mirror image, all of those behind the others in the same order. The diagonal stands once.
    bipartite : bool
        Read a matrix as the graph from its rows to its columns: vertex r is row r, vertex rows + c column c.
    name : str, optional
        The file's name without its endings by default.

    Returns
    -------
    Graph
        An entry in row r and column c is an edge from r to c. Edge lists and METIS graphs keep their vertex
        data as attributes: ``original_id``, ``operation`` (METIS vertex weights), ``vertex_size``.

    Raises
    ------
    GraphFileError
        The file is missing, damaged or not what it claims to be; with the line where there is one.
    """
    for value, known, what in (
        (weights, (None, "unit", "abs", "value"), "weights"),
        (symmetric, ("once", "both"), "symmetric"),
    ):
        if value not in known:
            raise GraphError(f"{what} must be one of {', '.join(k for k in known if k)}, got {value!r}")
    source = read_source(Path(path))
    name = name or source.stem
    if source.data.startswith(b"%%MatrixMarket"):
        from partitioners.readers.matrix_market import read_matrix_market

        return read_matrix_market(source, weights or "unit", symmetric, bipartite, name)
    if source.data.startswith(b"PK\x03\x04"):
        from partitioners.readers.npz import read_npz

        return read_npz(source, weights or "value", symmetric, bipartite, name)
    if b"\x00" in source.data[:4096]:
        raise source.error(
            "is no graph file: binary, and no .npz; give a Matrix Market, METIS, edge list or .npz file"
        )
    if source.suffix in (".mtx", ".mm"):
        raise source.error(
            "does not begin with %%MatrixMarket, as its name says; add the header, or rename it"
        )
    if bipartite:
        raise source.error("is no matrix, and bipartite graphs are made of matrices; leave --bipartite out")
    if source.suffix in (".graph", ".metis"):
        from partitioners.readers.metis_graph import read_metis_graph

        return read_metis_graph(source, weights or "value", symmetric, name)
    from partitioners.readers.edge_list import read_edge_list

    return read_edge_list(source, weights or "unit", symmetric, name)


__all__ = ["GraphFileError", "Source", "Symmetric", "Weights", "read_graph"]
