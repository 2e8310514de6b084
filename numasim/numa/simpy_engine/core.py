"""A blocking, single-issue core that runs the tasks of its clusters, one at a time.

A core is in one of four states: *running* a task for the task's cycles, *waiting* for a value from another
core or from memory, *at the barrier* between two supersteps, or *done*. In a cycle, it first receives all
arrivals and then picks the next task. Tasks of zero cycles are run immediately, in the same decision.

Every cycle of a core is accounted for once. Running is ``compute``. A wait ends when a task can start, and is
classified by the value for which the task waited. If the value was read from memory, the whole wait is
``memory``. If it came from another core, the wait is ``synchronisation`` until the message was sent, and then
``network``. At the end of a superstep, the wait for write-backs is ``memory`` and the wait at the barrier is
``synchronisation``. All cycles after the last task are ``idle``.

Cycles are also counted for the cluster of the task that runs or waits. Cycles between the last task of a
superstep and the next step do not belong to a cluster.
"""

from __future__ import annotations

from collections.abc import Generator
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING

import simpy

from numasim.numa.shared.finished_run import CoreCounts
from numasim.numa.shared.run_result import CORE_TIMES
from numasim.numa.shared.value_source import FROM_MEMORY, LOCAL
from numasim.numa.simpy_engine.run_state import RunState

if TYPE_CHECKING:
    from numasim.numa.simpy_engine.work_stealing import WorkStealing


