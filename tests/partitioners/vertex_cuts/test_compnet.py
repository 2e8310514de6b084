"""CompNet: the bound on the load, pieces that hang together, communities that are found again."""

import networkx
import numpy as np
import pytest
import small_graphs
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from operation_counts import executed_lines
from small_graphs import graphs

from partitioners.analysis.quality import quality
from partitioners.balance import hard_limit
from partitioners.coarsening import cluster_packing, communities
from partitioners.coarsening.cluster_packing import keep_limit, pack, split, spread
from partitioners.coarsening.communities import compact
from partitioners.conformance.graphs import random_graph
from partitioners.errors import OptionError
from partitioners.graph import Graph
from partitioners.partition_graph import partition
from partitioners.undirected import vertex_work
from tests.partitioners.coarsening.test_communities import weighted_graph


def from_networkx(source):
    edges = np.array(source.edges)
    return Graph(len(source), edges[:, 0], edges[:, 1])


def work_imbalance(cut):
    work = vertex_work(cut.graph)
    return np.bincount(cut.cluster_of_vertex, work, minlength=cut.parts).max() * cut.parts / work.sum()


@st.composite
def packings(draw):
    """A weighted graph with loads, some labels, a number of parts and a limit that can be kept."""
    graph = draw(graphs(max_vertices=14, max_edges=40, operations=False))
    n = graph.num_vertices
    load = np.array(draw(st.lists(st.sampled_from([0.0, 1.0, 1.0, 2.0, 7.0]), min_size=n, max_size=n)))
    if not load.any():
        load[:] = 1.0
    label, _ = compact(np.array(draw(st.lists(st.integers(0, n - 1), min_size=n, max_size=n))))
    parts = draw(st.integers(1, 6))
    return (
        weighted_graph(graph, load),
        label,
        parts,
        draw(st.sampled_from([1.0, 1.03, 1.5])) * load.sum() / parts,
    )


def most(graph, parts, limit):
    share = graph.load.sum() / parts
    return max(limit, share + (1 - 1 / parts) * graph.load.max()) * (1 + 1e-12)


@settings(deadline=None, max_examples=examples(300))
@given(packings())
def test_packing_keeps_the_limit(packing):
    graph, label, parts, limit = packing
    for packed in (pack, spread):
        cluster = packed(graph, label, parts, limit)
        assert cluster.min() >= 0
        assert cluster.max() < parts
        assert np.bincount(cluster, graph.load).max() <= most(graph, parts, limit)


@settings(deadline=None, max_examples=examples(200))
@given(packings())
def test_spread_communities_stay_whole_and_go_to_the_least_loaded_cluster(packing):
    graph, label, parts, _ = packing
    cluster = spread(graph, label, parts, np.inf)
    whole = np.bincount(label, graph.load)
    loads, held = np.zeros(parts), np.zeros(parts, int)
    for c in sorted(range(whole.size), key=lambda c: (-whole[c], c)):
        least = min(range(parts), key=lambda k: (loads[k], held[k], k))
        assert set(cluster[label == c].tolist()) == {least}
        loads[least] += whole[c]
        held[least] += 1


@settings(deadline=None, max_examples=examples(200))
@given(packings())
def test_a_limit_is_kept_by_moving_no_more_than_it_takes(packing):
    graph, label, parts, limit = packing
    before = label % parts
    after = keep_limit(graph, before, parts, limit)
    assert np.bincount(after, graph.load).max() <= most(graph, parts, limit)
    fits = np.bincount(before, graph.load, minlength=parts) <= limit
    assert np.array_equal(after[fits[before]], before[fits[before]])


@settings(deadline=None, max_examples=examples(200))
@given(packings())
def test_splitting_refines_and_bounds_communities(packing):
    graph, label, _, limit = packing
    piece = split(graph, label, limit)
    load, size = np.bincount(piece, graph.load), np.bincount(piece)
    for c in range(piece.max() + 1):
        assert len(set(label[piece == c].tolist())) == 1
        assert load[c] <= limit or np.count_nonzero(graph.load[piece == c]) == 1
    assert size.min() >= 1
    whole = np.bincount(label, graph.load)
    for c in range(label.max() + 1):
        if whole[c] <= limit:
            assert len(set(piece[label == c].tolist())) == 1


def test_a_path_is_split_into_paths():
    n = 100
    names = np.random.default_rng(0).permutation(n)
    graph = weighted_graph(Graph(n, names[:-1], names[1:]))
    piece = split(graph, np.zeros(n, int), 25.0)
    assert np.bincount(piece).tolist() == [25] * 4
    assert np.count_nonzero(piece[names[:-1]] != piece[names[1:]]) == 3


def test_communities_that_fit_are_found_again():
    caves = networkx.connected_caveman_graph(8, 10)
    cut = partition(from_networkx(caves), "compnet", 8, imbalance=1.2)
    cave = np.arange(80) // 10
    assert quality(cut).edge_cut == 8
    assert all(len(set(cut.cluster_of_vertex[cave == c].tolist())) == 1 for c in range(8))


def test_communities_are_merged_by_connection():
    """Eight caves in a ring, four clusters: neighbours go together, and four edges are cut."""
    caves = networkx.connected_caveman_graph(8, 10)
    assert quality(partition(from_networkx(caves), "compnet", 4, imbalance=1.1)).edge_cut == 4


