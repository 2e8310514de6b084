"""Max-Min: of the ready tasks on their best cores, the one that ends last comes first.

Ibarra and Kim, "Heuristic algorithms for scheduling independent tasks on nonidentical processors", Journal of
the ACM 24(2), 1977; on the ready tasks of a graph, as schedulers of workflows use it.
"""

from __future__ import annotations

import numpy as np

from mappers.scheduling.core_timelines import arrivals
from mappers.scheduling.problem import Instance, SchedulingProblem
from mappers.scheduling.starts import Starts
from partitioners.kernels.array_types import Float64, Int32
from partitioners.kernels.cache import njit
from partitioners.kernels.parts import kernel_part
from partitioners.scheduling.task_heap import pop, push


def max_min(problem: SchedulingProblem) -> Starts:
    """Max-Min: the ready task whose earliest end is the latest, on the core where it ends earliest.

    Returns
    -------
    core, start : ndarrays of int32 and float64, shape (t,)

    Notes
    -----
    Ties are broken by the number of the task, then of the core. On cores of one kind, a task whose data have
    arrived everywhere before any core is free ends earliest on the first free core. Among such tasks the
    longest is chosen, from a heap. So O(t log t + t p + t r + n (d / t + 1) p) for up to r other ready tasks
    and n evaluations of them: they are evaluated again when their best core gets another task. On cores of
    several kinds, all ready tasks are others.
    """
    return _max_min(problem.instance)


@njit(cache=True)
def _max_min(instance: Instance) -> tuple[Int32, Float64]:
    t, p = instance.cost.shape[0], instance.kind_of_core.size
    one_kind = instance.cost.shape[1] == 1
    core = np.full(t, -1, np.int32)
    start, finish, free_from, ready = np.zeros(t), np.zeros(t), np.zeros(p), np.zeros(p)
    missing = instance.parent_indptr[1:] - instance.parent_indptr[:-1]
    best_core, best_end = np.full(t, -1, np.int64), np.zeros(t)
    arrived_at = np.zeros(t)  # the arrival of a task's data on the last core
    arrived, negative_cost = np.empty(t, np.int64), np.zeros(t)
    arrives = 0
    waiting = np.flatnonzero(missing == 0)
    waiting = np.concatenate((waiting, np.empty(t - waiting.size, np.int64)))
    count = np.count_nonzero(missing == 0)
    last = -1
    while count + arrives:
        first_free = free_from.min()
        chosen, k = -1, 0
        while k < count:
            v = waiting[k]
            new = best_core[v] < 0
            if new or best_core[v] == last:
                arrivals(instance, v, core, finish, ready)
                if new:
                    arrived_at[v] = ready.max()
                best_core[v], best_end[v] = _earliest_end(instance, v, ready, free_from)
            if one_kind and arrived_at[v] <= first_free:
                arrives = push(arrived, negative_cost, arrives, v, -instance.cost[v, 0])
                count -= 1
                waiting[k] = waiting[count]
                continue
            if chosen < 0 or _is_later(best_end, v, waiting[chosen]):
                chosen = k
            k += 1
        v = -1 if chosen < 0 else waiting[chosen]
        if arrives:
            w = arrived[0]
            ready[:] = 0.0  # in the past
            best_core[w], best_end[w] = _earliest_end(instance, w, ready, free_from)
            if v < 0 or _is_later(best_end, w, v):
                v = w
        if arrives and v == arrived[0]:
            arrives = pop(arrived, negative_cost, arrives)
        else:
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


@kernel_part()
def _earliest_end(instance: Instance, v: int, ready: Float64, free_from: Float64) -> tuple[np.int64, float]:
    """The core on which a task ends earliest, and its end there."""
    core, earliest = np.int64(-1), np.inf
    for q in range(free_from.size):
        end = max(ready[q], free_from[q]) + instance.cost[v, instance.kind_of_core[q]]
        if end < earliest:
            core, earliest = np.int64(q), end
    return core, earliest


@kernel_part()
def _is_later(end: Float64, v: int, w: int) -> bool:
    """Whether task v ends later than w (ties: the lower number)."""
    return end[v] > end[w] or (end[v] == end[w] and v < w)
