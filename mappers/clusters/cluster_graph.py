"""The partition as a mapper sees it: work, communication, shared data and first level of each cluster."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mappers.clusters.exchange import Exchange, both_directions, first_of_equal
from partitioners.errors import CyclicGraphError, OptionError
from partitioners.graph import Graph
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
        Number of messages and bytes of payload in that direction, over a whole run of one step.
    shared_indptr, shared_with, shared_blocks : ndarrays of int64 (p + 1,), int32 (s,), int64 (s,)
        Number of value blocks that cluster ``a`` shares with each other cluster; symmetric, compressed by
        rows.
    ready_level : ndarray of int64, shape (p,)
        The level of the cluster's earliest ready task; the largest level + 1 for a cluster without tasks.
    critical_messages : ndarray of float64, shape (k,)
        The messages in that direction, weighted by how critical they are: the sum over all pairs is the
        number of messages on the longest path of the program, see :mod:`mappers.clusters.critical_messages`.
        By default, and in a graph with a cycle, all messages are equally critical.
    first_reads : ndarray of int64, shape (p,)
        Blocks of initial values in the pages of which the cluster is expected to touch a block first, see
        :mod:`mappers.clusters.first_reads`; zeros by default.
    work_by_window : ndarray of int64, shape (p, w)
        The work in each window of the program's time, see :mod:`mappers.clusters.work_windows`; the sum over
        the windows is ``work``. By default, and in a graph with a cycle, there is one window.
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
    critical_messages: NDArray[np.float64] = None  # type: ignore[assignment]  # replaced below
    first_reads: NDArray[np.int64] = None  # type: ignore[assignment]  # replaced below
    work_by_window: NDArray[np.int64] = None  # type: ignore[assignment]  # replaced below

    def __post_init__(self) -> None:
        if self.critical_messages is None:
            object.__setattr__(self, "critical_messages", self.messages.astype(np.float64))
        if self.first_reads is None:
            object.__setattr__(self, "first_reads", np.zeros(self.parts, np.int64))
        if self.work_by_window is None:
            object.__setattr__(self, "work_by_window", self.work[:, None])

    @property
    def ready_order(self) -> NDArray[np.int64]:
        """The clusters in the order in which they become ready, by (ready level, id); shape (p,)."""
        return np.argsort(self.ready_level, kind="stable")

    @cached_property
    def source(self) -> NDArray[np.int64]:
        """The sender of each communication, as ``target`` is its receiver."""
        return np.repeat(np.arange(self.parts), np.diff(self.indptr))

    @cached_property
    def exchange(self) -> Exchange:
        """The communication, with both directions of each pair summed."""
        return both_directions(
            self.indptr, self.target, self.messages, self.payload_bytes, self.critical_messages
        )


def cluster_graph(
    partition: Partition,
    *,
    value_bytes: int = 8,
    cycles_per_weight: float = 1.0,
    blocks_per_page: int = 128,
) -> ClusterGraph:
    """Build the cluster graph of a partition.

    Communication follows the execution model: every replica that gathers sends one message to its master, and
    the master sends one message to every replica that reads. Two clusters share the block of a vertex if one
    of them has its master and the other a replica. The shared pairs of a vertex form a star, along which its
    value moves. (All pairs of its replicas would be quadratic in their number, and two replicas that are not
    masters never exchange a value.)

    Parameters
    ----------
    value_bytes : int
        Payload of a message, in bytes, if the edges of the graph have no ``edge_bytes``.
    cycles_per_weight : float
        Cycles per unit of weight, as in :func:`partitioners.replicas.find_replicas`.
    blocks_per_page : int
        Blocks of memory in a page; by default those of a page of 4 KiB and a block of 32 bytes.

    Raises
    ------
    OptionError
        A number is too small.

    Notes
    -----
    O(m) time for the replicas, then O(k log k) for k messages.
    """
    from mappers.clusters.first_reads import first_reads  # imports Numba

    for name, value, least in (("value_bytes", value_bytes, 0), ("blocks_per_page", blocks_per_page, 1)):
        if value < least:
            raise OptionError(f"{name} must be at least {least}, got {value}")
    replicas = find_replicas(partition, cycles_per_weight)
    parts = partition.parts
    level = _levels(partition.graph)
    to_master = _pairs(replicas, replicas.gathers)[0]
    from_master = _pairs(replicas, replicas.scatters)[1]
    keys = np.concatenate([to_master, from_master])
    pair, messages = _count(keys)
    weights, work_by_window = _along_the_paths(replicas, level)
    critical = np.bincount(np.searchsorted(pair, keys), weights, pair.size)
    payload = messages * value_bytes
    if partition.graph.edge_bytes is not None:
        payload = np.zeros_like(messages)
        np.add.at(payload, np.searchsorted(pair, keys), np.concatenate(replicas.message_bytes(value_bytes)))
    del to_master, from_master, keys
    shared, blocks = _count(np.concatenate(_pairs(replicas, np.flatnonzero(~replicas.is_master))))
    return ClusterGraph(
        parts=parts,
        work=replicas.cluster_work,
        indptr=_row_starts(pair, parts),
        target=(pair % parts).astype(np.int32),
        messages=messages,
        payload_bytes=payload,
        shared_indptr=_row_starts(shared, parts),
        shared_with=(shared % parts).astype(np.int32),
        shared_blocks=blocks,
        ready_level=_ready_levels(replicas, level),
        critical_messages=critical.astype(np.float64),
        first_reads=first_reads(replicas, acyclic=level is not None, blocks_per_page=blocks_per_page),
        work_by_window=work_by_window,
    )


def _pairs(replicas: Replicas, chosen: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Keys cluster x p + cluster for each chosen replica and its master, and for the reverse direction."""
    parts = replicas.partition.parts
    one = replicas.cluster[chosen].astype(np.int64)
    two = replicas.cluster[replicas.master[replicas.vertex[chosen]]].astype(np.int64)
    return one * parts + two, two * parts + one


