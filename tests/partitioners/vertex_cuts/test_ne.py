"""Neighbourhood expansion against a plain rendering of its rules."""

# ruff: noqa: B023 -- the function in the loop is used in the same turn only

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from operation_counts import executed_lines
from small_graphs import complete, complete_bipartite, disjoint_edges, graphs, star, together, wheel

from partitioners.analysis.quality import quality
from partitioners.conformance.graphs import random_graph
from partitioners.generators.registry import GENERATORS
from partitioners.graph import Graph
from partitioners.partition_graph import partition
from partitioners.vertex_cuts import ne


def expanded(graph, weight, parts, order):
    """Clusters of edges; sets and lists instead of queues."""
    m = graph.num_edges
    cluster = [-1] * m
    incident = [[] for _ in range(graph.num_vertices)]
    for e, (u, v) in enumerate(zip(graph.src.tolist(), graph.dst.tolist(), strict=True)):
        incident[u].append((e, v))
        incident[v].append((e, u))

    def left(v):
        return sum(cluster[e] < 0 for e, _ in incident[v])

    remaining, border = weight.sum(), None
    for p in range(parts):
        share = remaining / (parts - p) if p < parts - 1 else np.inf
        load, waiting, joined, members = 0.0, [], set(), []

        def join(y):
            nonlocal load
            joined.add(y)
            members.append(y)
            for e, z in incident[y]:
                if cluster[e] < 0 and z in joined and load < share:
                    cluster[e] = p
                    load += weight[e]
                    if z in waiting:  # behind all that have as few edges left
                        waiting.remove(z)
                        if left(z):
                            waiting.append(z)
            if left(y):
                waiting.append(y)

        while load < share:
            if waiting:
                x = min(waiting, key=left)  # the first of the smallest
            else:
                rest = [v for v in order if left(v)]
                if not rest:
                    break
                x = border if border is not None and left(border) else rest[0]
                border = None
                join(x)
            if x in waiting:
                waiting.remove(x)
            for e, y in incident[x]:
                if load >= share:
                    break
                if cluster[e] < 0:
                    join(y)
        border = min((v for v in members if left(v)), key=left, default=None)
        remaining -= load
    return cluster


@settings(deadline=None)
@given(graph=graphs(), parts=st.integers(1, 5), data=st.data())
def test_it_follows_its_rules(graph, parts, data):
    order = np.array(data.draw(st.permutations(range(graph.num_vertices))), np.int32)
    weight = graph.weight if graph.weight.any() else np.ones(graph.num_edges)
    found = ne._expand(graph.src, graph.dst, graph.degree, weight, parts, order)
    assert found.tolist() == expanded(graph, weight, parts, order.tolist())


def test_every_cluster_has_its_share():
    graph = random_graph(300, 2000, 2)
    loads = quality(partition(graph, "ne", 7)).loads
    assert loads.max() - loads.min() <= 1


@pytest.mark.parametrize(
    ("generator", "options", "most"),
    [("grid", {"width": 64, "height": 64}, 0.12), ("rmat", {"scale": 11}, 1.6)],
)
def test_far_fewer_copies_than_a_stream_makes(generator, options, most):
    graph = GENERATORS[generator].function(**options)
    copies = quality(partition(graph, "ne", 8)).vertex_copies
    assert copies < most * graph.num_vertices
    assert copies < 0.8 * quality(partition(graph, "hdrf", 8, order="shuffled")).vertex_copies


@pytest.mark.parametrize(
    ("of_size", "copies"),
    [
        (star, 7),
        (lambda size: together(star(size), disjoint_edges(size)), 4),
        (wheel, 24),
        (lambda size: together(*[star(size // 20)] * 20), 7),
        (disjoint_edges, 0),
        (lambda size: complete_bipartite(3, size // 3), 620),
        (lambda size: Graph(size + 1, np.arange(size), np.arange(1, size + 1)), 10),
        (lambda size: complete(round((2 * size) ** 0.5)), 200),
    ],
    ids=["star", "star and edges", "wheel", "stars", "edges", "bipartite", "path", "complete"],
)
def test_degenerate_graphs_take_linear_work(of_size, copies):
    """The work per edge does not grow with the graph."""
    small, large = of_size(200), of_size(1600)
    for graph in (small, large):
        assert quality(partition(graph, "ne", 8)).vertex_copies <= copies

    def work_per_edge(graph):
        return executed_lines(lambda: partition(graph, "ne", 8), ne) / graph.num_edges

    assert work_per_edge(large) < 1.1 * work_per_edge(small)
