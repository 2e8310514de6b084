"""The do-nothing members: their formulas, and pieces of equal size."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_graphs import graphs

from partitioners.edge_cuts.baselines import block, round_robin
from partitioners.partition import EdgePartition, VertexPartition
from partitioners.vertex_cuts.contiguous import contiguous


@given(graphs(), st.integers(1, 12))
def test_contiguous_puts_edge_e_in_floor_of_e_p_over_m(graph, parts):
    cut = contiguous(graph, parts)
    assert isinstance(cut, EdgePartition)
    m = graph.num_edges
    assert cut.cluster_of_edge.tolist() == [e * parts // m for e in range(m)]


@given(graphs(), st.integers(1, 12))
def test_block_puts_vertex_v_in_floor_of_v_p_over_n(graph, parts):
    cut = block(graph, parts)
    assert isinstance(cut, VertexPartition)
    n = graph.num_vertices
    assert cut.cluster_of_vertex.tolist() == [v * parts // n for v in range(n)]


@given(graphs(), st.integers(1, 12))
def test_round_robin_deals_the_vertices_out(graph, parts):
    cut = round_robin(graph, parts)
    assert cut.cluster_of_vertex.tolist() == [v % parts for v in range(graph.num_vertices)]


@pytest.mark.parametrize("method", [contiguous, block, round_robin])
@given(graphs(), st.integers(1, 12))
def test_sizes_differ_by_at_most_one(method, graph, parts):
    cut = method(graph, parts)
    clusters = cut.cluster_of_edge if isinstance(cut, EdgePartition) else cut.cluster_of_vertex
    sizes = np.bincount(clusters, minlength=parts)
    assert sizes.max() - sizes.min() <= 1
