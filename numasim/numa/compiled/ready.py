"""The ready tasks of a core: a pairing heap whose links are in the tasks.

Tasks are numbered in the order (priority, program order), so most comparisons only compare numbers. Tasks
with equal priority are ordered by the cycle in which they became ready, ascending or descending. (M. L.
Fredman, R. Sedgewick, D. D. Sleator and R. E. Tarjan, "The pairing heap", Algorithmica 1, 1986.)
"""

from __future__ import annotations

from numasim.numa.compiled.state import CHILD, NOW, SIBLING
from numasim.numa.compiled.task_cluster import cluster_of_task
from numasim.numba_kernels import inlined_kernel


@inlined_kernel
def insert(state, root, task):  # type: ignore[no-untyped-def]
    """Insert a task that became ready in this cycle. Returns the new root."""
    state.tasks[task, CHILD] = -1
    if state.ties:
        state.ready_at[task] = state.clock[NOW]
    return task if root < 0 else _meld(state, root, task)


@inlined_kernel
def without_first(state, root):  # type: ignore[no-untyped-def]
    """Remove the first task, the root. Returns the new root, or -1 if the heap is empty."""
    tasks = state.tasks
    rest, pairs = tasks[root, CHILD], -1
    while rest >= 0:
        pair, partner = rest, tasks[rest, SIBLING]
        if partner < 0:
            rest = partner
        else:
            rest = tasks[partner, SIBLING]
            pair = _meld(state, pair, partner)
        tasks[pair, SIBLING] = pairs
        pairs = pair
    root = -1
    while pairs >= 0:
        pair, pairs = pairs, tasks[pairs, SIBLING]
        root = pair if root < 0 else _meld(state, root, pair)
    return root


@inlined_kernel
def without_cluster(state, root, cluster):  # type: ignore[no-untyped-def]
    """Remove the tasks of a cluster. Returns the new root, and the first of them, linked by SIBLING."""
    tasks = state.tasks
    kept, removed, rest = -1, -1, root
    if root >= 0:
        tasks[root, SIBLING] = -1
    while rest >= 0:
        task, child = rest, tasks[rest, CHILD]
        rest = tasks[task, SIBLING]
        while child >= 0:
            following = tasks[child, SIBLING]
            tasks[child, SIBLING] = rest
            rest, child = child, following
        tasks[task, CHILD] = -1
        if cluster_of_task(state, task) == cluster:
            tasks[task, SIBLING] = removed
            removed = task
        else:
            kept = task if kept < 0 else _meld(state, kept, task)
    return kept, removed


@inlined_kernel
def _meld(state, a, b):  # type: ignore[no-untyped-def]
    tasks = state.tasks
    if _precedes(state, b, a):
        a, b = b, a
    tasks[b, SIBLING] = tasks[a, CHILD]
    tasks[a, CHILD] = b
    return a


@inlined_kernel
def _precedes(state, a, b):  # type: ignore[no-untyped-def]
    if state.ties and state.priority_class[a] == state.priority_class[b]:
        ready_at = state.ready_at
        if ready_at[a] != ready_at[b]:
            return (ready_at[a] < ready_at[b]) != state.latest_first
    return a < b
