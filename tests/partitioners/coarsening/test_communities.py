"""Local moving against networkx's modularity and Louvain method, and against brute force."""

import networkx
import numpy as np
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from small_graphs import graphs

from partitioners.coarsening.communities import (
    Objective,
    WeightedGraph,
    compact,
    find_communities,
    merge,
    move,
)
from partitioners.graph import Graph
from partitioners.undirected import undirected


def weighted_graph(graph, load=None):
    indptr, neighbour, value = undirected(graph, graph.weight)
    owner = np.repeat(np.arange(graph.num_vertices), np.diff(indptr))
    strength = np.bincount(owner, value, minlength=graph.num_vertices).astype(float)
    if load is None:
        load = np.ones(graph.num_vertices)
    return WeightedGraph(indptr, neighbour, value.astype(float), strength, np.asarray(load, float))


def as_networkx(graph):
    result = networkx.Graph()
    result.add_nodes_from(range(graph.size))
    for v in range(graph.size):
        for k in range(graph.indptr[v], graph.indptr[v + 1]):
            result.add_edge(v, int(graph.neighbour[k]), weight=float(graph.weight[k]))
    return result


def members(label):
    return [set(np.flatnonzero(label == c).tolist()) for c in sorted(set(label.tolist()))]


def value(graph, label, objective):
    """The objective as the head of the module states it."""
    total = graph.strength.sum()
    result = 0.0
    for inside in members(label):
        inner = sum(
            graph.weight[k]
            for v in inside
            for k in range(graph.indptr[v], graph.indptr[v + 1])
            if graph.neighbour[k] in inside
        )
        strength, load = (sum(x[v] for v in inside) for x in (graph.strength, graph.load))
        result += inner / total - objective.resolution * (strength / total) ** 2
        over = max(0.0, objective.parts * load / graph.load.sum() - 1)
        result -= objective.balance_weight / objective.parts * over**2
    return result


OBJECTIVES = st.builds(
    Objective, st.sampled_from([0.5, 1.0, 2.0]), st.sampled_from([0.0, 0.3, 1.0, 5.0]), st.integers(1, 6)
)


def karate():
    return networkx.karate_club_graph()


def caves():
    return networkx.connected_caveman_graph(12, 8)


def planted():
    return networkx.planted_partition_graph(8, 30, 0.3, 0.01, seed=3)


def power_law():
    return networkx.powerlaw_cluster_graph(600, 3, 0.4, seed=1)


@pytest.mark.parametrize("make", [karate, caves, planted, power_law])
def test_without_a_penalty_modularity_is_that_of_networkx_s_louvain(make):
    source = make()
    edges = np.array([(u, v) for u, v in source.edges])
    weight = np.array([w for _, _, w in source.edges(data="weight", default=1)], float)
    graph = weighted_graph(Graph(len(source), edges[:, 0], edges[:, 1], weight))
    other = as_networkx(graph)
    ours, theirs = [], []
    for seed in range(5):
        label = find_communities(graph, Objective(1.0, 0.0, 1), np.random.default_rng(seed))
        ours.append(networkx.community.modularity(other, members(label)))
        assert ours[-1] == pytest.approx(value(graph, label, Objective(1.0, 0.0, 1)))
        louvain = networkx.community.louvain_communities(other, seed=seed)
        theirs.append(networkx.community.modularity(other, louvain))
    assert max(ours) >= max(theirs) - 0.005
    assert np.mean(ours) >= np.mean(theirs) - 0.01


