"""Node splitting: its definition in plain Python, the published counts of extra nodes, bad input."""

import re

import numpy as np
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from small_graphs import graphs

from partitioners import node_splitting
from partitioners.errors import InputError, OptionError
from partitioners.generators.degree_sequence import degree_sequence
from partitioners.graph import Graph
from partitioners.node_splitting import histogram_max_degree, split_nodes, virtual_split

FEW = settings(deadline=None, max_examples=examples(100))

EXTRA_NODES = [
    ("web-Stanford", {255: 0, 128: 173, 64: 1_623, 32: 15_213, 25: 23_772, 16: 54_924, 8: 158_002}),
    ("rmat20", {1181: 0, 296: 233, 169: 1_597, 119: 4_925, 118: 5_106, 74: 11_589, 54: 29_604, 30: 88_783}),
]
"""Extra nodes by the largest out-degree allowed: tables 6.1 and 6.2 of the report, and its author's logs."""


@pytest.fixture(scope="module", params=EXTRA_NODES, ids=["web-Stanford", "rmat20"])
def published(request):
    name, extra = request.param
    return degree_sequence(out_degrees=name), extra


def test_extra_nodes_are_the_published_ones(published):
    graph, extra = published
    assert {most: split_nodes(graph, most).extra_nodes for most in extra} == extra


def test_the_histogram_chooses_the_published_degrees():
    chosen = [histogram_max_degree(degree_sequence(out_degrees=name)) for name, _ in EXTRA_NODES]
    assert chosen == [25, 118]


def out_edges(graph, node):
    """(head, weight) of each out-edge, in the order of the graph."""
    here = graph.src == node
    return list(zip(graph.dst[here].tolist(), graph.weight[here].tolist(), strict=True))


def ceil(a, b):
    return -(-a // b)


@FEW
@given(graphs(), st.integers(1, 9))
def test_pieces_share_the_edges_and_the_parent_comes_first(graph, most):
    split = split_nodes(graph, most)
    pieces, expected = [], []
    for node in range(graph.num_vertices):
        edges = out_edges(graph, node)
        count = max(1, ceil(len(edges), most))
        assert (split.parent[node], split.children[node]) == (len(pieces), count - 1)
        share = ceil(len(edges), count)
        pieces += [edges[share * k : share * (k + 1)] for k in range(count)]
    for edges in pieces:
        assert len(edges) <= most
        expected.append([(split.parent[head], weight) for head, weight in edges])
    found = [
        list(zip(split.head[a:b].tolist(), split.weight[a:b].tolist(), strict=True))
        for a, b in zip(split.offset, split.offset[1:], strict=False)
    ]
    assert found == expected
    assert split.num_nodes == len(pieces)
    assert split.extra_nodes == len(pieces) - graph.num_vertices
    assert pieces.count([]) == np.count_nonzero(graph.out_degree == 0)


@FEW
@given(graphs(), st.integers(1, 9))
def test_virtual_nodes_take_the_edges_in_turns(graph, most):
    virtual = virtual_split(graph, most)
    whole = split_nodes(graph, max(1, graph.num_edges))  # compressed sparse rows of the unsplit graph
    taken = []
    for node, first, stride in zip(virtual.node, virtual.first_edge, virtual.stride, strict=True):
        edges = range(first, whole.offset[node + 1], stride)
        assert 1 <= len(edges) <= most
        assert edges[0] >= whole.offset[node]
        taken += edges
    assert sorted(taken) == list(range(graph.num_edges))
    degrees = graph.out_degree.tolist()
    assert np.bincount(virtual.node, minlength=graph.num_vertices).tolist() == [
        ceil(degree, most) for degree in degrees
    ]
    for node in set(virtual.node.tolist()):
        here = virtual.first_edge[virtual.node == node]
        assert here.tolist() == list(range(whole.offset[node], whole.offset[node] + here.size))


@FEW
@given(graphs(max_vertices=30, max_edges=60), st.integers(1, 12))
def test_the_histogram_takes_the_fullest_bucket(graph, buckets):
    largest = max(graph.out_degree.tolist(), default=0)
    counts = [0] * buckets
    for degree in graph.out_degree.tolist():
        counts[buckets * degree // (largest + 1)] += 1
    fullest = counts.index(max(counts))
    chosen = histogram_max_degree(graph, buckets)
    assert chosen == max(1, (largest + 1) // buckets * (fullest + 1))


def test_a_largest_degree_that_no_node_exceeds_splits_nothing():
    graph = Graph(3, [0, 0, 2], [1, 2, 0])
    for most in (2, 3, 10**12):
        split = split_nodes(graph, most)
        assert (split.extra_nodes, split.children.tolist()) == (0, [0, 0, 0])
        assert split.parent.tolist() == [0, 1, 2]
        assert split.head.tolist() == [1, 2, 0]


@pytest.mark.parametrize("split", [split_nodes, virtual_split])
@pytest.mark.parametrize("most", [0, -3])
def test_a_node_keeps_an_out_edge(split, most):
    with pytest.raises(OptionError, match=rf"^max_degree is {most}; a node keeps at least 1 out-edge$"):
        split(Graph(2, [0], [1]), most)


@pytest.mark.parametrize(
    ("split", "most", "nodes"), [(split_nodes, 1, 6), (split_nodes, 9, 3), (virtual_split, 1, 4)]
)
def test_a_split_graph_too_large_for_32_bits_is_refused(monkeypatch, split, most, nodes):
    graph = Graph(3, [0, 0, 0, 0], [1, 2, 0, 1], name="star")
    split(graph, most)
    monkeypatch.setattr(node_splitting, "MAX_VERTICES", 3)
    message = (
        f"graph 'star' would have {nodes} nodes and 4 edges after splitting to max_degree {most}; at most 3 "
        "of each are supported: choose a larger max_degree"
    )
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        split(graph, most)


def test_the_histogram_has_a_bucket():
    with pytest.raises(OptionError, match=r"^buckets is 0; expected an integer of at least 1$"):
        histogram_max_degree(Graph(2, [0], [1]), 0)