class Core(CoreCounts):
    """A blocking core.

    Parameters
    ----------
    number : int
        The number of the core, which is its tile.
    run : RunState
        The state of the run.

    Attributes
    ----------
    outstanding, reads_in_flight : int
        The remaining work of a superstep, and the number of inputs that are being read.
    running : int
        The task that occupies the core, or -1.
    """

    def __init__(self, number: int, run: RunState) -> None:
        super().__init__()
        self.number = number
        self._run = run
        self._env = run.env
        self._kind = run.kind_of_core[number]
        self._ready: list[tuple[int, int, int, int]] = []
        if run.questions is not None:
            run.questions.watch(number, self._ready)
        self._sleeping: simpy.Event | None = None
        self._waiting_since = 0
        self._in_step = False
        self._runs_stolen = False
        self.running = -1
        self.outstanding = 0
        self._reads: list[int] = []
        self.reads_in_flight = 0
        self._last_write = 0
        self.masters: list[int] = []
        run.env.process(self.process())

    def process(self) -> Generator[simpy.Event]:
        """The SimPy process of the core."""
        run, env = self._run, self._env
        while True:
            yield run.clock.decisions()
            if run.stealing is not None:
                task = self._own_or_stolen_task(run.stealing)
            else:
                task = self._next_task() if run.questions is None else (yield from self._asked_task())
            if task < 0:
                self._sleeping = env.event()
                yield self._sleeping
                continue
            cycles = self.cycles_of(task)
            self.running = task
            yield env.timeout(cycles)
            self.running = -1
            self._spend("compute", env.now - cycles, env.now)
            self._waiting_since = env.now
            if self._runs_stolen:
                self._complete_stolen(task)
            else:
                cluster = run.cluster_of_task[task]
                run.cluster_cycles["compute"][cluster] += cycles
                self._complete(task)
                if run.migration is not None:
                    run.migration.end(cluster)

    def _next_task(self) -> int:
        """The task to start now, or -1. Preceding tasks of zero cycles are completed."""
        while self._ready and self._in_step:
            task = heappop(self._ready)[3]
            if self._begin_task(task):
                return task
        return -1

    def _asked_task(self) -> Generator[simpy.Event, int, int]:
        """Do the same as ``_next_task``, with the choices of a run-time scheduler."""
        questions = self._run.questions
        assert questions is not None
        questions.running[self.number] = -1
        while self._ready and self._in_step:
            self._ready.sort()
            task = self._ready.pop((yield questions.ask(self.number)))[3]
            if self._begin_task(task):
                questions.running[self.number] = task
                return task
        return -1

    def _own_or_stolen_task(self, stealing: WorkStealing) -> int:
        """Do the same as ``_next_task`` with work stealing. A core that finds no task is idle."""
        run, thief = self._run, stealing.thief(self.number)
        while True:
            if thief.held >= 0:
                task, thief.held = thief.held, -1
                if self._env.now > self._waiting_since:
                    self._account_wait(thief.held_sent, None)
                cluster = run.cluster_of_task[task]
                if run.cluster_start[cluster] < 0:
                    run.cluster_start[cluster] = self._env.now
                self._runs_stolen = True
                begun = run.task_cycles[task] > 0
                if not begun:
                    self._complete_stolen(task)
            elif self._ready:
                task = heappop(self._ready)[3]
                stealing.tasks_left -= 1
                begun = self._begin_task(task)
            else:
                stealing.is_idle(self.number)
                return -1
            thief.refusals = 0
            if begun:
                return task

    def cycles_of(self, task: int) -> int:
        """The cycles that a task takes on this core, at the rate of its class there, rounded up."""
        run = self._run
        cycles = run.task_cycles[task]
        if not cycles:
            return 0
        numerator, denominator, constant = run.rates[run.rate_row[task]][self._kind]
        return constant - (-cycles * numerator // denominator)

    @property
    def num_ready(self) -> int:
        """Number of ready tasks."""
        return len(self._ready)

    def give_away(self) -> int:
        """Remove the first ready task, for another core that runs it."""
        return heappop(self._ready)[3]

    def withdraw(self, cluster: int) -> list[int]:
        """Remove the ready tasks of a cluster, which leaves this core."""
        run = self._run
        tasks = [entry[3] for entry in self._ready if run.cluster_of_task[entry[3]] == cluster]
        self._ready[:] = [entry for entry in self._ready if run.cluster_of_task[entry[3]] != cluster]
        heapify(self._ready)
        return tasks

    def wake(self) -> None:
        """Decide in this cycle, unless a task is running."""
        if self._sleeping is not None:
            self._sleeping.succeed()
            self._sleeping = None

    def _complete_stolen(self, task: int) -> None:
        run = self._run
        assert run.stealing is not None
        self._runs_stolen = False
        self.tasks += 1
        run.cluster_finish[run.cluster_of_task[task]] = self._env.now
        run.stealing.send_result(self.number, task)

    def receive_result(self, task: int, sent: int) -> None:
        """Receive the result of a task of this core that another core has run."""
        run = self._run
        v = task - run.num_edges
        if v >= 0:
            run.inputs_from[v] = max(run.inputs_from[v], sent)
            self._finish(v)
            return
        replica = run.in_replica[task]
        v = run.vertex[replica]
        if replica == run.master[v]:
            run.inputs_from[v] = max(run.inputs_from[v], sent)
        self._contribute(replica)

    def _begin_task(self, task: int) -> bool:
        """Begin a ready task. Returns false for a task of zero cycles, which is then complete."""
        run, now = self._run, self._env.now
        cluster = run.cluster_of_task[task]
        if now > self._waiting_since:
            edge = task < run.num_edges
            self._account_wait(
                run.value_from[run.out_replica[task]] if edge else run.inputs_from[task - run.num_edges],
                cluster,
            )
        if run.cluster_start[cluster] < 0:
            run.cluster_start[cluster] = now
        if run.migration is not None:
            run.migration.begin(cluster, task)
        if run.task_cycles[task]:
            return True
        self._complete(task)
        return False

    def _spend(self, activity: str, first: int, last: int) -> None:
        """Count the cycles ``first`` .. ``last - 1`` as one of the activities of this core."""
        setattr(self, activity, getattr(self, activity) + last - first)
        self._run.activity.add(CORE_TIMES.index(activity), first, last)

    def _account_wait(self, cause: int, cluster: int | None) -> None:
        """Classify a wait that ends now.

        The wait for a stolen task belongs to no cluster, nor does a wait before the cluster came to the core.
        """
        now, since = self._env.now, self._waiting_since
        self._waiting_since = now
        if cause == FROM_MEMORY:
            waits = {"memory": (since, now)}
        else:
            sent = now if cause == LOCAL else min(max(cause, since), now)
            waits = {"synchronisation": (since, sent), "network": (sent, now)}
        for kind, (first, last) in waits.items():
            self._spend(kind, first, last)
            if cluster is not None:
                first = max(first, self._run.settled_at[cluster])
                self._run.cluster_cycles[kind][cluster] += max(0, last - first)

    def _complete(self, task: int) -> None:
        run = self._run
        self.tasks += 1
        run.cluster_finish[run.cluster_of_task[task]] = self._env.now
        if task < run.num_edges:
            self._contribute(run.in_replica[task])
            if run.supersteps:
                self._done(1)
        else:
            self._finish(task - run.num_edges)

    def start(self) -> None:
        """Begin the program, or the next superstep, with the values of the inputs."""
        run = self._run
        self._in_step = True
        if run.supersteps:
            self.outstanding = run.outstanding[self.number]
        needs_read = run.needs_read
        latest_first = sorted(self.masters, key=lambda v: run.order[run.num_edges + v], reverse=True)
        self._reads = [v for v in latest_first if needs_read[v]]
        for v in self.masters:
            if not needs_read[v] and (run.supersteps or run.missing[run.master[v]] == 0):
                self._begin(v)
        self._read_inputs()
        if run.supersteps:
            self._done(0)
        self._wake()

    def _read_inputs(self) -> None:
        run = self._run
        while self._reads and self.reads_in_flight < run.mshrs:
            v = self._reads.pop()
            self.reads_in_flight += 1
            run.memory.touch(run.read_number[v], self.number, v)
            self._env.process(self._read(v))

    def _read(self, v: int) -> Generator[simpy.Event]:
        run = self._run
        yield from run.memory.read(run.read_number[v], self.number, v)
        self.reads_in_flight -= 1
        if run.migration is not None:
            run.migration.pinned[run.cluster[run.master[v]]] -= 1
        self._read_inputs()
        self._begin(v)

    def _begin(self, v: int) -> None:
        """Process the arrival of the initial value of vertex v."""
        run = self._run
        run.begun_at[v] = self._env.now
        if run.supersteps:
            replica = run.master[v]
            run.value_from[replica] = FROM_MEMORY if run.needs_read[v] else LOCAL
            self._publish(v, replica)
            self._contribute(replica)
        else:
            self._operate(v)

    def _contribute(self, replica: int) -> None:
        """Count one input of a replica, which reports after its last input."""
        run = self._run
        run.missing[replica] -= 1
        if run.missing[replica]:
            return
        v = run.vertex[replica]
        master = run.master[v]
        if replica == master:
            self._operate(v)
        else:
            run.send(run.gather_number[replica], self.number, run.cluster[master], master, None)

    def _operate(self, v: int) -> None:
        """Run the operation of vertex v, which has all of its inputs."""
        run = self._run
        if run.begun_at[v] == self._env.now:
            run.inputs_from[v] = FROM_MEMORY if run.needs_read[v] else LOCAL
        if run.task_cycles[run.num_edges + v]:
            self.make_ready(run.num_edges + v)
        else:
            self._finish(v)

    def _finish(self, v: int) -> None:
        """Process the new value of vertex v."""
        run = self._run
        run.vertex_finish[v] = self._env.now
        if not run.supersteps:
            run.value_from[run.master[v]] = run.inputs_from[v]
            self._publish(v, run.master[v])
        elif run.needs_read[v]:
            self._last_write = self._env.now
            run.memory.touch(run.write_number[v], self.number, v)
            self._env.process(self._write(v))
        else:
            self._done(1)

    def _write(self, v: int) -> Generator[simpy.Event]:
        run = self._run
        yield from run.memory.write(run.write_number[v], self.number, v)
        self._done(1)

    def _publish(self, v: int, master: int) -> None:
        """Pass the value of v to its master's cluster, and send it to the other clusters that read it."""
        run = self._run
        for task in run.readers[run.reader_indptr[master] : run.reader_indptr[master + 1]]:
            self.make_ready(task)
        for replica, number, copies in run.scatters[v]:
            if copies == 1:
                run.send(number, self.number, run.cluster[replica], replica, -1)
            else:
                for k in range(copies):
                    run.send(number + k, self.number, run.cluster[replica], replica, k)

    def receive_gather(self, master: int, sent: int) -> None:
        """Receive a partial result for a vertex of this core."""
        run = self._run
        v = run.vertex[master]
        run.inputs_from[v] = max(run.inputs_from[v], sent)
        self._contribute(master)

    def receive_scatter(self, replica: int, which: int, sent: int) -> None:
        """Receive a value for all edges of the cluster that read it, or (``which`` >= 0) for one edge."""
        run = self._run
        run.value_from[replica] = max(run.value_from[replica], sent)
        first, last = run.reader_indptr[replica], run.reader_indptr[replica + 1]
        for task in run.readers[first:last] if which < 0 else run.readers[first + which : first + which + 1]:
            self.make_ready(task)

    def make_ready(self, task: int) -> None:
        """Process the arrival of the last value that a task needs, or of its cluster."""
        run = self._run
        if run.migration is not None and run.migration.keeps(task):
            return
        heappush(self._ready, (run.priority[task], run.ready_sign * self._env.now, run.order[task], task))
        self._wake()

    def _wake(self) -> None:
        if self._sleeping is not None and self._ready and self._in_step:
            self._sleeping.succeed()
            self._sleeping = None

    def _done(self, count: int) -> None:
        """Decrement the remaining work of this step. At zero, the core enters the barrier."""
        run = self._run
        self.outstanding -= count
        if self.outstanding or not self._in_step:
            return
        self._in_step = False
        now, since = self._env.now, self._waiting_since
        if now > since:
            last_write = min(max(self._last_write, since), now) if run.writes_back else now
            self._spend("synchronisation", since, last_write)
            self._spend("memory", last_write, now)
            self._waiting_since = now
        run.reset_replicas(self.number)
        run.barrier.arrive(self.number)

    def release(self) -> None:
        """Continue after the barrier."""
        self._spend("synchronisation", self._waiting_since, self._env.now)
        self._waiting_since = self._env.now
