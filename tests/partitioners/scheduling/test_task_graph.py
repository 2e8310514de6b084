"""Tasks of a graph: an order along which every dependence goes up, and mergers that make no cycle."""

import networkx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_graphs import graphs

from partitioners.graph import Graph
from partitioners.scheduling.task_graph import task_graph

LIMITS = st.sampled_from([0.0, 0.5, 2.0, 7.5, 1e9])


def acyclic(graph):
    """The same graph, every edge turned to go up, without self-loops."""
    keep = graph.src != graph.dst
    src, dst = np.minimum(graph.src, graph.dst)[keep], np.maximum(graph.src, graph.dst)[keep]
    return Graph(graph.num_vertices, src, dst, graph.weight[keep], dict(graph.vertex))


def longest_paths(tasks, communication):
    """By networkx: for each task, over the paths from it."""
    dag = networkx.MultiDiGraph()
    dag.add_nodes_from(range(tasks.num_tasks))
    dag.add_edges_from(zip(tasks.src.tolist(), tasks.dst.tolist(), strict=True))
    longest = {}
    for v in reversed(list(networkx.topological_sort(dag))):
        after = [communication + longest[w] for w in dag.successors(v)]
        longest[v] = tasks.work[v] + max(after, default=0.0)
    return [longest[v] for v in range(tasks.num_tasks)]


@settings(deadline=None)
@given(graphs(), LIMITS, LIMITS)
def test_dependences_go_up_and_all_work_is_there(graph, split, limit):
    tasks = task_graph(graph, split)
    weights = graph.weight
    if not weights.any() and not graph.vertex.get("operation", np.zeros(1)).any():
        weights = np.ones(graph.num_edges)
    total = weights.sum() + graph.vertex.get("operation", np.zeros(1)).sum()
    for some in (tasks, tasks.merged(limit)):
        assert (some.src < some.dst).all()
        assert some.work.sum() == pytest.approx(total)
        assert not some.is_input[some.task_of_edge].any()
        assert not np.isin(some.dst, np.flatnonzero(some.is_input)).any()


@settings(deadline=None)
@given(graphs().map(acyclic))
def test_every_edge_of_an_acyclic_graph_is_a_dependence(graph):
    tasks = task_graph(graph)
    assert tasks.num_tasks == graph.num_vertices
    assert tasks.src.size == graph.num_edges
    # Edges into one vertex are one task, and those of different vertices are not.
    pairs = set(zip(graph.dst.tolist(), tasks.task_of_edge.tolist(), strict=True))
    assert len(pairs) == len({v for v, _ in pairs}) == len({t for _, t in pairs})


@settings(deadline=None)
@given(graphs(), st.sampled_from([0.0, 2.5]))
def test_the_upward_rank_is_the_longest_path(graph, communication):
    tasks = task_graph(graph, 2.0).merged(4.0)
    assert tasks.upward_rank(communication).tolist() == pytest.approx(longest_paths(tasks, communication))


@settings(deadline=None)
@given(graphs(), st.sampled_from([0.0, 2.5]))
def test_the_longest_path_through_a_task_is_one_that_ends_and_begins_there(graph, communication):
    tasks = task_graph(graph, 2.0)
    through = tasks.longest_through(communication)
    assert through.max(initial=0.0) == pytest.approx(tasks.upward_rank(communication).max(initial=0.0))
    back = networkx.MultiDiGraph()
    back.add_nodes_from(range(tasks.num_tasks))
    back.add_edges_from(zip(tasks.dst.tolist(), tasks.src.tolist(), strict=True))
    before = {}
    for v in range(tasks.num_tasks):
        before[v] = max((before[u] + tasks.work[u] + communication for u in back.successors(v)), default=0.0)
    expected = [before[v] + rank for v, rank in enumerate(longest_paths(tasks, communication))]
    assert through.tolist() == pytest.approx(expected)


