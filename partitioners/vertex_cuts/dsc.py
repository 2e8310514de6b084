"""DSC: dominant sequence clustering, followed by packing of the clusters into p parts.

Yang and Gerasoulis, "DSC: scheduling parallel tasks on an unbounded number of processors", IEEE TPDS 5(9),
1994. Tasks are visited as they become free, the task on the longest path (top level + bottom level) first.
Each task joins the cluster of the operand that lets it start earliest, after the tasks in it, if it starts no
later than in a new cluster. Two features of the paper are left out: the warranty for partially free tasks
(DSRW) and the simultaneous joining of several operands' clusters. Then the clusters go to the least loaded
part, heaviest first, as in the authors' system PYRROS.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partitioners.graph import Graph
from partitioners.kernels.array_types import Booleans, Float64, Int32, Int64, Integers
from partitioners.kernels.cache import njit
from partitioners.partition import Partition
from partitioners.scheduling.task_graph import Communication, TaskGraph, cut_of_tasks, task_graph
from partitioners.scheduling.task_heap import pop, push
from partitioners.vertex_cuts.time_balanced import Latency, mesh_latency


def dsc(graph: Graph, parts: int, *, latency: Latency | None = None) -> Partition:
    """Vertex cut for programs: dominant sequence clustering, clusters packed by load (DSC).

    Parameters
    ----------
    graph : Graph
        Graph and tasks are as in :func:`partitioners.vertex_cuts.time_balanced.time_balanced`: a task is a
        vertex with its in-edges.
    latency : float, optional
        Latency of a message between two clusters, in the unit of the weights. The default is
        :func:`partitioners.vertex_cuts.time_balanced.mesh_latency`.

    Returns
    -------
    EdgePartition or VertexPartition
        The loads of the parts differ by at most the work of one of the clusters that DSC forms.

    Notes
    -----
    O((n + m) log n).
    """
    if latency is None:
        latency = mesh_latency(parts)
    tasks = task_graph(graph, split=latency)
    sequence = dominant_sequences(tasks, latency)
    count = int(sequence.max(initial=-1)) + 1
    is_placed = sequence >= 0
    load = np.bincount(sequence[is_placed], tasks.work[is_placed], count).astype(np.float64)
    part = np.append(pack(load, parts), -1)  # an input has no sequence, the last
    return cut_of_tasks(graph, parts, tasks, part[sequence])


def dominant_sequences(tasks: TaskGraph, latency: Communication) -> NDArray[np.int64]:
    """The cluster of each task on an unbounded number of processors, shape (t,); -1 for inputs.

    ``latency`` is that of every dependence between two clusters, or of each, shape (d,).
    """
    bottom = tasks.upward_rank(latency)
    times = tasks.times(latency)[tasks.by_head[1]]
    return _clusters(tasks.work, tasks.is_input, bottom, *tasks.operands, *tasks.readers, times)


def pack(load: NDArray[np.float64], parts: int) -> NDArray[np.int32]:
    """The part of each cluster: heaviest cluster first, to the part with the least load so far."""
    return _pack(np.argsort(-load, kind="stable"), load, parts)


@njit(cache=True)
def _clusters(
    work: Float64,
    is_input: Booleans,
    bottom: Float64,
    operand_indptr: Int64,
    operands: Integers,
    reader_indptr: Int64,
    readers: Integers,
    times: Float64,
) -> Int64:
    n = work.size
    cluster = np.full(n, -1, np.int64)
    finish = np.zeros(n)
    missing = operand_indptr[1:] - operand_indptr[:-1]
    end = np.zeros(n)  # end time of each cluster's last task
    key = np.empty(n)
    heap = np.empty(n, np.int64)
    size = 0
    made = 0
    for v in range(n):
        if missing[v] == 0:
            size = push(heap, key, size, v, -bottom[v])
    while size:
        v = heap[0]
        size = pop(heap, key, size)
        if is_input[v]:
            finish[v] = work[v]
        else:
            start = 0.0
            for k in range(operand_indptr[v], operand_indptr[v + 1]):
                u = operands[k]
                start = max(start, finish[u] + (times[k] if cluster[u] >= 0 else 0.0))
            joined, earliest = -1, start
            for k in range(operand_indptr[v], operand_indptr[v + 1]):
                c = cluster[operands[k]]
                if c < 0 or c == joined:
                    continue
                begin = end[c]
                for j in range(operand_indptr[v], operand_indptr[v + 1]):
                    u = operands[j]
                    away = cluster[u] >= 0 and cluster[u] != c
                    begin = max(begin, finish[u] + (times[j] if away else 0.0))
                if begin < earliest or (begin == earliest and joined < 0):
                    joined, earliest = c, begin
            if joined < 0:
                joined = made
                made += 1
            cluster[v] = joined
            finish[v] = earliest + work[v]
            end[joined] = finish[v]
        for k in range(reader_indptr[v], reader_indptr[v + 1]):
            x = readers[k]
            missing[x] -= 1
            if missing[x] == 0:
                top = 0.0
                for j in range(operand_indptr[x], operand_indptr[x + 1]):
                    u = operands[j]
                    top = max(top, finish[u] + (times[j] if cluster[u] >= 0 else 0.0))
                size = push(heap, key, size, x, -(top + bottom[x]))
    return cluster


@njit(cache=True)
def _pack(heaviest_first: Int64, load: Float64, parts: int) -> Int32:
    """The part of each cluster, which is the part with the least load so far (ties: lowest number)."""
    part = np.empty(load.size, np.int32)
    total = np.zeros(parts)
    heap = np.arange(parts)
    for c in heaviest_first:
        p = heap[0]
        part[c] = p
        pop(heap, total, parts)
        push(heap, total, parts - 1, p, total[p] + load[c])
    return part
