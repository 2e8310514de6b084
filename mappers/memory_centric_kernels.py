"""The kernels of :mod:`mappers.algorithms.memory_centric`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mappers.nearest import nearest_with_room
from partitioners.kernel_cache import njit
from partitioners.kernel_parts import kernel_part


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
def place(  # type: ignore[no-untyped-def]
    queue, last_core, core_of_cluster, talk, near, cores, room, threshold, miss_cycles, hop_cycles
):
    """Place the clusters of a queue (lines 19 to 35); return LastCluster's core."""
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
        core_of_cluster[cluster] = core
        cores.clusters_on[core] += 1
        cores.clusters_in_region[cores.region[core]] += 1
        if cores.clusters_on[core] == room:
            cores.with_room[cores.region[core]] -= 1
        last_core = core
    return last_core


@kernel_part()
def _heaviest(indptr, other, weight, cluster, core_of_cluster):  # type: ignore[no-untyped-def]
    """The mapped cluster of largest weight in a row (first of equals) and the weight; -1, -1 if none."""
    best, most = -1, -1
    for k in range(indptr[cluster], indptr[cluster + 1]):
        if weight[k] > most and core_of_cluster[other[k]] >= 0:
            best, most = other[k], weight[k]
    return best, most


@kernel_part()
def _messages(talk, one, two):  # type: ignore[no-untyped-def]
    """The number of messages between two clusters in both directions."""
    for k in range(talk.indptr[one], talk.indptr[one + 1]):
        if talk.other[k] == two:
            return talk.messages[k]
    return 0


@kernel_part()
def _in_other_region(cores, distance, home, room):  # type: ignore[no-untyped-def]
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
