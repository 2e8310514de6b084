"""The replicas of each vertex, its master, and the messages between them.

A cut vertex has replicas in several clusters. One of them, the *master*, finishes it. Every other cluster
that works on its in-edges sends one *gather* to the master. The master sends one *scatter* to every other
cluster that reads the vertex (holds an out-edge). These messages are a static property of the partition; the
simulator, the cluster graph and the quality metrics all use this table. An edge cut is a special case: an
edge is in the cluster of its head, and the master is in the cluster of the vertex.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from decimal import ROUND_CEILING, Context, Decimal
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import GraphError, OptionError
from partitioners.graph import Graph
from partitioners.kernels.array_types import Integers as Integers
from partitioners.partition import Partition, VertexPartition

MAX_CYCLES = 2**53
"""Largest number of cycles; a larger float64 cannot represent every integer."""

MAX_INT32 = 2**31 - 1


@dataclass(frozen=True, eq=False)
class Replicas:
    """The replicas of every vertex, sorted by (vertex, cluster).

    Numbers of replicas and edges are int32 if the graph has fewer than 2^30 edges, else int64. Cycles are
    int32 if each value is below 2^30, else int64. Compute sums of them in int64.

    Attributes
    ----------
    indptr : ndarray of int, shape (n + 1,)
        The replicas of vertex ``v`` are ``indptr[v] .. indptr[v + 1] - 1``.
    vertex, cluster : ndarray of int32, shape (r,)
    in_edges, out_edges : ndarray of int, shape (r,)
        Number of edges into and out of the vertex in the cluster. Both are zero only for isolated vertices
        with their own work and, in an edge cut, for the master of a vertex whose edges are all in other
        clusters.
    in_replica, out_replica : ndarray of int, shape (m,)
        The replica of the head to which each edge contributes, and the replica of the tail that it reads.
    master : ndarray of int, shape (n,)
        The replica that finishes the vertex; -1 if the vertex has no replica.
    edge_cycles : ndarray of int, shape (m,)
        ceil(weight x cycles_per_weight).
    operation_cycles : ndarray of int, shape (n,)
        Cycles of the vertices' own operations; zero in plain graphs.
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
        """Free arrays, here and in the partition. All arrays are recomputed when one of them is accessed."""
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
        """The replicas that send their partial result to the master, in ascending order."""
        return np.flatnonzero((self.in_edges > 0) & ~self.is_master)

    @cached_property
    def scatters(self) -> NDArray[np.int64]:
        """The replicas to which the master sends the finished value, in ascending order."""
        return np.flatnonzero((self.out_edges > 0) & ~self.is_master)

    @property
    def num_messages(self) -> int:
        """The sum of |A_in(v) without the master| + |A_out(v) without the master| over the vertices."""
        return int(self.gathers.size + self.scatters.size)

    def message_bytes(self, value_bytes: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The payload of the message of each gather and of each scatter, in the order of both.

        A scatter carries one value, so it is as large as the largest of the edges that read the value in the
        cluster. A gather carries the data of different vertices, so it is as large as all its edges together.

        Parameters
        ----------
        value_bytes : int
            The payload if the graph has no ``edge_bytes``.

        Returns
        -------
        tuple of two ndarrays of int64, shapes (number of gathers,) and (number of scatters,)
        """
        carried = self.partition.graph.edge_bytes
        if carried is None:
            return np.full(self.gathers.size, value_bytes), np.full(self.scatters.size, value_bytes)
        into, out_of = np.zeros((2, self.vertex.size), np.int64)
        np.add.at(into, self.in_replica, carried)
        np.maximum.at(out_of, self.out_replica, carried)
        return into[self.gathers], out_of[self.scatters]

    @property
    def copies(self) -> NDArray[np.int64]:
        """|A(v)|, the number of clusters that hold an edge of each vertex, shape (n,)."""
        holds = (self.in_edges + self.out_edges) > 0
        return np.bincount(self.vertex[holds], minlength=self.partition.graph.num_vertices)

    @cached_property
    def cluster_work(self) -> NDArray[np.int64]:
        """Cycles of each cluster, shape (p,): its edges, and the operations of vertices mastered there."""
        from partitioners.replica_kernels import add_up

        partition = self.partition
        work = np.zeros(partition.parts, np.int64)
        add_up(work, partition.cluster_of_edge, self.edge_cycles)
        has = self.master >= 0
        add_up(work, self.cluster[self.master[has]], self.operation_cycles[has])
        return work


_ARRAYS = {field.name for field in fields(Replicas)} - {"partition", "cycles_per_weight"}


def forget_replicas(partition: Partition) -> None:
    """Free the replica arrays that a partition keeps, about 24 bytes per edge."""
    vars(partition).pop("_replicas", None)


def _kept_with(partition: Partition) -> dict[str, Any]:
    """The replica arrays that a partition keeps; not a ``Replicas``, which would keep the partition alive."""
    kept: dict[str, Any] = vars(partition).setdefault("_replicas", {})
    return kept


def to_cycles(weight: NDArray[np.float64], cycles_per_weight: float = 1.0) -> NDArray[np.int64]:
    """Convert weights to integer cycles, ceil(weight x cycles_per_weight).

    The product is that of the decimal numbers, as a user writes them: 1.1 x 100 is 110, where the product in
    binary is above 110.

    Raises
    ------
    GraphError
        The cycles of a weight, or their sum, exceed the integers that a float64 represents exactly.
    """
    product = weight if cycles_per_weight == 1 else weight * cycles_per_weight
    cycles = np.ceil(product)
    if cycles.size and not cycles.sum() < MAX_CYCLES:
        raise GraphError(
            f"the weights add up to {cycles.sum():.3g} cycles at cycles_per_weight = {cycles_per_weight:g}; "
            f"the limit is 2^53; choose a smaller cycles_per_weight"
        )
    if cycles_per_weight != 1:
        nearest = np.rint(product)
        unsure = np.abs(product - nearest) <= 4 * np.spacing(nearest)  # three roundings of half a place each
        if cycles_per_weight % 1 == 0:
            unsure &= weight != np.rint(weight)
        given, place = np.unique(weight[unsure], return_inverse=True)
        exact = [_ceil_of_product(each, cycles_per_weight) for each in given.tolist()]
        cycles[unsure] = np.array(exact, np.float64)[place]
    return cycles.astype(np.int64)


def _ceil_of_product(a: float, b: float) -> int:
    """The product of two numbers in decimal, rounded up; floats have at most 17 decimal digits."""
    product = Context(prec=40).multiply(Decimal(repr(a)), Decimal(repr(b)))
    return int(product.to_integral_value(ROUND_CEILING))


def operation_weight(graph: Graph) -> NDArray[np.float64]:
    """The vertices' own work in the unit of ``weight``: ``operation``, or zeros by default; shape (n,)."""
    return graph.vertex["operation"] if "operation" in graph.vertex else np.zeros(graph.num_vertices)


def find_replicas(partition: Partition, cycles_per_weight: float = 1.0) -> Replicas:
    """Compute the replicas, masters and static messages of a partition once, and keep them with it.

    The master of v is in the cluster with the largest weight (in cycles) of v's in-edges, or of its out-edges
    if it has no in-edges (ties: lowest id). In an edge cut it is in v's own cluster. An isolated vertex with
    an operation is assigned to cluster v mod p.

    Parameters
    ----------
    cycles_per_weight : float
        Factor that converts weights to integer cycles before masters and work are computed.

    Raises
    ------
    OptionError
        ``cycles_per_weight`` is not positive, or the cycles exceed 2^53.

    Notes
    -----
    The latest result is kept until :meth:`Replicas.forget` or :func:`forget_replicas`. O(m + n + p) time: the
    edges are visited cluster by cluster, once to count the replicas and once to fill them in. These arrays
    determine the peak memory of a large program, so they have 32 bits if possible and nothing is sorted.
    """
    if not 0 < cycles_per_weight < math.inf:
        raise OptionError(f"cycles_per_weight must be a positive number, got {cycles_per_weight}")
    kept = _kept_with(partition)
    if kept.get("cycles_per_weight") != cycles_per_weight or not kept.keys() >= _ARRAYS:
        kept.clear()
        kept.update(_find(partition, cycles_per_weight), cycles_per_weight=cycles_per_weight)
    return Replicas(partition, **kept)


def _find(partition: Partition, cycles_per_weight: float) -> dict[str, Any]:
    """The arrays of :class:`Replicas` by name."""
    from partitioners.kernels.grouping import group_as
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
    """The same cycles in 32 bits if the sum of any two of them still fits."""
    return cycles.astype(np.int32) if cycles.max(initial=0) < MAX_INT32 // 2 else cycles
