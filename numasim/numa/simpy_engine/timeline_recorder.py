"""Parts of a run that record the activity of its cores in a timeline, by observing the cores' counters.

The model is unchanged. A recorded core reads its own counters before and after they change. So a run without
a timeline has no overhead, and a run with a timeline has the same results.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import partial
from typing import TYPE_CHECKING, Any

import simpy

from numasim.numa.simpy_engine.core import Core
from numasim.numa.simpy_engine.migration import ClusterMigration
from numasim.numa.simpy_engine.out_of_order_core import OutOfOrderCore
from numasim.numa.simpy_engine.value_messages import ValueMessages
from numasim.numa.simpy_engine.work_stealing import WorkStealing

if TYPE_CHECKING:
    from numasim.numa.shared.timeline import Timeline
    from numasim.numa.simpy_engine.coherent_memory import L1
    from numasim.numa.simpy_engine.migration import Move
    from numasim.numa.simpy_engine.run_parts import RunParts

KINDS = ("synchronisation", "network", "memory", "compute")
"""The activities of a core in the order in which they follow one another within a wait."""


class RecordedCore(Core):
    """A recorded blocking core. Its cycles are accounted for in order, so new cycles follow recorded ones."""

    def __init__(self, number: int, run: RunParts, *, timeline: Timeline) -> None:
        super().__init__(number, run)
        self._timeline = timeline
        self._recorded_until = 0
        self._recorded = dict.fromkeys(KINDS, 0)

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
        first, spent = self._recorded_until, self._recorded
        for kind in spent:
            last = first + getattr(self, kind) - spent[kind]
            if last > first:
                cluster = self._program.cluster_of_task[task] if task >= 0 else -1
                self._timeline.spent(self.number, kind, first, last, task, cluster)
                spent[kind] += last - first
                first = last
        self._recorded_until = first


class RecordedWorkStealing(WorkStealing):
    """Work stealing whose tasks and results are recorded as messages."""

    def __init__(self, *arguments: Any, timeline: Timeline) -> None:
        super().__init__(*arguments)
        self._timeline = timeline

    def deliver_task(self, number: int, victim: int, core: int, task: int, sent: int) -> None:
        """Pass a stolen task to its thief."""
        self._timeline.message(number, victim, core, sent, int(self._env.now), "task", task)
        super().deliver_task(number, victim, core, task, sent)

    def deliver_result(self, number: int, core: int, home: int, task: int, sent: int) -> None:
        """Pass the result of a stolen task to the core of its cluster."""
        self._timeline.message(number, core, home, sent, int(self._env.now), "result", task)
        super().deliver_result(number, core, home, task, sent)


class RecordedClusterMigration(ClusterMigration):
    """Migration whose moves are recorded as messages, from the first packet of a cluster to its last."""

    def __init__(self, *arguments: Any, timeline: Timeline) -> None:
        super().__init__(*arguments)
        self._timeline = timeline

    def _settle(self, cluster: int, move: Move) -> None:
        number, now = self._first_number + cluster, int(self._env.now)
        self._timeline.message(number, move.old, move.new, move.departed, now, "migration", cluster=cluster)
        super()._settle(cluster, move)


class RecordedOutOfOrderCore(OutOfOrderCore):
    """A recorded out-of-order core. Waits for messages are classified at their end and may contain tasks."""

    def __init__(self, number: int, run: RunParts, l1: L1, *, timeline: Timeline) -> None:
        super().__init__(number, run, l1)
        self._timeline = timeline
        self._waits: list[tuple[int, int]] = []  # first cycle, and the first cycle after it

    def _account(self, now: int) -> None:
        timeline, since = self._timeline, self._accounted_until
        compute, memory = self.compute, self.memory
        super()._account(now)
        if self.compute > compute:
            timeline.spent(self.number, "compute", since, now)
        elif self.memory > memory:
            timeline.spent(self.number, "memory", since, now)
        elif self._accounted_until > since:
            self._waits.append((since, now))

    def _settle_wait(self, now: int) -> None:
        timeline, waits = self._timeline, self._waits
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
            self._timeline.spent(self.number, "synchronisation", since, self._accounted_until)

    def _begin_tasks(self) -> bool:
        began = super()._begin_tasks()
        if began:
            now = int(self._env.now)
            self._timeline.spent(self.number, "compute", now, now + 1)
        return began


class RecordedMessages(ValueMessages):
    """Recorded value messages."""

    def __init__(self, *arguments: Any, timeline: Timeline) -> None:
        super().__init__(*arguments)
        self._timeline = timeline

    def _carry(
        self, number: int, source: int, cluster: int, replica: int, which: int | None
    ) -> Generator[simpy.Event]:
        sent = int(self._env.now)
        yield from super()._carry(number, source, cluster, replica, which)
        target = self._clusters.core_of_cluster[cluster]
        self._timeline.message(number, source, target, sent, int(self._env.now))


def recorded_parts(timeline: Timeline) -> dict[str, Callable[..., Any]]:
    """Return the parts with which a run fills a timeline; its results stay the same."""
    kinds = (RecordedCore, RecordedOutOfOrderCore, RecordedWorkStealing, RecordedClusterMigration)
    return {kind.part: partial(kind, timeline=timeline) for kind in (*kinds, RecordedMessages)}
