"""An estimate of how the place of one cluster changes the time of a run, as kernels that mappers share.

Three times add up, because the resources work one after another for the critical tasks:

===========  ==========================================================================================
messages     Hops and messages between cores on the longest path: the critical messages of each pair
             (:mod:`mappers.clusters.critical_messages`) times the cycles of such a message over their
distance. cores        The cycles of work on the busiest core, at its speed, in each window of the program's
             time (:mod:`mappers.clusters.work_windows`), or in the whole time as one window. Clusters on a
             core delay each other only where both have work.
controllers  The cycles in which the busiest memory controller serves the initial values of the pages
             that were first touched near it (:mod:`mappers.clusters.first_reads`). Misses of different cores
             overlap, but the blocks of a controller do not.
===========  ==========================================================================================

A maximum does not change with most moves, so the 4-norm of the loads takes its place, the fourth root of the
sum of their fourth powers. It is at least the maximum, and less if all other loads are small.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mappers.clusters.cluster_graph import ClusterGraph
from mappers.costs import TransferCosts
from mappers.topology import Topology, axes
from partitioners.kernels.array_types import Float64, Int32
from partitioners.kernels.parts import kernel_part


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
    """The cycles of cores (in rows by window) and of controllers, and the sums of their fourth powers."""

    cores: NDArray[np.float64]
    controllers: NDArray[np.float64]
    core_powers: NDArray[np.float64]
    controller_powers: NDArray[np.float64]


def demand_of(
    clusters: ClusterGraph, topology: Topology, costs: TransferCosts, work: NDArray[np.int64]
) -> tuple[Demand, Load]:
    """The demand of every cluster of a cluster graph, and the load of cores without clusters.

    ``work`` has the cycles of each cluster in each window, shape (p, w).
    """
    exchange = clusters.exchange
    demand = Demand(
        work.astype(np.float64),
        clusters.first_reads * np.float64(costs.block_service_cycles if costs.controllers else 0),
        exchange.indptr,
        exchange.other,
        exchange.critical_messages,
    )
    windows = demand.work.shape[1]
    load = Load(
        np.zeros((windows, topology.num_cores)),
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
def message_cycles(
    demand: Demand, site: Site, cluster: int, core_of_cluster: Int32, messages: Float64
) -> None:
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
def add_everywhere(demand: Demand, site: Site, load: Load, cluster: int, cycles: Float64) -> None:
    """Add to ``cycles`` by how much a cluster on each core lengthens the work of cores and controllers.

    The cluster's own work and reads must not be in ``load``.
    """
    added = np.empty(cycles.size)
    for core in range(cycles.size):
        controller = site.controller[core]
        added[core] = _grown(load.controller_powers[0], load.controllers[controller], demand.service[cluster])
    for window in range(load.core_powers.size):
        more, powers, loads = demand.work[cluster, window], load.core_powers[window], load.cores[window]
        if more > 0.0:
            for core in range(cycles.size):
                added[core] += _grown(powers, loads[core], more * site.slowness[core])
    for core in range(cycles.size):
        cycles[core] += added[core]


@kernel_part()
def add(demand: Demand, site: Site, load: Load, cluster: int, core: int, sign: float) -> None:
    """Add a cluster's work and reads to the load of a core and its controller, or take them off (-1)."""
    controller = site.controller[core]
    before = load.controllers[controller]
    load.controllers[controller] = max(before + sign * demand.service[cluster], 0.0)
    load.controller_powers[0] += _power(load.controllers[controller]) - _power(before)
    for window in range(load.core_powers.size):
        before = load.cores[window, core]
        load.cores[window, core] = max(
            before + sign * demand.work[cluster, window] * site.slowness[core], 0.0
        )
        load.core_powers[window] += _power(load.cores[window, core]) - _power(before)


@kernel_part()
def sum_powers(load: Load) -> None:
    """Sum the fourth powers of the loads again, without the rounding errors of loads that were taken off."""
    load.controller_powers[0] = 0.0
    for controller in range(load.controllers.size):
        load.controller_powers[0] += _power(load.controllers[controller])
    load.core_powers[:] = 0.0
    for window in range(load.core_powers.size):
        for core in range(load.cores.shape[1]):
            load.core_powers[window] += _power(load.cores[window, core])


@kernel_part()
def _grown(powers: float, load: float, more: float) -> float:
    """By how much the 4-norm grows if one load does; ``powers`` is the sum of all fourth powers."""
    least = _power(load)
    others = max(powers - least, 0.0)
    return _root(others + _power(load + more)) - _root(others + least)


@kernel_part()
def swap_saved(
    powers: float,
    first: float,
    second: float,
    own: float,
    other: float,
    slowness_first: float,
    slowness_second: float,
) -> float:
    """By how much the 4-norm falls if two loads exchange ``own``, of the first, and ``other``, of the second.

    ``first`` does not contain ``own``, nor does ``powers``. ``second`` and ``powers`` contain ``other``.
    """
    rest = max(powers - _power(first) - _power(second), 0.0)
    before = _power(first + own * slowness_first) + _power(second)
    left = max(second - other * slowness_second, 0.0)
    after = _power(first + other * slowness_first) + _power(left + own * slowness_second)
    return _root(rest + before) - _root(rest + after)


@kernel_part()
def _power(x: float) -> float:
    x = x * x
    return x * x


@kernel_part()
def _root(x: float) -> float:
    return np.sqrt(np.sqrt(x))
