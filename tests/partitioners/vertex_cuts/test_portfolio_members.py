"""The portfolio beside each of its members, and the properties of a graph that decide which it runs."""

import networkx as nx
import numpy as np
import pytest
from example_counts import examples
from hypothesis import given, settings
from portfolio_graphs import CLASSES
from small_graphs import complete_bipartite, graphs

from partitioners.analysis.quality import quality
from partitioners.coarsening.edge_groups import contract, single_edges, stars
from partitioners.graph import Graph
from partitioners.partition_graph import partition
from partitioners.vertex_cuts import multilevel, starts
from partitioners.vertex_cuts.graph_class import GraphClass
from partitioners.vertex_cuts.refined_starts import LOOK_AHEAD, _compared
from partitioners.vertex_cuts.starts import Starts

MEMBERS = (
    "ne", "ne+refine", "cover", "cover+refine", "spac", "spac+refine", "multilevel", "dbh+refine",
)  # fmt: skip

FACTOR = 1.04


@pytest.mark.parametrize("parts", [8, 32])
@pytest.mark.parametrize("name", CLASSES)
def test_no_member_is_far_below_the_portfolio(name, parts):
    graph = CLASSES[name]()
    copies = quality(partition(graph, "portfolio", parts)).vertex_copies
    for method in MEMBERS:
        cut = quality(partition(graph, method, parts))
        if cut.edge_weight_imbalance <= 1.03 * (1 + 1e-9):
            assert copies <= FACTOR * cut.vertex_copies, method


@pytest.mark.parametrize("name", ["citations", "pages", "clauses", "web", "grid"])
def test_the_modularity_of_the_communities_is_that_of_networkx(name):
    graph = CLASSES[name]()
    found = nx.MultiGraph(list(zip(graph.src.tolist(), graph.dst.tolist(), strict=True)))
    found.remove_edges_from(list(nx.selfloop_edges(found, keys=True)))
    communities = GraphClass(graph, 0).communities
    sets = [
        set(np.flatnonzero(communities.largest == c)) & set(found) for c in np.unique(communities.largest)
    ]
    assert communities.modularity == pytest.approx(nx.community.modularity(found, [s for s in sets if s]))
    # Each of the smallest communities is in one of the largest.
    inside = np.unique(np.stack([communities.smallest, communities.largest]), axis=1)
    assert np.unique(inside[0]).size == inside.shape[1]


def coarse_level(graph):
    edges = single_edges(graph)
    group, count = stars(graph.src, graph.dst, graph.degree, np.zeros(graph.num_edges, np.int32), 1)
    return contract(edges, group, count)


@pytest.mark.parametrize("name", ["citations", "ratings", "clauses"])
def test_the_graph_for_metis_has_at_most_the_given_entries(name):
    level = coarse_level(CLASSES[name]())
    indptr, neighbour, rating = multilevel._cliques(level, 10**9)
    dense = np.zeros((level.size, level.size))
    for v in range(level.value.size):
        member = level.groups[level.net_ptr[v] : level.net_ptr[v + 1]]
        if member.size <= multilevel.WIDEST_CLIQUE:
            dense[np.ix_(member, member)] += level.value[v] / (member.size - 1)
    np.fill_diagonal(dense, 0)
    row = np.repeat(np.arange(level.size), np.diff(indptr))
    found = np.zeros_like(dense)
    found[row, neighbour] = rating
    assert np.abs(found - np.where(dense > 0, np.maximum(1, 1000 * dense), 0)).max() <= 1
    for most in (0, 1000, neighbour.size // 2):
        assert multilevel._cliques(level, most)[1].size <= most


def test_a_multilevel_cut_far_behind_ends_at_the_coarsest_level():
    graph = CLASSES["pages"]()
    members = Starts(graph, 8, 1.03, 0)
    list(members.cheap(0, "default"))
    fewest = members.few_levels(0, 10**6).copies
    assert members.few_levels(0, fewest // 4) is None


def test_a_large_graph_gets_no_multilevel_cut_where_it_needs_much_memory(monkeypatch):
    graph = CLASSES["citations"]()
    tried = []
    cut = starts.cut_levels
    monkeypatch.setattr(starts, "cut_levels", lambda *a, **b: tried.append(a) or cut(*a, **b))
    partition(graph, "portfolio", 8)
    assert len(tried) == 1
    monkeypatch.setattr(starts, "LARGE", 1000)
    with pytest.warns(UserWarning, match="METIS was not tried"):
        partition(graph, "portfolio", 8)
    assert len(tried) == 1


@settings(deadline=None, max_examples=examples(100))
@given(graphs(operations=False))
def test_a_forest_as_networkx_knows_it(graph):
    plain = nx.Graph((u, v) for u, v in zip(graph.src.tolist(), graph.dst.tolist(), strict=True) if u != v)
    assert GraphClass(graph, 0).is_forest == (not plain or nx.is_forest(plain))


@pytest.mark.parametrize("seed", range(3))
def test_a_tree_is_cut_as_by_a_cover(seed):
    """Eight subtrees of a binary tree of 16,383 vertices need 7 copies."""
    child = np.arange(1, 2**14 - 1)
    cut = partition(Graph(2**14 - 1, (child - 1) // 2, child), "portfolio", 8, seed=seed)
    assert 7 <= quality(cut).vertex_copies <= 8


def test_every_start_is_tried_except_on_sparse_graphs_without_hubs():
    def made(graph, parts, effort="default"):
        return len(list(Starts(graph, parts, 1.03, 0).cheap(0, effort)))

    # Expansion, cover and split-and-connect, whatever the expansion makes; a grid is left to the levels.
    for graph in (complete_bipartite(30, 200), CLASSES["social"](), CLASSES["citations"]()):
        assert made(graph, 32) >= 3
    assert made(CLASSES["grid"](), 32) == 1
    assert made(CLASSES["grid"](), 8, "fast") == 2


def test_the_level_of_single_edges_is_not_kept_while_metis_cuts_the_paths(monkeypatch):
    """METIS needs most memory there, so only the first cut is kept beside it."""
    kept = []
    cut = starts.partition_auxiliary
    members = Starts(CLASSES["citations"](), 8, 1.03, 0)
    monkeypatch.setattr(
        starts,
        "partition_auxiliary",
        lambda *a, **b: kept.append(vars(members).get("_edges")) or cut(*a, **b),
    )
    assert len(list(members.cheap(0, "default"))) >= 3
    assert kept == [None]


@pytest.mark.parametrize(("raw", "searched"), [([100, 120, 139], 3), ([139, 100, 150], 2), ([0, 0, 1], 2)])
def test_raw_starts_far_behind_the_best_searched_one_are_left_out(raw, searched):
    class Cut:
        def __init__(self, copies):
            self.copies = copies

        def search_edges(self, search):
            assert search is LOOK_AHEAD

    compared = _compared([Cut(copies) for copies in raw])
    assert [cut.copies for cut in compared] == sorted(raw)[:searched]
