"""How many groups of each net every cluster holds: what the gain of a move is read from."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray


class CopyCounts(NamedTuple):
    """For every net of a level, the clusters that hold groups of it, at most min(groups, parts) entries.

    A net with at least as many groups as there are clusters has an entry for each cluster, in their order;
    others have a list.

    Attributes
    ----------
    first : ndarray of int64, shape (n' + 1,)
        The entries of net v are ``first[v]`` and on.
    cluster, groups : ndarrays of int32
        Of each entry of a list, the cluster, and the number of groups there.
    sole : ndarray of int32
        The exclusive or of the numbers of those groups: the group itself where it is one.
    held : ndarray of int32, shape (n',)
        Clusters that hold groups of the net, so that value x (held - 1) are its copies.
    """

    first: NDArray[np.int64]
    cluster: NDArray[np.int32]
    groups: NDArray[np.int32]
    sole: NDArray[np.int32]
    held: NDArray[np.int32]


@njit(cache=True)
def count_copies(level, cluster, parts):  # type: ignore[no-untyped-def]
    """The counts of a level whose groups are in the given clusters; O(pins) and what lists are long."""
    nets = level.value.size
    first = np.zeros(nets + 1, np.int64)
    for v in range(nets):
        first[v + 1] = first[v] + min(level.net_ptr[v + 1] - level.net_ptr[v], parts)
    entries = first[nets]
    counts = CopyCounts(
        first,
        np.empty(entries, np.int32),
        np.zeros(entries, np.int32),
        np.zeros(entries, np.int32),
        np.zeros(nets, np.int32),
    )
    for v in range(nets):
        for i in range(level.net_ptr[v], level.net_ptr[v + 1]):
            x = level.groups[i]
            add(counts, v, cluster[x], x, parts)
    return counts


@njit(cache=True)
def is_full(counts, v, parts):  # type: ignore[no-untyped-def]
    """Whether net v has an entry for each cluster."""
    return counts.first[v + 1] - counts.first[v] == parts


@njit(cache=True)
def entry(counts, v, c, parts):  # type: ignore[no-untyped-def]
    """The entry of net v for cluster c; -1 where a list has none."""
    begin = counts.first[v]
    if is_full(counts, v, parts):
        return begin + c
    for i in range(begin, begin + counts.held[v]):
        if counts.cluster[i] == c:
            return i
    return np.int64(-1)


@njit(cache=True)
def holds(counts, v, c, parts):  # type: ignore[no-untyped-def]
    """Whether cluster c holds a group of net v."""
    i = entry(counts, v, c, parts)
    return i >= 0 and counts.groups[i] > 0


@njit(cache=True)
def add(counts, v, c, x, parts):  # type: ignore[no-untyped-def]
    """Group x of net v comes to cluster c; whether it is the first there."""
    i = entry(counts, v, c, parts)
    if i < 0:
        i = counts.first[v] + counts.held[v]
        counts.cluster[i] = c
        counts.groups[i] = 0
        counts.sole[i] = 0
    counts.groups[i] += 1
    counts.sole[i] ^= x
    is_first = counts.groups[i] == 1
    counts.held[v] += is_first
    return is_first


@njit(cache=True)
def remove(counts, v, c, x, parts):  # type: ignore[no-untyped-def]
    """Group x of net v leaves cluster c; the group that it leaves alone there, -1 where there is none."""
    i = entry(counts, v, c, parts)
    counts.groups[i] -= 1
    counts.sole[i] ^= x
    if counts.groups[i] == 1:
        return counts.sole[i]
    if counts.groups[i] == 0:
        counts.held[v] -= 1
        if not is_full(counts, v, parts):
            last = counts.first[v] + counts.held[v]
            counts.cluster[i] = counts.cluster[last]
            counts.groups[i] = counts.groups[last]
            counts.sole[i] = counts.sole[last]
    return np.int32(-1)


@njit(cache=True)
def total_copies(level, counts):  # type: ignore[no-untyped-def]
    """Vertex copies: the sum of value x (clusters - 1) over all nets."""
    total = 0
    for v in range(level.value.size):
        total += level.value[v] * (counts.held[v] - 1)
    return total
