"""The occupied time of cores: insertion of tasks into idle intervals, and list scheduling in a given order.

A core has its idle intervals before its last task, in ascending order, and the end of that task. An interval
that is shorter than every task of positive time is left out, because it can never be used. Intervals that
cannot improve on the best core so far are not searched, so a placement takes almost constant time per core.

A task without time also fits between two tasks that follow each other at once. Idle intervals do not show
this place, so the busy intervals are kept as well if there are such tasks.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mappers.scheduling.problem import Instance, SchedulingProblem
from partitioners.kernels.array_types import Float64, Int32, Int64
from partitioners.kernels.cache import njit
from partitioners.kernels.parts import kernel_part

FIRST_CAPACITY = 4


class Timelines(NamedTuple):
    """The idle or the busy intervals of all cores, in one pool.

    Attributes
    ----------
    begin, end : ndarray of float64, shape (pool,)
        The intervals of core q are at ``first[q] .. first[q] + number[q] - 1``.
    first, number, capacity : ndarray of int64, shape (p,)
    free_from : ndarray of float64, shape (p,)
        The end of each core's last task.
    top : ndarray of int64, shape (1,)
        The first unused place of the pool.
    """

    begin: NDArray[np.float64]
    end: NDArray[np.float64]
    first: NDArray[np.int64]
    number: NDArray[np.int64]
    capacity: NDArray[np.int64]
    free_from: NDArray[np.float64]
    top: NDArray[np.int64]


def new_timelines(tasks: int, cores: int) -> Timelines:
    """The timelines of idle cores.

    A core whose intervals exceed their capacity moves to twice the places at the top of the pool. Every task
    adds at most one interval, so four places for each task and core suffice.
    """
    pool = 4 * (tasks + 2 * cores)
    first = FIRST_CAPACITY * np.arange(cores)
    capacity = np.full(cores, FIRST_CAPACITY)
    top = np.array([FIRST_CAPACITY * cores])
    none = np.zeros(cores, np.int64)
    return Timelines(np.empty(pool), np.empty(pool), first, none, capacity, np.zeros(cores), top)


def place_in_order(
    problem: SchedulingProblem,
    order: NDArray[np.int64],
    *,
    fixed: NDArray[np.int64] | None = None,
    summed_future: NDArray[np.float64] | None = None,
    insertion: bool = True,
) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """Place tasks in the given order, each on the core where it ends earliest.

    Parameters
    ----------
    order : ndarray of int64, shape (t,)
        All tasks, each after its parents.
    fixed : ndarray of int64, shape (t,), optional
        The core of each task, or -1 for a task that may run on any core.
    summed_future : ndarray of float64, shape (t, k), optional
        ``problem.pairs`` times a time that is added to the end of a task on each kind of core, for the choice
        of the core only.
    insertion : bool
        Whether a task may run in an idle interval before a task that was placed earlier.

    Returns
    -------
    core : ndarray of int32, shape (t,)
    start : ndarray of float64, shape (t,)
        If several cores are equal, the one with the lowest number is chosen. O((t + d) p), and the searched
        intervals.
    """
    t = problem.num_tasks
    positive = problem.cost[problem.cost > 0]
    return _place(
        problem.instance,
        np.asarray(order, np.int64),
        np.full(t, -1) if fixed is None else np.asarray(fixed, np.int64),
        np.zeros((0, 0)) if summed_future is None else summed_future,
        1.0 if summed_future is None else float(problem.pairs),
        new_timelines(t, problem.num_cores),
        new_timelines(t, problem.num_cores),
        float(positive.min(initial=np.inf)),
        insertion,
        insertion and positive.size < problem.cost.size,
    )


@njit(cache=True)
def _place(
    instance: Instance,
    order: Int64,
    fixed: Int64,
    future: Float64,
    unit: float,
    idle: Timelines,
    busy: Timelines,
    shortest: float,
    insertion: bool,
    timeless: bool,
) -> tuple[Int32, Float64]:
    t, p = order.size, idle.first.size
    core = np.full(t, -1, np.int32)
    start = np.zeros(t)
    finish = np.zeros(t)
    ready = np.zeros(p)
    for v in order:
        arrivals(instance, v, core, finish, ready)
        best, best_value, best_start = np.int64(-1), np.inf, 0.0
        for q in range(p):
            if fixed[v] >= 0 and q != fixed[v]:
                continue
            kind = instance.kind_of_core[q]
            cost = instance.cost[v, kind]
            later = future[v, kind] if future.size > 0 else 0.0
            if not insertion:
                begin = max(ready[q], idle.free_from[q])
            elif cost == 0:
                begin = _between_tasks(busy, q, ready[q])
            else:
                begin = earliest_start(idle, q, ready[q], cost, (best_value - later) / unit)
            value = (begin + cost) * unit + later
            if value < best_value:
                best, best_value, best_start = np.int64(q), value, begin
        core[v] = best
        start[v] = best_start
        finish[v] = best_start + instance.cost[v, instance.kind_of_core[best]]
        occupy(idle, best, start[v], finish[v], shortest)
        if timeless:
            _add(busy, best, _intervals_until(busy, best, start[v]), start[v], finish[v], 0.0)
    return core, start


@kernel_part()
def arrivals(instance: Instance, v: int, core: Int32, finish: Float64, ready: Float64) -> None:
    """Write the time at which all data of a task are on each core to ``ready``, shape (p,)."""
    p = ready.size
    for q in range(p):
        ready[q] = 0.0
    for k in range(instance.parent_indptr[v], instance.parent_indptr[v + 1]):
        u = instance.parent[k]
        c = core[u]
        for q in range(p):
            arrival = finish[u]
            if q != c:
                arrival += instance.latency[c, q] + instance.data[k] * instance.time_per_unit[c, q]
            if arrival > ready[q]:
                ready[q] = arrival


@kernel_part()
def earliest_start(idle: Timelines, q: int, ready: float, cost: float, limit: float) -> float:
    """The first time at which a task fits into a core; infinity if it would not end before ``limit``."""
    low, high = idle.first[q], idle.first[q] + idle.number[q]
    last = high
    while low < high:  # the first interval that ends late enough
        middle = (low + high) >> 1
        if idle.end[middle] < ready + cost:
            low = middle + 1
        else:
            high = middle
    for k in range(low, last):
        begin = max(ready, idle.begin[k])
        if begin + cost >= limit:
            return np.inf
        if begin + cost <= idle.end[k]:
            return begin
    return max(ready, idle.free_from[q])


@kernel_part()
def _between_tasks(busy: Timelines, q: int, ready: float) -> float:
    """The first time at which a core does not run a task, or ends one."""
    at = _intervals_until(busy, q, ready) - 1
    if at < busy.first[q] or busy.begin[at] == ready:
        return ready
    return max(ready, busy.end[at])


@kernel_part()
def _intervals_until(lines: Timelines, q: int, time: float) -> int:
    """The place after the last interval of a core that begins no later than a time."""
    low, high = lines.first[q], lines.first[q] + lines.number[q]
    while low < high:
        middle = (low + high) >> 1
        if lines.begin[middle] <= time:
            low = middle + 1
        else:
            high = middle
    return low


@kernel_part()
def occupy(idle: Timelines, q: int, begin: float, end: float, shortest: float) -> None:
    """Reserve the time of a task, which is free; drop intervals shorter than ``shortest``."""
    if begin >= idle.free_from[q]:
        _add(idle, q, idle.first[q] + idle.number[q], idle.free_from[q], begin, shortest)
        idle.free_from[q] = end
        return
    at = _intervals_until(idle, q, begin) - 1
    if at < idle.first[q] or idle.end[at] <= begin:  # a task without time, in no interval
        return
    stop = idle.end[at]
    idle.end[at] = begin
    if begin - idle.begin[at] < shortest or begin <= idle.begin[at]:
        for k in range(at, idle.first[q] + idle.number[q] - 1):
            idle.begin[k] = idle.begin[k + 1]
            idle.end[k] = idle.end[k + 1]
        idle.number[q] -= 1
        at -= 1
    _add(idle, q, at + 1, end, stop, shortest)


@kernel_part()
def _add(lines: Timelines, q: int, at: int, begin: float, end: float, shortest: float) -> None:
    """Insert an interval before place ``at``, unless it is empty or too short."""
    if end <= begin or end - begin < shortest:
        return
    first, count = lines.first[q], lines.number[q]
    if count == lines.capacity[q]:
        moved = lines.top[0]
        lines.top[0] += 2 * count
        for k in range(count):
            lines.begin[moved + k] = lines.begin[first + k]
            lines.end[moved + k] = lines.end[first + k]
        at += moved - first
        lines.first[q] = first = moved
        lines.capacity[q] = 2 * count
    for k in range(first + count, at, -1):
        lines.begin[k] = lines.begin[k - 1]
        lines.end[k] = lines.end[k - 1]
    lines.begin[at] = begin
    lines.end[at] = end
    lines.number[q] = count + 1
