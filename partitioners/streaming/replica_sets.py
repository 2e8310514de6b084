"""A(v) for more than 64 clusters, in one of three compact forms that depend on the degree of v.

============  ========================================================================================
short list    2-byte cluster ids in the order of insertion, with a capacity of the edge ends of v
signed list   a list after a signature: a bitset of degree / 4 words (rounded down to a power of two) in
              which the bit (id mod its length) is set for every member
bitset        one bit for every cluster
============  ========================================================================================

A bitset is used if it needs at most 4 bytes per edge end, and a signature from 16 edge ends on. A signature
excludes most clusters that are not members, so an intersection costs one lookup per member of the shorter
list.

A search finds the least loaded member of one set, or of the intersection of two, below a bound (ties: lowest
id). It visits a bitset 64 clusters at a time, and the load tree shows whether any of the 64 has less load
than the best so far. Most of the time is spent waiting for memory. The data of an edge is known long before
its turn, so :func:`prefetch_record` and :func:`prefetch_set` load it early.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from partitioners.kernels.array_types import Int64, Integers, UInt16, UInt64
from partitioners.kernels.bits import common_of_8, prefetch, trailing_zeros
from partitioners.kernels.cache import njit
from partitioners.streaming.load_tree import LoadTree

MIN_SIGNED = 16
"""Degree from which a list has a signature; shorter lists are read as fast without one."""

BITSET = 63
"""The number of the form bitset; 0 is a short list, 1 + k a list with a signature of 2^k words."""

EMPTY, FULL = -1, -2
"""Results instead of a cluster: the set is empty, or all of its members have reached the bound."""


class ReplicaSets(NamedTuple):
    """The sets, and a record of 16 bytes per vertex, so that one cache line is enough to find a set.

    Attributes
    ----------
    record : ndarray of int64, shape (2n,)
        Entry 2v is the offset of the set of v times 64, plus its form. The offset of a bitset is in words.
        The offset of a list is in shorts, and its signature lies before it.
    field : ndarray of int32, shape (4n,)
        A view of ``record``. Entry 4v + 2 is the number of members of any form; entry 4v + 3 is for the
        caller.
    words, shorts : ndarrays of uint64 and uint16
        Two views of the memory of the sets.
    scratch : ndarray of uint16
        Buffer for the members of the longest list.
    bitset_words : uint64
        Number of words of a bitset.
    """

    record: NDArray[np.int64]
    field: NDArray[np.int32]
    words: NDArray[np.uint64]
    shorts: NDArray[np.uint16]
    scratch: NDArray[np.uint16]
    bitset_words: np.uint64


def new_replica_sets(degree: NDArray[np.int64], parts: int) -> ReplicaSets:
    """Create empty sets for vertices of these degrees.

    Parameters
    ----------
    degree : ndarray of int64, shape (n,)
        Number of edge ends of each vertex, which limits the size of its set.
    parts : int
        Number of clusters, 65 .. 65,536.

    Notes
    -----
    Memory: 16 bytes per vertex, and at most min(parts / 8, 4 degree) bytes for its set, rounded up to words.
    """
    bitset_words = -(-parts // 64)
    record = np.zeros(2 * degree.size, np.int64)
    size, longest = _lay_out(degree, bitset_words, record)
    words = np.zeros(size + 16, np.uint64)
    # A bitset of 1,024 clusters begins with a cache line; the last bitset is also read 8 words at a time.
    words = words[-words.ctypes.data % 64 // 8 :]
    return ReplicaSets(
        record,
        record.view(np.int32),
        words,
        words.view(np.uint16),
        np.zeros(longest, np.uint16),
        np.uint64(bitset_words),
    )


@njit(cache=True)
def _lay_out(degree: Integers, bitset_words: int, record: Int64) -> tuple[int, int]:
    """Lay out bitsets, signed lists and short lists; return the number of words and the longest list."""
    word = 0
    longest = 0
    for v in range(degree.size):
        if degree[v] >= 2 * bitset_words:
            record[2 * v] = word << 6 | BITSET
            word += bitset_words
    for v in range(degree.size):
        if MIN_SIGNED <= degree[v] < 2 * bitset_words:
            longest = max(longest, degree[v])
            form = 1
            while 4 << form <= degree[v]:
                form += 1
            word += 1 << (form - 1)
            record[2 * v] = (4 * word) << 6 | form
            word += (degree[v] + 3) // 4
    short = 4 * word
    for v in range(degree.size):
        if degree[v] < min(MIN_SIGNED, 2 * bitset_words):
            longest = max(longest, degree[v])
            record[2 * v] = short << 6
            short += degree[v]
    return (short + 3) // 4, longest


@njit(cache=True)
def prefetch_record(sets: ReplicaSets, v: np.uint64) -> None:
    """Prefetch the record of v."""
    prefetch(sets.record, np.uint64(2) * v)


@njit(cache=True)
def prefetch_set(sets: ReplicaSets, v: np.uint64) -> None:
    """Prefetch the beginning of the set of v; its record should be in the cache by then."""
    start, form = _start(sets, v)
    if form == BITSET:
        prefetch(sets.words, start)
        prefetch(sets.words, start + np.uint64(8))  # the hardware prefetches more lines than these two itself
    else:
        prefetch(sets.shorts, start)
        if form:
            prefetch(sets.words, (start >> np.uint64(2)) - _signature_words(form))


@njit(cache=True)
def _start(sets: ReplicaSets, v: np.uint64) -> tuple[np.uint64, np.uint64]:
    word = np.uint64(sets.record[np.uint64(2) * v])
    return word >> np.uint64(6), word & np.uint64(63)


@njit(cache=True)
def _signature_words(form: np.uint64) -> np.uint64:
    return np.uint64(1) << (form - np.uint64(1))


@njit(cache=True)
def size_of(sets: ReplicaSets, v: np.uint64) -> np.uint64:
    """|A(v)|."""
    return np.uint64(sets.field[np.uint64(4) * v + np.uint64(2)])


@njit(cache=True)
def _lists(shorts: UInt16, start: np.uint64, size: np.uint64, cluster: np.uint16) -> bool:
    found = False
    for k in range(start, start + size):  # without an early exit, so that it compiles to vector instructions
        found |= shorts[k] == cluster
    return found


@njit(cache=True)
def _bit_of(words: UInt64, start: np.uint64, number: np.uint64) -> np.uint64:
    return words[start + (number >> np.uint64(6))] >> (number & np.uint64(63)) & np.uint64(1)


@njit(cache=True)
def contains(sets: ReplicaSets, v: np.uint64, cluster: int) -> bool:
    """Whether a cluster is in A(v)."""
    start, form = _start(sets, v)
    if form == BITSET:
        return _bit_of(sets.words, start, np.uint64(cluster)) != 0
    return _lists(sets.shorts, start, size_of(sets, v), np.uint16(cluster))


@njit(cache=True)
def add_new(sets: ReplicaSets, v: np.uint64, cluster: int) -> None:
    """Add a cluster to A(v) that it does not contain yet."""
    start, form = _start(sets, v)
    size = size_of(sets, v)
    sets.field[np.uint64(4) * v + np.uint64(2)] = size + np.uint64(1)
    number = np.uint64(cluster)
    if form != BITSET:
        sets.shorts[start + size] = cluster
        if form == 0:
            return
        length = _signature_words(form)
        start = (start >> np.uint64(2)) - length
        number &= (length << np.uint64(6)) - np.uint64(1)
    sets.words[start + (number >> np.uint64(6))] |= np.uint64(1) << (number & np.uint64(63))


@njit(cache=True)
def _least_in_word(
    word: np.uint64, base: np.uint64, key: Int64, least: int, best: np.int64
) -> tuple[int, np.int64]:
    """The best of ``best`` and the members ``base`` + set bits; ids ascend, so ties keep the first."""
    while word:
        cluster = base + trailing_zeros(word)
        if key[cluster] < least:
            least = key[cluster]
            best = np.int64(cluster)
        word &= word - np.uint64(1)
    return least, best


@njit(cache=True)
def least_loaded(sets: ReplicaSets, tree: LoadTree, v: np.uint64, bound: int) -> tuple[int, np.int64]:
    """The least loaded member of A(v) whose key is below ``bound``.

    Returns
    -------
    key, cluster : int
        ``bound`` and :data:`FULL` if there is no such member (A(v) must not be empty).
    """
    start, form = _start(sets, v)
    if form == BITSET:
        return _least_in_bitsets(sets, tree, start, start, bound)
    least = bound
    best = np.int64(FULL)
    for k in range(start, start + size_of(sets, v)):
        cluster = np.int64(sets.shorts[k])
        key = tree.key[np.uint64(cluster)]
        if (key < least) | ((key == least) & (cluster < best)):  # without branches, which are mispredicted
            least = key
            best = cluster
    return least, best


@njit(cache=True)
def least_loaded_common(
    sets: ReplicaSets, tree: LoadTree, u: np.uint64, v: np.uint64, bound: int
) -> tuple[int, np.int64]:
    """The least loaded member of the intersection of A(u) and A(v) whose key is below ``bound``.

    Returns
    -------
    key, cluster : int
        ``bound`` and :data:`FULL` if there is no such member, or :data:`EMPTY` if the intersection is empty.
    """
    start_u, form_u = _start(sets, u)
    start_v, form_v = _start(sets, v)
    if form_u == BITSET and form_v == BITSET:
        return _least_in_bitsets(sets, tree, start_u, start_v, bound)
    if form_u == BITSET or (form_v != BITSET and size_of(sets, u) > size_of(sets, v)):
        u, v = v, u
    return _least_in_list(sets, tree, u, v, bound)


@njit(cache=True)
def _least_in_bitsets(
    sets: ReplicaSets, tree: LoadTree, start_u: np.uint64, start_v: np.uint64, bound: int
) -> tuple[int, np.int64]:
    """:func:`least_loaded_common` of two bitsets, which may be the same."""
    least = bound
    best = np.int64(EMPTY)
    six = np.uint64(6)
    three = np.uint64(3)
    for top in range(np.uint64(tree.top.size)):
        if best != EMPTY and tree.top[top] >= least:
            continue
        base = top << six
        count = min(sets.bitset_words - base, np.uint64(64))
        common = np.uint64(0)  # the words with common clusters, found without a branch and then visited
        for k in range((count + np.uint64(7)) >> three):
            at = base + (k << three)
            common |= common_of_8(sets.words, start_u + at, start_v + at) << (k << three)
        common &= ~np.uint64(0) >> (np.uint64(64) - count)
        if common and best == EMPTY:
            best = np.int64(FULL)
        while common:
            k = base + trailing_zeros(common)
            common &= common - np.uint64(1)
            if tree.block[k] < least:
                word = sets.words[start_u + k] & sets.words[start_v + k]
                least, best = _least_in_word(word, k << six, tree.key, least, best)
    return least, best


@njit(cache=True)
def _least_in_list(
    sets: ReplicaSets, tree: LoadTree, u: np.uint64, v: np.uint64, bound: int
) -> tuple[int, np.int64]:
    """:func:`least_loaded_common` if A(u) is a list; if A(v) is also a list, A(u) is not the longer one."""
    start, form = _start(sets, v)
    members, _ = _start(sets, u)
    size = size_of(sets, v)
    hits = np.uint64(0)
    if form == 0:
        for k in range(members, members + size_of(sets, u)):
            member = sets.shorts[k]
            sets.scratch[hits] = member
            hits += np.uint64(_lists(sets.shorts, start, size, member))
    else:
        bits, mask = start, np.uint64(0xFFFF)
        if form != BITSET:
            length = _signature_words(form)
            bits, mask = (start >> np.uint64(2)) - length, (length << np.uint64(6)) - np.uint64(1)
        for k in range(members, members + size_of(sets, u)):
            member = sets.shorts[k]
            sets.scratch[hits] = member
            hits += _bit_of(sets.words, bits, np.uint64(member) & mask)
    is_certain = form == 0 or form == BITSET
    least = bound
    best = np.int64(EMPTY)
    for k in range(hits):
        member = sets.scratch[k]
        cluster = np.int64(member)
        key = tree.key[np.uint64(member)]
        # Look up a cluster that cannot win only to distinguish full from empty.
        if (key <= least or best == EMPTY) and (is_certain or _lists(sets.shorts, start, size, member)):
            if key < least or (key == least and cluster < best):
                least = key
                best = cluster
            elif best == EMPTY:
                best = np.int64(FULL)
    return least, best
