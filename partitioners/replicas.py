"""Which clusters hold which vertex, which of them is its master, and the messages that follow from it.

A cut vertex lives in several clusters. One of them, the *master*, finishes it. Every other cluster that
works on its in-edges sends the master one *gather*, and the master sends every other cluster that reads it
(holds an out-edge) one *scatter*. That is a static property of the partition; the simulator, the cluster
graph and the quality figures all start from this table. An edge cut is the same thing, with the edge at its
head's cluster and the master at the vertex's own.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import GraphError
from partitioners.graph import Graph
from partitioners.partition import Partition, VertexPartition

MAX_CYCLES = 2**53
"""Beyond this a float64 no longer tells one cycle from the next."""


@dataclass(frozen=True, eq=False)
class Replicas:
    """The replicas of every vertex, sorted by (vertex, cluster).

    Attributes
    ----------
    partition : EdgePartition or VertexPartition
    indptr : ndarray of int64, shape (n + 1,)
        The replicas of vertex ``v`` are ``indptr[v] .. indptr[v + 1] - 1``.
    vertex, cluster : ndarray of int32, shape (r,)
    in_edges, out_edges : ndarray of int64, shape (r,)
        Edges into and out of the vertex that the cluster holds. Both are zero only at the master of an edge
        cut's vertex whose edges all lie elsewhere, and for the isolated vertices that have work of their own.
    in_replica, out_replica : ndarray of int64, shape (m,)
        The replica of the head that each edge contributes to, and that of the tail that it reads.
    master : ndarray of int64, shape (n,)
        The replica that finishes the vertex; -1 where the vertex has none.
    edge_cycles : ndarray of int64, shape (m,)
        ceil(weight x cycles_per_weight).
    operation_cycles : ndarray of int64, shape (n,)
        The same for the vertices' own operations; zero in plain graphs.
    """

    partition: Partition
    indptr: NDArray[np.int64]
    vertex: NDArray[np.int32]
    cluster: NDArray[np.int32]
    in_edges: NDArray[np.int64]
    out_edges: NDArray[np.int64]
    in_replica: NDArray[np.int64]
    out_replica: NDArray[np.int64]
    master: NDArray[np.int64]
    edge_cycles: NDArray[np.int64]
    operation_cycles: NDArray[np.int64]

    @cached_property
    def is_master(self) -> NDArray[np.bool_]:
        """Whether each replica is its vertex's master, shape (r,)."""
        flags = np.zeros(self.vertex.size, bool)
        flags[self.master[self.master >= 0]] = True
        return flags

    @cached_property
    def gathers(self) -> NDArray[np.int64]:
        """The replicas that send their partial result to the master, ascending."""
        return np.flatnonzero((self.in_edges > 0) & ~self.is_master)

    @cached_property
    def scatters(self) -> NDArray[np.int64]:
        """The replicas that are sent the finished value by the master, ascending."""
        return np.flatnonzero((self.out_edges > 0) & ~self.is_master)

    @property
    def num_messages(self) -> int:
        """|A_in(v) without the master| + |A_out(v) without the master|, summed over the vertices."""
        return int(self.gathers.size + self.scatters.size)

    @property
    def copies(self) -> NDArray[np.int64]:
        """|A(v)|: how many clusters hold an edge of each vertex, shape (n,)."""
        holds = (self.in_edges + self.out_edges) > 0
        return np.bincount(self.vertex[holds], minlength=self.partition.graph.num_vertices)

    @cached_property
    def cluster_work(self) -> NDArray[np.int64]:
        """Cycles per cluster: its edges, and the operations of the vertices it is master of, shape (p,)."""
        partition = self.partition
        work = np.zeros(partition.parts, np.int64)
        np.add.at(work, partition.cluster_of_edge, self.edge_cycles)
        has = self.master >= 0
        np.add.at(work, self.cluster[self.master[has]], self.operation_cycles[has])
        return work


def to_cycles(weight: NDArray[np.float64], cycles_per_weight: float = 1.0) -> NDArray[np.int64]:
    """Weights as integer cycles, ceil(weight x cycles_per_weight).

    Raises
    ------
    GraphError
        Where a weight becomes more cycles than a float64 can count exactly, or their sum does.
    """
    cycles = np.ceil(weight * cycles_per_weight)
    if cycles.size and not cycles.sum() < MAX_CYCLES:
        raise GraphError(
            f"the weights add up to {cycles.sum():.3g} cycles at cycles_per_weight = {cycles_per_weight:g}; "
            f"the limit is 2^53, so choose a smaller cycles_per_weight"
        )
    return cycles.astype(np.int64)


