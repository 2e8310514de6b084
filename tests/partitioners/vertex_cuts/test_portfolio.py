"""The portfolio on graphs of many kinds: optimal on degenerate ones, and not above the methods it uses."""

import numpy as np
import pytest
from example_counts import examples
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from small_graphs import complete, complete_bipartite, disjoint_edges, graphs, star, together, wheel

from partitioners.analysis.quality import quality
from partitioners.conformance.graphs import random_graph
from partitioners.generators.registry import GENERATORS
from partitioners.graph import Graph
from partitioners.partition_graph import partition
from partitioners.refinement.refine import load_limit
from partitioners.vertex_cuts import refined_starts, starts
from partitioners.vertex_cuts.distinct_neighbours import distinct_neighbours
from partitioners.vertex_cuts.graph_class import GraphClass
from partitioners.vertex_cuts.refined_starts import fewest_possible_copies
from partitioners.vertex_cuts.starts import Starts
from partitioners.vertex_cuts.whole_components import whole_components


def copies(graph, method, parts=8, **options):
    return quality(partition(graph, method, parts, **options)).vertex_copies


@pytest.mark.parametrize(
    ("graph", "fewest", "bound"),
    [
        (star(2000), 7, 7),
        (complete_bipartite(3, 2000), 21, 6),
        (disjoint_edges(1000), 0, 0),
        (together(*[star(30)] * 40), 0, 0),
    ],
    ids=["star", "bipartite", "edges", "stars"],
)
@pytest.mark.parametrize("effort", ["default", "best"])
def test_degenerate_graphs_are_cut_with_the_fewest_copies(graph, fewest, bound, effort):
    assert copies(graph, "portfolio", effort=effort) == fewest
    assert fewest_possible_copies(graph, 8, 1.03) == bound


def test_components_stay_whole_where_they_fit():
    rings = together(*[wheel(40)] * 16, *[complete(9)] * 8)
    cut = partition(rings, "portfolio", 8)
    assert quality(cut).vertex_copies == 0
    loads = np.bincount(cut.cluster_of_edge)
    assert loads.max() <= 1.03 * loads.mean()
    weight = np.ones(rings.num_edges)
    assert whole_components(rings, weight, 8, weight.sum() / 8 - 1) is None
    assert whole_components(rings, weight, 25, weight.sum()) is None  # fewer components than parts
    giant = together(wheel(400), *[star(5)] * 20)
    assert whole_components(giant, np.ones(giant.num_edges), 2, giant.num_edges / 2) is None
    assert 0 < copies(giant, "portfolio", 4) <= 12


def test_one_hub_on_a_path():
    """A fifth of the edges are at one vertex, which no partition of the vertices can divide."""
    path = np.arange(4000)
    spoke = path[::4]
    graph = Graph(4002, np.concatenate([path, np.full(spoke.size, 4001)]), np.concatenate([path + 1, spoke]))
    assert copies(graph, "cover") > 2 * copies(graph, "portfolio")
    assert copies(graph, "portfolio") <= 2 * 7  # the hub in each cluster, and seven cuts of the path


def test_a_complete_graph():
    graph = complete(120)
    assert copies(graph, "portfolio") <= min(copies(graph, m) for m in ("ne+refine", "cover+refine"))


def test_a_wheel():
    """Each cluster has the hub and a section of the rim, whose ends are copied."""
    assert copies(wheel(2000), "portfolio") <= 7 + 16


def stencil(side, *, diagonal_and_both):
    """A square mesh as the pattern of a matrix."""
    vertex = np.arange(side * side).reshape(side, side)
    low = np.concatenate([vertex[:-1].ravel(), vertex[:, :-1].ravel()])
    high = np.concatenate([vertex[1:].ravel(), vertex[:, 1:].ravel()])
    if not diagonal_and_both:
        return Graph(side * side, low, high)
    pairs = [low, high, vertex.ravel()], [high, low, vertex.ravel()]
    return Graph(side * side, *map(np.concatenate, pairs))


def test_a_matrix_is_as_even_and_sparse_as_its_mesh():
    """Self-loops and opposite edges do not count as neighbours, so a matrix gets a multilevel cut."""
    matrix, mesh = (stencil(40, diagonal_and_both=both) for both in (True, False))
    for graph in (matrix, mesh):
        kind = GraphClass(graph, 0)
        assert kind.is_even
        assert kind.is_sparse
    assert not GraphClass(wheel(200), 0).is_even
    assert not GraphClass(random_graph(100, 2000, 1), 0).is_sparse
    assert copies(matrix, "portfolio") <= min(copies(matrix, m) for m in ("multilevel", "ne+refine"))