@settings(deadline=None, max_examples=examples(100))
@given(graphs(max_vertices=30, max_edges=90), st.integers(1, 20), st.sampled_from([1.0, 1.03, 1.5]))
def test_the_hard_limit_is_kept(graph, parts, imbalance):
    parts = min(parts, graph.num_vertices)
    cut = partition(graph, "compnet", parts, imbalance=imbalance)
    work = vertex_work(graph)
    if work.any():
        assert work_imbalance(cut) <= hard_limit(imbalance, work, parts) * (1 + 1e-9)


@pytest.mark.parametrize("weights", ["unit", "zero", "wide", "mostly zero", "fractions"])
def test_every_cluster_is_used_where_there_is_enough_work(weights):
    graph = random_graph(600, 6000, 1, weights)
    for parts in (2, 17, 64):
        figures = quality(partition(graph, "compnet", parts))
        if weights in ("unit", "fractions"):
            assert figures.edge_weight_imbalance <= figures.imbalance_guarantee * (1 + 1e-9)
            assert figures.empty_clusters == 0


def test_it_beats_random_by_far_and_metis_by_little_or_not_at_all():
    source = networkx.planted_partition_graph(40, 25, 0.4, 0.005, seed=2)
    graph = from_networkx(source)
    cut = {m: quality(partition(graph, m, 8)).edge_cut for m in ("compnet", "metis", "round_robin")}
    assert cut["compnet"] < 0.5 * cut["round_robin"]
    assert cut["compnet"] < 1.3 * cut["metis"]


def chain(*weights):
    """A chain of dependences with these weights."""
    around = np.arange(len(weights) + 1)
    return Graph(around.size, around[:-1], around[1:], np.array(weights, float))


def test_fine_communities_are_spread_by_load():
    """Three pairs hang together by heavy edges; with their in-edges, their loads are 20, 21 and 22."""
    graph = chain(20, 1, 20, 2, 20)
    fine = {"level": "first", "packing": "spread"}
    three = partition(graph, "compnet", 3, imbalance=1.4, **fine)
    assert three.cluster_of_vertex.tolist() == [2, 2, 1, 1, 0, 0]
    two = partition(graph, "compnet", 2, imbalance=1.4, **fine)
    assert two.cluster_of_vertex.tolist() == [1, 1, 1, 1, 0, 0]
    assert work_imbalance(two) == pytest.approx(41 / 31.5)
    tight = partition(graph, "compnet", 3, imbalance=1.03, **fine)  # 21.6, less than the heaviest pair
    assert tight.cluster_of_vertex[4] != tight.cluster_of_vertex[5]


def test_first_level_communities_are_finer_than_the_last():
    graph = random_graph(600, 900, 3)
    cuts = {
        (level, packing): quality(partition(graph, "compnet", 8, level=level, packing=packing)).edge_cut
        for level in ("first", "last")
        for packing in ("merge", "spread")
    }
    assert cuts["last", "merge"] < cuts["last", "spread"] < cuts["first", "spread"]
    assert (
        cuts["first", "merge"]
        < cuts["first", "spread"]
        < quality(partition(graph, "round_robin", 8)).edge_cut
    )


def test_heavy_edges_stay_inside():
    """The weight of an edge is the tie between its ends: a ring of pairs is cut between the pairs."""
    around = np.arange(32)
    graph = Graph(32, around, (around + 1) % 32, np.where(around % 2 == 0, 10.0, 1.0))
    cut = partition(graph, "compnet", 4)
    assert cut.cluster_of_vertex[0::2].tolist() == cut.cluster_of_vertex[1::2].tolist()


def test_without_a_balance_weight_it_is_still_bounded():
    graph = from_networkx(networkx.complete_graph(30))
    cut = partition(graph, "compnet", 4, balance_weight=0.0, imbalance=1.1)
    assert work_imbalance(cut) <= hard_limit(1.1, vertex_work(graph), 4)


def test_the_seed_is_passed_on():
    graph = random_graph(400, 1600, 4)
    one, two = (partition(graph, "compnet", 16, seed=s).cluster_of_vertex.tolist() for s in (0, 1))
    assert one != two


@pytest.mark.parametrize(
    ("option", "value"), [("imbalance", 0.9), ("resolution", -1.0), ("balance_weight", float("nan"))]
)
def test_an_option_out_of_range_is_refused(option, value):
    with pytest.raises(OptionError, match=rf"^partitioner 'compnet': {option}: expected "):
        partition(random_graph(9, 9, 0), "compnet", 2, **{option: value})


def star(weight):
    """A hub without load, and leaves of load 1 on edges of these weights."""
    leaves = np.arange(1, weight.size + 1)
    graph = Graph(weight.size + 1, np.zeros(weight.size, int), leaves, weight)
    return weighted_graph(graph, np.append(0.0, np.ones(weight.size)))


def test_a_hub_takes_its_strongest_leaves_however_many_there_are():
    weight = np.random.default_rng(0).permutation(1000) + 1.0
    cluster = pack(star(weight), np.arange(1001), 2, 500.0)
    assert np.bincount(cluster).tolist() == [501, 500]
    assert np.flatnonzero(cluster[1:] == cluster[0]).tolist() == np.flatnonzero(weight > 500).tolist()


def test_hubs_take_linear_work():
    """The work per edge does not grow with the star, and the hub keeps as many leaves as fit."""

    def work_per_edge(graph):
        work = executed_lines(lambda: partition(graph, "compnet", 2), communities, cluster_packing)
        return work / graph.num_edges

    for leaves in (1600, 100_000):
        cut = partition(small_graphs.star(leaves), "compnet", 2)
        assert quality(cut).edge_cut == leaves - int(1.03 * leaves / 2)
    assert work_per_edge(small_graphs.star(1600)) < 1.1 * work_per_edge(small_graphs.star(200))
