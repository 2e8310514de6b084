"""PowerGraph's greedy vertex cut and its weighted forms: the vertex with more unassigned edges decides.

Gonzalez et al., "PowerGraph: distributed graph-parallel computation on natural graphs", OSDI 2012; the
weighted forms from Ma et al., 2020, section 4.3. The rules are in
:mod:`partitioners.streaming.greedy_placement`.
"""

from __future__ import annotations

from partitioners.graph import Graph
from partitioners.partition import EdgePartition
from partitioners.plugins.option_types import Order
from partitioners.vertex_cuts.libra import LoadBound


def powergraph(graph: Graph, parts: int, *, seed: int = 0, order: Order = "given") -> EdgePartition:
    """Vertex cut: the vertex with more unassigned edges decides; loads are numbers of edges (PowerGraph).

    Parameters
    ----------
    graph : Graph
    parts : int
    seed : int
        Seed of the shuffle.
    order : {'given', 'shuffled', 'degree', 'bfs'}
        The order in which edges arrive. ``given``: as in the graph. ``shuffled``: at random. ``degree``: by
        the lower degree of their ends, so that small vertices are placed before the hubs are cut. ``bfs``:
        breadth first.

    Returns
    -------
    EdgePartition
    """
    from partitioners.streaming.greedy_placement import place

    return place(graph, parts, order=order, seed=seed, weighted=False, load_bound=None, by_degree=False)


def w_powergraph(graph: Graph, parts: int, *, seed: int = 0, order: Order = "given") -> EdgePartition:
    """Vertex cut: PowerGraph's greedy rule with the weights of edges as loads (W-PG).

    Parameters
    ----------
    graph : Graph
    parts : int
    seed : int
        Seed of the shuffle.
    order : {'given', 'shuffled', 'degree', 'bfs'}
        The order in which edges arrive. ``given``: as in the graph. ``shuffled``: at random. ``degree``: by
        the lower degree of their ends, so that small vertices are placed before the hubs are cut. ``bfs``:
        breadth first.

    Returns
    -------
    EdgePartition
    """
    from partitioners.streaming.greedy_placement import place

    return place(graph, parts, order=order, seed=seed, weighted=True, load_bound=None, by_degree=False)


def wb_powergraph(
    graph: Graph, parts: int, *, seed: int = 0, order: Order = "given", load_bound: LoadBound = 1.0
) -> EdgePartition:
    """Vertex cut: W-PG with a bound on the load of a cluster (WB-PG).

    Parameters
    ----------
    graph : Graph
    parts : int
    seed : int
        Seed of the shuffle.
    order : {'given', 'shuffled', 'degree', 'bfs'}
        The order in which edges arrive. ``given``: as in the graph. ``shuffled``: at random. ``degree``: by
        the lower degree of their ends, so that small vertices are placed before the hubs are cut. ``bfs``:
        breadth first.
    load_bound : float
        Load, relative to the mean, at which a cluster accepts no more edges, see
        :func:`partitioners.balance.soft_guarantee`.

    Returns
    -------
    EdgePartition
    """
    from partitioners.streaming.greedy_placement import place

    return place(graph, parts, order=order, seed=seed, weighted=True, load_bound=load_bound, by_degree=False)
