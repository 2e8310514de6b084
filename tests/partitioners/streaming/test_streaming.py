"""The compiled streaming vertex cuts against plain-Python references, edge for edge; and their laws."""

import math

import numpy as np
import pytest
import streaming_references as reference
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from partitioners.errors import OptionError
from partitioners.generators.models import rmat
from partitioners.graph import Graph
from partitioners.partition_graph import partition
from partitioners.vertex_cuts.dbh import dbh, splitmix64
from partitioners.vertex_cuts.hdrf import hdrf
from partitioners.vertex_cuts.libra import libra, w_libra, wb_libra
from partitioners.vertex_cuts.powergraph import powergraph, w_powergraph, wb_powergraph
from partitioners.vertex_cuts.random import random

ORDERS = ("given", "shuffled", "degree", "bfs")

GREEDY = {
    powergraph: {"weighted": False, "libra": False},
    libra: {"weighted": False, "libra": True},
    w_powergraph: {"weighted": True, "libra": False},
    w_libra: {"weighted": True, "libra": True},
}
BOUNDED = {
    wb_powergraph: {"weighted": True, "libra": False},
    wb_libra: {"weighted": True, "libra": True},
}

WEIGHTS = {
    "unit": lambda rng, m: np.ones(m),
    "ties and zeros": lambda rng, m: rng.integers(0, 4, m).astype(float),
    "real": lambda rng, m: rng.random(m),
    "heavy tail": lambda rng, m: rng.pareto(0.7, m),
    "all zero": lambda rng, m: np.zeros(m),
}


@st.composite
def graphs(draw):
    n = draw(st.integers(1, 9))
    vertex = st.integers(0, n - 1)
    pairs = draw(st.lists(st.tuples(vertex, vertex), max_size=40))
    src, dst = np.array(pairs, int).reshape(-1, 2).T
    one = st.sampled_from([0.0, -0.0, 0.1, 0.2, 0.3, 1.0, 2.0, 7.0, 1e-300, 1e16])
    return Graph(n, src, dst, np.array(draw(st.lists(one, min_size=len(pairs), max_size=len(pairs)))))


def skewed(n, m, seed, weights="ties and zeros", skew=3.0):
    """Vertices drawn with a strong preference: hubs, parallel edges, self-loops, isolated vertices."""
    rng = np.random.default_rng([n, m, seed])
    src, dst = (rng.permutation(n)[(n * rng.random(m) ** skew).astype(int)] for _ in range(2))
    return Graph(n, src, dst, WEIGHTS[weights](rng, m))


def assert_same(graph, parts, order, seed, load_bound):
    sequence = reference.order(graph, order, seed)
    stream = {"seed": seed, "order": order}
    for method, rules in GREEDY.items():
        expected = reference.greedy(graph, parts, sequence, **rules)
        assert method(graph, parts, **stream).cluster_of_edge.tolist() == expected, method.__name__
    for method, rules in BOUNDED.items():
        expected = reference.greedy(graph, parts, sequence, **rules, load_bound=load_bound)
        cut = method(graph, parts, **stream, load_bound=load_bound)
        assert cut.cluster_of_edge.tolist() == expected, method.__name__


@settings(deadline=None, max_examples=examples(150))
@given(
    graphs(),
    st.sampled_from([1, 2, 3, 4, 7, 8, 9, 16, 17, 32, 33, 63, 64, 65, 66, 127, 129, 200]),
    st.sampled_from(ORDERS),
    st.integers(0, 5),
    st.sampled_from([1.0, 1.0, 1.1, 3.0, math.inf]),
)
def test_greedy_cuts_of_small_graphs_are_the_references(graph, parts, order, seed, load_bound):
    assert_same(graph, parts, order, seed, load_bound)


# The number of clusters against the degrees decides how a set of replicas is stored, hence the variety.
SIZES = [
    *[(30, 300, parts) for parts in (5, 8, 12, 16, 29, 32, 50, 64)],
    *[(30, 300, parts) for parts in (65, 100, 128, 131)],
    *[(120, 700, parts) for parts in (190, 320, 520, 640)],
    (60, 900, 700),
    (60, 900, 1100),
    (40, 1500, 1400),
    (25, 1500, 4200),
]
LARGEST = [
    pytest.param(*size, weights, marks=pytest.mark.slow) for size in SIZES[-2:] for weights in [*WEIGHTS][2:]
]
"""The plain references of the largest cuts take longest; two kinds of weights find most faults."""

