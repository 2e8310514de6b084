"""The two kinds of partitions: vertex cuts and edge cuts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import OptionError, VerificationError
from partitioners.graph import Graph, frozen, is_frozen
from partitioners.kernels.array_types import Integers
from partitioners.text.integers import check_integer

MAX_PARTS = 65_536


@dataclass(frozen=True, eq=False)
class EdgePartition:
    """A vertex cut: every edge is in one cluster, and a vertex is in every cluster with one of its edges.

    Attributes
    ----------
    parts : int
        Clusters are 0 .. parts - 1.
    cluster_of_edge : ndarray of int32, shape (m,)
        Cluster of each edge, in the graph's edge order. Copied, unless it is read-only and owns its data.
    method : str
        Name of the partitioner.
    options : mapping
        Options with which it was called, including the order of the edge stream.
    """

    graph: Graph
    parts: int
    cluster_of_edge: Integers
    method: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        clusters = _clusters(self.cluster_of_edge, self.parts, self.graph.num_edges, "edge")
        object.__setattr__(self, "cluster_of_edge", clusters)


@dataclass(frozen=True, eq=False)
class VertexPartition:
    """An edge cut: every vertex is in one cluster, and an edge between two clusters is cut.

    Attributes
    ----------
    parts : int
        Clusters are 0 .. parts - 1.
    cluster_of_vertex : ndarray of int32, shape (num_vertices,)
        Cluster of each vertex. Copied, unless it is read-only and owns its data.
    method : str
        Name of the partitioner.
    options : mapping
        Options with which it was called.
    """

    graph: Graph
    parts: int
    cluster_of_vertex: Integers
    method: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        clusters = _clusters(self.cluster_of_vertex, self.parts, self.graph.num_vertices, "vertex")
        object.__setattr__(self, "cluster_of_vertex", clusters)

    @property
    def cluster_of_edge(self) -> Integers:
        """The cluster in which each edge's work runs, which is the cluster of its head; shape (m,)."""
        return self.cluster_of_vertex[self.graph.dst]


Partition = EdgePartition | VertexPartition


def _clusters(values: Any, parts: int, size: int, owner: str) -> NDArray[np.int32]:
    array = np.asarray(values)
    if array.shape != (size,):
        raise VerificationError(
            f"cluster_of_{owner} has shape {array.shape}; expected ({size},), one per {owner}"
        )
    if size and array.dtype.kind not in "iu":
        raise VerificationError(f"cluster_of_{owner} must hold integers, got dtype {array.dtype}")
    if size and (array.min() < 0 or array.max() >= parts):
        bad = np.flatnonzero((array < 0) | (array >= parts))
        first = int(bad[0])
        raise VerificationError(
            f"{owner} {first} is in cluster {int(array[first])}; clusters are 0 .. {parts - 1} "
            f"({bad.size} of {size} {owner} ids are out of range)"
        )
    return frozen(array.astype(np.int32, copy=not is_frozen(values)))


def most_parts(graph: Graph, placed: Literal["edges", "vertices"]) -> int:
    """The largest number of parts of a graph with edges, whose edges or vertices are placed."""
    return graph.num_edges if placed == "edges" else graph.num_vertices


def check_parts(
    parts: int, graph: Graph, source: str | None = None, *, placed: Literal["edges", "vertices"] = "edges"
) -> None:
    """Raise an error if the graph cannot be cut into this number of parts.

    Parameters
    ----------
    source : str, optional
        Name of the graph in the message, such as its file; the graph's own name by default.
    placed : {'edges', 'vertices'}
        What is placed in the parts: edges by a vertex cut, vertices by an edge cut.

    Raises
    ------
    OptionError
    """
    if check_integer("parts", parts, 1) > MAX_PARTS:
        raise OptionError(f"parts is {parts}; at most {MAX_PARTS} are supported")
    count = most_parts(graph, placed)
    if graph.num_edges and parts > count:
        raise OptionError(
            f"parts is {parts}, more than the {count} {placed} of {source or repr(graph.name)}; "
            f"choose parts <= {count}"
        )
