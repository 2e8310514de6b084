"""Set-associative caches with least-recently-used replacement: where a block may lie, and what makes room.

A cache is a stretch of a record array, one record a line, set after set. A line in state 0 is empty,
whatever its other fields hold: an array of zeros is a cold cache, and what is never touched of it costs no
memory. Both levels work on any record with the fields ``block``, ``state`` and ``used``.
"""

from __future__ import annotations

from typing import NamedTuple

from numasim.numba_kernels import kept_kernel
from partitioners.errors import OptionError

BLOCK_BYTES = 32
EMPTY = 0
"""The state of a line without a block, at both levels."""


class CacheShape(NamedTuple):
    """How many sets a cache has, and how many ways each of them.

    Attributes
    ----------
    sets, ways : int
    """

    sets: int
    ways: int


def cache_shape(size_bytes: int, ways: int, block_bytes: int = BLOCK_BYTES) -> CacheShape:
    """The sets and ways of a cache of a given size.

    Parameters
    ----------
    size_bytes, ways, block_bytes : int
        ``size_bytes`` must be a positive multiple of ``ways * block_bytes``.

    Raises
    ------
    OptionError
        If the size does not come out even.
    """
    if ways < 1 or block_bytes < 1 or size_bytes < 1 or size_bytes % (ways * block_bytes):
        raise OptionError(
            f"a cache of {size_bytes} bytes has no whole number of sets of {ways} ways of {block_bytes} "
            "bytes; give a positive multiple of ways x block"
        )
    return CacheShape(size_bytes // (ways * block_bytes), ways)


def check_inclusive(l1: CacheShape, l2: CacheShape) -> None:
    """Refuse slices of an L2 that could not include the L1s.

    Parameters
    ----------
    l1, l2 : CacheShape
        Of one L1, and of one slice of the L2.

    Raises
    ------
    OptionError
        If a slice holds fewer blocks than an L1.
    """
    l1_blocks, l2_blocks = l1.sets * l1.ways, l2.sets * l2.ways
    if l2_blocks < l1_blocks:
        raise OptionError(
            f"a slice of the L2 with {l2_blocks} blocks cannot include an L1 with {l1_blocks}; "
            "give the L2 more sets or ways"
        )


L1_SHAPE = cache_shape(64 * 1024, 4)
HOME_SHAPE = cache_shape(256 * 1024, 8)
"""The caches of Table 2 of the vertex-cut paper; the L2's 256 KB are read as one slice a tile."""


@kept_kernel
def find_line(lines, first, count, block):  # type: ignore[no-untyped-def]
    """The line that holds a block, among ``count`` lines from ``first``; -1 where none does."""
    for line in range(first, first + count):
        if lines[line].block == block and lines[line].state != EMPTY:
            return line
    return -1


@kept_kernel
def empty_line(lines, first, count):  # type: ignore[no-untyped-def]
    """The first empty line among ``count`` lines from ``first``; -1 where none is."""
    for line in range(first, first + count):
        if lines[line].state == EMPTY:
            return line
    return -1


@kept_kernel
def line_to_fill(lines, first, ways, replaceable):  # type: ignore[no-untyped-def]
    """An empty line of a set, else the least recently used one in a replaceable state, else -1.

    Parameters
    ----------
    lines : record array
    first, ways : int
        The set.
    replaceable : ndarray of bool, shape (states,)
        Lines in other states have a transaction under way and stay.
    """
    oldest = -1
    for line in range(first, first + ways):
        if lines[line].state == EMPTY:
            return line
        if replaceable[lines[line].state] and (oldest < 0 or lines[line].used < lines[oldest].used):
            oldest = line
    return oldest
