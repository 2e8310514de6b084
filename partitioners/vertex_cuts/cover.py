"""METIS on the vertices, then a minimum vertex cover of the cut edges between each pair of parts."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from partitioners.balance import edge_work
from partitioners.coarsening.edge_groups import EdgeGroups, single_edges
from partitioners.coarsening.vertex_cover import cover_cut_edges
from partitioners.edge_cuts.metis import k_way
from partitioners.graph import Graph
from partitioners.kernels.array_types import Integers
from partitioners.partition import EdgePartition
from partitioners.plugins.option_types import Imbalance
from partitioners.refinement.refine import Refiner
from partitioners.undirected import undirected


def cover(graph: Graph, parts: int, *, seed: int = 0, imbalance: Imbalance = 1.03) -> EdgePartition:
    """Vertex cut: METIS on the vertices, then a minimum vertex cover of the cut edges of each pair of parts.

    Parameters
    ----------
    seed : int
        Seed of METIS.
    imbalance : float
        The largest load of a cluster over the mean, see :func:`partitioners.balance.feasible_limit`. For
        METIS the weight of a vertex is its degree. If clusters exceed the limit, edges move with the smallest
        loss.

    Notes
    -----
    For METIS the weight of an edge is 1 / sqrt(the larger degree of its ends), since a hub needs only one
    copy in a part for any number of its edges there. The cover is exact, see
    :mod:`partitioners.coarsening.vertex_cover`.
    """
    if parts == 1 or graph.num_edges == 0:
        return EdgePartition(graph, parts, np.zeros(graph.num_edges, np.int32))
    covers = Covers(graph, parts, imbalance)
    return EdgePartition(graph, parts, covers.cover(seed, 0.5).cluster)


class Covers:
    """Covers of one graph, each within the limit, and the data that they share."""

    def __init__(self, graph: Graph, parts: int, imbalance: float) -> None:
        self.graph = graph
        self.parts = parts
        self.imbalance = imbalance

    @cached_property
    def _edges(self) -> EdgeGroups:
        return single_edges(self.graph)

    @cached_property
    def _work(self) -> NDArray[np.float64]:
        """The weight of all edges of each vertex, or its degree if all weights are 0."""
        graph = self.graph
        weight = edge_work(graph)
        ends = np.concatenate([graph.src, graph.dst])
        return np.bincount(ends, np.tile(weight, 2), minlength=graph.num_vertices).astype(np.float64)

    def cover(self, seed: int, exponent: float) -> Refiner:
        """METIS with edge weights (larger degree)^-exponent, then a minimum vertex cover."""
        indptr, neighbour, count = undirected(self.graph)
        degree = self.graph.degree
        row = np.repeat(np.arange(degree.size), np.diff(indptr))
        share = count / np.maximum(degree[row], degree[neighbour]) ** exponent
        value = np.maximum(1, np.round(1000 * share)).astype(np.int64)
        home = k_way(indptr, neighbour, value, self._work, self.parts, seed=seed, imbalance=self.imbalance)
        return self.refiner(cover_cut_edges(self.graph, home, self.parts), seed)

    def refiner(self, cluster: Integers, seed: int) -> Refiner:
        """A refiner for a cut."""
        return Refiner(
            self.graph, self.parts, cluster, seed=seed, imbalance=self.imbalance, edges=self._edges
        )
