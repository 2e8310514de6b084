"""The portfolio: several kinds of vertex cut, of which the one that suits the graph is refined."""

from __future__ import annotations

from itertools import product

import numpy as np

from partitioners.graph import Graph
from partitioners.partition import EdgePartition
from partitioners.refinement.refine import SEARCHES, Effort, Imbalance, Refiner
from partitioners.vertex_cuts.cover import Covers
from partitioners.vertex_cuts.multilevel import cut_levels, cycle
from partitioners.vertex_cuts.ne import ne

EVEN = 10.0
"""A graph whose largest degree is up to so many times the mean has no hubs."""

SPARSE = 8.0
"""Mean degree up to which a mesh has so few edges that coarsening them is the best start."""

FAR_BEHIND = 1.2
"""A start with so many times the copies of the best one does not catch up."""

CLOSE = 1.01
"""Up to so many times the copies of the best one, a refined cut is searched with all effort as well."""

BEST_TRIES = 3
"""Seeds of each start with all effort."""


def portfolio(
    graph: Graph, parts: int, *, seed: int = 0, imbalance: Imbalance = 1.03, effort: Effort = "default"
) -> EdgePartition:
    """Vertex cut: the best of neighbourhood expansion, vertex cover, and multilevel cuts, refined.

    Parameters
    ----------
    graph : Graph
    parts : int
    seed : int
    imbalance : float
        The largest load of a cluster over the mean, see :func:`partitioners.balance.hard_limit`.
    effort : {'fast', 'default', 'best'}
        ``fast``: two starts, a short search. ``default``: on sparse graphs without hubs a multilevel cut
        instead of a cover, searches of up to two moves an edge. ``best``: every start with several seeds,
        all that are not far behind refined, searches until they find next to nothing.

    Returns
    -------
    EdgePartition

    Notes
    -----
    What a graph is cut by is decided by its degrees and by what the cheap starts find: where neighbourhood
    expansion already replicates every vertex twice, a vertex partition has nothing to offer; multilevel cuts
    are made where degrees are even and few. Nothing depends on time, so the same seed gives the same cut.
    """
    m = graph.num_edges
    if parts == 1 or m == 0:
        return EdgePartition(graph, parts, np.zeros(m, np.int32))
    degree = graph.degree
    degree = degree[degree > 0]
    is_even = bool(degree.max() <= EVEN * degree.mean())
    tries = BEST_TRIES if effort == "best" else 1
    seeds = range(seed * tries, (seed + 1) * tries)
    starts = _Starts(graph, parts, imbalance)

    found = [starts.expansion(s) for s in seeds]
    covers: list[Refiner] = []
    is_sparse = is_even and bool(degree.mean() <= SPARSE)
    is_mesh = is_sparse and found[0].copies < degree.size / 2
    takes_levels = is_sparse if effort == "best" else is_mesh and effort != "fast"
    if effort == "best" or (not takes_levels and found[0].copies < degree.size):
        # With hubs, how light their edges should be for METIS is seen by trying.
        exponents = (0.0,) if is_even else (0.5,) if effort == "fast" else (0.5, 0.75, 1.0)
        for s, exponent in product(seeds, exponents):
            covers.append(starts.cover(s, exponent))
            if covers[-1].copies > FAR_BEHIND * found[0].copies:
                break
        found += sorted(covers, key=_copies)[:tries]
    found = [cut for cut in found if cut.copies <= FAR_BEHIND * min(found, key=_copies).copies]
    for cut in found:
        cut.search_edges()
    if takes_levels:
        found += [starts.levels(s, effort) for s in seeds]
    if effort == "best":
        for cut in found:
            cut.run(SEARCHES["default"])
        fewest = min(found, key=_copies).copies
        found = [cut for cut in found if cut.copies <= CLOSE * fewest]
        for cut in found:
            cut.run(SEARCHES[effort])
    best = min(found, key=_copies)
    if effort != "fast" and not is_even and best in covers:
        cycle(best, seed=seed, effort=effort)
    best.run(SEARCHES[effort])
    return EdgePartition(graph, parts, best.cluster)


def _copies(cut: Refiner) -> int:
    return cut.copies


class _Starts(Covers):
    """The cheap starts of one graph, each within the limit, and what they share."""

    def expansion(self, seed: int) -> Refiner:
        """Neighbourhood expansion."""
        cut = ne(self.graph, self.parts, seed=seed, imbalance=self.imbalance)
        return self.refiner(cut.cluster_of_edge, seed)

    def levels(self, seed: int, effort: Effort) -> Refiner:
        """A multilevel cut."""
        refiner = self.refiner(np.arange(self.graph.num_edges) % self.parts, seed)
        cut_levels(refiner, seed=seed, imbalance=self.imbalance, effort=effort)
        return refiner
