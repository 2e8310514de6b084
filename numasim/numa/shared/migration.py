"""Migration of clusters: the periodic questions to a mapper, and what is no timing.

``docs/execution-model.md`` defines what moves, when, and in which messages.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mappers.mapping import Measurements, PeriodicMapping
from numasim.numa.shared.traffic import Traffic
from partitioners.errors import OptionError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from numasim.numa.shared.run_inputs import RunInputs
    from numasim.program.program import Program


@dataclass(eq=False)
class MigrationCounts:
    """The counters of migration.

    Attributes
    ----------
    moved : list of int
        By cluster: how often it has begun to move.
    blocks : int
        Values and accumulators that have left their core.
    block_bytes : int
        The payload of their packets.
    traffic : Traffic
        The packets of the clusters and of their blocks.
    forwarded : Traffic
        The packets of values that arrived at a core after their cluster had left it.
    """

    moved: list[int] = field(default_factory=list)
    blocks: int = 0
    block_bytes: int = 0
    traffic: Traffic = field(default_factory=Traffic)
    forwarded: Traffic = field(default_factory=Traffic)


class MapperQuestions:
    """Asks the mapper of a periodic mapping where the clusters continue.

    Attributes
    ----------
    every : int
        Cycles between two questions.
    """

    def __init__(self, mapping: PeriodicMapping, inputs: RunInputs) -> None:
        self._mapping, self._remap = mapping, mapping.new_remap()
        self.every = mapping.every
        program = inputs.program
        self._parts = program.partition.parts
        self._pair = _pairs_of_messages(program)
        self._payload = inputs.message_bytes
        self._value_bytes = inputs.value_bytes

    def answer(
        self,
        cycle: int,
        core_of_cluster: NDArray[np.integer],
        movable: NDArray[np.bool_],
        work_left: NDArray[np.int64],
        sent: NDArray[np.bool_],
    ) -> NDArray[np.int64]:
        """Ask the mapper once.

        Parameters
        ----------
        core_of_cluster, movable, work_left : ndarray, shape (p,)
            See :class:`mappers.mapping.Measurements`.
        sent : ndarray of bool, shape (num_messages,)
            The messages that were sent since the previous question.

        Returns
        -------
        ndarray of int64, shape (moves, 2)
            The clusters that move, in ascending order, and their new cores.

        Raises
        ------
        OptionError
            The mapper did not return one core for each cluster.
        """
        pair, place = np.unique(self._pair[sent], return_inverse=True)
        messages = np.bincount(place, minlength=pair.size).astype(np.int64)
        payload = messages * self._value_bytes
        if self._payload is not None:
            payload = np.zeros(pair.size, np.int64)
            np.add.at(payload, place, self._payload[sent])
        here = np.array(core_of_cluster, np.int32)
        measured = Measurements(
            cycle,
            here,
            movable,
            work_left,
            np.searchsorted(pair, np.arange(self._parts + 1) * self._parts).astype(np.int64),
            (pair % self._parts).astype(np.int32),
            messages,
            payload,
        )
        cores = np.asarray(self._remap(measured))
        num_cores = self._mapping.num_cores
        if (
            cores.shape != here.shape
            or cores.dtype.kind not in "iu"
            or not ((cores >= 0) & (cores < num_cores)).all()
        ):
            raise OptionError(
                f"mapper {self._mapping.method!r} returned {cores!r} in cycle {cycle}; it must return one "
                f"core of 0 .. {num_cores - 1} for each of the {here.size} clusters"
            )
        clusters = np.flatnonzero(movable & (cores != here))
        return np.stack([clusters, cores[clusters]], axis=1).astype(np.int64)


def _pairs_of_messages(program: Program) -> NDArray[np.int64]:
    """For each value message, the cluster that sends it times the number of clusters, plus the receiver."""
    replicas, parts = program.replicas, program.partition.parts
    pair = np.zeros(program.num_messages, np.int64)
    gathers, scatters = replicas.gathers, replicas.scatters
    cluster = replicas.cluster.astype(np.int64)
    master = cluster[replicas.master[replicas.vertex]]
    pair[program.gather_id[gathers]] = cluster[gathers] * parts + master[gathers]
    count = program.scatter_count[scatters].astype(np.int64)
    first = np.repeat(program.scatter_id[scatters].astype(np.int64), count)
    within = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)
    pair[first + within] = np.repeat(master[scatters] * parts + cluster[scatters], count)
    return pair


def tasks_of_clusters(program: Program) -> NDArray[np.int64]:
    """The number of tasks of each cluster that run: its edges, and operations of at least one cycle.

    Returns
    -------
    ndarray of int64, shape (p,)
    """
    replicas, partition = program.replicas, program.partition
    runs = np.flatnonzero(replicas.operation_cycles)
    operations = np.bincount(replicas.cluster[replicas.master[runs]], minlength=partition.parts)
    return np.bincount(partition.cluster_of_edge, minlength=partition.parts) + operations


def reads_of_clusters(program: Program, needs_read: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The number of initial values that each cluster reads from memory.

    Parameters
    ----------
    needs_read : ndarray of bool, shape (n,)

    Returns
    -------
    ndarray of int64, shape (p,)
    """
    replicas = program.replicas
    masters = replicas.master[np.flatnonzero(needs_read)]
    return np.bincount(replicas.cluster[masters], minlength=program.partition.parts)


class MovedData(NamedTuple):
    """The data of a replica that moves with its cluster.

    Attributes
    ----------
    of_value : ndarray of int64, shape (r,)
        Bytes of the value that the ready edges of the cluster read: those of the largest edge.
    of_inputs : ndarray of int64, shape (r,)
        Bytes of an accumulator with all of its inputs: those of all edges whose data it gets.
    """

    of_value: NDArray[np.int64]
    of_inputs: NDArray[np.int64]


def moved_data(program: Program) -> MovedData | None:
    """The data of the replicas; None if every value and every accumulator has ``value_bytes``."""
    graph, replicas = program.partition.graph, program.replicas
    if graph.edge_bytes is None:
        return None
    of_value, of_inputs = np.zeros((2, replicas.vertex.size), np.int64)
    np.maximum.at(of_value, replicas.out_replica, graph.edge_bytes)
    np.add.at(of_inputs, replicas.in_replica, graph.edge_bytes)
    gathers = replicas.gathers
    np.add.at(of_inputs, replicas.master[replicas.vertex[gathers]], of_inputs[gathers])
    return MovedData(of_value, of_inputs)


def in_blocks(size: int, block: int) -> int:
    """The bytes of the whole blocks of memory that some bytes occupy, which is at least one block."""
    return max(1, -(-size // block)) * block


def arrived_bytes(inputs: int, missing: int, of: int) -> int:
    """The share of the bytes of all inputs that have arrived, ``of`` of which there are; rounded up."""
    return inputs if missing == 0 else -(-inputs * (of - missing) // of)
