"""The degrees of all vertices, in a compiled pass that copies no edges."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from partitioners.graph import Graph
from partitioners.kernels.cache import njit


def degrees(graph: Graph) -> NDArray[np.signedinteger[Any]]:
    """The values of :attr:`Graph.degree`, shape (n,), as int32, or int64 if 2m >= 2^31."""
    narrow = np.int32 if 2 * graph.num_edges < 2**31 else np.int64
    return _count(graph.src, graph.dst, np.zeros(graph.num_vertices, narrow))


@njit(cache=True)
def _count(src, dst, degree):  # type: ignore[no-untyped-def]
    for e in range(src.size):
        degree[np.uint64(src[e])] += 1
        degree[np.uint64(dst[e])] += 1
    return degree
