"""Local search on vertex copies: its counts and gains against recounting, its results against enumeration."""

import math
from itertools import product

import numpy as np
import pytest
from example_counts import examples
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from kernel_calls import callable_from_python
from small_graphs import graphs

from partitioners.analysis.quality import quality
from partitioners.balance import edge_work, hard_limit
from partitioners.coarsening.edge_groups import contract, similar_groups, single_edges, stars
from partitioners.conformance.graphs import random_graph
from partitioners.errors import OptionError, UnknownNameError
from partitioners.generators.models import barabasi_albert, erdos_renyi, grid
from partitioners.graph import Graph
from partitioners.partition import EdgePartition
from partitioners.partition_graph import PARTITIONERS, partition
from partitioners.refinement import copy_counts, flow, local_search
from partitioners.refinement.copy_counts import count_copies, total_copies
from partitioners.refinement.flow import borders, cut_pair
from partitioners.refinement.local_search import ANY_LOSS, LOWEST, border, improve, keep_limit
from partitioners.refinement.refine import Refiner, refine
from partitioners.vertex_cuts import multilevel
from partitioners.vertex_cuts.graph_class import GraphClass

holds = callable_from_python(copy_counts.holds)
best_move = callable_from_python(local_search.best_move)
region = callable_from_python(flow._region)


@st.composite
def cuts(draw, least_edges=1):
    graph = draw(graphs(operations=False))
    assume(graph.num_edges >= least_edges)
    parts = draw(st.integers(1, 5))
    cluster = draw(st.lists(st.integers(0, parts - 1), min_size=graph.num_edges, max_size=graph.num_edges))
    return EdgePartition(graph, parts, np.array(cluster, np.int32))


def copies_of(graph, parts, cluster):
    return quality(EdgePartition(graph, parts, cluster)).vertex_copies


def loads_of(level, cluster, parts):
    return np.bincount(cluster, level.weight, minlength=parts).astype(float)


def starred(cut):
    """The level of the stars of a cut, the cluster of each, and the star of each edge."""
    graph = cut.graph
    group, count = stars(graph.src, graph.dst, graph.degree, cut.cluster_of_edge, cut.parts)
    cluster = np.empty(count, np.int32)
    cluster[group] = cut.cluster_of_edge
    return contract(single_edges(graph), group, count), cluster, group


@settings(deadline=None)
@given(cut=cuts())
def test_copies_are_the_same_on_every_level(cut):
    finest = single_edges(cut.graph)
    expected = quality(cut).vertex_copies
    assert total_copies(count_copies(finest, cut.cluster_of_edge, cut.parts)) == expected
    level, cluster, _ = starred(cut)
    assert total_copies(count_copies(level, cluster, cut.parts)) == expected
    order = np.arange(level.size, dtype=np.int32)[::-1].copy()
    group, count = similar_groups(level, cluster, np.inf, 64, order)
    coarser = contract(level, group, count)
    of_group = np.empty(count, np.int32)
    of_group[group] = cluster
    assert (of_group[group] == cluster).all()  # only groups of one cluster are joined
    assert total_copies(count_copies(coarser, of_group, cut.parts)) == expected
    assert coarser.weight.sum() == pytest.approx(finest.weight.sum())


@settings(deadline=None)
@given(cut=cuts())
def test_a_star_is_one_vertex_in_one_cluster(cut):
    _, cluster, group = starred(cut)
    graph = cut.graph
    for g in range(cluster.size):
        edges = np.flatnonzero(group == g)
        assert set(cut.cluster_of_edge[edges]) == {cluster[g]}
        ends = [{int(graph.src[e]), int(graph.dst[e])} for e in edges]
        common = set.intersection(*ends)
        assert any(
            all(graph.degree[v] <= graph.degree[w] for pair in ends for w in pair if v in pair)
            for v in common
        )


