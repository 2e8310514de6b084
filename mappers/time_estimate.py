"""An estimate of how the place of one cluster changes the time of a run, as kernels that mappers share.

Three times add up, because the resources work one after another for the critical tasks:

===========  ==========================================================================================
messages     Hops and messages between cores on the longest path: the critical messages of each pair
             (:mod:`mappers.critical_messages`) times the cycles of such a message over their distance.
cores        The cycles of work on the busiest core. A core runs its clusters one after another.
controllers  The cycles in which the busiest memory controller serves the initial values of the pages
             that were first touched near it (:mod:`mappers.first_reads`). Misses of different cores
             overlap, but the blocks of a controller do not.
===========  ==========================================================================================

A maximum does not change with most moves, so each maximum is replaced by the growth of the 8-norm of the
loads around an even load. A load of *x* times the mean costs mean x^8 / (8 n^(7/8)) cycles for n cores or
controllers. So loads below the mean cost almost nothing, and larger loads soon cost more than any messages.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mappers.cluster_graph import ClusterGraph
from mappers.costs import TransferCosts
from mappers.topology import Topology, axes
from partitioners.kernel_parts import kernel_part

MESSAGE_SHARE = 0.25
"""Cycles by which a run gets shorter for each cycle that critical messages save.

When a path gets shorter, another path becomes the longest. The value was chosen by simulated runs.
"""


class Demand(NamedTuple):
    """What each cluster demands: work and service in units of the mean loads, and critical messages."""

    work: NDArray[np.float64]
    service: NDArray[np.float64]
    indptr: NDArray[np.int64]
    other: NDArray[np.int32]
    critical: NDArray[np.float64]


class Site(NamedTuple):
    """The cores: positions and distances as in :func:`mappers.topology.axes`, controllers, cycles."""

    position: NDArray[np.int64]
    apart: NDArray[np.int64]
    controller: NDArray[np.int64]
    hop_cycles: float
    message_cycles: float


class Load(NamedTuple):
    """The loads of cores and controllers in units of the mean loads, and the cycles of an eighth power.

    ``mean_core`` is the unit of ``cores`` in cycles.
    """

    cores: NDArray[np.float64]
    controllers: NDArray[np.float64]
    mean_core: float
    core_cycles: float
    controller_cycles: float


def demand_of(clusters: ClusterGraph, topology: Topology, costs: TransferCosts) -> tuple[Demand, Load]:
    """The demand of every cluster of a cluster graph, and the load of cores without clusters."""
    work, mean_core = _in_means(clusters.work.astype(np.float64), topology.num_cores)
    controllers = max(1, len(costs.controllers))
    cycles = costs.block_service_cycles if costs.controllers else 0.0
    reads = clusters.first_reads.astype(np.float64)
    service, mean_controller = _in_means(reads * cycles, controllers)
    exchange = clusters.exchange
    critical = exchange.critical_messages * MESSAGE_SHARE
    load = Load(
        np.zeros(topology.num_cores),
        np.zeros(controllers),
        mean_core,
        _cycles_of_a_power(mean_core, topology.num_cores),
        _cycles_of_a_power(mean_controller, controllers),
    )
    return Demand(work, service, exchange.indptr, exchange.other, critical), load


def _in_means(cycles: NDArray[np.float64], count: int) -> tuple[NDArray[np.float64], float]:
    """The cycles of each cluster in units of the mean load, and the mean in cycles, 1 if there are none."""
    mean = float(cycles.sum()) / count or 1.0
    return cycles / mean, mean


def _cycles_of_a_power(mean: float, count: int) -> float:
    return mean / (8.0 * count**0.875)


def site_of(topology: Topology, costs: TransferCosts) -> Site:
    """The cores of a topology, each with the controller nearest to it (ties: the first)."""
    controller = np.zeros(topology.num_cores, np.int64)
    if costs.controllers:
        controller = topology.distances[:, list(costs.controllers)].argmin(axis=1)
    return Site(*axes(topology), controller, float(costs.hop_cycles), float(costs.message_cycles))


@kernel_part()
def message_cycles(demand, site, cluster, core_of_cluster, messages):  # type: ignore[no-untyped-def]
    """Write to ``messages`` the cycles of a cluster's critical messages if it were on each core.

    They are less a constant, the message cycles of all its partners. Clusters without a core (-1) do not
    count.

    Notes
    -----
    O(d + cores + a W) for d partners on a mesh, where W is the number of its rows and columns, and a of them
    have a partner.
    """
    at = np.zeros(site.apart.shape[0])  # critical messages with clusters at each position
    cost = np.zeros(site.apart.shape[0])
    messages[:] = 0.0
    for k in range(demand.indptr[cluster], demand.indptr[cluster + 1]):
        core = core_of_cluster[demand.other[k]]
        if core >= 0:
            messages[core] -= site.message_cycles * demand.critical[k]
            for axis in range(site.position.shape[0]):
                at[site.position[axis, core]] += demand.critical[k]
    for i in range(at.size):
        if at[i] > 0:
            for j in range(at.size):
                cost[j] += site.hop_cycles * at[i] * site.apart[i, j]
    for axis in range(site.position.shape[0]):
        for core in range(messages.size):
            messages[core] += cost[site.position[axis, core]]


@kernel_part()
def added_cycles(demand, site, load, cluster, core, placed):  # type: ignore[no-untyped-def]
    """By how much a cluster lengthens the work of the busiest core and of the busiest controller; >= 0.

    The cluster's own work and reads must not be in ``load``. ``placed`` is the mean load of the controllers
    with which theirs are compared: 1 if all clusters have a core, and less while some have none. (Free cores
    run out near a controller that is used first. So controllers must be equally used at any time, while the
    cores may be filled one after another.)
    """
    controller = site.controller[core]
    more = _growth(load.controllers[controller] / placed, demand.service[cluster] / placed)
    return (
        load.core_cycles * _growth(load.cores[core], demand.work[cluster])
        + load.controller_cycles * placed * more
    )


@kernel_part()
def mean_controller(demand, load, cluster):  # type: ignore[no-untyped-def]
    """The mean load of the controllers with a cluster that is not in ``load``; 1 if there is none."""
    total = demand.service[cluster]
    for each in load.controllers:
        total += each
    return total / load.controllers.size if total > 0.0 else 1.0


@kernel_part()
def add(demand, site, load, cluster, core, sign):  # type: ignore[no-untyped-def]
    """Add a cluster's work and reads to the load of a core and its controller, or take them off (-1)."""
    load.cores[core] += sign * demand.work[cluster]
    load.controllers[site.controller[core]] += sign * demand.service[cluster]


@kernel_part()
def _growth(x, more):  # type: ignore[no-untyped-def]
    """By how much the eighth power of a load grows."""
    return _eighth_power(x + more) - _eighth_power(x)


@kernel_part()
def _eighth_power(x):  # type: ignore[no-untyped-def]
    x = x * x
    x = x * x
    return x * x
