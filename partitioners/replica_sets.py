"""A(v), the set of clusters that hold an edge of each vertex, small enough for the caches.

Up to 64 clusters a set is one word of 1, 2, 4 or 8 bytes. Beyond, a vertex of small degree has a list of 2-byte
cluster ids with room for as many as it has edge ends, and a vertex of large degree a bitset, whichever is
smaller. Both begin with their number of members.

The question that is asked is always the same: the least loaded member, of one set or of the intersection of two, the
lowest id among equals. If the least loaded cluster of all is a member, that is the answer. Otherwise words
and lists are searched member by member, and bitsets 64 clusters at a time, where the load tree says
whether any of the 64 can beat the best so far.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic
from numpy.typing import NDArray


class ReplicaSets(NamedTuple):
    """One memory seen as words of four sizes, and where each vertex's set begins in it.

    Attributes
    ----------
    bytes_, shorts, ints, words : ndarrays of uint8, uint16, uint32, uint64
        Views of the same memory.
    start : ndarray of int64, shape (n + 1,)
        In words; empty where every set is one word.
    width : int
        Bytes of a set that is one word; 0 where sets are lists and bitsets.
    bitset_words : int
        Words of a bitset.
    """

    bytes_: NDArray[np.uint8]
    shorts: NDArray[np.uint16]
    ints: NDArray[np.uint32]
    words: NDArray[np.uint64]
    start: NDArray[np.int64]
    mark: NDArray[np.uint64]
    width: int
    bitset_words: int


def new_replica_sets(degree: NDArray[np.int64], parts: int) -> ReplicaSets:
    """Empty sets for vertices of these degrees.

    Parameters
    ----------
    degree : ndarray of int64, shape (n,)
        Edge ends: no set can have more members.
    parts : int
        At most 65,536.

    Notes
    -----
    Up to 64 parts, parts / 8 bytes a vertex (rounded up to a power of two). Beyond, min(parts / 8, 2 degree) bytes and
    a word for the count, beside 8 bytes for the start.
    """
    bitset_words = -(-parts // 64)
    start = np.empty(0, np.int64)
    width = 0
    if parts <= 64:
        width = max(1, 1 << (parts - 1).bit_length() >> 3)
        size = -(-degree.size * width // 8)
    else:
        list_words = (degree + 4) // 4  # a 2-byte count and 2 bytes a member
        start = np.zeros(degree.size + 1, np.int64)
        np.cumsum(np.where(list_words < bitset_words + 1, list_words, bitset_words + 1), out=start[1:])
        size = int(start[-1])
    words = np.zeros(size, np.uint64)
    mark = np.zeros(bitset_words, np.uint64)
    return ReplicaSets(
        words.view(np.uint8),
        words.view(np.uint16),
        words.view(np.uint32),
        words,
        start,
        mark,
        width,
        bitset_words,
    )


@intrinsic
def trailing_zeros(typing_context: Any, word: Any) -> Any:
    """The number of the lowest bit that is set, of a word that is not 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), generate


@njit(cache=True)
def _word(sets, v):  # type: ignore[no-untyped-def]
    if sets.width == 8:
        return sets.words[v]
    if sets.width == 1:
        return np.uint64(sets.bytes_[v])
    if sets.width == 2:
        return np.uint64(sets.shorts[v])
    return np.uint64(sets.ints[v])


@njit(cache=True)
def _is_bitset(sets, v):  # type: ignore[no-untyped-def]
    return sets.start[v + 1] - sets.start[v] == sets.bitset_words + 1


@njit(cache=True)
def _bit(cluster):  # type: ignore[no-untyped-def]
    return np.uint64(1) << np.uint64(cluster & 63)


@njit(cache=True)
def is_empty(sets, v):  # type: ignore[no-untyped-def]
    """Whether v has no replica yet."""
    if sets.width:
        return _word(sets, v) == 0
    first = sets.start[v]
    if _is_bitset(sets, v):
        return sets.words[first] == 0
    return sets.shorts[4 * first] == 0


@njit(cache=True)
def contains(sets, v, cluster):  # type: ignore[no-untyped-def]
    """Whether a cluster holds an edge of v."""
    if sets.width:
        return (_word(sets, v) & _bit(cluster)) != 0
    first = sets.start[v]
    if _is_bitset(sets, v):
        return (sets.words[first + 1 + (cluster >> 6)] & _bit(cluster)) != 0
    members = sets.shorts[4 * first + 1 : 4 * first + 1 + sets.shorts[4 * first]]
    found = False
    for member in members:  # no early exit: this way it becomes vector instructions
        found |= member == cluster
    return found


