"""Greedy mapping: heaviest communication first, each cluster on the free core nearest to its partner."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mappers.algorithms.nearest import Nearby, nearby, nearest_with_room
from mappers.clusters.cluster_graph import ClusterGraph
from mappers.costs import TransferCosts
from mappers.topology import Topology
from partitioners.kernels.array_types import Int32, Int64
from partitioners.kernels.cache import njit
from partitioners.kernels.parts import kernel_part


def greedy(clusters: ClusterGraph, topology: Topology, costs: TransferCosts) -> NDArray[np.int32]:
    """Map the heaviest communication first, each cluster to the free core nearest to its partner.

    The next cluster is the one that exchanges the most bytes with all placed clusters (ties: lowest id). It
    goes to the free core nearest to the placed cluster with which it exchanges the most bytes (ties: lowest
    id of the cluster, then of the core). If no cluster exchanges bytes with the placed clusters, as at the
    beginning, the heaviest remaining pair is chosen. Its member with the larger total exchange (ties: lowest
    id) goes to the free core nearest to the middle, which is the core with the smallest total distance to all
    others (ties: lowest id). A core is free while it holds fewer than ceil(p / cores) clusters. On cores of
    different speeds, it is free while it holds fewer than it can run in the least time in which all cores
    together run p clusters of equal work.

    Parameters
    ----------
    costs : TransferCosts
        Of these, only the speeds of the cores are used.

    Returns
    -------
    ndarray of int32, shape (p,)
        The core of each cluster.

    Notes
    -----
    O(k log p + p log p) for k communications, and O(cores squared) at most for the cores' neighbourhoods.
    """
    exchange = clusters.exchange
    parts = clusters.parts
    largest, total = np.zeros(parts, np.int64), np.zeros(parts, np.int64)
    rows = np.repeat(np.arange(parts), np.diff(exchange.indptr))
    np.maximum.at(largest, rows, exchange.payload_bytes)
    np.add.at(total, rows, exchange.payload_bytes)
    middle = int(np.argmin(topology.distances.sum(axis=1)))
    core_of_cluster = np.full(parts, -1, np.int32)
    _grow(
        exchange.indptr,
        exchange.other,
        exchange.payload_bytes,
        np.lexsort((-total, -largest)),
        _tournament(parts),
        nearby(topology),
        middle,
        capacities(parts, costs.slowness(topology.num_cores)),
        core_of_cluster,
    )
    return core_of_cluster


def capacities(parts: int, slowness: NDArray[np.float64]) -> NDArray[np.int64]:
    """The clusters that each core runs in the least time in which all cores run ``parts`` of equal work.

    Parameters
    ----------
    slowness : ndarray of float64, shape (cores,)
        The time of a cluster on each core.

    Returns
    -------
    ndarray of int64, shape (cores,)

    Notes
    -----
    The time is the one of the ``parts``-th cluster if all cores run clusters without end. O(cores squared).
    """
    room = np.floor(parts / (1.0 / slowness).sum() / slowness).astype(np.int64)
    while room.sum() < parts:
        ends = (room + 1) * slowness
        room += ends == ends.min()
    return room


def _tournament(parts: int) -> NDArray[np.int64]:
    """A binary tree with the clusters as leaves: node i holds the better of nodes 2i and 2i + 1.

    Initially all clusters are equal, so a node holds its lowest cluster, or -1 if it has no clusters.
    """
    rounds = (parts - 1).bit_length()
    below = [np.arange(2**level) << (rounds - level) for level in range(rounds + 1)]
    winner = np.concatenate([[-1], *below])
    winner[winner >= parts] = -1
    return winner


@njit(cache=True)
def _grow(
    indptr: Int64,
    other: Int32,
    weight: Int64,
    seeds: Int64,
    winner: Int64,
    near: Nearby,
    middle: int,
    room: Int64,
    core_of_cluster: Int32,
) -> None:
    parts = indptr.size - 1
    clusters_on = -room  # a core is full at 0
    to_placed = np.zeros(parts, np.int64)  # bytes exchanged with all placed clusters; -1 once placed itself
    partner = np.zeros(parts, np.int64)
    to_partner = np.zeros(parts, np.int64)
    leaves = winner.size // 2
    next_seed = 0
    for _ in range(parts):
        cluster = winner[1]
        if to_placed[cluster] > 0:
            next_to = core_of_cluster[partner[cluster]]
        else:
            while core_of_cluster[seeds[next_seed]] >= 0:
                next_seed += 1
            cluster = seeds[next_seed]
            next_to = middle
        core = nearest_with_room(near, next_to, clusters_on, 0)
        core_of_cluster[cluster] = core
        clusters_on[core] += 1
        to_placed[cluster] = -1
        _replay(winner, leaves + cluster, to_placed)
        for k in range(indptr[cluster], indptr[cluster + 1]):
            neighbour = other[k]
            if core_of_cluster[neighbour] >= 0:
                continue
            to_placed[neighbour] += weight[k]
            heavier = weight[k] - to_partner[neighbour]
            if heavier > 0 or (heavier == 0 and cluster < partner[neighbour]):
                partner[neighbour] = cluster
                to_partner[neighbour] = weight[k]
            _replay(winner, leaves + neighbour, to_placed)


@kernel_part()
def _better(one: int, two: int, key: Int64) -> int:
    """The cluster with the larger key, ``one`` (the lower id) if the keys are equal; -1 means no cluster."""
    return two if one < 0 or (two >= 0 and key[two] > key[one]) else one


@kernel_part()
def _replay(winner: Int64, node: int, key: Int64) -> None:
    """Recompute the winners on the path from a leaf to the root."""
    node //= 2
    while node > 0:
        winner[node] = _better(winner[2 * node], winner[2 * node + 1], key)
        node //= 2
