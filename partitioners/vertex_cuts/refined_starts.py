"""The search of :func:`partitioners.vertex_cuts.portfolio.portfolio`: several starts, the best refined."""

from __future__ import annotations

from itertools import product

import numpy as np

from partitioners.graph import Graph
from partitioners.option_types import Effort, Imbalance
from partitioners.partition import EdgePartition
from partitioners.refinement.refine import SEARCHES, Refiner
from partitioners.vertex_cuts.cover import Covers
from partitioners.vertex_cuts.multilevel import cut_levels, cycle
from partitioners.vertex_cuts.ne import ne

EVEN = 10.0
"""Ratio of the largest to the mean degree up to which a graph has no hubs."""

SPARSE = 8.0
"""Mean degree up to which a mesh has few enough edges that coarsening is the best start."""

FAR_BEHIND = 1.2
"""Copies of a start, relative to the best start, from which refinement cannot make it the best."""

CLOSE = 1.01
"""Copies of a refined cut, relative to the best, up to which it is also searched with full effort."""

BEST_TRIES = 3
"""Number of seeds of each start with the effort ``best``."""


def refine_best_start(
    graph: Graph, parts: int, *, seed: int, imbalance: Imbalance, effort: Effort
) -> EdgePartition:
    """See :func:`partitioners.vertex_cuts.portfolio.portfolio`."""
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
        # With hubs, several weights of their edges for METIS are tried.
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
    """The cheap starts of one graph, each within the limit, and the data that they share."""

    def expansion(self, seed: int) -> Refiner:
        """A cut by neighbourhood expansion."""
        cut = ne(self.graph, self.parts, seed=seed, imbalance=self.imbalance)
        return self.refiner(cut.cluster_of_edge, seed)

    def levels(self, seed: int, effort: Effort) -> Refiner:
        """A multilevel cut."""
        refiner = self.refiner(np.arange(self.graph.num_edges) % self.parts, seed)
        cut_levels(refiner, seed=seed, imbalance=self.imbalance, effort=effort)
        return refiner
