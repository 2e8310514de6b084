"""The nearest core with room, found without looking at the full ones again and again."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from mappers.topology import Topology


class Nearby(NamedTuple):
    """Every core's neighbours by (distance, id), and how many of the first ones are known to be full.

    Attributes
    ----------
    distances : ndarray of int32, shape (cores, cores)
    order : ndarray of int32, shape (cores, cores)
        Row by row, each filled in when it is first needed.
    full : ndarray of int64, shape (cores,)
        The first ``full[c]`` cores of row ``c`` are full; -1 while the row is not filled in. A full core
        stays full, so this only grows, and all searches from one core together look at each core once.
    """

    distances: NDArray[np.int32]
    order: NDArray[np.int32]
    full: NDArray[np.int64]


def nearby(topology: Topology) -> Nearby:
    """The neighbourhoods of a topology, none of them filled in."""
    distances = np.ascontiguousarray(topology.distances, np.int32)
    return Nearby(distances, np.empty_like(distances), np.full(topology.num_cores, -1))


@njit(cache=True)
def nearest_with_room(near, core, clusters_on, room):  # type: ignore[no-untyped-def]
    """The core nearest to ``core`` (itself included) with fewer than ``room`` clusters, lowest id first.

    There must be one. O(1) amortised over all calls, after O(cores) for the first call with each ``core``.
    """
    order = near.order[core]
    if near.full[core] < 0:
        _by_distance(near.distances[core], order)
        near.full[core] = 0
    k = near.full[core]
    while clusters_on[order[k]] >= room:
        k += 1
    near.full[core] = k
    return order[k]


@njit(cache=True)
def _by_distance(distance, order):  # type: ignore[no-untyped-def]
    """Write the cores into ``order`` by (distance, id): a counting sort."""
    farthest = 0
    for d in distance:
        farthest = max(farthest, d)
    start = np.zeros(farthest + 2, np.int64)
    for d in distance:
        start[d + 1] += 1
    for d in range(1, start.size):
        start[d] += start[d - 1]
    for core in range(distance.size):
        order[start[distance[core]]] = core
        start[distance[core]] += 1