@settings(deadline=None)
@given(cut=cuts(), data=st.data())
def test_the_gain_of_the_best_move_is_what_recounting_says(cut, data):
    parts = cut.parts
    for level, cluster, group in (
        (single_edges(cut.graph), cut.cluster_of_edge, np.arange(cut.graph.num_edges)),
        starred(cut),
    ):
        counts = count_copies(level, cluster, parts)
        load = loads_of(level, cluster, parts)
        limit = data.draw(st.sampled_from([0.5, 1.0, 2.0])) * level.weight.sum()
        x = data.draw(st.integers(0, level.size - 1))
        score, candidates = np.zeros(parts, np.int64), np.empty(parts, np.int64)
        found, gain = best_move(x, level, counts, cluster, load, limit, score, candidates)
        assert not score.any()
        before = copies_of(cut.graph, parts, cluster[group])
        gains = {}
        for c in range(parts):
            near = any(
                holds(counts, v, c, parts) for v in level.nets[level.group_ptr[x] : level.group_ptr[x + 1]]
            )
            if c != cluster[x] and near and load[c] + level.weight[x] <= limit:
                moved = cluster.copy()
                moved[x] = c
                gains[c] = before - copies_of(cut.graph, parts, moved[group])
        if found < 0:
            assert not gains
        else:
            assert gain == max(gains.values())
            assert gains[found] == gain
            assert load[found] == min(load[c] for c in gains if gains[c] == gain)


def test_gains_where_only_crowded_nets_name_candidates():
    """A double star whose hubs are in more clusters than are looked through one by one."""
    parts = 40
    hub = np.zeros(200, int)
    graph = Graph(201, hub, np.arange(1, 201))
    cluster = (np.arange(200) % parts).astype(np.int32)
    level = single_edges(graph)
    counts = count_copies(level, cluster, parts)
    load = loads_of(level, cluster, parts)
    score, candidates = np.zeros(parts, np.int64), np.empty(parts, np.int64)
    found, gain = best_move(7, level, counts, cluster, load, 100.0, score, candidates)
    assert (found, gain) == (0, 0)  # the least loaded, of lowest id, beside its own
    assert not score.any()


@settings(deadline=None)
@given(cut=cuts(), patience=st.integers(0, 20), least=st.integers(-3, 1), loss=st.integers(0, 4))
def test_a_round_saves_what_it_says_and_keeps_its_books(cut, patience, least, loss):
    level, parts = single_edges(cut.graph), cut.parts
    cluster = cut.cluster_of_edge.copy()
    counts = count_copies(level, cluster, parts)
    load = loads_of(level, cluster, parts)
    limit = max(load.max(), hard_limit(1.0, level.weight, parts) * level.weight.sum() / parts)
    before = quality(cut).vertex_copies
    starts = border(level, counts)
    gained, moves = improve(level, counts, cluster, load, limit, starts, least, patience, loss, 0.0, np.inf)
    assert gained >= 0
    assert moves >= 0
    assert copies_of(cut.graph, parts, cluster) == before - gained
    assert load == pytest.approx(loads_of(level, cluster, parts))
    assert load.max() <= limit * (1 + 1e-9)
    fresh = count_copies(level, cluster, parts)
    assert (fresh.net == counts.net).all()
    for v in range(level.value.size):
        for c in range(parts):
            assert holds(fresh, v, c, parts) == holds(counts, v, c, parts)


def test_a_search_ends_beyond_its_loss():
    """A complete graph on four vertices, of which cluster 1 holds one: two copies more, then three fewer."""
    src, dst = np.array([0, 0, 0, 1, 1, 2, 0]), np.array([1, 2, 3, 2, 3, 3, 4])
    level = single_edges(Graph(5, src, dst))
    gains = []
    for loss in (1, 2, ANY_LOSS):
        cluster = np.array([0, 0, 0, 0, 0, 0, 1], np.int32)
        counts, load = count_copies(level, cluster, 2), np.array([6.0, 1.0])
        start = np.zeros(1, np.int32)
        gains.append(improve(level, counts, cluster, load, 7.0, start, -1, 10, loss, 0.0, np.inf)[0])
        assert (cluster == (1 if loss >= 2 else [0, 0, 0, 0, 0, 0, 1])).all()
    assert gains == [0, 1, 1]


@settings(deadline=None)
@given(cut=cuts())
def test_single_edges_can_always_keep_the_hard_limit(cut):
    level, parts = single_edges(cut.graph), cut.parts
    limit = hard_limit(1.0, level.weight, parts) * level.weight.sum() / parts * (1 + 1e-12)
    cluster = cut.cluster_of_edge.copy()
    counts = count_copies(level, cluster, parts)
    load = loads_of(level, cluster, parts)
    keep_limit(level, counts, cluster, load, limit)
    assert loads_of(level, cluster, parts).max() <= limit * (1 + 1e-12)
    assert total_copies(counts) == copies_of(cut.graph, parts, cluster)