CASES = [
    *[(*size, weights) for size in SIZES for weights in [*WEIGHTS][: 2 if size in SIZES[-2:] else None]],
    *LARGEST,
]


@pytest.mark.parametrize(("n", "m", "parts", "weights"), CASES)
def test_greedy_cuts_of_skewed_graphs_are_the_references(n, m, parts, weights):
    order = ORDERS[(parts + len(weights)) % 4]
    assert_same(skewed(n, m, 0, weights), parts, order, 3, 1.0)


@pytest.mark.parametrize("parts", [3, 16, 64, 70, 300, 1100])
@pytest.mark.parametrize("order", ORDERS)
def test_greedy_cuts_in_every_order_are_the_references(parts, order):
    assert_same(skewed(80, 500, 1, "real"), parts, order, 11, 1.05)


@pytest.mark.parametrize("parts", [8, 40, 64, 65, 90, 300])
def test_greedy_cuts_of_many_random_graphs_are_the_references(parts):
    for seed in range(12):
        weights = list(WEIGHTS)[seed % 5]
        n = (5, 20, 60, 200)[seed % 4]
        assert_same(skewed(n, 150, seed, weights, skew=1 + seed % 5), parts, ORDERS[seed % 4], seed, 1.0)


@pytest.mark.parametrize("order", ["shuffled", "degree", "bfs"])
@pytest.mark.parametrize("parts", [8, 100])
def test_the_buckets_of_a_stream_do_not_change_the_cut(parts, order, monkeypatch):
    unit = rmat(scale=6, seed=1)
    weighted = Graph(
        unit.num_vertices, unit.src, unit.dst, WEIGHTS["real"](np.random.default_rng(2), unit.num_edges)
    )
    for graph in (unit, weighted):
        for method in ("wb_libra", "powergraph", "hdrf"):
            whole = partition(graph, method, parts, order=order).cluster_of_edge
            for bits in (0, 3, 5):
                monkeypatch.setattr("partitioners.streaming.edge_stream.BUCKET_BITS", bits)
                assert (partition(graph, method, parts, order=order).cluster_of_edge == whole).all()
            monkeypatch.undo()


@pytest.mark.parametrize("parts", [64, 300])
def test_streams_of_several_buckets_are_the_given_order_of_shuffled_edges(parts):
    graph = rmat(scale=14, seed=1)
    graph = Graph(graph.num_vertices, graph.src, graph.dst, np.random.default_rng(1).random(graph.num_edges))
    stream = np.random.default_rng(5).permutation(graph.num_edges)
    shuffled = Graph(graph.num_vertices, graph.src[stream], graph.dst[stream], graph.weight[stream])
    for method in (wb_libra, powergraph, hdrf):
        cut = method(graph, parts, order="shuffled", seed=5)
        assert (cut.cluster_of_edge[stream] == method(shuffled, parts).cluster_of_edge).all()


def test_greedy_cuts_take_any_number_of_clusters_up_to_the_largest():
    assert_same(skewed(7, 40, 2, "real"), 65_536, "given", 0, 1.0)


def test_bounded_cuts_use_the_last_of_65536_clusters():
    # A matching, its edges once more, and a hub that is joined to one end of each: b is 3, and what the
    # second and third edge of a pair find in its cluster is below it.
    pair = np.arange(65_536)
    left, right, hub = pair, pair + 65_536, np.full(65_536, 2 * 65_536)
    graph = Graph(2 * 65_536 + 1, np.concatenate([left, right, hub]), np.concatenate([right, left, left]))
    for method in BOUNDED:
        assert (method(graph, 65_536).cluster_of_edge.reshape(3, -1) == pair).all()


@settings(deadline=None, max_examples=examples(80))
@given(
    graphs(),
    st.sampled_from([1, 2, 3, 8, 9, 17, 64, 65, 130]),
    st.sampled_from(ORDERS),
    st.sampled_from([1e-300, 1e-17, 0.01, 1.1, 5.0, 1e18, 1e308]),
    st.sampled_from([1e-300, 0.5, 1.0, 1e12, 1e300]),
)
def test_hdrf_of_small_graphs_is_the_scan_over_all_clusters(graph, parts, order, balance_weight, epsilon):
    options = {"balance_weight": balance_weight, "epsilon": epsilon}
    expected = reference.hdrf(graph, parts, reference.order(graph, order, 1), **options)
    assert hdrf(graph, parts, seed=1, order=order, **options).cluster_of_edge.tolist() == expected


