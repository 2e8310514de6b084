"""An out-of-order core on the program graph, with a window of instructions and an L1.

The tasks of a core are instructions, one per vertex whose master it has, and forwarding slots, one per edge
whose value goes to a master in a different cluster. They enter a window in one global topological order,
merged over the clusters of the core, and leave it in that order. In the window, they begin as soon as their
values are available, up to ``issue_width`` per cycle, in the scheduler's order of preference. The order is
global. Hence the oldest unfinished task of the machine is always in a window with its values, and windows
cannot deadlock. When an on-line mapper places a cluster, those of its tasks that precede the
youngest task of the window enter at once, so that this remains true. The window may then exceed its size.

An operation or a slot takes its cycles, and a load or store is one access to the L1. An access without a free
MSHR, line or buffer waits in a queue, in order, and is retried when the L1 has freed one.

If values move through memory (:mod:`numasim.program.shared_values`), the accesses that move them use the same
queue. A task begins to poll for its values when it enters the window. A poll that comes too early holds its
block, and is repeated when the L1 loses the block.

With supersteps, an instruction is the operation at the end of its vertex's step. The step begins with the
value of the vertex, which is either loaded by an access outside the window or already present. A core has
finished a step when its tasks and all its accesses have finished.

Every cycle of a core is accounted for once. A cycle in which a task begins is ``compute``. Other cycles are
classified by the oldest unfinished task. If it computes, they are ``compute``. If its access is in progress
or waits for the L1, or if it waits for a value from memory, they are ``memory``. If it waits for the value of
a message, they are ``synchronisation`` until the message is sent, and then ``network``. At the end of a
superstep, the accesses after the last task are ``memory``, and the wait at the barrier is
``synchronisation``. All cycles after the last task are ``idle``. Cycles are also counted for the cluster of
the oldest unfinished task, or of the last task if none is unfinished.
"""

from __future__ import annotations

from collections import deque
from heapq import heappop, heappush
from typing import TYPE_CHECKING, ClassVar

import simpy

from numasim.numa.shared.finished_run import CoreCounts
from numasim.numa.shared.value_source import FROM_MEMORY, LOCAL
from numasim.numa.simpy_engine.instruction_state import (
    ACCESSING,
    DONE,
    HOLDING,
    QUEUED,
    READY,
    RUNNING,
    WAITING,
)
from numasim.program.instructions import NONE, STORE
from numasim.program.shared_values import ADD, POLL, PUBLISH, READ

if TYPE_CHECKING:
    from numasim.numa.simpy_engine.coherent_memory import L1
    from numasim.numa.simpy_engine.run_parts import RunParts


