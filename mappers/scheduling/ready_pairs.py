"""List scheduling that chooses the best pair of a ready task and a core in each step: ETF, DLS, Min-Min.

The value of a pair is the start of the task on the core, plus an offset that does not change. A core has two
heaps of ready tasks: tasks whose data may still be under way, by (arrival + offset), and tasks whose data
have arrived, by offset. The value of the first never is larger than the true one, so only the task at the top
must be checked, and it moves to the second heap once its data have arrived. So each pair enters two heaps at
most, and the choice is exact.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mappers.scheduling.core_timelines import arrivals
from mappers.scheduling.problem import Instance, SchedulingProblem
from partitioners.kernels.array_types import Float64, Int32, Int64
from partitioners.kernels.cache import njit
from partitioners.scheduling.task_heap import pop, push


def place_best_pairs(
    problem: SchedulingProblem, offset: NDArray[np.float64], priority: NDArray[np.float64]
) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """Place the ready task and the core with the least (start + offset), until all tasks are placed.

    Parameters
    ----------
    offset : ndarray of float64, shape (t, k)
        The offset of each task on each kind of core.
    priority : ndarray of float64, shape (t,)
        The task with the largest priority is chosen among equal pairs (ties: lowest task, lowest core).

    Returns
    -------
    core : ndarray of int32, shape (t,)
    start : ndarray of float64, shape (t,)
        O(t p log t + d p). The heaps take 24 bytes for each pair of a task and a core.
    """
    by_priority = np.argsort(-priority, kind="stable")
    place = np.empty_like(by_priority)
    place[by_priority] = np.arange(by_priority.size)
    return _place_pairs(problem.instance, np.ascontiguousarray(offset), by_priority, place)


@njit(cache=True)
def _place_pairs(instance: Instance, offset: Float64, task_at: Int64, place: Int64) -> tuple[Int32, Float64]:
    """In the heaps, a task is its place in the order of priorities, so ties fall to the first."""
    t, p = place.size, instance.kind_of_core.size
    core = np.full(t, -1, np.int32)
    start, finish, free_from, ready = np.zeros(t), np.zeros(t), np.zeros(p), np.zeros(p)
    missing = instance.parent_indptr[1:] - instance.parent_indptr[:-1]
    waiting, arrived = np.empty((p, t), np.int32), np.empty((p, t), np.int32)
    waiting_key, arrived_key = np.empty((p, t)), np.empty((p, t))
    arrival = np.empty((p, t))
    waits, arrives = np.zeros(p, np.int64), np.zeros(p, np.int64)
    released = np.empty(t, np.int64)
    count = 0
    for v in range(t):
        if missing[v] == 0:
            released[count] = v
            count += 1
    done = 0
    while done < t:
        for k in range(count):
            v = released[k]
            arrivals(instance, v, core, finish, ready)
            i = place[v]
            for q in range(p):
                arrival[q, i] = ready[q]
                value = ready[q] + offset[v, instance.kind_of_core[q]]
                waits[q] = push(waiting[q], waiting_key[q], waits[q], i, value)
        count = 0
        best, best_core, best_value = -1, -1, np.inf
        for q in range(p):
            while arrives[q] > 0 and core[task_at[arrived[q, 0]]] >= 0:
                arrives[q] = pop(arrived[q], arrived_key[q], arrives[q])
            while waits[q] > 0:
                i = waiting[q, 0]
                v = task_at[i]
                if core[v] < 0:
                    if arrival[q, i] > free_from[q]:
                        break
                    key = offset[v, instance.kind_of_core[q]]
                    arrives[q] = push(arrived[q], arrived_key[q], arrives[q], i, key)
                waits[q] = pop(waiting[q], waiting_key[q], waits[q])
            for of_arrived in (True, False):
                if (arrives[q] if of_arrived else waits[q]) == 0:
                    continue
                i = arrived[q, 0] if of_arrived else waiting[q, 0]
                value = arrived_key[q, i] + free_from[q] if of_arrived else waiting_key[q, i]
                if value < best_value or (value == best_value and i < best):
                    best, best_core, best_value = i, q, value
        v = task_at[best]
        core[v] = best_core
        start[v] = max(arrival[best_core, best], free_from[best_core])
        finish[v] = start[v] + instance.cost[v, instance.kind_of_core[best_core]]
        free_from[best_core] = finish[v]
        done += 1
        for k in range(instance.child_indptr[v], instance.child_indptr[v + 1]):
            w = instance.child[k]
            missing[w] -= 1
            if missing[w] == 0:
                released[count] = w
                count += 1
    return core, start
