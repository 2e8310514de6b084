"""An out-of-order core over the program graph: a window of instructions, and memory behind an L1.

The tasks of a core are instructions, one a vertex that it is the master of, and forwarding slots, one an edge
whose value goes to the master of another cluster. They enter a window in one global topological order, merged
over the clusters of the core, and leave it in that order; in between they begin as soon as their values are
there, ``issue_width`` a cycle, those first that the scheduler prefers. The order is global, so the oldest
unfinished task of the machine is in a window and has its values: windows cannot block each other for ever.

An operation and a slot take their cycles, a load or a store one access to the L1. An access that finds no
MSHR, line or buffer waits in a queue of its own, in order, and is tried again when the L1 has made room.

Where values move through memory (:mod:`numasim.program.shared_values`), the accesses that move them go
through the same queue. A task begins to poll for its values as it enters the window; a poll that comes too
early holds its block, and is made again when the L1 loses that.

In supersteps an instruction is the operation at the end of its vertex's step, and what begins the step is the
vertex's value: loaded by an access that waits for no window, or simply there. A core is through with a step
when its tasks and all its accesses are over.

Every cycle of a core is accounted for once. A cycle in which something begins is ``compute``. The others go
to what the oldest unfinished task does: it computes (``compute``), its access is under way or waits for the
L1 (``memory``), or it waits for a value: one from memory (``memory``), or that of a message, ``network``
while it is under way and ``synchronisation`` before it was sent. At the end of a superstep the accesses after
the last task are ``memory``, and the wait at the barrier is ``synchronisation``. What is left after the last
task is ``idle``. Cycles are also counted for the cluster of that oldest unfinished task; what begins after
the last task, for the cluster of that one.
"""

from __future__ import annotations

from collections import deque
from heapq import heappop, heappush
from typing import TYPE_CHECKING

import simpy

from numasim.numa.finished_run import CoreCounts
from numasim.numa.run_state import (
    ACCESSING,
    DONE,
    HOLDING,
    QUEUED,
    READY,
    RUNNING,
    WAITING,
    RunState,
)
from numasim.numa.value_source import FROM_MEMORY, LOCAL
from numasim.program.instructions import NONE, STORE
from numasim.program.shared_values import ADD, POLL, PUBLISH, READ

if TYPE_CHECKING:
    from numasim.numa.coherent_memory import L1