def operation_weight(graph: Graph) -> NDArray[np.float64]:
    """The vertices' own work in the unit of ``weight``: ``operation``, else zeros, shape (n,)."""
    return graph.vertex["operation"] if "operation" in graph.vertex else np.zeros(graph.num_vertices)


def find_replicas(partition: Partition, cycles_per_weight: float = 1.0) -> Replicas:
    """The replicas, masters and static messages of a partition.

    The master of v is the cluster with the largest weight (in cycles) of v's in-edges, ties to the lowest
    id; for a vertex without in-edges, of its out-edges. In an edge cut it is v's own cluster. An isolated
    vertex that has an operation of its own is given to cluster v mod p.

    Parameters
    ----------
    partition : EdgePartition or VertexPartition
    cycles_per_weight : float
        Weights become integer cycles before masters and work are computed.

    Returns
    -------
    Replicas

    Notes
    -----
    O(m log m) time: one sort of the 2m (vertex, cluster) keys. It sets the peak of a large program's memory,
    so what it no longer needs is let go of on the way.
    """
    graph, parts = partition.graph, partition.parts
    n = graph.num_vertices
    cycles = to_cycles(graph.weight, cycles_per_weight)
    operation = to_cycles(operation_weight(graph), cycles_per_weight)
    m = graph.num_edges
    if isinstance(partition, VertexPartition):
        placed = np.flatnonzero((graph.degree > 0) | (operation > 0))
        cluster_of_placed = partition.cluster_of_vertex[placed]
    else:
        placed = np.flatnonzero((graph.degree == 0) & (operation > 0))
        cluster_of_placed = placed % parts
    ends = np.empty(2 * m + placed.size, np.int64)
    for keys, vertex, cluster in (
        (ends[:m], graph.dst, partition.cluster_of_edge),
        (ends[m : 2 * m], graph.src, partition.cluster_of_edge),
        (ends[2 * m :], placed, cluster_of_placed),
    ):
        np.multiply(vertex, parts, out=keys, dtype=np.int64)
        keys += cluster
    # Sort and compare: np.unique on int64 keys goes through a hash table and is far slower.
    order = np.argsort(ends, kind="stable")
    ordered = ends[order]
    del ends, keys
    is_first = np.ones(ordered.size, bool)
    np.not_equal(ordered[1:], ordered[:-1], out=is_first[1:])
    key = ordered[is_first]
    del ordered
    number = np.cumsum(is_first)
    number -= 1
    replica_of_end = np.empty(order.size, np.int64)
    replica_of_end[order] = number
    del order, number
    in_replica, out_replica = replica_of_end[:m], replica_of_end[m : 2 * m]
    in_edges = np.bincount(in_replica, minlength=key.size)
    out_edges = np.bincount(out_replica, minlength=key.size)
    vertex = key // parts
    cluster = key % parts
    indptr = np.searchsorted(vertex, np.arange(n + 1))

    if isinstance(partition, VertexPartition):
        master = np.full(n, -1, np.int64)
        master[placed] = replica_of_end[2 * m :]
    else:
        is_source = graph.in_degree == 0
        load = np.zeros(key.size, np.int64)
        np.add.at(load, in_replica, cycles)
        from_source = is_source[graph.src]
        np.add.at(load, out_replica[from_source], cycles[from_source])
        candidate = (in_edges > 0) | is_source[vertex]
        master = _heaviest(vertex[candidate], load[candidate], np.flatnonzero(candidate), n)
    return Replicas(
        partition=partition,
        indptr=indptr,
        vertex=vertex.astype(np.int32),
        cluster=cluster.astype(np.int32),
        in_edges=in_edges,
        out_edges=out_edges,
        in_replica=in_replica,
        out_replica=out_replica,
        master=master,
        edge_cycles=cycles,
        operation_cycles=operation,
    )


def _heaviest(
    vertex: NDArray[np.int64], load: NDArray[np.int64], replica: NDArray[np.int64], n: int
) -> NDArray[np.int64]:
    """The replica of largest load for each vertex, the first among equals; -1 where there is none."""
    best = np.full(n, -1, np.int64)
    if vertex.size == 0:
        return best
    starts = np.flatnonzero(np.diff(vertex, prepend=-1))
    largest = np.maximum.reduceat(load, starts)
    is_largest = np.flatnonzero(load == np.repeat(largest, np.diff(starts, append=load.size)))
    # Written from the last to the first, so that the first stays.
    best[vertex[is_largest[::-1]]] = replica[is_largest[::-1]]
    return best
