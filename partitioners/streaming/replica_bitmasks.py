"""A(v) for up to 64 clusters: the set of a vertex is one word, its bits the clusters that hold it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partitioners.streaming.bits import trailing_zeros

MAX_PARTS = 64


def new_replica_bitmasks(num_vertices: int, parts: int) -> NDArray[np.unsignedinteger[Any]]:
    """Empty sets, in the smallest words that have ``parts`` bits: 1, 2, 4 or 8 bytes a vertex."""
    width = max(8, 1 << (parts - 1).bit_length())
    return np.zeros(num_vertices, np.dtype(f"uint{width}"))


@njit(cache=True)
def bit(cluster):  # type: ignore[no-untyped-def]
    """The word with the bit of a cluster (of its block of 64) set."""
    return np.uint64(1) << (np.uint64(cluster) & np.uint64(63))


@njit(cache=True)
def every_cluster(parts):  # type: ignore[no-untyped-def]
    """The set of all ``parts`` <= 64 clusters."""
    return ~np.uint64(0) >> np.uint64(64 - parts)


@njit(cache=True)
def least_loaded_in_word(word, load):  # type: ignore[no-untyped-def]
    """The least loaded member of a set that is not empty, the lowest id among equals."""
    best = trailing_zeros(word)
    least = load[best]
    word &= word - np.uint64(1)
    while word:
        cluster = trailing_zeros(word)
        if load[cluster] < least:
            least = load[cluster]
            best = cluster
        word &= word - np.uint64(1)
    return np.int64(best)
