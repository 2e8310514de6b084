"""Topological levels against networkx; the cycle that an error names is one."""

import networkx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_graphs import graphs

from partitioners.errors import CyclicGraphError
from partitioners.graph import Graph
from partitioners.levels import forget_levels, in_edges, out_edges, topological_levels


def as_networkx(graph):
    result = networkx.MultiDiGraph()
    result.add_nodes_from(range(graph.num_vertices))
    result.add_edges_from(zip(graph.src.tolist(), graph.dst.tolist(), strict=True))
    return result


def forwards(graph):
    """The graph without its self-loops, every edge from the lower to the higher vertex."""
    kept = graph.src != graph.dst
    low, high = np.minimum(graph.src, graph.dst), np.maximum(graph.src, graph.dst)
    return Graph(graph.num_vertices, low[kept], high[kept])


@settings(deadline=None)
@given(graphs(max_vertices=15, max_edges=40), st.randoms(use_true_random=False))
def test_levels_are_the_longest_paths(graph, random):
    graph = forwards(graph)
    names = list(range(graph.num_vertices))
    random.shuffle(names)
    names = np.array(names)
    renamed = Graph(graph.num_vertices, names[graph.src], names[graph.dst])
    level = topological_levels(renamed)
    assert level.dtype == np.int32
    other = as_networkx(renamed)
    expected = {}
    for v in networkx.topological_sort(other):
        expected[v] = 1 + max((expected[u] for u in other.predecessors(v)), default=-1)
    assert dict(enumerate(level.tolist())) == expected


@settings(deadline=None)
@given(graphs(max_vertices=15, max_edges=30))
def test_a_cycle_is_named_if_and_only_if_there_is_one(graph):
    other = as_networkx(graph)
    if networkx.is_directed_acyclic_graph(other):
        topological_levels(graph)
        return
    with pytest.raises(CyclicGraphError) as caught:
        topological_levels(graph)
    cycle = caught.value.cycle
    assert len(set(cycle)) == len(cycle)
    assert cycle[0] == min(cycle)
    assert all(other.has_edge(u, v) for u, v in zip(cycle, (*cycle[1:], cycle[0]), strict=True))


def test_the_message_names_the_cycle_and_the_cure():
    with pytest.raises(CyclicGraphError) as caught:
        topological_levels(Graph(5, [0, 1, 2, 3, 3], [1, 2, 3, 1, 4]))
    assert str(caught.value) == (
        "the graph has a cycle (1 -> 2 -> 3 -> 1), but dataflow runs each vertex once; use an acyclic "
        "graph, or leave `execution.model` out, which chooses supersteps for this graph"
    )


def test_the_message_has_the_names_of_the_source():
    names = {"original_id": np.array(["a", "b", "c"])}
    with pytest.raises(CyclicGraphError) as caught:
        topological_levels(Graph(3, [0, 1, 2], [1, 2, 1], np.zeros(3), names))
    assert (caught.value.cycle, caught.value.names) == ((1, 2), ("b", "c"))
    assert str(caught.value).startswith("the graph has a cycle (b -> c -> b), but dataflow runs")


def test_a_self_loop_is_a_cycle_of_one_vertex():
    with pytest.raises(CyclicGraphError) as caught:
        topological_levels(Graph(3, [0, 2], [1, 2]))
    assert caught.value.cycle == (2,)
    assert "(2 -> 2)" in str(caught.value)


def test_a_long_cycle_is_shortened_in_the_message():
    around = np.arange(100)
    with pytest.raises(CyclicGraphError) as caught:
        topological_levels(Graph(100, around, (around + 1) % 100))
    assert caught.value.cycle == tuple(range(100))
    shown = "(0 -> 1 -> 2 -> 3 -> 4 -> 5 -> ... (89 more) ... -> 95 -> 96 -> 97 -> 98 -> 99 -> 0)"
    assert shown in str(caught.value)


@given(graphs())
def test_edges_by_vertex_are_all_there_in_edge_order(graph):
    for (indptr, order), key in ((out_edges(graph), graph.src), (in_edges(graph), graph.dst)):
        for v in range(graph.num_vertices):
            assert order[indptr[v] : indptr[v + 1]].tolist() == np.flatnonzero(key == v).tolist()


@pytest.mark.parametrize("n", [0, 3])
def test_without_edges_all_levels_are_zero(n):
    assert topological_levels(Graph(n, [], [])).tolist() == [0] * n


def test_a_graph_keeps_its_levels_until_they_are_freed():
    graph = Graph(3, [0, 1], [1, 2])
    level = topological_levels(graph)
    assert topological_levels(graph) is level
    with pytest.raises(ValueError, match="read-only"):
        level[0] = 1
    forget_levels(graph)
    again = topological_levels(graph)
    assert again is not level
    assert again.tolist() == [0, 1, 2]
