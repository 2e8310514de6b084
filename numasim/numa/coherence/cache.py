"""Set-associative caches with least-recently-used replacement: lookup of blocks and choice of victims.

A cache is a slice of a record array with one record per line, set by set. A line in state 0 is empty,
whatever its other fields contain. So an array of zeros is a cold cache, and its unused parts need no memory.
The functions of both levels work on any record with the fields ``block``, ``state`` and ``used``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from partitioners.errors import OptionError
from partitioners.kernels.array_types import Booleans, Records
from partitioners.kernels.bits import prefetch
from partitioners.kernels.uncounted import inlined_kernel, kept_kernel

BLOCK_BYTES = 32
EMPTY = 0
"""The state of a line without a block, at both levels."""


class CacheShape(NamedTuple):
    """The number of sets of a cache, and the number of ways per set."""

    sets: int
    ways: int


def cache_shape(size_bytes: int, ways: int, block_bytes: int = BLOCK_BYTES) -> CacheShape:
    """Compute the sets and ways of a cache of a given size.

    Parameters
    ----------
    size_bytes, ways, block_bytes : int
        ``size_bytes`` must be a positive multiple of ``ways * block_bytes``.

    Raises
    ------
    OptionError
        The size is not a positive multiple of ``ways * block_bytes``.
    """
    if ways < 1 or block_bytes < 1 or size_bytes < 1 or size_bytes % (ways * block_bytes):
        raise OptionError(
            f"a cache of {size_bytes} bytes does not have a whole number of sets of {ways} ways of "
            f"{block_bytes} bytes; give a positive multiple of ways x block"
        )
    return CacheShape(size_bytes // (ways * block_bytes), ways)


def check_inclusive(l1: CacheShape, l2: CacheShape) -> None:
    """Raise an error if the slices of an L2 cannot include the L1s.

    Parameters
    ----------
    l1, l2 : CacheShape
        The shapes of an L1 and of an L2 slice.

    Raises
    ------
    OptionError
        An L2 slice has fewer blocks than an L1.
    """
    l1_blocks, l2_blocks = l1.sets * l1.ways, l2.sets * l2.ways
    if l2_blocks < l1_blocks:
        raise OptionError(
            f"an L2 slice with {l2_blocks} blocks cannot include an L1 with {l1_blocks} blocks; "
            "give the L2 more sets or ways"
        )


L1_SHAPE = cache_shape(64 * 1024, 4)
HOME_SHAPE = cache_shape(256 * 1024, 8)
"""The caches of Table 2 of the vertex-cut paper. The 256 KB of the L2 are taken as the size of a slice."""


def bits_of(number: int) -> int:
    """The logarithm of a power of two, or -1 for any other positive number."""
    return number.bit_length() - 1 if number & (number - 1) == 0 else -1


@inlined_kernel
def quotient(number: int, divisor: int, bits: int) -> int:
    """Divide by a positive number, whose ``bits`` are those of :func:`bits_of`.

    A division takes about as long as everything else in a lookup, and most caches and meshes do not need one.
    """
    return number >> bits if bits >= 0 else number // divisor


@inlined_kernel
def remainder(number: int, divisor: int, bits: int) -> int:
    """The remainder of the same division."""
    return number & (divisor - 1) if bits >= 0 else number % divisor


@kept_kernel
def find_line(lines: Records, first: int, count: int, block: int) -> int:
    """The line that holds a block, among ``count`` lines from ``first``, or -1."""
    for line in range(first, first + count):
        if lines[line].block == block and lines[line].state != EMPTY:
            return line
    return -1


@inlined_kernel
def prefetch_set(lines: Records, first: int, ways: int) -> None:
    """Prefetch the lines of a set that will be looked up soon: two records share a cache line of the host."""
    for line in range(first, first + ways, 2):
        prefetch(lines, np.uint64(line))


@kept_kernel
def empty_line(lines: Records, first: int, count: int) -> int:
    """The first empty line among ``count`` lines from ``first``, or -1."""
    for line in range(first, first + count):
        if lines[line].state == EMPTY:
            return line
    return -1


@kept_kernel
def line_to_fill(lines: Records, first: int, ways: int, replaceable: Booleans) -> int:
    """An empty line of a set, else the least recently used one in a replaceable state, else -1.

    Lines in other states have a transaction in progress.
    """
    oldest = -1
    for line in range(first, first + ways):
        if lines[line].state == EMPTY:
            return line
        if replaceable[lines[line].state] and (oldest < 0 or lines[line].used < lines[oldest].used):
            oldest = line
    return oldest
