"""The starts of the portfolio: raw cuts of one graph by several methods, and which of them suit the graph."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from partitioners.coarsening.split_and_connect import reconstruct, split_and_connect
from partitioners.graph import Graph
from partitioners.option_types import Effort
from partitioners.refinement.copy_counts import count_copies, total_copies
from partitioners.refinement.refine import Refiner
from partitioners.vertex_cuts.cover import Covers
from partitioners.vertex_cuts.dbh import dbh
from partitioners.vertex_cuts.graph_class import GraphClass
from partitioners.vertex_cuts.multilevel import CLEAR_MODULARITY, STARTS, cut_levels
from partitioners.vertex_cuts.ne import ne
from partitioners.vertex_cuts.spac import partition_auxiliary, paths_by_community

SCATTERED: dict[Effort, float] = {"fast": 1.0, "default": 3.0}
"""Copies per vertex of an expansion from which a vertex partition has too many cut edges."""

CRAWLED = 0.15
"""Copies per vertex of an expansion up to which hubs are inside communities, and no vertex partition can
divide their edges."""

FAR_BELOW = 0.7
"""Copies of a cover, relative to an expansion, from which communities matter more than hubs."""

SOME_PARTS = 32
"""Number of parts from which a sparse graph with hubs gets a split-and-connect start. With fewer parts, a
multilevel cut is better."""

ALIKE = 1.1
"""Copies of a cover, relative to an expansion, up to which it is worthwhile to group the edges of vertices: a
dense graph with hubs gets a multilevel cut."""

MODULAR = 0.75
"""Modularity from which the communities of a graph hold most of its edges."""

COMPLETE = 0.1
"""Share of the pairs of vertices that are neighbours from which a cluster has a dense block of edges."""

COMPLETE_IN_TWO = 0.02
"""The same for bipartite graphs, most of whose pairs of vertices cannot be neighbours."""

LARGE = 10_000_000
"""Number of edges beyond which METIS, which needs up to 400 bytes per edge, is tried only on graphs that are
easy to cut: with hubs below ``CRAWLED`` copies per vertex of an expansion, without hubs below the copies of
``SCATTERED`` with the effort ``fast``."""

MANY_PARTS = 128
"""Number of parts from which the coarsest level is cut only once. With fewer parts, the cuts of METIS differ
more, so the best of several is taken."""

TRIES_WITH_HUBS = 4
"""Maximum number of cuts of the coarsest level of a graph with hubs, on which they take longer."""


class Starts(Covers):
    """The starts of one graph, each within the limit, and the data that they share.

    Parameters
    ----------
    graph : Graph
    parts : int
    imbalance : float
    seed : int
        Seed of the search for communities.
    """

    leaves_out_metis = False
    """Whether a start by METIS suited the graph, but the graph is too large for it."""

    def __init__(self, graph: Graph, parts: int, imbalance: float, seed: int) -> None:
        super().__init__(graph, parts, imbalance)
        self._expanded = 0  # copies of the expansion
        self._groups = False  # whether a cover, which groups the edges of vertices, is as good
        self.kind = GraphClass(graph, seed)

    def cheap(self, seed: int, effort: Effort) -> Iterator[Refiner]:
        """The starts of the efforts ``fast`` and ``default`` except the multilevel cut."""
        kind = self.kind
        expansion = self.expansion(seed)
        self._expanded = expansion.copies
        yield expansion
        blocks = not kind.is_sparse and (
            kind.density >= COMPLETE or (kind.density >= COMPLETE_IN_TWO and kind.is_bipartite)
        )
        hashes = False
        if blocks or not kind.is_even:
            hashed = dbh(self.graph, self.parts, seed=seed).cluster_of_edge
            hashes = self.copies(hashed) <= expansion.copies
            if hashes:
                yield self.refiner(hashed, seed)
        covers = expansion.copies < SCATTERED[effort] * kind.vertices
        if effort == "default":
            covers = covers or hashes or blocks or kind.communities.modularity >= MODULAR
            covers = covers and (kind.is_forest or not (kind.is_even and kind.is_sparse))
        if not covers or not self._admits_metis():
            return
        cover = self.cover(seed, 0.0 if kind.is_even else 0.5)
        self._groups = cover.copies <= ALIKE * expansion.copies
        yield cover
        if effort == "default" and (blocks or self._divides(expansion.copies, cover.copies)):
            yield self.connected(seed)

    def _divides(self, expanded: int, covered: int) -> bool:
        """Whether edges of one vertex belong to several clusters, from the copies of expansion and cover."""
        kind = self.kind
        if kind.is_even:
            return covered > ALIKE * expanded or covered < FAR_BELOW * expanded
        if kind.is_sparse and self.parts < SOME_PARTS:
            return False
        if expanded < CRAWLED * kind.vertices or covered < FAR_BELOW * expanded:
            return True
        return not kind.is_sparse and kind.communities.modularity >= MODULAR

    def _admits_metis(self) -> bool:
        """Whether the graph is small or easy to cut; if not, ``leaves_out_metis`` becomes true."""
        easy = SCATTERED["fast"] if self.kind.is_even else CRAWLED
        if self.graph.num_edges > LARGE and self._expanded >= easy * self.kind.vertices:
            self.leaves_out_metis = True
        return not self.leaves_out_metis

    def copies(self, cluster: NDArray[np.int32]) -> int:
        """The copies of a cut, which need not be within the limit."""
        return int(total_copies(count_copies(self._edges, cluster, self.parts)))

    def expansion(self, seed: int) -> Refiner:
        """A cut by neighbourhood expansion."""
        cut = ne(self.graph, self.parts, seed=seed, imbalance=self.imbalance)
        return self.refiner(cut.cluster_of_edge, seed)

    def hashed(self, seed: int) -> Refiner:
        """A cut by hashing, which is the best if every edge has an end of low degree at one of few hubs."""
        return self.refiner(dbh(self.graph, self.parts, seed=seed).cluster_of_edge, seed)

    def connected(self, seed: int) -> Refiner:
        """A cut of the split-and-connect graph, which can divide the edges of a hub."""
        paths = paths_by_community(self.graph, self.kind.communities.significant().smallest)
        auxiliary = split_and_connect(self.graph, paths, form="contracted", close_path=False)
        part = partition_auxiliary(
            auxiliary, self.parts, partitioner="metis", seed=seed, imbalance=self.imbalance
        )
        return self.refiner(reconstruct(auxiliary, part, self.parts)[0], seed)

    def levels(self, seed: int) -> Refiner:
        """A multilevel cut, as by the method of that name."""
        refiner = self._unrefined(seed)
        cut_levels(refiner, self.kind, seed=seed, imbalance=self.imbalance, effort="default")
        return refiner

    def few_levels(self, seed: int, fewest: int) -> Refiner | None:
        """A multilevel cut with few cuts of the coarsest level, after the cheap starts.

        None if it does not suit the graph, if the graph is too large, or, on a dense graph, if the coarsest
        level has far more than the fewest copies of the other starts.
        """
        kind = self.kind
        if kind.is_even:
            suits = kind.is_sparse or 2 * kind.pieces >= self.parts
        else:
            suits = kind.is_sparse or self._groups or kind.communities.modularity >= CLEAR_MODULARITY
        if not suits or not self._admits_metis():
            return None
        refiner = self._unrefined(seed)
        most = STARTS["default"] if kind.is_even else TRIES_WITH_HUBS
        worthwhile = cut_levels(
            refiner, kind, seed=seed, imbalance=self.imbalance, effort="default",
            tries=min(most, -(-MANY_PARTS // self.parts)), rival=np.inf if kind.is_sparse else fewest,
        )  # fmt: skip
        return refiner if worthwhile else None

    def _unrefined(self, seed: int) -> Refiner:
        return self.refiner(np.arange(self.graph.num_edges) % self.parts, seed)
