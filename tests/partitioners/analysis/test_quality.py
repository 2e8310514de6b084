"""The figures of a cut against their definitions, computed with dictionaries and sets."""

import math

import numpy as np
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from small_graphs import graphs, partitions, star

from partitioners.analysis.quality import exceeded_limits, quality, unbalanced_work
from partitioners.conformance.graphs import random_graph
from partitioners.generators.models import grid
from partitioners.graph import Graph
from partitioners.partition import EdgePartition, VertexPartition
from partitioners.partition_graph import partition
from partitioners.replicas import find_replicas


@settings(deadline=None, max_examples=examples(200))
@given(partitions())
def test_every_figure_is_the_one_of_its_definition(cut):
    figures = quality(cut)
    graph = cut.graph
    edges = list(zip(graph.src.tolist(), graph.dst.tolist(), cut.cluster_of_edge.tolist(), strict=True))
    held = [set() for _ in range(graph.num_vertices)]
    loads = [0.0] * cut.parts
    for (u, v, c), w in zip(edges, graph.weight.tolist(), strict=True):
        held[u].add(c)
        held[v].add(c)
        loads[c] += w
    sizes = [len(a) for a in held if a]
    assert figures.parts == cut.parts
    assert figures.replication_factor == pytest.approx(sum(sizes) / len(sizes) if sizes else 1.0)
    assert figures.replication_factor_all == pytest.approx(sum(sizes) / graph.num_vertices)
    assert figures.vertex_copies == sum(size - 1 for size in sizes)
    assert figures.loads.tolist() == pytest.approx(loads)
    mean = sum(loads) / cut.parts
    assert figures.edge_weight_imbalance == pytest.approx(max(loads) / mean if mean else 1.0)
    operation = graph.vertex.get("operation", np.zeros(graph.num_vertices)).tolist()
    replicas = find_replicas(cut)
    for v, own in enumerate(operation):
        if replicas.master[v] >= 0:
            loads[replicas.cluster[replicas.master[v]]] += own
    all_work = sum(loads)
    placed = sum(own for v, own in enumerate(operation) if replicas.master[v] >= 0)
    assert figures.work_imbalance == pytest.approx(max(loads) * cut.parts / all_work if all_work else 1.0)
    assert figures.vertex_work_share == pytest.approx(placed / all_work if all_work else 0.0)
    assert figures.messages == find_replicas(cut).num_messages
    degree = [sum((u == x) + (v == x) for u, v, _ in edges) for x in range(graph.num_vertices)]
    of_cut = [d for d, a in zip(degree, held, strict=True) if len(a) > 1]
    assert figures.cut_vertices == len(of_cut)
    assert figures.average_degree_of_cut_vertices == pytest.approx(np.mean(of_cut) if of_cut else 0.0)
    if isinstance(cut, VertexPartition):
        place = cut.cluster_of_vertex.tolist()
        assert figures.empty_clusters == cut.parts - len(set(place))
        crossing = [e for e, (u, v, _) in enumerate(edges) if place[u] != place[v]]
        assert figures.copies_or_cut == figures.edge_cut == len(crossing)
        assert figures.edge_cut_weight == pytest.approx(sum(graph.weight[e] for e in crossing))
    else:
        assert figures.empty_clusters == cut.parts - len(set(cut.cluster_of_edge.tolist()))
        assert figures.edge_cut is None
        assert figures.edge_cut_weight is None
        assert figures.copies_or_cut == figures.vertex_copies


@given(graphs(), st.integers(1, 5))
def test_one_cluster_cuts_nothing(graph, parts):
    """All in one of several clusters: the imbalance is their number, where there is weight."""
    figures = quality(EdgePartition(graph, parts, np.zeros(graph.num_edges, int)))
    assert figures.replication_factor == 1.0
    assert figures.vertex_copies == figures.messages == figures.cut_vertices == 0
    assert figures.edge_weight_imbalance == pytest.approx(parts if graph.weight.any() else 1.0)


@pytest.mark.parametrize("kind", [EdgePartition, VertexPartition])
@pytest.mark.parametrize("vertices", [0, 4])
def test_a_graph_without_edges_has_neutral_figures(kind, vertices):
    graph = Graph(vertices, [], [])
    size = 0 if kind is EdgePartition else vertices
    figures = quality(kind(graph, 3, np.zeros(size, int)))
    assert figures.replication_factor == 1.0
    assert figures.replication_factor_all == (0.0 if vertices else 1.0)
    assert figures.vertex_copies == figures.copies_or_cut == figures.messages == 0
    assert figures.edge_weight_imbalance == 1.0
    assert figures.average_degree_of_cut_vertices == 0.0
    assert figures.empty_clusters == (2 if size else 3)
    assert figures.loads.tolist() == [0.0, 0.0, 0.0]
    assert not any(isinstance(x, float) and math.isnan(x) for x in figures.to_dict().values())


