"""Read graph files; the content determines the format, and the name if the content is ambiguous."""

from __future__ import annotations

import os
import warnings
from dataclasses import replace
from pathlib import Path

from partitioners.errors import NotedWarning, OptionError
from partitioners.files.coo_entries import Symmetric, Weights, check_reading, graph_of_entries
from partitioners.files.file_bytes import read_bytes
from partitioners.files.formats import format_of, graph_name, judge
from partitioners.files.named_entries import TaskAttributes
from partitioners.graph import Graph

__all__ = ["read_graph"]

DIRECTED = {
    "Matrix Market": "a general matrix",
    "edge list": "a list that says `% asym`",
    "npz": "an .npz graph",
    "DIMACS": "a .gr file",
    "GraphML": "a directed GraphML graph",
    "DOT": "a digraph",
    "WfCommons": "a task graph",
    "STG": "a task graph",
}
"""What has edges of one direction, by the name of the format."""


def read_graph(
    path: str | os.PathLike[str],
    *,
    weights: Weights | None = None,
    symmetric_entries: Symmetric | None = "one_edge",
    bipartite: bool = False,
    vertex_work: str | None = None,
    edge_bytes: str | None = None,
    name: str | None = None,
    max_bytes: int | None = None,
) -> Graph:
    """Read a graph from a file, which can be compressed with gzip, bzip2 or xz.

    The formats are Matrix Market, METIS .graph, edge lists (SNAP), CSV tables with a header, DIMACS .gr and
    .col, GraphML, DOT and .npz, and the task graphs of WfCommons (.json) and of the Standard Task Graph Set
    (.stg). In a task graph, a vertex is a task with its work as ``operation``, and an edge has no work. Edges
    keep the order of the file, and a diagonal entry is a self-loop. The
    content determines the format and the compression (a banner, a zip archive, comments with #, a METIS
    header that matches the lines). If the content could be either METIS or an edge list, the name decides.

    Parameters
    ----------
    weights : "unit", "abs" or "value"
        The weight of an edge: 1, the absolute value of the stored weight, or the stored weight. The default
        is unit for Matrix Market, edge lists and tables, and value for all other formats. The weight is 1 if
        the file has no weights.
    symmetric_entries : "one_edge", "two_edges" or None
        Number of edges for an undirected edge. Matrix Market files with a symmetric banner, undirected
        GraphML, DOT and DIMACS files and files of KONECT (``% sym``, ``% bip``) have undirected edges:
        ``one_edge`` gives one edge per stored entry; ``two_edges`` adds the mirrors of all entries off the
        diagonal after the stored entries, in the same order. METIS files store both directions: ``one_edge``
        keeps the first, from the lower to the higher vertex; ``two_edges`` keeps both in file order. A line
        of any other edge list or table is one directed edge, and ``two_edges`` adds its mirror, too. None is
        ``two_edges`` for a file that says that its edges are undirected, and ``one_edge`` for every other
        file. ``two_edges`` has no effect on a file that says that its edges are directed: a general matrix,
        a digraph, a directed GraphML or a .gr file, an .npz graph, a task graph, ``% asym``. A note of the
        graph says so, or how many edges the entries became.
    bipartite : bool
        Build one vertex per row (0 .. rows - 1), one per column (rows .. rows + columns - 1), and one edge
        row -> column per entry. The full pattern of a symmetric file needs
        ``symmetric_entries="two_edges"``.
    vertex_work : str, optional
        GraphML and DOT: the node attribute that contains the work of a vertex, by default ``operation``. The
        graph is then a task graph, whose edges have no work of their own unless ``weights`` is given.
    edge_bytes : str, optional
        GraphML and DOT: the edge attribute that contains the bytes of data, by default ``bytes``.
    name : str, optional
        Name of the graph; by default the file's name without its suffixes.
    max_bytes : int, optional
        Limit on the decompressed size of a compressed file, on the arrays of an .npz file, and on 8 bytes for
        each vertex. By default $NUMASIM_MAX_BYTES, else 100 times the file's size and at least 256 MiB.

    Returns
    -------
    Graph
        The graph. Edge lists: it has the vertex attribute ``original_id``, with ids in ascending order.
        GraphML, DOT: vertices are in file order, with ``original_id`` unless the nodes are 0 .. n - 1 in this
        order, and with node attributes as in
        :func:`partitioners.files.interchange.from_networkx`. All other formats: vertex v is row v + 1.
        METIS: it has ``operation`` if the file has one weight per vertex. WfCommons: the work is in seconds,
        and ``edge_bytes`` are the sizes of the files that a task reads from its parent.

    Raises
    ------
    GraphFileError
        The file is invalid. The message is ``path: what is wrong (line N): remedy``.
    OptionError
        The value of ``weights`` or ``symmetric_entries`` is unknown, or ``vertex_work`` or ``edge_bytes`` is
        given for a format without named attributes. O(bytes + m log m).

    Warns
    -----
    NotedWarning
        ``two_edges`` has no effect.
    UserWarning
        The file has no weights, or has columns that are not read.
    """
    path = Path(path)
    undirected = symmetric_entries == "two_edges"
    symmetric_entries = "two_edges" if symmetric_entries is None else symmetric_entries
    check_reading("unit" if weights is None else weights, symmetric_entries)
    data, limit = read_bytes(path, judge, max_bytes)
    form = format_of(data, path)
    names_of = TaskAttributes(vertex_work, edge_bytes, weights)
    if form not in ("GraphML", "DOT") and (vertex_work, edge_bytes) != (None, None):
        option = "edge_bytes" if vertex_work is None else "vertex_work"
        raise OptionError(
            f"{path}: the format ({form}) has no named attributes; {option} is for GraphML and DOT, so leave "
            "it out"
        )
    if form == "Matrix Market":
        from partitioners.files.matrix_market import read_matrix_market

        entries = read_matrix_market(data, path)
    elif form == "METIS":
        from partitioners.files.metis_graph import read_metis_graph

        entries = read_metis_graph(data, path, symmetric_entries, weighed=weights != "unit")
    elif form == "npz":
        from partitioners.files.npz import read_npz

        entries = read_npz(data, path, limit, weighed=weights != "unit")
    elif form == "DIMACS":
        from partitioners.files.dimacs import read_dimacs

        entries = read_dimacs(data, path)
    elif form == "GraphML":
        from partitioners.files.graphml import read_graphml

        entries = read_graphml(data, path, names_of)
    elif form == "DOT":
        from partitioners.files.dot import read_dot

        entries = read_dot(data, path, limit, names_of)
    elif form == "WfCommons":
        from partitioners.files.wfcommons import read_wfcommons

        entries = read_wfcommons(data, path)
    elif form == "STG":
        from partitioners.files.stg import read_stg

        entries = read_stg(data, path)
    else:
        from partitioners.files.edge_list import read_edge_list

        entries = read_edge_list(data, path, weighed=weights in ("abs", "value"), undirected=undirected)
    if undirected and entries.mirror is None and form != "METIS":
        note = f"symmetric_entries has no effect: the edges of {DIRECTED[form]} have a direction"
        entries = replace(entries, notes=(note, *entries.notes))
        warnings.warn(f"{path}: {note}", NotedWarning, stacklevel=2)
    limit.check_vertices(entries.rows + (entries.columns if bipartite else 0))
    # By definition of the format, an entry of a Matrix Market pattern is 1.
    if entries.value is None and weights in ("abs", "value") and form != "Matrix Market":
        warnings.warn(f"{path}: the file has no weights, so every edge weighs 1", stacklevel=2)
    return graph_of_entries(
        entries,
        weights=weights or ("unit" if form in ("Matrix Market", "edge list") else "value"),
        symmetric_entries=symmetric_entries,
        bipartite=bipartite,
        name=graph_name(path) if name is None else name,
        directed=form != "METIS" and (entries.mirror is None or entries.two_sided),
    )
