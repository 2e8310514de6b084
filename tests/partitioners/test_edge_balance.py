"""The repair of loads in a vertex cut: the limit is kept, at little loss, and nothing moves without need."""

import numpy as np
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from small_graphs import graphs

from partitioners.analysis.quality import quality
from partitioners.balance import feasible_limit, hard_limit
from partitioners.conformance.graphs import random_graph
from partitioners.generators.models import grid
from partitioners.graph import Graph
from partitioners.partition import EdgePartition
from partitioners.partition_graph import partition
from partitioners.refinement.refine import keep_edge_limit


def copies(graph, cluster, parts):
    return quality(EdgePartition(graph, parts, cluster)).vertex_copies


@settings(deadline=None, max_examples=examples(150))
@given(graphs(), st.integers(1, 6), st.sampled_from([1.0, 1.03, 1.5]), st.integers(0, 2**32 - 1))
def test_the_limit_is_kept_whatever_the_clusters_were(graph, parts, imbalance, seed):
    # Powers of a uniform number: most edges in the lowest clusters.
    cluster = (parts * np.random.default_rng(seed).random(graph.num_edges) ** 3).astype(int)
    kept = keep_edge_limit(graph, cluster, parts, imbalance)
    weight = graph.weight if graph.weight.any() else np.ones(graph.num_edges)
    if not weight.size:
        return
    mean = weight.sum() / parts
    limit = feasible_limit(imbalance, weight, parts) * mean * (1 + 1e-9)
    load = np.bincount(kept, weight, minlength=parts)
    assert load.max() <= limit
    if weight.max() > limit - mean:
        return  # heavy edges move to make room for each other
    before = np.bincount(cluster, weight, minlength=parts)
    # Only clusters that were beyond the limit have given edges, and not more than they had to.
    moved = kept != cluster
    assert (before[cluster[moved]] > limit / (1 + 2e-9)).all()
    for a in np.unique(cluster[moved]):
        assert load[a] + weight[moved & (cluster == a)].max() > limit / (1 + 2e-9)


def test_clusters_within_the_limit_stay():
    graph = random_graph(100, 600, 1)
    cluster = np.arange(600) % 7
    assert keep_edge_limit(graph, cluster, 7, 1.03).tolist() == cluster.tolist()


def test_what_leaves_costs_no_copy_where_that_can_be():
    """Two chains meet in a vertex; the long one gives edges from its end at the other one."""
    graph = Graph(21, np.arange(20), np.arange(1, 21))
    cluster = (np.arange(20) >= 14).astype(int)
    kept = keep_edge_limit(graph, cluster, 2, 1.0)
    assert np.bincount(kept).tolist() == [10, 10]
    assert copies(graph, kept, 2) == 1


def test_a_stray_edge_leaves_first():
    """Edge 0 of cluster 0 lies within cluster 1: to move it saves two copies."""
    src, dst = np.array([10, 0, 1, 2, 3, 10, 11, 12]), np.array([11, 1, 2, 3, 0, 12, 12, 10])
    kept = keep_edge_limit(Graph(13, src, dst), np.array([0, 0, 0, 0, 0, 1, 1, 1]), 2, 1.0)
    assert kept.tolist() == [1, 0, 0, 0, 0, 1, 1, 1]


@pytest.mark.parametrize("parts", [4, 64])
def test_a_little_excess_is_repaired_with_few_copies(parts):
    """Blocks of columns of a grid, of which every other one is a tenth too wide."""
    graph = grid(width=512, height=32)
    column = graph.src % 512
    edge = np.linspace(0, 512, parts + 1)
    edge[1:-1:2] += 0.1 * 512 / parts
    cluster = np.clip(np.searchsorted(edge, column, side="right") - 1, 0, parts - 1)
    before = copies(graph, cluster, parts)
    kept = keep_edge_limit(graph, cluster, parts, 1.03)
    assert np.bincount(kept).max() * parts / graph.num_edges <= hard_limit(1.03, graph.weight, parts)
    assert copies(graph, kept, parts) <= 1.1 * before + 2 * parts


@pytest.mark.parametrize(
    "method", ["ne", "cover", "spac", "wvp_greedy", "multilevel", "buffered", "portfolio", "ne+refine"]
)
def test_a_feasible_limit_is_kept_with_heavy_weights(method):
    """The weights are wide, and single edges have 0.7 times the mean load; 1.03 is feasible all the same."""
    rng = np.random.default_rng(3)
    weight = rng.pareto(1.3, 3000) + 1
    weight[::400] = 0.7 * weight.sum() / 8
    src = rng.integers(400, size=3000)
    graph = Graph(400, src, (src + rng.integers(1, 40, 3000)) % 400, weight)
    assert hard_limit(1.03, weight, 8) > 1.2
    options = {"batch": 500} if method == "buffered" else {}
    assert quality(partition(graph, method, 8, **options)).edge_weight_imbalance <= 1.03 * (1 + 1e-9)
