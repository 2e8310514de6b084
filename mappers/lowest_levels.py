"""The lowest level in each cluster, compiled."""

from __future__ import annotations

from numba import njit


@njit(cache=True)
def lower_to_level(ready, cluster, vertex, level):  # type: ignore[no-untyped-def]
    """Lower what is noted for each cluster to the level of the lowest of the vertices named with it."""
    for k in range(cluster.size):
        ready[cluster[k]] = min(ready[cluster[k]], level[vertex[k]])
