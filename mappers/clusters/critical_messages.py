"""The messages that decide how long a dataflow program runs: those on its longest path and close to it.

The *slack* of a message is the time by which the longest path through it is shorter than the longest path of
the program (:mod:`mappers.clusters.longest_paths`). This is the slack of list scheduling (Kelley,
"Critical-path planning and scheduling: mathematical basis", Operations Research 9(3), 1961). A mapping makes
some messages slower than others, so paths with a little slack count too, but less.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mappers.clusters.longest_paths import LongestPaths, messages_of
from partitioners.kernels.array_types import Float64, Int32, Integers
from partitioners.kernels.cache import njit
from partitioners.kernels.parts import kernel_part
from partitioners.replicas import Replicas


def message_weights(
    replicas: Replicas, paths: LongestPaths
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The weight of every gather and of every scatter of an acyclic graph.

    The weight falls with the slack, and the sum of all weights is the number of messages on the longest path.
    So hops x weight, summed over all messages, estimates the hops on the longest path of a mapped program.

    Returns
    -------
    gathers, scatters : ndarray of float64, shape (r,)
        By replica; zero where the replica sends or receives no such message.

    Notes
    -----
    O(n + m).
    """
    graph = replicas.partition.graph
    gathers = np.zeros(replicas.vertex.size)
    scatters = np.zeros(replicas.vertex.size)
    _weigh(
        graph.src,
        graph.dst,
        replicas.in_replica,
        replicas.out_replica,
        replicas.master,
        replicas.edge_cycles,
        replicas.operation_cycles,
        paths,
        gathers,
        scatters,
    )
    total = float(gathers.sum() + scatters.sum())
    if total > 0:
        scale = max(paths.messages, 1) / total
        gathers *= scale
        scatters *= scale
    return gathers, scatters


@njit(cache=True)
def _weigh(
    src: Int32,
    dst: Int32,
    in_replica: Integers,
    out_replica: Integers,
    master: Integers,
    edge_cycles: Integers,
    operation_cycles: Integers,
    paths: LongestPaths,
    gathers: Float64,
    scatters: Float64,
) -> None:
    """Write weights that are not scaled yet."""
    for e in range(src.size):
        u, v = src[e], dst[e]
        sent = messages_of(e, u, v, in_replica, out_replica, master)
        if sent == 0:
            continue
        path = paths.before[u] + operation_cycles[u] + edge_cycles[e] + paths.latency * sent
        slack = paths.longest - path - operation_cycles[v] - paths.after[v]
        weight = _weight_at(slack / paths.longest)
        if out_replica[e] != master[u]:
            scatters[out_replica[e]] = max(scatters[out_replica[e]], weight)
        if in_replica[e] != master[v]:
            gathers[in_replica[e]] = max(gathers[in_replica[e]], weight)


@kernel_part()
def _weight_at(slack: float) -> float:
    """The weight of a message whose slack is a share of the longest path.

    It halves with every 1/64 of the path. One ninth of it halves with every 1/8 only, because a mapping can
    lengthen also a path with more slack.
    """
    return 2.0 ** (-64.0 * slack) + 2.0 ** (-8.0 * slack) / 8.0