@settings(deadline=None, max_examples=examples(150))
@given(graphs(operations=False), OBJECTIVES, st.integers(0, 3), st.data())
def test_after_moving_no_single_move_gains(graph, objective, seed, data):
    n = graph.num_vertices
    load = data.draw(st.lists(st.sampled_from([0.0, 1.0, 2.5]), min_size=n, max_size=n))
    if not any(load):
        load = [1.0] * n
    graph = weighted_graph(graph, load)
    if not graph.strength.any():
        return
    label = move(graph, np.arange(n), objective, np.random.default_rng(seed).permutation(n))
    best = value(graph, label, objective)
    assert best >= value(graph, np.arange(n), objective) - 1e-9
    for v in range(n):
        near = {int(label[u]) for u in graph.neighbour[graph.indptr[v] : graph.indptr[v + 1]]}
        alone = max(set(range(n + 1)) - set(label.tolist()))
        for c in near | {alone}:
            other = label.copy()
            other[v] = c
            assert value(graph, other, objective) <= best + 1e-9


@settings(deadline=None)
@given(graphs(operations=False), st.integers(0, 3), st.floats(0.5, 6), st.data())
def test_with_a_limit_no_community_is_filled_beyond_it_and_none_is_opened(graph, seed, limit, data):
    n = graph.num_vertices
    start = np.array(data.draw(st.lists(st.integers(0, n - 1), min_size=n, max_size=n)))
    graph = weighted_graph(graph)
    label = move(graph, start, Objective(1.0, 1.0, 3), np.random.default_rng(seed).permutation(n), limit)
    before, after = (np.bincount(x, graph.load, minlength=n) for x in (start, label))
    assert np.all(after <= np.maximum(before, limit))
    assert set(label.tolist()) <= set(start.tolist())


@settings(deadline=None)
@given(graphs(operations=False), OBJECTIVES)
def test_the_first_level_refines_the_last(graph, objective):
    graph = weighted_graph(graph)
    first, last = (
        find_communities(graph, objective, np.random.default_rng(0), only_first_level=only)
        for only in (True, False)
    )
    order = np.random.default_rng(0).permutation(graph.size)
    assert first.tolist() == compact(move(graph, np.arange(graph.size), objective, order))[0].tolist()
    assert all(len(set(last[first == c].tolist())) == 1 for c in set(first.tolist()))


@settings(deadline=None)
@given(graphs(operations=False), OBJECTIVES, st.data())
def test_merging_keeps_the_objective(graph, objective, data):
    n = graph.num_vertices
    graph = weighted_graph(graph)
    if not graph.strength.any():
        return
    label, count = compact(np.array(data.draw(st.lists(st.integers(0, n - 1), min_size=n, max_size=n))))
    merged = merge(graph, label, count)
    assert merged.size == count
    assert merged.strength.tolist() == pytest.approx(np.bincount(label, graph.strength).tolist())
    assert merged.load.sum() == graph.load.sum()
    for c in range(count):
        row = slice(merged.indptr[c], merged.indptr[c + 1])
        toward = {}
        for v in np.flatnonzero(label == c):
            for k in range(graph.indptr[v], graph.indptr[v + 1]):
                d = int(label[graph.neighbour[k]])
                if d != c:
                    toward[d] = toward.get(d, 0.0) + graph.weight[k]
        assert dict(zip(merged.neighbour[row].tolist(), merged.weight[row].tolist(), strict=True)) == (
            pytest.approx(toward)
        )


@given(st.lists(st.integers(0, 5), min_size=6, max_size=6))
def test_labels_are_renumbered_by_their_first_vertices(label):
    new, count = compact(np.array(label))
    order = list(dict.fromkeys(label))
    assert new.tolist() == [order.index(c) for c in label]
    assert count == len(order)


def test_the_penalty_keeps_communities_from_outgrowing_a_share():
    """A clique would be one community; asked for four shares, moving gives its vertices to about four."""
    source = networkx.complete_graph(40)
    edges = np.array(source.edges)
    graph = weighted_graph(Graph(40, edges[:, 0], edges[:, 1]))
    plain = find_communities(graph, Objective(1.0, 0.0, 4), np.random.default_rng(0))
    bounded = find_communities(graph, Objective(1.0, 1.0, 4), np.random.default_rng(0))
    assert np.bincount(plain).max() == 40
    assert np.bincount(bounded).max() <= 20
