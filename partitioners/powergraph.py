"""PowerGraph's greedy vertex cut and its weighted forms: go where the vertex with more edges to come is.

Gonzalez et al., "PowerGraph: distributed graph-parallel computation on natural graphs", OSDI 2012; the
weighted forms from Ma et al., 2020, section 4.3. The rules stand in :mod:`partitioners.greedy_placement`.
"""

from __future__ import annotations

from partitioners.edge_order import Order
from partitioners.graph import Graph
from partitioners.greedy_placement import place
from partitioners.libra import LoadBound
from partitioners.partition import EdgePartition


def powergraph(graph: Graph, parts: int, *, seed: int = 0, order: Order = "given") -> EdgePartition:
    """Vertex cut: the vertex with more unassigned edges decides, loads are numbers of edges (PowerGraph)."""
    return place(graph, parts, order=order, seed=seed, weighted=False, load_bound=None, by_degree=False)


def w_powergraph(graph: Graph, parts: int, *, seed: int = 0, order: Order = "given") -> EdgePartition:
    """Vertex cut: PowerGraph's greedy rule with weights for loads (W-PG)."""
    return place(graph, parts, order=order, seed=seed, weighted=True, load_bound=None, by_degree=False)


def wb_powergraph(
    graph: Graph, parts: int, *, seed: int = 0, order: Order = "given", load_bound: LoadBound = 1.0
) -> EdgePartition:
    """Vertex cut: W-PG with a bound on the load of a cluster (WB-PG)."""
    return place(graph, parts, order=order, seed=seed, weighted=True, load_bound=load_bound, by_degree=False)
