"""The recursive multilevel cut: every cluster is used and within the limit; it helps the effort `best`."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partitioners.analysis.quality import quality
from partitioners.balance import edge_work
from partitioners.generators.registry import GENERATORS
from partitioners.graph import Graph
from partitioners.partition_graph import partition
from partitioners.refinement.refine import load_limit
from partitioners.vertex_cuts.recursive import cut_recursively, divisors


@given(st.integers(2, 5000))
def test_a_number_is_divided_near_its_root_and_into_primes(parts):
    ways = divisors(parts)
    prime = all(parts % count for count in range(2, parts))
    assert (not ways) == prime
    assert all(math.prod(way) == parts and min(way) > 1 for way in ways)
    if ways:
        assert all(factor % count for factor in ways[-1] for count in range(2, factor))
        assert not any(parts % count == 0 for count in range(ways[0][0] + 1, math.isqrt(parts) + 1))
    assert divisors(64) == [(8, 8), (2,) * 6]
    assert divisors(6) == [(2, 3)]


@pytest.mark.parametrize("ways", [(2, 3), (3, 4), (2, 2, 2)])
@pytest.mark.parametrize("weighted", [False, True])
def test_every_cluster_is_used_and_keeps_the_limit(ways, weighted):
    mesh = GENERATORS["grid"].function(width=30, height=20)
    weight = np.random.default_rng(1).integers(1, 9, mesh.num_edges).astype(float) if weighted else None
    graph = Graph(mesh.num_vertices, mesh.src, mesh.dst, weight)
    parts = math.prod(ways)
    cluster = cut_recursively(graph, ways, seed=3, imbalance=1.1)
    work = edge_work(graph)
    load = np.bincount(cluster, work, minlength=parts)
    assert load.size == parts
    assert load.min() > 0
    assert load.max() <= load_limit(work, parts, 1.1)


def test_groups_without_work_and_vertices_without_edges():
    graph = Graph(9, np.array([0, 0, 0]), np.array([1, 2, 3]), np.array([0.0, 0.0, 1.0]))
    assert set(cut_recursively(graph, (2, 2), seed=0, imbalance=1.03).tolist()) <= set(range(4))


def test_the_best_effort_has_at_most_its_copies():
    graph = GENERATORS["grid"].function(width=24, height=24)
    (ways, *_) = divisors(16)
    alone = cut_recursively(graph, ways, seed=0, imbalance=1.03)
    recounted = sum(
        np.unique(alone[(graph.src == v) | (graph.dst == v)]).size - 1 for v in range(graph.num_vertices)
    )
    assert quality(partition(graph, "portfolio", 16, effort="best")).vertex_copies <= recounted