@njit(cache=True)
def add(sets, v, cluster):  # type: ignore[no-untyped-def]
    """Put a cluster into the set of v."""
    if sets.width == 8:
        sets.words[v] |= _bit(cluster)
    elif sets.width == 1:
        sets.bytes_[v] |= np.uint8(1 << cluster)
    elif sets.width == 2:
        sets.shorts[v] |= np.uint16(1 << cluster)
    elif sets.width == 4:
        sets.ints[v] |= np.uint32(1 << cluster)
    elif not contains(sets, v, cluster):
        first = sets.start[v]
        if _is_bitset(sets, v):
            sets.words[first + 1 + (cluster >> 6)] |= _bit(cluster)
            sets.words[first] += np.uint64(1)
        else:
            count = sets.shorts[4 * first] + 1
            sets.shorts[4 * first + count] = cluster
            sets.shorts[4 * first] = count


@njit(cache=True)
def _least_in_word(word, base, load, best):  # type: ignore[no-untyped-def]
    """The better of ``best`` (-1: none) and the members ``base`` + set bits; ids ascend, so equals keep the first."""
    least = load[best] if best >= 0 else np.inf
    while word != 0:
        cluster = base + trailing_zeros(word)
        if load[cluster] < least:
            least = load[cluster]
            best = cluster
        word &= word - np.uint64(1)
    return best


@njit(cache=True)
def _least_in_bitset(sets, first, second, load, tree):  # type: ignore[no-untyped-def]
    """The least loaded of a bitset, or of two: words from ``first`` and (unless it is negative) ``second``."""
    best = -1
    blocks = load.size >> 6
    for k in range(sets.bitset_words):
        word = sets.words[first + k]
        if second >= 0:
            word &= sets.words[second + k]
        if word != 0 and (best < 0 or load[tree[blocks + k]] < load[best]):
            best = _least_in_word(word, k << 6, load, best)
    return best


@njit(cache=True)
def _better(one, two, load):  # type: ignore[no-untyped-def]
    """The less loaded of two clusters, the lower id among equals; -1 is none."""
    if one < 0 or (two >= 0 and (load[two] < load[one] or (load[two] == load[one] and two < one))):
        return two
    return one


@njit(cache=True)
def least_loaded(sets, v, load, tree):  # type: ignore[no-untyped-def]
    """The least loaded cluster of A(v), which is not empty."""
    root = np.int64(tree[1])
    if sets.width:
        word = _word(sets, v)
        if word & _bit(root):
            return root
        return _least_in_word(word, 0, load, -1)
    first = sets.start[v]
    if _is_bitset(sets, v):
        if sets.words[first + 1 + (root >> 6)] & _bit(root):
            return root
        return _least_in_bitset(sets, first + 1, -1, load, tree)
    best = -1
    for k in range(4 * first + 1, 4 * first + 1 + sets.shorts[4 * first]):
        best = _better(best, np.int64(sets.shorts[k]), load)
    return best


@njit(cache=True)
def least_loaded_common(sets, u, v, load, tree):  # type: ignore[no-untyped-def]
    """The least loaded cluster of the intersection of A(u) and A(v); -1 where it is empty."""
    if sets.width:
        word = _word(sets, u) & _word(sets, v)
        root = np.int64(tree[1])
        if word & _bit(root):
            return root
        return _least_in_word(word, 0, load, -1)
    first, second = sets.start[u], sets.start[v]
    if _is_bitset(sets, u):
        if _is_bitset(sets, v):
            return _least_in_bitset(sets, first + 1, second + 1, load, tree)
        first, second = second, first
        return _least_marked(sets, first, sets.words[second + 1 : second + 1 + sets.bitset_words], load)
    if _is_bitset(sets, v):
        return _least_marked(sets, first, sets.words[second + 1 : second + 1 + sets.bitset_words], load)
    # Two lists: mark the members of one in a bitset, look up those of the other, take the marks away.
    last = 4 * second + 1 + sets.shorts[4 * second]
    for k in range(4 * second + 1, last):
        sets.mark[sets.shorts[k] >> 6] |= _bit(sets.shorts[k])
    best = _least_marked(sets, first, sets.mark, load)
    for k in range(4 * second + 1, last):
        sets.mark[sets.shorts[k] >> 6] = np.uint64(0)
    return best


@njit(cache=True)
def _least_marked(sets, first, marks, load):  # type: ignore[no-untyped-def]
    best = -1
    for k in range(4 * first + 1, 4 * first + 1 + sets.shorts[4 * first]):
        cluster = np.int64(sets.shorts[k])
        if marks[cluster >> 6] & _bit(cluster):
            best = _better(best, cluster, load)
    return best
