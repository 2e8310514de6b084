"""PuLP's label propagation: the kernel against plain Python, its limits, and what its objectives buy."""

import itertools

import numpy as np
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from small_graphs import graphs

from partitioners.analysis.quality import quality
from partitioners.balance import hard_limit
from partitioners.conformance.graphs import random_graph
from partitioners.edge_cuts.pulp import Labels
from partitioners.edge_cuts.pulp_growth import GROWTH_STEPS, grow
from partitioners.edge_cuts.pulp_rules import EDGE_BALANCE, REFINEMENT, VERTEX_BALANCE
from partitioners.errors import OptionError
from partitioners.generators.models import grid, rmat
from partitioners.graph import Graph
from partitioners.partition_graph import partition
from partitioners.undirected import undirected, vertex_work


def plain_headroom(limit, used):
    return max(limit / used - 1, 0) if used > 0 else 1e6


def plain_sweeps(neighbours, work, part, parts, stage, sweeps, limits, worst_matters, factors):
    """Sweeps with everything counted anew before each vertex moves.

    ``neighbours[v]`` is a dict of neighbour to weight. Refinement looks again only at the neighbours of
    vertices that have moved (the queue of the authors' slides, PULP-BALANCE).
    """
    n = len(neighbours)
    strength = [sum(near.values()) for near in neighbours]
    active = set(range(n))

    def cut_edges(k):
        return sum(w for v in range(n) if part[v] == k for u, w in neighbours[v].items() if part[u] != k)

    for _ in range(sweeps):
        before = list(part)
        largest = max(cut_edges(k) for k in range(parts))
        for v in range(n):
            if stage == REFINEMENT:
                if v not in active:
                    continue
                active.remove(v)
            size = [part.count(k) for k in range(parts)]
            load = [sum(work[u] for u in range(n) if part[u] == k) for k in range(parts)]
            cut = [cut_edges(k) for k in range(parts)]
            home = part[v]

            value = []
            for k in range(parts):
                near = {u: w for u, w in neighbours[v].items() if part[u] == k}
                if stage == REFINEMENT:
                    value.append(sum(near.values()))
                    continue
                pull = sum(w * strength[u] for u, w in near.items())
                if stage == VERTEX_BALANCE:
                    value.append(pull * plain_headroom(limits[0], size[k]))
                else:
                    room = factors[0] * plain_headroom(limits[1], load[k])
                    if factors[1] > 0:
                        room += factors[1] * plain_headroom(largest, cut[k])
                    value.append(pull * room)
            best = home
            for k in sorted({part[u] for u in neighbours[v]} - {home}):
                if size[k] + 1 > limits[0] or load[k] + work[v] > limits[1]:
                    continue
                if worst_matters and stage == REFINEMENT:
                    part[v] = k
                    worse = max(cut_edges(home), cut_edges(k)) > largest
                    part[v] = home
                    if worse:
                        continue
                if value[k] > value[best]:
                    best = k
            if best != home:
                part[v] = best
                active |= set(neighbours[v])
        if part == before:
            break
    return part


@settings(deadline=None, max_examples=examples(150))
@given(
    graphs(max_vertices=9, max_edges=24),
    st.integers(2, 4),
    st.sampled_from([VERTEX_BALANCE, EDGE_BALANCE, REFINEMENT]),
    st.integers(1, 3),
    st.sampled_from([1.0, 1.25, 2.0, 1e9]),
    st.booleans(),
    st.sampled_from([(1.0, 0.0), (1.0, 1.0), (2.0, 0.5)]),
    st.integers(0, 2**32 - 1),
)
def test_sweeps_are_those_of_plain_python(graph, parts, stage, sweeps, slack, worst_matters, factors, seed):
    n = graph.num_vertices
    indptr, neighbour, count = undirected(graph)
    work = np.random.default_rng(seed).integers(1, 5, n).astype(float)
    start = np.random.default_rng(seed).integers(parts, size=n)
    limits = slack * max(1.0, n / parts), slack * max(work.max(), work.sum() / parts)
    labels = Labels(indptr, neighbour, count.astype(float), work, start.copy(), parts)
    labels.propagate(stage, sweeps, *limits, worst_matters, *factors)
    near = [
        dict(zip(neighbour[a:b].tolist(), count[a:b].tolist(), strict=True))
        for a, b in itertools.pairwise(indptr)
    ]
    expected = plain_sweeps(
        near, work.tolist(), start.tolist(), parts, stage, sweeps, limits, worst_matters, factors
    )
    assert labels.part.tolist() == expected
    # What the kernel keeps by differences is what there is.
    anew = Labels(indptr, neighbour, count.astype(float), work, labels.part, parts)
    for name in ("size", "load", "cut"):
        assert getattr(labels, name).tolist() == getattr(anew, name).tolist()


@settings(deadline=None)
@given(graphs(max_vertices=30, max_edges=60), st.integers(2, 6), st.integers(0, 2**32 - 1))
def test_parts_grow_equally(graph, parts, seed):
    rng = np.random.default_rng(seed)
    n = graph.num_vertices
    indptr, neighbour, _ = undirected(graph)
    share = rng.random(n) + 0.01
    share /= share.sum()
    part = grow(indptr, neighbour, share, rng.permutation(n), parts)
    held = np.bincount(part, share, minlength=parts)
    assert held.size == parts
    assert held.max() - held.min() <= share.max() + 1 / (parts * GROWTH_STEPS) + 1e-9


