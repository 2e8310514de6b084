"""Pack communities into p clusters of bounded load: split large communities, merge connected ones.

A community beyond the limit is split along a breadth-first walk that starts at its border, so that the pieces
are connected. Then clusters are merged in rounds: the most strongly connected clusters that fit together
merge, each once per round, until p are left or no two fit. A hub merges with one neighbour per round.
Therefore, if a round merges fewer than one cluster in a hundred, a last round lets clusters merge any number
of times. If more than p clusters are left, the vertices of the lightest are distributed one by one, again
along a walk, to the most strongly connected cluster below the limit.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partitioners.balance import heaviest_to_least_loaded
from partitioners.coarsening.communities import WeightedGraph, compact, merge
from partitioners.kernels.array_types import Float64, Int64
from partitioners.kernels.cache import njit
from partitioners.kernels.grouping import group
from partitioners.kernels.parts import kernel_part


def pack(graph: WeightedGraph, community: NDArray[np.int64], parts: int, limit: float) -> NDArray[np.int64]:
    """Pack communities into the clusters 0 .. parts - 1.

    Parameters
    ----------
    community : ndarray of int64, shape (n,)
        Community of each vertex, numbered from 0 without gaps.
    limit : float
        Limit on the load of a cluster. A vertex that fits into no cluster goes to the least loaded one. With
        limit >= L / p, where L is the sum of the loads and l the largest load, no cluster exceeds
        max(limit, L / p + (1 - 1/p) l).

    Returns
    -------
    ndarray of int64, shape (n,)

    Notes
    -----
    O((n + k) log n) time.
    """
    share = float(graph.load.sum()) / parts
    cluster = split(graph, community, limit)
    if cluster.max(initial=-1) + 1 < parts:
        cluster = split(graph, community, share)
    cluster = _merge_connected(graph, cluster, parts, limit)
    return _pour(graph, _heaviest_first(graph, cluster), parts, limit)


def spread(graph: WeightedGraph, community: NDArray[np.int64], parts: int, limit: float) -> NDArray[np.int64]:
    """Spread communities over the clusters 0 .. parts - 1 by load, the heaviest first to the least loaded.

    Parameters and bound are those of :func:`pack`. Communities beyond the limit are split, and all others
    stay whole if the limit allows it. O(n log n + k) time.
    """
    piece = split(graph, community, limit)
    load = np.bincount(piece, graph.load).astype(np.float64)
    return keep_limit(graph, heaviest_to_least_loaded(load, parts)[piece], parts, limit)


def keep_limit(
    graph: WeightedGraph, cluster: NDArray[np.int64], parts: int, limit: float
) -> NDArray[np.int64]:
    """Move vertices out of the clusters beyond ``limit``.

    The vertices at the end of a breadth-first walk leave a cluster. :func:`pack` describes where they go, and
    the same bound holds. O(n + k).
    """
    first, member = group(cluster, parts)
    _walk(graph.indptr, graph.neighbour, cluster, first, member)
    return _pour(graph, _shed(graph.load, cluster, first, member, parts, limit), parts, limit)


def split(graph: WeightedGraph, community: NDArray[np.int64], limit: float) -> NDArray[np.int64]:
    """Split communities beyond a load of ``limit`` into pieces within it, or into single vertices."""
    count = int(community.max(initial=-1)) + 1
    first, member = group(community, count)
    _walk(graph.indptr, graph.neighbour, community, first, member)
    return compact(_split(graph.load, first, member, limit))[0]


def _merge_connected(
    graph: WeightedGraph, cluster: NDArray[np.int64], parts: int, limit: float
) -> NDArray[np.int64]:
    count = int(cluster.max(initial=-1)) + 1
    coarse = merge(graph, cluster, count)
    while count > parts:
        one = np.repeat(np.arange(count), np.diff(coarse.indptr))
        two = coarse.neighbour
        pair = np.flatnonzero((one < two) & (coarse.load[one] + coarse.load[two] <= limit))
        pair = pair[np.argsort(-coarse.weight[pair], kind="stable")]
        one, two = one[pair], two[pair]
        label, merged = compact(_match(one, two, count, parts))
        could = np.count_nonzero(np.bincount(one, minlength=count) + np.bincount(two, minlength=count))
        if merged > parts and 100 * (count - merged) < could:
            # Loads only grow, so clusters that do not fit together now never will: one such pass is enough.
            return compact(_join_all(one, two, coarse.load, parts, limit))[0][cluster]
        if merged == count:
            break
        cluster = label[cluster]
        coarse, count = merge(coarse, label, merged), merged
    return cluster


def _heaviest_first(graph: WeightedGraph, cluster: NDArray[np.int64]) -> NDArray[np.int64]:
    """Renumber the clusters by descending load."""
    load = np.bincount(cluster, graph.load)
    rank = np.empty(load.size, np.int64)
    rank[np.argsort(-load, kind="stable")] = np.arange(load.size)
    return rank[cluster]


def _pour(graph: WeightedGraph, cluster: NDArray[np.int64], parts: int, limit: float) -> NDArray[np.int64]:
    """Keep the clusters below ``parts`` and distribute the vertices of all others to them."""
    count = int(cluster.max(initial=-1)) + 1
    if count <= parts:
        return cluster
    first, member = group(cluster, count)
    _walk(graph.indptr, graph.neighbour, cluster, first, member)
    placed = np.where(cluster < parts, cluster, -1)
    stays = placed >= 0
    load = np.bincount(placed[stays], graph.load[stays], minlength=parts)
    heap = np.argsort(load, kind="stable")  # ties: lowest id
    edges = graph.indptr, graph.neighbour, graph.weight
    _fill(*edges, graph.load, placed, load, heap, first, member, limit)
    return placed


@njit(cache=True)
def _walk(indptr: Int64, neighbour: Int64, label: Int64, first: Int64, member: Int64) -> None:
    """Order the members of each community breadth first; each component starts at a vertex far out."""
    n = label.size
    seen = np.zeros(n, np.int8)
    queue = np.empty(n, np.int64)
    for c in range(first.size - 1):
        written = first[c]
        for i in range(first[c], first[c + 1]):
            root = member[i]
            if seen[root] > 0:
                continue
            for visit in (1, 2):
                start = tail = written
                queue[tail] = root
                tail += 1
                seen[root] = visit
                while start < tail:
                    u = queue[start]
                    start += 1
                    for k in range(indptr[u], indptr[u + 1]):
                        v = neighbour[k]
                        if label[v] == c and seen[v] < visit:
                            seen[v] = visit
                            queue[tail] = v
                            tail += 1
                root = queue[tail - 1]
            written = tail
    for i in range(n):  # assigned as a whole, it would take longer to compile than all else here
        member[i] = queue[i]


@njit(cache=True)
def _split(load: Float64, first: Int64, member: Int64, limit: float) -> Int64:
    piece = np.empty(member.size, np.int64)
    pieces = -1
    for c in range(first.size - 1):
        total = 0.0
        for i in range(first[c], first[c + 1]):
            total += load[member[i]]
        target = total / np.ceil(total / limit) if total > limit else np.inf
        held = np.inf
        for i in range(first[c], first[c + 1]):
            v = member[i]
            if i == first[c] or (total > limit and (held >= target or (held > 0 and held + load[v] > limit))):
                pieces += 1
                held = 0.0
            piece[v] = pieces
            held += load[v]
    return piece


@njit(cache=True)
def _shed(load: Float64, cluster: Int64, first: Int64, member: Int64, parts: int, limit: float) -> Int64:
    kept = cluster.copy()
    shedding = parts
    for c in range(parts):
        held = 0.0
        sheds = False
        for i in range(first[c], first[c + 1]):
            v = member[i]
            if held + load[v] > limit:
                kept[v] = shedding
                sheds = True
            else:
                held += load[v]
        shedding += sheds
    return kept


@njit(cache=True)
def _match(one: Int64, two: Int64, count: int, parts: int) -> Int64:
    """Merge pairs in their order, each cluster at most once, until ``parts`` clusters are left."""
    label = np.arange(count)
    is_matched = np.zeros(count, np.bool_)
    left = count
    for i in range(one.size):
        if left == parts:
            break
        a, b = one[i], two[i]
        if not is_matched[a] and not is_matched[b]:
            is_matched[a] = True
            is_matched[b] = True
            label[b] = a
            left -= 1
    return label


@njit(cache=True)
def _join_all(one: Int64, two: Int64, load: Float64, parts: int, limit: float) -> Int64:
    """Merge pairs in their order, as often as the loads allow, until ``parts`` clusters are left."""
    label = np.arange(load.size)
    held = load.copy()
    left = load.size
    for i in range(one.size):
        if left == parts:
            break
        a, b = _root(label, one[i]), _root(label, two[i])
        if a != b and held[a] + held[b] <= limit:
            low, high = min(a, b), max(a, b)
            label[high] = low
            held[low] += held[high]
            left -= 1
    for c in range(load.size):
        label[c] = _root(label, c)
    return label


@kernel_part()
def _root(label: Int64, c: int) -> int:
    while label[c] != c:
        label[c] = label[label[c]]
        c = label[c]
    return c


@njit(cache=True)
def _fill(
    indptr: Int64,
    neighbour: Int64,
    weight: Float64,
    vertex_load: Float64,
    placed: Int64,
    load: Float64,
    heap: Int64,
    first: Int64,
    member: Int64,
    limit: float,
) -> None:
    parts = load.size
    known = load.copy()
    toward = np.zeros(parts)
    touched = np.empty(parts, np.int64)
    is_touched = np.zeros(parts, np.bool_)
    for c in range(parts, first.size - 1):
        reached = 0
        for i in range(first[c], first[c + 1]):
            v = member[i]
            for k in range(indptr[v], indptr[v + 1]):
                d = placed[neighbour[k]]
                if d >= 0:
                    if not is_touched[d]:
                        is_touched[d] = True
                        touched[reached] = d
                        reached += 1
                    toward[d] += weight[k]
        target = -1
        for i in range(first[c], first[c + 1]):
            v = member[i]
            if target < 0 or load[target] + vertex_load[v] > limit:
                target = -1
                for j in range(reached):
                    d = touched[j]
                    if load[d] + vertex_load[v] <= limit and (
                        target < 0
                        or toward[d] > toward[target]
                        or (toward[d] == toward[target] and d < target)
                    ):
                        target = d
                if target < 0:
                    target = _least_loaded(heap, known, load)
            placed[v] = target
            load[target] += vertex_load[v]
        for j in range(reached):
            toward[touched[j]] = 0.0
            is_touched[touched[j]] = False


@kernel_part()
def _least_loaded(heap: Int64, known: Float64, load: Float64) -> int:
    """The least loaded cluster (ties: lowest id), from a heap ordered by (last known load, id).

    Loads only grow. So the cluster on top is the least loaded one if its known load is current. Otherwise its
    load is updated, and it sinks.
    """
    while True:
        top = heap[0]
        if known[top] == load[top]:
            return top
        known[top] = load[top]
        at = 0
        while 2 * at + 1 < heap.size:
            child = 2 * at + 1
            if child + 1 < heap.size and _before(heap[child + 1], heap[child], known):
                child += 1
            if _before(top, heap[child], known):
                break
            heap[at] = heap[child]
            at = child
        heap[at] = top


@kernel_part()
def _before(a: int, b: int, key: Float64) -> bool:
    return key[a] < key[b] or (key[a] == key[b] and a < b)
