"""Buffered streaming: what a batch changes is known exactly, the limit holds, and no pass makes it worse."""

import numpy as np
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from small_graphs import graphs

from partitioners.analysis.quality import quality
from partitioners.analysis.verify import verify
from partitioners.balance import hard_limit
from partitioners.conformance.graphs import random_graph
from partitioners.generators.models import grid, rmat
from partitioners.graph import Graph
from partitioners.partition_graph import partition
from partitioners.refinement.refine import Outside, Refiner
from partitioners.streaming.batch_placement import count_members
from partitioners.streaming.stream_totals import StreamTotals
from partitioners.vertex_cuts.buffered import SEARCH, BufferedPlacement, batch_size


def state_of(graph, parts, *, batches=2, imbalance=1.03):
    totals = StreamTotals(
        graph.num_edges,
        graph.degree,
        float(graph.weight.sum()),
        float(graph.weight.min()),
        float(graph.weight.max()),
    )
    return BufferedPlacement(totals, parts, seed=0, imbalance=imbalance, batches=batches, restream=True)


def sets(graph, cluster):
    """A(v), from the definition, of the edges that have a cluster."""
    members = [set() for _ in range(graph.num_vertices)]
    for u, v, c in zip(graph.src.tolist(), graph.dst.tolist(), cluster.tolist(), strict=True):
        if c >= 0:
            members[u].add(c)
            members[v].add(c)
    return members


