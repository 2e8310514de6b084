"""A portfolio of vertex cuts, of which the most suitable ones for the graph are refined."""

from __future__ import annotations

from partitioners.graph import Graph
from partitioners.option_types import Effort, Imbalance
from partitioners.partition import EdgePartition


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
        ``fast``: two starts and a short search. ``default``: a multilevel cut instead of a cover on sparse
        graphs without hubs, and searches of up to two moves per edge. ``best``: every start with several
        seeds, refinement of all that are close to the best, and searches until the gains are negligible.

    Returns
    -------
    EdgePartition

    Notes
    -----
    The degrees of a graph and the results of the cheap starts determine the method. If neighbourhood
    expansion already replicates every vertex twice, a vertex partition cannot be better. Multilevel cuts are
    used if degrees are low and even. The decisions do not depend on run time, so the same seed gives the same
    cut.
    """
    from partitioners.vertex_cuts.refined_starts import refine_best_start

    return refine_best_start(graph, parts, seed=seed, imbalance=imbalance, effort=effort)
