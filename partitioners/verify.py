"""An independent second look at a partition, written as properties."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from partitioners.errors import VerificationError
from partitioners.partition import Partition, VertexPartition
from partitioners.replicas import Replicas, find_replicas


def verify(partition: Partition) -> None:
    """Check that a partition is one, and that what is derived from it agrees with it.

    Every edge is in exactly one cluster, and its id in range; a replica (v, c) is listed if and only if c
    holds an edge of v; its numbers of in- and out-edges are right; every vertex that has an edge has one
    master, in an edge cut its own cluster, in a vertex cut one with the largest weight of its in-edges (of
    its out-edges, where it has none), and among those the lowest.

    Raises
    ------
    VerificationError
        Naming the first thing that is wrong.
    """
    graph = partition.graph
    cluster = np.asarray(partition.cluster_of_edge)
    if cluster.shape != (graph.num_edges,):
        raise VerificationError(f"{cluster.size} edges are placed, and the graph has {graph.num_edges}")
    wrong = np.flatnonzero((cluster < 0) | (cluster >= partition.parts))
    if wrong.size:
        raise VerificationError(
            f"edge {wrong[0]} is in cluster {cluster[wrong[0]]}; clusters are 0 .. {partition.parts - 1}"
        )
    check_replicas(partition, find_replicas(partition))


def check_replicas(partition: Partition, replicas: Replicas) -> None:
    """Recompute the replicas of a partition in another way, a sparse count, and compare.

    Raises
    ------
    VerificationError
        Naming the first vertex that differs.
    """
    graph, parts = partition.graph, partition.parts
    shape = (graph.num_vertices, parts)
    cluster = partition.cluster_of_edge
    ones = np.ones(graph.num_edges, np.int64)

    def count(vertex: NDArray[np.int32], value: NDArray[np.int64]) -> sparse.csr_array:
        return sparse.coo_array((value, (vertex, cluster)), shape=shape).tocsr()

    into, out = count(graph.dst, ones), count(graph.src, ones)
    listed = (replicas.vertex, replicas.cluster)
    for what, expected, claimed in (
        ("in-edges", into, replicas.in_edges),
        ("out-edges", out, replicas.out_edges),
    ):
        difference = expected - sparse.coo_array((claimed, listed), shape=shape).tocsr()
        difference.eliminate_zeros()
        if difference.nnz:
            v, c = (int(axis[0]) for axis in difference.nonzero())
            raise VerificationError(
                f"cluster {c} holds {int(expected[v, c])} {what} of vertex {v}, its replicas say otherwise"
            )
    in_weight, out_weight = count(graph.dst, replicas.edge_cycles), count(graph.src, replicas.edge_cycles)
    has_edge = graph.degree > 0
    if not has_edge.any():
        return
    if isinstance(partition, VertexPartition):
        right = np.where(has_edge, partition.cluster_of_vertex, -1)
    else:
        right = np.where(graph.in_degree > 0, _heaviest_column(in_weight), _heaviest_column(out_weight))
    master = np.where(has_edge, replicas.master, -1)
    chosen = np.where(master >= 0, replicas.cluster[master], -1)
    wrong = np.flatnonzero((chosen != right) | (has_edge & (replicas.vertex[master] != np.arange(shape[0]))))
    if wrong.size:
        v = int(wrong[0])
        raise VerificationError(f"the master of vertex {v} is cluster {chosen[v]}; it should be {right[v]}")


def _heaviest_column(matrix: sparse.csr_array) -> NDArray[np.int64]:
    """The column of the largest stored entry of each row, the lowest among equals; -1 for an empty row."""
    matrix.sort_indices()
    best = np.full(matrix.shape[0], -1, np.int64)
    row = np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr))
    # Written in ascending order of (weight, -column), so that what is written last for a row stays.
    order = np.lexsort((-matrix.indices, matrix.data))
    best[row[order]] = matrix.indices[order]
    return best
