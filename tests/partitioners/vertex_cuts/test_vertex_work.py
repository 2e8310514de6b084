"""Task graphs, whose work is all in the vertices: vertex cuts balance it, although edges weigh nothing."""

import numpy as np
import pytest

from partitioners.analysis.quality import quality
from partitioners.generators.task_graphs import cholesky
from partitioners.graph import Graph
from partitioners.partition_graph import PARTITIONERS, graph_with_edge_work, partition

GRAPH = cholesky(tiles=12, variation=0.5)
BALANCED = ("wb_libra", "spac", "wvp_greedy", "buffered", "ne", "cover", "multilevel", "portfolio")
"""The methods that balance the weight of the edges of any graph in any order."""


@pytest.mark.parametrize("method", [*BALANCED, "wb_libra+refine"])
def test_a_vertex_cut_balances_the_work_of_tasks(method):
    cut = partition(GRAPH, method, 4)
    assert cut.graph is GRAPH
    assert quality(cut).work_imbalance < 1.5


@pytest.mark.parametrize("method", ["metis", "block", "compnet", "heft", "dsc"])
def test_a_method_that_reads_the_work_of_vertices_gets_the_graph_as_it_is(method):
    cut = partition(GRAPH, method, 4)
    alone = PARTITIONERS[method].call(GRAPH, 4, options={}, seed=0)
    assert (cut.cluster_of_edge == alone.cluster_of_edge).all()


def test_edges_share_the_work_of_their_head_or_of_a_source():
    operation = {"operation": np.array([6.0, 1.0, 8.0, 5.0])}
    shared = graph_with_edge_work(Graph(4, [0, 0, 1], [1, 2, 2], [0, 0, 0], operation))
    assert shared.weight.tolist() == [3 + 1, 3 + 4, 4]  # vertex 3 has no edge
    for graph in (
        Graph(2, [0], [1], [1.0], {"operation": np.array([6.0, 1.0])}),
        Graph(2, [0], [1], [0.0], {"operation": np.zeros(2)}),
        Graph(2, [0], [1], [0.0]),
    ):
        assert graph_with_edge_work(graph) is graph