def check(state, graph, cluster):
    """The state against what it stands for: sets, loads, ends."""
    expected = sets(graph, cluster)
    for v, members in enumerate(expected):
        held = {c for c in range(state.parts) if int(state.words[v, c // 64]) >> c % 64 & 1}
        assert held == members
    assert count_members(state.words) == (sum(map(len, expected)), sum(map(bool, expected)))
    placed = cluster >= 0
    weight = graph.weight if graph.weight.any() else np.ones(graph.num_edges)
    load = np.bincount(cluster[placed], weight[placed], minlength=state.parts)
    assert np.allclose(load, state.load)
    assert load.max() <= hard_limit(1.03, weight, state.parts) * weight.sum() / state.parts * (1 + 1e-9)
    ends = np.zeros((graph.num_vertices, state.parts), int)
    np.add.at(ends, (graph.src[placed], cluster[placed]), 1)
    np.add.at(ends, (graph.dst[placed], cluster[placed]), 1)
    assert np.array_equal(np.minimum(ends, 255), state.ends)


@settings(deadline=None, max_examples=examples(60))
@given(data=st.data())
def test_the_state_is_what_the_clusters_say_after_every_batch(data):
    graph = data.draw(graphs(max_vertices=9, max_edges=40))
    if graph.num_edges < 2:
        return
    parts = data.draw(st.sampled_from([2, 3, 5, 70]))
    size = data.draw(st.integers(1, graph.num_edges))
    batches = -(-graph.num_edges // size)
    state = state_of(graph, parts, batches=batches)
    cluster = np.full(graph.num_edges, -1)
    copies = None
    for turn in range(3):
        for k in range(batches):
            at = slice(k * size, (k + 1) * size)
            edges = graph.src[at], graph.dst[at], graph.weight[at]
            cluster[at] = state.improve(*edges, cluster[at]) if turn else state.place(*edges)
            check(state, graph, cluster)
            now = sum(map(len, sets(graph, cluster)))
            assert not turn or now <= copies
            copies = now


@settings(deadline=None)
@given(graph=graphs(max_vertices=9, max_edges=40), data=st.data())
def test_what_saves_copies_in_a_part_saves_them_in_the_whole(graph, data):
    parts, m = data.draw(st.sampled_from([2, 3, 70])), graph.num_edges
    cluster = np.array(data.draw(st.lists(st.integers(0, parts - 1), min_size=m, max_size=m)), int)
    own = np.array(data.draw(st.lists(st.booleans(), min_size=m, max_size=m)), bool)
    part = Graph(graph.num_vertices, graph.src[own], graph.dst[own], graph.weight[own])
    rest = Graph(graph.num_vertices, graph.src[~own], graph.dst[~own], graph.weight[~own])
    members = sets(rest, cluster[~own])
    held = [(v, c) for v, at in enumerate(members) for c in at]
    vertex, where = (np.array(column, int) for column in zip(*held, strict=True)) if held else ([], [])
    load = np.bincount(cluster[~own], rest.weight, minlength=parts)
    most = max(1.0, np.bincount(cluster, graph.weight, minlength=parts).max(initial=0.0))
    outside = Outside(np.asarray(vertex, int), np.asarray(where, int), load, most)
    refiner = Refiner(part, parts, cluster[own], seed=0, imbalance=1.0, outside=outside)
    before, moved = refiner.copies, cluster.copy()
    refiner.run(SEARCH)
    moved[own] = refiner.cluster[: part.num_edges]
    assert refiner.cluster[part.num_edges :].tolist() == list(where)
    saved = sum(map(len, sets(graph, cluster))) - sum(map(len, sets(graph, moved)))
    assert saved == before - refiner.copies >= 0
    assert np.bincount(moved, graph.weight, minlength=parts).max(initial=0.0) <= most * (1 + 1e-9)


@pytest.mark.parametrize("weights", ["unit", "wide", "fractions", "mostly zero", "zero"])
@pytest.mark.parametrize("size", [100, 333, 2000])
def test_batches_of_every_size_keep_the_limit(weights, size):
    graph = random_graph(300, 2000, 4, weights)
    for parts in (2, 7, 64, 130):
        cut = partition(graph, "buffered", parts, batch=size, passes=2)
        verify(cut)
        figures = quality(cut)
        assert figures.edge_weight_imbalance <= figures.imbalance_guarantee * (1 + 1e-9)


def test_counts_that_are_full_are_never_taken_for_exact():
    """A hub with more than 255 edges in a cluster, in many batches."""
    leaves = np.arange(1, 3001)
    star = Graph(3001, np.zeros(3000, int), leaves)
    state = state_of(star, 3, batches=30)
    cluster = np.full(3000, -1)
    for turn in range(3):
        for k in range(0, 3000, 100):
            edges = star.src[k : k + 100], star.dst[k : k + 100], star.weight[k : k + 100]
            old = cluster[k : k + 100]
            cluster[k : k + 100] = state.improve(*edges, old) if turn else state.place(*edges)
    check(state, star, cluster)


@pytest.mark.parametrize("parts", [8, 64])
def test_it_is_ahead_of_hdrf_and_further_passes_improve_it(parts):
    for graph in (grid(width=100, height=100), rmat(scale=12)):
        size = -(-graph.num_edges // 4)
        hdrf = quality(partition(graph, "hdrf", parts, order="shuffled")).vertex_copies
        once = quality(partition(graph, "buffered", parts, batch=size)).vertex_copies
        thrice = quality(partition(graph, "buffered", parts, batch=size, passes=3)).vertex_copies
        assert thrice <= once < hdrf


def test_one_batch_of_a_mesh_is_as_good_as_spac():
    graph = grid(width=100, height=100)
    spac = quality(partition(graph, "spac", 16)).vertex_copies
    assert quality(partition(graph, "buffered", 16)).vertex_copies <= 1.02 * spac


def test_batches_are_alike():
    assert [batch_size(m, 10) for m in (0, 1, 10, 11, 25, 30)] == [1, 1, 10, 6, 9, 10]


def test_progress_counts_the_batches_of_all_passes():
    seen = []
    partition(
        random_graph(50, 100, 1), "buffered", 4, batch=40, passes=2, progress=lambda *step: seen.append(step)
    )
    assert seen == [(k + 1, 6, f"pass {k // 3 + 1} of 2") for k in range(6)]
