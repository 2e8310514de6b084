"""Independent verification of a partition, written as properties."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import VerificationError
from partitioners.kernels.array_types import Integers
from partitioners.partition import Partition, VertexPartition
from partitioners.replicas import Replicas, find_replicas

if TYPE_CHECKING:
    from scipy import sparse


def verify(partition: Partition) -> None:
    """Check that a partition is valid and that its replicas and masters are correct.

    The following properties are checked:

    - Every edge (in an edge cut also every vertex) is in exactly one cluster, whose id is in range.
    - A replica (v, c) is listed once if c holds an edge of v or v's master, and not otherwise.
    - The numbers of in- and out-edges of every replica are correct, and every edge names its own two
      replicas.
    - Every vertex that has an edge has one master. In an edge cut it is in the vertex's own cluster. In a
      vertex cut it is in the cluster with the largest weight of its in-edges, or of its out-edges if it has
      no in-edges (ties: lowest id).

    Raises
    ------
    VerificationError
        A property is violated; the message names the first violation.

    Notes
    -----
    O(m log m) time.
    """
    graph = partition.graph
    if isinstance(partition, VertexPartition):
        _check_ids(partition.cluster_of_vertex, graph.num_vertices, partition.parts, "vertex", "vertices")
    _check_ids(partition.cluster_of_edge, graph.num_edges, partition.parts, "edge", "edges")
    check_replicas(partition, find_replicas(partition))


def check_replicas(partition: Partition, replicas: Replicas) -> None:
    """Recompute the replicas of a partition with an independent method, a sparse count, and compare.

    Raises
    ------
    VerificationError
        The replicas differ; the message names the first vertex or edge that differs.
    """
    graph = partition.graph
    _check_list(partition, replicas)
    _check_ends(partition, replicas)
    into = _count(partition, graph.dst, np.ones(graph.num_edges, np.int64))
    out = _count(partition, graph.src, np.ones(graph.num_edges, np.int64))
    _check_counts(into, replicas, replicas.in_edges, "in-edges")
    _check_counts(out, replicas, replicas.out_edges, "out-edges")
    has_edge = graph.degree > 0
    if isinstance(partition, VertexPartition):
        right = np.where(has_edge, partition.cluster_of_vertex, -1)
    else:
        by_in = _heaviest_column(_count(partition, graph.dst, replicas.edge_cycles))
        by_out = _heaviest_column(_count(partition, graph.src, replicas.edge_cycles))
        right = np.where(graph.in_degree > 0, by_in, by_out)
    master = np.where(has_edge, replicas.master, -1)
    chosen = np.full(graph.num_vertices, -1)
    chosen[master >= 0] = replicas.cluster[master[master >= 0]]
    owner = np.full(graph.num_vertices, -1)
    owner[master >= 0] = replicas.vertex[master[master >= 0]]
    wrong = np.flatnonzero((chosen != right) | (has_edge & (owner != np.arange(graph.num_vertices))))
    if wrong.size:
        v = int(wrong[0])
        found = f"the replica of vertex {owner[v]} in cluster {chosen[v]}" if master[v] >= 0 else "missing"
        raise VerificationError(f"the master of vertex {v} is {found}; it should be in cluster {right[v]}")


def _check_ids(cluster: Integers, size: int, parts: int, one: str, many: str) -> None:
    if cluster.shape != (size,):
        raise VerificationError(f"the partition places {cluster.size} {many}, but the graph has {size}")
    wrong = np.flatnonzero((cluster < 0) | (cluster >= parts))
    if wrong.size:
        raise VerificationError(
            f"{one} {wrong[0]} is in cluster {cluster[wrong[0]]}; clusters are 0 .. {parts - 1}"
        )


def _check_list(partition: Partition, replicas: Replicas) -> None:
    """Check that the replicas ascend by (vertex, cluster), so none is listed twice, and each is needed."""
    key = replicas.vertex.astype(np.int64) * partition.parts + replicas.cluster
    wrong = np.flatnonzero(np.diff(key) <= 0)
    if wrong.size:
        at = int(wrong[0]) + 1
        raise VerificationError(
            f"replica {at} (vertex {replicas.vertex[at]}, cluster {replicas.cluster[at]}) is out of order or "
            "listed twice"
        )
    idle = (replicas.in_edges == 0) & (replicas.out_edges == 0) & ~replicas.is_master
    if idle.any():
        at = int(np.flatnonzero(idle)[0])
        raise VerificationError(
            f"cluster {replicas.cluster[at]} is listed as a replica of vertex {replicas.vertex[at]}, but it "
            "holds no edge of the vertex and is not its master"
        )


def _check_ends(partition: Partition, replicas: Replicas) -> None:
    """Check that every edge names the replicas of its head and its tail in its own cluster."""
    graph, cluster = partition.graph, partition.cluster_of_edge
    for what, vertex, replica in (
        ("head", graph.dst, replicas.in_replica),
        ("tail", graph.src, replicas.out_replica),
    ):
        same = (replicas.vertex[replica] == vertex) & (replicas.cluster[replica] == cluster)
        if not same.all():
            e = int(np.flatnonzero(~same)[0])
            named = replica[e]
            raise VerificationError(
                f"edge {e} is in cluster {cluster[e]} and its {what} is vertex {vertex[e]}, but it names the "
                f"replica of vertex {replicas.vertex[named]} in cluster {replicas.cluster[named]}"
            )


def _check_counts(
    expected: sparse.csr_array, replicas: Replicas, claimed: NDArray[np.int64], what: str
) -> None:
    from scipy import sparse

    listed = (replicas.vertex, replicas.cluster)
    difference = expected - sparse.coo_array((claimed, listed), shape=expected.shape).tocsr()
    difference.eliminate_zeros()
    if difference.nnz:
        v, c = (int(axis[0]) for axis in difference.nonzero())
        raise VerificationError(
            f"cluster {c} holds {int(expected[v, c])} {what} of vertex {v}, but its replica lists "
            f"{int(expected[v, c] - difference[v, c])}"
        )


def _count(partition: Partition, vertex: NDArray[np.int32], value: NDArray[np.int64]) -> sparse.csr_array:
    """The sum of the values of the edges for each (vertex, cluster)."""
    from scipy import sparse

    shape = (partition.graph.num_vertices, partition.parts)
    return sparse.coo_array((value, (vertex, partition.cluster_of_edge)), shape=shape).tocsr()


def _heaviest_column(matrix: sparse.csr_array) -> NDArray[np.int64]:
    """The column of the largest stored entry of each row (ties: lowest column); -1 for an empty row."""
    matrix.sort_indices()
    best = np.full(matrix.shape[0], -1, np.int64)
    row = np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr))
    # Written in ascending order of (weight, -column), so the last write of each row is the result.
    order = np.lexsort((-matrix.indices, matrix.data))
    best[row[order]] = matrix.indices[order]
    return best
