"""The starts of the portfolio: raw cuts of one graph by several methods, and which of them suit the graph."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from partitioners.coarsening.edge_groups import EdgeGroups, single_edges
from partitioners.coarsening.split_and_connect import reconstruct, split_and_connect
from partitioners.graph import Graph
from partitioners.plugins.option_types import Effort
from partitioners.refinement.copy_counts import count_copies, total_copies
from partitioners.refinement.refine import Refiner
from partitioners.vertex_cuts.cover import Covers
from partitioners.vertex_cuts.dbh import dbh
from partitioners.vertex_cuts.graph_class import GraphClass
from partitioners.vertex_cuts.multilevel import STARTS, cut_levels, cycle
from partitioners.vertex_cuts.ne import ne
from partitioners.vertex_cuts.recursive import cut_recursively
from partitioners.vertex_cuts.spac import partition_auxiliary, paths_by_community

SCATTERED = 1.0
"""Copies per vertex of an expansion from which the effort ``fast`` has no cover, since a vertex
partition has too many cut edges."""

CRAWLED = 0.15
"""Copies per vertex of an expansion up to which a large graph with hubs is easy to cut."""

LARGE = 10_000_000
"""Number of edges beyond which METIS, which needs up to 400 bytes per edge, is tried only on graphs that are
easy to cut: with hubs below ``CRAWLED`` copies per vertex of an expansion, without below ``SCATTERED``."""

MANY_PARTS = 128
"""Number of parts from which the coarsest level is cut only once. With fewer parts, the cuts of METIS differ
more, so the best of several is taken. A sparse graph without hubs has four times as many cuts."""

FEW_TRIES = 3
"""Maximum number of cuts of the coarsest level of other graphs, on which these cuts take longer."""

SMALL = 10_000
"""Number of edges up to which a multilevel cut has its whole search of single edges in any case."""


class Starts(Covers):
    """The starts of one graph, each within the limit, and the data that they share.

    Parameters
    ----------
    seed : int
        Seed of the search for communities.
    """

    leaves_out_metis = False
    """Whether a start by METIS suited the graph, but the graph is too large for it."""

    def __init__(self, graph: Graph, parts: int, imbalance: float, seed: int) -> None:
        super().__init__(graph, parts, imbalance)
        self._expanded = 0  # copies of the expansion
        self.kind = GraphClass(graph, seed)

    def cheap(self, seed: int, effort: Effort) -> Iterator[Refiner]:
        """The starts of the efforts ``fast`` and ``default`` except the multilevel cut.

        A sparse graph without hubs is left to the expansion and the multilevel cut, except a forest.
        """
        kind = self.kind
        expansion = self._expand(seed)
        if self.graph.num_edges > LARGE:
            # Not kept: METIS needs most memory on the split-and-connect graph.
            self._expanded = self._copies_in(single_edges(self.graph), expansion)
        left_to_levels = kind.is_even and kind.is_sparse
        divides = effort == "default" and not left_to_levels and not kind.is_forest and self._admits_metis()
        connected = self._connect(seed) if divides else None
        first = self.refiner(expansion, seed)
        self._expanded = first.copies
        yield first
        if not left_to_levels:
            hashed = dbh(self.graph, self.parts, seed=seed).cluster_of_edge
            if self.copies(hashed) <= first.copies:
                yield self.refiner(hashed, seed)
        if effort == "fast":
            covers = first.copies < SCATTERED * kind.vertices
        else:
            covers = not left_to_levels or kind.is_forest
        if covers and self._admits_metis():
            yield self.cover(seed, 0.5)
        if connected is not None:
            yield self.refiner(connected, seed)

    def _admits_metis(self) -> bool:
        """Whether the graph is small or easy to cut; if not, ``leaves_out_metis`` becomes true."""
        easy = SCATTERED if self.kind.is_even else CRAWLED
        if self.graph.num_edges > LARGE and self._expanded >= easy * self.kind.vertices:
            self.leaves_out_metis = True
        return not self.leaves_out_metis

    def copies(self, cluster: NDArray[np.int32]) -> int:
        """The copies of a cut, which need not be within the limit."""
        return self._copies_in(self._edges, cluster)

    def _copies_in(self, edges: EdgeGroups, cluster: NDArray[np.int32]) -> int:
        return int(total_copies(count_copies(edges, cluster, self.parts)))

    def expansion(self, seed: int) -> Refiner:
        """A cut by neighbourhood expansion."""
        return self.refiner(self._expand(seed), seed)

    def _expand(self, seed: int) -> NDArray[np.int32]:
        return ne(self.graph, self.parts, seed=seed, imbalance=self.imbalance).cluster_of_edge

    def hashed(self, seed: int) -> Refiner:
        """A cut by hashing, which is the best if every edge has an end of low degree at one of few hubs."""
        return self.refiner(dbh(self.graph, self.parts, seed=seed).cluster_of_edge, seed)

    def connected(self, seed: int) -> Refiner:
        """A cut of the split-and-connect graph, which can divide the edges of a hub."""
        return self.refiner(self._connect(seed), seed)

    def _connect(self, seed: int) -> NDArray[np.int32]:
        community = self.kind.communities.significant().smallest
        auxiliary = split_and_connect(self.graph, paths_by_community(self.graph, community))
        part = partition_auxiliary(
            auxiliary, self.parts, partitioner="metis", seed=seed, imbalance=self.imbalance
        )
        return reconstruct(auxiliary, part, self.parts)[0].astype(np.int32)

    def levels(self, seed: int) -> Refiner:
        """A multilevel cut, as by the method of that name."""
        refiner = self._unrefined(seed)
        cut_levels(refiner, self.kind, seed=seed, imbalance=self.imbalance, effort="default")
        return refiner

    def recursive(self, seed: int, ways: tuple[int, ...]) -> Refiner:
        """A multilevel cut into groups of clusters, and of each group into its clusters."""
        cluster = cut_recursively(self.graph, ways, seed=seed, imbalance=self.imbalance)
        refiner = self.refiner(cluster, seed)
        cycle(refiner, seed=seed, effort="default")
        return refiner

    def few_levels(self, seed: int, fewest: int) -> Refiner | None:
        """A multilevel cut with few cuts of the coarsest level, after the cheap starts.

        None if the graph is too large, or if the first cut of the coarsest level has far more than the fewest
        copies of the other starts. On a sparse graph without hubs, it is the start that suits best.
        """
        kind = self.kind
        if not self._admits_metis():
            return None
        refiner = self._unrefined(seed)
        alone = kind.is_even and kind.is_sparse
        tries = -(-MANY_PARTS // self.parts)
        worthwhile = cut_levels(
            refiner, kind, seed=seed, imbalance=self.imbalance, effort="default",
            tries=min(STARTS["default"], 4 * tries) if alone else min(FEW_TRIES, tries),
            edge_effort="default" if alone or self.graph.num_edges <= SMALL else "fast",
            rival=np.inf if alone else fewest,
        )  # fmt: skip
        return refiner if worthwhile else None

    def _unrefined(self, seed: int) -> Refiner:
        return self.refiner(np.arange(self.graph.num_edges) % self.parts, seed)