@pytest.mark.parametrize(
    ("n", "m", "parts"),
    [
        *[(30, 300, parts) for parts in (2, 8, 12, 20, 33, 64, 65, 128, 200)],
        (120, 700, 520),
        (60, 900, 700),
        (60, 700, 1100),
    ],
)
def test_hdrf_of_skewed_graphs_is_the_scan_over_all_clusters(n, m, parts):
    for balance_weight in (0.2, 1.1, 4.0):
        graph = skewed(n, m, int(10 * balance_weight))
        order = ORDERS[parts % 4]
        expected = reference.hdrf(
            graph, parts, reference.order(graph, order, 0), balance_weight=balance_weight
        )
        cut = hdrf(graph, parts, order=order, balance_weight=balance_weight)
        assert cut.cluster_of_edge.tolist() == expected


@settings(deadline=None, max_examples=examples(50))
@given(graphs(), st.integers(1, 70), st.integers(0, 2**64))
def test_dbh_is_the_reference(graph, parts, seed):
    assert dbh(graph, parts, seed=seed).cluster_of_edge.tolist() == reference.dbh(graph, parts, seed)


def test_splitmix64_gives_the_numbers_that_everybody_gets():
    # The first outputs of the generator seeded with 0 and with 1234567.
    assert splitmix64(np.array([0, 1234567]), 0).tolist() == [0xE220A8397B1DCDAF, 6457827717110365317]


def test_dbh_never_cuts_a_vertex_among_larger_ones():
    graph = skewed(200, 2000, 4)
    cut = dbh(graph, 50, seed=9)
    lower = graph.degree[graph.src] < graph.degree[graph.dst]
    higher = graph.degree[graph.src] > graph.degree[graph.dst]
    for v in range(graph.num_vertices):
        at = (graph.src == v) | (graph.dst == v)
        smaller = np.where(graph.src == v, lower, higher)[at]
        if at.any() and smaller.all():
            assert np.unique(cut.cluster_of_edge[at]).size == 1


def test_random_draws_from_numpys_generator():
    graph = skewed(50, 4000, 6)
    drawn = np.random.default_rng(12).integers(9, size=4000)
    assert (random(graph, 9, seed=12).cluster_of_edge == drawn).all()


def test_random_replicates_as_expected():
    rng = np.random.default_rng(3)
    graph = Graph(2000, rng.integers(0, 1000, 20_000), rng.integers(1000, 2000, 20_000))
    parts = 16
    cluster = random(graph, parts, seed=1).cluster_of_edge
    ends = np.concatenate([graph.src, graph.dst]).astype(np.int64)
    copies = np.unique(ends * parts + np.concatenate([cluster, cluster])).size
    alone = (1 - 1 / parts) ** graph.degree
    # Per vertex, the variance of the number of occupied clusters is at most that of independent ones.
    deviation = math.sqrt((parts * alone * (1 - alone)).sum())
    # Both ends of an edge go together, so the two sides are not independent: twice the deviation.
    assert abs(copies - (parts * (1 - alone)).sum()) < 5 * 2 * deviation


@settings(deadline=None, max_examples=examples(100))
@given(graphs(), st.integers(1, 80), st.sampled_from(ORDERS), st.sampled_from([1.0, 1.0001, 1.5]))
def test_bounded_cuts_keep_the_bound_and_one_edge(graph, parts, order, load_bound):
    total = math.fsum(graph.weight)
    limit = load_bound * total / parts + graph.weight.max(initial=0.0)
    # Each of at most m additions to a load is off by at most half a unit in the last place of the total.
    rounding = graph.num_edges * total * np.finfo(float).eps
    for method in BOUNDED:
        cut = method(graph, parts, order=order, load_bound=load_bound)
        load = np.bincount(cut.cluster_of_edge, graph.weight, parts)
        assert load.max() <= limit + rounding