def test_a_large_star_has_a_hub():
    """The products of its numbers of neighbours and of vertices exceed 32 bits."""
    kind = GraphClass(star(60_000), 0)
    assert not kind.is_even
    assert kind.is_sparse


def test_metis_is_left_out_on_large_graphs_that_are_difficult_to_cut(monkeypatch):
    graph = GENERATORS["rmat"].function(scale=6)
    mesh = stencil(20, diagonal_and_both=False)
    before = {given: copies(given, "portfolio") for given in (graph, mesh)}
    tried = []
    cover = Starts.cover
    monkeypatch.setattr(Starts, "cover", lambda *a, **b: tried.append(a) or cover(*a, **b))

    def set_large(edges):
        for module in (refined_starts, starts):
            monkeypatch.setattr(module, "LARGE", edges)

    set_large(graph.num_edges)
    assert copies(graph, "portfolio") == before[graph]
    assert len(tried) == 1
    set_large(graph.num_edges - 1)
    said = rf"METIS was not tried: on {graph.num_edges:,} edges \(more than {graph.num_edges - 1:,}\)"
    with pytest.warns(UserWarning, match=said):
        assert copies(graph, "portfolio") >= before[graph]
    assert len(tried) == 1
    set_large(0)
    assert copies(mesh, "portfolio", effort="fast") >= before[mesh]
    assert len(tried) == 2
    assert copies(graph, "portfolio", effort="best") <= before[graph]
    assert len(tried) > 2


@settings(deadline=None, max_examples=examples(100))
@given(graph=graphs(operations=False))
def test_distinct_neighbours(graph):
    sets = [set() for _ in range(graph.num_vertices)]
    for u, v in zip(graph.src.tolist(), graph.dst.tolist(), strict=True):
        sets[u].add(v)
        sets[v].add(u)
    expected = [len(found - {v}) for v, found in enumerate(sets)]
    assert distinct_neighbours(graph.src, graph.dst, graph.degree).tolist() == expected


@pytest.mark.parametrize(
    "graph",
    [
        GENERATORS["web"].function(pages=300, links_per_page=4),
        GENERATORS["rmat"].function(scale=7, edge_factor=6),
        GENERATORS["grid"].function(width=20, height=20),
        random_graph(200, 900, 1, "wide"),
        together(star(100), GENERATORS["grid"].function(width=9, height=9), complete(15)),
    ],
    ids=["web", "rmat", "grid", "weights", "pieces"],
)
def test_the_best_effort_is_not_above_any_other_method(graph):
    seed = 3
    best = copies(graph, "portfolio", effort="best", seed=seed)
    assert best >= fewest_possible_copies(graph, 8, 1.03)
    for method in (
        "portfolio", "ne", "ne+refine", "cover+refine", "spac", "spac+refine", "multilevel", "dbh+refine",
    ):  # fmt: skip
        cut = partition(graph, method, 8, seed=seed)
        work = load_limit(graph.weight, 8, 1.03)
        if quality(cut).loads.max() <= work:
            assert best <= quality(cut).vertex_copies, method


@settings(deadline=None, max_examples=examples(100))
@given(graph=graphs(operations=False), parts=st.integers(1, 5), data=st.data())
def test_no_cut_within_the_limit_has_fewer_copies_than_the_bound(graph, parts, data):
    assume(graph.num_edges >= parts)
    cluster = np.array(data.draw(st.lists(st.integers(0, parts - 1), min_size=graph.num_edges,
                                          max_size=graph.num_edges)))  # fmt: skip
    work = graph.weight if graph.weight.any() else np.ones(graph.num_edges)
    load = np.bincount(cluster, work, minlength=parts)
    imbalance = max(1.0, float(load.max()) * parts / work.sum())
    replicas = sum(
        len(set(cluster[(graph.src == v) | (graph.dst == v)].tolist())) for v in range(graph.num_vertices)
    )
    copied = replicas - np.count_nonzero(graph.degree)
    assert fewest_possible_copies(graph, parts, imbalance) <= copied
