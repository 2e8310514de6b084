"""The cover of cut edges against every choice of ends, and the starts that are built on it."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_graphs import graphs

from partitioners.analysis.quality import quality
from partitioners.coarsening.vertex_cover import cover_cut_edges
from partitioners.conformance.graphs import random_graph
from partitioners.generators.models import mesh27
from partitioners.graph import Graph
from partitioners.partition_graph import partition


@settings(deadline=None)
@given(graph=graphs(max_vertices=6, max_edges=9), data=st.data())
def test_no_choice_of_ends_has_fewer_copies(graph, data):
    parts = data.draw(st.integers(1, 4))
    home = np.array(
        data.draw(
            st.lists(st.integers(0, parts - 1), min_size=graph.num_vertices, max_size=graph.num_vertices)
        )
    )
    here, there = home[graph.src], home[graph.dst]
    cluster = cover_cut_edges(graph, home, parts)
    assert ((cluster == here) | (cluster == there)).all()

    def away(clusters):
        """Pairs of a vertex and a part that is not its own and holds an edge of it."""
        ends = [*zip(graph.src, clusters, strict=True), *zip(graph.dst, clusters, strict=True)]
        return len({(int(v), int(c)) for v, c in ends if home[v] != c})

    best = min(
        (away(np.where(choice, here, there)) for choice in product([True, False], repeat=graph.num_edges)),
        default=0,
    )
    assert away(cluster) == best


def test_edges_both_of_whose_ends_are_copied_even_the_loads_out():
    """A complete bipartite graph with more vertices than a cover needs on neither side."""
    left, right = np.divmod(np.arange(16), 4)
    pendant = np.arange(4)
    graph = Graph(16, np.r_[left, pendant, pendant + 4], np.r_[right + 4, pendant + 8, pendant + 12])
    home = np.r_[np.zeros(4, int), np.ones(4, int), np.zeros(4, int), np.ones(4, int)]
    loads = np.bincount(cover_cut_edges(graph, home, 2), minlength=2)
    assert loads.tolist() in ([20, 4], [4, 20])  # one side is the cover: nothing to choose


def test_a_cover_is_better_than_a_greedy_choice_of_ends():
    graph = mesh27(side=14)
    cover, greedy = (quality(partition(graph, method, 6)) for method in ("cover", "wvp_greedy"))
    assert cover.vertex_copies < 0.8 * greedy.vertex_copies


@pytest.mark.parametrize("method", ["ne", "cover", "multilevel", "portfolio"])
@pytest.mark.parametrize("weights", ["unit", "zero", "wide", "mostly zero"])
def test_the_hard_limit_is_kept(method, weights):
    graph = random_graph(120, 700, 4, weights)
    for parts in (2, 9, 40):
        figures = quality(partition(graph, method, parts, imbalance=1.0))
        assert figures.imbalance_guarantee is not None
        assert figures.edge_weight_imbalance <= figures.imbalance_guarantee * (1 + 1e-9)
