"""Split-and-connect: each of its steps against plain Python, and what its options mean."""

import itertools
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from small_graphs import graphs

from partitioners.analysis.quality import quality
from partitioners.coarsening.split_and_connect import reconstruct, split_and_connect
from partitioners.coarsening.vertex_paths import paths_by_edge, paths_by_neighbour
from partitioners.conformance.graphs import random_graph
from partitioners.errors import MissingExtraError, OptionError
from partitioners.generators.models import barabasi_albert, grid, mc2depi, mesh27, rmat
from partitioners.graph import Graph
from partitioners.partition import EdgePartition
from partitioners.partition_graph import partition
from partitioners.vertex_cuts.spac import find_clusters, vertex_paths


def plain_paths(graph, key):
    """The clones of every vertex sorted by ``key(edge, other end)``."""
    paths = [[] for _ in range(graph.num_vertices)]
    for e, (u, v) in enumerate(zip(graph.src.tolist(), graph.dst.tolist(), strict=True)):
        paths[u].append((key(e, v), e, 2 * e))
        paths[v].append((key(e, u), e, 2 * e + 1))
    return [[clone for *_, clone in sorted(path)] for path in paths]


def as_lists(paths):
    return [paths.clone[a:b].tolist() for a, b in itertools.pairwise(paths.first)]


