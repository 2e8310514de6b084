"""PEFT: HEFT with a look ahead, the table of optimistic costs.

Arabnejad and Barbosa, "List scheduling algorithm for heterogeneous systems by an optimistic cost table", IEEE
TPDS 25(3), 2014. The optimistic cost of a task on a core is the shortest time in which the tasks after it can
follow on their best cores, if all cores are free.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mappers.scheduling.core_timelines import place_in_order
from mappers.scheduling.problem import Instance, SchedulingProblem
from mappers.scheduling.starts import Starts
from partitioners.kernels.array_types import Booleans, Float64
from partitioners.kernels.cache import njit
from partitioners.scheduling.list_scheduling import ready_order


def peft(problem: SchedulingProblem) -> Starts:
    """Predict earliest finish time: tasks where their end plus the optimistic cost of what follows is least.

    Returns
    -------
    core, start : ndarrays of int32 and float64, shape (t,)

    Notes
    -----
    The next task is the ready one with the largest mean of its optimistic costs. Cores of one kind have the
    same optimistic costs. O((t + d) (p + log t)), and the searched idle intervals.
    """
    table = summed_optimistic_costs(problem)
    number = np.bincount(problem.kind_of_core, minlength=table.shape[1]).astype(np.float64)
    order = ready_order(problem.tasks, -(table @ number))
    return place_in_order(problem, order, summed_future=table)


def summed_optimistic_costs(problem: SchedulingProblem) -> NDArray[np.float64]:
    """``problem.pairs`` times the optimistic cost of each task on each kind of core, shape (t, k).

    The optimistic cost is that of equation 5 of the paper.
    """
    present = np.bincount(problem.kind_of_core, minlength=problem.cost.shape[1]) > 0
    times = problem.summed_communication[problem.tasks.by_tail[1]]
    return _optimistic_costs(problem.instance, problem.cost * problem.pairs, present, times)


@njit(cache=True)
def _optimistic_costs(instance: Instance, cost: Float64, present: Booleans, times: Float64) -> Float64:
    """``cost`` and ``times``, that of communication to each child, are in the same unit."""
    t, kinds = cost.shape
    table = np.zeros((t, kinds))
    for v in range(t - 1, -1, -1):
        for k in range(instance.child_indptr[v], instance.child_indptr[v + 1]):
            w = instance.child[k]
            best = np.inf
            for kind in range(kinds):
                if present[kind]:
                    best = min(best, table[w, kind] + cost[w, kind])
            for kind in range(kinds):
                stay = table[w, kind] + cost[w, kind]
                table[v, kind] = max(table[v, kind], min(stay, best + times[k]))
    return table
