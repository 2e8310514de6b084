"""The number of groups of each net in every cluster, from which the gain of a move follows."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partitioners.kernels.array_types import Int32
from partitioners.kernels.cache import njit
from partitioners.kernels.parts import by_reference, kernel_part

if TYPE_CHECKING:
    from partitioners.coarsening.edge_groups import EdgeGroups

FIRST, ROOM, HELD, VALUE = range(4)
"""Columns of :attr:`CopyCounts.net`."""

CLUSTER, GROUPS, SOLE = range(3)
"""Columns of :attr:`CopyCounts.entry`."""


class CopyCounts(NamedTuple):
    """For every net of a level, the clusters that hold groups of it, at most min(groups, parts) entries.

    A net with at least as many groups as clusters has one entry for each cluster, in their order. Other nets
    have a list of entries. Searches visit nets in random order, so the data of a net is stored contiguously.

    Attributes
    ----------
    net : ndarray of int64, shape (n', 4)
        For each net: its first entry, its capacity for entries, the number of clusters that hold groups of
        it, and the number of vertices that it represents (its value). Its copies are value x (clusters - 1).
    entry : ndarray of int32, shape (entries, 3)
        The cluster, the number of groups there, and the exclusive or of their numbers, which is the group
        itself if there is only one. The cluster is not set in a net that has an entry for each cluster.
    """

    net: NDArray[np.int64]
    entry: NDArray[np.int32]


def count_copies(level: EdgeGroups, cluster: NDArray[np.int32], parts: int) -> CopyCounts:
    """Count the groups of a level in the given clusters; O(pins) plus the searches in the lists."""
    room = np.minimum(np.diff(level.net_ptr), parts)
    net = np.zeros((level.value.size, 4), np.int64)
    net[:, FIRST] = np.cumsum(room) - room
    net[:, ROOM] = room
    net[:, VALUE] = level.value
    counts = CopyCounts(net, np.zeros((int(room.sum()), 3), np.int32))
    _count_groups(level, counts, cluster, parts)
    return counts


@njit(cache=True)
def _count_groups(level_tables: EdgeGroups, counts_tables: CopyCounts, cluster: Int32, parts: int) -> None:
    level, counts = by_reference(level_tables), by_reference(counts_tables)
    for v in range(level.value.size):
        for i in range(level.net_ptr[v], level.net_ptr[v + 1]):
            x = level.groups[i]
            add(counts, v, cluster[x], x, parts)


@kernel_part()
def is_full(counts: CopyCounts, v: int, parts: int) -> bool:
    """Whether net v has an entry for each cluster."""
    return counts.net[v, ROOM] == parts


@kernel_part()
def find(counts: CopyCounts, v: int, c: int, parts: int) -> int:
    """The entry of net v for cluster c; -1 if a list has no such entry."""
    first = counts.net[v, FIRST]
    if is_full(counts, v, parts):
        return first + c
    for i in range(first, first + counts.net[v, HELD]):
        if counts.entry[i, CLUSTER] == c:
            return i
    return -1


@kernel_part()
def holds(counts: CopyCounts, v: int, c: int, parts: int) -> bool:
    """Whether cluster c holds a group of net v."""
    i = find(counts, v, c, parts)
    return i >= 0 and counts.entry[i, GROUPS] > 0


@kernel_part()
def add(counts: CopyCounts, v: int, c: int, x: int, parts: int) -> bool:
    """Add group x of net v to cluster c; return whether it is the first group there."""
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


@kernel_part()
def remove(counts: CopyCounts, v: int, c: int, x: int, parts: int) -> np.int32:
    """Remove group x of net v from cluster c; return the group if only one is left there, else -1."""
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
def total_copies(counts: CopyCounts) -> int:
    """The number of vertex copies: the sum of value x (clusters - 1) over all nets."""
    total = 0
    for v in range(counts.net.shape[0]):
        total += counts.net[v, VALUE] * (counts.net[v, HELD] - 1)
    return total
