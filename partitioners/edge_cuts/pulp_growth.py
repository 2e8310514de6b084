"""The beginning of PuLP's label propagation: parts that grow breadth first, and the work that they may take.

The program of the GPU begins in the same way, also on a machine that only measures it and has no Numba. There
the kernel runs as Python, which takes seconds for a million edges.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from partitioners.balance import hard_limit
from partitioners.kernels.array_types import Float64, Int64

try:
    from partitioners.kernels.cache import njit
except ModuleNotFoundError:

    def njit(function: Any = None, *, cache: bool = False, **options: Any) -> Any:
        """Leave a function as it is."""
        return lambda function: function


GROWTH_STEPS = 64


def load_target(work: NDArray[np.float64], parts: int, imbalance: float) -> float:
    """The work up to which a part takes vertices.

    A single heavy vertex raises the hard limit for all parts, but the target only for its own part.
    """
    mean = float(work.sum()) / parts
    return min(hard_limit(imbalance, work, parts) * mean, max(imbalance * mean, float(work.max())))


@njit(cache=True)
def grow(indptr: Int64, neighbour: Int64, share: Float64, order: Int64, parts: int) -> Int64:
    """Grow parts breadth first, in turns of a ``GROWTH_STEPS``-th of a share; return the part of each vertex.

    A part that cannot grow further continues at the next vertex of ``order`` that has no part yet.
    """
    n = indptr.size - 1
    part = np.full(n, -1, np.int64)
    held = np.zeros(parts)
    # The frontier of each part is a linked list of vertices that are adjacent to the part.
    entry = np.empty(neighbour.size, np.int64)
    following = np.full(neighbour.size, -1, np.int64)
    head = np.full(parts, -1, np.int64)
    tail = np.full(parts, -1, np.int64)
    entries = taken = root = 0
    level = 0.0
    while taken < n:
        level += 1.0 / (parts * GROWTH_STEPS)
        for k in range(parts):
            while held[k] < level and taken < n:
                v = -1
                while head[k] >= 0 and v < 0:
                    u = entry[head[k]]
                    head[k] = following[head[k]]
                    if part[u] < 0:
                        v = u
                if v < 0:
                    tail[k] = -1
                    while part[order[root]] >= 0:
                        root += 1
                    v = order[root]
                part[v] = k
                held[k] += share[v]
                taken += 1
                for i in range(indptr[v], indptr[v + 1]):
                    if part[neighbour[i]] < 0:
                        entry[entries] = neighbour[i]
                        if head[k] < 0:
                            head[k] = entries
                        else:
                            following[tail[k]] = entries
                        tail[k] = entries
                        entries += 1
    return part
