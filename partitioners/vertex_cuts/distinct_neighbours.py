"""The number of distinct neighbours of each vertex: a kernel without a sort."""

from __future__ import annotations

import numpy as np

from partitioners.kernels.array_types import Int32, Int64
from partitioners.kernels.cache import njit


@njit(cache=True)
def distinct_neighbours(src: Int32, dst: Int32, degree: Int64) -> Int32:
    """The number of distinct neighbours of each vertex other than itself, ndarray of int32; O(n + m)."""
    n = degree.size
    first = np.zeros(n + 1, np.int64)
    for v in range(n):
        first[v + 1] = first[v] + degree[v]
    at = first[:-1].copy()
    other = np.empty(first[n], np.int32)
    for e in range(src.size):
        u, v = src[e], dst[e]
        other[at[u]] = v
        at[u] += 1
        other[at[v]] = u
        at[v] += 1
    last = np.full(n, -1, np.int32)  # the last vertex of which each vertex was a neighbour
    count = np.zeros(n, np.int32)
    for v in range(n):
        last[v] = v
        for i in range(first[v], first[v + 1]):
            if last[other[i]] != v:
                last[other[i]] = v
                count[v] += 1
    return count
