"""A run that records the activity of its cores in a timeline, by observing the cores' counters.

The model is unchanged. A recorded core reads its own counters before and after they change. So a run without
a timeline has no overhead, and a run with a timeline has the same results.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

import simpy

from numasim.numa.simpy_engine.core import Core
from numasim.numa.simpy_engine.migration import ClusterMigration
from numasim.numa.simpy_engine.out_of_order_core import OutOfOrderCore
from numasim.numa.simpy_engine.run import Run
from numasim.numa.simpy_engine.work_stealing import WorkStealing

if TYPE_CHECKING:
    from numasim.numa.shared.run_inputs import RunInputs
    from numasim.numa.shared.timeline import Timeline
    from numasim.numa.simpy_engine.migration import Move


class RecordedCore(Core):
    """A recorded blocking core. Its cycles are accounted for in order, so new cycles follow recorded ones."""

    _run: RecordedRun
    _recorded_until = 0

    def _account_wait(self, cause: int, cluster: int | None) -> None:
        super()._account_wait(cause, cluster)
        self._record()

    def _complete(self, task: int) -> None:
        self._record(task)
        super()._complete(task)

    def _complete_stolen(self, task: int) -> None:
        self._record(task)
        super()._complete_stolen(task)

    def _done(self, count: int) -> None:
        super()._done(count)
        self._record()

    def release(self) -> None:
        """Continue after the barrier."""
        super().release()
        self._record()

    def _record(self, task: int = -1) -> None:
        """Record the cycles since the last call. Within a wait, synchronisation comes first."""
        run, first = self._run, self._recorded_until
        spent = run.spent[self.number]
        for kind in spent:
            last = first + getattr(self, kind) - spent[kind]
            if last > first:
                cluster = run.cluster_of_task[task] if task >= 0 else -1
                run.timeline.spent(self.number, kind, first, last, task, cluster)
                spent[kind] += last - first
                first = last
        self._recorded_until = first


class RecordedWorkStealing(WorkStealing):
    """Work stealing whose tasks and results are recorded as messages."""

    _run: RecordedRun

    def deliver_task(self, number: int, victim: int, core: int, task: int, sent: int) -> None:
        """Pass a stolen task to its thief."""
        self._run.timeline.message(number, victim, core, sent, int(self._run.env.now), "task", task)
        super().deliver_task(number, victim, core, task, sent)

    def deliver_result(self, number: int, core: int, home: int, task: int, sent: int) -> None:
        """Pass the result of a stolen task to the core of its cluster."""
        self._run.timeline.message(number, core, home, sent, int(self._run.env.now), "result", task)
        super().deliver_result(number, core, home, task, sent)


class RecordedClusterMigration(ClusterMigration):
    """Migration whose moves are recorded as messages, from the first packet of a cluster to its last."""

    _run: RecordedRun

    def _settle(self, cluster: int, move: Move) -> None:
        run, number = self._run, self._first_number + cluster
        run.timeline.message(
            number, move.old, move.new, move.departed, int(run.env.now), "migration", cluster=cluster
        )
        super()._settle(cluster, move)


class RecordedOutOfOrderCore(OutOfOrderCore):
    """A recorded out-of-order core. Waits for messages are classified at their end and may contain tasks."""

    _run: RecordedRun

    def _account(self, now: int) -> None:
        timeline, since = self._run.timeline, self._accounted_until
        compute, memory = self.compute, self.memory
        super()._account(now)
        if self.compute > compute:
            timeline.spent(self.number, "compute", since, now)
        elif self.memory > memory:
            timeline.spent(self.number, "memory", since, now)
        elif self._accounted_until > since:
            self._run.waits[self.number].append((since, now))

    def _settle_wait(self, now: int) -> None:
        timeline, waits = self._run.timeline, self._run.waits[self.number]
        not_sent, memory = -self.synchronisation, self.memory
        super()._settle_wait(now)
        if self._waited:
            return
        not_sent += self.synchronisation
        for first, last in waits:
            sent = min(first + not_sent, last)
            not_sent -= sent - first
            if first < sent:
                timeline.spent(self.number, "synchronisation", first, sent)
            if sent < last:
                timeline.spent(self.number, "memory" if self.memory > memory else "network", sent, last)
        waits.clear()

    def release(self) -> None:
        """Continue after the barrier."""
        since = self._accounted_until
        super().release()
        if self._accounted_until > since:
            self._run.timeline.spent(self.number, "synchronisation", since, self._accounted_until)

    def _begin_tasks(self) -> bool:
        began = super()._begin_tasks()
        if began:
            now = int(self._env.now)
            self._run.timeline.spent(self.number, "compute", now, now + 1)
        return began


class RecordedRun(Run):
    """A run of the model that fills a timeline. Its parameters are those of the model.

    Attributes
    ----------
    timeline : Timeline
    spent : list of dict
        The recorded cycles of each kind, by core.
    waits : list of list
        Waits for messages that have not arrived yet, by core: first cycle, and the first cycle after it.
    """

    blocking_core = RecordedCore
    out_of_order_core = RecordedOutOfOrderCore
    work_stealing = RecordedWorkStealing
    cluster_migration = RecordedClusterMigration

    def __init__(self, timeline: Timeline, inputs: RunInputs) -> None:
        self.timeline = timeline
        super().__init__(inputs)
        kinds = ("synchronisation", "network", "memory", "compute")
        self.spent = [dict.fromkeys(kinds, 0) for _ in self.cores]
        self.waits: list[list[tuple[int, int]]] = [[] for _ in self.cores]
        timeline.graph = self.program.partition.graph
        timeline.timed_tasks = sum(cycles > 0 for cycles in self.task_cycles) * self.program.steps

    def _message(
        self, number: int, source: int, cluster: int, replica: int, which: int | None
    ) -> Generator[simpy.Event]:
        sent = int(self.env.now)
        yield from super()._message(number, source, cluster, replica, which)
        self.timeline.message(number, source, self.core_of_cluster[cluster], sent, int(self.env.now))
