"""The least loaded of all clusters, always at hand: a tournament tree over the loads.

Leaves are clusters, and every inner node holds the better of its two children: the smaller load, the lower id
among equals. Loads only grow, so a cluster that did not win at a node cannot change it or what is
above it: an update stops there. The node above 64 neighbouring leaves tells how good any of them can be,
which lets a search skip them together.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray


def new_loads(parts: int) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
    """The loads of ``parts`` clusters, all 0, and the tree over them.

    Returns
    -------
    load : ndarray of float64, shape (size,)
        ``size`` is the next power of two; what is beyond ``parts`` is infinite and never wins.
    tree : ndarray of int32, shape (2 size,)
        ``tree[1]`` is the least loaded cluster, ``tree[size + c]`` is c.
    """
    size = 1 << max(0, parts - 1).bit_length()
    load = np.zeros(size)
    load[parts:] = np.inf
    tree = np.empty(2 * size, np.int32)
    tree[size:] = np.arange(size)
    first = size
    while first > 1:
        # All loads are equal, so the left child wins, but for those beyond `parts`, which are on the right.
        tree[first // 2 : first] = tree[first : 2 * first : 2]
        first //= 2
    return load, tree


@njit(cache=True)
def add_load(load, tree, cluster, weight):  # type: ignore[no-untyped-def]
    """Add to the load of a cluster and mend the tree."""
    load[cluster] += weight
    node = (load.size + cluster) >> 1
    while node >= 1 and tree[node] == cluster:
        left, right = tree[2 * node], tree[2 * node + 1]
        tree[node] = right if load[right] < load[left] else left
        node >>= 1
