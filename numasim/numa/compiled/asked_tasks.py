"""The ready tasks of cores whose next task a run-time scheduler chooses, and its answers.

A core has a part of one array, in which its ready tasks stand in the order (cycle in which a task became
ready, program order). New tasks are added at the end, and sorted when the scheduler is asked. Tasks keep
their public numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from numasim.numa.compiled.program_records import CoreRow
from numasim.numa.compiled.records import Rows
from numasim.numa.compiled.state import State
from numasim.program.run_time_scheduler import SchedulerState
from partitioners.kernels.array_types import Int32, Int64
from partitioners.kernels.cache import njit
from partitioners.kernels.uncounted import inlined_kernel
from partitioners.replicas import Integers

if TYPE_CHECKING:
    from numasim.program.run_time_scheduler import Decisions

Number = TypeVar("Number", bound=np.integer[Any])

SHORT = 32
"""New tasks up to this number are sorted by insertion."""


@inlined_kernel
def add_ready_task(state: State, core: int, task: int) -> None:
    """Add a task that became ready in this cycle."""
    row = state.cores[core]
    state.ready_at[task] = state.clock.now
    state.ready_tasks[state.ready_parts[core] + row.num_ready] = task
    row.num_ready += 1


@inlined_kernel
def ask_for_task(state: State, core: int) -> None:
    """Register a core for which the scheduler must choose a task."""
    state.asked_cores[state.clock.cores_asked] = core
    state.clock.cores_asked += 1


class AskedTasks:
    """Asks a run-time scheduler whenever the loop returns for it.

    Parameters
    ----------
    state : State
        The state of the run.
    order : ndarray of int, shape (num_tasks,)
        The position of each task in program order.
    """

    def __init__(self, state: State, decisions: Decisions, order: NDArray[np.integer]) -> None:
        self._state = state
        self._decisions = decisions
        self._order = order
        self._starts = state.ready_parts.tolist()
        self._tasks = _read_only(state.ready_tasks)
        self._num_ready = _read_only(state.cores["num_ready"])
        self._running = _read_only(state.cores["running"])

    def answer(self) -> None:
        """Ask for the tasks of all cores that need one. They decide again when the loop resumes.

        Raises
        ------
        OptionError
            The scheduler did not return one of the ready tasks.
        """
        state, cores, clock = self._state, self._state.cores, self._state.clock
        asked = np.sort(state.asked_cores[: clock.cores_asked])
        _sort_new_tasks(asked, cores, state.ready_parts, state.ready_tasks, state.ready_at, self._order)
        cycle = int(clock.now)
        chosen = []
        for core in asked.tolist():
            first = self._starts[core]
            ready = self._tasks[first : first + cores["num_ready"][core]]
            since = state.ready_at[ready]
            seen = SchedulerState(
                cycle,
                since,
                self._num_ready,
                self._running,
                self._decisions.speed,
                self._decisions.times,
            )
            chosen.append((core, first, first + self._decisions.position(core, ready, seen)))
        for core, first, place in chosen:
            row = cores[core]
            row.ready = state.ready_tasks[place]
            last = first + row.num_ready - 1
            state.ready_tasks[place:last] = state.ready_tasks[place + 1 : last + 1]
            row.num_ready = row.num_sorted = last - first
            row.next = clock.first_core
            clock.first_core = core
        clock.cores_asked = 0


def _read_only(array: NDArray[Number]) -> NDArray[Number]:
    view = array.view()
    view.flags.writeable = False
    return view


@njit(cache=True)
def _sort_new_tasks(
    asked: Int32, cores: Rows[CoreRow], parts: Int64, tasks: Int32, ready_at: Int64, order: Integers
) -> None:
    """Sort the tasks that were added to the parts of some cores since they were last sorted.

    A task that became ready in an earlier round of this cycle may follow a new task in program order.
    """
    for core in asked:
        start, end = parts[core], parts[core] + cores[core].num_ready
        first = start + cores[core].num_sorted
        cores[core].num_sorted = cores[core].num_ready
        if end - first > SHORT:
            earliest = ready_at[tasks[first:end]].min()
            while first > start and ready_at[tasks[first - 1]] >= earliest:
                first -= 1
            new = tasks[first:end].copy()
            new = new[np.argsort(order[new])]
            tasks[first:end] = new[np.argsort(ready_at[new], kind="mergesort")]
            continue
        for k in range(first, end):
            task, at = tasks[k], k
            while at > start:
                before = tasks[at - 1]
                if ready_at[before] < ready_at[task]:
                    break
                if ready_at[before] == ready_at[task] and order[before] < order[task]:
                    break
                tasks[at] = before
                at -= 1
            tasks[at] = task
