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

from numasim.numa.compiled.state import State
from partitioners.kernels.bits import trailing_zeros
from partitioners.kernels.uncounted import inlined_kernel


@inlined_kernel
def insert(state: State, core: int, task: int) -> None:
    """Insert a task of a core that became ready in this cycle."""
    row = state.cores[core]
    first = row.ready
    if state.task_ends.size == 0:
        row.ready = insert_in_heap(state, first, task)
    elif first < 0:
        row.ready = task
    else:
        row.ready = min(first, task)
        row.num_later += 1
        _mark(state, max(first, task))


@inlined_kernel
def remove_first(state: State, core: int) -> None:
    """Remove the first ready task of a core. ``ready`` is then the next one, or -1."""
    row = state.cores[core]
    task = row.ready
    if state.task_ends.size == 0:
        row.ready = without_root(state, task)
    elif row.num_later == 0:
        row.ready = -1
    else:
        row.num_later -= 1
        row.ready = _next(state, task)
        _unmark(state, row.ready)


@inlined_kernel
def insert_in_heap(state: State, root: int, task: int) -> int:
    """Insert a task that became ready in this cycle into a heap. Returns the new root."""
    state.links[task].child = -1
    if state.ties:
        state.ready_at[task] = state.clock.now
    return task if root < 0 else _meld(state, root, task)


@inlined_kernel
def _mark(state: State, task: int) -> None:
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
def _unmark(state: State, task: int) -> None:
    bits = state.ready_bits
    position = task
    for level in range(state.ready_levels.size):
        word = state.ready_levels[level] + (position >> 6)
        bits[word] &= ~(1 << (position & 63))
        if bits[word] != 0:
            return
        position >>= 6


@inlined_kernel
def _next(state: State, task: int) -> int:
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
def without_root(state: State, root: int) -> int:
    """Remove the root of a heap. Returns the new root, or -1 if the heap is empty."""
    links = state.links
    rest, pairs = links[root].child, -1
    while rest >= 0:
        pair, partner = rest, links[rest].sibling
        if partner < 0:
            rest = partner
        else:
            rest = links[partner].sibling
            pair = _meld(state, pair, partner)
        links[pair].sibling = pairs
        pairs = pair
    root = -1
    while pairs >= 0:
        pair, pairs = pairs, links[pairs].sibling
        root = pair if root < 0 else _meld(state, root, pair)
    return root


@inlined_kernel
def without_cluster(state: State, root: int, cluster: int) -> tuple[int, int]:
    """Remove the tasks of a cluster. Returns the new root, and the first of them, linked by ``sibling``."""
    links = state.links
    kept, removed, rest = -1, -1, root
    if root >= 0:
        links[root].sibling = -1
    while rest >= 0:
        task, child = rest, links[rest].child
        rest = links[task].sibling
        while child >= 0:
            following = links[child].sibling
            links[child].sibling = rest
            rest, child = child, following
        links[task].child = -1
        if state.tasks[task].cluster == cluster:
            links[task].sibling = removed
            removed = task
        else:
            kept = task if kept < 0 else _meld(state, kept, task)
    return kept, removed


@inlined_kernel
def _meld(state: State, a: int, b: int) -> int:
    links = state.links
    if _precedes(state, b, a):
        a, b = b, a
    links[b].sibling = links[a].child
    links[a].child = b
    return a


@inlined_kernel
def _precedes(state: State, a: int, b: int) -> bool:
    if state.ties and state.priority_class[a] == state.priority_class[b]:
        ready_at = state.ready_at
        if ready_at[a] != ready_at[b]:
            return (ready_at[a] < ready_at[b]) != state.latest_first
    return a < b
