"""The degrees of all vertices, in a compiled pass that copies no edges."""

from __future__ import annotations

import numpy as np

from partitioners.graph import Graph
from partitioners.kernels.array_types import Int32, Integers
from partitioners.kernels.cache import njit


def degrees(graph: Graph) -> Integers:
    """The values of :attr:`Graph.degree`, shape (n,), as int32, or int64 if 2m >= 2^31."""
    narrow = np.int32 if 2 * graph.num_edges < 2**31 else np.int64
    return _count(graph.src, graph.dst, np.zeros(graph.num_vertices, narrow))


@njit(cache=True)
def _count(src: Int32, dst: Int32, degree: Integers) -> Integers:
    for e in range(src.size):
        degree[np.uint64(src[e])] += 1
        degree[np.uint64(dst[e])] += 1
    return degree
