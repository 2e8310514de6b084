"""A tree over the loads of the clusters, with the least load of every 64 clusters and 64 children per node.

It finds the least loaded of all clusters, and whether any of 64 consecutive clusters has less load than the
best one of a search so far. Loads only grow, so a change of a cluster that is not the least loaded of its
block does not affect the upper levels. Three levels are sufficient for 64^3 clusters.

Loads are floats >= 0, whose bits, read as integers, have the same order. The minimum of 64 integers takes a
few vector instructions; the minimum of floats takes more because of NaN.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from partitioners.kernels.array_types import Int64
from partitioners.kernels.cache import njit

NONE = np.iinfo(np.int64).max
"""The key of a cluster that does not exist, larger than the key of any load. As a bound it means no bound."""


class LoadTree(NamedTuple):
    """The loads, and the least key of every block.

    Attributes
    ----------
    load : ndarray of float64
        One load per cluster, padded to a multiple of 64.
    key : ndarray of int64
        The bits of the loads: a view of the same memory.
    block : ndarray of int64
        The least key of each 64 clusters, padded to a multiple of 64.
    top : ndarray of int64
        The least key of each 64 blocks.
    """

    load: NDArray[np.float64]
    key: NDArray[np.int64]
    block: NDArray[np.int64]
    top: NDArray[np.int64]


def new_load_tree(parts: int) -> LoadTree:
    """Create a tree of ``parts`` clusters without load."""
    blocks = -(-parts // 64)
    tops = -(-blocks // 64)
    key = np.full(64 * blocks, NONE)
    key[:parts] = 0
    block = np.full(64 * tops, NONE)
    block[:blocks] = 0
    return LoadTree(key.view(np.float64), key, block, np.zeros(tops, np.int64))


def load_key(load: float) -> int:
    """The key of a load."""
    return int(np.float64(load).view(np.int64))


@njit(cache=True)
def _least_of_64(keys: Int64, first: np.uint64) -> int:
    least = NONE
    for k in range(first, first + np.uint64(64)):
        least = min(least, keys[k])
    return least


@njit(cache=True)
def add_load(tree: LoadTree, cluster: np.uint64, weight: float) -> None:
    """Add ``weight`` to the load of a cluster."""
    six = np.uint64(6)
    before = tree.key[cluster]
    tree.load[cluster] += weight
    block = cluster >> six
    if before == tree.block[block]:
        tree.block[block] = _least_of_64(tree.key, block << six)
        top = block >> six
        if before == tree.top[top]:
            tree.top[top] = _least_of_64(tree.block, top << six)


@njit(cache=True)
def least_key(tree: LoadTree) -> int:
    """The least key of all clusters."""
    least = tree.top[np.uint64(0)]
    for k in range(np.uint64(1), np.uint64(tree.top.size)):
        least = min(least, tree.top[k])
    return least


@njit(cache=True)
def least_of_all(tree: LoadTree) -> np.int64:
    """The least loaded of all clusters (ties: lowest id)."""
    least = least_key(tree)
    six = np.uint64(6)
    top = np.uint64(0)
    while tree.top[top] != least:
        top += np.uint64(1)
    block = top << six
    while tree.block[block] != least:
        block += np.uint64(1)
    cluster = block << six
    while tree.key[cluster] != least:
        cluster += np.uint64(1)
    return np.int64(cluster)
