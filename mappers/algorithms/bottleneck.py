"""Bottleneck mapping: shorten what the run waits for, be it messages, a core or a memory controller.

``local_search`` lowers the traffic on the network. But most messages do not decide the time of a run: it
waits for the messages on the longest path, for the core with the most work, or for the controller that owns
the most pages. This mapper lowers the sum of these three, as :mod:`mappers.algorithms.time_estimate`
estimates them, by moves and swaps of single clusters.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from annotated_types import Ge
from numpy.typing import NDArray

from mappers.algorithms.greedy import greedy
from mappers.algorithms.time_estimate import demand_of, site_of
from mappers.clusters.cluster_graph import ClusterGraph
from mappers.costs import TransferCosts
from mappers.topology import Topology


def bottleneck(
    clusters: ClusterGraph, topology: Topology, costs: TransferCosts, *, max_passes: Annotated[int, Ge(0)] = 4
) -> NDArray[np.int32]:
    """Lower the estimated time of the run: critical messages, busiest core and busiest memory controller.

    The search starts from ``greedy``. A pass visits the clusters by id. Each cluster moves to the core, or
    swaps with the cluster, that lowers the estimated time most, if any does (ties: moves before swaps, then
    the lowest core). It tries every core for a move, and for a swap up to eight clusters on each of the four
    cores with the cheapest messages. The search ends after ``max_passes`` passes, or after a pass without a
    change. The number of clusters on a core is not limited, only their work counts.

    Parameters
    ----------
    max_passes : int
        Maximum number of passes over all clusters; 0 returns the mapping of ``greedy``.

    Returns
    -------
    ndarray of int32, shape (p,)
        The core of each cluster.

    Notes
    -----
    O(k + p cores) for each pass over k communications, with a factor of up to 32 for the swaps, in addition
    to the time of ``greedy``. The method is deterministic.
    """
    from mappers.algorithms.bottleneck_kernels import Held, improve

    core_of_cluster = greedy(clusters, topology, costs)
    (demand, load), site = (
        demand_of(clusters, topology, costs, clusters.work_by_window),
        site_of(topology, costs),
    )
    none = np.full(clusters.parts, -1)
    held = Held(np.full(topology.num_cores, -1), none, none.copy())
    improve(demand, site, load, held, core_of_cluster, max_passes)
    return core_of_cluster
