"""An order of visits that is random and yet kind to caches."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

VISITED_TOGETHER = 64
"""So many things with consecutive numbers, which lie together in memory, are visited one after another."""


def shuffled_blocks(n: int, random: np.random.Generator) -> NDArray[np.int64]:
    """0 .. n - 1, in blocks of consecutive numbers that are shuffled as wholes."""
    first = random.permutation(-(-n // VISITED_TOGETHER)) * VISITED_TOGETHER
    order = (first[:, None] + np.arange(VISITED_TOGETHER)).ravel()
    return order[order < n]
