"""How long each memory operation takes in a two-level cache, from its address alone.

A deterministic stand-in for the clock readings of the paper (section 3.2), which are mostly noise: an L1 and an
L2 of the sizes of the paper's Table 2, LRU, write-allocate, filled in program order by one core.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

BLOCK_BITS = 5
L1_BYTES, L1_WAYS = 64 * 1024, 4
L2_BYTES, L2_WAYS = 256 * 1024, 8
L1_CYCLES, L2_CYCLES, MEMORY_CYCLES = 2, 12, 100
"""Load-to-use of an L1 hit, an L2 hit, and memory at 2.4 GHz and about 40 ns."""


class Caches(NamedTuple):
    """Tags of both levels, the most recently used first in each set; -1 where empty.

    Attributes
    ----------
    l1, l2 : ndarray of int64, shape (sets, ways)
    """

    l1: NDArray[np.int64]
    l2: NDArray[np.int64]


def empty_caches() -> Caches:
    """Both levels cold."""
    return Caches(
        l1=np.full((L1_BYTES // L1_WAYS >> BLOCK_BITS, L1_WAYS), -1, np.int64),
        l2=np.full((L2_BYTES // L2_WAYS >> BLOCK_BITS, L2_WAYS), -1, np.int64),
    )


@njit(cache=True)
def _touch(tags, block):  # type: ignore[no-untyped-def]
    """Whether a block was there; it is now, as the most recently used of its set."""
    ways = tags[block & (tags.shape[0] - 1)]
    if ways[0] == block:
        return True
    carried = ways[0]
    for way in range(1, ways.size):
        carried, ways[way] = ways[way], carried
        if carried == block:
            ways[0] = block
            return True
    ways[0] = block
    return False


@njit(cache=True)
def access(caches, address, length):  # type: ignore[no-untyped-def]
    """Cycles of reading or writing a range within one page: of its blocks, one after the other."""
    cycles = 0
    for block in range(address >> BLOCK_BITS, ((address + max(length, 1) - 1) >> BLOCK_BITS) + 1):
        if _touch(caches.l1, block):
            cycles += L1_CYCLES
        elif _touch(caches.l2, block):
            cycles += L2_CYCLES
        else:
            cycles += MEMORY_CYCLES
    return cycles
