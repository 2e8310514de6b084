"""CPOP: the critical path on one core, all other tasks where they end earliest.

Topcuoglu, Hariri and Wu, "Performance-effective and low-complexity task scheduling for heterogeneous
computing", IEEE TPDS 13(3), 2002, section 4.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mappers.scheduling.core_timelines import place_in_order
from mappers.scheduling.problem import SchedulingProblem
from mappers.scheduling.starts import Starts
from partitioners.scheduling.list_scheduling import ready_order


def cpop(problem: SchedulingProblem) -> Starts:
    """Critical path on a processor: its tasks on one core, all others where they end earliest.

    Returns
    -------
    core, start : ndarrays of int32 and float64, shape (t,)

    Notes
    -----
    The next task is the ready one with the largest upward plus downward rank. The critical path begins at the
    entry task with the largest one. It continues to the child through which the longest path leads: another
    child may be on the path too, but later, and a path that went there would leave out the tasks between. All
    ties go to the lowest number. O((t + d) (p + log t)), and the searched idle intervals.
    """
    priority = problem.tasks.longest_through(problem.summed_communication)
    path = _critical_path(problem)
    fixed = np.full(problem.num_tasks, -1)
    if path.size:
        fixed[path] = int(problem.cost[path].sum(axis=0)[problem.kind_of_core].argmin())
    return place_in_order(problem, ready_order(problem.tasks, -priority), fixed=fixed)


def _critical_path(problem: SchedulingProblem) -> NDArray[np.int64]:
    entries = np.flatnonzero(np.bincount(problem.dst, minlength=problem.num_tasks) == 0)
    if not entries.size:
        return entries
    rank = problem.upward_rank
    path = [int(entries[rank[entries].argmax()])]
    indptr, dependences = problem.tasks.by_tail
    while (following := dependences[indptr[path[-1]] : indptr[path[-1] + 1]]).size:
        longest = problem.summed_communication[following] + rank[problem.dst[following]]
        path.append(int(problem.dst[following[longest == longest.max()]].min()))
    return np.array(path)