@pytest.mark.parametrize("parts", [1, 2, 8, 64, 100, 1024, 5000])
@pytest.mark.parametrize("weights", ["unit", "real", "heavy tail"])
def test_bounded_cuts_of_skewed_graphs_keep_the_bound_and_one_edge(parts, weights):
    graph = skewed(500, 8000, 7, weights)
    total = math.fsum(graph.weight)
    for method in BOUNDED:
        load = np.bincount(method(graph, parts).cluster_of_edge, graph.weight, parts)
        assert load.max() <= (total / parts + graph.weight.max()) * (1 + 8000 * np.finfo(float).eps)


@pytest.mark.parametrize("method", [*GREEDY, *BOUNDED, hdrf])
@pytest.mark.parametrize("parts", [7, 64, 300])
def test_same_seed_same_cut(method, parts):
    graph = skewed(200, 3000, 8, "real")
    for order in ORDERS:
        first = method(graph, parts, seed=5, order=order).cluster_of_edge
        assert (first == method(graph, parts, seed=5, order=order).cluster_of_edge).all()
        other = method(graph, parts, seed=6, order=order).cluster_of_edge
        assert (first == other).all() == (order != "shuffled")


@pytest.mark.parametrize("method", [*GREEDY, *BOUNDED, hdrf, random, dbh])
@pytest.mark.parametrize("parts", [1, 8, 65])
def test_graphs_without_edges(method, parts):
    for n in (0, 3):
        assert method(Graph(n, [], []), parts).cluster_of_edge.size == 0


@pytest.mark.parametrize("weight", [1e308, 5e-324])
def test_weights_at_the_ends_of_the_range(weight):
    graph = Graph(4, [0, 1, 2, 3, 0], [1, 2, 3, 0, 2], np.full(5, weight))
    for method, rules in BOUNDED.items():
        for parts in (2, 100):
            try:
                expected = reference.greedy(graph, parts, range(5), **rules, load_bound=1.0)
            except OverflowError:  # math.fsum's; the bound is then infinite
                expected = reference.greedy(graph, parts, range(5), **rules)
            assert method(graph, parts).cluster_of_edge.tolist() == expected


def test_the_order_of_the_stream_is_on_record():
    graph = skewed(20, 60, 9)
    cut = partition(graph, "wb_libra", 4, seed=3, order="shuffled")
    assert cut.options == {"order": "shuffled", "load_bound": 1.0, "seed": 3}
    assert partition(graph, "hdrf", 4).options == {
        "order": "given",
        "balance_weight": 1.1,
        "epsilon": 1.0,
        "seed": 0,
    }


@pytest.mark.parametrize(
    ("method", "options", "message"),
    [
        (
            "wb_libra",
            {"order": "random"},
            "partitioner 'wb_libra': order: "
            "expected one of 'given', 'shuffled', 'degree', 'bfs', got 'random'",
        ),
        (
            "wb_powergraph",
            {"load_bound": 0.5},
            "partitioner 'wb_powergraph': load_bound: expected a number of at least 1, got 0.5",
        ),
        (
            "wb_libra",
            {"load_bound": math.nan},
            "partitioner 'wb_libra': load_bound: expected a finite number of at least 1, got nan",
        ),
        (
            "wb_libra",
            {"loadbound": 1.0},
            "partitioner 'wb_libra' takes no option 'loadbound'; did you mean 'load_bound'?",
        ),
        ("w_libra", {"load_bound": 1.0}, "partitioner 'w_libra' takes no option 'load_bound'; known: order"),
        ("random", {"order": "given"}, "partitioner 'random' takes no option 'order'; it takes no options"),
        ("dbh", {"order": "given"}, "partitioner 'dbh' takes no option 'order'; it takes no options"),
        (
            "hdrf",
            {"balance_weight": 0.0},
            "partitioner 'hdrf': balance_weight: expected a number greater than 0, got 0.0",
        ),
        (
            "hdrf",
            {"balance_weight": math.inf},
            "partitioner 'hdrf': balance_weight: expected a finite number greater than 0, got inf",
        ),
        (
            "hdrf",
            {"epsilon": 0.0},
            "partitioner 'hdrf': epsilon: expected a number greater than 0, got 0.0",
        ),
        (
            "hdrf",
            {"epsilon": "1"},
            "partitioner 'hdrf': epsilon: expected a number greater than 0, got '1'",
        ),
    ],
)
def test_wrong_options(method, options, message):
    with pytest.raises(OptionError) as error:
        partition(skewed(20, 60, 10), method, 4, **options)
    assert str(error.value) == message
