"""The state of a run in the SimPy engine, which the components of the machine share."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any, Protocol, cast

import numpy as np
import simpy
from numpy.typing import NDArray

from mappers.mapping import PeriodicMapping
from numasim.machine.message_class import MessageClass
from numasim.numa.shared.activity_over_time import ActivityOverTime
from numasim.numa.shared.finished_run import expected_tasks
from numasim.numa.shared.online_mapping import OnlineMapper
from numasim.numa.shared.run_result import CORE_TIMES
from numasim.numa.shared.traffic import Traffic
from numasim.numa.shared.transaction_numbers import TransactionNumbers
from numasim.numa.shared.value_source import LOCAL
from numasim.numa.simpy_engine.asked_tasks import TaskQuestions
from numasim.numa.simpy_engine.machine_parts import MachineParts
from numasim.numa.simpy_engine.migration import ClusterMigration
from numasim.numa.simpy_engine.work_stealing import WorkStealing
from numasim.program.shared_values import no_shared_values
from numasim.program.task_times import TaskTimes
from partitioners.kernels.grouping import group

if TYPE_CHECKING:
    from numasim.numa.shared.migration import MigrationCounts
    from numasim.numa.shared.run_inputs import RunInputs
    from numasim.numa.shared.stealing import StealCounts
    from numasim.numa.simpy_engine.out_of_order_core import OutOfOrderCore
    from numasim.program.instructions import Instructions

WAITING, READY, QUEUED, RUNNING, ACCESSING, HOLDING, DONE = range(7)
"""The states of a task of an out-of-order core: values are missing; values are available; the task may begin;
the task or its access has begun; the task holds the block of an unwritten value; finished."""


class AnyCore(Protocol):
    """The interface of a core of either kind."""

    masters: list[int]
    tasks: int
    outstanding: int

    def start(self) -> None:
        """Begin the program or the next superstep."""

    def release(self) -> None:
        """Continue after the barrier."""

    def receive_gather(self, master: int, sent: int) -> None:
        """Receive a partial result for a vertex of the core."""

    def receive_scatter(self, replica: int, which: int, sent: int) -> None:
        """Receive a value for all edges that read it, or (``which`` >= 0) for one edge."""


class AnyBarrier(Protocol):
    """The interface of a barrier to a core."""

    def arrive(self, core: int) -> None:
        """Report that a core has finished this step."""


class RunState(MachineParts):
    """The state of a program on its machine.

    The state is stored in lists, because Python reads their elements several times faster than those of
    arrays.

    Parameters
    ----------
    inputs : RunInputs

    Attributes
    ----------
    work_stealing, cluster_migration : type
        The classes of ``stealing`` and ``migration``.
    settled_at : list of int
        The cycle in which each cluster came to its core; 0 for those that have not moved.
    cluster_cycles : dict of str to list of int
        The cycles of each cluster by activity, with the names in ``CORE_TIMES``.
    ready_sign : int
        Factor of the cycle in which a task became ready, in the order of the ready tasks: -1 if the latest
        task is the first.
    questions : TaskQuestions or None
        The questions to a run-time scheduler; None if the priorities decide.
    stealing : WorkStealing or None
        The component that moves tasks to idle cores, if any.
    migration : ClusterMigration or None
        The component that moves clusters to other cores, with a periodic mapping.
    """

    work_stealing: type[WorkStealing] = WorkStealing
    cluster_migration: type[ClusterMigration] = ClusterMigration

    cores: Sequence[AnyCore]
    barrier: AnyBarrier

    def __init__(self, inputs: RunInputs) -> None:
        program, machine, instructions = inputs.program, inputs.machine, inputs.instructions
        numbers = TransactionNumbers.of(inputs)
        super().__init__(
            machine,
            inputs.network,
            first_coherence_number=None if instructions is None else numbers.end,
            num_blocks=0 if instructions is None else inputs.num_blocks,
            note_losses=inputs.through_memory,
        )
        replicas, graph = program.replicas, program.partition.graph
        cores = machine.num_cores
        self.program = program
        self.values = Traffic()
        self.local_messages = self.remote_values = 0
        self._through_memory = inputs.through_memory
        self.mshrs = machine.core.mshrs
        each = inputs.message_bytes
        self.value_bytes = inputs.value_bytes
        self.message_bytes = inputs.value_bytes + self.header
        self._bytes_of_message = [] if each is None else (each + self.header).tolist()

        n, m = graph.num_vertices, graph.num_edges
        self.num_edges = m
        self.supersteps = program.model == "supersteps"
        self.writes_back = self.supersteps and inputs.inputs_in_memory
        self.needs_read = numbers.needs_read.tolist()
        place = np.searchsorted(numbers.accessed, np.arange(n))
        self.read_number = (numbers.first_read + place).tolist()
        self.write_number = (numbers.first_write + place).tolist()
        self.barrier_number = numbers.first_barrier

        self.task_cycles = program.task_cycles.tolist()
        times = TaskTimes.of(program, machine)
        self.rate_row = times.row.tolist()
        self.rates = times.rates.table.tolist()
        self.kind_of_core = times.rates.kind_of_core.tolist()
        self.priority = inputs.priority.tolist()
        self.ready_sign = -1 if inputs.latest_first else 1
        self.order = program.order.tolist()
        self.in_replica = replicas.in_replica.tolist()
        self.out_replica = replicas.out_replica.tolist()
        self.vertex = replicas.vertex.tolist()
        self.cluster = replicas.cluster.tolist()
        self.master = replicas.master.tolist()
        self.readers = program.readers.tolist()
        self.reader_indptr = program.reader_indptr.tolist()
        self.gather_number = program.gather_id.tolist()
        self.scatters: list[list[tuple[int, int, int]]] = [[] for _ in range(n)]
        for r in replicas.scatters.tolist():
            self.scatters[self.vertex[r]].append(
                (r, int(program.scatter_id[r]), int(program.scatter_count[r]))
            )
        self.cluster_of_task = program.cluster_of_task.tolist()

        self._missing_at_start = program.missing_at_start.tolist()
        self.missing = self._missing_at_start.copy()
        self.value_from = [LOCAL] * replicas.vertex.size
        self.inputs_from = [LOCAL] * n
        self.begun_at = [-1] * n
        self.vertex_finish = [-1] * n

        parts = program.partition.parts
        self.cluster_start = [-1] * parts
        self.cluster_finish = [-1] * parts
        self.cluster_cycles = {kind: [0] * parts for kind in CORE_TIMES}
        self.core_of_cluster = [-1] * parts
        self.settled_at = [0] * parts
        has_master = np.flatnonzero(replicas.master >= 0)
        cluster_of_master = replicas.cluster[replicas.master[has_master]]
        self._masters_of_cluster = _grouped(cluster_of_master, has_master, parts)
        self._replicas_of_core: list[list[int]] = [[] for _ in range(cores)]
        self._replicas_of_cluster = _grouped(replicas.cluster, np.arange(replicas.cluster.size), parts)
        self.outstanding = [0] * cores
        self.activity = ActivityOverTime()
        self._tasks_of_cluster = np.bincount(program.partition.cluster_of_edge, minlength=parts).tolist()

        self.questions = None
        if inputs.decisions is not None:
            self.questions = TaskQuestions(self.clock, inputs.decisions, cores)
        self.stealing = None
        if inputs.stealing is not None:
            self.replica_indptr = replicas.indptr.tolist()
            num_tasks = expected_tasks(program, None)
            self.stealing = self.work_stealing(self, inputs.stealing, machine, numbers.first_steal, num_tasks)
        self.migration = None
        if isinstance(inputs.mapping, PeriodicMapping):
            self.migration = self.cluster_migration(self, inputs.mapping, inputs, numbers)
        self._mapper = OnlineMapper(inputs.mapping, program, cores)
        self._newly_ready: set[int] = set()
        self.instructions = instructions
        if instructions is not None:
            self._take_instructions(instructions, inputs)

    def _take_instructions(self, instructions: Instructions, inputs: RunInputs) -> None:
        """Create the data of the cores about their instructions and shared values."""
        machine, m = inputs.machine, self.num_edges
        self.num_tasks = self.program.num_tasks
        shared = inputs.shared or no_shared_values(len(self.master), len(self.vertex), self.num_tasks)
        self.window, self.issue_width = machine.core.window, machine.core.issue_width
        self.l1_cycles = machine.l1.latency_cycles
        self.access = instructions.access.tolist()
        self.latency = instructions.latency.tolist()
        self.block = instructions.block.tolist()
        self.has_slot = (instructions.task_cluster[:m] >= 0).tolist()
        self.shared_kind, self.shared_block = shared.kind.tolist(), shared.block.tolist()
        self.shared_replica, self.shared_core = shared.replica.tolist(), shared.core.tolist()
        self.publication, self.poll = shared.publication.tolist(), shared.poll.tolist()
        self.addition, self.additions_of = shared.addition.tolist(), shared.additions.tolist()
        self.read_of, self.write_of = shared.read.tolist(), shared.write.tolist()
        self.polls_indptr, self.polls = shared.polls_indptr.tolist(), shared.polls.tolist()
        self.accesses_of_core = np.bincount(shared.core, minlength=machine.num_cores).tolist()
        self.lost_meanwhile = [False] * shared.kind.size
        self._first_shared_block = shared.first_block
        self._waiters_indptr, self._waiters = shared.waiters_indptr.tolist(), shared.waiters.tolist()
        self.place = [0] * self.num_tasks
        self.forget_step()

    def send(self, number: int, source: int, cluster: int, replica: int, which: int | None) -> None:
        """Send a value from a core to a replica: a gather (``which`` None) or a scatter."""
        if self.core_of_cluster[cluster] < 0:
            if not self._newly_ready:
                self.clock.call_for_placement(self._place_newly_ready)
            self._newly_ready.add(cluster)
        if self.migration is not None:
            self.migration.sent[number] = True
        self.env.process(self._message(number, source, cluster, replica, which))

    def _message(
        self, number: int, source: int, cluster: int, replica: int, which: int | None
    ) -> Generator[simpy.Event]:
        sent = self.env.now
        yield self.env.timeout(1)
        target, size = self.core_of_cluster[cluster], self.message_bytes
        if self._bytes_of_message:
            size = self._bytes_of_message[number]
        if target == source:
            self.local_messages += 1
            sent = LOCAL
        elif self._through_memory:
            # A store: its readers are notified, and load from the program's address themselves.
            self.remote_values += 1
        else:
            yield from self.network.carry(number, source, target, size, MessageClass.FORWARD, self.values)
        if self.migration is not None:
            yield from self.migration.reach(number, target, cluster, size)
            target = self.core_of_cluster[cluster]
        if which is None:
            self.cores[target].receive_gather(replica, sent)
        else:
            self.cores[target].receive_scatter(replica, which, sent)

    @property
    def steals(self) -> StealCounts | None:
        """The counters of work stealing, if any."""
        return None if self.stealing is None else self.stealing.counts

    @property
    def migrations(self) -> MigrationCounts | None:
        """The counters of migration, if any."""
        return None if self.migration is None else self.migration.counts

    def replicas_of_cluster(self, cluster: int) -> list[int]:
        """The numbers of the replicas of a cluster."""
        return self._replicas_of_cluster[cluster]

    def replicas_of_vertex(self, v: int) -> range:
        """The numbers of the replicas of a vertex (with work stealing)."""
        return range(self.replica_indptr[v], self.replica_indptr[v + 1])

    def reset_replicas(self, core: int) -> None:
        """Reset the replicas of a core for the next superstep."""
        for replica in self._replicas_of_core[core]:
            self.missing[replica] = self._missing_at_start[replica]

    def forget_step(self) -> None:
        """Reset the state of the superstep, with simulated memory."""
        n = len(self.vertex_finish)
        self.status = [WAITING] * (self.num_tasks + len(self.shared_kind))
        self.missing = self._missing_at_start.copy()
        self.value_from, self.inputs_from = [LOCAL] * len(self.vertex), [LOCAL] * n
        self.additions = self.additions_of.copy()
        self.published_at, self.accumulated_at, self.added_at = [-1] * n, [-1] * n, [LOCAL] * n
        self.from_memory_at = [-1] * n

    def waiters(self, block: int) -> list[int]:
        """The numbers of the polls of a block."""
        slot = block - self._first_shared_block
        if not 0 <= slot < len(self._waiters_indptr) - 1:
            return []
        return self._waiters[self._waiters_indptr[slot] : self._waiters_indptr[slot + 1]]

    def _place_first(self) -> None:
        """Place all clusters of a finished mapping, or those that an on-line mapping can begin with."""
        core_of_cluster = self._mapper.place_first()
        placed = np.flatnonzero(core_of_cluster >= 0)
        self._put(placed, core_of_cluster[placed])
        if self.instructions is not None:
            self._deal_out_tasks(self.instructions)

    def _place_newly_ready(self) -> None:
        ready, self._newly_ready = sorted(self._newly_ready), set()
        self._place(np.array(ready, np.int64))
        tasks_of_core: dict[int, list[int]] = {}
        for cluster in ready if self.instructions is not None else ():
            if self._tasks_of_each[cluster]:
                tasks = tasks_of_core.setdefault(self.core_of_cluster[cluster], [])
                tasks += self._tasks_of_each[cluster]
        for core, tasks in tasks_of_core.items():
            cast("OutOfOrderCore", self.cores[core]).add_tasks(tasks)

    def _place_last(self) -> None:
        """Place the clusters to which nothing was sent."""
        self._place(np.flatnonzero(np.array(self.core_of_cluster) < 0))

    def _place(self, ready: NDArray[np.int64]) -> None:
        self._put(ready, self._mapper.place(ready))

    def _put(self, clusters: NDArray[np.int64], cores: NDArray[np.integer]) -> None:
        for cluster, core in zip(clusters.tolist(), cores.tolist(), strict=True):
            masters = self._masters_of_cluster[cluster]
            self.core_of_cluster[cluster] = core
            self.cores[core].masters.extend(masters)
            self._replicas_of_core[core].extend(self._replicas_of_cluster[cluster])
            self.outstanding[core] += self._tasks_of_cluster[cluster] + len(masters)

    def _deal_out_tasks(self, instructions: Instructions) -> None:
        """Distribute the tasks of placed clusters to their cores, in program order."""
        in_order = np.empty(self.program.num_tasks, np.int64)
        in_order[self.program.order] = np.arange(self.program.num_tasks)
        cluster = instructions.task_cluster[in_order]
        in_order, cluster = in_order[cluster >= 0], cluster[cluster >= 0]
        self._tasks_of_each = _grouped(cluster, in_order, len(self.core_of_cluster))
        core = np.array(self.core_of_cluster)[cluster]
        self.tasks_of_core = _grouped(core[core >= 0], in_order[core >= 0], len(self.cores))


def _grouped(label: NDArray[Any], members: NDArray[np.int64], count: int) -> list[list[int]]:
    """The members of each group in ascending order."""
    first, place = group(label, count)
    bounds, ordered = first.tolist(), members[place].tolist()
    return [ordered[bounds[k] : bounds[k + 1]] for k in range(count)]