def fewest_copies(graph, parts, imbalance):
    """By enumeration, within the limit: a row for each way to cut, a column for each edge."""
    limit = hard_limit(imbalance, graph.weight, parts) * graph.weight.sum() / parts * (1 + 1e-12)
    cuts = np.array([(0, *rest) for rest in product(range(parts), repeat=graph.num_edges - 1)])
    in_cluster = [cuts == c for c in range(parts)]
    loads = np.array([inside @ graph.weight for inside in in_cluster])
    ends = [(graph.src == v) | (graph.dst == v) for v in range(graph.num_vertices)]
    held = sum((inside[:, at].any(1) for inside in in_cluster for at in ends), np.zeros(len(cuts), int))
    return held[loads.max(0) <= limit].min() - sum(at.any() for at in ends)


@pytest.mark.parametrize("seed", range(8))
def test_the_portfolio_finds_the_optimum_of_small_graphs(seed):
    rng = np.random.default_rng(seed)
    graph = Graph(6, *rng.integers(6, size=(2, 9)))
    for parts in (2, 3):
        # With room to move: searches move edges one by one, and never two against each other.
        found = quality(partition(graph, "portfolio", parts, effort="best", imbalance=2.0))
        assert found.vertex_copies == fewest_copies(graph, parts, 2.0)


@pytest.mark.parametrize("parts", [2, 5, 12])
def test_the_portfolio_finds_cliques_that_share_a_vertex(parts):
    """A necklace of complete graphs: no cut into equal loads has fewer copies than one a bead."""
    bead = 9
    src, dst = np.triu_indices(bead + 1, 1)
    first = np.repeat(np.arange(parts) * bead, src.size)
    n = parts * bead
    shuffled = np.random.default_rng(1).permutation(n)
    graph = Graph(n, shuffled[(np.tile(src, parts) + first) % n], shuffled[(np.tile(dst, parts) + first) % n])
    assert quality(partition(graph, "portfolio", parts, imbalance=1.0)).vertex_copies == parts


@settings(max_examples=examples(30), deadline=None)
@given(cut=cuts(), effort=st.sampled_from(["fast", "default", "best"]))
def test_refining_never_makes_worse_what_keeps_the_limit(cut, effort):
    work, parts = edge_work(cut.graph), cut.parts  # where no edge has a weight, their number is balanced

    def imbalance_of(cluster):
        return float(np.bincount(cluster, work, minlength=parts).max() * parts / work.sum())

    imbalance = imbalance_of(cut.cluster_of_edge)
    better = refine(cut, imbalance=imbalance, effort=effort)
    assert quality(better).vertex_copies <= quality(cut).vertex_copies
    assert imbalance_of(better.cluster_of_edge) <= hard_limit(imbalance, work, parts) * (1 + 1e-9)


def test_what_refinement_saves():
    """More effort, fewer copies."""
    graph = grid(width=40, height=40)
    cut = partition(graph, "hdrf", 4, order="shuffled")
    fast, default, best = (
        quality(refine(cut, effort=effort)).vertex_copies for effort in ("fast", "default", "best")
    )
    assert quality(cut).vertex_copies > fast >= default >= best


def multilevel_search(graph, parts):
    """The moves and the copies of a multilevel cut."""
    start = np.arange(graph.num_edges) % parts
    refiner = Refiner(graph, parts, start, seed=0, imbalance=1.03)
    multilevel.cut_levels(refiner, GraphClass(graph, 0), seed=0, imbalance=1.03, effort="default", tries=1)
    return refiner.moves, refiner.copies


def test_only_levels_of_narrow_nets_are_searched_from_the_whole_border(monkeypatch):
    """The search of a mesh makes more moves. On wide nets it would too, and save almost no copies."""
    monkeypatch.setitem(multilevel.ANY_WORTH, "default", multilevel.LEVEL_WORTH)
    mesh, wide = grid(width=50, height=50), erdos_renyi(vertices=600, edges=3000)
    mesh_moves, _ = multilevel_search(mesh, 4)
    wide_moves, wide_copies = multilevel_search(wide, 4)
    monkeypatch.setattr(multilevel, "NARROW", 0)
    assert mesh_moves > 1.5 * multilevel_search(mesh, 4)[0]
    monkeypatch.setattr(multilevel, "NARROW", np.inf)
    monkeypatch.setattr(multilevel, "LOOSE", np.inf)
    moves, copies = multilevel_search(wide, 4)
    assert moves > 1.4 * wide_moves
    assert copies >= 0.99 * wide_copies


