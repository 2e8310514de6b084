"""Dominant sequence clustering against a plain reference, and the packing of clusters by load."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_graphs import graphs

from partitioners.conformance.graphs import random_graph
from partitioners.graph import Graph
from partitioners.partition_graph import partition
from partitioners.scheduling.task_graph import task_graph
from partitioners.vertex_cuts.dsc import dominant_sequences


def plain_sequences(tasks, latency):
    """All free tasks are looked through for the one on the longest path, again and again."""
    operands = [tasks.src[tasks.dst == v].tolist() for v in range(tasks.num_tasks)]
    bottom = tasks.upward_rank(latency)
    cluster, finish, end = {}, {}, []

    def arrival(v, c):
        return max(
            (finish[u] + (latency if cluster[u] not in (-1, c) else 0.0) for u in operands[v]), default=0.0
        )

    while len(cluster) < tasks.num_tasks:
        free = [
            v for v in range(tasks.num_tasks) if v not in cluster and all(u in cluster for u in operands[v])
        ]
        v = max(free, key=lambda v: (arrival(v, None) + bottom[v], -v))
        if tasks.is_input[v]:
            cluster[v], finish[v] = -1, tasks.work[v]
            continue
        alone = arrival(v, None)
        starts = {}
        for u in operands[v]:
            if cluster[u] >= 0:
                starts.setdefault(cluster[u], max(end[cluster[u]], arrival(v, cluster[u])))
        c = min(starts, key=starts.get, default=None)
        if c is None or starts[c] > alone:
            c = len(end)
            end.append(0.0)
            starts[c] = alone
        cluster[v], finish[v] = c, starts[c] + tasks.work[v]
        end[c] = finish[v]
    return [cluster[v] for v in range(tasks.num_tasks)]


@settings(deadline=None)
@given(graphs(max_vertices=14, max_edges=30), st.sampled_from([0.0, 0.5, 2.0, 50.0]))
def test_it_is_the_plain_clustering(graph, latency):
    tasks = task_graph(graph, 2.0)
    assert dominant_sequences(tasks, latency).tolist() == plain_sequences(tasks, latency)


def test_with_dear_messages_everything_that_is_connected_is_one_cluster():
    tree = Graph(15, (np.arange(1, 15) - 1) // 2, range(1, 15))
    apart = Graph(30, np.append(tree.src, tree.src + 15), np.append(tree.dst, tree.dst + 15))
    # The root is an input: each of its two branches can be alone.
    assert dominant_sequences(task_graph(apart), 1e6).max() + 1 == 4


def test_with_free_messages_only_chains_are_clusters():
    fork = Graph(6, [0, 1, 1, 2, 3], [1, 2, 3, 4, 5])
    sequence = dominant_sequences(task_graph(fork), 0.0)
    assert sequence.max() + 1 == 2


@pytest.mark.parametrize("parts", [2, 5, 64])
def test_the_heaviest_cluster_goes_to_the_least_loaded_part(parts):
    graph = random_graph(400, 2000, 7)
    tasks = task_graph(graph, 3.0)
    sequence = dominant_sequences(tasks, 3.0)
    placed = sequence >= 0
    load = np.bincount(sequence[placed], tasks.work[placed])
    total = np.zeros(parts)
    part = np.empty(load.size, int)
    for c in np.argsort(-load, kind="stable"):
        part[c] = np.argmin(total)
        total[part[c]] += load[c]
    cut = partition(graph, "dsc", parts, latency=3.0)
    assert cut.cluster_of_edge.tolist() == part[sequence[tasks.task_of_edge]].tolist()
