"""Task orders and longest paths: the compiled loops of :mod:`numasim.program.program`."""

from __future__ import annotations

import numpy as np

from partitioners.kernels.array_types import Booleans, Int32, Int64, Integers
from partitioners.kernels.cache import njit


@njit(cache=True)
def by_rank(rank: Int32, end: Int32, edges_first: bool, order: Int32) -> None:
    """The position of each task after a stable counting sort by rank. The rank of an edge is that of its end.

    Among equal ranks, edges come before operations if ``edges_first``, and after them otherwise.
    """
    n, m = rank.size, end.size
    edge, operation = (0, 1) if edges_first else (1, 0)
    largest = -1
    for v in range(n):
        largest = max(largest, rank[v])
    at = np.zeros(2 * largest + 3, order.dtype)
    for e in range(m):
        at[2 * rank[end[e]] + edge + 1] += 1
    for v in range(n):
        at[2 * rank[v] + operation + 1] += 1
    for key in range(2 * largest + 2):
        at[key + 1] += at[key]
    for e in range(m):
        key = 2 * rank[end[e]] + edge
        order[e] = at[key]
        at[key] += 1
    for v in range(n):
        key = 2 * rank[v] + operation
        order[m + v] = at[key]
        at[key] += 1


@njit(cache=True)
def in_sequence(order: Int32) -> Int32:
    """The tasks sorted by their positions ``order``."""
    tasks = np.empty_like(order)
    for task in range(order.size):
        tasks[order[task]] = task
    return tasks


@njit(cache=True)
def longest_paths(
    in_order: Int32,
    src: Int32,
    dst: Int32,
    edge_cycles: Integers | Booleans,
    operation_cycles: Integers,
    of_edge: Int64,
) -> Int64:
    """Cycles on the longest path that starts with each operation, including the operation.

    ``in_order`` contains the tasks in a topological order. The function writes the cycles on the longest path
    that starts with each edge to ``of_edge``, unless ``of_edge`` is empty.
    """
    m = edge_cycles.size
    of_vertex = np.zeros(operation_cycles.size, np.int64)
    for k in range(in_order.size - 1, -1, -1):
        task = in_order[k]
        if task < m:
            path = edge_cycles[task] + of_vertex[dst[task]]
            of_vertex[src[task]] = max(of_vertex[src[task]], path)
            if of_edge.size:
                of_edge[task] = path
        else:
            of_vertex[task - m] += operation_cycles[task - m]
    return of_vertex


@njit(cache=True)
def with_latencies(
    src: Int32,
    dst: Int32,
    cluster_of_edge: Int32,
    core_of_cluster: Int32,
    core_of_master: Int32,
    latency: Int32,
    edge_cycles: Integers,
    cycles: Int64,
) -> None:
    """Write the cycles of each edge and of its messages from the master of its tail and to that of its head.

    ``latency`` has the cycles of a message between two cores.
    """
    for e in range(src.size):
        core = core_of_cluster[cluster_of_edge[e]]
        messages = latency[core_of_master[src[e]], core] + latency[core, core_of_master[dst[e]]]
        cycles[e] = edge_cycles[e] + messages
