"""Libra and its weighted forms: if one end of an edge must be cut, cut the end of higher degree.

Xie et al., "Distributed power-law graph computing: theoretical and empirical analysis", NIPS 2014; the
weighted forms, and Algorithm 1 (``wb_libra``), from Ma et al., "A vertex cut based framework for load
balancing and parallelism optimization in multi-core systems", 2020, section 4.3. The rules are in
:mod:`partitioners.streaming.greedy_placement`.
"""

from __future__ import annotations

from typing import Annotated

from annotated_types import Ge

from partitioners.graph import Graph
from partitioners.partition import EdgePartition
from partitioners.plugins.option_types import Order

LoadBound = Annotated[float, Ge(1.0)]
"""The papers' lambda: a soft limit, tested before an edge is placed."""


def libra(graph: Graph, parts: int, *, seed: int = 0, order: Order = "given") -> EdgePartition:
    """Vertex cut: the vertex of lower degree decides; loads are numbers of edges (Libra).

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

    return place(graph, parts, order=order, seed=seed, weighted=False, load_bound=None, by_degree=True)


def w_libra(graph: Graph, parts: int, *, seed: int = 0, order: Order = "given") -> EdgePartition:
    """Vertex cut: Libra with the weights of edges as loads (W-Libra).

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

    return place(graph, parts, order=order, seed=seed, weighted=True, load_bound=None, by_degree=True)


def wb_libra(
    graph: Graph, parts: int, *, seed: int = 0, order: Order = "given", load_bound: LoadBound = 1.0
) -> EdgePartition:
    """Vertex cut: W-Libra with a bound on the load of a cluster (WB-Libra, Algorithm 1).

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

    return place(graph, parts, order=order, seed=seed, weighted=True, load_bound=load_bound, by_degree=True)
