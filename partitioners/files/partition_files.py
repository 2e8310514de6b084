"""Partition files: one 0-based cluster id per line, or a NumPy array.

A vertex cut has a line for every edge, in the order of the graph file. An edge cut has a line for every
vertex. The length of a file shows which of the two it contains.
"""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Literal

import numpy as np

from partitioners.errors import InputError
from partitioners.files.id_files import read_ids, write_ids
from partitioners.graph import Graph
from partitioners.partition import MAX_PARTS, EdgePartition, Partition, VertexPartition, check_parts


def write_partition(partition: Partition, path: str | Path) -> None:
    """Write the cluster of every edge (vertex cut) or vertex (edge cut), as ``.npy`` or as text."""
    clusters = (
        partition.cluster_of_vertex if isinstance(partition, VertexPartition) else partition.cluster_of_edge
    )
    write_ids(clusters, path)


def read_partition(
    path: str | Path, graph: Graph, parts: int | None = None, *, kind: Literal["edge", "vertex"] | None = None
) -> Partition:
    """Read a partition of a graph.

    Parameters
    ----------
    path : str or path
        Text (one 0-based cluster id per line) or ``.npy``.
    parts : int, optional
        Number of parts; the largest id + 1 by default.
    kind : {'edge', 'vertex'}, optional
        Whether the file places edges (a vertex cut) or vertices (an edge cut). By default its length decides.
        It is required if the graph has as many edges as vertices.

    Raises
    ------
    InputError
        The file is missing, is not a list of cluster ids, or does not fit the graph.
    OptionError
        ``parts`` is out of range.

    Warns
    -----
    UserWarning
        No id is 0, and one is 1: the ids of the file may begin with 1.
    """
    path = Path(path)
    clusters = read_ids(path, "cluster")
    sizes = {"edge": graph.num_edges, "vertex": graph.num_vertices}
    if kind is None:
        if 0 < clusters.size == graph.num_edges == graph.num_vertices:
            raise InputError(
                f"{path}: {graph.name!r} has as many edges as vertices ({graph.num_edges}), so the "
                "cluster ids may be those of its edges (a vertex cut) or of its vertices (an edge cut); set "
                "`kind` to 'edge' or 'vertex'"
            )
        kind = "edge" if clusters.size == graph.num_edges else "vertex"
    if clusters.size != sizes[kind]:
        raise InputError(
            f"{path}: {clusters.size} cluster ids do not fit {graph.name!r}, which has {graph.num_edges} "
            f"edges (a vertex cut) and {graph.num_vertices} vertices (an edge cut); use a partition of this "
            "graph"
        )
    if parts is None:
        limit = MAX_PARTS
        parts = min(max(1, int(clusters.max(initial=0)) + 1), MAX_PARTS)
    else:
        check_parts(parts, graph, placed="edges" if kind == "edge" else "vertices")
        limit = parts
    from_one = clusters.size > 0 and clusters.min() == 1
    wrong = np.flatnonzero((clusters < 0) | (clusters >= limit))
    if wrong.size:
        first = int(wrong[0])
        cure = "use the number of parts with which the file was made"
        if from_one and clusters.max() == limit:
            cure = "subtract 1 from every id, since the ids of this file begin with 1"
        raise InputError(
            f"{path}:{first + 1}: cluster {int(clusters[first])} is out of range; "
            f"clusters are 0 .. {limit - 1}; {cure}"
        )
    if from_one:
        warnings.warn(
            f"{path}: cluster 0 is empty, since the ids begin with 1; cluster ids begin with 0, so subtract "
            "1 from every id if the file counts from 1",
            stacklevel=2,
        )
    options = {"file": path.name}
    if kind == "edge":
        return EdgePartition(graph, parts, clusters, "file", options)
    return VertexPartition(graph, parts, clusters, "file", options)
