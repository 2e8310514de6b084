"""A(v) for up to 64 clusters: one machine word per vertex, with a bit for each cluster that holds it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from partitioners.kernels.array_types import Float64
from partitioners.kernels.bits import trailing_zeros
from partitioners.kernels.parts import kernel_part

MAX_PARTS = 64


def new_replica_bitmasks(num_vertices: int, parts: int) -> NDArray[np.unsignedinteger[Any]]:
    """Create empty sets, in the smallest words that have ``parts`` bits: 1, 2, 4 or 8 bytes per vertex."""
    width = max(8, 1 << (parts - 1).bit_length())
    return np.zeros(num_vertices, np.dtype(f"uint{width}"))


@kernel_part()
def bit(cluster: int) -> np.uint64:
    """The word in which only the bit of a cluster (within its block of 64) is set."""
    return np.uint64(1) << (np.uint64(cluster) & np.uint64(63))


@kernel_part()
def every_cluster(parts: int) -> np.uint64:
    """The set of all ``parts`` <= 64 clusters."""
    return ~np.uint64(0) >> np.uint64(64 - parts)


@kernel_part()
def least_loaded_in_word(word: np.uint64, load: Float64) -> np.int64:
    """The least loaded member of a nonempty set (ties: lowest id)."""
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
