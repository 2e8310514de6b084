"""Search for the nearest free core that visits each full core only once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mappers.topology import Topology
from partitioners.kernels.array_types import Int32, Int64
from partitioners.kernels.parts import kernel_part


class Nearby(NamedTuple):
    """The neighbours of every core by (distance, id), and the number of nearest ones known to be full.

    Attributes
    ----------
    distances : ndarray of int32, shape (cores, cores)
    order : ndarray of int32, shape (cores, cores)
        Row ``c``: all cores by (distance from ``c``, id). A row is filled in when it is first needed.
    full : ndarray of int64, shape (cores,)
        The first ``full[c]`` cores of row ``c`` are full; -1 while the row is not filled in. A full core
        stays full, so the entry only grows, and all searches from one core together visit each core once.
    """

    distances: NDArray[np.int32]
    order: NDArray[np.int32]
    full: NDArray[np.int64]


def nearby(topology: Topology) -> Nearby:
    """Create the neighbourhoods of a topology, with no row filled in."""
    distances = np.ascontiguousarray(topology.distances, np.int32)
    return Nearby(distances, np.empty_like(distances), np.full(topology.num_cores, -1))


@kernel_part()
def nearest_with_room(near: Nearby, core: int, clusters_on: Int64, room: int) -> int:
    """The core nearest to ``core`` (itself included) that is below the limit on clusters, lowest id first.

    Such a core must exist. O(1) amortised over all calls, after O(cores) for the first call with each
    ``core``.
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


@kernel_part()
def _by_distance(distance: Int32, order: Int32) -> None:
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
