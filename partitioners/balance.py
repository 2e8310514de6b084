"""The soft and the hard limit on the imbalance of clusters, and the guarantee of each.

``load_bound`` is the papers' soft limit lambda. A streaming rule tests it before it places an edge, so the
edge may take the cluster beyond the limit. ``imbalance`` is a hard limit on the largest load over the mean
load. Only methods that keep it have an option of that name. :func:`hard_limit` is the limit that is
guaranteed: if single edges or vertices are heavy, it is a value above ``imbalance`` that a greedy placement
can always keep. :func:`feasible_limit` is the limit that a vertex cut in memory keeps: no more than
``imbalance`` if the heavy edges can be packed within it.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from heapq import heapreplace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from partitioners.graph import Graph

GRAIN = 1.001
"""Least limit for unequal weights, unless less is guaranteed: closer to the mean, no item could move."""


def edge_work(graph: Graph) -> NDArray[np.float64]:
    """The work that a vertex cut balances: the edge weights, or 1 per edge if all are zero; shape (m,)."""
    return graph.weight if graph.weight.any() else np.ones(graph.num_edges)


def soft_guarantee(load_bound: float, weight: NDArray[np.float64], parts: int) -> float:
    """Guaranteed largest load over mean load under a soft bound: load_bound + w_max p / W.

    A cluster at the bound takes no more edges. The guarantee is 1 if the sum of the weights W is 0, since all
    loads are equal then.
    """
    return soft_guarantee_of(load_bound, float(weight.sum()), float(weight.max(initial=0.0)), parts)


def soft_guarantee_of(load_bound: float, total: float, largest: float, parts: int) -> float:
    """:func:`soft_guarantee` from the sum and the maximum of the weights."""
    return load_bound + largest * parts / total if total > 0 else 1.0


def hard_limit(imbalance: float, weight: NDArray[np.float64], parts: int) -> float:
    """The hard limit on the largest over the mean load, raised if ``imbalance`` cannot be kept.

    Parameters
    ----------
    imbalance : float
        The requested limit, >= 1.
    weight : ndarray of float64
        Weights of the placed items: edges in a vertex cut, vertices (their work) in an edge cut.

    Returns
    -------
    float
        max(imbalance, 1 + (1 - 1/p) w_max p / W), or max(imbalance, ceil(m/p) p/m) for m equal weights. The
        least loaded cluster can always take one more item within this limit. The limit is 1 if all weights
        are 0.
    """
    if not weight.size:
        return 1.0
    return hard_limit_of(
        imbalance, weight.size, float(weight.sum()), float(weight.min()), float(weight.max()), parts
    )


def hard_limit_of(
    imbalance: float, count: int, total: float, smallest: float, largest: float, parts: int
) -> float:
    """:func:`hard_limit` from the number, sum, minimum and maximum of the weights."""
    if not total > 0:
        return 1.0
    if smallest == largest:
        return max(imbalance, -(-count // parts) * parts / count)
    return max(imbalance, 1.0 + (parts - 1) * largest / total)


def feasible_limit(imbalance: float, weight: NDArray[np.float64], parts: int) -> float:
    """The largest over the mean load that can be kept by moves of items: ``imbalance`` if that is feasible.

    Parameters
    ----------
    imbalance : float
        The requested limit, >= 1.
    weight : ndarray of float64
        Weights of the placed items.

    Returns
    -------
    float
        At most :func:`hard_limit`. Otherwise the least value, from ``imbalance`` (with unequal weights from
        1.001) upwards, for which :func:`pack_heavy` finds a packing.

    Notes
    -----
    Items of at most limit - mean always find space, because some cluster has at most the mean load. So only
    heavier items need a packing, at most 1000 for each cluster.
    """
    guaranteed = hard_limit(imbalance, weight, parts)
    if guaranteed <= imbalance or weight.min() == weight.max():
        return guaranteed
    mean = float(weight.sum()) / parts
    least = min(guaranteed, max(imbalance, GRAIN))
    heavy, cluster = pack_heavy(weight, parts, least * mean)
    packed = float(np.bincount(cluster, weight[heavy], minlength=parts).max())
    return min(guaranteed, max(least, packed / mean))


def heaviest_to_least_loaded(work: NDArray[np.float64], parts: int) -> NDArray[np.int64]:
    """Assign items by descending work to the part with the least work, then fewest items, lowest id.

    No load exceeds the mean by more than (1 - 1/p) w_max (Graham, SIAM J. Appl. Math. 17(2), 1969).
    O(n log n) time.
    """
    part = np.zeros(work.size, np.int64)
    loads = [(0.0, 0, k) for k in range(parts)]
    for v in np.argsort(-work, kind="stable").tolist():
        load, held, k = loads[0]
        part[v] = k
        heapreplace(loads, (load + float(work[v]), held + 1, k))
    return part


def pack_heavy(
    weight: NDArray[np.float64], parts: int, limit: float, preferred: NDArray[np.integer] | None = None
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Pack the items that are heavier than ``limit`` less the mean load; lighter items always find space.

    Parameters
    ----------
    weight : ndarray of float64, shape (m,)
    limit : float
        The largest load of a cluster.
    preferred : ndarray of int, shape (m,), optional
        The cluster in which each item stays if there is space.

    Returns
    -------
    heavy : ndarray of int64
        The heavy items, heaviest first.
    cluster : ndarray of int64, same shape
        Their clusters, by the first rule that keeps the limit: the next item stays in its cluster, or else
        goes to the least loaded one; it goes to the least loaded cluster (Graham, SIAM J. Appl. Math. 17(2),
        1969); it goes to the fullest cluster with space (Johnson et al., SIAM J. Comput. 3(4), 1974). If none
        does, it is the packing of the second rule.
    """
    heavy = np.flatnonzero(weight > limit - float(weight.sum()) / parts)
    heavy = heavy[np.argsort(-weight[heavy], kind="stable")]
    items = weight[heavy].tolist()
    if preferred is not None:
        load = np.zeros(parts)
        own = preferred[heavy].astype(np.int64)
        for i, item in enumerate(items):
            if load[own[i]] + item > limit:
                own[i] = np.argmin(load)
            load[own[i]] += item
        if load.max(initial=0.0) <= limit:
            return heavy, own
    loads = [(0.0, c) for c in range(parts)]
    cluster = []
    for item in items:
        least, c = loads[0]
        heapreplace(loads, (least + item, c))
        cluster.append(c)
    if max(loads)[0] > limit:
        cluster = _into_the_fullest(items, parts, limit) or cluster
    return heavy, np.array(cluster, np.int64)


def _into_the_fullest(items: list[float], parts: int, limit: float) -> list[int] | None:
    """Put each item into the cluster with the least space that suffices; None if one has no such cluster."""
    rooms = [(limit, c) for c in range(parts)]
    cluster = []
    for item in items:
        at = bisect_left(rooms, (item, -1))
        if at == parts:
            return None
        room, c = rooms.pop(at)
        insort(rooms, (room - item, c))
        cluster.append(c)
    return cluster
