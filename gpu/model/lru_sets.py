"""The sets of a cache with LRU: each is a list of its ways, the last used one first.

An element is a word: the number of the line, two bits for each of its four sectors (there, dirty), and the
way, which is the place of the line's other state. A lookup moves the line to the front of its list, and a
line that is not there replaces the last one. Both take one pass, which ends where the line was.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gpu.model.records import Ints
from partitioners.kernels.uncounted import inlined_kernel, uncounted_njit

LINE = 24
"""Position of the line's number in a word; it is -1 if the way is empty."""

THERE = 20
"""Position of the bits of sectors that are in the cache or in flight to it."""

DIRTY = 16
"""Position of the bits of sectors that are dirty."""

WAY = 2**DIRTY - 1
"""The bits of the way."""


def empty_sets(sets: int, ways: int) -> NDArray[np.int64]:
    """Create empty sets, shape (sets * ways,)."""
    words = np.empty(sets * ways, np.int64)
    empty(words, ways)
    return words


@uncounted_njit
def empty(words: Ints, ways: int) -> None:
    """Empty all sets."""
    for at in range(words.size):
        words[at] = (-1 << LINE) | at % ways


@inlined_kernel
def to_front(words: Ints, first: int, ways: int, line: int) -> tuple[int, int]:
    """Move a line to the front of the set that begins at ``first``; return its word.

    A line that was not there gets the way of the last one. The second result is the word of this one, or the
    same word if nothing is replaced. The caller writes the word to ``words[first]``.
    """
    at, word = first, words[first]
    while word >> LINE != line and at < first + ways - 1:
        at += 1
        words[at], word = word, words[at]
    found = word if word >> LINE == line else (line << LINE) | (word & WAY)
    return found, word


@inlined_kernel
def find(words: Ints, first: int, ways: int, line: int) -> int:
    """The place of a line in the set that begins at ``first``, or -1; its order does not change."""
    for at in range(first, first + ways):
        if words[at] >> LINE == line:
            return at
    return -1


@inlined_kernel
def sectors_there(words: Ints, first: int, ways: int, line: int) -> int:
    """The bits of a line's sectors that are in the set that begins at ``first``."""
    at = find(words, first, ways, line)
    return words[at] >> THERE & 15 if at >= 0 else 0


@inlined_kernel
def bits_of(mask: int) -> int:
    """The number of bits in a mask of four."""
    return (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1) + (mask >> 3 & 1)
