"""Compiled kernel for the lowest level in each cluster."""

from __future__ import annotations

from partitioners.kernels.array_types import Int32, Int64, Integers
from partitioners.kernels.cache import njit


@njit(cache=True)
def lower_to_level(ready: Int64, cluster: Int32, vertex: Integers, level: Int32) -> None:
    """Set ``ready[cluster[i]]`` to the minimum of its value and the level of ``vertex[i]``, for every i."""
    for k in range(cluster.size):
        ready[cluster[k]] = min(ready[cluster[k]], level[vertex[k]])
