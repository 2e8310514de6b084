"""The task graph of a graph: tasks and their dependences, for list and clustering schedulers.

A task is the work of a vertex: its in-edges and its own operation, which run in the cluster of the task. If
the in-edges of a vertex have a large weight, they are *split* into several tasks. These may run in different
clusters, and the vertex gathers their sums. A vertex without in-edges is an *input*: its value is available
in every cluster from the start. If such vertices have more work than the edges out of them, as the first
tasks of a workflow, they are tasks like the others, and no vertex is split (:func:`begins_with_tasks`).

Tasks can be merged into larger ones as long as no cycle arises. Two rules never create a cycle. A task may
join a group that contains all of its readers. The groups are then the fanout-free cones of logic synthesis
(Cong and Ding, "FlowMap", IEEE TCAD 13(1), 1994), whose only exit is their first task. Conversely, a task may
join a group that contains all of its operands.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from partitioners.graph import Graph
from partitioners.kernels.array_types import Booleans, Float64, Int32, Int64, Integers
from partitioners.kernels.cache import njit
from partitioners.kernels.grouping import group
from partitioners.partition import EdgePartition, VertexPartition
from partitioners.replicas import operation_weight

Communication = float | NDArray[np.float64]
"""The time of communication: one for all dependences, or one for each, shape (d,)."""


@dataclass(frozen=True, eq=False)
class TaskGraph:
    """Tasks in a topological order, and their dependences.

    Attributes
    ----------
    work : ndarray of float64, shape (t,)
        Work of each task, in the unit of the edge weights.
    is_input : ndarray of bool, shape (t,)
        Whether a task is an input, which belongs to no cluster.
    src, dst : ndarray of int, shape (d,)
        Dependences: the task ``dst`` reads the value of ``src``, and ``src < dst``. Parallel dependences are
        allowed.
    task_of_edge : ndarray of int, shape (m,)
        The task that contains the work of each edge of the graph.
    task_of_vertex : ndarray of int, shape (n,)
        The task that contains the operation of each vertex of the graph.
    """

    work: NDArray[np.float64]
    is_input: NDArray[np.bool_]
    src: Integers
    dst: Integers
    task_of_edge: Integers
    task_of_vertex: Integers

    @property
    def num_tasks(self) -> int:
        """The number of tasks, t."""
        return int(self.work.size)

    @cached_property
    def readers(self) -> tuple[NDArray[np.int64], Integers]:
        """``indptr, tasks``: the readers of task u are ``tasks[indptr[u]:indptr[u + 1]]``."""
        indptr, order = self.by_tail
        return indptr, self.dst[order]

    @cached_property
    def operands(self) -> tuple[NDArray[np.int64], Integers]:
        """``indptr, tasks``: the operands of task v are ``tasks[indptr[v]:indptr[v + 1]]``."""
        indptr, order = self.by_head
        return indptr, self.src[order]

    @cached_property
    def by_tail(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """``indptr, dependences``: those of which task u is the source, in the order of ``readers``."""
        return group(self.src, self.num_tasks)

    @cached_property
    def by_head(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """``indptr, dependences``: those of which task v is the target, in the order of ``operands``."""
        return group(self.dst, self.num_tasks)

    def upward_rank(self, communication: Communication = 0.0) -> NDArray[np.float64]:
        """The length of the longest path that begins with each task, including its own work, shape (t,).

        ``communication`` is added for every dependence on the path: one time for all, or one for each.
        """
        times = self.times(communication)
        return _upward_rank(self.work, *self.readers, times[self.by_tail[1]])

    def downward_rank(self, communication: Communication = 0.0) -> NDArray[np.float64]:
        """The length of the longest path that ends before each task, with the communication; shape (t,)."""
        times = self.times(communication)
        return _longest_before(self.work, *self.operands, times[self.by_head[1]])

    def longest_through(self, communication: Communication = 0.0) -> NDArray[np.float64]:
        """The length of the longest path through each task, shape (t,)."""
        return self.downward_rank(communication) + self.upward_rank(communication)

    def times(self, communication: Communication) -> NDArray[np.float64]:
        """The time of each dependence, shape (d,)."""
        return np.broadcast_to(np.asarray(communication, np.float64), self.src.shape)

    def merged(self, limit: float) -> TaskGraph:
        """Merge tasks with their readers, then with their operands, twice, up to a work of ``limit`` each."""
        tasks = self
        for downwards in (True, False, True, False):
            neighbours = tasks.readers if downwards else tasks.operands
            tasks = tasks._contracted(_cones(tasks.work, tasks.is_input, *neighbours, downwards, limit))
        return tasks

    def _contracted(self, root: NDArray[np.int64]) -> TaskGraph:
        """Merge every task with its root."""
        is_root = root == np.arange(root.size)
        label = (np.cumsum(is_root) - 1)[root]
        src, dst = label[self.src], label[self.dst]
        apart = src != dst
        work = np.bincount(label, self.work, int(np.count_nonzero(is_root))).astype(np.float64)
        return _in_topological_order(
            work,
            self.is_input[is_root],
            src[apart],
            dst[apart],
            label[self.task_of_edge],
            label[self.task_of_vertex],
        )


def begins_with_tasks(graph: Graph) -> bool:
    """Whether the vertices without in-edges have more work of their own than the edges out of them weigh.

    A vertex cut places such a vertex with its heaviest reader. This is harmless if its work is less than that
    of the edges, as in a traced program, since the reader has their work too. If it is more, as in a workflow
    that begins with many long tasks, one cluster would have all of them.
    """
    first = graph.in_degree == 0
    return float(operation_weight(graph)[first].sum()) > float(graph.weight[first[graph.src]].sum())


def task_graph(graph: Graph, split: float = np.inf) -> TaskGraph:
    """Build the task graph of a graph.

    Parameters
    ----------
    graph : Graph
        The graph may have cycles. Whenever no vertex is ready, the lowest waiting vertex becomes ready. Its
        in-edges that run against the resulting order count as work, but the vertex does not wait for them.
    split : float
        In-edges of a vertex that weigh more than four times this value become separate tasks. Each task is a
        run of consecutive in-edges, in edge order, of at most this weight, or a single edge. No vertex is
        split if the graph begins with tasks.

    Returns
    -------
    TaskGraph
        The task graph. If all edges and operations weigh 0, every edge weighs 1.

    Notes
    -----
    O(n + m).
    """
    n = graph.num_vertices
    weight = graph.weight
    operation = operation_weight(graph)
    begins = begins_with_tasks(graph)
    if not weight.any() and not operation.any():
        weight = np.ones(graph.num_edges)
    task_of_edge = graph.dst.astype(np.int64)
    in_weight = np.bincount(graph.dst, weight, n)
    is_split = (in_weight > 4 * split) & (graph.in_degree > 1) & (not begins)
    run_of_vertex = np.zeros(0, np.int64)
    if is_split.any():
        indptr, edges = group(graph.dst, n)
        run_of_vertex = _split(indptr, edges, weight, np.flatnonzero(is_split), split, n, task_of_edge)
    work = np.bincount(task_of_edge, weight, n + run_of_vertex.size).astype(np.float64)
    work[:n] += operation
    is_input = np.zeros(work.size, bool)
    is_input[:n] = (graph.in_degree == 0) & ~((operation > 0) & begins)

    indptr, order = group(graph.src, n)
    position = _topological_order(indptr, graph.dst[order], graph.in_degree)
    forward = position[graph.src] < position[graph.dst]
    return _in_topological_order(
        work,
        is_input,
        np.concatenate([graph.src[forward], n + np.arange(run_of_vertex.size)]),
        np.concatenate([task_of_edge[forward], run_of_vertex]),
        task_of_edge,
        np.arange(n),
    )


def cut_of_tasks(
    graph: Graph, parts: int, tasks: TaskGraph, cluster: Integers
) -> EdgePartition | VertexPartition:
    """The cut that runs the tasks of a graph in the given clusters.

    Parameters
    ----------
    tasks : TaskGraph
        The tasks of the graph, perhaps merged.
    cluster : ndarray of int, shape (t,)
        The cluster of each task; -1 for inputs.

    Returns
    -------
    EdgePartition or VertexPartition
        An edge cut if the graph begins with tasks: in a vertex cut, the place of a vertex without in-edges
        follows from its readers. An input is in the cluster of its first reader.
    """
    if not begins_with_tasks(graph):
        return EdgePartition(graph, parts, cluster[tasks.task_of_edge])
    found = cluster[tasks.task_of_vertex]
    reader = np.full(graph.num_vertices, -1)
    reader[graph.src[::-1]] = graph.dst[::-1]
    found = np.where((found < 0) & (reader >= 0), found[reader], found)
    return VertexPartition(graph, parts, np.maximum(found, 0))


def _in_topological_order(
    work: NDArray[np.float64],
    is_input: NDArray[np.bool_],
    src: Integers,
    dst: Integers,
    task_of_edge: NDArray[np.int64],
    task_of_vertex: NDArray[np.int64],
) -> TaskGraph:
    """Renumber acyclic tasks so that every dependence leads to a higher number."""
    indptr, order = group(src, work.size)
    position = _topological_order(indptr, dst[order], np.bincount(dst, minlength=work.size))
    back = np.empty_like(position)
    back[position] = np.arange(position.size)
    return TaskGraph(
        work[back],
        is_input[back],
        position[src],
        position[dst],
        position[task_of_edge],
        position[task_of_vertex],
    )


@njit(cache=True)
def _topological_order(indptr: Int64, head: Integers, in_degree: Int64) -> Int32:
    """The position of each vertex in breadth-first order; cycles are opened at the lowest waiting vertex."""
    n = indptr.size - 1
    missing = in_degree.copy()
    queue = np.empty(n, np.int64)
    place = np.full(n, -1, np.int32)
    tail = 0
    for v in range(n):
        if missing[v] == 0:
            place[v] = tail
            queue[tail] = v
            tail += 1
    done = 0
    lowest = 0
    while done < n:
        if done == tail:
            while place[lowest] >= 0:
                lowest += 1
            place[lowest] = tail
            queue[tail] = lowest
            tail += 1
        u = queue[done]
        done += 1
        for k in range(indptr[u], indptr[u + 1]):
            v = head[k]
            missing[v] -= 1
            if missing[v] == 0 and place[v] < 0:
                place[v] = tail
                queue[tail] = v
                tail += 1
    return place


@njit(cache=True)
def _split(
    indptr: Int64,
    edges: Int64,
    weight: Float64,
    split_vertices: Int64,
    limit: float,
    first: int,
    task_of_edge: Int64,
) -> Int64:
    """Number the runs of in-edges from ``first`` on, and return the vertex of each run."""
    most = 0
    for v in split_vertices:
        most += indptr[v + 1] - indptr[v]
    run_of_vertex = np.empty(most, np.int64)
    runs = 0
    for v in split_vertices:
        total = np.inf
        for k in range(indptr[v], indptr[v + 1]):
            e = edges[k]
            if total + weight[e] > limit:
                run_of_vertex[runs] = v
                runs += 1
                total = 0.0
            total += weight[e]
            task_of_edge[e] = first + runs - 1
    return run_of_vertex[:runs]


@njit(cache=True)
def _upward_rank(work: Float64, indptr: Int64, readers: Integers, times: Float64) -> Float64:
    rank = np.empty(work.size)
    for u in range(work.size - 1, -1, -1):
        longest = 0.0
        for k in range(indptr[u], indptr[u + 1]):
            longest = max(longest, times[k] + rank[readers[k]])
        rank[u] = work[u] + longest
    return rank


@njit(cache=True)
def _longest_before(work: Float64, indptr: Int64, operands: Integers, times: Float64) -> Float64:
    before = np.zeros(work.size)
    for v in range(work.size):
        for k in range(indptr[v], indptr[v + 1]):
            u = operands[k]
            before[v] = max(before[v], before[u] + work[u] + times[k])
    return before


@njit(cache=True)
def _cones(
    work: Float64, is_input: Booleans, indptr: Int64, neighbours: Integers, downwards: bool, limit: float
) -> Int64:
    """The root of each task: the task itself, or the root of the single group of all its neighbours."""
    n = work.size
    root = np.arange(n)
    total = work.copy()
    for i in range(n):
        v = n - 1 - i if downwards else i
        if is_input[v]:
            continue
        joined = -1
        for k in range(indptr[v], indptr[v + 1]):
            u = neighbours[k]
            if is_input[u]:
                continue
            if joined == -1:
                joined = root[u]
            elif joined != root[u]:
                joined = -2
                break
        if joined >= 0 and total[joined] + work[v] <= limit:
            root[v] = joined
            total[joined] += work[v]
    return root
