"""Clusters that move between blocking cores: their blocks, and messages that arrive where they left.

A cluster is *settled* on its core, *leaving* it while its running task ends, or *on its way* until its last
packet has arrived. The table of the cores of the clusters changes at the end of the cycle of the question.
From then on, no task of the cluster begins before it is settled again. Values for it that arrive at its new
core wait there, and values that arrive at another core are forwarded. A cluster does not move while a value
is being forwarded to it. So every value is forwarded at most once.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, ClassVar, Protocol

import numpy as np
import simpy

from mappers.mapping import PeriodicMapping
from numasim.machine.message_class import MessageClass
from numasim.numa.shared.migration import (
    MapperQuestions,
    MigrationCounts,
    arrived_bytes,
    in_blocks,
    moved_data,
    reads_of_clusters,
    tasks_of_clusters,
)

if TYPE_CHECKING:
    from numasim.numa.simpy_engine.run_state import RunState


class CoreWithClusters(Protocol):
    """A blocking core, as the moves of clusters see it."""

    number: int
    running: int

    def withdraw(self, cluster: int) -> list[int]:
        """Remove the ready tasks of a cluster, which leaves this core."""

    def make_ready(self, task: int) -> None:
        """Process the arrival of the last value that a task needs, or of its cluster."""


class Move:
    """One cluster between two cores.

    Attributes
    ----------
    old, new : int
        The cores.
    waiting : list of int
        The ready tasks of the cluster.
    packets : int
        Packets that have not arrived; 0 while the cluster is leaving.
    departed : int
        The cycle in which the packets were sent; -1 while the cluster is leaving.
    settled : simpy.Event
        It fires when the last packet has arrived.
    """

    def __init__(self, old: int, new: int, waiting: list[int], settled: simpy.Event) -> None:
        self.old, self.new = old, new
        self.waiting = waiting
        self.packets = 0
        self.departed = -1
        self.settled = settled


class ClusterMigration:
    """The moves of all clusters of a run.

    Attributes
    ----------
    counts : MigrationCounts
    sent : list of bool
        The value messages that were sent since the previous question.
    pinned : list of int
        The values for which each cluster stays where it is: initial values that have not been read from
        memory, and values that are being forwarded.
    """

    part: ClassVar[str] = "migration"

    def __init__(self, state: RunState) -> None:
        inputs = state.inputs
        assert isinstance(inputs.mapping, PeriodicMapping)
        self._machine, self._env = state.machine, state.machine.env
        self._program, self._arrivals, self._clusters = state.program, state.arrivals, state.clusters
        self._cores: Sequence[CoreWithClusters] = state.cores
        self._questions = MapperQuestions(inputs.mapping, inputs)
        self._first_number = state.numbers.first_steal
        self._first_forward = state.numbers.first_forward
        self._data = moved_data(inputs.program)
        self._value_bytes, self._block = inputs.value_bytes, inputs.machine.memory.block
        self._moves: dict[int, Move] = {}
        self._tasks_left = tasks_of_clusters(inputs.program).tolist()
        self._work_left = inputs.program.replicas.cluster_work.tolist()
        self.pinned = reads_of_clusters(inputs.program, state.numbers.needs_read).tolist()
        self.sent = [False] * inputs.program.num_messages
        self.counts = MigrationCounts(moved=[0] * len(self._tasks_left))

    def start(self) -> None:
        """Schedule the questions."""
        self._env.process(self._ask_periodically())

    def _ask_periodically(self) -> Generator[simpy.Event]:
        while any(self._tasks_left):
            yield self._env.timeout(self._questions.every)
            self._machine.clock.call_for_placement(self._ask)

    def _ask(self) -> None:
        """Ask the mapper, and let clusters leave, after the decisions of this cycle."""
        if not any(self._tasks_left):
            return
        movable = [
            tasks > 0 and pinned == 0 and cluster not in self._moves
            for cluster, (tasks, pinned) in enumerate(zip(self._tasks_left, self.pinned, strict=True))
        ]
        moves = self._questions.answer(
            int(self._env.now),
            np.array(self._clusters.core_of_cluster),
            np.array(movable, bool),
            np.array(self._work_left, np.int64),
            np.array(self.sent, bool),
        )
        self.sent = [False] * len(self.sent)
        for cluster, core in moves.tolist():
            self._leave(cluster, core)

    def _leave(self, cluster: int, core: int) -> None:
        old = self._cores[self._clusters.core_of_cluster[cluster]]
        self._clusters.core_of_cluster[cluster] = core
        self.counts.moved[cluster] += 1
        self._moves[cluster] = Move(old.number, core, old.withdraw(cluster), self._env.event())
        if old.running < 0 or self._program.cluster_of_task[old.running] != cluster:
            self._depart(cluster)

    def begin(self, cluster: int, task: int) -> None:
        """Count a task that begins."""
        self._tasks_left[cluster] -= 1
        self._work_left[cluster] -= self._program.task_cycles[task]

    def end(self, cluster: int) -> None:
        """Let a cluster depart whose running task has ended, if the cluster is leaving."""
        move = self._moves.get(cluster)
        if move is not None and move.packets == 0:
            self._depart(cluster)

    def keeps(self, task: int) -> bool:
        """Whether the cluster of a task that has become ready moves. The task then waits for its core."""
        move = self._moves.get(self._program.cluster_of_task[task])
        if move is not None:
            move.waiting.append(task)
        return move is not None

    def _depart(self, cluster: int) -> None:
        """Send the packets of a cluster: one for itself, and one for each value and accumulator it needs."""
        program, arrivals, move = self._program, self._arrivals, self._moves[cluster]
        sent = int(self._env.now)
        values, accumulators = set(), set()
        for task in move.waiting:
            if task < program.num_edges:
                replica = program.out_replica[task]
                arrivals.value_from[replica] = max(arrivals.value_from[replica], sent)
                values.add(replica)
            else:
                arrivals.inputs_from[task - program.num_edges] = sent
                accumulators.add(program.master[task - program.num_edges])
        for replica in self._clusters.replicas[cluster]:
            if 0 < arrivals.missing[replica] < program.missing_at_start[replica]:
                v = program.vertex[replica]
                if program.master[v] == replica:
                    arrivals.inputs_from[v] = sent
                accumulators.add(replica)
        blocks = values | accumulators
        move.packets = 1 + len(blocks)
        move.departed = sent
        self.counts.blocks += len(blocks)
        header = self._machine.header
        self._env.process(self._carry(cluster, move, self._first_number + cluster, header))
        first = self._first_number + len(self._tasks_left)
        for replica in blocks:
            size = in_blocks(self._bytes(replica, replica in values, replica in accumulators), self._block)
            self.counts.block_bytes += size
            self._env.process(self._carry(cluster, move, first + replica, header + size))

    def _bytes(self, replica: int, value: bool, accumulator: bool) -> int:
        """The bytes of a replica whose value or accumulator moves, or both."""
        if self._data is None:
            return self._value_bytes
        size = int(self._data.of_value[replica]) if value else 0
        if accumulator:
            of = self._program.missing_at_start[replica]
            size += arrived_bytes(int(self._data.of_inputs[replica]), self._arrivals.missing[replica], of)
        return size

    def _carry(self, cluster: int, move: Move, number: int, size: int) -> Generator[simpy.Event]:
        yield self._env.timeout(1)
        yield from self._machine.network.carry(
            number, move.old, move.new, size, MessageClass.FORWARD, self.counts.traffic
        )
        move.packets -= 1
        if move.packets == 0:
            self._settle(cluster, move)

    def _settle(self, cluster: int, move: Move) -> None:
        """Let a cluster continue on its new core, after its last packet."""
        del self._moves[cluster]
        self._clusters.settled_at[cluster] = int(self._env.now)
        core = self._cores[move.new]
        for task in move.waiting:
            core.make_ready(task)
        move.settled.succeed()

    def reach(self, number: int, tile: int, cluster: int, size: int) -> Generator[simpy.Event]:
        """Bring a value that has arrived at a tile to its cluster, and wait until the cluster is settled."""
        home = self._clusters.core_of_cluster[cluster]
        if home != tile:
            self.pinned[cluster] += 1
            yield self._env.timeout(1)
            number += self._first_forward
            yield from self._machine.network.carry(
                number, tile, home, size, MessageClass.FORWARD, self.counts.forwarded
            )
            self.pinned[cluster] -= 1
        if cluster in self._moves:
            yield self._moves[cluster].settled
