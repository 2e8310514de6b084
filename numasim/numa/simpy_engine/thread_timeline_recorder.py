"""A run of threads that records the activity of its cores in a timeline.

The model is unchanged, as in :mod:`numasim.numa.simpy_engine.timeline_recorder`: a recorded core reads its
own counters before and after they change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from numasim.numa.shared.thread_stall import WAITS, object_name
from numasim.numa.simpy_engine.thread_core import ThreadCore
from numasim.numa.simpy_engine.thread_operation import Operation
from numasim.numa.simpy_engine.thread_run import ThreadRun
from numasim.threads.operations import AWAIT

if TYPE_CHECKING:
    from numasim.numa.shared.thread_inputs import ThreadRunInputs
    from numasim.numa.shared.timeline import Timeline


class RecordedThreadCore(ThreadCore):
    """A recorded core. Its cycles are accounted for in order, so new cycles follow recorded ones."""

    _run: RecordedThreadRun

    def _account(self, now: int) -> None:
        since, reason = self._accounted_until, self._reason
        spent = getattr(self, reason)
        super()._account(now)
        if getattr(self, reason) > spent:
            # The window is still that of the last decision, in which the reason was set.
            oldest = self.window[0] if self.window else None
            name = ""
            if oldest is not None and oldest.kind in WAITS:
                number = oldest.folded if oldest.kind == AWAIT else oldest.address
                name = object_name(oldest.kind, number, self._run.object_names)
            self._run.timeline.spent(self.number, reason, since, now, waits_for=name)

    def _issue(self, now: int) -> None:
        self._computes_from = self._accounted_until
        super()._issue(now)
        if self._accounted_until > self._computes_from:
            timeline, last = self._run.timeline, self._accounted_until
            timeline.spent(self.number, "compute", self._computes_from, last)

    def _put_back(self, operation: Operation, now: int) -> None:
        super()._put_back(operation, now)
        self._run.timeline.take_back(self.number, now)
        self._computes_from = now


class RecordedThreadRun(ThreadRun):
    """A run of threads that fills a timeline. Its parameters are those of the model.

    Attributes
    ----------
    timeline : Timeline
    object_names : sequence of str
        The program's names of its synchronisation objects; may be empty.
    """

    core = RecordedThreadCore

    def __init__(self, timeline: Timeline, inputs: ThreadRunInputs) -> None:
        self.timeline = timeline
        self.object_names = inputs.team.program.object_names
        super().__init__(inputs)

    def execute(self) -> None:
        """Run to the end, which is also the end of the timeline."""
        super().execute()
        timeline, end = self.timeline, self.finished_at
        timeline.run_cycles = end
        if self.ended_by is not None:
            timeline.last = end if timeline.last is None else min(timeline.last, end)
