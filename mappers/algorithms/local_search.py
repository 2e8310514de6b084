"""Local search: swap two clusters as long as a swap lowers the traffic on the network's links.

The objective is hop-bytes, the sum of bytes x hops over all pairs of clusters. A table holds the cost of each
cluster at every position, so the exact gain of a swap takes constant time. On a mesh the distance is
|dx| + |dy|, and the table has a column for each x and each y instead of one for each core. An empty core is
treated as a cluster without communication, so clusters also move to empty cores.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from annotated_types import Ge
from numpy.typing import NDArray

from mappers.clusters.cluster_graph import ClusterGraph
from mappers.costs import TransferCosts
from mappers.map_clusters import MAPPERS, map_clusters
from mappers.topology import Topology, axes
from partitioners.errors import OptionError


def local_search(
    clusters: ClusterGraph,
    topology: Topology,
    costs: TransferCosts,
    *,
    seed: int = 0,
    start: str = "greedy",
    max_passes: Annotated[int, Ge(0)] = 100,
) -> NDArray[np.int32]:
    """Improve the mapping of another mapper: swap pairs of clusters while that lowers hop-bytes.

    A pass visits the clusters by id, then the cores that were empty at the start. It swaps each with the
    cluster or empty core that lowers hop-bytes most (ties: clusters before empty cores, then lowest id), if
    any swap does. The search ends after ``max_passes`` passes, or after a pass without a swap. After such a
    pass no swap of two clusters and no move to an empty core improves the mapping. At the end no core holds
    more clusters than the fullest core at the start. On cores of different speeds, a swap is left out if a
    core then has more work over its speed than the core with the most at the start.

    Parameters
    ----------
    costs : TransferCosts
        Of these, only the speeds of the cores are used here. All are passed to ``start``.
    seed : int
        Passed to ``start``.
    start : str
        The mapper to start from, with its default options.
    max_passes : int
        Maximum number of passes over all clusters; 0 returns the mapping of ``start``.

    Returns
    -------
    ndarray of int32, shape (p,)
        The core of each cluster.

    Raises
    ------
    OptionError
        ``max_passes`` is negative, or ``start`` is this mapper itself.
    UnknownNameError
        There is no mapper named ``start``.

    Notes
    -----
    On a mesh of W x H, with q clusters and empty cores together: O(k (W + H)) for k communications, O(q
    squared) for each pass, and O(d (W + H)) for each swap of clusters with d partners; q (W + H) words of
    memory. On any other topology, W + H is replaced by its number of cores.
    """
    from mappers.algorithms.swap_search import search

    if max_passes < 0:
        raise OptionError(f"max_passes must be >= 0, got {max_passes}")
    if MAPPERS[start].function is local_search:
        raise OptionError("local_search cannot start from itself; choose another mapper as `start`")
    placed = map_clusters(clusters, topology, start, costs=costs, seed=seed)
    used = np.bincount(placed.core_of_cluster, minlength=topology.num_cores) > 0
    empty = np.flatnonzero(~used)
    core_of_cluster = np.concatenate([placed.core_of_cluster, empty.astype(np.int32)])
    exchange = clusters.exchange
    indptr = np.concatenate([exchange.indptr, np.full(empty.size, exchange.indptr[-1])])
    position, apart = axes(topology)
    work = np.zeros(core_of_cluster.size)
    if costs.speeds:
        work[: clusters.parts] = clusters.work
    slowness = costs.slowness(topology.num_cores)
    search(
        indptr,
        exchange.other,
        exchange.payload_bytes,
        core_of_cluster,
        position,
        apart,
        max_passes,
        work,
        slowness,
    )
    return core_of_cluster[: clusters.parts]
