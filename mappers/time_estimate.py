"""An estimate of how the place of one cluster changes the time of a run, as kernels that mappers share.

Three times add up, because the resources work one after another for the critical tasks:

===========  ==========================================================================================
messages     Hops and messages between cores on the longest path: the critical messages of each pair
             (:mod:`mappers.critical_messages`) times the cycles of such a message over their distance.
cores        The cycles of work on the busiest core, at its speed, in each window of the program's time
             (:mod:`mappers.work_windows`). Clusters on a core delay each other only where both have work.
controllers  The cycles in which the busiest memory controller serves the initial values of the pages
             that were first touched near it (:mod:`mappers.first_reads`). Misses of different cores
             overlap, but the blocks of a controller do not.
===========  ==========================================================================================

A maximum does not change with most moves, so the 4-norm of the loads takes its place, the fourth root of the
sum of their fourth powers. It is at least the maximum, and less if all other loads are small.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mappers.cluster_graph import ClusterGraph
from mappers.costs import TransferCosts
from mappers.topology import Topology, axes
from partitioners.kernel_parts import kernel_part


class Demand(NamedTuple):
    """What each cluster demands: cycles of work in each window, cycles of service, and critical messages."""

    work: NDArray[np.float64]
    service: NDArray[np.float64]
    indptr: NDArray[np.int64]
    other: NDArray[np.int32]
    critical: NDArray[np.float64]


class Site(NamedTuple):
    """The cores: positions and distances as in :func:`mappers.topology.axes`, controllers, cycles.

    ``slowness`` has the cycles that a cycle of work takes on each core.
    """

    position: NDArray[np.int64]
    apart: NDArray[np.int64]
    controller: NDArray[np.int64]
    hop_cycles: float
    message_cycles: float
    slowness: NDArray[np.float64]


class Load(NamedTuple):
    """The cycles of cores in each window and of controllers, and the sums of their fourth powers."""

    cores: NDArray[np.float64]
    controllers: NDArray[np.float64]
    core_powers: NDArray[np.float64]
    controller_powers: NDArray[np.float64]


def demand_of(clusters: ClusterGraph, topology: Topology, costs: TransferCosts) -> tuple[Demand, Load]:
    """The demand of every cluster of a cluster graph, and the load of cores without clusters."""
    exchange = clusters.exchange
    demand = Demand(
        clusters.work_by_window.astype(np.float64),
        clusters.first_reads * np.float64(costs.block_service_cycles if costs.controllers else 0),
        exchange.indptr,
        exchange.other,
        exchange.critical_messages,
    )
    windows = demand.work.shape[1]
    load = Load(
        np.zeros((topology.num_cores, windows)),
        np.zeros(max(1, len(costs.controllers))),
        np.zeros(windows),
        np.zeros(1),
    )
    return demand, load


def site_of(topology: Topology, costs: TransferCosts) -> Site:
    """The cores of a topology, each with the controller nearest to it (ties: the first)."""
    controller = np.zeros(topology.num_cores, np.int64)
    if costs.controllers:
        controller = topology.distances[:, list(costs.controllers)].argmin(axis=1)
    return Site(
        *axes(topology),
        controller,
        float(costs.hop_cycles),
        float(costs.message_cycles),
        costs.slowness(topology.num_cores),
    )


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
def added_cycles(demand, site, load, cluster, core):  # type: ignore[no-untyped-def]
    """By how much a cluster lengthens the work of the cores and of the controllers; >= 0.

    The cluster's own work and reads must not be in ``load``.
    """
    controller = site.controller[core]
    added = _grown(load.controller_powers[0], load.controllers[controller], demand.service[cluster])
    for window in range(load.core_powers.size):
        more = demand.work[cluster, window] * site.slowness[core]
        if more > 0.0:
            added += _grown(load.core_powers[window], load.cores[core, window], more)
    return added


@kernel_part()
def add(demand, site, load, cluster, core, sign):  # type: ignore[no-untyped-def]
    """Add a cluster's work and reads to the load of a core and its controller, or take them off (-1)."""
    controller = site.controller[core]
    before = load.controllers[controller]
    load.controllers[controller] = max(before + sign * demand.service[cluster], 0.0)
    load.controller_powers[0] += _power(load.controllers[controller]) - _power(before)
    for window in range(load.core_powers.size):
        before = load.cores[core, window]
        load.cores[core, window] = max(
            before + sign * demand.work[cluster, window] * site.slowness[core], 0.0
        )
        load.core_powers[window] += _power(load.cores[core, window]) - _power(before)


@kernel_part()
def sum_powers(load):  # type: ignore[no-untyped-def]
    """Sum the fourth powers of the loads again, without the rounding errors of loads that were taken off."""
    load.controller_powers[0] = 0.0
    for controller in range(load.controllers.size):
        load.controller_powers[0] += _power(load.controllers[controller])
    load.core_powers[:] = 0.0
    for core in range(load.cores.shape[0]):
        for window in range(load.core_powers.size):
            load.core_powers[window] += _power(load.cores[core, window])


@kernel_part()
def _grown(powers, load, more):  # type: ignore[no-untyped-def]
    """By how much the 4-norm grows if one load does; ``powers`` is the sum of all fourth powers."""
    least = _power(load)
    others = max(powers - least, 0.0)
    return _root(others + _power(load + more)) - _root(others + least)


@kernel_part()
def _power(x):  # type: ignore[no-untyped-def]
    x = x * x
    return x * x


@kernel_part()
def _root(x):  # type: ignore[no-untyped-def]
    return np.sqrt(np.sqrt(x))