def test_grown_parts_hang_together():
    import networkx

    graph = grid(width=30, height=30)
    indptr, neighbour, _ = undirected(graph)
    part = grow(indptr, neighbour, np.full(900, 1 / 900), np.random.default_rng(1).permutation(900), 2)
    whole = graph.to_networkx().to_undirected()
    pieces = [networkx.number_connected_components(whole.subgraph(np.flatnonzero(part == k))) for k in (0, 1)]
    assert max(pieces) <= 3  # a part that is walled in starts again elsewhere


def work_imbalance(cut):
    work = vertex_work(cut.graph)
    return np.bincount(cut.cluster_of_vertex, work, minlength=cut.parts).max() * cut.parts / work.sum()


@settings(deadline=None, max_examples=examples(60))
@given(
    graphs(max_vertices=30, max_edges=90),
    st.integers(1, 20),
    st.sampled_from([1.0, 1.03, 1.5]),
    st.sampled_from(["edge_cut", "max_cut"]),
)
def test_the_hard_limit_is_kept(graph, parts, imbalance, objective):
    parts = min(parts, graph.num_vertices)
    cut = partition(graph, "pulp", parts, imbalance=imbalance, objective=objective)
    work = vertex_work(graph)
    if work.any():
        assert work_imbalance(cut) <= hard_limit(imbalance, work, parts) * (1 + 1e-9)


@pytest.mark.parametrize("weights", ["unit", "wide", "mostly zero", "fractions"])
def test_the_hard_limit_is_kept_on_larger_graphs(weights):
    graph = random_graph(600, 6000, 1, weights)
    for parts in (2, 17, 250):
        cut = partition(graph, "pulp", parts, imbalance=1.0)
        assert work_imbalance(cut) <= hard_limit(1.0, vertex_work(graph), parts) * (1 + 1e-9)


def test_a_heavy_vertex_does_not_loosen_the_other_parts():
    """A tenth of all work is at one vertex, which has a part to itself, or nearly."""
    plain = rmat(scale=10, edge_factor=16)
    operation = np.zeros(1024)
    operation[5] = plain.num_edges / 9
    graph = Graph(1024, plain.src, plain.dst, vertex={"operation": operation})
    work = vertex_work(graph)
    cut = partition(graph, "pulp", 16)
    load = np.sort(np.bincount(cut.cluster_of_vertex, work, minlength=16))
    assert load[-1] <= work.max() * (1 + 1e-9)


def test_vertices_are_balanced_too():
    """In a skewed graph METIS balances work alone; PuLP keeps vertices within a tenth as well."""
    graph = rmat(scale=13, edge_factor=16)
    sizes = {
        method: np.bincount(partition(graph, method, 32).cluster_of_vertex).max() * 32 / 8192
        for method in ("metis", "pulp")
    }
    assert sizes["pulp"] <= 1.15
    assert sizes["metis"] > 2


def communities(count, size, seed):
    rng = np.random.default_rng(seed)
    n = count * size
    pairs = rng.integers(size, size=(count, 8 * size, 2)) + size * np.arange(count)[:, None, None]
    pairs = np.concatenate([pairs.reshape(-1, 2), rng.integers(n, size=(n // 4, 2))])
    pairs = rng.permutation(n)[pairs[rng.permutation(len(pairs))]]
    return Graph(n, pairs[:, 0], pairs[:, 1])


def test_it_finds_communities():
    graph = communities(8, 200, 1)
    cuts = {m: quality(partition(graph, m, 8, imbalance=1.1)).edge_cut for m in ("pulp", "metis")}
    assert cuts["pulp"] <= 2 * cuts["metis"]
    assert cuts["pulp"] <= 0.2 * quality(partition(graph, "block", 8)).edge_cut


def largest_cut(cut):
    one, two = cut.cluster_of_vertex[cut.graph.src], cut.cluster_of_vertex[cut.graph.dst]
    return np.bincount(np.concatenate([one[one != two], two[one != two]])).max()


def test_the_objective_max_cut_spares_the_worst_part():
    totals = {"edge_cut": 0, "max_cut": 0}
    for seed in range(5):
        graph = rmat(scale=11, edge_factor=12, seed=seed)
        for objective in totals:
            totals[objective] += largest_cut(partition(graph, "pulp", 16, seed=seed, objective=objective))
    assert totals["max_cut"] <= 0.9 * totals["edge_cut"]


def test_the_seed_is_passed_on():
    graph = grid(width=40, height=40)
    cuts = {partition(graph, "pulp", 9, seed=seed).cluster_of_vertex.tobytes() for seed in range(4)}
    assert len(cuts) == 4


def test_an_objective_that_is_none_is_refused():
    with pytest.raises(OptionError, match=r"^partitioner 'pulp': objective: expected one of 'edge_cut',"):
        partition(grid(width=4, height=4), "pulp", 2, objective="volume")
