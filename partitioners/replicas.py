"""Which clusters hold which vertex, which of them is its master, and the messages that follow from it.

A cut vertex lives in several clusters. One of them, the *master*, finishes it. Every other cluster that
works on its in-edges sends the master one *gather*, and the master sends every other cluster that reads it
(holds an out-edge) one *scatter*. That is a static property of the partition; the simulator, the cluster
graph and the quality figures all start from this table. An edge cut is the same thing, with the edge at its
head's cluster and the master at the vertex's own.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import GraphError
from partitioners.graph import Graph
from partitioners.partition import Partition, VertexPartition

MAX_CYCLES = 2**53
"""Beyond this a float64 no longer tells one cycle from the next."""

MAX_INT32 = 2**31 - 1

Integers = NDArray[np.signedinteger[Any]]


@dataclass(frozen=True, eq=False)
class Replicas:
    """The replicas of every vertex, sorted by (vertex, cluster).

    Numbers of replicas and edges are int32 where the graph has fewer than 2^30 edges, else int64; cycles are
    int32 where each of them is below 2^30, else int64. Sums of them belong into int64.

    Attributes
    ----------
    partition : EdgePartition or VertexPartition
    indptr : ndarray of int, shape (n + 1,)
        The replicas of vertex ``v`` are ``indptr[v] .. indptr[v + 1] - 1``.
    vertex, cluster : ndarray of int32, shape (r,)
    in_edges, out_edges : ndarray of int, shape (r,)
        Edges into and out of the vertex that the cluster holds. Both are zero only at the master of an edge
        cut's vertex whose edges all lie elsewhere, and for the isolated vertices that have work of their own.
    in_replica, out_replica : ndarray of int, shape (m,)
        The replica of the head that each edge contributes to, and that of the tail that it reads.
    master : ndarray of int, shape (n,)
        The replica that finishes the vertex; -1 where the vertex has none.
    edge_cycles : ndarray of int, shape (m,)
        ceil(weight x cycles_per_weight).
    operation_cycles : ndarray of int, shape (n,)
        The same for the vertices' own operations; zero in plain graphs.
    cycles_per_weight : float
    """

    partition: Partition
    indptr: Integers
    vertex: NDArray[np.int32]
    cluster: NDArray[np.int32]
    in_edges: Integers
    out_edges: Integers
    in_replica: Integers
    out_replica: Integers
    master: Integers
    edge_cycles: Integers
    operation_cycles: Integers
    cycles_per_weight: float = 1.0

    def forget(self, *names: str) -> None:
        """Free arrays, here and with the partition; all are found anew when one of them is accessed."""
        kept = _kept_with(self.partition)
        for name in names:
            self.__dict__.pop(name, None)
            kept.pop(name, None)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name not in _ARRAYS:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            found = find_replicas(self.partition, self.cycles_per_weight)
            self.__dict__.update({array: getattr(found, array) for array in _ARRAYS})
            return self.__dict__[name]

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
        from partitioners.replica_kernels import add_up

        partition = self.partition
        work = np.zeros(partition.parts, np.int64)
        add_up(work, partition.cluster_of_edge, self.edge_cycles)
        has = self.master >= 0
        add_up(work, self.cluster[self.master[has]], self.operation_cycles[has])
        return work


_ARRAYS = {field.name for field in fields(Replicas)} - {"partition", "cycles_per_weight"}


def forget_replicas(partition: Partition) -> None:
    """Free what a partition keeps of its replicas: about 24 bytes an edge."""
    vars(partition).pop("_replicas", None)


def _kept_with(partition: Partition) -> dict[str, Any]:
    """The arrays that a partition keeps for the next who asks; no ``Replicas``, which would hold it alive."""
    kept: dict[str, Any] = vars(partition).setdefault("_replicas", {})
    return kept


def to_cycles(weight: NDArray[np.float64], cycles_per_weight: float = 1.0) -> NDArray[np.int64]:
    """Weights as integer cycles, ceil(weight x cycles_per_weight).

    Raises
    ------
    GraphError
        Where a weight becomes more cycles than a float64 can count exactly, or their sum does.
    """
    cycles = weight * cycles_per_weight
    np.ceil(cycles, out=cycles)
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
    """The replicas, masters and static messages of a partition; found once, and kept with it.

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
    The last ones found are kept until :meth:`Replicas.forget` or :func:`forget_replicas`. O(m + n + p) time:
    the edges cluster by cluster, once to count the replicas and once to fill them in. They set the peak of a
    large program's memory, so whatever fits has 32 bits, and nothing is sorted.
    """
    kept = _kept_with(partition)
    if kept.get("cycles_per_weight") != cycles_per_weight or not kept.keys() >= _ARRAYS:
        kept.clear()
        kept.update(_find(partition, cycles_per_weight), cycles_per_weight=cycles_per_weight)
    return Replicas(partition, **kept)


def _find(partition: Partition, cycles_per_weight: float) -> dict[str, Any]:
    """The arrays of :class:`Replicas` by name."""
    from partitioners.grouping import group_as
    from partitioners.replica_kernels import (
        choose_masters,
        count_replicas,
        fill_replicas,
        occurs,
    )

    graph, parts = partition.graph, partition.parts
    n, m = graph.num_vertices, graph.num_edges
    cycles = _narrow(to_cycles(graph.weight, cycles_per_weight))
    operation = _narrow(to_cycles(operation_weight(graph), cycles_per_weight))
    has_edge = occurs(n, graph.src) | occurs(n, graph.dst)
    if isinstance(partition, VertexPartition):
        placed = np.flatnonzero(has_edge | (operation > 0))
        cluster_of_placed = partition.cluster_of_vertex[placed]
    else:
        placed = np.flatnonzero(~has_edge & (operation > 0))
        cluster_of_placed = placed % parts
    numbers: np.dtype[np.signedinteger[Any]]
    numbers = np.dtype(np.int32 if 2 * m + placed.size < MAX_INT32 else np.int64)
    indptr = np.zeros(n + 1, numbers)
    master = np.full(n, -1, numbers)
    first_edge, edges = group_as(partition.cluster_of_edge, parts, indptr[:0])
    first_placed, members = group_as(cluster_of_placed, parts, indptr[:0])
    placed = placed[members].astype(np.int32)
    ends = (graph.src, graph.dst, first_edge, edges, first_placed, placed)
    count_replicas(*ends, indptr)
    size = int(indptr[-1])
    vertex, cluster = np.empty(size, np.int32), np.empty(size, np.int32)
    in_edges, out_edges = np.zeros(size, numbers), np.zeros(size, numbers)
    in_replica, out_replica = np.empty(m, numbers), np.empty(m, numbers)
    fill_replicas(*ends, indptr, vertex, cluster, in_edges, out_edges, in_replica, out_replica, master)
    del ends, edges, placed
    if not isinstance(partition, VertexPartition):
        choose_masters(graph.src, cycles, indptr, in_edges, in_replica, out_replica, master)
    return {
        "indptr": indptr,
        "vertex": vertex,
        "cluster": cluster,
        "in_edges": in_edges,
        "out_edges": out_edges,
        "in_replica": in_replica,
        "out_replica": out_replica,
        "master": master,
        "edge_cycles": cycles,
        "operation_cycles": operation,
    }


def _narrow(cycles: NDArray[np.int64]) -> Integers:
    """The same cycles in 32 bits, where any two of them can still be added up."""
    return cycles.astype(np.int32) if cycles.max(initial=0) < MAX_INT32 // 2 else cycles
