"""How many groups of each net every cluster holds: what the gain of a move is read from."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

FIRST, ROOM, HELD, VALUE = range(4)
"""Columns of :attr:`CopyCounts.net`."""

CLUSTER, GROUPS, SOLE = range(3)
"""Columns of :attr:`CopyCounts.entry`."""


class CopyCounts(NamedTuple):
    """For every net of a level, the clusters that hold groups of it, at most min(groups, parts) entries.

    A net with at least as many groups as there are clusters has an entry for each cluster, in their order;
    others have a list. Searches go from net to net at random, so what they ask of one lies side by side.

    Attributes
    ----------
    net : ndarray of int64, shape (n', 4)
        Of each net: its first entry; the room for entries; the clusters that hold groups of it; the vertices
        that it stands for, so that value x (held - 1) are its copies.
    entry : ndarray of int32, shape (entries, 3)
        The cluster, the number of groups there, and the exclusive or of their numbers: the group itself where
        it is one. The cluster is not set in a net that has an entry for each.
    """

    net: NDArray[np.int64]
    entry: NDArray[np.int32]


@njit(cache=True)
def count_copies(level, cluster, parts):  # type: ignore[no-untyped-def]
    """The counts of a level whose groups are in the given clusters; O(pins) and what lists are long."""
    nets = level.value.size
    net = np.zeros((nets, 4), np.int64)
    entries = 0
    for v in range(nets):
        net[v, FIRST] = entries
        net[v, ROOM] = min(level.net_ptr[v + 1] - level.net_ptr[v], parts)
        net[v, VALUE] = level.value[v]
        entries += net[v, ROOM]
    counts = CopyCounts(net, np.zeros((entries, 3), np.int32))
    for v in range(nets):
        for i in range(level.net_ptr[v], level.net_ptr[v + 1]):
            x = level.groups[i]
            add(counts, v, cluster[x], x, parts)
    return counts


@njit(cache=True)
def is_full(counts, v, parts):  # type: ignore[no-untyped-def]
    """Whether net v has an entry for each cluster."""
    return counts.net[v, ROOM] == parts


@njit(cache=True)
def find(counts, v, c, parts):  # type: ignore[no-untyped-def]
    """The entry of net v for cluster c; -1 where a list has none."""
    first = counts.net[v, FIRST]
    if is_full(counts, v, parts):
        return first + c
    for i in range(first, first + counts.net[v, HELD]):
        if counts.entry[i, CLUSTER] == c:
            return i
    return np.int64(-1)


@njit(cache=True)
def holds(counts, v, c, parts):  # type: ignore[no-untyped-def]
    """Whether cluster c holds a group of net v."""
    i = find(counts, v, c, parts)
    return i >= 0 and counts.entry[i, GROUPS] > 0


@njit(cache=True)
def add(counts, v, c, x, parts):  # type: ignore[no-untyped-def]
    """Group x of net v comes to cluster c; whether it is the first there."""
    i = find(counts, v, c, parts)
    if i < 0:
        i = counts.net[v, FIRST] + counts.net[v, HELD]
        counts.entry[i, CLUSTER] = c
        counts.entry[i, GROUPS] = 0
        counts.entry[i, SOLE] = 0
    counts.entry[i, GROUPS] += 1
    counts.entry[i, SOLE] ^= x
    is_first = counts.entry[i, GROUPS] == 1
    counts.net[v, HELD] += is_first
    return is_first


@njit(cache=True)
def remove(counts, v, c, x, parts):  # type: ignore[no-untyped-def]
    """Group x of net v leaves cluster c; the group that it leaves alone there, -1 where there is none."""
    i = find(counts, v, c, parts)
    counts.entry[i, GROUPS] -= 1
    counts.entry[i, SOLE] ^= x
    if counts.entry[i, GROUPS] == 1:
        return counts.entry[i, SOLE]
    if counts.entry[i, GROUPS] == 0:
        counts.net[v, HELD] -= 1
        if not is_full(counts, v, parts):
            last = counts.net[v, FIRST] + counts.net[v, HELD]
            for column in range(3):
                counts.entry[i, column] = counts.entry[last, column]
    return np.int32(-1)


@njit(cache=True)
def total_copies(counts):  # type: ignore[no-untyped-def]
    """Vertex copies: the sum of value x (clusters - 1) over all nets."""
    total = 0
    for v in range(counts.net.shape[0]):
        total += counts.net[v, VALUE] * (counts.net[v, HELD] - 1)
    return total
