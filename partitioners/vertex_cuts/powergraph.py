"""PowerGraph's greedy vertex cut and its weighted forms: the vertex with more unassigned edges decides.

Gonzalez et al., "PowerGraph: distributed graph-parallel computation on natural graphs", OSDI 2012; the
weighted forms from Ma et al., 2020, section 4.3. The rules are in
:mod:`partitioners.streaming.greedy_placement`.
"""

from __future__ import annotations

from partitioners.graph import Graph
from partitioners.partition import EdgePartition
from partitioners.plugins.option_types import LoadBound, Order


def powergraph(graph: Graph, parts: int, *, seed: int = 0, order: Order = "given") -> EdgePartition:
    """Vertex cut: the vertex with more unassigned edges decides; loads are numbers of edges (PowerGraph)."""
    from partitioners.streaming.greedy_placement import place

    return place(graph, parts, order=order, seed=seed, weighted=False, load_bound=None, by_degree=False)


def w_powergraph(graph: Graph, parts: int, *, seed: int = 0, order: Order = "given") -> EdgePartition:
    """Vertex cut: PowerGraph's greedy rule with the weights of edges as loads (W-PG)."""
    from partitioners.streaming.greedy_placement import place

    return place(graph, parts, order=order, seed=seed, weighted=True, load_bound=None, by_degree=False)


def wb_powergraph(
    graph: Graph, parts: int, *, seed: int = 0, order: Order = "given", load_bound: LoadBound = 1.0
) -> EdgePartition:
    """Vertex cut: W-PG with a bound on the load of a cluster (WB-PG)."""
    from partitioners.streaming.greedy_placement import place

    return place(graph, parts, order=order, seed=seed, weighted=True, load_bound=load_bound, by_degree=False)
