"""Task schedulers, which decide which ready task a core runs next.

A scheduler takes the program, and returns one of

- an array with a number for each task: a core runs the ready task with the smallest number. Ties are broken
  by the time at which the tasks became ready, then by program order. A scheduler that gives every task the
  same number is therefore first-in first-out,
- a :class:`TaskQueue`, which also says whether ties go to the task that became ready last,
- a :class:`~numasim.program.run_time_scheduler.RunTimeScheduler`, an object that is asked for every decision
  while the program runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from numasim.program.run_time_scheduler import RunTimeScheduler
from partitioners.errors import OptionError
from partitioners.plugins.registry import Registry

if TYPE_CHECKING:
    from numasim.program.program import Program


@dataclass(frozen=True, eq=False)
class TaskQueue:
    """The order in which a core runs its ready tasks.

    Attributes
    ----------
    priority : ndarray of int, shape (num_tasks,)
        The ready task with the smallest number runs first.
    latest_first : bool
        Whether ties go to the task that became ready last, instead of first. Tasks that became ready in the
        same cycle run in program order.
    """

    priority: NDArray[Any]
    latest_first: bool = False


SCHEDULERS = Registry(
    "scheduler",
    "numasim.schedulers",
    {
        "program_order": "numasim.program.schedulers:program_order",
        "fifo": "numasim.program.schedulers:fifo",
        "lifo": "numasim.program.schedulers:lifo",
        "critical_path": "numasim.program.schedulers:critical_path",
    },
    reserved=(),
)
"""Every scheduler: ``f(program, *, options...)``, which returns an array of int64 with shape (num_tasks,), a
:class:`TaskQueue` or a :class:`~numasim.program.run_time_scheduler.RunTimeScheduler`."""


def schedule_of(answer: Any, program: Program, name: str) -> TaskQueue | RunTimeScheduler:
    """Check what a scheduler returned.

    Parameters
    ----------
    answer : object
        The returned object.
    program : Program
        The program for which the scheduler was called.
    name : str
        The name of the scheduler.

    Raises
    ------
    OptionError
        It is neither an array of integers, one for each task, nor an object with a method ``next_task``.
    """
    is_order = isinstance(answer, (np.ndarray, TaskQueue))  # the test for a protocol takes longer
    if not is_order and isinstance(answer, RunTimeScheduler):
        return answer
    queue = answer if isinstance(answer, TaskQueue) else TaskQueue(answer)
    priority = np.asarray(queue.priority)
    if priority.shape != (program.num_tasks,) or priority.dtype.kind not in "iu":
        raise OptionError(
            f"scheduler {name!r} returned {priority.dtype} of shape {priority.shape}; it must return one "
            f"integer for each of the {program.num_tasks} tasks, or an object with a method `next_task`"
        )
    return TaskQueue(priority, queue.latest_first)


def program_order(program: Program) -> NDArray[np.int64]:
    """Run the first ready task in the global topological order."""
    return program.order


def fifo(program: Program) -> NDArray[np.int64]:
    """Run the task that has been ready for the longest time."""
    return np.zeros(program.num_tasks, np.int64)


def lifo(program: Program) -> TaskQueue:
    """Run the task that became ready last."""
    return TaskQueue(np.zeros(program.num_tasks, np.int64), latest_first=True)


def critical_path(program: Program) -> NDArray[np.int64]:
    """Run the task at the start of the longest remaining path, in cycles."""
    return -program.remaining_path