@settings(deadline=None)
@given(graphs(), LIMITS, LIMITS)
def test_merged_tasks_are_whole_tasks_within_the_limit(graph, split, limit):
    tasks = task_graph(graph, split)
    merged = tasks.merged(limit)
    largest = {}
    for old, new in zip(tasks.task_of_edge.tolist(), merged.task_of_edge.tolist(), strict=True):
        assert largest.setdefault(old, new) == new
    heaviest = tasks.work.max(initial=0.0)
    assert merged.work.max(initial=0.0) <= max(limit, heaviest) * (1 + 1e-12)


def test_a_chain_becomes_one_task_and_two_chains_two():
    chain = task_graph(Graph(9, range(8), range(1, 9)))
    assert chain.merged(8.0).num_tasks == 2  # and the input
    two = Graph(10, [0, 1, 2, 3, 5, 6, 7, 8], [1, 2, 3, 4, 6, 7, 8, 9])
    assert task_graph(two).merged(100.0).num_tasks == 4


def test_a_diamond_is_joined_through_its_only_exit():
    # The branches join the task that reads both, and the top then joins its only readers.
    diamond = Graph(5, [0, 1, 1, 2, 3], [1, 2, 3, 4, 4])
    assert task_graph(diamond).merged(100.0).num_tasks == 2
    assert task_graph(diamond).merged(4.0).num_tasks == 3


def test_heavy_in_edges_are_split_into_runs():
    star = Graph(101, range(1, 101), np.zeros(100, int), vertex={"operation": np.append(2.0, np.ones(100))})
    tasks = task_graph(star, 8.0)
    runs = np.bincount(tasks.task_of_edge)
    assert sorted(runs[runs > 0]) == [4] + [8] * 12
    last = tasks.num_tasks - 1
    assert tasks.work[last] == 2.0  # the operation is what is left to the vertex
    assert (tasks.dst == last).sum() == 13
    assert task_graph(star, 25.0).num_tasks == 101  # 100 is not more than four times 25


def test_a_graph_that_begins_with_tasks_has_no_inputs_but_those_without_work():
    """With two cycles each, the first tasks have more work than the edges out of them."""
    work = np.append(2.0, np.full(99, 2.0))
    star = Graph(101, range(1, 101), np.zeros(100, int), vertex={"operation": np.append(work, 0.0)})
    tasks = task_graph(star, 8.0)
    assert tasks.num_tasks == 101  # nothing is split
    assert tasks.is_input[tasks.task_of_vertex].tolist() == [False] * 100 + [True]
    assert tasks.work[tasks.task_of_vertex].tolist() == [102.0] + [2.0] * 99 + [0.0]
    assert tasks.merged(50.0).work.sum() == 300.0


@settings(deadline=None)
@given(graphs(), LIMITS)
def test_a_task_is_that_of_its_vertex_also_when_merged(graph, limit):
    """The work of each task is that of its edges and vertices."""
    tasks = task_graph(graph, 2.0).merged(limit)
    weight = graph.weight
    operation = graph.vertex.get("operation", np.zeros(graph.num_vertices))
    if not weight.any() and not operation.any():
        weight = np.ones(graph.num_edges)
    work = np.zeros(tasks.num_tasks)
    np.add.at(work, tasks.task_of_edge, weight)
    np.add.at(work, tasks.task_of_vertex, operation)
    assert tasks.work.tolist() == pytest.approx(work.tolist())


def test_a_cycle_is_opened_at_its_lowest_vertex():
    tasks = task_graph(Graph(4, [0, 1, 2, 3], [1, 2, 0, 2]))
    # 3 is an input; 0 is not, but does not wait for 2.
    assert tasks.task_of_edge.tolist() == [2, 3, 0, 3]
    assert tasks.is_input.tolist() == [False, True, False, False]
    assert list(zip(tasks.src.tolist(), tasks.dst.tolist(), strict=True)) == [(0, 2), (2, 3), (1, 3)]
