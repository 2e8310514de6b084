"""The questions of the cores to a run-time scheduler, in rounds: all cores without a task ask together.

A round follows the decisions of a cycle. The scheduler is asked for the cores in ascending order, and only
then do they begin their tasks. A core whose task takes no cycles asks again in the next round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import simpy

from numasim.program.run_time_scheduler import SchedulerState

if TYPE_CHECKING:
    from numasim.numa.simpy_engine.clock import Clock
    from numasim.program.run_time_scheduler import Decisions

ReadyTask = tuple[int, int, int, int]
"""A ready task as the cores sort it; the second number is the cycle in which it became ready, the last one
the task."""


class TaskQuestions:
    """The questions of the current round.

    Parameters
    ----------
    cores : int
        Number of cores.

    Attributes
    ----------
    running : ndarray of int64, shape (cores,)
        The task that each core runs, or -1. The cores maintain it.
    """

    def __init__(self, clock: Clock, decisions: Decisions, cores: int) -> None:
        self._clock = clock
        self._decisions = decisions
        self._ready: list[list[ReadyTask]] = [[] for _ in range(cores)]
        self._asking: list[tuple[int, simpy.Event]] = []
        self.running = np.full(cores, -1, np.int64)

    def watch(self, core: int, ready: list[ReadyTask]) -> None:
        """Register the list of the ready tasks of a core, which the core changes in place."""
        self._ready[core] = ready

    def ask(self, core: int) -> simpy.Event:
        """Ask for the next task of a core, whose ready tasks are sorted.

        Returns
        -------
        Event
            It fires in this cycle. Its value is the position of the task in the list.
        """
        if not self._asking:
            self._clock.after_decisions(self._answer)
        answer = self._clock.env.event()
        self._asking.append((core, answer))
        return answer

    def _answer(self) -> None:
        asking, self._asking = sorted(self._asking, key=lambda asked: asked[0]), []
        num_ready = np.array([len(ready) for ready in self._ready], np.int64)
        positions = []
        for core, _ in asking:
            ready = self._ready[core]
            state = SchedulerState(
                int(self._clock.env.now),
                np.array([since for _, since, _, _ in ready], np.int64),
                num_ready,
                self.running,
                self._decisions.speed,
                self._decisions.times,
            )
            tasks = np.array([task for *_, task in ready], np.int32)
            positions.append(self._decisions.position(core, tasks, state))
        for (_, answer), position in zip(asking, positions, strict=True):
            answer.succeed(position)
