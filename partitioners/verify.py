"""An independent second look at a partition, written as properties."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import VerificationError
from partitioners.partition import Partition, VertexPartition
from partitioners.replicas import Replicas, find_replicas

if TYPE_CHECKING:
    from scipy import sparse


def verify(partition: Partition) -> None:
    """Check that a partition is one, and that what is derived from it agrees with it.

    Every edge (in an edge cut, every vertex too) is in exactly one cluster, and its id in range; a replica
    (v, c) is listed once if c holds an edge of v or v's master, and not otherwise; its numbers of in- and
    out-edges are right, and every edge names its own two; every vertex that has an edge has one master, in
    an edge cut in its own cluster, in a vertex cut in the one with the largest weight of its in-edges (of
    its out-edges, where it has none), and among equals in the lowest.

    Parameters
    ----------
    partition : EdgePartition or VertexPartition

    Raises
    ------
    VerificationError
        Naming the first thing that is wrong.

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
    """Recompute the replicas of a partition in another way, a sparse count, and compare.

    Raises
    ------
    VerificationError
        Naming the first vertex or edge that differs.
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
        found = f"of vertex {owner[v]} in cluster {chosen[v]}" if master[v] >= 0 else "missing"
        raise VerificationError(f"the master of vertex {v} is {found}; it should be in cluster {right[v]}")


def _check_ids(cluster: NDArray[np.signedinteger[Any]], size: int, parts: int, one: str, many: str) -> None:
    if cluster.shape != (size,):
        raise VerificationError(f"{cluster.size} {many} are placed, and the graph has {size}")
    wrong = np.flatnonzero((cluster < 0) | (cluster >= parts))
    if wrong.size:
        raise VerificationError(
            f"{one} {wrong[0]} is in cluster {cluster[wrong[0]]}; clusters are 0 .. {parts - 1}"
        )


def _check_list(partition: Partition, replicas: Replicas) -> None:
    """Replicas ascend by (vertex, cluster), so none is listed twice, and each has a reason to be there."""
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
            f"cluster {replicas.cluster[at]} holds no edge of vertex {replicas.vertex[at]}, and is not its "
            "master, but is listed as a replica"
        )


def _check_ends(partition: Partition, replicas: Replicas) -> None:
    """Every edge contributes to the replica of its head in its own cluster, and reads that of its tail."""
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
                f"edge {e} is in cluster {cluster[e]} and its {what} is vertex {vertex[e]}; it names the "
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
            f"cluster {c} holds {int(expected[v, c])} {what} of vertex {v}; its replicas say "
            f"{int(expected[v, c] - difference[v, c])}"
        )


def _count(partition: Partition, vertex: NDArray[np.int32], value: NDArray[np.int64]) -> sparse.csr_array:
    """The values of the edges added up by (vertex, cluster)."""
    from scipy import sparse

    shape = (partition.graph.num_vertices, partition.parts)
    return sparse.coo_array((value, (vertex, partition.cluster_of_edge)), shape=shape).tocsr()


def _heaviest_column(matrix: sparse.csr_array) -> NDArray[np.int64]:
    """The column of the largest stored entry of each row, the lowest among equals; -1 for an empty row."""
    matrix.sort_indices()
    best = np.full(matrix.shape[0], -1, np.int64)
    row = np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr))
    # Written in ascending order of (weight, -column), so that what is written last for a row stays.
    order = np.lexsort((-matrix.indices, matrix.data))
    best[row[order]] = matrix.indices[order]
    return best
