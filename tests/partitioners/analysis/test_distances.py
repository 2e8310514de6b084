"""Distances that are the shortest ones, by SciPy, pass; any other value of any node is found."""

import numpy as np
import pytest
import scipy.sparse as sp
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from small_graphs import graphs

from partitioners.analysis.distances import UNREACHED, verify_distances, verify_levels
from partitioners.errors import OptionError
from partitioners.graph import Graph

FEW = settings(deadline=None, max_examples=examples(150))


def shortest(graph, root, weight):
    """By SciPy. Its matrices have one entry for parallel edges; a weight of 0 is stored as a tiny one."""
    matrix = np.full((graph.num_vertices, graph.num_vertices), np.inf)
    np.minimum.at(matrix, (graph.src, graph.dst), np.maximum(weight, 1e-9))
    found = sp.csgraph.dijkstra(sp.csr_array(np.where(np.isinf(matrix), 0, matrix)), indices=root)
    return np.where(np.isinf(found), UNREACHED, np.round(4 * found) / 4)  # weights are multiples of 0.25


@st.composite
def searches(draw):
    graph = draw(graphs())
    root = draw(st.integers(0, graph.num_vertices - 1))
    return graph, root


@FEW
@given(searches())
def test_shortest_distances_are_right(search):
    graph, root = search
    assert verify_distances(graph, root, shortest(graph, root, graph.weight)) == []
    levels = shortest(graph, root, np.ones(graph.num_edges))
    assert verify_levels(graph, root, levels.astype(np.int32)) == []
    assert verify_levels(graph, root, np.where(levels == UNREACHED, np.inf, levels)) == []


@FEW
@given(searches(), st.data())
def test_any_wrong_entry_is_found(search, data):
    graph, root = search
    distances = shortest(graph, root, graph.weight)
    node = data.draw(st.integers(0, graph.num_vertices - 1))
    other = data.draw(
        st.sampled_from([0.0, 0.25, 1.0, 2.0, 3.25, -1.0, np.nan, UNREACHED, distances[node] + 1])
        | st.sampled_from(distances.tolist())
    )
    distances[node], before = other, distances[node]
    same = other == before or min(other, before) >= UNREACHED
    assert (verify_distances(graph, root, distances) == []) == same


@FEW
@given(searches(), st.data())
def test_any_wrong_distances_are_found(search, data):
    """Also many wrong entries that agree with each other, as along a cycle of weight 0."""
    graph, root = search
    right = shortest(graph, root, graph.weight)
    some = st.sampled_from([*right.tolist(), 0.0, 1.0])
    given = np.array(data.draw(st.lists(some, min_size=right.size, max_size=right.size)))
    assert (verify_distances(graph, root, given) == []) == np.array_equal(given, right)


@pytest.mark.parametrize(
    ("distances", "problem"),
    [
        ([1, 2, 4, 10**9], "the root 0 is at distance 1; expected 0"),
        ([0, 2, 3, -4], "nodes at a distance that is not a number >= 0: 1; node 3 is at -4"),
        ([0, 2, 1, 10**9], "nodes at a distance that no path has: 1; node 2 is at 1"),
        (
            [0, 2, 10**9, 10**9],
            "edges to nodes that should be reached: 2; edge 1 of weight 1 leads from node 1 at 2 to node 2 "
            "at 1000000000",
        ),
        (
            [0, 2, 5, 10**9],
            "edges that shorten a distance: 1; edge 1 of weight 1 leads from node 1 at 2 to node 2 at 5",
        ),
    ],
)
def test_a_problem_has_a_line(distances, problem):
    graph = Graph(4, [0, 1, 0], [1, 2, 2], [2.0, 1.0, 7.0])
    assert verify_distances(graph, 0, [0, 2, 3, 10**9]) == []
    assert problem in verify_distances(graph, 0, distances)


def test_a_cycle_of_weight_0_supports_nothing():
    graph = Graph(3, [0, 1, 2], [1, 2, 1], [5.0, 0.0, 0.0])
    assert verify_distances(graph, 0, [0, 5, 5]) == []
    assert verify_distances(graph, 0, [0, 3, 3]) == [
        "nodes at a distance that no path has: 2; node 1 is at 3",
    ]


@pytest.mark.parametrize(
    ("root", "distances", "weights", "message"),
    [
        (3, [0, 1, 2], None, "root is 3; the nodes of graph 'line' are 0 .. 2"),
        (0.5, [0, 1, 2], None, "root is 0.5; the nodes of graph 'line' are 0 .. 2"),
        (0, [0, 1], None, r"distances has shape \(2,\); expected \(3,\)"),
        (0, [0, 1, 2], [1.0], r"weights has shape \(1,\); expected \(2,\)"),
        (0, [0, 1, 2], [1.0, -1.0], "weights has the value -1; shortest distances need values >= 0"),
    ],
)
def test_input_that_fits_no_graph_is_refused(root, distances, weights, message):
    with pytest.raises(OptionError, match=f"^{message}$"):
        verify_distances(Graph(3, [0, 1], [1, 2], name="line"), root, distances, weights)


def test_a_graph_without_nodes_has_no_root():
    with pytest.raises(OptionError, match=r"^root is 0; the nodes of graph 'graph' are none$"):
        verify_levels(Graph(0, [], []), 0, [])