def test_a_search_from_the_whole_border_ends_when_its_moves_save_little(monkeypatch):
    meshes = [grid(width=side, height=side) for side in (40, 50, 60)]

    def copies():
        return sum(quality(partition(mesh, "multilevel", 4)).vertex_copies for mesh in meshes)

    moves, few = multilevel_search(meshes[1], 4)[0], copies()
    monkeypatch.setitem(multilevel.ANY_WORTH, "default", multilevel.LEVEL_WORTH)
    assert multilevel_search(meshes[1], 4)[0] > 1.2 * moves
    assert few <= 1.02 * copies()


def test_a_refined_method_takes_the_options_of_both():
    graph = random_graph(200, 900, 1)
    cut = partition(graph, "wb_libra+refine", 5, order="shuffled", imbalance=1.1, effort="fast", seed=3)
    assert cut.method == "wb_libra+refine"
    assert dict(cut.options) == {
        "order": "shuffled", "load_bound": 1.0, "imbalance": 1.1, "effort": "fast", "seed": 3,
    }  # fmt: skip
    plain = partition(graph, "wb_libra", 5, order="shuffled", seed=3)
    assert (cut.cluster_of_edge == refine(plain, imbalance=1.1, effort="fast", seed=3).cluster_of_edge).all()
    assert quality(cut).imbalance_guarantee == pytest.approx(1.1)


def test_an_edge_cut_is_not_refined():
    with pytest.raises(OptionError) as caught:
        partition(random_graph(30, 90, 1), "metis+refine", 3)
    assert str(caught.value) == (
        "'metis' is an edge cut, but only vertex cuts can be refined; remove `+refine` or choose a vertex cut"
    )


@pytest.mark.parametrize(
    ("method", "message"),
    [
        ("spak+refine", "unknown partitioner 'spak'; did you mean 'spac'?"),
        ("refine", f"unknown partitioner 'refine'; known: {', '.join(sorted(PARTITIONERS))}"),
        ("spac+refined", "unknown partitioner 'spac+refined'; did you mean 'spac+refine'?"),
    ],
)
def test_a_method_that_there_is_not_is_refused(method, message):
    with pytest.raises(UnknownNameError) as caught:
        partition(random_graph(30, 90, 1), method, 3)
    assert str(caught.value) == message


@pytest.mark.parametrize("parts", [8, 100])
def test_gains_of_heavy_groups_do_not_run_out_of_their_range(parts):
    graph = barabasi_albert(vertices=300, edges_per_vertex=4)
    cluster = (np.arange(graph.num_edges) % parts).astype(np.int32)
    cut = EdgePartition(graph, parts, cluster)
    level, of_group, _ = starred(cut)
    heavy = level._replace(value=level.value * 2**21)
    counts = count_copies(heavy, of_group, parts)
    load = loads_of(heavy, of_group, parts)
    before = total_copies(counts)
    gained, _ = improve(
        heavy, counts, of_group, load, np.inf, border(heavy, counts), LOWEST, 5, ANY_LOSS, 0.0, np.inf
    )
    assert total_copies(count_copies(heavy, of_group, parts)) <= before
    assert gained >= 0


def two_clusters(cut, reach):
    """The state of a search between clusters 0 and 1 of a cut, and its region near their border."""
    level, parts = single_edges(cut.graph), cut.parts
    cluster = cut.cluster_of_edge.copy()
    counts = count_copies(level, cluster, parts)
    load = loads_of(level, cluster, parts)
    pair, net = borders(counts, parts)
    between = net[pair == 1]
    buffers = np.full(level.size, -1, np.int32), np.full(level.value.size, -1, np.int32)
    near, _, of_first = region(level, counts, cluster, load, parts, 0, 1, between, reach, *buffers)
    assert (cluster[near] == np.where(of_first, 0, 1)).all()
    for c in (0, 1):
        assert level.weight[near[cluster[near] == c]].sum() <= reach * load[c] * (1 + 1e-12)
    buffers = np.full(level.size, -1, np.int32), np.full(level.value.size, -1, np.int32)
    return level, counts, cluster, load, between, near, buffers


