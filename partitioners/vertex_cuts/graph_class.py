"""The properties of a graph that decide how it is cut: hubs, sparsity, cycles, communities."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from partitioners.coarsening.graph_communities import Communities, graph_communities
from partitioners.graph import Graph
from partitioners.vertex_cuts.distinct_neighbours import distinct_neighbours

EVEN = 10.0
"""Ratio of the largest to the mean number of neighbours up to which a graph has no hubs."""

SPARSE = 8.0
"""Mean number of neighbours up to which coarsening from single edges is a good and fast start."""


class GraphClass:
    """The properties of one graph, each computed when it is first needed.

    Parameters
    ----------
    seed : int
        Seed of the search for communities.
    """

    def __init__(self, graph: Graph, seed: int) -> None:
        self.graph = graph
        self.seed = seed

    @cached_property
    def _neighbours(self) -> NDArray[np.int32]:
        """The number of distinct neighbours of each vertex that has one.

        A matrix can have its diagonal and both entries of a symmetric pair, which the degree counts.
        """
        neighbours = distinct_neighbours(self.graph.src, self.graph.dst, self.graph.degree)
        return neighbours[neighbours > 0]

    @cached_property
    def vertices(self) -> int:
        """The number of vertices that have an edge."""
        return int(np.count_nonzero(self.graph.degree))

    @cached_property
    def is_even(self) -> bool:
        """Whether the graph has no hubs."""
        count = self._neighbours
        return bool(int(count.max(initial=0)) * count.size <= EVEN * int(count.sum()))

    @cached_property
    def is_sparse(self) -> bool:
        """Whether the graph has few edges."""
        return bool(int(self._neighbours.sum()) <= SPARSE * self._neighbours.size)

    @cached_property
    def is_forest(self) -> bool:
        """Whether the graph has no cycle."""
        pairs = int(self._neighbours.sum()) // 2
        if pairs > self.vertices:
            return False
        n = self.graph.num_vertices
        pieces = _components(n, self.graph.src, self.graph.dst) - (n - self.vertices)
        return pairs == self.vertices - pieces

    @cached_property
    def communities(self) -> Communities:
        """The communities of the graph."""
        return graph_communities(self.graph, self.seed)


def _components(n: int, src: NDArray[np.integer], dst: NDArray[np.integer]) -> int:
    """The number of connected components of a graph, isolated vertices included."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    edges = coo_array((np.ones(src.size, np.bool_), (src, dst)), (n, n))
    return int(connected_components(edges, directed=False)[0])
