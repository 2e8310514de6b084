"""A hard limit on the loads of a vertex cut, kept by moving edges with the least loss.

Overloaded clusters give edges away. An edge that moves from a to b changes the number of vertex copies by
what its ends need anew in b less what they no longer need in a, from -2 to 2; the edges of an overloaded
cluster are gone through a few times for each change, from the best to the worst, until the limit is kept.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from partitioners.balance import hard_limit
from partitioners.graph import Graph

SWEEPS = 16
"""How often at most the edges of a cluster are gone through for one change in copies."""


def keep_edge_limit(
    graph: Graph, cluster: NDArray[np.integer], parts: int, imbalance: float
) -> NDArray[np.int64]:
    """Clusters of edges in which no load is beyond the limit.

    Parameters
    ----------
    graph : Graph
    cluster : ndarray of int, shape (m,)
        0 .. parts - 1.
    parts : int
    imbalance : float
        The largest load over the mean, see :func:`partitioners.balance.hard_limit`. The load is the weight of
        the edges; where no edge has a weight, their number.

    Returns
    -------
    ndarray of int64, shape (m,)
        The same where the limit is kept already.

    Notes
    -----
    O(m) where it is kept; else O(m + sum of |A(v)| over the ends of the edges of overloaded clusters).
    The limit can always be kept: without the edge that is to move, the least loaded cluster of all is at
    most at the mean of the rest, and the edge fits.
    """
    weight = graph.weight if graph.weight.any() else np.ones(graph.num_edges)
    kept: NDArray[np.int64] = np.array(cluster, np.int64)
    if not weight.size:
        return kept
    load = np.bincount(kept, weight, minlength=parts).astype(np.float64)
    # Sums in another order differ in their last digits, which is no reason to move anything.
    limit = hard_limit(imbalance, weight, parts) * float(weight.sum()) / parts * (1 + 1e-12)
    if load.max() > limit:
        first = np.zeros(graph.num_vertices + 1, np.int64)
        np.cumsum(graph.degree, out=first[1:])
        _keep(graph.src, graph.dst, weight, first, kept, load, limit)
    return kept


@njit(cache=True)
def _keep(src, dst, weight, first, cluster, load, limit):  # type: ignore[no-untyped-def]
    """Move edges out of overloaded clusters; ``cluster`` and ``load`` are changed in place."""
    held = np.empty(first[-1], np.int32)  # the clusters of vertex v from first[v] on
    count = np.empty(first[-1], np.int32)  # and how many edge ends of v each of them holds
    size = np.zeros(first.size - 1, np.int64)
    for e in range(src.size):
        _add(src[e], cluster[e], first, held, count, size)
        _add(dst[e], cluster[e], first, held, count, size)
    overloaded = np.flatnonzero(load > limit)
    is_overloaded = load > limit
    indptr = np.zeros(load.size + 1, np.int64)
    for e in range(src.size):
        if is_overloaded[cluster[e]]:
            indptr[cluster[e] + 1] += 1
    for c in range(load.size):
        indptr[c + 1] += indptr[c]
    member = np.empty(indptr[-1], np.int64)
    at = indptr[:-1].copy()
    for e in range(src.size):
        if is_overloaded[cluster[e]]:
            member[at[cluster[e]]] = e
            at[cluster[e]] += 1
    for a in overloaded:
        for worst in range(-2, 4):
            for sweep in range(SWEEPS):
                moved = _sweep(
                    a, worst, sweep, member[indptr[a] : indptr[a + 1]],
                    src, dst, weight, first, held, count, size, cluster, load, limit,
                )  # fmt: skip
                if not moved or load[a] <= limit:
                    break


@njit(cache=True)
def _sweep(a, worst, sweep, member, src, dst, weight, first, held, count, size, cluster, load, limit):  # type: ignore[no-untyped-def]
    """Go through edges once, and move those for which the copies change by at most ``worst``."""
    moved = False
    for i in range(member.size):
        if load[a] <= limit:
            break
        # Every other sweep goes backwards: an edge that has moved may free those before it.
        e = member[member.size - 1 - i] if sweep % 2 else member[i]
        if cluster[e] != a or weight[e] == 0:
            continue
        change, b = _best_move(e, a, src, dst, weight, first, held, count, size, load, limit)
        if worst == 3:  # no cluster nearby has room: the least loaded of all always has
            b = np.argmin(load)
        elif change > worst:
            continue
        for v in (src[e], dst[e]):
            _remove(v, a, first, held, count, size)
            _add(v, b, first, held, count, size)
        cluster[e] = b
        load[a] -= weight[e]
        load[b] += weight[e]
        moved = True
    return moved


@njit(cache=True)
def _best_move(e, a, src, dst, weight, first, held, count, size, load, limit):  # type: ignore[no-untyped-def]
    """The least change in copies, and the least loaded cluster that gives it; 3 where there is no room."""
    u, v = src[e], dst[e]
    freed = 0
    if u == v:
        if _ends(u, a, first, held, count, size) == 2:
            freed = 1
    else:
        if _ends(u, a, first, held, count, size) == 1:
            freed += 1
        if _ends(v, a, first, held, count, size) == 1:
            freed += 1
    best, change = -1, 3
    for end in range(2):
        x, y = (u, v) if end == 0 else (v, u)
        for i in range(first[x], first[x] + size[x]):
            b = held[i]
            if b == a or load[b] + weight[e] > limit:
                continue
            needed = 0 if x == y or _ends(y, b, first, held, count, size) > 0 else 1
            if needed - freed < change or (
                needed - freed == change and (load[b] < load[best] or (load[b] == load[best] and b < best))
            ):
                best, change = b, needed - freed
    if best < 0:
        b = np.argmin(load)
        if b != a and load[b] + weight[e] <= limit:
            best, change = b, (1 if u == v else 2) - freed
    return change, best


@njit(cache=True)
def _ends(v, c, first, held, count, size):  # type: ignore[no-untyped-def]
    for i in range(first[v], first[v] + size[v]):
        if held[i] == c:
            return count[i]
    return 0


@njit(cache=True)
def _add(v, c, first, held, count, size):  # type: ignore[no-untyped-def]
    for i in range(first[v], first[v] + size[v]):
        if held[i] == c:
            count[i] += 1
            return
    held[first[v] + size[v]] = c
    count[first[v] + size[v]] = 1
    size[v] += 1


@njit(cache=True)
def _remove(v, c, first, held, count, size):  # type: ignore[no-untyped-def]
    last = first[v] + size[v] - 1
    for i in range(first[v], last + 1):
        if held[i] == c:
            count[i] -= 1
            if count[i] == 0:
                held[i] = held[last]
                count[i] = count[last]
                size[v] -= 1
            return
