"""The kernels of :mod:`mappers.algorithms.memory_centric`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mappers.algorithms.nearest import Nearby, nearest_with_room
from mappers.algorithms.time_estimate import Demand, Load, Site, add, add_everywhere, message_cycles
from partitioners.kernels.array_types import Float64, Int32, Int64
from partitioners.kernels.cache import njit
from partitioners.kernels.parts import kernel_part


class Talk(NamedTuple):
    """Work, shared blocks and exchanged messages of the clusters, as in ClusterGraph and Exchange."""

    work: NDArray[np.int64]
    shared_indptr: NDArray[np.int64]
    shared_with: NDArray[np.int32]
    shared_blocks: NDArray[np.int64]
    indptr: NDArray[np.int64]
    other: NDArray[np.int32]
    messages: NDArray[np.int64]
    payload_bytes: NDArray[np.int64]


class Cores(NamedTuple):
    """The load of cores and regions; the cores of region r begin at ``members[member_start[r]]``."""

    clusters_on: NDArray[np.int64]
    region: NDArray[np.int32]
    member_start: NDArray[np.int64]
    members: NDArray[np.int64]
    clusters_in_region: NDArray[np.int64]
    with_room: NDArray[np.int64]


@njit(cache=True)
def place_serial(
    queue: Int64,
    last_core: int,
    core_of_cluster: Int32,
    talk: Talk,
    near: Nearby,
    cores: Cores,
    room: int,
    threshold: int,
    miss_cycles: float,
    hop_cycles: float,
) -> int:
    """Place the clusters of a queue (lines 19 to 35) with serial misses; return LastCluster's core."""
    for cluster in queue:
        sharer, blocks = _heaviest(
            talk.shared_indptr, talk.shared_with, talk.shared_blocks, cluster, core_of_cluster
        )
        talker, _ = _heaviest(talk.indptr, talk.other, talk.payload_bytes, cluster, core_of_cluster)
        if last_core < 0:
            core = nearest_with_room(near, 0, cores.clusters_on, room)
        elif sharer >= 0 and core_of_cluster[sharer] == last_core:
            apart = miss_cycles * blocks + hop_cycles * _messages(talk, cluster, sharer)
            pays = min(talk.work[cluster], talk.work[sharer]) <= apart
            if pays and cores.clusters_on[last_core] < threshold:
                core = last_core
            else:
                core = _in_other_region(cores, near.distances[last_core], cores.region[last_core], room)
        elif talker >= 0:
            core = nearest_with_room(near, core_of_cluster[talker], cores.clusters_on, room)
        else:
            core = _in_other_region(cores, near.distances[last_core], cores.region[last_core], room)
        _put(cluster, core, core_of_cluster, cores, room)
        last_core = core
    return last_core


@njit(cache=True)
def place_overlapped(
    queue: Int64,
    last_core: int,
    core_of_cluster: Int32,
    talk: Talk,
    near: Nearby,
    cores: Cores,
    room: int,
    threshold: int,
    demand: Demand,
    site: Site,
    load: Load,
) -> int:
    """Place the clusters of a queue (lines 19 to 35) by estimated time; return LastCluster's core."""
    estimate = np.zeros(cores.region.size)
    for cluster in queue:
        sharer, _ = _heaviest(
            talk.shared_indptr, talk.shared_with, talk.shared_blocks, cluster, core_of_cluster
        )
        talker, _ = _heaviest(demand.indptr, demand.other, demand.critical, cluster, core_of_cluster)
        message_cycles(demand, site, cluster, core_of_cluster, estimate)
        add_everywhere(demand, site, load, cluster, estimate)
        if last_core < 0:
            core = nearest_with_room(near, 0, cores.clusters_on, room)
        elif sharer >= 0 and core_of_cluster[sharer] == last_core:
            core = _least(estimate, cores, near.distances[last_core], cores.region[last_core], room)
            if estimate[last_core] <= estimate[core] and cores.clusters_on[last_core] < threshold:
                core = last_core
        elif talker >= 0:
            core = _least_near(estimate, cores, near.distances[core_of_cluster[talker]], room)
        else:
            core = _least(estimate, cores, near.distances[last_core], cores.region[last_core], room)
        _put(cluster, core, core_of_cluster, cores, room)
        add(demand, site, load, cluster, core, 1.0)
        last_core = core
    return last_core


