"""A(v) for more than 64 clusters, small enough for the caches: a list where degrees are small, else a bitset.

A vertex of small degree has a list of 2-byte cluster ids with room for as many as it has edge ends, a
vertex of large degree one bit for every cluster, whichever is smaller. All sets lie in one memory, seen as
words and as 2-byte shorts; each begins at a word, and its first short is the number of its members (of a
bitset: whether there are any).

The question that is asked is always the same: the least loaded member, of one set or of the intersection of
two, the lowest id among equals. If the least loaded cluster of all is a member, that is the answer.
Otherwise a list is searched member by member, and a bitset 64 clusters at a time, where the load tree says
whether any of the 64 can beat the best so far.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partitioners.replica_words import bit, least_in_word


def new_replica_sets(
    degree: NDArray[np.int64], parts: int
) -> tuple[NDArray[np.uint64], NDArray[np.uint16], NDArray[np.int64], NDArray[np.uint64]]:
    """Empty sets for vertices of these degrees.

    Parameters
    ----------
    degree : ndarray of int64, shape (n,)
        Edge ends: no set can have more members.
    parts : int
        65 .. 65,536.

    Returns
    -------
    words, shorts : ndarrays of uint64 and uint16
        Two views of the memory of the sets: min(parts / 8, 2 degree) bytes and a short a vertex, in whole
        words.
    start : ndarray of int64, shape (n + 1,)
        The first word of each set.
    marks : ndarray of uint64, shape (ceil(parts / 64),)
        A bitset to work in.
    """
    bitset_words = -(-parts // 64)
    start = np.zeros(degree.size + 1, np.int64)
    np.cumsum(np.minimum((degree + 4) // 4, bitset_words + 1), out=start[1:])
    words = np.zeros(start[-1] + 1, np.uint64)
    return words, words.view(np.uint16), start, np.zeros(bitset_words, np.uint64)


@njit(cache=True)
def add(words, shorts, start, bitset_words, v, cluster):  # type: ignore[no-untyped-def]
    """Put a cluster into the set of v."""
    first = start[v]
    if start[v + 1] - first > bitset_words:
        words[first + 1 + (cluster >> 6)] |= bit(cluster)
        shorts[4 * first] = 1
        return
    count = np.int64(shorts[4 * first])
    if not _lists(shorts, first, count, cluster):
        shorts[4 * first + 1 + count] = cluster
        shorts[4 * first] = count + 1


@njit(cache=True)
def contains(words, shorts, start, bitset_words, v, cluster):  # type: ignore[no-untyped-def]
    """Whether a cluster is in the set of v."""
    first = start[v]
    if start[v + 1] - first > bitset_words:
        return words[first + 1 + (cluster >> 6)] & bit(cluster) != 0
    return _lists(shorts, first, np.int64(shorts[4 * first]), cluster)


@njit(cache=True)
def _lists(shorts, first, count, cluster):  # type: ignore[no-untyped-def]
    wanted = np.uint16(cluster)
    found = False
    for k in range(4 * first + 1, 4 * first + 1 + count):  # no early exit: so it becomes vector instructions
        found |= shorts[k] == wanted
    return found


@njit(cache=True)
def better(one, two, load):  # type: ignore[no-untyped-def]
    """The less loaded of two clusters, the lower id among equals; -1 is none."""
    if one < 0 or (two >= 0 and (load[two] < load[one] or (load[two] == load[one] and two < one))):
        return two
    return one


@njit(cache=True)
def least_loaded(words, shorts, start, bitset_words, v, load, tree):  # type: ignore[no-untyped-def]
    """The least loaded member of the set of v, which is not empty."""
    first = start[v]
    if start[v + 1] - first > bitset_words:
        root = np.int64(tree[1])
        if words[first + 1 + (root >> 6)] & bit(root):
            return root
        best = -1
        blocks = load.size >> 6
        for k in range(bitset_words):
            word = words[first + 1 + k]
            if word and (best < 0 or load[tree[blocks + k]] < load[best]):
                best = least_in_word(word, k << 6, load, best)
        return best
    best = np.int64(shorts[4 * first + 1])
    least = load[best]
    for k in range(4 * first + 2, 4 * first + 1 + np.int64(shorts[4 * first])):
        cluster = np.int64(shorts[k])
        if load[cluster] < least or (load[cluster] == least and cluster < best):
            best, least = cluster, load[cluster]
    return best


@njit(cache=True)
def least_loaded_common(words, shorts, start, marks, u, v, load, tree):  # type: ignore[no-untyped-def]
    """The least loaded member of the intersection of the sets of u and v; -1 where it is empty."""
    bitset_words = marks.size
    first, second = start[u], start[v]
    u_is_bitset, v_is_bitset = start[u + 1] - first > bitset_words, start[v + 1] - second > bitset_words
    if u_is_bitset and v_is_bitset:
        best = -1
        blocks = load.size >> 6
        for k in range(1, bitset_words + 1):
            word = words[first + k] & words[second + k]
            if word and (best < 0 or load[tree[blocks + k - 1]] < load[best]):
                best = least_in_word(word, (k - 1) << 6, load, best)
        return best
    if u_is_bitset:
        return _least_in_both(shorts, second, words, first + 1, load)
    if v_is_bitset:
        return _least_in_both(shorts, first, words, second + 1, load)
    # Two lists: mark the members of one in a bitset, look up those of the other, take the marks away.
    last = 4 * second + 1 + np.int64(shorts[4 * second])
    for k in range(4 * second + 1, last):
        marks[shorts[k] >> 6] |= bit(np.int64(shorts[k]))
    best = _least_in_both(shorts, first, marks, 0, load)
    for k in range(4 * second + 1, last):
        marks[shorts[k] >> 6] = np.uint64(0)
    return best


@njit(cache=True)
def _least_in_both(shorts, first, words, bits, load):  # type: ignore[no-untyped-def]
    """The least loaded of the list at word ``first`` whose bit is set in the bitset at ``words[bits]``."""
    best = -1
    least = np.inf
    for k in range(4 * first + 1, 4 * first + 1 + np.int64(shorts[4 * first])):
        cluster = np.int64(shorts[k])
        if words[bits + (cluster >> 6)] & bit(cluster) and (
            load[cluster] < least or (load[cluster] == least and cluster < best)
        ):
            best, least = cluster, load[cluster]
    return best
