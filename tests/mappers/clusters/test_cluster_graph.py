"""The cluster graph against a count by hand, vertex by vertex."""

import math
from collections import Counter, defaultdict

import networkx as nx
import numpy as np
import pytest
from cluster_graphs import exchanged, partitions
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from mappers.clusters.cluster_graph import cluster_graph
from partitioners.errors import OptionError
from partitioners.graph import Graph
from partitioners.partition import EdgePartition, VertexPartition


def by_hand(partition, cycles_per_weight):
    """Work, messages, shared blocks and ready levels, from the text of the execution model."""
    graph = partition.graph
    n = graph.num_vertices
    edges = list(zip(graph.src.tolist(), graph.dst.tolist(), strict=True))
    cluster = partition.cluster_of_edge.tolist()
    cycles = [math.ceil(w * cycles_per_weight) for w in graph.weight.tolist()]
    operation = [
        math.ceil(w * cycles_per_weight) for w in graph.vertex.get("operation", np.zeros(n)).tolist()
    ]
    readers, writers = defaultdict(set), defaultdict(set)
    in_load, out_load = defaultdict(Counter), defaultdict(Counter)
    for (u, v), c, w in zip(edges, cluster, cycles, strict=True):
        readers[u].add(c)
        writers[v].add(c)
        in_load[v][c] += w
        out_load[u][c] += w
    work, messages, shared = Counter(), Counter(), Counter()
    for c, w in zip(cluster, cycles, strict=True):
        work[c] += w
    level = [0] * n
    whole = nx.DiGraph(edges)
    whole.add_nodes_from(range(n))
    acyclic = nx.is_directed_acyclic_graph(whole)
    if acyclic:
        for v in nx.topological_sort(whole):
            level[v] = max((level[u] + 1 for u in whole.predecessors(v)), default=0)
    ready = {}

    def task(c, when):
        ready[c] = min(ready.get(c, when), when)

    for (u, _), c in zip(edges, cluster, strict=True):
        task(c, level[u])
    for v in range(n):
        holders = readers[v] | writers[v]
        if isinstance(partition, VertexPartition):
            master = int(partition.cluster_of_vertex[v])
        elif holders:
            load = in_load[v] if writers[v] else out_load[v]
            master = min(load, key=lambda c: (-load[c], c))
        else:
            master = v % partition.parts
        if operation[v]:
            work[master] += operation[v]
            task(master, level[v])
        for c in writers[v] - {master}:
            messages[c, master] += 1
        for c in readers[v] - {master}:
            messages[master, c] += 1
        for c in holders - {master}:
            shared[c, master] += 1
            shared[master, c] += 1
    last = max(level, default=0) + 1
    return (
        [work[c] for c in range(partition.parts)],
        messages,
        shared,
        [ready.get(c, last) for c in range(partition.parts)],
    )


def rows(indptr, columns, values):
    return {
        (a, int(columns[k])): int(values[k])
        for a in range(indptr.size - 1)
        for k in range(indptr[a], indptr[a + 1])
    }


@settings(max_examples=examples(300), deadline=None)
@given(partitions(), st.sampled_from([0, 1, 8]), st.sampled_from([0.5, 1.0, 3.0]))
def test_it_is_the_count_by_hand(partition, value_bytes, cycles_per_weight):
    clusters = cluster_graph(partition, value_bytes=value_bytes, cycles_per_weight=cycles_per_weight)
    work, messages, shared, ready = by_hand(partition, cycles_per_weight)
    assert clusters.parts == partition.parts
    assert clusters.work.tolist() == work
    assert rows(clusters.indptr, clusters.target, clusters.messages) == messages
    assert (clusters.payload_bytes == clusters.messages * value_bytes).all()
    assert rows(clusters.shared_indptr, clusters.shared_with, clusters.shared_blocks) == shared
    assert clusters.ready_level.tolist() == ready
    assert clusters.ready_order.tolist() == sorted(range(clusters.parts), key=lambda c: (ready[c], c))
    for indptr, columns in (
        (clusters.indptr, clusters.target),
        (clusters.shared_indptr, clusters.shared_with),
    ):
        for a in range(clusters.parts):
            assert (np.diff(columns[indptr[a] : indptr[a + 1]]) > 0).all()


@settings(max_examples=examples(100), deadline=None)
@given(partitions(), st.sampled_from([0, 8]))
def test_the_exchange_adds_up_the_two_directions(partition, value_bytes):
    clusters = cluster_graph(partition, value_bytes=value_bytes)
    exchange = clusters.exchange
    messages = rows(exchange.indptr, exchange.other, exchange.messages)
    sizes = rows(exchange.indptr, exchange.other, exchange.payload_bytes)
    assert {pair: (messages[pair], sizes[pair]) for pair in messages} == exchanged(clusters)
    assert list(messages) == sorted(messages)


def test_types_and_shapes():
    clusters = cluster_graph(EdgePartition(Graph(4, [0, 1, 2], [1, 2, 3]), 3, [0, 1, 2]))
    for name in (
        "work",
        "indptr",
        "messages",
        "payload_bytes",
        "shared_indptr",
        "shared_blocks",
        "ready_level",
    ):
        assert getattr(clusters, name).dtype == np.int64, name
    for name in ("target", "shared_with"):
        assert getattr(clusters, name).dtype == np.int32, name
    assert clusters.ready_order.dtype == np.int64


@pytest.mark.parametrize("n", [0, 3])
def test_a_graph_without_edges(n):
    clusters = cluster_graph(EdgePartition(Graph(n, [], []), 4, []))
    assert clusters.work.tolist() == [0] * 4
    assert clusters.target.size == clusters.exchange.other.size == 0
    assert clusters.ready_order.tolist() == [0, 1, 2, 3]


def test_clusters_without_tasks_come_last():
    path = Graph(5, [0, 1, 2, 3], [1, 2, 3, 4])
    clusters = cluster_graph(EdgePartition(path, 6, [5, 3, 3, 1]))
    assert clusters.ready_level.tolist() == [5, 3, 5, 1, 5, 0]
    assert clusters.ready_order.tolist() == [5, 3, 1, 0, 2, 4]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"value_bytes": -1}, "value_bytes must be at least 0, got -1"),
        ({"blocks_per_page": -1}, "blocks_per_page must be at least 1, got -1"),
        ({"cycles_per_weight": -1}, "cycles_per_weight must be a positive number, got -1"),
        ({"cycles_per_weight": math.nan}, "cycles_per_weight must be a positive number, got nan"),
    ],
)
def test_numbers_that_are_too_small_are_refused(options, message):
    cut = EdgePartition(Graph(2, [0], [1], [1.0]), 1, [0])
    with pytest.raises(OptionError) as error:
        cluster_graph(cut, **options)
    assert str(error.value) == message
