"""The ready tasks of a core, in a bitmap or in a pairing heap.

Tasks are numbered in the order (priority, program order). With traced memory, if priorities differ and no
cluster moves, they are numbered core by core, and a bit of a bitmap says whether each is ready. A word of the
next level has a bit for each of 64 words, which says whether it has a bit set. So the first ready task after
another is found in the words of a few levels, without reading a task. The first ready task of a core is not
in the bitmap: most tasks become ready at a core that has no other one.

Otherwise the tasks are in a heap. Tasks with equal priority are ordered by the cycle in which they became
ready, ascending or descending. (M. L. Fredman, R. Sedgewick, D. D. Sleator and R. E. Tarjan, "The pairing
heap", Algorithmica 1, 1986.)
"""

from __future__ import annotations

from numasim.numa.compiled.state import CHILD, CLUSTER, LATER, NOW, READY, SIBLING
from partitioners.kernels.bits import trailing_zeros
from partitioners.kernels.uncounted import inlined_kernel


@inlined_kernel
def insert(state, core, task):  # type: ignore[no-untyped-def]
    """Insert a task of a core that became ready in this cycle."""
    row = state.cores[core]
    first = row[READY]
    if state.task_ends.size == 0:
        row[READY] = insert_in_heap(state, first, task)
    elif first < 0:
        row[READY] = task
    else:
        row[READY] = min(first, task)
        row[LATER] += 1
        _mark(state, max(first, task))


@inlined_kernel
def remove_first(state, core):  # type: ignore[no-untyped-def]
    """Remove the first ready task of a core. READY is then the next one, or -1."""
    row = state.cores[core]
    task = row[READY]
    if state.task_ends.size == 0:
        row[READY] = without_root(state, task)
    elif row[LATER] == 0:
        row[READY] = -1
    else:
        row[LATER] -= 1
        row[READY] = _next(state, task)
        _unmark(state, row[READY])


@inlined_kernel
def insert_in_heap(state, root, task):  # type: ignore[no-untyped-def]
    """Insert a task that became ready in this cycle into a heap. Returns the new root."""
    state.links[task, CHILD] = -1
    if state.ties:
        state.ready_at[task] = state.clock[NOW]
    return task if root < 0 else _meld(state, root, task)


@inlined_kernel
def _mark(state, task):  # type: ignore[no-untyped-def]
    bits = state.ready_bits
    position = task
    for level in range(state.ready_levels.size):
        word = state.ready_levels[level] + (position >> 6)
        before = bits[word]
        bits[word] = before | 1 << (position & 63)
        if before != 0:
            return
        position >>= 6


@inlined_kernel
def _unmark(state, task):  # type: ignore[no-untyped-def]
    bits = state.ready_bits
    position = task
    for level in range(state.ready_levels.size):
        word = state.ready_levels[level] + (position >> 6)
        bits[word] &= ~(1 << (position & 63))
        if bits[word] != 0:
            return
        position >>= 6


@inlined_kernel
def _next(state, task):  # type: ignore[no-untyped-def]
    """The first ready task after a task. There must be one."""
    bits, levels = state.ready_bits, state.ready_levels
    level, position = 0, task
    later = bits[position >> 6] & (-2 << (position & 63))
    position >>= 6
    while later == 0:
        level += 1
        later = bits[levels[level] + (position >> 6)] & (-2 << (position & 63))
        position >>= 6
    position = position << 6 | trailing_zeros(later)
    for below in range(level - 1, -1, -1):
        position = position << 6 | trailing_zeros(bits[levels[below] + position])
    return position


@inlined_kernel
def without_root(state, root):  # type: ignore[no-untyped-def]
    """Remove the root of a heap. Returns the new root, or -1 if the heap is empty."""
    links = state.links
    rest, pairs = links[root, CHILD], -1
    while rest >= 0:
        pair, partner = rest, links[rest, SIBLING]
        if partner < 0:
            rest = partner
        else:
            rest = links[partner, SIBLING]
            pair = _meld(state, pair, partner)
        links[pair, SIBLING] = pairs
        pairs = pair
    root = -1
    while pairs >= 0:
        pair, pairs = pairs, links[pairs, SIBLING]
        root = pair if root < 0 else _meld(state, root, pair)
    return root


@inlined_kernel
def without_cluster(state, root, cluster):  # type: ignore[no-untyped-def]
    """Remove the tasks of a cluster. Returns the new root, and the first of them, linked by SIBLING."""
    links = state.links
    kept, removed, rest = -1, -1, root
    if root >= 0:
        links[root, SIBLING] = -1
    while rest >= 0:
        task, child = rest, links[rest, CHILD]
        rest = links[task, SIBLING]
        while child >= 0:
            following = links[child, SIBLING]
            links[child, SIBLING] = rest
            rest, child = child, following
        links[task, CHILD] = -1
        if state.tasks[task, CLUSTER] == cluster:
            links[task, SIBLING] = removed
            removed = task
        else:
            kept = task if kept < 0 else _meld(state, kept, task)
    return kept, removed


@inlined_kernel
def _meld(state, a, b):  # type: ignore[no-untyped-def]
    links = state.links
    if _precedes(state, b, a):
        a, b = b, a
    links[b, SIBLING] = links[a, CHILD]
    links[a, CHILD] = b
    return a


@inlined_kernel
def _precedes(state, a, b):  # type: ignore[no-untyped-def]
    if state.ties and state.priority_class[a] == state.priority_class[b]:
        ready_at = state.ready_at
        if ready_at[a] != ready_at[b]:
            return (ready_at[a] < ready_at[b]) != state.latest_first
    return a < b
