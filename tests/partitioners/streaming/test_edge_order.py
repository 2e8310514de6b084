"""The orders of the edge stream against plain-Python references, and what each of them promises."""

import numpy as np
import pytest
import streaming_references as reference
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from partitioners.graph import Graph
from partitioners.streaming.edge_order import edge_positions


@st.composite
def graphs(draw):
    n = draw(st.integers(1, 12))
    vertex = st.integers(0, n - 1)
    pairs = draw(st.lists(st.tuples(vertex, vertex), max_size=40))
    return Graph(n, *np.array(pairs, int).reshape(-1, 2).T)


def edge_order(graph, order, seed=0):
    """The edges in the order of the stream."""
    position = edge_positions(graph, order, seed)
    assert position.dtype == np.int32
    sequence = np.full(graph.num_edges, -1)
    sequence[position] = np.arange(graph.num_edges)
    return sequence


@settings(deadline=None, max_examples=examples(200))
@given(graphs(), st.sampled_from(["shuffled", "degree", "bfs"]), st.integers(0, 9))
def test_orders_are_the_references(graph, order, seed):
    assert edge_order(graph, order, seed).tolist() == list(reference.order(graph, order, seed))


def test_given_is_the_graphs_own():
    assert edge_positions(Graph(2, [0], [1]), "given") is None


@pytest.mark.parametrize("m", [65_535, 65_536, 65_537, 200_000])
def test_a_shuffle_of_several_draws_is_numpys(m, monkeypatch):
    graph = Graph(1, np.zeros(m, np.int32), np.zeros(m, np.int32))
    expected = np.random.default_rng(m).permutation(m)
    assert (edge_order(graph, "shuffled", m) == expected).all()
    monkeypatch.setattr("partitioners.streaming.edge_order.MAX_DRAWN", m - 1)
    position = edge_positions(graph, "shuffled", m)
    assert (position[expected] == np.arange(m)).all()


@pytest.mark.parametrize("order", ["shuffled", "degree", "bfs"])
def test_orders_of_larger_graphs_are_the_references(order):
    rng = np.random.default_rng(1)
    for n, m in ((1, 5), (50, 30), (60, 400), (7, 300), (40, 0)):
        graph = Graph(n, (n * rng.random(m) ** 3).astype(int), rng.integers(0, n, m))
        assert edge_order(graph, order, 4).tolist() == list(reference.order(graph, order, 4))


@pytest.mark.parametrize("order", ["degree", "bfs"])
def test_only_the_shuffle_draws(order):
    graph = Graph(9, [0, 1, 2, 3, 8], [1, 2, 0, 4, 8])
    assert (edge_order(graph, order, 1) == edge_order(graph, order, 2)).all()


def test_breadth_first_by_hand():
    #  3 - 1 - 0 - 2, and apart from them 5 -> 4 and a loop at 5
    graph = Graph(6, [5, 5, 3, 0, 2], [5, 4, 1, 1, 0])
    assert edge_order(graph, "bfs").tolist() == [3, 4, 2, 1, 0]


def test_degree_by_hand():
    # Degrees 1, 3, 2, 2: edge (1, 3) has ends of 2 and 3, edge (0, 1) of 1 and 3, edge (2, 3) of 2 and 2.
    graph = Graph(4, [1, 1, 3, 0], [3, 2, 2, 1])
    assert edge_order(graph, "degree").tolist() == [3, 2, 0, 1]
