"""METIS on this project's graphs: what it balances, what it cuts, and what it must not do to the process."""

import networkx
import numpy as np
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from small_graphs import graphs

from partitioners.analysis.quality import quality
from partitioners.balance import hard_limit
from partitioners.conformance.graphs import random_graph
from partitioners.edge_cuts.metis import METIS_TOTAL_WEIGHT, integer_weights
from partitioners.errors import OptionError
from partitioners.graph import Graph
from partitioners.partition_graph import partition
from partitioners.undirected import undirected, vertex_work


def grid(width, height, weight=None):
    id_of = np.arange(width * height).reshape(height, width)
    src = np.concatenate([id_of[:, :-1].ravel(), id_of[:-1].ravel()])
    dst = np.concatenate([id_of[:, 1:].ravel(), id_of[1:].ravel()])
    return Graph(width * height, src, dst, weight)


def work_imbalance(cut):
    work = vertex_work(cut.graph)
    return np.bincount(cut.cluster_of_vertex, work, minlength=cut.parts).max() * cut.parts / work.sum()


def test_a_grid_is_cut_along_short_lines():
    cut = partition(grid(32, 32), "metis", 4)
    figures = quality(cut)
    assert figures.edge_cut <= 96  # two straight lines cut 64
    assert work_imbalance(cut) <= 1.03


def test_work_is_balanced_and_not_vertices():
    """The left half of the grid works ten times as much, so it is given to more clusters."""
    plain = grid(32, 32)
    heavy = Graph(1024, plain.src, plain.dst, np.where(plain.dst % 32 < 16, 10.0, 1.0))
    cut = partition(heavy, "metis", 4)
    assert work_imbalance(cut) <= 1.03
    sizes = np.bincount(cut.cluster_of_vertex)
    assert sizes.max() > 2 * sizes.min()


def test_operations_are_work():
    plain = grid(32, 32)
    operation = np.where(np.arange(1024) < 512, 10.0, 0.0)
    cut = partition(Graph(1024, plain.src, plain.dst, vertex={"operation": operation}), "metis", 4)
    assert work_imbalance(cut) <= 1.03


def test_parallel_edges_are_values_and_heavy_edges_are_not():
    """A ring whose edges are double but for two heavy single ones: those two are cut."""
    around = np.arange(16)
    single = (around == 3) | (around == 11)
    src = np.concatenate([around, around[~single]])
    dst = (src + 1) % 16
    weight = np.where(np.isin(src, [3, 11]), 2.0, 1.0)  # every vertex has work 2
    cut = partition(Graph(16, src, dst, weight), "metis", 2)
    assert quality(cut).edge_cut == 2
    assert quality(cut).edge_cut_weight == 4.0


@settings(deadline=None, max_examples=examples(60))
@given(graphs(max_vertices=30, max_edges=90), st.integers(1, 20), st.sampled_from([1.0, 1.03, 1.5]))
def test_the_hard_limit_is_kept(graph, parts, imbalance):
    parts = min(parts, graph.num_vertices)
    cut = partition(graph, "metis", parts, imbalance=imbalance)
    work = vertex_work(graph)
    if work.any():
        assert work_imbalance(cut) <= hard_limit(imbalance, work, parts) * (1 + 1e-9)


@pytest.mark.parametrize("weights", ["unit", "wide", "mostly zero", "fractions"])
def test_the_hard_limit_is_kept_where_metis_misses_it(weights):
    graph = random_graph(600, 6000, 1, weights)
    for parts in (2, 17, 64, 250):
        cut = partition(graph, "metis", parts, imbalance=1.0)
        assert work_imbalance(cut) <= hard_limit(1.0, vertex_work(graph), parts) * (1 + 1e-9)


def test_vertices_that_outweigh_a_cluster_do_not_disturb_metis(capfd):
    """METIS complains on the standard output when it runs out of vertices: it must not come to that."""
    rng = np.random.default_rng(0)
    for _ in range(30):
        n, m = rng.integers(40, 150), rng.integers(100, 400)
        graph = Graph(n, rng.integers(n, size=m), rng.integers(n, size=m), 10.0 ** rng.integers(0, 13, m))
        partition(graph, "metis", int(rng.integers(2, n // 2)))
    assert capfd.readouterr() == ("", "")


def test_few_vertices_go_one_by_one_to_the_least_loaded_cluster():
    graph = Graph(5, [0, 0, 0, 0, 0], [1, 2, 3, 4, 4], [5.0, 4.0, 3.0, 1.0, 1.0])
    assert partition(graph, "metis", 3).cluster_of_vertex.tolist() == [1, 0, 1, 2, 2]


def test_the_weights_that_metis_sees_add_up_to_an_int32():
    for weights in ("unit", "wide", "fractions", "mostly zero"):
        work = vertex_work(random_graph(500, 3000, 1, weights))
        seen = integer_weights(work, 8)
        assert seen.min() >= 1
        assert seen.sum() < 2**31 - 1
        light = work < work.sum() / 8
        assert np.allclose(
            seen[light] / seen.sum(), np.minimum(work, work.sum() / 8)[light] / work.sum(), atol=2e-3
        )
    assert METIS_TOTAL_WEIGHT < 2**31


def test_the_seed_is_passed_on():
    graph = grid(50, 50)
    cuts = {partition(graph, "metis", 16, seed=seed).cluster_of_vertex.tobytes() for seed in range(4)}
    assert len(cuts) == 4


@pytest.mark.parametrize("imbalance", [0.99, float("nan"), float("inf")])
def test_an_imbalance_that_is_none_is_refused(imbalance):
    with pytest.raises(OptionError, match=r"^partitioner 'metis': imbalance: expected "):
        partition(grid(4, 4), "metis", 2, imbalance=imbalance)


@given(graphs(), st.booleans())
def test_the_undirected_graph_is_networkx_s(graph, weighted):
    indptr, neighbour, value = undirected(graph, graph.weight if weighted else None)
    expected = networkx.Graph()
    expected.add_nodes_from(range(graph.num_vertices))
    for u, v, w in zip(graph.src.tolist(), graph.dst.tolist(), graph.weight.tolist(), strict=True):
        if u != v:
            before = expected.get_edge_data(u, v, {"weight": 0})["weight"]
            expected.add_edge(u, v, weight=before + (w if weighted else 1))
    for v in range(graph.num_vertices):
        row = slice(indptr[v], indptr[v + 1])
        assert neighbour[row].tolist() == sorted(expected[v])
        assert value[row].tolist() == pytest.approx([expected[v][u]["weight"] for u in sorted(expected[v])])


@given(graphs())
def test_work_is_that_of_the_in_edges_and_of_the_operation(graph):
    operation = graph.vertex.get("operation", np.zeros(graph.num_vertices))
    expected = [operation[v] + graph.weight[graph.dst == v].sum() for v in range(graph.num_vertices)]
    assert vertex_work(graph).tolist() == pytest.approx(expected)
