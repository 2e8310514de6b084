"""Recursive multilevel cut: cut into a few groups of clusters, then the edges of each group by themselves.

Each group is coarsened anew, so its levels know only the borders that are still to be made. A direct cut into
many clusters has one coarsest level, on which each cluster is only a few groups of edges. Neither is always
the better one.

Simon and Teng, "How good is recursive bisection?", SIAM J. Sci. Comput. 18(5), 1997; here also in more than
two groups.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from partitioners.balance import edge_work
from partitioners.graph import Graph
from partitioners.vertex_cuts.multilevel import multilevel


def divisors(parts: int) -> list[tuple[int, ...]]:
    """The ways in which ``parts`` is divided: by a divisor near its square root, and by its prime factors.

    For 64, these are (8, 8) and (2, 2, 2, 2, 2, 2). A prime number is not divided.
    """
    near = next(count for count in range(math.isqrt(parts), 0, -1) if parts % count == 0)
    if near == 1:
        return []
    primes, rest = [], parts
    while rest > 1:
        primes.append(next(count for count in range(2, rest + 1) if rest % count == 0))
        rest //= primes[-1]
    return list(dict.fromkeys([(near, parts // near), tuple(primes)]))


def cut_recursively(graph: Graph, ways: tuple[int, ...], *, seed: int, imbalance: float) -> NDArray[np.int32]:
    """Cut into ``ways[0]`` groups by :func:`multilevel`, each of them into ``ways[1]``, and so on.

    Parameters
    ----------
    graph : Graph
        It has an edge.
    ways : tuple of int
        The number of clusters is their product.
    imbalance : float
        The largest load of a cluster over the mean. Each of d divisions may use its d-th root, and what the
        earlier ones left.

    Returns
    -------
    ndarray of int32, shape (m,)
        The cluster of each edge. A cluster may exceed the limit if single edges are heavy.
    """
    own = imbalance ** (1 / len(ways))
    group = multilevel(graph, ways[0], seed=seed, imbalance=own).cluster_of_edge
    if len(ways) == 1:
        return group
    weight, each = edge_work(graph), math.prod(ways[1:])
    most = imbalance * float(weight.sum()) / ways[0]
    cluster = np.zeros(graph.num_edges, np.int32)
    for number in range(ways[0]):
        edges = np.flatnonzero(group == number)
        load = float(weight[edges].sum())
        if load > 0:
            piece = _edges_alone(graph, edges, weight)
            cut = cut_recursively(piece, ways[1:], seed=seed, imbalance=max(1.0, most / load))
            cluster[edges] = number * each + cut
    return cluster


def _edges_alone(graph: Graph, edges: NDArray[np.intp], weight: NDArray[np.float64]) -> Graph:
    """A graph of some edges, with the vertices that they need."""
    ends = np.concatenate([graph.src[edges], graph.dst[edges]])
    vertex, place = np.unique(ends, return_inverse=True)
    src, dst = np.split(place.astype(np.int32), 2)
    return Graph(vertex.size, src, dst, weight[edges])
