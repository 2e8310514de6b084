"""Libra and its weighted forms: if one end of an edge must be cut, cut the end of higher degree.

Xie et al., "Distributed power-law graph computing: theoretical and empirical analysis", NIPS 2014; the
weighted forms, and Algorithm 1 (``wb_libra``), from Ma et al., "A vertex cut based framework for load
balancing and parallelism optimization in multi-core systems", 2020, section 4.3. The rules are in
:mod:`partitioners.streaming.greedy_placement`.
"""

from __future__ import annotations

from partitioners.graph import Graph
from partitioners.partition import EdgePartition
from partitioners.plugins.option_types import LoadBound, Order


def libra(graph: Graph, parts: int, *, seed: int = 0, order: Order = "given") -> EdgePartition:
    """Vertex cut: the vertex of lower degree decides; loads are numbers of edges (Libra)."""
    from partitioners.streaming.greedy_placement import place

    return place(graph, parts, order=order, seed=seed, weighted=False, load_bound=None, by_degree=True)


def w_libra(graph: Graph, parts: int, *, seed: int = 0, order: Order = "given") -> EdgePartition:
    """Vertex cut: Libra with the weights of edges as loads (W-Libra)."""
    from partitioners.streaming.greedy_placement import place

    return place(graph, parts, order=order, seed=seed, weighted=True, load_bound=None, by_degree=True)


def wb_libra(
    graph: Graph, parts: int, *, seed: int = 0, order: Order = "given", load_bound: LoadBound = 1.0
) -> EdgePartition:
    """Vertex cut: W-Libra with a bound on the load of a cluster (WB-Libra, Algorithm 1)."""
    from partitioners.streaming.greedy_placement import place

    return place(graph, parts, order=order, seed=seed, weighted=True, load_bound=load_bound, by_degree=True)