def divisions_of(cluster, near):
    """All divisions of some edges between clusters 0 and 1: a row for each."""
    divisions = np.tile(cluster, (2**near.size, 1))
    for i, e in enumerate(near.tolist()):
        divisions[:, e] = np.arange(2**near.size) >> i & 1
    return divisions


@settings(deadline=None)
@given(cut=cuts(), reach=st.floats(0.1, 1.0), room=st.floats(1.0, 2.0))
def test_a_border_cut_keeps_the_limit_and_its_books(cut, reach, room):
    assume(cut.parts > 1)
    level, counts, cluster, load, between, near, buffers = two_clusters(cut, reach)
    assume(near.size <= 9)
    before, old = quality(cut).vertex_copies, cluster.copy()
    limit = room * max(load[0], load[1])
    divisions = divisions_of(cluster, near)
    within = [d for d in divisions if loads_of(level, d, cut.parts)[:2].max() <= limit]
    fewest = min(copies_of(cut.graph, cut.parts, d) for d in within)
    gained = cut_pair(level, counts, cluster, load, limit, 0, 1, between, reach, *buffers)
    after = copies_of(cut.graph, cut.parts, cluster)
    assert after == before - gained == total_copies(counts)
    assert fewest <= after <= before
    assert load == pytest.approx(loads_of(level, cluster, cut.parts))
    assert load[:2].max() <= limit * (1 + 1e-12)
    moved = np.flatnonzero(cluster != old)
    assert set(moved) <= set(near)
    for buffer in buffers:
        assert (buffer == -1).all()


@settings(deadline=None)
@given(cut=cuts(), reach=st.floats(0.1, 1.0))
def test_a_border_cut_without_a_limit_is_minimal(cut, reach):
    assume(cut.parts > 1)
    level, counts, cluster, load, between, near, buffers = two_clusters(cut, reach)
    assume(near.size <= 9)
    divisions = divisions_of(cluster, near)
    fewest = min(copies_of(cut.graph, cut.parts, d) for d in divisions)
    cut_pair(level, counts, cluster, load, np.inf, 0, 1, between, reach, *buffers)
    assert copies_of(cut.graph, cut.parts, cluster) == fewest


def test_borders_are_cut_straight():
    """Two halves of a square mesh, whose border has a step in every row; the straight one has 16 copies."""
    graph = grid(width=16, height=16)
    column = np.minimum(graph.src, graph.dst) % 16
    row = np.minimum(graph.src, graph.dst) // 16
    ragged = (column >= 8 + 2 * (row % 2) - 1).astype(np.int32)
    refiner = Refiner(graph, 2, ragged, seed=0, imbalance=1.2)
    assert refiner.copies > 20
    refiner.cut_borders(0.8)
    assert refiner.copies == copies_of(graph, 2, refiner.cluster) <= 16
    assert np.bincount(refiner.cluster).max() <= 1.2 * graph.num_edges / 2


@settings(deadline=None, max_examples=examples(50))
@given(cut=cuts(), reach=st.floats(0.1, 1.0), imbalance=st.floats(1.0, 2.0))
def test_border_cuts_of_all_clusters_keep_the_limit(cut, reach, imbalance):
    refiner = Refiner(cut.graph, cut.parts, cut.cluster_of_edge, seed=0, imbalance=imbalance)
    before = refiner.copies
    refiner.cut_borders(reach)
    assert refiner.copies == copies_of(cut.graph, cut.parts, refiner.cluster) <= before
    work = edge_work(cut.graph)
    assert np.bincount(refiner.cluster, work).max() <= refiner.limit * (1 + 1e-9)


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"imbalance": 0.5}, "refine: imbalance: expected a number from 1 to 1000000, got 0.5"),
        ({"imbalance": math.nan}, "refine: imbalance: expected a finite number from 1 to 1000000, got nan"),
        ({"effort": "x"}, "refine: effort: expected one of 'fast', 'default', 'best', got 'x'"),
    ],
)
def test_wrong_options_are_refused(option, message):
    cut = EdgePartition(Graph(2, [0], [1], [1.0]), 2, [0])
    with pytest.raises(OptionError) as error:
        refine(cut, **option)
    assert str(error.value) == message