def test_a_vertex_cut_of_a_star_in_figures():
    graph = Graph(5, [1, 2, 3, 4], [0, 0, 0, 0], [1.0, 2.0, 3.0, 6.0])
    figures = quality(EdgePartition(graph, 2, [0, 0, 0, 1], "by hand", {"load_bound": 1.0}))
    assert figures.to_dict() == {
        "parts": 2,
        "replication_factor": 6 / 5,
        "replication_factor_all": 6 / 5,
        "vertex_copies": 1,
        "edge_cut": None,
        "edge_cut_weight": None,
        "copies_or_cut": 1,
        "messages": 1,
        "edge_weight_imbalance": 1.0,
        "work_imbalance": 1.0,
        "vertex_work_share": 0.0,
        "imbalance_guarantee": 1.0 + 6 * 2 / 12,
        "cut_vertices": 1,
        "average_degree_of_cut_vertices": 4.0,
        "empty_clusters": 0,
    }
    assert str(figures) == (
        "parts                            2\n"
        "replication_factor               1.2\n"
        "replication_factor_all           1.2\n"
        "vertex_copies                    1\n"
        "copies_or_cut                    1\n"
        "messages                         1\n"
        "edge_weight_imbalance            1\n"
        "work_imbalance                   1\n"
        "vertex_work_share                0\n"
        "imbalance_guarantee              2\n"
        "cut_vertices                     1\n"
        "average_degree_of_cut_vertices   4\n"
        "empty_clusters                   0"
    )


def test_the_guarantee_is_that_of_the_method():
    graph = random_graph(50, 400, 1, "wide")
    share = graph.weight.sum() / 4
    heaviest_edge = graph.weight.max()
    work = np.bincount(graph.dst, graph.weight, minlength=50)
    assert quality(partition(graph, "random", 4)).imbalance_guarantee is None
    soft = quality(partition(graph, "wb_libra", 4, load_bound=1.2)).imbalance_guarantee
    assert soft == pytest.approx(1.2 + heaviest_edge / share)
    hard = quality(partition(graph, "metis", 4, imbalance=1.1)).imbalance_guarantee
    assert hard == pytest.approx(max(1.1, 1 + 3 / 4 * work.max() / share))
    vertex_cut = EdgePartition(graph, 4, np.zeros(400, int), "by hand", {"imbalance": 1.1})
    assert quality(vertex_cut).imbalance_guarantee == pytest.approx(
        max(1.1, 1 + 3 / 4 * heaviest_edge / share)
    )


def test_where_vertices_work_too_the_promise_of_an_edge_cut_is_of_all_work():
    operation = np.arange(9.0)
    graph = Graph(9, np.arange(8), np.arange(1, 9), vertex={"operation": operation})
    figures = quality(partition(graph, "compnet", 2))
    assert figures.imbalance_guarantee == pytest.approx(max(1.03, 1 + 1 / 2 * 9 * 2 / 44))
    assert figures.work_imbalance <= figures.imbalance_guarantee


def task_graph():
    """Sixteen chains of tasks; all work is in the tasks, none on the edges between them."""
    tasks = np.arange(160).reshape(16, 10)
    src, dst = tasks[:, :-1].ravel(), tasks[:, 1:].ravel()
    return Graph(160, src, dst, np.zeros(src.size), {"operation": np.full(160, 10.0)}, "tasks")


@pytest.mark.parametrize("method", ["wb_libra", "hdrf", "multilevel"])
def test_a_method_that_does_not_see_the_work_of_vertices_is_told_of(method):
    cut = EdgePartition(task_graph(), 4, np.zeros(144, int), method, {"order": "given", "load_bound": 1.0})
    figures = quality(cut)
    assert figures.edge_weight_imbalance == 1.0
    assert figures.work_imbalance == 4.0
    assert figures.vertex_work_share == 1.0
    assert unbalanced_work(cut, figures.to_dict()) == (
        f"{method} balances only the weights of the edges (imbalance 1.00), but 100% of the work is in the "
        "vertices: one cluster has 4.00 times the mean work; use compnet, metis, pulp, heft or "
        "time_balanced, which count that work"
    )


def test_a_hard_limit_that_is_kept_for_edges_alone_is_told_of():
    graph = random_graph(40, 150, 0)
    heavy = np.zeros(40)
    heavy[0] = 150.0
    graph = Graph(40, graph.src, graph.dst, graph.weight, {"operation": heavy}, "one heavy vertex")
    cut = partition(graph, "multilevel", 4, imbalance=1.1)
    figures = quality(cut)
    assert figures.edge_weight_imbalance <= 1.1 < figures.work_imbalance
    assert "one cluster has" in unbalanced_work(cut, figures.to_dict())


def warnings_about(cluster, work, **options):
    """The warnings about an edge cut of a chain whose vertices have some work."""
    n = len(work)
    vertex = {"operation": np.array(work, float)}
    graph = Graph(n, np.arange(n - 1), np.arange(1, n), np.zeros(n - 1), vertex)
    cut = VertexPartition(graph, 3, np.array(cluster), "by hand", options)
    return exceeded_limits(cut, quality(cut).to_dict())