def _along_the_paths(
    replicas: Replicas, level: NDArray[np.int32] | None
) -> tuple[NDArray[np.float64] | None, NDArray[np.int64]]:
    """How critical each message is, gathers before scatters, and the work by window.

    In a graph with a cycle, all messages are equally critical (None), and there is one window.
    """
    if level is None:
        return None, replicas.cluster_work[:, None]
    from mappers.clusters.critical_messages import message_weights  # imports Numba
    from mappers.clusters.longest_paths import longest_paths
    from mappers.clusters.work_windows import work_by_window
    from partitioners.vertex_cuts.time_balanced import mesh_latency

    paths = longest_paths(replicas, level, mesh_latency(replicas.partition.parts))
    gathers, scatters = message_weights(replicas, paths)
    weights = np.concatenate([gathers[replicas.gathers], scatters[replicas.scatters]])
    return weights, work_by_window(replicas, paths)


def _count(keys: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The distinct keys in ascending order, and the number of times each occurs."""
    keys = np.sort(keys)
    starts = first_of_equal(keys)
    return keys[starts], np.diff(np.append(starts, keys.size))


def _row_starts(keys: NDArray[np.int64], parts: int) -> NDArray[np.int64]:
    return np.searchsorted(keys, np.arange(parts + 1) * parts)


def _levels(graph: Graph) -> NDArray[np.int32] | None:
    """The topological levels of an acyclic graph; None for other graphs."""
    from partitioners.levels import topological_levels

    try:
        return topological_levels(graph)
    except CyclicGraphError:
        return None


def _ready_levels(replicas: Replicas, level: NDArray[np.int32] | None) -> NDArray[np.int64]:
    """The level of each cluster's earliest task; 0 in a cyclic graph, where all may be ready at the start.

    The level of an edge is that of the vertex it reads; the level of an operation is that of its vertex.
    """
    from mappers.clusters.lowest_levels import lower_to_level

    partition = replicas.partition
    graph = partition.graph
    if level is None:
        level = np.zeros(graph.num_vertices, np.int32)
        level.flags.writeable = False  # as the levels of an acyclic graph: the kernel has one type
    ready = np.full(partition.parts, int(level.max(initial=0)) + 1, np.int64)
    lower_to_level(ready, partition.cluster_of_edge, graph.src, level)
    worked = np.flatnonzero(replicas.operation_cycles > 0)
    lower_to_level(ready, replicas.cluster[replicas.master[worked]], worked, level)
    return ready
