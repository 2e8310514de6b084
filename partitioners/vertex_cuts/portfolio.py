"""A portfolio of vertex cuts, of which the most suitable ones for the graph are refined."""

from __future__ import annotations

from partitioners.graph import Graph
from partitioners.partition import EdgePartition
from partitioners.plugins.option_types import Effort, Imbalance


def portfolio(
    graph: Graph, parts: int, *, seed: int = 0, imbalance: Imbalance = 1.03, effort: Effort = "default"
) -> EdgePartition:
    """Vertex cut: the best of expansion, covers, split-and-connect, and multilevel cuts, refined.

    Parameters
    ----------
    effort : {'fast', 'default', 'best'}
        ``fast``: at most three starts and a short search. ``default``: all starts, a V-cycle of the best two,
        and a search of up to one move per edge. ``best``: begins with the cut of ``default`` and adds every
        start and recursive cuts with up to three seeds, recombination of the best cuts, and searches and
        minimum cuts of borders until the gains are negligible.

    Returns
    -------
    EdgePartition
        With the effort ``best``, at most the copies of ``default`` and of the refined single starts.

    Notes
    -----
    Every start is tried, and left out if its copies are far behind, except that a sparse graph without hubs
    is left to the expansion and the multilevel cut. On more than 10 million edges, a start by METIS, which
    needs 400 bytes per edge, must promise few copies. Otherwise it is left out with a warning, except with
    the effort ``best``. Starts are compared after a short search, since raw cuts have a different order. The
    decisions do not depend on run time, so the same seed gives the same cut.
    """
    from partitioners.vertex_cuts.refined_starts import refine_best_start

    return refine_best_start(graph, parts, seed=seed, imbalance=imbalance, effort=effort)