@kernel_part()
def _put(cluster: int, core: int, core_of_cluster: Int32, cores: Cores, room: int) -> None:
    core_of_cluster[cluster] = core
    cores.clusters_on[core] += 1
    cores.clusters_in_region[cores.region[core]] += 1
    if cores.clusters_on[core] == room:
        cores.with_room[cores.region[core]] -= 1


@kernel_part()
def _least_near(estimate: Float64, cores: Cores, distance: Int32, room: int) -> int:
    """Nearby: the free core of least estimate, then the nearest, then the lowest id."""
    best = -1
    for core in range(estimate.size):
        if cores.clusters_on[core] >= room:
            continue
        less = best < 0 or estimate[core] < estimate[best]
        if less or (estimate[core] == estimate[best] and distance[core] < distance[best]):
            best = core
    return best


@kernel_part()
def _least(estimate: Float64, cores: Cores, distance: Int32, home: int, room: int) -> int:
    """DiffRegion: the free core of least estimate outside a region, ties as in _in_other_region.

    If there is no such core, the same inside the region.
    """
    elsewhere = False
    for region in range(cores.with_room.size):
        elsewhere = elsewhere or (region != home and cores.with_room[region] > 0)
    best = -1
    for core in range(estimate.size):
        out = cores.clusters_on[core] >= room or (elsewhere and cores.region[core] == home)
        if not out and (best < 0 or _comes_first(estimate, cores, distance, core, best)):
            best = core
    return best


@kernel_part()
def _comes_first(estimate: Float64, cores: Cores, distance: Int32, one: int, two: int) -> bool:
    """Whether core ``one`` > ``two`` is preferred by (estimate, region's clusters, clusters, -distance)."""
    if estimate[one] != estimate[two]:
        return estimate[one] < estimate[two]
    fewer = cores.clusters_in_region[cores.region[two]] - cores.clusters_in_region[cores.region[one]]
    if fewer != 0:
        return fewer > 0
    fewer = cores.clusters_on[two] - cores.clusters_on[one]
    return fewer > 0 or (fewer == 0 and distance[one] > distance[two])


@kernel_part()
def _heaviest(
    indptr: Int64, other: Int32, weight: Int64 | Float64, cluster: int, core_of_cluster: Int32
) -> tuple[int, np.int64 | np.float64]:
    """The mapped cluster of largest weight in a row (first of equals) and the weight; -1, -1 if none."""
    best, most = -1, weight.dtype.type(-1)
    for k in range(indptr[cluster], indptr[cluster + 1]):
        if weight[k] > most and core_of_cluster[other[k]] >= 0:
            best, most = other[k], weight[k]
    return best, most


@kernel_part()
def _messages(talk: Talk, one: int, two: int) -> int:
    """The number of messages between two clusters in both directions."""
    for k in range(talk.indptr[one], talk.indptr[one + 1]):
        if talk.other[k] == two:
            return talk.messages[k]
    return 0


@kernel_part()
def _in_other_region(cores: Cores, distance: Int32, home: int, room: int) -> int:
    """DiffRegion: fewest clusters in the region, fewest on the core, farthest, lowest id."""
    least = np.int64(-1)
    for region in range(cores.with_room.size):
        if region != home and cores.with_room[region] > 0:
            load = cores.clusters_in_region[region]
            if least < 0 or load < least:
                least = load
    best = -1
    for region in range(cores.with_room.size):
        if least < 0:
            if region != home:
                continue
        elif region == home or cores.clusters_in_region[region] != least:
            continue
        for k in range(cores.member_start[region], cores.member_start[region + 1]):
            core = cores.members[k]
            if cores.clusters_on[core] >= room:
                continue
            if best >= 0:
                emptier = cores.clusters_on[best] - cores.clusters_on[core]
                farther = distance[core] - distance[best]
                if emptier < 0 or (emptier == 0 and (farther < 0 or (farther == 0 and core > best))):
                    continue
            best = core
    return best
