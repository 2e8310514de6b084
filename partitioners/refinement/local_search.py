"""Local search on vertex copies: groups of edges move between clusters by exact gains, within a hard limit.

Fiduccia and Mattheyses, "A linear-time heuristic for improving network partitions", DAC 1982, in its
localised k-way form (Sanders and Schulz, "Engineering multilevel graph partitioning algorithms", ESA 2011):
a search starts from one group and repeatedly moves the best neighbour of the moved groups, even if the move
is a loss. It stops after some moves without a new best, or when it is some copies above its best state, and
returns to that state. A group moves once per round.

On the held-out graphs on which rules are made, almost all gains of single edges come from searches that are
never more than one copy above their best state, but half of the moves are made further above it.

The best cluster and the gain of a group are computed at its turn. A move updates only the groups whose gain
may increase: the last group of a vertex in a cluster, and, if a vertex is new in a cluster, its other groups.
Such a group waits with its gain in the cluster of the move, since most groups never get their turn and the
gain in one cluster takes a third of the time of the best gain. Groups whose gain decreases are not updated.
"""

from __future__ import annotations

import numpy as np

from partitioners.coarsening.edge_groups import EdgeGroups
from partitioners.kernels.array_types import Float64, Int32, Int64
from partitioners.kernels.cache import njit
from partitioners.kernels.parts import by_reference, kernel_part
from partitioners.refinement.copy_counts import (
    CLUSTER,
    FIRST,
    GROUPS,
    HELD,
    VALUE,
    CopyCounts,
    add,
    find,
    holds,
    is_full,
    remove,
)

MANY = 24
"""Number of clusters from which a net proposes no candidates: other nets propose better ones."""

WIDE = 32
"""Maximum size of a net whose groups are all updated when the net is new in a cluster."""

ROOM = 1 << 16
"""Maximum numbers of moves and of waiting groups in one search."""

NEAR_ROOM = ROOM - 1024

LOWEST = -(1 << 20)
"""A value below every gain; gains are clipped to stay above it."""

ANY_LOSS = -LOWEST
"""A loss beyond which no search ends."""

CHUNKS = 8
"""Number of parts of a round; after each part the search checks whether it is still worthwhile."""

SEARCH, GAIN, LOCKED, TOLD = range(4)
"""Columns of the state of a group in a round: the last search in which it waited, its gain then, whether it
has moved, and whether the current move updates it.
"""


