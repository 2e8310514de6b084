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
from typing import TYPE_CHECKING, ClassVar

import simpy

from numasim.numa.shared.finished_run import CoreCounts
from numasim.numa.shared.run_result import CORE_TIMES
from numasim.numa.shared.value_source import FROM_MEMORY, LOCAL

if TYPE_CHECKING:
    from numasim.numa.simpy_engine.run_parts import RunParts
    from numasim.numa.simpy_engine.work_stealing import WorkStealing


class Core(CoreCounts):
    """A blocking core.

    Parameters
    ----------
    number : int
        The number of the core, which is its tile.

    Attributes
    ----------
    outstanding, reads_in_flight : int
        The remaining work of a superstep, and the number of inputs that are being read.
    running : int
        The task that occupies the core, or -1.
    """

    part: ClassVar[str] = "core"

    def __init__(self, number: int, run: RunParts) -> None:
        super().__init__()
        self.number = number
        self._env, self._clock, self._memory = run.machine.env, run.machine.clock, run.machine.memory
        self._program, self._arrivals, self._clusters = run.program, run.arrivals, run.clusters
        self._questions, self._stealing, self._migration = run.questions, run.stealing, run.migration
        self._messages, self._barrier = run.messages, run.barrier
        self._mshrs = run.inputs.machine.core.mshrs
        self._kind = run.program.kind_of_core[number]
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
        self._env.process(self.process())

    def process(self) -> Generator[simpy.Event]:
        """The SimPy process of the core."""
        env = self._env
        while True:
            yield self._clock.decisions()
            if self._stealing is not None:
                task = self._own_or_stolen_task(self._stealing)
            else:
                task = self._next_task() if self._questions is None else (yield from self._asked_task())
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
                cluster = self._program.cluster_of_task[task]
                self._clusters.cycles["compute"][cluster] += cycles
                self._complete(task)
                if self._migration is not None:
                    self._migration.end(cluster)

    def _next_task(self) -> int:
        """The task to start now, or -1. Preceding tasks of zero cycles are completed."""
        while self._ready and self._in_step:
            task = heappop(self._ready)[3]
            if self._begin_task(task):
                return task
        return -1

    def _asked_task(self) -> Generator[simpy.Event, int, int]:
        """Do the same as ``_next_task``, with the choices of a run-time scheduler."""
        questions = self._questions
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
        program, clusters, thief = self._program, self._clusters, stealing.thief(self.number)
        while True:
            if thief.held >= 0:
                task, thief.held = thief.held, -1
                if self._env.now > self._waiting_since:
                    self._account_wait(thief.held_sent, None)
                cluster = program.cluster_of_task[task]
                if clusters.start[cluster] < 0:
                    clusters.start[cluster] = self._env.now
                self._runs_stolen = True
                begun = program.task_cycles[task] > 0
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
        program = self._program
        cycles = program.task_cycles[task]
        if not cycles:
            return 0
        numerator, denominator, constant = program.rates[program.rate_row[task]][self._kind]
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
        program = self._program
        tasks = [entry[3] for entry in self._ready if program.cluster_of_task[entry[3]] == cluster]
        self._ready[:] = [entry for entry in self._ready if program.cluster_of_task[entry[3]] != cluster]
        heapify(self._ready)
        return tasks

    def wake(self) -> None:
        """Decide in this cycle, unless a task is running."""
        if self._sleeping is not None:
            self._sleeping.succeed()
            self._sleeping = None

    def _complete_stolen(self, task: int) -> None:
        assert self._stealing is not None
        self._runs_stolen = False
        self.tasks += 1
        self._clusters.finish[self._program.cluster_of_task[task]] = self._env.now
        self._stealing.send_result(self.number, task)

    def receive_result(self, task: int, sent: int) -> None:
        """Receive the result of a task of this core that another core has run."""
        program, arrivals = self._program, self._arrivals
        v = task - program.num_edges
        if v >= 0:
            arrivals.inputs_from[v] = max(arrivals.inputs_from[v], sent)
            self._finish(v)
            return
        replica = program.in_replica[task]
        v = program.vertex[replica]
        if replica == program.master[v]:
            arrivals.inputs_from[v] = max(arrivals.inputs_from[v], sent)
        self._contribute(replica)

    def _begin_task(self, task: int) -> bool:
        """Begin a ready task. Returns false for a task of zero cycles, which is then complete."""
        program, arrivals, clusters, now = self._program, self._arrivals, self._clusters, self._env.now
        cluster = program.cluster_of_task[task]
        if now > self._waiting_since:
            edge = task < program.num_edges
            self._account_wait(
                arrivals.value_from[program.out_replica[task]]
                if edge
                else arrivals.inputs_from[task - program.num_edges],
                cluster,
            )
        if clusters.start[cluster] < 0:
            clusters.start[cluster] = now
        if self._migration is not None:
            self._migration.begin(cluster, task)
        if program.task_cycles[task]:
            return True
        self._complete(task)
        return False

    def _spend(self, activity: str, first: int, last: int) -> None:
        """Count the cycles ``first`` .. ``last - 1`` as one of the activities of this core."""
        setattr(self, activity, getattr(self, activity) + last - first)
        self._clusters.activity.add(CORE_TIMES.index(activity), first, last)

    def _account_wait(self, cause: int, cluster: int | None) -> None:
        """Classify a wait that ends now.

        The wait for a stolen task belongs to no cluster, nor does a wait before the cluster came to the core.
        """
        clusters, now, since = self._clusters, self._env.now, self._waiting_since
        self._waiting_since = now
        if cause == FROM_MEMORY:
            waits = {"memory": (since, now)}
        else:
            sent = now if cause == LOCAL else min(max(cause, since), now)
            waits = {"synchronisation": (since, sent), "network": (sent, now)}
        for kind, (first, last) in waits.items():
            self._spend(kind, first, last)
            if cluster is not None:
                first = max(first, clusters.settled_at[cluster])
                clusters.cycles[kind][cluster] += max(0, last - first)

    def _complete(self, task: int) -> None:
        program = self._program
        self.tasks += 1
        self._clusters.finish[program.cluster_of_task[task]] = self._env.now
        if task < program.num_edges:
            self._contribute(program.in_replica[task])
            if program.supersteps:
                self._done(1)
        else:
            self._finish(task - program.num_edges)

    def start(self) -> None:
        """Begin the program, or the next superstep, with the values of the inputs."""
        program = self._program
        self._in_step = True
        if program.supersteps:
            self.outstanding = self._clusters.outstanding[self.number]
        needs_read = program.needs_read
        latest_first = sorted(self.masters, key=lambda v: program.order[program.num_edges + v], reverse=True)
        self._reads = [v for v in latest_first if needs_read[v]]
        for v in self.masters:
            if not needs_read[v] and (program.supersteps or self._arrivals.missing[program.master[v]] == 0):
                self._begin(v)
        self._read_inputs()
        if program.supersteps:
            self._done(0)
        self._wake()

    def _read_inputs(self) -> None:
        while self._reads and self.reads_in_flight < self._mshrs:
            v = self._reads.pop()
            self.reads_in_flight += 1
            self._memory.touch(self._program.read_number[v], self.number, v)
            self._env.process(self._read(v))

    def _read(self, v: int) -> Generator[simpy.Event]:
        program = self._program
        yield from self._memory.read(program.read_number[v], self.number, v)
        self.reads_in_flight -= 1
        if self._migration is not None:
            self._migration.pinned[program.cluster[program.master[v]]] -= 1
        self._read_inputs()
        self._begin(v)

    def _begin(self, v: int) -> None:
        """Process the arrival of the initial value of vertex v."""
        program, arrivals = self._program, self._arrivals
        arrivals.begun_at[v] = self._env.now
        if program.supersteps:
            replica = program.master[v]
            arrivals.value_from[replica] = FROM_MEMORY if program.needs_read[v] else LOCAL
            self._publish(v, replica)
            self._contribute(replica)
        else:
            self._operate(v)

    def _contribute(self, replica: int) -> None:
        """Count one input of a replica, which reports after its last input."""
        program, arrivals = self._program, self._arrivals
        arrivals.missing[replica] -= 1
        if arrivals.missing[replica]:
            return
        v = program.vertex[replica]
        master = program.master[v]
        if replica == master:
            self._operate(v)
        else:
            self._messages.send(
                program.gather_number[replica], self.number, program.cluster[master], master, None
            )

    def _operate(self, v: int) -> None:
        """Run the operation of vertex v, which has all of its inputs."""
        program, arrivals = self._program, self._arrivals
        if arrivals.begun_at[v] == self._env.now:
            arrivals.inputs_from[v] = FROM_MEMORY if program.needs_read[v] else LOCAL
        if program.task_cycles[program.num_edges + v]:
            self.make_ready(program.num_edges + v)
        else:
            self._finish(v)

    def _finish(self, v: int) -> None:
        """Process the new value of vertex v."""
        program, arrivals = self._program, self._arrivals
        arrivals.finished_at[v] = self._env.now
        if not program.supersteps:
            arrivals.value_from[program.master[v]] = arrivals.inputs_from[v]
            self._publish(v, program.master[v])
        elif program.needs_read[v]:
            self._last_write = self._env.now
            self._memory.touch(program.write_number[v], self.number, v)
            self._env.process(self._write(v))
        else:
            self._done(1)

    def _write(self, v: int) -> Generator[simpy.Event]:
        yield from self._memory.write(self._program.write_number[v], self.number, v)
        self._done(1)

    def _publish(self, v: int, master: int) -> None:
        """Pass the value of v to its master's cluster, and send it to the other clusters that read it."""
        program, messages = self._program, self._messages
        for task in program.readers[program.reader_indptr[master] : program.reader_indptr[master + 1]]:
            self.make_ready(task)
        for replica, number, copies in program.scatters[v]:
            if copies == 1:
                messages.send(number, self.number, program.cluster[replica], replica, -1)
            else:
                for k in range(copies):
                    messages.send(number + k, self.number, program.cluster[replica], replica, k)

    def receive_gather(self, master: int, sent: int) -> None:
        """Receive a partial result for a vertex of this core."""
        arrivals = self._arrivals
        v = self._program.vertex[master]
        arrivals.inputs_from[v] = max(arrivals.inputs_from[v], sent)
        self._contribute(master)

    def receive_scatter(self, replica: int, which: int, sent: int) -> None:
        """Receive a value for all edges of the cluster that read it, or (``which`` >= 0) for one edge."""
        program, arrivals = self._program, self._arrivals
        arrivals.value_from[replica] = max(arrivals.value_from[replica], sent)
        first, last = program.reader_indptr[replica], program.reader_indptr[replica + 1]
        for task in (
            program.readers[first:last] if which < 0 else program.readers[first + which : first + which + 1]
        ):
            self.make_ready(task)

    def make_ready(self, task: int) -> None:
        """Process the arrival of the last value that a task needs, or of its cluster."""
        program = self._program
        if self._migration is not None and self._migration.keeps(task):
            return
        heappush(
            self._ready,
            (program.priority[task], program.ready_sign * self._env.now, program.order[task], task),
        )
        self._wake()

    def _wake(self) -> None:
        if self._sleeping is not None and self._ready and self._in_step:
            self._sleeping.succeed()
            self._sleeping = None

    def _done(self, count: int) -> None:
        """Decrement the remaining work of this step. At zero, the core enters the barrier."""
        self.outstanding -= count
        if self.outstanding or not self._in_step:
            return
        self._in_step = False
        now, since = self._env.now, self._waiting_since
        if now > since:
            last_write = min(max(self._last_write, since), now) if self._program.writes_back else now
            self._spend("synchronisation", since, last_write)
            self._spend("memory", last_write, now)
            self._waiting_since = now
        self._arrivals.expect_again(self._clusters.replicas_of_core[self.number])
        self._barrier.arrive(self.number)

    def release(self) -> None:
        """Continue after the barrier."""
        self._spend("synchronisation", self._waiting_since, self._env.now)
        self._waiting_since = self._env.now
