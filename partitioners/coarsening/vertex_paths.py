"""The order of the edges at each vertex: the paths along which split-and-connect joins them.

An edge has two clones, one for each end: clone 2e is its source's, clone 2e + 1 its destination's (Li et al.,
"A simple yet effective balanced edge partition model for parallel computing", POMACS 1(1), 2017, Definition
3.2: S(v) is the set of the clones of v). The paper does not define the order of S(v) along its path. This
order determines how often the parts cut the path, so it is an option here.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from partitioners.graph import Graph
from partitioners.kernels.array_types import Int32, Int64, Integers
from partitioners.kernels.cache import njit


@dataclass(frozen=True, eq=False)
class VertexPaths:
    """The clones of every vertex in the order of its path.

    Attributes
    ----------
    first : ndarray of int64, shape (n + 1,)
        The path of vertex v is ``clone[first[v]:first[v + 1]]``.
    clone : ndarray of int32 (int64 from 2^30 edges on), shape (2m,)
    """

    first: NDArray[np.int64]
    clone: Integers


def paths_by_edge(graph: Graph, sequence: NDArray[np.integer] | None = None) -> VertexPaths:
    """Order every path by a sequence of all edges. O(n + m).

    Parameters
    ----------
    sequence : ndarray of int, shape (m,), optional
        A permutation of the edges. By default the edges keep their order, which is the paper's order.
    """
    if sequence is None:
        sequence = np.arange(graph.num_edges)
    clone = _empty_clones(graph.num_edges)
    first = _first(graph)
    _append_edges(graph.src, graph.dst, sequence, first[:-1].copy(), clone)
    return VertexPaths(first, clone)


def paths_by_neighbour(graph: Graph, sequence: NDArray[np.integer]) -> VertexPaths:
    """Order every path by the other ends of its edges, in a sequence of all vertices.

    Parallel edges keep their order. O(n + m): two passes of a counting sort.

    Parameters
    ----------
    sequence : ndarray of int, shape (n,)
        A permutation of the vertices.
    """
    given = paths_by_edge(graph)
    clone = np.empty_like(given.clone)
    _append_neighbours(
        graph.src, graph.dst, sequence, given.first, given.clone, given.first[:-1].copy(), clone
    )
    return VertexPaths(given.first, clone)


def _first(graph: Graph) -> NDArray[np.int64]:
    first = np.zeros(graph.num_vertices + 1, np.int64)
    np.cumsum(graph.degree, out=first[1:])
    return first


def _empty_clones(edges: int) -> Integers:
    return np.empty(2 * edges, np.int32 if 2 * edges < 2**31 else np.int64)


@njit(cache=True)
def _append_edges(src: Int32, dst: Int32, sequence: Int64, at: Int64, clone: Integers) -> None:
    for e in sequence:
        clone[at[src[e]]] = 2 * e
        at[src[e]] += 1
        clone[at[dst[e]]] = 2 * e + 1
        at[dst[e]] += 1


@njit(cache=True)
def _append_neighbours(
    src: Int32, dst: Int32, sequence: Int64, first: Int64, given: Integers, at: Int64, clone: Integers
) -> None:
    for u in sequence:
        for i in range(first[u], first[u + 1]):
            # The clone of u is given[i]; the other clone of the same edge is on the path of the other end.
            e = given[i] >> 1
            if src[e] == dst[e]:
                v, other = u, given[i]
            else:
                v, other = src[e] + dst[e] - u, given[i] ^ 1
            clone[at[v]] = other
            at[v] += 1
