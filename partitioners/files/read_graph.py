"""Graph files: what a file holds decides how it is read, its name where the content leaves it open."""

from __future__ import annotations

import os
import warnings
from pathlib import Path

from partitioners.files.coo_entries import Symmetric, Weights, check_reading, graph_of_entries
from partitioners.files.file_bytes import read_bytes
from partitioners.files.formats import format_of, graph_name, judge
from partitioners.graph import Graph

__all__ = ["read_graph"]


def read_graph(
    path: str | os.PathLike[str],
    *,
    weights: Weights | None = None,
    symmetric_entries: Symmetric = "one_edge",
    bipartite: bool = False,
    name: str | None = None,
    max_bytes: int | None = None,
) -> Graph:
    """The graph in a file of one of these formats; plain, gzip, bzip2 or xz.

    Matrix Market; METIS .graph; edge lists (SNAP) and CSV tables with a head; DIMACS .gr and .col; GraphML;
    DOT; .npz. Edges keep the order of the file, and a diagonal entry is a self-loop. Content decides on the
    format and the compression (a banner, a zip archive, comments with #, a METIS header that the lines bear
    out); the name decides between METIS and edge list where the content could be either.

    Parameters
    ----------
    path : str or path
    weights : "unit", "abs" or "value"
        The weight of an edge: 1, the absolute value that the file stores, or that value. By default unit
        for Matrix Market, edge lists and tables, value for the others. Where nothing is stored it is 1.
    symmetric_entries : "one_edge" or "two_edges"
        How many edges an undirected edge gives. In a Matrix Market file whose banner says so, in an edge
        list, and in undirected GraphML, DOT and DIMACS files: ``one_edge`` gives one for each stored entry,
        ``two_edges`` adds the mirror of each that is off the diagonal, after all stored ones and in their
        order. METIS files store both: ``one_edge`` keeps the first, from the lower to the higher vertex,
        ``two_edges`` keeps both, where they stand. A general matrix and an .npz graph are directed:
        the option changes nothing.
    bipartite : bool
        One vertex a row (0 .. rows - 1), one a column (rows .. rows + columns - 1), one edge an entry, row ->
        column. The full pattern of a symmetric file needs ``symmetric_entries="two_edges"``.
    name : str, optional
        What to call the graph; by default the file's name without its suffixes.
    max_bytes : int, optional
        The limit of what a compressed file decompresses to, of the arrays of an .npz file, and of 8 bytes for
        each vertex. By default $NUMASIM_MAX_BYTES, else 100 times the file's size and at least 256 MiB.

    Returns
    -------
    Graph
        Edge lists: with the vertex attribute ``original_id``, ids in ascending order. GraphML, DOT: vertices
        in the order of the file, with ``original_id`` and the nodes' attributes as
        :func:`partitioners.files.interchange.from_networkx` keeps them. Elsewhere vertex v is row v + 1.
        METIS: with ``operation`` where the file has one weight a vertex.

    Raises
    ------
    GraphFileError
        ``path: what is wrong (line N): cure``, for anything that is wrong with the file.
    OptionError
        An unknown value of ``weights`` or ``symmetric``. O(bytes + m log m).
    """
    path = Path(path)
    check_reading("unit" if weights is None else weights, symmetric_entries)
    data, limit = read_bytes(path, judge, max_bytes)
    form = format_of(data, path)
    if form == "Matrix Market":
        from partitioners.files.matrix_market import read_matrix_market

        entries = read_matrix_market(data, path)
    elif form == "METIS":
        from partitioners.files.metis_graph import read_metis_graph

        entries = read_metis_graph(data, path, symmetric_entries)
    elif form == "npz":
        from partitioners.files.npz import read_npz

        entries = read_npz(data, path, limit)
    elif form == "DIMACS":
        from partitioners.files.dimacs import read_dimacs

        entries = read_dimacs(data, path)
    elif form == "GraphML":
        from partitioners.files.graphml import read_graphml

        entries = read_graphml(data, path)
    elif form == "DOT":
        from partitioners.files.dot import read_dot

        entries = read_dot(data, path, limit)
    else:
        from partitioners.files.edge_list import read_edge_list

        entries = read_edge_list(data, path)
    limit.check_vertices(entries.rows + (entries.columns if bipartite else 0))
    # An entry of a Matrix Market pattern is a 1 by that format's definition.
    if entries.value is None and weights in ("abs", "value") and form != "Matrix Market":
        warnings.warn(f"{path}: has no weights, so every edge weighs 1", stacklevel=2)
    return graph_of_entries(
        entries,
        weights=weights or ("unit" if form in ("Matrix Market", "edge list") else "value"),
        symmetric_entries=symmetric_entries,
        bipartite=bipartite,
        name=graph_name(path) if name is None else name,
    )