def plain_auxiliary(graph, paths, contracted, close_path, dominant=1000):
    """The weight of every auxiliary edge, as a Counter of pairs of nodes."""
    weight = Counter()
    for path in paths:
        ends = list(itertools.pairwise(path))
        if close_path and len(path) > 2:
            ends.append((path[-1], path[0]))
        for a, b in ends:
            a, b = (a // 2, b // 2) if contracted else (a, b)
            if a != b:
                weight[min(a, b), max(a, b)] += 1
    if not contracted:
        for e in range(graph.num_edges):
            weight[2 * e, 2 * e + 1] += dominant
    return weight


def as_counter(auxiliary):
    row = np.repeat(np.arange(auxiliary.indptr.size - 1), np.diff(auxiliary.indptr))
    both = Counter()
    for a, b, w in zip(row.tolist(), auxiliary.neighbour.tolist(), auxiliary.weight.tolist(), strict=True):
        assert (a, b) not in both
        both[a, b] = w
    assert all(both[b, a] == w for (a, b), w in both.items())
    return Counter({pair: w for pair, w in both.items() if pair[0] < pair[1]})


@settings(deadline=None)
@given(graphs(), st.randoms(use_true_random=False))
def test_paths_are_those_of_plain_python(graph, random):
    assert as_lists(paths_by_edge(graph)) == plain_paths(graph, lambda e, v: e)
    edges, vertices = list(range(graph.num_edges)), list(range(graph.num_vertices))
    random.shuffle(edges)
    random.shuffle(vertices)
    rank = {e: i for i, e in enumerate(edges)}
    by_edge = paths_by_edge(graph, np.array(edges, int))
    assert as_lists(by_edge) == plain_paths(graph, lambda e, v: rank[e])
    rank_of = {v: i for i, v in enumerate(vertices)}
    by_neighbour = as_lists(paths_by_neighbour(graph, np.array(vertices, int)))
    assert by_neighbour == plain_paths(graph, lambda e, v: rank_of[v])


@settings(deadline=None)
@given(graphs(), st.booleans())
def test_the_auxiliary_graph_is_that_of_plain_python(graph, close_path):
    paths = paths_by_edge(graph)
    for form in ("contracted", "split"):
        auxiliary = split_and_connect(graph, paths, form=form, close_path=close_path)
        contracted = form == "contracted"
        assert as_counter(auxiliary) == plain_auxiliary(graph, as_lists(paths), contracted, close_path)
        load = graph.weight if graph.weight.any() else np.ones(graph.num_edges)
        assert auxiliary.work.tolist() == (load if contracted else np.repeat(load / 2, 2)).tolist()


def test_a_triangle_by_hand():
    """Each vertex has a path of two clones, so the contracted form is the triangle's line graph."""
    triangle = Graph(3, [0, 1, 2], [1, 2, 0])
    contracted = split_and_connect(triangle, paths_by_edge(triangle))
    assert as_counter(contracted) == {(0, 1): 1, (1, 2): 1, (0, 2): 1}
    split = split_and_connect(triangle, paths_by_edge(triangle), form="split")
    assert as_counter(split) == {(0, 1): 1000, (2, 3): 1000, (4, 5): 1000, (0, 5): 1, (1, 2): 1, (3, 4): 1}


def test_a_cut_dominant_edge_is_counted_and_goes_to_the_less_loaded_of_its_two_parts():
    path = Graph(5, [0, 1, 2, 3], [1, 2, 3, 4], [1.0, 5.0, 1.0, 1.0])
    split = split_and_connect(path, paths_by_edge(path), form="split")
    part = np.array([0, 0, 1, 1, 0, 1, 1, 0])  # edges 2 and 3 are cut
    cluster, cut_dominant = reconstruct(split, part, 2)
    assert cut_dominant == 2
    assert cluster.tolist() == [0, 1, 0, 0]
    contracted = split_and_connect(path, paths_by_edge(path))
    cluster, cut_dominant = reconstruct(contracted, np.array([0, 1, 1, 0]), 2)
    assert (cluster.tolist(), cut_dominant) == ([0, 1, 1, 0], 0)


def test_cut_dominant_edges_are_reported():
    heard = []
    graph = barabasi_albert(vertices=500, edges_per_vertex=4)
    partition(graph, "spac", 8, form="split", progress=lambda *what: heard.append(what))
    partition(graph, "spac", 8, path_order="best_of", progress=lambda *what: heard.append(what))
    assert heard == [
        (1, 1, "path order cluster, dominant edges cut: 0"),
        (1, 3, "path order cluster"),
        (2, 3, "path order degree"),
        (3, 3, "path order index"),
    ]


def communities(count, size, seed):
    """Dense groups of vertices with few edges between them, ids shuffled, and the group of each vertex."""
    rng = np.random.default_rng(seed)
    n = count * size
    pairs = rng.integers(size, size=(count, 16 * size, 2)) + size * np.arange(count)[:, None, None]
    pairs = np.concatenate([pairs.reshape(-1, 2), rng.integers(n, size=(n // 4, 2))])
    number = rng.permutation(n)
    pairs = number[pairs[rng.permutation(len(pairs))]]
    group = np.empty(n, int)
    group[number] = np.arange(n) // size
    return Graph(n, pairs[:, 0], pairs[:, 1]), group


def test_clusters_are_found_where_there_are_any():
    graph, group = communities(12, 60, 1)
    cluster = find_clusters(graph, 0)
    for c in np.unique(cluster):
        assert np.unique(group[cluster == c]).size == 1
    # Smaller clusters of one group follow one another.
    in_order = group[np.argsort(cluster, kind="stable")]
    assert np.count_nonzero(np.diff(in_order)) == 11
    assert not find_clusters(rmat(scale=10, edge_factor=16), 0).any()
    assert not find_clusters(Graph(7, [2, 3], [2, 3]), 0).any()
    assert find_clusters(Graph(0, [], []), 0).size == 0


def test_the_order_by_clusters_is_that_by_degree_where_there_are_none():
    graph = rmat(scale=10, edge_factor=16)
    orders = {o: vertex_paths(graph, o, 0).clone.tobytes() for o in ("index", "degree", "cluster", "random")}
    assert orders["cluster"] == orders["degree"]
    assert len(set(orders.values())) == 3


@pytest.mark.parametrize("form", ["contracted", "split"])
def test_the_order_of_paths_decides(form):
    def copies(graph, order):
        return quality(partition(graph, "spac", 8, path_order=order, form=form)).vertex_copies

    skewed = rmat(scale=11, edge_factor=16)
    assert copies(skewed, "cluster") <= 0.8 * copies(skewed, "index")
    grouped = mesh27(side=16)
    assert copies(grouped, "cluster") <= 0.95 * copies(grouped, "index")
    for graph in (skewed, grouped):
        best = min(copies(graph, order) for order in ("index", "degree", "cluster"))
        assert copies(graph, "best_of") == best
        assert copies(graph, "random") >= best


def test_closed_paths_suit_the_rows_and_columns_of_a_lattice():
    """The paper's footnote 2 and Fig. 4, in small: k = m / 10,240 parts of mc2depi's structure."""
    graph = mc2depi(n=128)
    open_path, closed = (
        quality(partition(graph, "spac", 16, close_path=close)).vertex_copies for close in (False, True)
    )
    assert closed < open_path
    # The paper's 36,124 copies at n = 1024 scaled by the length of the cuts, which goes with sqrt(m k).
    assert closed <= 1.03 * 36_124 * np.sqrt(graph.num_edges * 16 / (2_100_225 * 205))


@settings(deadline=None, max_examples=examples(60))
@given(
    graphs(max_vertices=30, max_edges=90),
    st.integers(1, 20),
    st.sampled_from([1.0, 1.03, 1.5]),
    st.sampled_from(["contracted", "split"]),
    st.booleans(),
)
def test_the_hard_limit_is_kept(graph, parts, imbalance, form, close_path):
    parts = min(parts, max(1, graph.num_edges))
    cut = partition(graph, "spac", parts, imbalance=imbalance, form=form, close_path=close_path)
    figures = quality(cut)
    assert figures.edge_weight_imbalance <= figures.imbalance_guarantee * (1 + 1e-9)


@pytest.mark.parametrize("weights", ["unit", "wide", "mostly zero", "fractions"])
def test_the_hard_limit_is_kept_on_larger_graphs(weights, capfd):
    graph = random_graph(600, 6000, 1, weights)
    for parts in (2, 17, 250):
        for form in ("contracted", "split"):
            figures = quality(partition(graph, "spac", parts, form=form, imbalance=1.0))
            assert figures.edge_weight_imbalance <= figures.imbalance_guarantee * (1 + 1e-9)
    assert capfd.readouterr() == ("", "")


def test_weights_are_balanced_and_not_edges():
    plain = grid(width=32, height=32)
    heavy = Graph(1024, plain.src, plain.dst, np.where(plain.src % 32 < 16, 10.0, 1.0))
    cut = partition(heavy, "spac", 4)
    sizes = np.bincount(cut.cluster_of_edge)
    assert sizes.max() > 2 * sizes.min()


def test_a_grid_is_cut_along_short_lines():
    cut = partition(grid(width=32, height=32), "spac", 4)
    assert isinstance(cut, EdgePartition)
    assert quality(cut).vertex_copies <= 96  # two straight lines cut 64


def test_the_seed_is_passed_on():
    graph = grid(width=40, height=40)
    for options in ({}, {"path_order": "random"}, {"form": "split"}):
        cuts = {partition(graph, "spac", 9, seed=s, **options).cluster_of_edge.tobytes() for s in range(4)}
        assert len(cuts) == 4


def test_kaminpar_partitions_as_metis_does(capfd):
    pytest.importorskip(
        "kaminpar", reason="The package kaminpar is not installed: pip install 'numasim[kaminpar]'."
    )
    graph = grid(width=40, height=40)
    cuts = [partition(graph, "spac", 8, partitioner="kaminpar", seed=seed) for seed in (0, 0, 1)]
    assert cuts[0].cluster_of_edge.tobytes() == cuts[1].cluster_of_edge.tobytes()
    assert cuts[0].cluster_of_edge.tobytes() != cuts[2].cluster_of_edge.tobytes()
    metis = quality(partition(graph, "spac", 8)).vertex_copies
    for cut in cuts:
        assert quality(cut).vertex_copies <= 1.3 * metis
        assert quality(cut).edge_weight_imbalance <= 1.03
    for weights in ("unit", "wide", "mostly zero", "fractions"):
        weighted = random_graph(300, 1500, 1, weights)
        for parts in (2, 17, 800):
            figures = quality(partition(weighted, "spac", parts, partitioner="kaminpar", form="split"))
            assert figures.edge_weight_imbalance <= figures.imbalance_guarantee * (1 + 1e-9)
    assert capfd.readouterr() == ("", "")


THREADS = """
import os
import kaminpar, scipy.sparse
from partitioners.partition_graph import partition
from partitioners.conformance.graphs import random_graph
before = len(os.listdir("/proc/self/task"))
for seed in range(3):
    partition(random_graph(2000, 9000, 3, "wide"), "kaminpar", 9, seed=seed)
print(len(os.listdir("/proc/self/task")) - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="The test counts threads in /proc, which only Linux has.")
def test_kaminpar_starts_no_thread():
    """Another thread could take a part of the work, and the cut would depend on the load of the machine."""
    pytest.importorskip(
        "kaminpar", reason="The package kaminpar is not installed: pip install 'numasim[kaminpar]'."
    )
    done = subprocess.run([sys.executable, "-c", THREADS], capture_output=True, text=True, check=True)
    assert done.stdout == "0\n"


def test_without_kaminpar_the_message_names_the_extra(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "kaminpar", None)
    with pytest.raises(MissingExtraError) as caught:
        partition(grid(width=4, height=4), "spac", 2, partitioner="kaminpar")
    assert str(caught.value) == (
        "the vertex partitioner 'kaminpar' needs the package 'kaminpar': pip install 'numasim[kaminpar]'"
    )


@pytest.mark.parametrize("option", [{"path_order": "id"}, {"form": "joined"}, {"partitioner": "scotch"}])
def test_an_option_that_is_none_is_refused(option):
    with pytest.raises(OptionError, match=r"^partitioner 'spac': [a-z_]+: expected one of '"):
        partition(grid(width=4, height=4), "spac", 2, **option)
