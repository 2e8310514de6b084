"""A random order of visits with good cache locality."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

VISITED_TOGETHER = 64
"""Number of items with consecutive numbers, adjacent in memory, that are visited one after another."""


def shuffled_blocks(n: int, random: np.random.Generator) -> NDArray[np.int64]:
    """The numbers 0 .. n - 1 in blocks of consecutive numbers, with the blocks shuffled."""
    first = random.permutation(-(-n // VISITED_TOGETHER)) * VISITED_TOGETHER
    order = (first[:, None] + np.arange(VISITED_TOGETHER)).ravel()
    return order[order < n]
