"""When a program does the work of each cluster: its cycles in windows of the program's time.

Two clusters delay each other on a core only where both have work at the same time. A task can run at any time
between its earliest start, after the longest path before it, and its latest start, before the longest path
after it (Kelley, "Critical-path planning and scheduling: mathematical basis", Operations Research 9(3),
1961). The middle of the two is taken as its time. The windows are periods of equal work, because a period in
which much can run in parallel takes longer than its part of the longest path.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mappers.clusters.longest_paths import LongestPaths
from partitioners.kernels.array_types import Int32, Int64, Integers
from partitioners.kernels.cache import njit
from partitioners.kernels.parts import kernel_part
from partitioners.replicas import Replicas

WINDOWS = 32
"""Chosen by simulated runs: more windows rank mappings no better."""

BINS = 4096
"""Periods of equal time, of which the windows consist."""


def work_by_window(replicas: Replicas, paths: LongestPaths) -> NDArray[np.int64]:
    """The cycles of work of each cluster in each window; its sum over the windows is the cluster's work.

    Returns
    -------
    ndarray of int64, shape (p, WINDOWS)

    Notes
    -----
    O(n + m + p WINDOWS).
    """
    graph = replicas.partition.graph
    return _work_by_window(
        graph.src,
        graph.dst,
        replicas.in_replica,
        replicas.out_replica,
        replicas.master,
        replicas.cluster,
        replicas.edge_cycles,
        replicas.operation_cycles,
        paths,
        np.zeros((replicas.partition.parts, WINDOWS), np.int64),
    )


@njit(cache=True)
def _work_by_window(
    src: Int32,
    dst: Int32,
    in_replica: Integers,
    out_replica: Integers,
    master: Integers,
    cluster: Int32,
    edge_cycles: Integers,
    operation_cycles: Integers,
    paths: LongestPaths,
    work: Int64,
) -> Int64:
    bin_of_edge = np.empty(src.size, np.int16)
    bin_of_operation = np.empty(master.size, np.int16)
    in_bin = np.zeros(BINS)
    for e in range(src.size):
        u, v = src[e], dst[e]
        begin = paths.before[u] + operation_cycles[u]
        end = paths.longest - paths.after[v] - operation_cycles[v] - edge_cycles[e]
        if out_replica[e] != master[u]:
            begin += paths.latency  # of the scatter
        if in_replica[e] != master[v]:
            end -= paths.latency  # of the gather
        bin_of_edge[e] = _bin(begin + end, paths.longest)
        in_bin[bin_of_edge[e]] += edge_cycles[e]
    for v in range(master.size):
        end = paths.longest - paths.after[v] - operation_cycles[v]
        bin_of_operation[v] = _bin(paths.before[v] + end, paths.longest)
        in_bin[bin_of_operation[v]] += operation_cycles[v]
    total = max(in_bin.sum(), 1.0)
    window = np.empty(BINS, np.int64)
    earlier = 0.0
    for each in range(BINS):
        middle = earlier + in_bin[each] / 2.0
        window[each] = min(int(middle / total * WINDOWS), WINDOWS - 1)
        earlier += in_bin[each]
    for e in range(src.size):
        work[cluster[in_replica[e]], window[bin_of_edge[e]]] += edge_cycles[e]
    for v in range(master.size):
        if master[v] >= 0:
            work[cluster[master[v]], window[bin_of_operation[v]]] += operation_cycles[v]
    return work


@kernel_part()
def _bin(twice: float, longest: float) -> np.int16:
    """The bin of a time of which ``twice`` is the double."""
    if longest <= 0.0:
        return np.int16(0)
    return np.int16(min(twice / (2.0 * longest) * BINS, BINS - 1.0))
