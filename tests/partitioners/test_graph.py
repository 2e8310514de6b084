"""The graph: what it refuses, in full text, and what it promises to keep."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from partitioners.errors import GraphError
from partitioners.graph import Graph
from partitioners.levels import topological_levels
from partitioners.partition import EdgePartition, VertexPartition

REFUSED = {
    "num_vertices must be an integer >= 0, got -1": {"num_vertices": -1},
    "num_vertices must be an integer >= 0, got True": {"num_vertices": True},
    "num_vertices must be an integer >= 0, got 3.0": {"num_vertices": 3.0},
    "num_vertices is 2147483648; at most 2147483647 vertices are supported": {"num_vertices": 2**31},
    "src[1] is 3; vertices are 0 .. 2 (num_vertices is 3)": {"src": [0, 3]},
    "dst[0] is -1; vertices are 0 .. 2 (num_vertices is 3)": {"dst": [-1, 0]},
    "src[0] is 0, but the graph has no vertices (num_vertices is 0)": {"num_vertices": 0},
    "src must have one dimension, got shape (1, 2)": {"src": [[0, 1]]},
    "dst must hold integers, got dtype float64": {"dst": [0.0, 1.0]},
    "src has 3 entries, but dst has 2; every edge needs both ends": {"src": [0, 1, 2]},
    "weight has shape (3,); expected (2,), one per edge": {"weight": [1, 2, 3]},
    "weight[1] is nan; weights must be finite and >= 0 (1 of 2 are not)": {"weight": [1, np.nan]},
    "weight[0] is inf; weights must be finite and >= 0 (2 of 2 are not)": {"weight": [np.inf, -1]},
    "weight[0] is -1.0; weights must be finite and >= 0 (1 of 2 are not)": {"weight": [-1, 0]},
    "weight must hold real numbers, got dtype complex128": {"weight": [1j, 0]},
    "vertex attribute 'kind' has shape (2,); its first axis must be num_vertices = 3": {
        "vertex": {"kind": [1, 2]}
    },
    "vertex attribute 'operation'[2] is -1.0; weights must be finite and >= 0 (1 of 3 are not)": {
        "vertex": {"operation": [0, 1, -1]}
    },
}


@pytest.mark.parametrize("message", REFUSED)
def test_what_makes_no_graph_is_refused(message):
    with pytest.raises(GraphError) as caught:
        Graph(**{"num_vertices": 3, "src": [0, 1], "dst": [1, 2]} | REFUSED[message])
    assert str(caught.value) == message


@st.composite
def edges(draw):
    n = draw(st.integers(1, 8))
    return n, draw(st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=30))


@settings(deadline=None, max_examples=examples(100))
@given(edges())
def test_degrees_count_the_ends(case):
    n, pairs = case
    graph = Graph(n, [u for u, _ in pairs], [v for _, v in pairs])
    for vertex in range(n):
        assert graph.out_degree[vertex] == sum(u == vertex for u, _ in pairs)
        assert graph.in_degree[vertex] == sum(v == vertex for _, v in pairs)
    assert graph.degree.sum() == 2 * len(pairs) == 2 * graph.num_edges


def test_weights_are_ones_where_none_are_given():
    assert Graph(2, [0, 1], [1, 1]).weight.tolist() == [1.0, 1.0]


def test_nothing_changes_a_graph_and_it_changes_nothing():
    source = np.array([0, 1])
    weight = np.array([2.0, 3.0])
    graph = Graph(2, source, [1, 0], weight)
    source[0], weight[0] = 1, 9.0
    assert graph.src.tolist() == [0, 1]
    assert graph.weight.tolist() == [2.0, 3.0]
    with pytest.raises(ValueError, match="read-only"):
        graph.weight[0] = 1.0
    with pytest.raises(TypeError):
        graph.vertex["kind"] = np.zeros(2)


def test_the_arrays_of_a_graph_and_its_cuts_cannot_be_made_writeable():
    kind = np.array([5, 6, 7])
    kind.flags.writeable = False  # such an array is shared
    graph = Graph(3, [0, 1], [1, 2], None, {"operation": np.ones(3), "kind": kind}, edge_bytes=[8, 8])
    vertices = VertexPartition(graph, 2, np.array([0, 1, 1]), "hand", {})
    arrays = [
        *(graph.src, graph.dst, graph.weight, graph.edge_bytes, *graph.vertex.values()),
        *(graph.in_degree, graph.out_degree, graph.degree, topological_levels(graph)),
        *(vertices.cluster_of_vertex, EdgePartition(graph, 2, [0, 1], "hand", {}).cluster_of_edge),
    ]
    assert graph.vertex["kind"].base is kind
    for array in arrays:
        with pytest.raises(ValueError, match="cannot set WRITEABLE"):
            array.flags.writeable = True
    again = Graph(3, graph.src, graph.dst, graph.weight, graph.vertex, edge_bytes=graph.edge_bytes)
    for name in ("src", "dst", "weight", "edge_bytes"):
        assert np.shares_memory(getattr(again, name), getattr(graph, name))


@pytest.mark.parametrize("part", [slice(1, None), slice(None, None, 2)])
def test_a_part_of_a_read_only_array_is_copied(part):
    """A graph keeps no memory that it does not use."""
    source = np.array([0, 1, 1, 0], np.int32)
    source.flags.writeable = False
    ends = source[part]
    assert not np.shares_memory(Graph(2, ends, np.zeros_like(ends)).src, source)


def test_a_graph_survives_pickling():
    graph = Graph(3, [0, 2], [1, 1], [0.5, 2], {"kind": np.array(["a", "b", "c"])}, name="small")
    again = pickle.loads(pickle.dumps(graph))
    assert (again.num_vertices, again.name) == (3, "small")
    for name in ("src", "dst", "weight"):
        assert getattr(again, name).tolist() == getattr(graph, name).tolist()
    assert again.vertex["kind"].tolist() == ["a", "b", "c"]


def test_endpoints_are_int32_and_the_text_names_the_graph():
    graph = Graph(2, np.array([0], np.uint64), np.array([1], np.int8), name="pair")
    assert graph.src.dtype == graph.dst.dtype == np.int32
    assert repr(graph) == "Graph('pair', num_vertices=2, num_edges=1)"
