"""Theorems 3.4 to 3.6 of the SPAC paper on small graphs, against exact optima by enumeration.

Their setting: simple graphs, paths (not cycles), m divisible by k, every part with m / k edges, and a
dominant weight of the number of auxiliary edges, so that an optimal vertex partition cuts no dominant edge. A
vertex partition without cut dominant edges puts both clones of an edge in one part: such partitions are the
assignments of edges to parts, and all balanced ones can be enumerated. C_VP and C_EP are computed here from
their definitions.
"""

import itertools

import numpy as np
import pytest

from partitioners.analysis.quality import quality
from partitioners.coarsening.split_and_connect import reconstruct, split_and_connect
from partitioners.coarsening.vertex_paths import VertexPaths, paths_by_edge
from partitioners.graph import Graph
from partitioners.partition import EdgePartition

SIZES = [(2, 6), (2, 8), (3, 6), (3, 9), (4, 8)]
"""k and m; there are m! / ((m/k)!)^k balanced assignments, 2,520 at most."""


def simple_graph(m, rng):
    """A random simple graph of m edges on 5 to 7 vertices; vertices without an edge may remain."""
    n = int(rng.integers(5, 8))
    pairs = list(itertools.combinations(range(n), 2))
    chosen = sorted(rng.choice(len(pairs), size=m, replace=False))
    src, dst = np.array([pairs[i] for i in chosen]).T
    return Graph(n, src, dst)


def balanced_assignments(m, k):
    """Every way to put m edges into k parts of m / k each."""

    def extend(assigned, room):
        if len(assigned) == m:
            yield tuple(assigned)
            return
        for part in range(k):
            if room[part]:
                room[part] -= 1
                yield from extend([*assigned, part], room)
                room[part] += 1

    return extend([], [m // k] * k)


def edge_partition_cost(graph, assignment):
    """C_EP by Definition 3.1."""
    cost = 0
    for v in range(graph.num_vertices):
        parts = {assignment[e] for e in range(graph.num_edges) if v in (graph.src[e], graph.dst[e])}
        cost += max(0, len(parts) - 1)
    return cost


def vertex_partition_cost(auxiliary, part):
    """C_VP: the weight of the edges of the auxiliary graph whose ends are in two parts."""
    row = np.repeat(np.arange(auxiliary.indptr.size - 1), np.diff(auxiliary.indptr))
    return int(auxiliary.weight[part[row] != part[auxiliary.neighbour]].sum()) // 2


def random_paths(graph, rng):
    """A random member of Psi(D): every path in a random order."""
    given = paths_by_edge(graph)
    clone = np.concatenate([rng.permutation(path) for path in rows(given)])
    return VertexPaths(given.first, clone)


def rows(paths):
    return [paths.clone[a:b] for a, b in itertools.pairwise(paths.first)]


def auxiliary_edges(graph):
    return int(np.maximum(graph.degree - 1, 0).sum())


def psi(graph, paths):
    return split_and_connect(graph, paths, form="split", dominant_weight=auxiliary_edges(graph))


def dual_paths(graph, assignment):
    """The paths of the dual graph (Theorem 3.5): the clones of a vertex grouped by the part of their edge."""
    part = np.array(assignment)
    given = paths_by_edge(graph)
    clone = np.concatenate([path[np.argsort(part[path >> 1], kind="stable")] for path in rows(given)])
    return VertexPaths(given.first, clone)


def clones(assignment):
    return np.repeat(np.array(assignment), 2)


def optimum(auxiliary, graph, k):
    """The least C_VP over all balanced vertex partitions that cut no dominant edge.

    No other can be better: cutting one dominant edge alone costs as much as cutting every auxiliary one.
    """
    return min(vertex_partition_cost(auxiliary, clones(a)) for a in balanced_assignments(graph.num_edges, k))


def cases():
    rng = np.random.default_rng(7)
    return [
        pytest.param(k, simple_graph(m, rng), i, id=f"k={k} m={m} #{i}") for k, m in SIZES for i in range(3)
    ]


@pytest.mark.parametrize(("k", "graph", "seed"), cases())
def test_3_4_the_edge_partition_costs_no_more_than_the_vertex_partition(k, graph, seed):
    rng = np.random.default_rng(seed)
    m = graph.num_edges
    auxiliary = psi(graph, random_paths(graph, rng))
    for _ in range(50):
        part = clones(rng.permutation(np.arange(m) % k))
        cluster, cut_dominant = reconstruct(auxiliary, part, k)
        cost = edge_partition_cost(graph, cluster.tolist())
        assert cut_dominant == 0
        assert np.bincount(cluster).tolist() == [m // k] * k
        assert cost <= vertex_partition_cost(auxiliary, part)
        assert cost == quality(EdgePartition(graph, k, cluster)).vertex_copies


@pytest.mark.parametrize(("k", "graph", "seed"), cases())
def test_3_4_with_dominant_edges_cut_each_counts_as_one(k, graph, seed):
    """The last case of the paper's proof: an edge whose clones are apart adds at most one copy."""
    rng = np.random.default_rng(seed)
    auxiliary = split_and_connect(graph, random_paths(graph, rng), form="split", dominant_weight=1)
    for _ in range(50):
        part = rng.permutation(np.arange(2 * graph.num_edges) % k)
        cluster, cut_dominant = reconstruct(auxiliary, part, k)
        assert cut_dominant == np.count_nonzero(part[0::2] != part[1::2])
        assert edge_partition_cost(graph, cluster.tolist()) <= vertex_partition_cost(auxiliary, part)


@pytest.mark.parametrize(("k", "graph", "seed"), cases())
def test_3_5_the_dual_graph_has_the_optimal_cost(k, graph, seed):
    assignments = list(balanced_assignments(graph.num_edges, k))
    costs = [edge_partition_cost(graph, a) for a in assignments]
    best = min(costs)
    optimal = assignments[costs.index(best)]
    dual = psi(graph, dual_paths(graph, optimal))
    assert optimum(dual, graph, k) == best == vertex_partition_cost(dual, clones(optimal))
    # The contracted form of the same paths has the same optimum.
    contracted = split_and_connect(graph, dual_paths(graph, optimal))
    assert min(vertex_partition_cost(contracted, np.array(a)) for a in assignments) == best


@pytest.mark.parametrize(("k", "graph", "seed"), cases())
def test_3_6_no_order_of_the_paths_costs_more_than_the_largest_degree_less_one(k, graph, seed):
    assignments = list(balanced_assignments(graph.num_edges, k))
    best = min(edge_partition_cost(graph, a) for a in assignments)  # C_VP of the dual graph, by 3.5
    paths = random_paths(graph, np.random.default_rng(seed))
    auxiliary = psi(graph, paths)
    assert best <= optimum(auxiliary, graph, k) <= (int(graph.degree.max()) - 1) * best


def test_the_dominant_weight_keeps_dominant_edges_whole():
    """Over all balanced partitions of the clones, not only of edges: the optimum cuts no dominant edge."""
    rng = np.random.default_rng(3)
    for graph in (Graph(4, [0, 0, 1, 2], [1, 2, 2, 3]), simple_graph(4, rng), simple_graph(6, rng)):
        auxiliary = psi(graph, paths_by_edge(graph))
        m = graph.num_edges
        best = optimum(auxiliary, graph, 2)
        for chosen in itertools.combinations(range(2 * m), m):
            part = np.zeros(2 * m, int)
            part[list(chosen)] = 1
            if (part[0::2] != part[1::2]).any():
                assert vertex_partition_cost(auxiliary, part) >= best
