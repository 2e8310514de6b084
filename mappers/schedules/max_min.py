"""Max-Min: of the ready tasks on their best cores, the one that ends last comes first.

Ibarra and Kim, "Heuristic algorithms for scheduling independent tasks on nonidentical processors", Journal of
the ACM 24(2), 1977; on the ready tasks of a graph, as schedulers of workflows use it.
"""

from __future__ import annotations

import numpy as np

from mappers.core_timelines import arrivals
from mappers.scheduling_problem import SchedulingProblem
from mappers.starts import Starts
from partitioners.kernel_cache import njit


def max_min(problem: SchedulingProblem) -> Starts:
    """Max-Min: the ready task whose earliest end is the latest, on the core where it ends earliest.

    Parameters
    ----------
    problem : SchedulingProblem

    Returns
    -------
    core, start : ndarrays of int32 and float64, shape (t,)

    Notes
    -----
    Ties are broken by the number of the task, then of the core. O(t r + n (d / t + 1) p) for up to r ready
    tasks and n evaluations of a task: a task is evaluated again when its best core gets another task. With
    many equal tasks that are ready at the same time, n is t r.
    """
    return _max_min(problem.instance)


@njit(cache=True)
def _max_min(instance):  # type: ignore[no-untyped-def]
    t, p = instance.cost.shape[0], instance.kind_of_core.size
    core = np.full(t, -1, np.int32)
    start, finish, free_from, ready = np.zeros(t), np.zeros(t), np.zeros(p), np.zeros(p)
    missing = instance.parent_indptr[1:] - instance.parent_indptr[:-1]
    best_core, best_end = np.full(t, -1, np.int64), np.zeros(t)
    waiting = np.flatnonzero(missing == 0)
    waiting = np.concatenate((waiting, np.empty(t - waiting.size, np.int64)))
    count = np.count_nonzero(missing == 0)
    last = -1
    while count:
        chosen = 0
        for k in range(count):
            v = waiting[k]
            if best_core[v] < 0 or best_core[v] == last:
                arrivals(instance, v, core, finish, ready)
                best_end[v] = np.inf
                for q in range(p):
                    end = max(ready[q], free_from[q]) + instance.cost[v, instance.kind_of_core[q]]
                    if end < best_end[v]:
                        best_core[v], best_end[v] = q, end
            w = waiting[chosen]
            if best_end[v] > best_end[w] or (best_end[v] == best_end[w] and v < w):
                chosen = k
        v = waiting[chosen]
        count -= 1
        waiting[chosen] = waiting[count]
        last = best_core[v]
        core[v] = last
        finish[v] = best_end[v]
        start[v] = finish[v] - instance.cost[v, instance.kind_of_core[last]]
        free_from[last] = finish[v]
        for k in range(instance.child_indptr[v], instance.child_indptr[v + 1]):
            w = instance.child[k]
            missing[w] -= 1
            if missing[w] == 0:
                waiting[count] = w
                count += 1
    return core, start
