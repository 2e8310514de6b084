"""The kernels of :mod:`mappers.algorithms.local_search`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from partitioners.kernels.array_types import Float64, Int32, Int64
from partitioners.kernels.cache import njit
from partitioners.kernels.parts import kernel_part


class Times(NamedTuple):
    """The work of clusters and cores, the time of a cycle of work on each core, and the limit of its time."""

    work: NDArray[np.float64]
    load: NDArray[np.float64]
    slowness: NDArray[np.float64]
    limit: float


@njit(cache=True)
def search(
    indptr: Int64,
    other: Int32,
    weight: Int64,
    core_of_cluster: Int32,
    position: Int64,
    apart: Int64,
    max_passes: int,
    work: Float64,
    slowness: Float64,
) -> None:
    """Swap clusters in place, pass after pass, while that lowers hop-bytes.

    No swap makes a core take longer for its work than the slowest at the start.
    """
    parts = indptr.size - 1
    load = np.zeros(slowness.size)
    for a in range(parts):
        load[core_of_cluster[a]] += work[a]
    times = Times(work, load, slowness, (load * slowness).max())
    # cost[a, i]: bytes of cluster a times their distance along the axis of i, if a were at position i.
    cost = np.zeros((parts, apart.shape[0]), np.int64)
    for a in range(parts):
        for k in range(indptr[a], indptr[a + 1]):
            _add(cost[a], weight[k], position[:, core_of_cluster[other[k]]], apart)
    exchanged = np.zeros(parts, np.int64)  # bytes that each cluster exchanges with cluster a
    for _ in range(max_passes):
        swaps = 0
        for a in range(parts):
            for k in range(indptr[a], indptr[a + 1]):
                exchanged[other[k]] = weight[k]
            b = _best_swap(a, exchanged, core_of_cluster, cost, position, apart, times)
            for k in range(indptr[a], indptr[a + 1]):
                exchanged[other[k]] = 0
            if b < 0:
                continue
            swaps += 1
            core_a, core_b = core_of_cluster[a], core_of_cluster[b]
            core_of_cluster[a], core_of_cluster[b] = core_b, core_a
            load[core_a] += work[b] - work[a]
            load[core_b] += work[a] - work[b]
            for moved, old, new in ((a, core_a, core_b), (b, core_b, core_a)):
                for k in range(indptr[moved], indptr[moved + 1]):
                    _add(cost[other[k]], -weight[k], position[:, old], apart)
                    _add(cost[other[k]], weight[k], position[:, new], apart)
        if swaps == 0:
            break


@kernel_part()
def _add(row: Int64, weight: int, at: Int64, apart: Int64) -> None:
    """Add the cost of exchanging ``weight`` bytes with a cluster at these positions to a cluster's row."""
    for axis in range(at.size):
        distance = apart[at[axis]]
        for i in range(row.size):
            row[i] += weight * distance[i]


@kernel_part()
def _best_swap(
    a: int, exchanged: Int64, core_of_cluster: Int32, cost: Int64, position: Int64, apart: Int64, times: Times
) -> int:
    """The cluster whose swap with ``a`` lowers hop-bytes most, the first of equals; -1 if no swap does."""
    best, lowest = -1, 0
    at_a = position[:, core_of_cluster[a]]
    for b in range(core_of_cluster.size):
        if core_of_cluster[b] == core_of_cluster[a]:
            continue
        at_b = position[:, core_of_cluster[b]]
        change, hops = 0, 0
        for axis in range(at_a.size):
            i, j = at_a[axis], at_b[axis]
            change += cost[a, j] - cost[a, i] + cost[b, i] - cost[b, j]
            hops += apart[i, j]
        # The table assumes that the other cluster stays; after a swap, a and b are as far apart as before.
        change += 2 * exchanged[b] * hops
        if change < lowest and _keeps_limit(times, a, core_of_cluster[a], b, core_of_cluster[b]):
            best, lowest = b, change
    return best


@kernel_part()
def _keeps_limit(times: Times, a: int, core_a: int, b: int, core_b: int) -> bool:
    """Whether both cores keep the limit after a swap of cluster a on one with cluster b on the other."""
    more = times.work[b] - times.work[a]
    at_a, at_b = times.load[core_a] + more, times.load[core_b] - more
    return (more <= 0 or at_a * times.slowness[core_a] <= times.limit) and (
        more >= 0 or at_b * times.slowness[core_b] <= times.limit
    )
