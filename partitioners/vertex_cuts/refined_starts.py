"""The search of :func:`partitioners.vertex_cuts.portfolio.portfolio`: several starts, the best refined.

The copies of a raw cut say little about the copies after refinement: a cut by METIS on the vertices or on the
split-and-connect graph loses more of its copies than a cut by expansion. So the starts are compared after a
short search. On sparse graphs the best of them is then compared with a multilevel cut. A graph whose
connected components fit whole into the clusters needs no start.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from partitioners.balance import edge_work
from partitioners.distinct_neighbours import distinct_neighbours
from partitioners.graph import Graph
from partitioners.option_types import Effort, Imbalance
from partitioners.partition import EdgePartition
from partitioners.refinement.copy_counts import count_copies, total_copies
from partitioners.refinement.refine import SEARCHES, Refiner, load_limit
from partitioners.vertex_cuts.cover import Covers
from partitioners.vertex_cuts.dbh import dbh
from partitioners.vertex_cuts.multilevel import STARTS, cut_levels, cycle
from partitioners.vertex_cuts.ne import ne
from partitioners.vertex_cuts.spac import spac
from partitioners.vertex_cuts.whole_components import whole_components

EVEN = 10.0
"""Ratio of the largest to the mean number of neighbours up to which a graph has no hubs."""

SPARSE = 8.0
"""Mean number of neighbours up to which coarsening from single edges is a good and fast start."""

SCATTERED: dict[Effort, float] = {"fast": 1.0, "default": 3.0}
"""Copies per vertex of an expansion from which no vertex partition is tried: it has too many cut edges."""

CRAWLED = 0.15
"""Copies per vertex of an expansion up to which a dense graph with hubs also gets a split-and-connect start:
its hubs are inside communities, and no vertex partition can divide their edges."""

LARGE = 10_000_000
"""Number of edges beyond which METIS, which needs up to 400 bytes per edge, is tried only on graphs that are
easy to cut: with hubs below ``CRAWLED`` copies per vertex of an expansion, without hubs below the copies of
``SCATTERED`` with the effort ``fast``."""

FAR_BEHIND = 1.3
"""Copies of a start, relative to the best start, from which a search of its edges cannot make it the best."""

LOOK_AHEAD = SEARCHES["default"]._replace(patience=4, worth=0.002)
"""The search of the edges of each start."""

CLOSE = 1.03
"""Copies of a start with the effort ``best``, relative to the best, up to which it gets further seeds."""

COMBINED = 4
"""Maximum number of cuts that are combined with the effort ``best``."""

MANY_PARTS = 128
"""Number of parts from which the coarsest level is cut only once. With fewer parts, the cuts of METIS differ
more, so the best of several is taken."""

POLISH = SEARCHES["default"]._replace(moves_per_edge=1, worth=0.002)
"""The search after the V-cycle of the effort ``default``."""

THIN = 0.1
"""Copies per edge up to which the effort ``best`` cuts the borders of every start by flow. With more copies,
this takes longest and saves least, so only the borders of the last cut are cut."""

REACH = 0.5
"""Maximum share of a cluster that a border cut divides anew."""

BEST_TRIES = 3
"""Number of seeds of each start with the effort ``best``."""

NEAR = 1.15
"""Copies of a start with the effort ``best``, relative to the cut of ``default``, up to which border cuts can
make it the best."""

BEST_GAIN = 0.002
"""Share of the copies that a last search with the effort ``best`` must save to be repeated."""


def refine_best_start(
    graph: Graph, parts: int, *, seed: int, imbalance: Imbalance, effort: Effort
) -> EdgePartition:
    """See :func:`partitioners.vertex_cuts.portfolio.portfolio`."""
    if parts == 1 or graph.num_edges == 0:
        return EdgePartition(graph, parts, np.zeros(graph.num_edges, np.int32))
    weight = edge_work(graph)
    whole = whole_components(graph, weight, parts, load_limit(weight, parts, imbalance))
    if whole is not None:
        return EdgePartition(graph, parts, whole)
    starts = _Starts(graph, parts, imbalance)
    best = _best_of_one_seed(starts, seed, "fast" if effort == "fast" else "default")
    if starts.leaves_out_metis and effort != "best":
        warnings.warn(
            f"portfolio: METIS was not tried: on {graph.num_edges:,} edges (more than {LARGE:,}) with many "
            "copies of vertices, it needs up to 400 bytes per edge; the effort `best` tries it",
            stacklevel=2,
        )
    if effort == "best" and best.copies > starts.fewest_possible:
        best = _best_of_all(starts, best, seed)
    return EdgePartition(graph, parts, best.cluster)


def _best_of_one_seed(starts: _Starts, seed: int, effort: Effort) -> Refiner:
    """The best cut of the starts with one seed, refined with the efforts ``fast`` or ``default``."""
    found = []
    for cut in starts.cheap(seed, effort):
        if cut.copies == starts.fewest_possible:
            return cut
        found.append(cut)
    found = _within(found, FAR_BEHIND)
    for cut in found:
        cut.search_edges(LOOK_AHEAD)
    best = _within(found, 1.0)[0]
    if effort == "fast":
        best.run(SEARCHES["fast"])
        return best
    if starts.is_sparse and best.copies < starts.vertices:
        if not starts.is_even:
            best.run(SEARCHES["fast"])
        level_effort: Effort = "default" if starts.is_even else "fast"
        tries = min(STARTS[level_effort], -(-MANY_PARTS // starts.parts))
        best = _within([best, starts.levels(seed, level_effort, tries)], 1.0)[0]
    cycle(best, seed=seed, effort="fast")
    if not (starts.is_even and starts.is_sparse):
        best.moves = 0
        best.run(POLISH)
    return best


def _cut_thin_borders(cut: Refiner) -> None:
    if cut.copies <= THIN * cut.graph.num_edges:
        cut.cut_borders(REACH)


def _best_of_all(starts: _Starts, best: Refiner, seed: int) -> Refiner:
    """The best cut of all starts with several seeds and of ``best``, combined with the next best, refined.

    With the seed itself, each start is refined like the method of the same name with ``+refine``, and the
    multilevel cut is that of ``multilevel``. So the result is at most as bad as any of them.
    """
    makers: list[Callable[[int], Refiner]] = [
        starts.expansion,
        starts.hashed,
        starts.connected,
        partial(starts.cover, exponent=0.5),
        partial(starts.cover, exponent=0.0),
        partial(starts.levels, effort="default"),
    ]

    def refined(make: Callable[[int], Refiner], turn: int) -> Refiner:
        cut = make(turn)
        cut.run(SEARCHES["default"])
        if cut.copies <= NEAR * best.copies:
            _cut_thin_borders(cut)
        return cut

    found = [best, *(refined(make, seed) for make in makers)]
    fewest = _within(found, 1.0)[0].copies
    close = [make for make, cut in zip(makers, found[1:], strict=True) if cut.copies <= CLOSE * fewest]
    for turn in np.random.SeedSequence(seed).generate_state(BEST_TRIES - 1).tolist():
        found += [refined(make, turn) for make in close]
    found = _within(found, CLOSE)[:COMBINED]
    best, others = found[0], [cut.cluster.copy() for cut in found]
    turns = np.random.SeedSequence(seed).generate_state(len(others)).tolist()
    for turn, other in zip(turns, others, strict=True):
        cycle(best, seed=turn, effort="default", other=other)
        _cut_thin_borders(best)
    before = np.inf
    while best.copies < (1 - BEST_GAIN) * before:
        before = best.copies
        best.moves = 0
        best.run(SEARCHES["best"])
        best.cut_borders(REACH)
    return best


def fewest_possible_copies(graph: Graph, parts: int, imbalance: float) -> int:
    """A lower bound on the copies: the edges of a vertex need as many clusters as hold their weight."""
    weight, n = edge_work(graph), graph.num_vertices
    loop = graph.src == graph.dst
    of_vertex = np.bincount(graph.src, weight, n) + np.bincount(graph.dst, np.where(loop, 0.0, weight), n)
    clusters = np.ceil(of_vertex / load_limit(weight, parts, imbalance) * (1 - 1e-9))
    return int(np.maximum(clusters - 1, 0).sum())


def _within(cuts: Iterable[Refiner], ratio: float) -> list[Refiner]:
    """The cuts with at most ``ratio`` times the fewest copies, fewest first."""
    ordered = sorted(cuts, key=lambda cut: cut.copies)
    return [cut for cut in ordered if cut.copies <= ratio * ordered[0].copies]


class _Starts(Covers):
    """The starts of one graph, each within the limit, and the data that they share."""

    leaves_out_metis = False

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
    def fewest_possible(self) -> int:
        """See :func:`fewest_possible_copies`."""
        return fewest_possible_copies(self.graph, self.parts, self.imbalance)

    @cached_property
    def is_even(self) -> bool:
        """Whether the graph has no hubs."""
        count = self._neighbours
        return bool(int(count.max(initial=0)) * count.size <= EVEN * int(count.sum()))

    @cached_property
    def is_sparse(self) -> bool:
        """Whether the graph has few edges."""
        return bool(int(self._neighbours.sum()) <= SPARSE * self._neighbours.size)

    def cheap(self, seed: int, effort: Effort) -> Iterator[Refiner]:
        """The starts of the efforts ``fast`` and ``default`` except the multilevel cut.

        ``leaves_out_metis`` becomes true if only the size of the graph rules out a start by METIS.
        """
        expansion = self.expansion(seed)
        yield expansion
        if not self.is_even:
            hashed = dbh(self.graph, self.parts, seed=seed).cluster_of_edge
            if self.copies(hashed) <= expansion.copies:
                yield self.refiner(hashed, seed)
        if expansion.copies >= SCATTERED[effort] * self.vertices:
            return
        if effort == "default" and self.is_even and self.is_sparse:
            return
        easy = SCATTERED["fast"] if self.is_even else CRAWLED
        if self.graph.num_edges > LARGE and expansion.copies >= easy * self.vertices:
            self.leaves_out_metis = True
            return
        yield self.cover(seed, 0.0 if self.is_even else 0.5)
        if effort == "fast" or self.is_even or self.is_sparse:
            return
        if expansion.copies < CRAWLED * self.vertices:
            yield self.connected(seed)

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
        cut = spac(self.graph, self.parts, seed=seed, imbalance=self.imbalance)
        return self.refiner(cut.cluster_of_edge, seed)

    def levels(self, seed: int, effort: Effort, tries: int | None = None) -> Refiner:
        """A multilevel cut."""
        refiner = self.refiner(np.arange(self.graph.num_edges) % self.parts, seed)
        cut_levels(refiner, seed=seed, imbalance=self.imbalance, effort=effort, tries=tries)
        return refiner
