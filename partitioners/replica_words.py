"""A(v) for up to 64 clusters: the set of a vertex is one word, its bits the clusters that hold it."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic
from numpy.typing import NDArray

MAX_PARTS = 64


def new_replica_words(num_vertices: int, parts: int) -> NDArray[np.unsignedinteger[Any]]:
    """Empty sets, in the smallest words that have ``parts`` bits: 1, 2, 4 or 8 bytes a vertex."""
    width = max(8, 1 << (parts - 1).bit_length())
    return np.zeros(num_vertices, np.dtype(f"uint{width}"))


@intrinsic
def trailing_zeros(typing_context: Any, word: Any) -> Any:
    """The number of the lowest bit that is set, of a word that is not 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), generate


@njit(cache=True)
def bit(cluster):  # type: ignore[no-untyped-def]
    """The word with the bit of a cluster (of its block of 64) set."""
    return np.uint64(1) << np.uint64(cluster & 63)


@njit(cache=True)
def least_in_word(word, base, load, best):  # type: ignore[no-untyped-def]
    """The less loaded of ``best`` (-1: none) and the clusters ``base`` + set bits; of equals, the first."""
    least = load[best] if best >= 0 else np.inf
    while word != 0:
        cluster = base + trailing_zeros(word)
        if load[cluster] < least:
            least = load[cluster]
            best = cluster
        word &= word - np.uint64(1)
    return best


@njit(cache=True)
def least_loaded_in_word(word, load, root):  # type: ignore[no-untyped-def]
    """The least loaded member of a set that is not empty, ``root`` being the least loaded cluster of all."""
    return root if word & bit(root) else least_in_word(word, 0, load, -1)
