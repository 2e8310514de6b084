"""The messages that decide how long a dataflow program runs: those on its longest path and close to it.

The path is that of the execution model (``docs/execution-model.md``). A task waits for the value that it
reads, a value may have to come from another cluster, and a contribution may have to go to another cluster.
Here each message takes the same latency, because the mapping is not known yet. The *slack* of a message is
the time by which the longest path through it is shorter than the longest path of the program. This is the
slack of list scheduling (Kelley, "Critical-path planning and scheduling: mathematical basis", Operations
Research 9(3), 1961). A mapping makes some messages slower than others, so paths with a little slack count
too, but less.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partitioners.kernel_cache import njit
from partitioners.kernel_parts import kernel_part
from partitioners.replicas import Replicas


def message_weights(
    replicas: Replicas, level: NDArray[np.int32], latency: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The weight of every gather and of every scatter of an acyclic graph.

    The weight falls with the slack, and the sum of all weights is the number of messages on the longest path.
    So hops x weight, summed over all messages, estimates the hops on the longest path of a mapped program.

    Parameters
    ----------
    replicas : Replicas
    level : ndarray of int32, shape (n,)
        Topological levels of the vertices.
    latency : float
        Cycles of a message, whatever the clusters.

    Returns
    -------
    gathers, scatters : ndarray of float64, shape (r,)
        By replica; zero where the replica sends or receives no such message.

    Notes
    -----
    O(n + m).
    """
    from partitioners.grouping import group_as

    graph = replicas.partition.graph
    levels = int(level.max(initial=0)) + 1
    by_level = group_as(level[graph.src], levels, replicas.out_replica)[1]
    gathers = np.zeros(replicas.vertex.size)
    scatters = np.zeros(replicas.vertex.size)
    on_path = _weigh(
        by_level,
        graph.src,
        graph.dst,
        replicas.in_replica,
        replicas.out_replica,
        replicas.master,
        replicas.edge_cycles,
        replicas.operation_cycles,
        latency,
        gathers,
        scatters,
    )
    total = float(gathers.sum() + scatters.sum())
    if total > 0:
        scale = max(on_path, 1) / total
        gathers *= scale
        scatters *= scale
    return gathers, scatters


@njit(cache=True)
def _weigh(  # type: ignore[no-untyped-def]
    by_level,
    src,
    dst,
    in_replica,
    out_replica,
    master,
    edge_cycles,
    operation_cycles,
    latency,
    gathers,
    scatters,
):
    """Write weights that are not scaled yet; return the number of messages on the longest path."""
    n = operation_cycles.size
    before = np.zeros(n)  # cycles on the longest path that ends before a vertex's operation
    after = np.zeros(n)  # cycles on the longest path that begins after it
    messages = np.zeros(n, np.int64)  # the messages on the former
    longest, on_path = 0.0, 0
    for e in by_level:
        u, v = src[e], dst[e]
        sent = _messages_of(e, u, v, in_replica, out_replica, master)
        path = before[u] + operation_cycles[u] + edge_cycles[e] + latency * sent
        if path > before[v]:
            before[v] = path
            messages[v] = messages[u] + sent
    for v in range(n):
        path = before[v] + operation_cycles[v]
        if path > longest:
            longest, on_path = path, messages[v]
    for e in by_level[::-1]:
        u, v = src[e], dst[e]
        sent = _messages_of(e, u, v, in_replica, out_replica, master)
        after[u] = max(after[u], edge_cycles[e] + latency * sent + operation_cycles[v] + after[v])
    for e in by_level:
        u, v = src[e], dst[e]
        sent = _messages_of(e, u, v, in_replica, out_replica, master)
        if sent == 0:
            continue
        path = before[u] + operation_cycles[u] + edge_cycles[e] + latency * sent
        slack = longest - path - operation_cycles[v] - after[v]
        weight = _weight_at(slack / longest)
        if out_replica[e] != master[u]:
            scatters[out_replica[e]] = max(scatters[out_replica[e]], weight)
        if in_replica[e] != master[v]:
            gathers[in_replica[e]] = max(gathers[in_replica[e]], weight)
    return on_path


@kernel_part()
def _messages_of(e, u, v, in_replica, out_replica, master):  # type: ignore[no-untyped-def]
    """The number of messages that an edge waits for or causes: a scatter before it, a gather after it."""
    return np.int64(out_replica[e] != master[u]) + np.int64(in_replica[e] != master[v])


@kernel_part()
def _weight_at(slack):  # type: ignore[no-untyped-def]
    """The weight of a message whose slack is a share of the longest path.

    It halves with every 1/64 of the path. One ninth of it halves with every 1/8 only, because a mapping can
    lengthen also a path with more slack.
    """
    return 2.0 ** (-64.0 * slack) + 2.0 ** (-8.0 * slack) / 8.0