class OutOfOrderCore(CoreCounts):
    """An out-of-order core.

    Parameters
    ----------
    number : int
        The number of the core, which is its tile.

    Attributes
    ----------
    outstanding : int
        Number of remaining tasks and accesses of a superstep.
    """

    part: ClassVar[str] = "out_of_order_core"

    def __init__(self, number: int, run: RunParts, l1: L1) -> None:
        super().__init__()
        assert run.instructions is not None
        self.number = number
        self._env, self._clock = run.machine.env, run.machine.clock
        self._program, self._arrivals, self._clusters = run.program, run.arrivals, run.clusters
        self._messages, self._barrier = run.messages, run.barrier
        self._state = run.instructions
        self._l1 = l1
        l1.lose = self._lose
        self._tasks: list[int] = []
        self._head = self._tail = 0
        self._ready: list[tuple[int, int, int, int]] = []
        self._accesses: deque[int] = deque()
        self._requested: list[int] = []
        self._may_access = False
        self._finished: list[int] = []
        self._called = False
        self._accounted_until = 0
        self._reason = WAITING
        self._waited = 0
        self._in_step = False
        self.outstanding = 0
        self.masters: list[int] = []

    def start(self) -> None:
        """Begin the program or the next superstep with the tasks that wait for nothing."""
        program, state = self._program, self._state
        self._in_step = True
        self._tasks = self._clusters.tasks_of_core[self.number]
        self.outstanding = len(self._tasks) + state.accesses_of_core[self.number]
        for place, task in enumerate(self._tasks):
            state.place[task] = place
        for v in self.masters:
            if not program.supersteps:
                if self._arrivals.missing[program.master[v]] == 0:
                    self._make_ready(program.num_edges + v)
            elif state.read_of[v] >= 0:
                self._request(state.num_tasks + state.read_of[v])
            else:
                self._begin(v, LOCAL)
        self.call()

    def add_tasks(self, tasks: list[int]) -> None:
        """Take the tasks of clusters that an on-line mapper has placed on this core in this cycle."""
        program, state, now = self._program, self._state, int(self._env.now)
        if self._accounted_until < now:
            self._account(now)
        entered = self._tasks[self._head : self._tail]
        youngest = program.order[entered[-1]] if entered else -1
        self._tasks = sorted(self._tasks[self._head :] + tasks, key=lambda task: program.order[task])
        for place, task in enumerate(self._tasks):
            state.place[task] = place
        self._head = 0
        self._tail = sum(program.order[task] <= youngest for task in self._tasks)
        self._tail = max(self._tail, min(state.window, len(self._tasks)))
        self._reason = state.status[self._tasks[0]]
        self.outstanding += len(tasks)

    def release(self) -> None:
        """Continue after the barrier."""
        now = int(self._env.now)
        self.synchronisation += now - self._accounted_until
        self._accounted_until = now

    def call(self) -> None:
        """Register this core to decide in this cycle."""
        if not self._called:
            self._called = True
            self._clock.call(self)

    def decide(self) -> None:
        """Simulate one cycle."""
        now = int(self._env.now)
        completed, has_room = self._l1.deliver()
        self._may_access |= has_room
        self._account(now)
        finished, self._finished = self._finished, []
        for task in completed + finished:
            self._complete(task)
        self._settle_wait(now)
        if self._in_step:
            self._move_window()
            if self._begin_tasks():
                self._spend("compute", 1)
                self._accounted_until = now + 1
            if self._head < len(self._tasks):
                self._reason = self._state.status[self._tasks[self._head]]
            if self._ready or self._requested or (self._accesses and self._may_access):
                self._after(1, None)
            if self.outstanding == 0 and self._program.supersteps:
                self._in_step = False
                self._head = self._tail = 0
                self._reason = WAITING
                self._barrier.arrive(self.number)
        self._called = False

    def _account(self, now: int) -> None:
        """Account for the cycles since the last call."""
        elapsed = now - self._accounted_until
        if not self._in_step or (self._head == len(self._tasks) and not self._program.supersteps):
            return
        self._accounted_until = now
        if self._head == len(self._tasks):
            self.memory += elapsed
        elif self._reason == RUNNING:
            self._spend("compute", elapsed)
        elif self._reason != WAITING:
            self._spend("memory", elapsed)
        else:
            self._waited += elapsed

    def _spend(self, kind: str, cycles: int) -> None:
        """Count cycles for this core and for the cluster of its oldest unfinished task."""
        setattr(self, kind, getattr(self, kind) + cycles)
        oldest = self._tasks[min(self._head, len(self._tasks) - 1)]
        self._clusters.cycles[kind][self._program.cluster_of_task[oldest]] += cycles

    def _settle_wait(self, now: int) -> None:
        """Classify the wait cycles of the oldest task, if its wait has ended."""
        program, arrivals = self._program, self._arrivals
        if not self._waited or self._state.status[self._tasks[self._head]] == WAITING:
            return
        task = self._tasks[self._head]
        edge = task < program.num_edges
        sent = (
            arrivals.value_from[program.out_replica[task]]
            if edge
            else arrivals.inputs_from[task - program.num_edges]
        )
        if sent == FROM_MEMORY:
            self._spend("memory", self._waited)
        else:
            under_way = 0 if sent == LOCAL else min(self._waited, now - sent)
            self._spend("network", under_way)
            self._spend("synchronisation", self._waited - under_way)
        self._waited = 0

    def _move_window(self) -> None:
        """Remove finished tasks at the head of the window, and add as many tasks at its tail."""
        state, tasks = self._state, self._tasks
        while self._head < len(tasks) and state.status[tasks[self._head]] == DONE:
            self._head += 1
        last = max(self._tail, min(self._head + state.window, len(tasks)))
        for task in tasks[self._tail : last]:
            if state.status[task] == READY:
                self._queue(task)
            for access in state.polls[state.polls_indptr[task] : state.polls_indptr[task + 1]]:
                if state.status[state.num_tasks + access] == WAITING:
                    self._request(state.num_tasks + access)
        self._tail = last

    def _begin_tasks(self) -> bool:
        """Begin all tasks that can begin in this cycle. Returns whether any task began."""
        program, clusters, state = self._program, self._clusters, self._state
        slots = state.issue_width
        if self._requested:
            # By number, because the order of requests within a cycle has no meaning.
            self._accesses.extend(sorted(self._requested))
            self._requested = []
            self._may_access = True
        while slots and self._accesses and self._may_access:
            if self._access(self._accesses[0]):
                self._accesses.popleft()
                slots -= 1
            else:
                self._may_access = False
        while slots and self._ready:
            task = heappop(self._ready)[3]
            slots -= 1
            cluster = program.cluster_of_task[task]
            if clusters.start[cluster] < 0:
                clusters.start[cluster] = int(self._env.now)
            v = task - program.num_edges
            if v < 0 or state.access[v] == NONE:
                state.status[task] = RUNNING
                self._after(1 if v < 0 else state.latency[v], task)
                continue
            state.status[task] = ACCESSING
            if self._accesses or not self._access(task):
                self._accesses.append(task)
        return slots < state.issue_width

    def _access(self, task: int) -> bool:
        """Send a load or store to the L1. Returns false if it must be retried."""
        state = self._state
        if task < state.num_tasks:
            v = task - self._program.num_edges
            hit = self._l1.access(task, state.block[v], state.access[v] == STORE)
        else:
            access = task - state.num_tasks
            state.lost_meanwhile[access] = False
            store = state.shared_kind[access] not in (POLL, READ)
            hit = self._l1.access(task, state.shared_block[access], store)
        if hit:
            self._after(state.l1_cycles, task)
        return hit is not None

    def _request(self, task: int) -> None:
        """Queue an access that moves a value."""
        self._state.status[task] = ACCESSING
        self._requested.append(task)
        self.call()

    def _after(self, cycles: int, task: int | None) -> None:
        """Schedule a decision in a later cycle, in which a task (if any) ends."""
        self._env.timeout(cycles, task).callbacks.append(self._come_back)

    def _come_back(self, event: simpy.Event) -> None:
        if event.value is not None:
            self._finished.append(event.value)
        self.call()

    def _complete(self, task: int) -> None:
        program, state = self._program, self._state
        if task >= state.num_tasks:
            self._complete_access(task)
            return
        self.tasks += 1
        self.outstanding -= 1
        state.status[task] = DONE
        self._clusters.finish[program.cluster_of_task[task]] = int(self._env.now)
        if task < program.num_edges:
            self._contribute(program.in_replica[task], LOCAL)
        else:
            self._finish(task - program.num_edges)

    def _finish(self, v: int) -> None:
        """Process the new value of vertex v."""
        state = self._state
        self._arrivals.finished_at[v] = int(self._env.now)
        if not self._program.supersteps:
            self._publish(v, LOCAL)
        elif state.write_of[v] >= 0:
            self._request(state.num_tasks + state.write_of[v])

    def _begin(self, v: int, source: int) -> None:
        """Process the arrival of the value with which vertex v begins a superstep."""
        master = self._program.master[v]
        self._arrivals.value_from[master] = source
        self._publish(v, source)
        self._contribute(master, source)

    def _publish(self, v: int, source: int) -> None:
        """Pass the value of v to its master's cluster and to the other clusters that read it."""
        program, state = self._program, self._state
        master = program.master[v]
        self._arrivals.begun_at[v] = int(self._env.now)
        self._take(program.readers[program.reader_indptr[master] : program.reader_indptr[master + 1]], source)
        if state.publication[v] >= 0:
            self._request(state.num_tasks + state.publication[v])
        for replica, number, copies in program.scatters[v]:
            if state.poll[replica] >= 0:
                continue
            for k in range(copies):
                which = -1 if copies == 1 else k
                self._messages.send(number + k, self.number, program.cluster[replica], replica, which)

    def _complete_access(self, task: int) -> None:
        """Complete the store, addition or poll of a value."""
        program, arrivals, messages, state, now = (
            self._program,
            self._arrivals,
            self._messages,
            self._state,
            int(self._env.now),
        )
        access = task - state.num_tasks
        replica = state.shared_replica[access]
        v, kind = program.vertex[replica], state.shared_kind[access]
        state.status[task] = DONE
        self.outstanding -= 1
        if kind == PUBLISH:
            state.published_at[v] = now
        elif kind == READ:
            self._begin(v, FROM_MEMORY)
        elif kind == ADD:
            state.additions[v] -= 1
            messages.remote_values += 1
            if state.additions[v] == 0:
                state.accumulated_at[v] = now
        elif kind == POLL and replica == program.master[v]:
            if 0 <= state.accumulated_at[v] < now:
                arrivals.missing[replica] -= state.additions_of[v] - 1
                self._contribute(replica, state.added_at[v])
            else:
                self._hold(task)
        elif kind == POLL:
            if 0 <= state.published_at[v] < now:
                messages.remote_values += 1
                self.receive_scatter(replica, -1, arrivals.begun_at[v])
            else:
                self._hold(task)

    def _hold(self, task: int) -> None:
        """Hold a poll that came too early until its block is lost, which may have happened already."""
        self.outstanding += 1  # the poll is not finished
        state = self._state
        if state.lost_meanwhile[task - state.num_tasks]:
            self._request(task)
        else:
            state.status[task] = HOLDING

    def _lose(self, block: int) -> None:
        """Process the loss of a block by the L1: the polls that hold the block are repeated."""
        state = self._state
        for access in state.waiters(block):
            if state.shared_core[access] == self.number:
                state.lost_meanwhile[access] = True
                if state.status[state.num_tasks + access] == HOLDING:
                    self._request(state.num_tasks + access)

    def _take(self, edges: list[int], sent: int) -> None:
        """Process a value for these edges."""
        for e in edges:
            if self._state.has_slot[e]:
                self._make_ready(e)
            else:
                self._contribute(self._program.in_replica[e], sent)

    def _contribute(self, replica: int, sent: int) -> None:
        """Count one value of a replica, which continues after its last value."""
        program, arrivals, state = self._program, self._arrivals, self._state
        v = program.vertex[replica]
        master = program.master[v]
        now = int(self._env.now)
        if sent == FROM_MEMORY:
            state.from_memory_at[v] = now
        elif replica == master:
            arrivals.inputs_from[v] = max(arrivals.inputs_from[v], sent)
        arrivals.missing[replica] -= 1
        if arrivals.missing[replica]:
            return
        if replica == master:
            if state.from_memory_at[v] == now:
                arrivals.inputs_from[v] = FROM_MEMORY
            self._make_ready(program.num_edges + v)
        elif state.addition[replica] >= 0:
            self._request(state.num_tasks + state.addition[replica])
            state.added_at[v] = max(state.added_at[v], now)
        else:
            self._messages.send(
                program.gather_number[replica], self.number, program.cluster[master], master, None
            )

    def receive_gather(self, master: int, sent: int) -> None:
        """Receive a partial result for a vertex of this core."""
        self._contribute(master, sent)

    def receive_scatter(self, replica: int, which: int, sent: int) -> None:
        """Receive a value for all edges of the cluster that read it, or (``which`` >= 0) for one edge."""
        program, arrivals = self._program, self._arrivals
        arrivals.value_from[replica] = max(arrivals.value_from[replica], sent)
        first, last = program.reader_indptr[replica], program.reader_indptr[replica + 1]
        if which >= 0:
            first, last = first + which, first + which + 1
        self._take(program.readers[first:last], sent)

    def _make_ready(self, task: int) -> None:
        state = self._state
        state.status[task] = READY
        if state.place[task] < self._tail:
            self._queue(task)
            self.call()

    def _queue(self, task: int) -> None:
        program = self._program
        self._state.status[task] = QUEUED
        ready_at = program.ready_sign * int(self._env.now)
        heappush(self._ready, (program.priority[task], ready_at, program.order[task], task))
