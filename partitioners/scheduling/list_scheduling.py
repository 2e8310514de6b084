"""List scheduling with insertion, on a calendar of time windows: earliest finish times in linear time.

A cluster runs one task at a time, and a value needs a *latency* to reach another cluster. Tasks are placed
one by one, each in the cluster where it would finish earliest. To fill the gaps that earlier placements have
left (the insertion of HEFT), time is divided into windows, and each cluster can run tasks for the length of a
window in each window. A task takes the free time of the first windows after the arrival of its operands.
Tasks inside a window have no order, so finish times are accurate to about one window. A union-find over the
windows of each cluster finds the next window that is not full in almost constant time. A bit set for each
window contains the clusters that are not full in it.

The last window has no end: tasks that do not fit into the calendar are appended there.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from partitioners.kernels.array_types import Booleans, Float64, Int32, Int64, Integers, UInt64
from partitioners.kernels.bits import trailing_zeros
from partitioners.kernels.cache import njit
from partitioners.kernels.parts import kernel_part
from partitioners.scheduling.task_graph import TaskGraph
from partitioners.scheduling.task_heap import pop, push
from partitioners.streaming.load_tree import LoadTree, add_load, least_of_all, new_load_tree

TRIES = 2
"""Number of clusters with free time that are tried in addition to the clusters of the operands and the least
loaded one. Each is from the next window with free time, since the first has many clusters that are nearly
full.
"""


SMALL_CALENDAR = 2**14
"""Number of windows of all clusters that a calendar may have however few tasks there are."""


class Schedule(NamedTuple):
    """A schedule of tasks on clusters.

    Attributes
    ----------
    cluster : ndarray of int32, shape (t,)
        Cluster of each task; -1 for inputs.
    makespan : float
        End time of the last task.
    """

    cluster: NDArray[np.int32]
    makespan: float


class Calendar(NamedTuple):
    """The occupied time of the windows.

    Attributes
    ----------
    used : ndarray of float64, shape (parts, windows)
        Occupied time of each cluster in each window.
    next_free : ndarray of int32, shape (parts, windows)
        Union-find for each cluster: the root of a window is the first window from there on that is not full.
    free : ndarray of uint64, shape (windows, ceil(parts / 64))
        Bit *c* of a window is set if cluster *c* is not full in it.
    next_open : ndarray of int32, shape (windows,)
        Union-find: the root of a window is the first window from there on that is not full in all clusters.
    """

    used: NDArray[np.float64]
    next_free: NDArray[np.int32]
    free: NDArray[np.uint64]
    next_open: NDArray[np.int32]


def schedule(
    tasks: TaskGraph,
    parts: int,
    order: NDArray[np.int64],
    *,
    latency: float,
    reluctance: float = 0.0,
    everywhere: bool = False,
    cost: NDArray[np.float64] | None = None,
    kind: NDArray[np.int64] | None = None,
) -> Schedule:
    """Place tasks in the given order, each in the cluster where it finishes earliest.

    Parameters
    ----------
    order : ndarray of int64, shape (t,)
        All tasks, each after its operands: :func:`by_upward_rank` or :func:`dominant_first`.
    latency : float
        Time from the end of a task to the arrival of its value in another cluster.
    reluctance : float
        A task goes to a cluster without any of its operands only if it finishes earlier there by this time.
    everywhere : bool
        True: try all clusters, O(d + t p). False: try the clusters of the operands, :data:`TRIES` clusters
        with free time at the earliest possible moment, and the least loaded cluster.
    cost : ndarray of float64, shape (t, k), optional
        Time of each task in each kind of cluster. The default is one kind, in which a task takes its work.
    kind : ndarray of int64, shape (parts,), optional
        The kind of each cluster.

    Returns
    -------
    Schedule
        If a task finishes at the same time in several clusters, the least loaded one is chosen, then the one
        that was tried first.

    Notes
    -----
    Almost linear in tasks, dependences and windows. The calendar covers four times the lower bound
    max(T1/p, Tinf) in windows of two latencies. Its memory is limited to four windows per task, or
    :data:`SMALL_CALENDAR` if this is more.
    """
    horizon = 4 * lower_bound(tasks, parts)
    most = 1 + max(4 * tasks.num_tasks, SMALL_CALENDAR) // parts
    windows = most if latency == 0 else int(min(most, 1 + horizon // (2 * latency)))
    window = horizon / windows
    cost = tasks.work[:, None] if cost is None else cost
    cluster, makespan = _schedule(
        order,
        np.ascontiguousarray(cost),
        cost.min(axis=1),
        np.zeros(parts, np.int64) if kind is None else kind,
        tasks.is_input,
        *tasks.operands,
        _calendar(parts, windows + 1),
        new_load_tree(parts),
        window if window > 0 else 1.0,
        latency,
        reluctance,
        everywhere,
    )
    return Schedule(cluster, makespan)


def lower_bound(tasks: TaskGraph, parts: int) -> float:
    """Lower bound on the makespan of any schedule: max(T1/p, Tinf)."""
    return max(float(tasks.work.sum()) / parts, float(tasks.upward_rank().max(initial=0.0)))


def by_upward_rank(tasks: TaskGraph, communication: float) -> NDArray[np.int64]:
    """The order of HEFT: by the longest path that begins with a task, longest first (ties: task order)."""
    return np.argsort(-tasks.upward_rank(communication), kind="stable")


def dominant_first(tasks: TaskGraph, communication: float) -> NDArray[np.int64]:
    """The order in which the next task is the ready one on the longest path (ties: task order)."""
    return ready_order(tasks, -tasks.longest_through(communication))


def ready_order(tasks: TaskGraph, key: NDArray[np.float64]) -> NDArray[np.int64]:
    """The order in which the next task is the ready one with the smallest key (ties: task order)."""
    return _ready_order(key, tasks.operands[0], *tasks.readers)


@njit(cache=True)
def _ready_order(key: Float64, operand_indptr: Int64, indptr: Int64, readers: Integers) -> Int64:
    n = key.size
    missing = operand_indptr[1:] - operand_indptr[:-1]
    keys = np.empty(n)
    heap = np.empty(n, np.int64)
    order = np.empty(n, np.int64)
    size = done = 0
    for v in range(n):
        if missing[v] == 0:
            size = push(heap, keys, size, v, key[v])
    while size:
        v = heap[0]
        size = pop(heap, keys, size)
        order[done] = v
        done += 1
        for k in range(indptr[v], indptr[v + 1]):
            x = readers[k]
            missing[x] -= 1
            if missing[x] == 0:
                size = push(heap, keys, size, x, key[x])
    return order


def _calendar(parts: int, windows: int) -> Calendar:
    words = -(-parts // 64)
    free = np.full((windows, words), ~np.uint64(0))
    if parts % 64:
        free[:, -1] = (np.uint64(1) << np.uint64(parts % 64)) - np.uint64(1)
    numbers = np.arange(windows, dtype=np.int32)
    return Calendar(np.zeros((parts, windows)), np.tile(numbers, (parts, 1)), free, numbers.copy())


@kernel_part()
def _root(links: Int32, w: int) -> int:
    root = w
    while links[root] != root:
        root = links[root]
    while links[w] != root:
        links[w], w = root, links[w]
    return root


@kernel_part()
def _next_cluster(bits: UInt64, start: int) -> np.int64:
    """The first cluster from ``start`` on, cyclically, whose bit is set; at least one bit is set."""
    first = start >> 6
    word = bits[first] & (~np.uint64(0) << np.uint64(start & 63))
    k = first
    while word == 0:
        k = k + 1 if k + 1 < bits.size else 0
        word = bits[k]
    return (k << 6) + np.int64(trailing_zeros(word))


@njit(cache=True)
def _schedule(
    order: Int64,
    cost: Float64,
    least: Float64,
    kind: Int64,
    is_input: Booleans,
    indptr: Int64,
    operands: Integers,
    calendar: Calendar,
    tree: LoadTree,
    window: float,
    latency: float,
    reluctance: float,
    everywhere: bool,
) -> tuple[Int32, float]:
    parts, windows = calendar.used.shape
    cluster = np.full(least.size, -1, np.int32)
    finish = np.zeros(least.size)
    load = tree.load
    makespan = 0.0
    draw = np.uint64(0)
    for v in order:
        if is_input[v]:
            finish[v] = least[v]
            continue
        # All operands have arrived at `remote` in any cluster, at `local` in the cluster of the last operand.
        anywhere = 0.0
        last, home, other = -np.inf, np.int64(-1), -np.inf
        for k in range(indptr[v], indptr[v + 1]):
            u = operands[k]
            c = np.int64(cluster[u])
            if c < 0:
                anywhere = max(anywhere, finish[u])
            elif c == home:
                last = max(last, finish[u])
            elif finish[u] > last:
                last, home, other = finish[u], c, last
            else:
                other = max(other, finish[u])
        local = max(anywhere, last, other + latency)
        remote = max(anywhere, last + latency)

        best, best_finish = np.int64(-1), np.inf
        for k in range(indptr[v], indptr[v + 1]):
            c = np.int64(cluster[operands[k]])
            if c >= 0 and c != best:
                end = _end(calendar, window, c, local if c == home else remote, cost[v, kind[c]])
                if end < best_finish or (end == best_finish and load[c] < load[best]):
                    best, best_finish = c, end
        penalty = reluctance if home >= 0 else 0.0
        if everywhere:
            for q in range(parts):
                if q != home:
                    end = _end(calendar, window, q, remote, cost[v, kind[q]]) + penalty
                    if end < best_finish or (end == best_finish and load[q] < load[best]):
                        best, best_finish = np.int64(q), end
        elif remote + least[v] + penalty < best_finish:
            w = _root(calendar.next_open, min(windows - 1, np.int64(remote / window)))
            draw = draw * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
            c = np.int64((draw >> np.uint64(33)) % np.uint64(parts))
            for k in range(TRIES + 1):
                if k < TRIES:
                    c = _next_cluster(calendar.free[w], c)
                    w = _root(calendar.next_open, min(windows - 1, w + 1))
                else:
                    c = least_of_all(tree)
                end = _end(calendar, window, c, remote, cost[v, kind[c]]) + penalty
                if end < best_finish or (end == best_finish and load[c] < load[best]):
                    best, best_finish = c, end
                c = c + 1 if c + 1 < parts else np.int64(0)
        ready = local if best == home else remote
        time = cost[v, kind[best]]
        finish[v] = _end(calendar, window, best, ready, time)
        _take(calendar, window, best, ready, time)
        cluster[v] = best
        add_load(tree, np.uint64(best), time)
        makespan = max(makespan, finish[v])
    return cluster, makespan


@kernel_part()
def _end(calendar: Calendar, window: float, c: int, ready: float, work: float) -> float:
    """The time at which a task would end."""
    last = calendar.used.shape[1] - 1
    w = _root(calendar.next_free[c], min(last, np.int64(ready / window)))
    end = ready + work
    while w < last:
        part = min(work, window - calendar.used[c, w])
        work -= part
        end = max(end, w * window + calendar.used[c, w] + part)
        if work <= window * 1e-9:
            return end
        w = _root(calendar.next_free[c], w + 1)
    return max(end, last * window + calendar.used[c, last] + work)


@kernel_part()
def _take(calendar: Calendar, window: float, c: int, ready: float, work: float) -> None:
    """Reserve the time of a task."""
    last = calendar.used.shape[1] - 1
    w = _root(calendar.next_free[c], min(last, np.int64(ready / window)))
    while w < last:
        part = min(work, window - calendar.used[c, w])
        calendar.used[c, w] += part
        work -= part
        if calendar.used[c, w] >= window * (1 - 1e-9):
            calendar.next_free[c, w] = w + 1
            bits = calendar.free[w]
            bits[c >> 6] &= ~(np.uint64(1) << np.uint64(c & 63))
            if not bits.any():
                calendar.next_open[w] = w + 1
        if work <= window * 1e-9:
            return
        w = _root(calendar.next_free[c], w + 1)
    calendar.used[c, last] += work
