"""CPOP: the critical path on one core, all other tasks where they end earliest.

Topcuoglu, Hariri and Wu, "Performance-effective and low-complexity task scheduling for heterogeneous
computing", IEEE TPDS 13(3), 2002, section 4.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mappers.core_timelines import place_in_order
from mappers.scheduling_problem import SchedulingProblem
from mappers.starts import Starts
from partitioners.scheduling.list_scheduling import ready_order


def cpop(problem: SchedulingProblem) -> Starts:
    """Critical path on a processor: its tasks on one core, all others where they end earliest.

    Parameters
    ----------
    problem : SchedulingProblem

    Returns
    -------
    core, start : ndarrays of int32 and float64, shape (t,)

    Notes
    -----
    The next task is the ready one with the largest upward plus downward rank. The critical path begins at the
    entry task with the largest one and continues to the child with the largest one (ties: lowest number).
    O((t + d) (p + log t)), and the searched idle intervals.
    """
    priority = problem.tasks.longest_through(problem.mean_communication)
    path = _critical_path(problem, priority)
    fixed = np.full(problem.num_tasks, -1)
    if path.size:
        fixed[path] = int(problem.cost[path].sum(axis=0)[problem.kind_of_core].argmin())
    return place_in_order(problem, ready_order(problem.tasks, -priority), fixed=fixed)


def _critical_path(problem: SchedulingProblem, priority: NDArray[np.float64]) -> NDArray[np.int64]:
    entries = np.flatnonzero(np.bincount(problem.dst, minlength=problem.num_tasks) == 0)
    if not entries.size:
        return entries
    path = [int(entries[priority[entries].argmax()])]
    indptr, children = problem.tasks.readers
    while (following := children[indptr[path[-1]] : indptr[path[-1] + 1]]).size:
        ascending = np.sort(following)
        path.append(int(ascending[priority[ascending].argmax()]))
    return np.array(path)
