"""One run: the machine's components put together around the state of one program."""

from __future__ import annotations

from collections.abc import Generator
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np
import simpy
from numpy.typing import NDArray

from mappers.mapping import CoreState, Mapping, OnlineMapping
from numasim.machine.message_class import MessageClass
from numasim.numa.barrier import Barrier
from numasim.numa.clock import Clock
from numasim.numa.coherent_memory import CoherentMemory
from numasim.numa.core import LOCAL, Core
from numasim.numa.limits import STUCK, Limits, Watch
from numasim.numa.memory import Memory
from numasim.numa.network import NETWORKS
from numasim.numa.network_interface import Traffic
from numasim.numa.out_of_order_core import WAITING, OutOfOrderCore
from numasim.numa.run_result import CORE_TIMES
from numasim.numa.standstill import Situation, standstill
from numasim.program.program import Program
from numasim.program.shared_values import SharedValues, no_shared_values
from partitioners.errors import OptionError

if TYPE_CHECKING:
    from numasim.machine.machine import Machine
    from numasim.program.instructions import Instructions


class Run:
    """The components of the machine and the state of the program that they share.

    State is held in plain lists: Python reads those several times faster than single elements of arrays.

    Parameters
    ----------
    program : Program
    mapping : Mapping or OnlineMapping
    machine : Machine
    network : str
        A fidelity: ``ideal``, ``packet`` or ``flit``.
    priority : ndarray of int64, shape (num_tasks,)
        See :mod:`numasim.program.schedulers`.
    value_bytes : int
        Payload of a value message.
    inputs_in_memory : bool
        Whether values are read from memory at the start, and written back at the end of a superstep.
    instructions : Instructions, optional
        Where memory is simulated: what each vertex does, in place of the traced work.
    shared : SharedValues, optional
        The accesses that move values between cores or supersteps; none where all values are messages.
    limits : Limits, optional
        Where the run ends before its work is done.

    Attributes
    ----------
    ended_by : str or None
        The limit that ended the run, which then is not complete.
    events : int
        How many events the run took.
    cluster_cycles : dict of str to list of int
        By what cores spend time on, as in ``CORE_TIMES``: the cycles of each cluster.
    blocking_core, out_of_order_core : type
        What its cores are, where work is traced and where memory is simulated.
    coherent_memory : type
        What is behind them where memory is simulated.
    """

    blocking_core: type[Core] = Core
    out_of_order_core: type[OutOfOrderCore] = OutOfOrderCore
    coherent_memory: type[CoherentMemory] = CoherentMemory

    def __init__(
        self,
        program: Program,
        mapping: Mapping | OnlineMapping,
        machine: Machine,
        *,
        network: str,
        priority: NDArray[np.int64],
        value_bytes: int,
        inputs_in_memory: bool,
        instructions: Instructions | None = None,
        shared: SharedValues | None = None,
        limits: Limits | None = None,
    ) -> None:
        replicas, graph = program.replicas, program.partition.graph
        mesh = machine.topology
        self.program = program
        self.env = simpy.Environment()
        self.clock = Clock(self.env)
        self.network = NETWORKS[network](self.clock, mesh, machine.network)
        self.memory = Memory(self.clock, self.network, machine)
        self.values = Traffic()
        self.local_messages = self.remote_values = 0
        self._through_memory = shared is not None and shared.through_memory
        self.header = machine.network.header
        self.mshrs = machine.core.mshrs
        self._message_bytes = value_bytes + self.header
        self.finished_at = 0
        self.ended_by: str | None = None
        self.events = 0
        self._limits = limits or Limits()

        n, m = graph.num_vertices, graph.num_edges
        self.num_edges = m
        self.supersteps = program.model == "supersteps"
        self.writes_back = self.supersteps and inputs_in_memory
        self.needs_read = [False] * n
        if inputs_in_memory and instructions is None:
            for v in program.inputs.tolist():
                self.needs_read[v] = True
        self.read_number = program.num_messages
        self.write_number = self.read_number + n
        self.barrier_number = self.write_number + n

        self.task_cycles = program.task_cycles.tolist()
        self.priority = priority.tolist()
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
        has_master = replicas.master >= 0
        operation_cluster = np.zeros(n, np.int64)
        operation_cluster[has_master] = replicas.cluster[replicas.master[has_master]]
        self.cluster_of_task = program.partition.cluster_of_edge.tolist() + operation_cluster.tolist()

        missing = replicas.in_edges + program.gathers_of_master
        if self.supersteps:
            missing = missing + replicas.is_master  # a vertex also waits for its own value of the step
        self._missing_at_start = missing.tolist()
        self.missing = missing.tolist()
        self.value_from = [LOCAL] * replicas.vertex.size
        self.inputs_from = [LOCAL] * n
        self.begun_at = [-1] * n
        self.vertex_finish = [-1] * n

        parts = program.partition.parts
        self.cluster_start = [-1] * parts
        self.cluster_finish = [-1] * parts
        self.cluster_cycles = {kind: [0] * parts for kind in CORE_TIMES}
        self.core_of_cluster = [-1] * parts
        self._masters_of_cluster = _grouped(operation_cluster[has_master], np.flatnonzero(has_master), parts)
        self._replicas_of_core: list[list[int]] = [[] for _ in range(mesh.num_cores)]
        self._replicas_of_cluster = _grouped(replicas.cluster, np.arange(replicas.cluster.size), parts)
        self.outstanding = [0] * mesh.num_cores
        self._tasks_of_cluster = np.bincount(program.partition.cluster_of_edge, minlength=parts).tolist()

        self.instructions = instructions
        self.coherent: CoherentMemory | None = None
        self.cores: list[Core] | list[OutOfOrderCore]
        if instructions is None:
            self.cores = [self.blocking_core(number, self) for number in range(mesh.num_cores)]
        else:
            self.cores = self._out_of_order_cores(
                instructions, shared or no_shared_values(n, replicas.vertex.size, program.num_tasks), machine
            )
        self.barrier = Barrier(self, mesh.num_cores, program.steps)
        self._mapping = mapping
        self._state = CoreState(np.zeros(mesh.num_cores, np.int64), np.zeros(mesh.num_cores, np.int64))
        self._newly_ready: set[int] = set()

    def execute(self) -> None:
        """Run to the end.

        Raises
        ------
        LawError
            Where something never came to an end: a bug in a component.
        """
        self._place_first()
        for core in self.cores:
            core.start()
        self._go_on()
        if self.ended_by is None and not self.supersteps:
            self.finished_at = max(max(self.vertex_finish, default=0), max(self.cluster_finish, default=0), 0)
        if self._online:
            self._place_clusters(np.flatnonzero(np.array(self.core_of_cluster) < 0))

    def _go_on(self) -> None:
        """Cycle by cycle, to the end or to a limit."""
        watch, env = Watch(self._limits), self.env
        peek, step = env.peek, env.step
        while (cycle := peek()) < inf:
            if cycle >= watch.until_cycle or self.events >= watch.until_event:
                reached = watch.look(cycle, self.events, done=self._is_done(), progress=self._progress())
                if reached == STUCK:
                    break
                if reached is not None:
                    self.ended_by, self.finished_at = reached, watch.ended_at
                    return
            while peek() == cycle:
                step()
                self.events += 1
        if not self._is_done():
            raise standstill(self.program, self._situation(), self.instructions)

    def _ran(self) -> int:
        return sum(core.tasks for core in self.cores)

    @cached_property
    def _expected(self) -> int:
        """How many tasks there are to run, in all steps."""
        if self.instructions is not None:
            return int(np.count_nonzero(self.instructions.task_cluster >= 0)) * self.program.steps
        operations = int(np.count_nonzero(self.program.replicas.operation_cycles))
        return (self.num_edges + operations) * self.program.steps

    def _is_done(self) -> bool:
        if not self.supersteps:
            values = self.values
            arrived = self.local_messages + self.remote_values + values.packets == self.program.num_messages
            under_way = values.flits_injected - values.flits_ejected
            return self._ran() == self._expected and arrived and under_way == 0
        barrier = self.barrier.traffic
        return self.finished_at > 0 and barrier.flits_injected == barrier.flits_ejected

    def _situation(self) -> Situation:
        m = self.num_edges
        routers = getattr(self.network, "routers", None)
        return Situation(
            cycle=int(self.env.now),
            ran=self._ran(),
            expected=self._expected,
            moving=self.env.peek() < inf,
            core_of_cluster=np.array(self.core_of_cluster),
            finished=np.array(self.vertex_finish),
            unread=np.array(self.needs_read) & (np.array(self.begun_at) < 0),
            missing=np.array(self.missing),
            value_from=np.array(self.value_from),
            status=None if self.instructions is None else np.array(self.status[m : self.program.num_tasks]),
            left=[core.outstanding for core in self.cores],
            reads=[core.reads_in_flight for core in self.cores if isinstance(core, Core)],
            at_barrier=self.barrier.arrived,
            caches=None if self.coherent is None else self.coherent.coherence,
            routers=routers and routers.state,
        )

    def _progress(self) -> tuple[int, ...]:
        served = self.memory.traffic.flits_ejected if self.instructions is None else 0
        return self._ran(), self.local_messages, self.remote_values, self.values.flits_ejected, served

    def send(self, number: int, source: int, cluster: int, replica: int, which: int | None) -> None:
        """Send a value from a core to a replica: a gather (``which`` None) or a scatter."""
        if self.core_of_cluster[cluster] < 0:
            if not self._newly_ready:
                self.clock.call_for_placement(self._place_newly_ready)
            self._newly_ready.add(cluster)
        self.env.process(self._message(number, source, cluster, replica, which))

    def _message(
        self, number: int, source: int, cluster: int, replica: int, which: int | None
    ) -> Generator[simpy.Event]:
        sent = self.env.now
        yield self.env.timeout(1)
        target = self.core_of_cluster[cluster]
        if target == source:
            self.local_messages += 1
            sent = LOCAL
        elif self._through_memory:
            # Of a store: its readers are told, and load from the program's address themselves.
            self.remote_values += 1
        else:
            yield from self.network.carry(
                number, source, target, self._message_bytes, MessageClass.FORWARD, self.values
            )
        if which is None:
            self.cores[target].receive_gather(replica, sent)
        else:
            self.cores[target].receive_scatter(replica, which, sent)

    def reset_replicas(self, core: int) -> None:
        """Get the replicas of a core ready for the next superstep."""
        for replica in self._replicas_of_core[core]:
            self.missing[replica] = self._missing_at_start[replica]

    def _out_of_order_cores(
        self, instructions: Instructions, shared: SharedValues, machine: Machine
    ) -> list[OutOfOrderCore]:
        """Cores with caches, and what they know of their instructions and of shared values."""
        m, cores = self.num_edges, machine.num_cores
        self.num_tasks = self.program.num_tasks
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
        self.accesses_of_core = np.bincount(shared.core, minlength=cores).tolist()
        self.lost_meanwhile = [False] * shared.kind.size
        self._first_shared_block = shared.first_block
        self._waiters_indptr, self._waiters = shared.waiters_indptr.tolist(), shared.waiters.tolist()
        self.place = [0] * self.program.num_tasks
        self.forget_step()
        first_number = self.barrier_number + 2 * cores
        self.coherent = self.coherent_memory(
            self.clock, self.network, self.memory, machine, first_number, note_losses=self._through_memory
        )
        made = [self.out_of_order_core(k, self, l1) for k, l1 in enumerate(self.coherent.l1s)]
        self.coherent.wake_core = lambda number: made[number].call()
        return made

    def forget_step(self) -> None:
        """Simulated memory: nothing has happened yet in this superstep."""
        n = len(self.vertex_finish)
        self.status = [WAITING] * (self.num_tasks + len(self.shared_kind))
        self.missing = self._missing_at_start.copy()
        self.value_from, self.inputs_from = [LOCAL] * len(self.vertex), [LOCAL] * n
        self.additions = self.additions_of.copy()
        self.published_at, self.accumulated_at, self.added_at = [-1] * n, [-1] * n, [LOCAL] * n
        self.from_memory_at = [-1] * n

    def waiters(self, block: int) -> list[int]:
        """The polls of a block, by their numbers."""
        slot = block - self._first_shared_block
        if not 0 <= slot < len(self._waiters_indptr) - 1:
            return []
        return self._waiters[self._waiters_indptr[slot] : self._waiters_indptr[slot + 1]]

    def _deal_out_tasks(self, instructions: Instructions) -> None:
        """The tasks of each core, in program order."""
        in_order = np.empty(self.program.num_tasks, np.int64)
        in_order[self.program.order] = np.arange(self.program.num_tasks)
        in_order = in_order[instructions.task_cluster[in_order] >= 0]
        core = np.array(self.core_of_cluster)[instructions.task_cluster[in_order]]
        self.tasks_of_core = _grouped(core, in_order, len(self.cores))

    @property
    def _online(self) -> bool:
        return isinstance(self._mapping, OnlineMapping)

    def _place_first(self) -> None:
        """All clusters of a finished mapping; on line, those that need no other cluster to begin.

        In supersteps that is every cluster: a step begins everywhere at once.
        """
        parts = self.program.partition.parts
        if isinstance(self._mapping, Mapping):
            self._put(np.arange(parts), self._mapping.core_of_cluster)
            if self.instructions is not None:
                self._deal_out_tasks(self.instructions)
            return
        ready = [
            cluster
            for cluster in range(parts)
            if self.supersteps
            or any(self.missing[self.master[v]] == 0 for v in self._masters_of_cluster[cluster])
        ]
        self._place_clusters(np.array(ready, np.int64))

    def _place_newly_ready(self) -> None:
        ready, self._newly_ready = sorted(self._newly_ready), set()
        self._place_clusters(np.array(ready, np.int64))

    def _place_clusters(self, ready: NDArray[np.int64]) -> None:
        assert isinstance(self._mapping, OnlineMapping)
        if ready.size == 0:
            return
        cores = np.asarray(self._mapping.mapper.place(ready, self._state))
        num_cores = len(self.cores)
        if (
            cores.shape != ready.shape
            or cores.dtype.kind not in "iu"
            or not ((cores >= 0) & (cores < num_cores)).all()
        ):
            raise OptionError(
                f"mapper {self._mapping.method!r} returned {cores!r} for {ready.size} clusters; "
                f"it must return one core of 0 .. {num_cores - 1} for each"
            )
        self._put(ready, cores)

    def _put(self, clusters: NDArray[np.int64], cores: NDArray[Any]) -> None:
        work = self.program.replicas.cluster_work
        for cluster, number in zip(clusters.tolist(), cores.tolist(), strict=True):
            core = self.cores[number]
            self.core_of_cluster[cluster] = number
            core.masters.extend(self._masters_of_cluster[cluster])
            self._replicas_of_core[number].extend(self._replicas_of_cluster[cluster])
            self.outstanding[number] += self._tasks_of_cluster[cluster] + len(
                self._masters_of_cluster[cluster]
            )
            self._state.clusters[number] += 1
            self._state.work[number] += work[cluster]


def _grouped(group: NDArray[Any], members: NDArray[np.int64], count: int) -> list[list[int]]:
    """The members of each group, ascending."""
    order = np.argsort(group, kind="stable")
    bounds = np.searchsorted(group[order], np.arange(count + 1))
    ordered = members[order].tolist()
    return [ordered[bounds[k] : bounds[k + 1]] for k in range(count)]
