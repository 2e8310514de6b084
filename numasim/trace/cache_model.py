"""How long each memory operation takes in a two-level cache, from its address alone.

A deterministic stand-in for the clock readings of the paper (section 3.2), which are mostly noise: an L1 and
an L2 of the sizes of the paper's Table 2, LRU, write-allocate, filled in program order by one core.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from numasim.numba_kernels import uninlined_kernel

BLOCK_BITS = 5
L1_BYTES, L1_WAYS = 64 * 1024, 4
L2_BYTES, L2_WAYS = 256 * 1024, 8
L1_SETS = (L1_BYTES >> BLOCK_BITS) // L1_WAYS
L2_SETS = (L2_BYTES >> BLOCK_BITS) // L2_WAYS
L1_CYCLES, L2_CYCLES, MEMORY_CYCLES = 2, 12, 100
"""Load-to-use of an L1 hit, an L2 hit, and memory at 2.4 GHz and about 40 ns."""


class Caches(NamedTuple):
    """Tags of both levels, the most recently used first in each set; -1 where empty.

    Attributes
    ----------
    l1, l2 : ndarray of int64, shape (sets * ways,)
    """

    l1: NDArray[np.int64]
    l2: NDArray[np.int64]


def empty_caches() -> Caches:
    """Both levels cold."""
    return Caches(
        l1=np.full(L1_BYTES >> BLOCK_BITS, -1, np.int64),
        l2=np.full(L2_BYTES >> BLOCK_BITS, -1, np.int64),
    )


@uninlined_kernel
def _touch(tags, sets, ways, block):  # type: ignore[no-untyped-def]
    """Whether a block was there; it is now, as the most recently used of its set."""
    first = (block & (sets - 1)) * ways
    carried = tags[first]
    if carried == block:
        return True
    tags[first] = block
    for way in range(first + 1, first + ways):
        carried, tags[way] = tags[way], carried
        if carried == block:
            return True
    return False


@uninlined_kernel
def access(caches, address, length):  # type: ignore[no-untyped-def]
    """Cycles of reading or writing a range within one page: of its blocks, one after the other."""
    cycles = 0
    for block in range(address >> BLOCK_BITS, ((address + max(length, 1) - 1) >> BLOCK_BITS) + 1):
        if _touch(caches.l1, L1_SETS, L1_WAYS, block):
            cycles += L1_CYCLES
        elif _touch(caches.l2, L2_SETS, L2_WAYS, block):
            cycles += L2_CYCLES
        else:
            cycles += MEMORY_CYCLES
    return cycles
