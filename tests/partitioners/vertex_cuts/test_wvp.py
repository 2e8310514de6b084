"""Weighted vertex partition: which edges follow their ends, and where the cut ones go."""

import numpy as np
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from small_graphs import graphs

from partitioners.analysis.quality import quality
from partitioners.conformance.graphs import random_graph
from partitioners.generators.models import grid
from partitioners.graph import Graph
from partitioners.partition_graph import partition
from partitioners.vertex_cuts.wvp import _assign_cut, vertex_parts

METHODS = ["wvp_random", "wvp_greedy"]
WIDE = 1.5  # no cluster of a grid comes to that, so that no edge moves in the end


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("weights", ["unit", "uneven"])
def test_inner_edges_stay_and_cut_edges_go_to_an_end(method, weights):
    plain = grid(width=40, height=40)
    rng = np.random.default_rng(1)
    weight = np.ones(plain.num_edges) if weights == "unit" else rng.integers(1, 9, plain.num_edges) / 4
    graph = Graph(1600, plain.src, plain.dst, weight)
    home = vertex_parts(graph, 8, seed=0, imbalance=WIDE)
    cluster = partition(graph, method, 8, imbalance=WIDE).cluster_of_edge
    source, destination = home[graph.src], home[graph.dst]
    assert ((cluster == source) | (cluster == destination)).all()
    cut = source != destination
    assert 0.2 < (cluster[cut] == source[cut]).mean() < 0.8


def plain_greedy(graph, home, parts):
    """The rule with Python sets."""
    weight = graph.weight.tolist() if graph.weight.any() else [1.0] * graph.num_edges
    edges = list(zip(graph.src.tolist(), graph.dst.tolist(), strict=True))
    holds = [set() for _ in range(graph.num_vertices)]
    load = [0.0] * parts
    cluster = [None] * len(edges)

    def put(e, c):
        cluster[e] = c
        load[c] += weight[e]
        for v in edges[e]:
            holds[v].add(c)

    for e, (u, v) in enumerate(edges):
        if home[u] == home[v]:
            put(e, home[u])
    for e, (u, v) in enumerate(edges):
        if cluster[e] is None:
            a, b = home[u], home[v]
            common = {a, b} & holds[u] & holds[v]
            put(e, common.pop() if len(common) == 1 else a if load[a] <= load[b] else b)
    return cluster


@settings(deadline=None)
@given(graphs(max_edges=60), st.integers(1, 5), st.integers(0, 2**32 - 1))
def test_the_greedy_rule_is_that_of_plain_python(graph, parts, seed):
    home = np.random.default_rng(seed).integers(parts, size=graph.num_vertices)
    cluster = np.where(home[graph.src] == home[graph.dst], home[graph.src], -1)
    weight = graph.weight if graph.weight.any() else np.ones(graph.num_edges)
    _assign_cut(graph.src, graph.dst, weight, home, parts, cluster)
    assert cluster.tolist() == plain_greedy(graph, home.tolist(), parts)


@pytest.mark.parametrize("method", METHODS)
@settings(deadline=None, max_examples=examples(40))
@given(graphs(max_vertices=30, max_edges=90), st.integers(1, 20), st.sampled_from([1.0, 1.03, 1.5]))
def test_the_hard_limit_is_kept(method, graph, parts, imbalance):
    parts = min(parts, max(1, graph.num_edges))
    figures = quality(partition(graph, method, parts, imbalance=imbalance))
    assert figures.edge_weight_imbalance <= figures.imbalance_guarantee * (1 + 1e-9)


def test_a_vertex_weighs_its_edges():
    """The left half of a grid has ten times the weight, and so four of five parts or so."""
    plain = grid(width=40, height=40)
    left = (plain.src % 40 < 20) & (plain.dst % 40 < 20)
    heavy = Graph(1600, plain.src, plain.dst, np.where(left, 10.0, 1.0))
    home = vertex_parts(heavy, 11, seed=0, imbalance=1.03)
    of_left = np.unique(home[np.arange(1600) % 40 < 18])
    assert 9 <= of_left.size <= 11


def test_greedy_makes_fewer_copies_than_random():
    for graph in (grid(width=60, height=60), random_graph(2000, 16_000, 1)):
        greedy, random = (
            quality(partition(graph, method, 16)).vertex_copies for method in ("wvp_greedy", "wvp_random")
        )
        assert greedy < random


@pytest.mark.parametrize("method", METHODS)
def test_the_seed_is_passed_on(method):
    graph = grid(width=40, height=40)
    cuts = {partition(graph, method, 9, seed=seed).cluster_of_edge.tobytes() for seed in range(4)}
    assert len(cuts) == 4