@njit(cache=True)
def improve(
    level_tables: EdgeGroups,
    counts_tables: CopyCounts,
    cluster: Int32,
    load: Float64,
    limit: float,
    starts: Int32,
    least: int,
    patience: int,
    loss: int,
    worth: float,
    most_moves: float,
) -> tuple[int, int]:
    """Run one round of searches; change ``counts_tables``, ``cluster`` and ``load`` in place.

    Parameters
    ----------
    cluster, load
        Shapes (groups,) and (parts,).
    limit
        Maximum load of a cluster after a move.
    starts
        Groups from which searches start, in this order.
    least
        Minimum gain of the first move of a search.
    patience
        Number of moves without a new best after which a search ends.
    loss
        Number of copies above its best state beyond which a search ends.
    worth
        Minimum number of copies that a move must save on average to continue the round; checked after each
        eighth of it.
    most_moves
        Number of moves after which no search is started.

    Returns the number of copies saved, and the number of moves tried.
    """
    level, counts = by_reference(level_tables), by_reference(counts_tables)
    parts = load.size
    score = np.zeros(parts, np.int64)
    candidates = np.empty(parts, np.int64)
    heap = np.empty(ROOM, np.int64)
    moved = np.empty(ROOM, np.int32)
    moved_from = np.empty(ROOM, np.int32)
    told = np.empty(ROOM, np.int32)
    state = np.zeros((cluster.size, 4), np.int32)
    gained, tried, number = 0, 0, 0
    for turn in range(starts.size):
        if turn > 0 and turn % (starts.size // CHUNKS + 1) == 0 and gained <= worth * tried:
            break
        if tried >= most_moves:
            break
        start = starts[turn]
        if state[start, LOCKED]:
            continue
        b, gain = best_move(start, level, counts, cluster, load, limit, score, candidates)
        if b < 0 or gain < least:
            continue
        number += 1
        waiting = _wait(start, gain, number, state, heap, 0)
        moves, best_moves, now, best = 0, 0, 0, 0
        while waiting > 0 and moves - best_moves <= patience and best - now <= loss and moves < ROOM:
            x, gain = _first(heap)
            waiting = _pop(heap, waiting)
            if state[x, LOCKED] or gain != state[x, GAIN]:
                continue
            if moves:
                b, true_gain = best_move(x, level, counts, cluster, load, limit, score, candidates)
                if b < 0:
                    continue
                if true_gain < gain:
                    waiting = _wait(x, true_gain, number, state, heap, waiting)
                    continue
            else:  # the start, whose gain has just been computed
                true_gain = gain
            a = cluster[x]
            state[x, LOCKED] = 1
            moved[moves] = x
            moved_from[moves] = a
            moves += 1
            now += true_gain
            count = _move(x, b, level, counts, cluster, load, limit, state, told)
            for i in range(count):
                y = told[i]
                state[y, TOLD] = 0
                gain = _gain(y, b, level, counts, cluster, parts)
                if gain < -loss or waiting == ROOM:
                    continue
                if state[y, SEARCH] != number or gain > state[y, GAIN]:
                    waiting = _wait(y, gain, number, state, heap, waiting)
            if now > best:
                best, best_moves = now, moves
        tried += moves
        gained += best
        for i in range(moves - 1, best_moves - 1, -1):
            _move_back(moved[i], moved_from[i], level, counts, cluster, load)
            state[moved[i], LOCKED] = 0
    return gained, tried


@kernel_part()
def _move(
    x: int,
    b: int,
    level: EdgeGroups,
    counts: CopyCounts,
    cluster: Int32,
    load: Float64,
    limit: float,
    state: Int32,
    told: Int32,
) -> int:
    """Move group x to cluster b; write the movable groups whose gain may increase, return their number."""
    parts = load.size
    a = cluster[x]
    cluster[x] = b
    load[a] -= level.weight[x]
    load[b] += level.weight[x]
    count = 0
    for i in range(level.group_ptr[x], level.group_ptr[x + 1]):
        v = level.nets[i]
        alone = remove(counts, v, a, x, parts)
        is_new = add(counts, v, b, x, parts)
        if count > NEAR_ROOM:
            continue
        if alone >= 0 and not state[alone, LOCKED] and not state[alone, TOLD]:
            state[alone, TOLD] = 1
            told[count] = alone
            count += 1
        begin, end = level.net_ptr[v], level.net_ptr[v + 1]
        if is_new and end - begin <= WIDE:
            for j in range(begin, end):
                y = level.groups[j]
                if (
                    not state[y, LOCKED]
                    and not state[y, TOLD]
                    and cluster[y] != b
                    and load[b] + level.weight[y] <= limit
                ):
                    state[y, TOLD] = 1
                    told[count] = y
                    count += 1
    return count


@njit(cache=True)
def keep_limit(
    level_tables: EdgeGroups, counts_tables: CopyCounts, cluster: Int32, load: Float64, limit: float
) -> None:
    """Move groups out of overloaded clusters, cheapest first, until no overloaded cluster can be reduced.

    ``counts_tables``, ``cluster`` and ``load`` are changed in place. If no cluster below the limit has a
    neighbour of a group, the group goes to the least loaded cluster. An edge of at most ``limit`` less the
    mean load always finds space; :func:`partitioners.balance.pack_heavy` makes space for heavier edges.
    """
    level, counts = by_reference(level_tables), by_reference(counts_tables)
    parts = load.size
    is_over = load > limit
    if not is_over.any():
        return
    size = cluster.size
    score = np.zeros(parts, np.int64)
    candidates = np.empty(parts, np.int64)
    heap = np.empty(4 * size + ROOM, np.int64)
    state = np.full((size, 4), LOWEST, np.int32)
    waiting = 0
    for x in range(size):
        if is_over[cluster[x]] and level.weight[x] > 0:
            _, gain = best_move(x, level, counts, cluster, load, limit, score, candidates)
            waiting = _wait(x, gain, 0, state, heap, waiting)
    near_room = heap.size - ROOM // 2
    while waiting > 0:
        x, gain = _first(heap)
        waiting = _pop(heap, waiting)
        a = cluster[x]
        if load[a] <= limit or gain != state[x, GAIN]:
            continue
        b, true_gain = best_move(x, level, counts, cluster, load, limit, score, candidates)
        if b < 0:
            b = np.argmin(load)
            if load[b] + level.weight[x] > limit:
                continue
        if true_gain < gain:
            waiting = _wait(x, true_gain, 0, state, heap, waiting)
            continue
        cluster[x] = b
        load[a] -= level.weight[x]
        load[b] += level.weight[x]
        for i in range(level.group_ptr[x], level.group_ptr[x + 1]):
            v = level.nets[i]
            alone = remove(counts, v, a, x, parts)
            is_new = add(counts, v, b, x, parts)
            if waiting > near_room:
                continue
            if alone >= 0 and level.weight[alone] > 0:
                c, gain = best_move(alone, level, counts, cluster, load, limit, score, candidates)
                if c >= 0 and gain > state[alone, GAIN]:
                    waiting = _wait(alone, gain, 0, state, heap, waiting)
            begin, end = level.net_ptr[v], level.net_ptr[v + 1]
            if is_new and end - begin <= WIDE:
                for j in range(begin, end):
                    y = level.groups[j]
                    if cluster[y] == a and level.weight[y] > 0 and load[b] + level.weight[y] <= limit:
                        gain = _gain(y, b, level, counts, cluster, parts)
                        if gain > state[y, GAIN]:
                            waiting = _wait(y, gain, 0, state, heap, waiting)


@njit(cache=True)
def border(level: EdgeGroups, counts: CopyCounts) -> Int32:
    """The groups with a net in several clusters, ndarray of int32; O(pins)."""
    size = level.weight.size
    found = np.empty(size, np.int32)
    count = 0
    for x in range(size):
        for i in range(level.group_ptr[x], level.group_ptr[x + 1]):
            if counts.net[level.nets[i], HELD] > 1:
                found[count] = x
                count += 1
                break
    return found[:count].copy()


@kernel_part()
def best_move(
    x: int,
    level: EdgeGroups,
    counts: CopyCounts,
    cluster: Int32,
    load: Float64,
    limit: float,
    score: Int64,
    candidates: Int64,
) -> tuple[int, int]:
    """The best cluster for a move of group x (ties: least loaded) and the gain in copies saved.

    The cluster is -1 if the group fits into no cluster that shares a net with it. ``score`` (zeros before and
    after the call) and ``candidates`` are buffers with one entry per cluster.
    """
    parts = load.size
    a = cluster[x]
    begin, end = level.group_ptr[x], level.group_ptr[x + 1]
    freed, needed = 0, 0
    found = 0
    crowded, least_crowded = 0, -1
    for i in range(begin, end):
        v = level.nets[i]
        value = counts.net[v, VALUE]
        needed += value
        if counts.entry[find(counts, v, a, parts), GROUPS] == 1:
            freed += value
        held = counts.net[v, HELD]
        if held > MANY:
            crowded += 1
            if least_crowded < 0 or held < counts.net[least_crowded, HELD]:
                least_crowded = v
        else:
            found = _score(v, value, counts, parts, score, candidates, found)
    if crowded:
        if found == 0 or (found == 1 and candidates[0] == a):
            score[a] = 0
            found = _score(least_crowded, 0, counts, parts, score, candidates, 0)
        for i in range(begin, end):
            v = level.nets[i]
            if counts.net[v, HELD] > MANY:
                for j in range(found):
                    if holds(counts, v, candidates[j], parts):
                        score[candidates[j]] += counts.net[v, VALUE]
    best, most = -1, -1
    for j in range(found):
        c = candidates[j]
        if c == a or load[c] + level.weight[x] > limit:
            continue
        if score[c] > most or (score[c] == most and (load[c], c) < (load[best], best)):
            best, most = c, score[c]
    for j in range(found):
        score[candidates[j]] = 0
    return best, max(freed - needed + most, LOWEST + 1)


@kernel_part()
def _score(
    v: int, value: int, counts: CopyCounts, parts: int, score: Int64, candidates: Int64, found: int
) -> int:
    """Add the value to the score of every cluster of net v; return the updated number of candidates."""
    begin = counts.net[v, FIRST]
    left = counts.net[v, HELD]
    if is_full(counts, v, parts):
        c = 0
        while left:
            if counts.entry[begin + c, GROUPS] > 0:
                left -= 1
                if score[c] == 0:
                    candidates[found] = c
                    found += 1
                score[c] += value
            c += 1
    else:
        for i in range(begin, begin + left):
            c = counts.entry[i, CLUSTER]
            if score[c] == 0:
                candidates[found] = c
                found += 1
            score[c] += value
    return found


@kernel_part()
def _gain(x: int, b: int, level: EdgeGroups, counts: CopyCounts, cluster: Int32, parts: int) -> int:
    """The number of copies saved if group x moves to cluster b."""
    gain = 0
    for i in range(level.group_ptr[x], level.group_ptr[x + 1]):
        v = level.nets[i]
        if counts.entry[find(counts, v, cluster[x], parts), GROUPS] == 1:
            gain += counts.net[v, VALUE]
        if not holds(counts, v, b, parts):
            gain -= counts.net[v, VALUE]
    return max(gain, LOWEST + 1)


@kernel_part()
def _move_back(x: int, b: int, level: EdgeGroups, counts: CopyCounts, cluster: Int32, load: Float64) -> None:
    """Move group x back to cluster b."""
    a = cluster[x]
    for i in range(level.group_ptr[x], level.group_ptr[x + 1]):
        remove(counts, level.nets[i], a, x, load.size)
        add(counts, level.nets[i], b, x, load.size)
    cluster[x] = b
    load[a] -= level.weight[x]
    load[b] += level.weight[x]


@kernel_part()
def _wait(x: int, gain: int, number: int, state: Int32, heap: Int64, waiting: int) -> int:
    """Add group x to the heap of a search; a key has the gain, eight mixed bits for ties, and the group."""
    state[x, SEARCH] = number
    state[x, GAIN] = gain
    tie = ((x * 2654435761 + number * 40503) >> 9) & 255
    key = ((gain - LOWEST) << 40) | (tie << 32) | x
    i = waiting
    while i > 0:
        above = (i - 1) >> 1
        if heap[above] >= key:
            break
        heap[i] = heap[above]
        i = above
    heap[i] = key
    return waiting + 1


@kernel_part()
def _first(heap: Int64) -> tuple[int, int]:
    """The group with the largest key, and its gain."""
    return heap[0] & 0xFFFFFFFF, (heap[0] >> 40) + LOWEST


@kernel_part()
def _pop(heap: Int64, waiting: int) -> int:
    """Remove the largest key."""
    waiting -= 1
    key = heap[waiting]
    i = 0
    while True:
        below = 2 * i + 1
        if below >= waiting:
            break
        if below + 1 < waiting and heap[below + 1] > heap[below]:
            below += 1
        if heap[below] <= key:
            break
        heap[i] = heap[below]
        i = below
    heap[i] = key
    return waiting