def test_a_cluster_beyond_the_limit_is_reported():
    """Two vertices of 0.8 times the mean load of a cluster are together."""
    work = [8, 8, 1, 1, 6, 6]
    assert warnings_about([0, 0, 1, 1, 2, 1], work, imbalance=1.1) == [
        "by hand: one cluster has 1.60 times the mean work, more than `imbalance` (1.1); single vertices "
        "have up to 0.80 times the mean, so only 1.53 is guaranteed; fewer parts are balanced better"
    ]
    assert warnings_about([0, 0, 1, 1, 2, 1], work, imbalance=1.6) == []
    assert warnings_about([0, 0, 1, 1, 2, 1], work) == []
    assert warnings_about([0, 1, 1, 1, 2, 2], [30, 8, 8, 8, 3, 3], imbalance=1.1) == []  # a heavy vertex
    assert warnings_about([0, 0, 1, 1, 2], [1] * 5, imbalance=1.1) == []  # 2 of 5 equal vertices
    assert warnings_about([0, 1, 1, 1, 1, 2], [4, 1, 1, 1, 1, 4], vertex_imbalance=1.5) == [
        "by hand: one cluster has 2.00 times the mean number of vertices, more than `vertex_imbalance` "
        "(1.5), since `imbalance` comes first"
    ]
    assert warnings_about([0, 1, 1, 2, 2, 2], [1] * 6, vertex_imbalance=1.5) == []
    graph = Graph(3, [0, 0, 1, 1], [1, 2, 2, 0], [3, 3, 4, 8])
    cut = EdgePartition(graph, 3, [0, 0, 1, 2], "by hand", {"imbalance": 1.0})
    assert exceeded_limits(cut, quality(cut).to_dict()) == []  # the heaviest edge alone has more
    cut = EdgePartition(graph, 3, [0, 1, 0, 0], "by hand", {"imbalance": 1.0})
    assert "2.50 times the mean edge weight" in exceeded_limits(cut, quality(cut).to_dict())[0]


def test_a_warning_shows_that_the_load_is_above_the_limit():
    """With two decimals, the load would be equal to the limit."""
    weight = np.array([1.03002, 1.0, 0.96998])
    cut = EdgePartition(Graph(4, [0, 1, 2], [1, 2, 3], weight), 3, [0, 1, 2], "by hand", {"imbalance": 1.03})
    assert exceeded_limits(cut, quality(cut).to_dict()) == []  # a single edge
    weight = np.array([0.51501, 0.51501, 1.0, 0.96998])
    cut = EdgePartition(
        Graph(5, [0, 1, 2, 3], [1, 2, 3, 4], weight), 3, [0, 0, 1, 2], "by hand", {"imbalance": 1.03}
    )
    assert exceeded_limits(cut, quality(cut).to_dict()) == [
        "by hand: one cluster has 1.03002 times the mean edge weight, more than `imbalance` (1.03); single "
        "edges have up to 1.00 times the mean, so only 1.67 is guaranteed; fewer parts are balanced better"
    ]


@pytest.mark.parametrize(
    ("method", "graph"),
    [
        ("libra", star(80)),
        ("powergraph", star(80)),
        *((method, grid(width=81, height=1)) for method in ("hdrf", "time_balanced", "heft", "dsc")),
    ],
)
def test_a_method_without_a_limit_that_uses_one_cluster_is_told_of(method, graph):
    cut = partition(graph, method, 8)
    assert exceeded_limits(cut, quality(cut).to_dict()) == [
        f"{method}: one cluster has 100% of the work, 8.00 times the mean, since the method has no limit on "
        "the loads; a method with the option `imbalance` divides it"
    ]


def test_one_heavy_edge_in_a_cluster_is_no_fault_of_the_method():
    graph = Graph(4, [0, 1, 2], [1, 2, 3], [9.0, 1.0, 1.0])
    cut = EdgePartition(graph, 3, [0, 1, 2], "by hand")
    assert exceeded_limits(cut, quality(cut).to_dict()) == []


@pytest.mark.parametrize("method", ["compnet", "metis", "heft", "time_balanced"])
def test_methods_that_count_the_work_of_vertices_balance_it(method):
    cut = partition(task_graph(), method, 4)
    figures = quality(cut)
    assert figures.work_imbalance <= 1.1
    assert unbalanced_work(cut, figures.to_dict()) is None
    if figures.imbalance_guarantee is not None:
        assert figures.work_imbalance <= figures.imbalance_guarantee * (1 + 1e-9)


def test_nothing_is_said_where_the_vertices_have_no_work():
    cut = partition(random_graph(40, 150, 0), "libra", 4)
    figures = quality(cut)
    assert figures.work_imbalance == figures.edge_weight_imbalance
    assert figures.vertex_work_share == 0.0
    assert unbalanced_work(cut, figures.to_dict()) is None
