"""The longest paths of a dataflow program before and after each of its tasks.

The path is that of the execution model (``docs/execution-model.md``). A task waits for the value that it
reads, a value may have to come from another cluster, and a contribution may have to go to another cluster.
Here each message takes the same latency, because the mapping is not known yet.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from partitioners.kernels.array_types import Float64, Int32, Integers
from partitioners.kernels.cache import njit
from partitioners.kernels.parts import kernel_part
from partitioners.replicas import Replicas


class LongestPaths(NamedTuple):
    """The longest paths through each vertex of an acyclic graph.

    Attributes
    ----------
    before : ndarray of float64, shape (n,)
        Cycles on the longest path that ends before the operation of a vertex.
    after : ndarray of float64, shape (n,)
        Cycles on the longest path that begins after it.
    longest : float
        Cycles on the longest path of the program.
    messages : int
        The number of messages on that path.
    latency : float
        Cycles of a message.
    """

    before: NDArray[np.float64]
    after: NDArray[np.float64]
    longest: float
    messages: int
    latency: float


def longest_paths(replicas: Replicas, level: NDArray[np.int32], latency: float) -> LongestPaths:
    """Find the longest paths of an acyclic graph that is cut into clusters. O(n + m).

    Parameters
    ----------
    level : ndarray of int32, shape (n,)
        Topological levels of the vertices.
    latency : float
        Cycles of a message, whatever the clusters.
    """
    from partitioners.kernels.grouping import group_as

    graph = replicas.partition.graph
    levels = int(level.max(initial=0)) + 1
    by_level = group_as(level[graph.src], levels, replicas.out_replica)[1]
    before, after, longest, messages = _longest_paths(
        by_level,
        graph.src,
        graph.dst,
        replicas.in_replica,
        replicas.out_replica,
        replicas.master,
        replicas.edge_cycles,
        replicas.operation_cycles,
        latency,
    )
    return LongestPaths(before, after, longest, messages, latency)


@njit(cache=True)
def _longest_paths(
    by_level: Int32,
    src: Int32,
    dst: Int32,
    in_replica: Integers,
    out_replica: Integers,
    master: Integers,
    edge_cycles: Integers,
    operation_cycles: Integers,
    latency: float,
) -> tuple[Float64, Float64, float, int]:
    n = operation_cycles.size
    before, after = np.zeros(n), np.zeros(n)
    messages = np.zeros(n, np.int64)  # on the longest path before each vertex
    longest, on_longest = 0.0, 0
    for e in by_level:
        u, v = src[e], dst[e]
        sent = messages_of(e, u, v, in_replica, out_replica, master)
        path = before[u] + operation_cycles[u] + edge_cycles[e] + latency * sent
        if path > before[v]:
            before[v] = path
            messages[v] = messages[u] + sent
    for v in range(n):
        path = before[v] + operation_cycles[v]
        if path > longest:
            longest, on_longest = path, messages[v]
    for e in by_level[::-1]:
        u, v = src[e], dst[e]
        sent = messages_of(e, u, v, in_replica, out_replica, master)
        after[u] = max(after[u], edge_cycles[e] + latency * sent + operation_cycles[v] + after[v])
    return before, after, longest, on_longest


@kernel_part()
def messages_of(
    e: int, u: int, v: int, in_replica: Integers, out_replica: Integers, master: Integers
) -> np.int64:
    """The number of messages that an edge waits for or causes: a scatter before it, a gather after it."""
    return np.int64(out_replica[e] != master[u]) + np.int64(in_replica[e] != master[v])