class OutOfOrderCore(CoreCounts):
    """One core.

    Parameters
    ----------
    number : int
        Its tile.
    run : RunState
    l1 : L1

    Attributes
    ----------
    outstanding : int
        Tasks and accesses that are left to do in a superstep.
    """

    def __init__(self, number: int, run: RunState, l1: L1) -> None:
        super().__init__()
        self.number = number
        self._run = run
        self._env = run.env
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
        """Begin the program, or the next superstep, with what waits for nothing."""
        run = self._run
        self._in_step = True
        self._tasks = run.tasks_of_core[self.number]
        self.outstanding = len(self._tasks) + run.accesses_of_core[self.number]
        for place, task in enumerate(self._tasks):
            run.place[task] = place
        for v in self.masters:
            if not run.supersteps:
                if run.missing[run.master[v]] == 0:
                    self._make_ready(run.num_edges + v)
            elif run.read_of[v] >= 0:
                self._request(run.num_tasks + run.read_of[v])
            else:
                self._begin(v, LOCAL)
        self.call()

    def release(self) -> None:
        """The barrier is open."""
        now = int(self._env.now)
        self.synchronisation += now - self._accounted_until
        self._accounted_until = now

    def call(self) -> None:
        """Have this core decide in this cycle."""
        if not self._called:
            self._called = True
            self._run.clock.call(self)

    def decide(self) -> None:
        """One cycle."""
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
                self._reason = self._run.status[self._tasks[self._head]]
            if self._ready or self._requested or (self._accesses and self._may_access):
                self._after(1, None)
            if self.outstanding == 0 and self._run.supersteps:
                self._in_step = False
                self._head = self._tail = 0
                self._reason = WAITING
                self._run.barrier.arrive(self.number)
        self._called = False

    def _account(self, now: int) -> None:
        """Say what the cycles since the last ones were spent on."""
        elapsed = now - self._accounted_until
        if not self._in_step or (self._head == len(self._tasks) and not self._run.supersteps):
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
        """Count cycles, for this core and for the cluster of its oldest unfinished task."""
        setattr(self, kind, getattr(self, kind) + cycles)
        oldest = self._tasks[min(self._head, len(self._tasks) - 1)]
        self._run.cluster_cycles[kind][self._run.cluster_of_task[oldest]] += cycles

    def _settle_wait(self, now: int) -> None:
        """Tell the cycles apart that the oldest task has waited, if it has what it waited for."""
        run = self._run
        if not self._waited or run.status[self._tasks[self._head]] == WAITING:
            return
        task = self._tasks[self._head]
        edge = task < run.num_edges
        sent = run.value_from[run.out_replica[task]] if edge else run.inputs_from[task - run.num_edges]
        if sent == FROM_MEMORY:
            self._spend("memory", self._waited)
        else:
            under_way = 0 if sent == LOCAL else min(self._waited, now - sent)
            self._spend("network", under_way)
            self._spend("synchronisation", self._waited - under_way)
        self._waited = 0

    def _move_window(self) -> None:
        """Tasks that are over leave at the head, and as many enter at the tail."""
        run, tasks = self._run, self._tasks
        while self._head < len(tasks) and run.status[tasks[self._head]] == DONE:
            self._head += 1
        last = min(self._head + run.window, len(tasks))
        for task in tasks[self._tail : last]:
            if run.status[task] == READY:
                self._queue(task)
            for access in run.polls[run.polls_indptr[task] : run.polls_indptr[task + 1]]:
                if run.status[run.num_tasks + access] == WAITING:
                    self._request(run.num_tasks + access)
        self._tail = last

    def _begin_tasks(self) -> bool:
        """Begin what can begin in this cycle; whether anything did."""
        run, slots = self._run, self._run.issue_width
        if self._requested:
            # By number: the order in which a cycle happened to ask for them means nothing.
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
            cluster = run.cluster_of_task[task]
            if run.cluster_start[cluster] < 0:
                run.cluster_start[cluster] = int(self._env.now)
            v = task - run.num_edges
            if v < 0 or run.access[v] == NONE:
                run.status[task] = RUNNING
                self._after(1 if v < 0 else run.latency[v], task)
                continue
            run.status[task] = ACCESSING
            if self._accesses or not self._access(task):
                self._accesses.append(task)
        return slots < run.issue_width

    def _access(self, task: int) -> bool:
        """Send a load or a store to the L1; false where it must be tried again."""
        run = self._run
        if task < run.num_tasks:
            v = task - run.num_edges
            hit = self._l1.access(task, run.block[v], run.access[v] == STORE)
        else:
            access = task - run.num_tasks
            run.lost_meanwhile[access] = False
            store = run.shared_kind[access] not in (POLL, READ)
            hit = self._l1.access(task, run.shared_block[access], store)
        if hit:
            self._after(run.l1_cycles, task)
        return hit is not None

    def _request(self, task: int) -> None:
        """Have an access that moves a value wait for its turn."""
        self._run.status[task] = ACCESSING
        self._requested.append(task)
        self.call()

    def _after(self, cycles: int, task: int | None) -> None:
        """Decide in a later cycle, in which a task (if any) is over."""
        self._env.timeout(cycles, task).callbacks.append(self._come_back)

    def _come_back(self, event: simpy.Event) -> None:
        if event.value is not None:
            self._finished.append(event.value)
        self.call()

    def _complete(self, task: int) -> None:
        run = self._run
        if task >= run.num_tasks:
            self._complete_access(task)
            return
        self.tasks += 1
        self.outstanding -= 1
        run.status[task] = DONE
        run.cluster_finish[run.cluster_of_task[task]] = int(self._env.now)
        if task < run.num_edges:
            self._contribute(run.in_replica[task], LOCAL)
        else:
            self._finish(task - run.num_edges)

    def _finish(self, v: int) -> None:
        """Vertex v has its new value."""
        run = self._run
        run.vertex_finish[v] = int(self._env.now)
        if not run.supersteps:
            self._publish(v, LOCAL)
        elif run.write_of[v] >= 0:
            self._request(run.num_tasks + run.write_of[v])

    def _begin(self, v: int, source: int) -> None:
        """The value that vertex v begins a superstep with is here."""
        master = self._run.master[v]
        self._run.value_from[master] = source
        self._publish(v, source)
        self._contribute(master, source)

    def _publish(self, v: int, source: int) -> None:
        """Give the value of v to its master's cluster, and to the other clusters that read it."""
        run = self._run
        master = run.master[v]
        run.begun_at[v] = int(self._env.now)
        self._take(run.readers[run.reader_indptr[master] : run.reader_indptr[master + 1]], source)
        if run.publication[v] >= 0:
            self._request(run.num_tasks + run.publication[v])
        for replica, number, copies in run.scatters[v]:
            if run.poll[replica] >= 0:
                continue
            for k in range(copies):
                which = -1 if copies == 1 else k
                run.send(number + k, self.number, run.cluster[replica], replica, which)

    def _complete_access(self, task: int) -> None:
        """A value was stored, added, or looked for."""
        run, now = self._run, int(self._env.now)
        access = task - run.num_tasks
        replica = run.shared_replica[access]
        v, kind = run.vertex[replica], run.shared_kind[access]
        run.status[task] = DONE
        self.outstanding -= 1
        if kind == PUBLISH:
            run.published_at[v] = now
        elif kind == READ:
            self._begin(v, FROM_MEMORY)
        elif kind == ADD:
            run.additions[v] -= 1
            run.remote_values += 1
            if run.additions[v] == 0:
                run.accumulated_at[v] = now
        elif kind == POLL and replica == run.master[v]:
            if 0 <= run.accumulated_at[v] < now:
                run.missing[replica] -= run.additions_of[v] - 1
                self._contribute(replica, run.added_at[v])
            else:
                self._hold(task)
        elif kind == POLL:
            if 0 <= run.published_at[v] < now:
                run.remote_values += 1
                self.receive_scatter(replica, -1, run.begun_at[v])
            else:
                self._hold(task)

    def _hold(self, task: int) -> None:
        """A poll came too early: it waits until its block is lost, which may have happened already."""
        self.outstanding += 1  # it is not over
        if self._run.lost_meanwhile[task - self._run.num_tasks]:
            self._request(task)
        else:
            self._run.status[task] = HOLDING

    def _lose(self, block: int) -> None:
        """The L1 has lost a block: the polls that hold it are made again."""
        run = self._run
        for access in run.waiters(block):
            if run.shared_core[access] == self.number:
                run.lost_meanwhile[access] = True
                if run.status[run.num_tasks + access] == HOLDING:
                    self._request(run.num_tasks + access)

    def _take(self, edges: list[int], sent: int) -> None:
        """A value is here, for these edges."""
        run = self._run
        for e in edges:
            if run.has_slot[e]:
                self._make_ready(e)
            else:
                self._contribute(run.in_replica[e], sent)

    def _contribute(self, replica: int, sent: int) -> None:
        """One of the values that a replica waits for has come; after the last it goes on."""
        run = self._run
        v = run.vertex[replica]
        master = run.master[v]
        now = int(self._env.now)
        if sent == FROM_MEMORY:
            run.from_memory_at[v] = now
        elif replica == master:
            run.inputs_from[v] = max(run.inputs_from[v], sent)
        run.missing[replica] -= 1
        if run.missing[replica]:
            return
        if replica == master:
            if run.from_memory_at[v] == now:
                run.inputs_from[v] = FROM_MEMORY
            self._make_ready(run.num_edges + v)
        elif run.addition[replica] >= 0:
            self._request(run.num_tasks + run.addition[replica])
            run.added_at[v] = max(run.added_at[v], now)
        else:
            run.send(run.gather_number[replica], self.number, run.cluster[master], master, None)

    def receive_gather(self, master: int, sent: int) -> None:
        """A partial result for a vertex of this core has arrived."""
        self._contribute(master, sent)

    def receive_scatter(self, replica: int, which: int, sent: int) -> None:
        """A value has arrived, for all edges of the cluster that read it or (``which`` >= 0) for one."""
        run = self._run
        run.value_from[replica] = max(run.value_from[replica], sent)
        first, last = run.reader_indptr[replica], run.reader_indptr[replica + 1]
        if which >= 0:
            first, last = first + which, first + which + 1
        self._take(run.readers[first:last], sent)

    def _make_ready(self, task: int) -> None:
        run = self._run
        run.status[task] = READY
        if run.place[task] < self._tail:
            self._queue(task)
            self.call()

    def _queue(self, task: int) -> None:
        run = self._run
        run.status[task] = QUEUED
        heappush(self._ready, (run.priority[task], int(self._env.now), run.order[task], task))
