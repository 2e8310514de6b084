"""The partition as a mapper sees it: work per cluster, who talks to whom, what they share, who is first."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mappers.exchange import Exchange, both_directions
from partitioners.errors import CyclicGraphError
from partitioners.partition import Partition
from partitioners.replicas import Replicas, find_replicas


@dataclass(frozen=True, eq=False)
class ClusterGraph:
    """Clusters, their work and their communication.

    Attributes
    ----------
    parts : int
        Clusters are 0 .. parts - 1.
    work : ndarray of int64, shape (p,)
        Cycles of work of each cluster.
    indptr, target : ndarray of int64 (p + 1,) and int32 (k,)
        Directed communication, compressed by rows: cluster ``a`` sends to ``target[indptr[a]:indptr[a +
        1]]``, ascending, never to itself.
    messages, payload_bytes : ndarray of int64, shape (k,)
        How many messages and how many bytes of payload go that way, over a whole run of one step.
    shared_indptr, shared_with, shared_blocks : ndarrays of int64 (p + 1,), int32 (s,), int64 (s,)
        Symmetric, compressed by rows: how many value blocks cluster ``a`` shares with each other cluster.
    ready_level : ndarray of int64, shape (p,)
        The level of the cluster's earliest ready task; the largest level + 1 for a cluster without tasks.
    """

    parts: int
    work: NDArray[np.int64]
    indptr: NDArray[np.int64]
    target: NDArray[np.int32]
    messages: NDArray[np.int64]
    payload_bytes: NDArray[np.int64]
    shared_indptr: NDArray[np.int64]
    shared_with: NDArray[np.int32]
    shared_blocks: NDArray[np.int64]
    ready_level: NDArray[np.int64]

    @property
    def ready_order(self) -> NDArray[np.int64]:
        """The clusters in the order in which they become ready: by (ready level, id), shape (p,)."""
        return np.argsort(self.ready_level, kind="stable")

    @cached_property
    def exchange(self) -> Exchange:
        """The communication with its two directions added up."""
        return both_directions(self.indptr, self.target, self.messages, self.payload_bytes)


def cluster_graph(
    partition: Partition, *, value_bytes: int = 8, cycles_per_weight: float = 1.0
) -> ClusterGraph:
    """The cluster graph of a partition.

    Communication is that of the execution model: every replica that gathers sends its master one message, and
    every replica that reads is sent one. Two clusters share the block of a vertex where one of them has its
    master and the other a replica: a star for every vertex, along which its value moves. (All pairs of its
    replicas would be quadratic in their number, and two replicas that are no masters never exchange a value.)

    Parameters
    ----------
    partition : EdgePartition or VertexPartition
    value_bytes : int
        Payload of a message.
    cycles_per_weight : float
        Weights become cycles as in :func:`partitioners.replicas.find_replicas`.

    Returns
    -------
    ClusterGraph

    Notes
    -----
    O(m) time for the replicas, O(k log k) in the messages after that.
    """
    replicas = find_replicas(partition, cycles_per_weight)
    parts = partition.parts
    to_master = _pairs(replicas, replicas.gathers)[0]
    from_master = _pairs(replicas, replicas.scatters)[1]
    pair, messages = _count(np.concatenate([to_master, from_master]))
    del to_master, from_master
    shared, blocks = _count(np.concatenate(_pairs(replicas, np.flatnonzero(~replicas.is_master))))
    return ClusterGraph(
        parts=parts,
        work=replicas.cluster_work,
        indptr=_row_starts(pair, parts),
        target=(pair % parts).astype(np.int32),
        messages=messages,
        payload_bytes=messages * value_bytes,
        shared_indptr=_row_starts(shared, parts),
        shared_with=(shared % parts).astype(np.int32),
        shared_blocks=blocks,
        ready_level=_ready_levels(replicas),
    )


def _pairs(replicas: Replicas, chosen: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Cluster x p + cluster: of each chosen replica and its master's, and the other way round."""
    parts = replicas.partition.parts
    one = replicas.cluster[chosen].astype(np.int64)
    two = replicas.cluster[replicas.master[replicas.vertex[chosen]]].astype(np.int64)
    return one * parts + two, two * parts + one


def _count(keys: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The distinct keys, ascending, and how often each occurs."""
    keys = np.sort(keys)
    starts = np.flatnonzero(np.diff(keys, prepend=-1))
    return keys[starts], np.diff(starts, append=keys.size)


def _row_starts(keys: NDArray[np.int64], parts: int) -> NDArray[np.int64]:
    return np.searchsorted(keys, np.arange(parts + 1) * parts)


def _ready_levels(replicas: Replicas) -> NDArray[np.int64]:
    """The level of each cluster's earliest task; 0 in a cyclic graph, where any may be ready at the start.

    An edge's level is that of the vertex it reads, an operation's that of its vertex.
    """
    from mappers.lowest_levels import lower_to_level
    from partitioners.levels import topological_levels

    partition = replicas.partition
    graph = partition.graph
    try:
        level = topological_levels(graph)
    except CyclicGraphError:
        level = np.zeros(graph.num_vertices, np.int32)
    ready = np.full(partition.parts, int(level.max(initial=0)) + 1, np.int64)
    lower_to_level(ready, partition.cluster_of_edge, graph.src, level)
    worked = np.flatnonzero(replicas.operation_cycles > 0)
    lower_to_level(ready, replicas.cluster[replicas.master[worked]], worked, level)
    return ready
