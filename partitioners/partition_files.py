"""A partition as a file: one 0-based cluster id a line, or a NumPy array.

A vertex cut has a line for every edge, in the order of the graph file; an edge cut one for every vertex.
Which of the two a file holds follows from its length.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import GraphFileError
from partitioners.graph import Graph
from partitioners.partition import MAX_PARTS, EdgePartition, Partition, VertexPartition
from partitioners.partition_graph import check_parts


def write_partition(partition: Partition, path: str | Path) -> None:
    """Write the cluster of every edge (vertex cut) or vertex (edge cut): ``.npy``, else text."""
    path = Path(path)
    clusters = (
        partition.cluster_of_vertex if isinstance(partition, VertexPartition) else partition.cluster_of_edge
    )
    try:
        if path.suffix == ".npy":
            np.save(path, clusters)
        else:
            path.write_text("".join(f"{cluster}\n" for cluster in clusters.tolist()), encoding="utf-8")
    except OSError as error:
        raise GraphFileError(f"{path}: cannot be written: {error.strerror}; choose another place") from None


def read_partition(
    path: str | Path, graph: Graph, parts: int | None = None, *, kind: Literal["edge", "vertex"] | None = None
) -> Partition:
    """Read a partition of a graph.

    Parameters
    ----------
    path : str or path
        Text (one 0-based cluster id a line) or ``.npy``.
    graph : Graph
    parts : int, optional
        The largest id + 1 by default.
    kind : {'edge', 'vertex'}, optional
        Whether it places edges (a vertex cut) or vertices (an edge cut). By default the length decides;
        edges, where the graph has as many edges as vertices.

    Returns
    -------
    EdgePartition or VertexPartition

    Raises
    ------
    GraphFileError
        The file is missing, is no list of cluster ids, or does not fit the graph.
    OptionError
        ``parts`` out of range.
    """
    path = Path(path)
    try:
        clusters = _read(path)
    except OSError as error:
        raise GraphFileError(f"{path}: cannot be read: {error.strerror}; check the name") from None
    sizes = {"edge": graph.num_edges, "vertex": graph.num_vertices}
    if kind is None:
        kind = "edge" if clusters.size == graph.num_edges else "vertex"
    if clusters.size != sizes[kind]:
        raise GraphFileError(
            f"{path}: has {clusters.size} cluster ids; {graph.name!r} has {graph.num_edges} edges "
            f"(a vertex cut) and {graph.num_vertices} vertices (an edge cut); give a partition of this graph"
        )
    if parts is None:
        limit = MAX_PARTS
        parts = min(max(1, int(clusters.max(initial=0)) + 1), MAX_PARTS)
    else:
        check_parts(parts, graph)
        limit = parts
    wrong = np.flatnonzero((clusters < 0) | (clusters >= limit))
    if wrong.size:
        first = int(wrong[0])
        raise GraphFileError(
            f"{path}:{first + 1}: cluster {int(clusters[first])} is out of range; "
            f"clusters are 0 .. {limit - 1}; give the number of parts that the file was made with"
        )
    options = {"file": path.name}
    if kind == "edge":
        return EdgePartition(graph, parts, clusters, "file", options)
    return VertexPartition(graph, parts, clusters, "file", options)


def _read(path: Path) -> NDArray[np.int64]:
    if path.suffix == ".npy":
        try:
            clusters = np.load(path, allow_pickle=False)
        except (ValueError, EOFError):
            raise GraphFileError(f"{path}: is no NumPy array; write it with numpy.save") from None
        if clusters.ndim != 1 or clusters.dtype.kind not in "iu":
            raise GraphFileError(
                f"{path}: holds {clusters.dtype} of shape {clusters.shape}; "
                "expected a row of integers, one cluster id each"
            )
        return clusters.astype(np.int64)
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise GraphFileError(
            f"{path}: is not text; expected one cluster id a line (or a .npy file)"
        ) from None
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    try:
        if "_" in text or not text.isascii():  # Python would take 1_000 for a number
            raise ValueError
        return np.array(lines, np.int64) if lines else np.empty(0, np.int64)
    except (ValueError, OverflowError):
        for number, line in enumerate(lines, 1):
            if not re.fullmatch(r"\s*[+-]?[0-9]{1,9}\s*", line):
                raise GraphFileError(
                    f"{path}:{number}: {line[:40]!r} is no cluster id; expected one integer a line"
                ) from None
        raise
