"""Critical messages against every path of the graph, and first reads against a count by hand."""

import math

import networkx as nx
import numpy as np
from cluster_graphs import partitions
from example_counts import examples
from hypothesis import given, settings

from mappers.clusters.cluster_graph import ClusterGraph, cluster_graph
from mappers.clusters.critical_messages import message_weights
from mappers.clusters.first_reads import READS_AT_ONCE, first_reads
from mappers.clusters.longest_paths import longest_paths as program_paths
from mappers.clusters.work_windows import WINDOWS, work_by_window
from partitioners.errors import CyclicGraphError
from partitioners.graph import Graph
from partitioners.levels import topological_levels
from partitioners.partition import EdgePartition
from partitioners.replicas import find_replicas

LATENCY = 7.0


def levels(graph):
    try:
        return topological_levels(graph)
    except CyclicGraphError:
        return None


def tasks(replicas):
    """The graph of tasks and messages; a node's `cycles` include those of a message."""
    graph = replicas.partition.graph
    whole = nx.DiGraph()
    for v in range(graph.num_vertices):
        whole.add_node(("operation", v), cycles=int(replicas.operation_cycles[v]))
    for e, (u, v) in enumerate(zip(graph.src.tolist(), graph.dst.tolist(), strict=True)):
        whole.add_node(("edge", e), cycles=int(replicas.edge_cycles[e]))
        for kind, vertex, replica in (
            ("scatter", u, replicas.out_replica[e]),
            ("gather", v, replicas.in_replica[e]),
        ):
            ends = [("operation", vertex), ("edge", e)]
            if kind == "gather":
                ends.reverse()
            if replica == replicas.master[vertex]:
                whole.add_edge(*ends)
            else:
                whole.add_node((kind, int(replica)), cycles=LATENCY)
                whole.add_edge(ends[0], (kind, int(replica)))
                whole.add_edge((kind, int(replica)), ends[1])
    return whole


def longest_paths(whole):
    """Cycles on the longest path up to and including each node."""
    found = {}
    for node in nx.topological_sort(whole):
        before = max((found[each] for each in whole.predecessors(node)), default=0)
        found[node] = before + whole.nodes[node]["cycles"]
    return found


@settings(max_examples=examples(200), deadline=None)
@given(partitions())
def test_a_message_weighs_less_the_shorter_its_longest_path_is(partition):
    level = levels(partition.graph)
    replicas = find_replicas(partition)
    if level is None or not replicas.num_messages:
        return
    gathers, scatters = message_weights(replicas, program_paths(replicas, level, LATENCY))
    whole = tasks(replicas)
    to, back = longest_paths(whole), longest_paths(whole.reverse())
    longest = max(to.values())
    expected, weights = {}, {}
    for node in whole:
        if node[0] in ("gather", "scatter"):
            through = to[node] + back[node] - whole.nodes[node]["cycles"]
            slack = (longest - through) / longest
            expected[node] = 2 ** (-64 * slack) + 2 ** (-8 * slack) / 8
            weights[node] = (gathers if node[0] == "gather" else scatters)[node[1]]
    assert np.count_nonzero(gathers) + np.count_nonzero(scatters) == len(expected)
    scale = sum(weights.values()) / sum(expected.values())
    assert all(math.isclose(weights[node], scale * each) for node, each in expected.items())


@settings(max_examples=examples(100), deadline=None)
@given(partitions())
def test_the_weights_add_up_to_the_messages_on_a_longest_path(partition):
    level = levels(partition.graph)
    replicas = find_replicas(partition)
    if level is None or not replicas.num_messages:
        return
    total = sum(
        weights.sum() for weights in message_weights(replicas, program_paths(replicas, level, LATENCY))
    )
    whole = tasks(replicas)
    to, back = longest_paths(whole), longest_paths(whole.reverse())
    longest = max(to.values())
    on_longest = whole.subgraph(
        node for node in whole if to[node] + back[node] - whole.nodes[node]["cycles"] == longest
    )
    counts = {}  # of messages on longest paths to each node
    for node in nx.topological_sort(on_longest):
        begins = to[node] == whole.nodes[node]["cycles"]
        before = {
            count
            for each in on_longest.predecessors(node)
            if to[each] + whole.nodes[node]["cycles"] == to[node]
            for count in counts[each]
        }
        before |= {0} if begins else set()
        counts[node] = {count + (node[0] in ("gather", "scatter")) for count in before}
    ends = {max(count, 1) for node in on_longest if to[node] == longest for count in counts[node]}
    assert any(math.isclose(total, count) for count in ends)


