"""Schedulers that decide while the program runs: their interface, and the check of their answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from numasim.program.task_times import TaskTimes
from partitioners.errors import OptionError

if TYPE_CHECKING:
    from numasim.machine.machine import Machine
    from numasim.program.program import Program


@dataclass(frozen=True, eq=False)
class SchedulerState:
    """The state of a run, as passed to a scheduler for one decision. Its arrays are valid during the call.

    Attributes
    ----------
    cycle : int
        The current cycle.
    ready_since : ndarray of int64, shape of ``ready``
        The cycle in which each ready task of the core became ready.
    num_ready : ndarray of int64, shape (cores,)
        Number of ready tasks of each core, before any core has decided in this round.
    running : ndarray of int64, shape (cores,)
        The task that each core runs, or -1.
    speed : ndarray of float64, shape (cores,)
        The speed of each core: a task of c cycles takes c / speed cycles, rounded up, unless the machine has
        a time for the class of the task.
    times : TaskTimes
        The times of all tasks, see :meth:`cycles_of`.
    """

    cycle: int
    ready_since: NDArray[np.int64]
    num_ready: NDArray[np.int64]
    running: NDArray[np.int64]
    speed: NDArray[np.float64]
    times: TaskTimes

    def cycles_of(self, tasks: NDArray[np.integer], core: int) -> NDArray[np.int64]:
        """The cycles that tasks take on a core, in the shape of ``tasks``."""
        return self.times.on(tasks, core)


@runtime_checkable
class RunTimeScheduler(Protocol):
    """A scheduler that is asked whenever a core needs its next task.

    In each cycle, the cores without a task are asked for in ascending order. A core whose task takes no
    cycles is asked for again, in a further round of the same cycle.
    """

    def next_task(self, core: int, ready: NDArray[np.int32], state: SchedulerState) -> int:
        """Return the task that a core runs next.

        Parameters
        ----------
        ready : ndarray of int32
            Its ready tasks, at least one, in the order (cycle in which it became ready, program order).

        Returns
        -------
        int
            A task in ``ready``.
        """


class Decisions:
    """The decisions of a run-time scheduler in one run.

    Parameters
    ----------
    scheduler : RunTimeScheduler
        A scheduler that has made no decision yet.
    name : str
        The name of the scheduler, for messages.
    """

    def __init__(self, scheduler: RunTimeScheduler, program: Program, name: str, machine: Machine) -> None:
        self._ask = scheduler.next_task
        self._program = program
        self._name = name
        self.speed = np.array(machine.speeds, np.float64)
        self.speed.flags.writeable = False
        self.times = TaskTimes.of(program, machine)
        self._chosen_in = np.full(program.num_tasks, -1, np.int64)

    def position(self, core: int, ready: NDArray[np.int32], state: SchedulerState) -> int:
        """Ask for the next task of a core.

        Returns
        -------
        int
            The position of the task in ``ready``.

        Raises
        ------
        OptionError
            The scheduler did not return one of the ready tasks.
        """
        answer = self._ask(core, ready, state)
        if type(answer) is not int and not isinstance(answer, np.integer):
            raise self._refusal(core, state.cycle, f"returned {answer!r} as the next task", "")
        found = (ready == answer).nonzero()[0]
        if found.size != 1:
            raise self._refusal(core, state.cycle, f"chose task {answer}", self._objection(int(answer)))
        self._chosen_in[answer] = state.cycle
        return int(found[0])

    def _objection(self, task: int) -> str:
        """Why the choice of a task is refused."""
        if not 0 <= task < self._program.num_tasks:
            return f", but tasks are 0 .. {self._program.num_tasks - 1}"
        if self._chosen_in[task] >= 0:
            return f", which it has chosen in cycle {self._chosen_in[task]} already"
        return ", which is not ready there"

    def _refusal(self, core: int, cycle: int, deed: str, objection: str) -> OptionError:
        return OptionError(
            f"scheduler {self._name!r} {deed} of core {core} in cycle {cycle}{objection}; it must return one "
            "of the tasks in `ready`"
        )