@settings(max_examples=examples(100), deadline=None)
@given(partitions())
def test_a_cluster_graph_has_them_by_pair(partition):
    clusters = cluster_graph(partition)
    assert clusters.critical_messages.shape == clusters.messages.shape
    level = levels(partition.graph)
    if level is None:
        assert clusters.critical_messages.tolist() == clusters.messages.tolist()
        return
    assert np.all(clusters.critical_messages > 0)
    both = clusters.exchange.critical_messages.sum()
    assert math.isclose(both, 2 * clusters.critical_messages.sum(), abs_tol=1e-9)


def test_by_default_all_messages_are_critical_and_nothing_is_read():
    none = np.zeros(0, np.int64)
    clusters = ClusterGraph(
        2,
        np.array([1, 1]),
        np.array([0, 1, 1]),
        np.array([1], np.int32),
        np.array([3]),
        np.array([24]),
        np.zeros(3, np.int64),
        none.astype(np.int32),
        none,
        np.array([0, 0]),
    )
    assert clusters.critical_messages.tolist() == [3.0]
    assert clusters.first_reads.tolist() == [0, 0]
    assert clusters.work_by_window.tolist() == [[1], [1]]


@settings(max_examples=examples(100), deadline=None)
@given(partitions())
def test_the_windows_share_out_the_work_in_order_of_time(partition):
    clusters = cluster_graph(partition)
    assert clusters.work_by_window.sum(axis=1).tolist() == clusters.work.tolist()
    level = levels(partition.graph)
    if level is None:
        assert clusters.work_by_window.shape[1] == 1
        return
    replicas = find_replicas(partition)
    work = work_by_window(replicas, program_paths(replicas, level, LATENCY))
    whole = tasks(replicas)
    to, back = longest_paths(whole), longest_paths(whole.reverse())
    longest = max(to.values(), default=0)
    pieces = []  # time, cluster and cycles
    for (kind, k), node in whole.nodes.items():
        if kind in ("edge", "operation") and node["cycles"] > 0:
            replica = replicas.in_replica[k] if kind == "edge" else replicas.master[k]
            time = to[kind, k] - node["cycles"] + longest - back[kind, k]
            pieces.append((time, int(replicas.cluster[replica]), node["cycles"]))
    # Work of one time is in one window, and later work never is in an earlier window.
    total, earlier, bins = sum(cycles for *_, cycles in pieces), 0, {}
    for time, cluster, cycles in sorted(pieces):
        bins.setdefault(min(math.floor(time / (2 * longest) * 4096), 4095), []).append((cluster, cycles))
    expected = np.zeros_like(work)
    for each in bins.values():
        inside = sum(cycles for _, cycles in each)
        window = min(math.floor((earlier + inside / 2) / total * WINDOWS), WINDOWS - 1)
        for cluster, cycles in each:
            expected[cluster, window] += cycles
        earlier += inside
    assert work.tolist() == expected.tolist()


def test_a_chain_of_equal_tasks_has_one_window_after_the_other():
    n = 2 * WINDOWS
    graph = Graph(n, np.arange(n - 1), np.arange(1, n), np.zeros(n - 1), vertex={"operation": np.ones(n)})
    clusters = cluster_graph(EdgePartition(graph, 2, np.arange(n - 1) % 2))
    assert clusters.work_by_window.sum(axis=0).tolist() == [2] * WINDOWS


@settings(max_examples=examples(200), deadline=None)
@given(partitions(max_edges=40))
def test_first_reads_are_counted_page_by_page(partition):
    replicas, graph, page = find_replicas(partition), partition.graph, 3
    acyclic = levels(graph) is not None
    readers, written = set(graph.src.tolist()), set(graph.dst.tolist())
    inputs = sorted(readers - written if acyclic else readers | written)
    master = {v: int(replicas.cluster[replicas.master[v]]) for v in inputs}
    turn = {v: sum(master[u] == master[v] for u in inputs if u < v) // READS_AT_ONCE for v in inputs}
    expected = [0] * partition.parts
    for number in {v // page for v in inputs}:
        of_page = [v for v in inputs if v // page == number]
        expected[master[min(of_page, key=lambda v: (turn[v], v))]] += len(of_page)
    found = first_reads(replicas, acyclic=acyclic, blocks_per_page=page)
    assert found.tolist() == expected


def test_first_reads_follow_the_program_order():
    order = np.array([2.0, 1.0, 0.0, 3.0])
    graph = Graph(4, [0, 1, 2], [3, 3, 3], vertex={"program_order": order})
    partition = EdgePartition(graph, 2, np.array([0, 1, 1]))
    assert cluster_graph(partition, blocks_per_page=4).first_reads.tolist() == [3, 0]
    many = READS_AT_ONCE + 1  # the second page begins with the first cluster's last read, in its second turn
    graph = Graph(2 * many + 1, np.arange(2 * many), np.full(2 * many, 2 * many))
    cut = EdgePartition(graph, 2, np.arange(2 * many) // many)
    assert cluster_graph(cut, blocks_per_page=READS_AT_ONCE).first_reads.tolist() == [16, 18]
