"""Refinement of pairs of clusters by minimum cuts: an exact answer for the edges near a border.

The edges near the border of two clusters are the nodes of a flow network, and a vertex passes one unit of
flow, since it needs one copy if its edges are in both clusters. All other edges of the two clusters are the
source and the sink. A minimum cut is the fewest copies of any division of these edges (Ford and Fulkerson).

Sanders and Schulz, "Engineering multilevel graph partitioning algorithms", ESA 2011, for flow between pairs
of clusters; Gottesbüren, Hamann, and Wagner, "Evaluation of a flow-based hypergraph bipartitioning
algorithm", ESA 2019, for hypergraphs.
"""

from __future__ import annotations

import numpy as np

from partitioners.coarsening.edge_groups import EdgeGroups
from partitioners.kernels.array_types import Booleans, Float64, Int32, Int64
from partitioners.kernels.cache import njit
from partitioners.kernels.parts import by_reference, kernel_part
from partitioners.refinement.copy_counts import (
    CLUSTER,
    FIRST,
    GROUPS,
    HELD,
    CopyCounts,
    add,
    find,
    holds,
    is_full,
    remove,
)
from partitioners.refinement.local_search import MANY
from partitioners.refinement.minimum_cut import divide

WIDEST = 1000
"""Maximum size of a net through which the region around a border grows."""

MOST = 2000
"""Maximum number of edges of each cluster in the region. Larger regions save few more copies, and the time
grows with their product with the copies."""


@njit(cache=True)
def borders(counts_tables: CopyCounts, parts: int) -> tuple[Int64, Int32]:
    """All pairs of clusters a < b of each net, as a * parts + b, and the net of each pair.

    Nets in more than ``MANY`` clusters are left out, since their copies are no border of two clusters.
    """
    counts = by_reference(counts_tables)
    total = 0
    for v in range(counts.net.shape[0]):
        held = counts.net[v, HELD]
        if held <= MANY:
            total += held * (held - 1) // 2
    pair = np.empty(total, np.int64)
    net = np.empty(total, np.int32)
    cluster = np.empty(MANY, np.int64)
    count = 0
    for v in range(counts.net.shape[0]):
        held = counts.net[v, HELD]
        if held <= MANY:
            found = _clusters(counts, v, parts, cluster)
            for i in range(found):
                for j in range(i):
                    low, high = min(cluster[i], cluster[j]), max(cluster[i], cluster[j])
                    pair[count] = low * parts + high
                    net[count] = v
                    count += 1
    return pair, net


@kernel_part()
def _clusters(counts: CopyCounts, v: int, parts: int, cluster: Int64) -> int:
    """Write the clusters of net v and return their number."""
    first, found = counts.net[v, FIRST], 0
    if is_full(counts, v, parts):
        for c in range(parts):
            if counts.entry[first + c, GROUPS] > 0:
                cluster[found] = c
                found += 1
    else:
        for i in range(first, first + counts.net[v, HELD]):
            cluster[found] = counts.entry[i, CLUSTER]
            found += 1
    return found


@njit(cache=True)
def cut_pair(
    level_tables: EdgeGroups,
    counts_tables: CopyCounts,
    cluster: Int32,
    load: Float64,
    limit: float,
    a: int,
    b: int,
    cut: Int32,
    reach: float,
    edge_at: Int32,
    net_at: Int32,
) -> int:
    """Divide the edges near the border of clusters a and b anew; return the number of copies saved.

    Parameters
    ----------
    level_tables
        The level of single edges.
    limit
        Maximum load of a cluster.
    cut
        Nets with edges in both clusters; the region grows from them.
    reach
        Maximum share of the load of a cluster in the region.
    edge_at, net_at
        Buffers of -1, also after the call, shapes (m,) and (n',).
    """
    level, counts = by_reference(level_tables), by_reference(counts_tables)
    parts = load.size
    edges, nets, in_a = _region(level, counts, cluster, load, parts, a, b, cut, reach, edge_at, net_at)
    begin, member, has_a, has_b, now = _network(level, counts, parts, a, b, edges, nets, in_a, net_at)
    weight = level.weight[edges]
    to_a, found = divide(
        level, edges, net_at, begin, member, has_a, has_b, in_a, weight, load[a], load[b], limit, now
    )
    if found:
        for i in range(edges.size):
            if to_a[i] != in_a[i]:
                e = edges[i]
                old, new = (a, b) if in_a[i] else (b, a)
                for j in range(level.group_ptr[e], level.group_ptr[e + 1]):
                    remove(counts, level.nets[j], old, e, parts)
                    add(counts, level.nets[j], new, e, parts)
                cluster[e] = new
                load[old] -= weight[i]
                load[new] += weight[i]
    for i in range(edges.size):
        edge_at[edges[i]] = -1
    for i in range(nets.size):
        net_at[nets[i]] = -1
    return found


@kernel_part()
def _region(
    level: EdgeGroups,
    counts: CopyCounts,
    cluster: Int32,
    load: Float64,
    parts: int,
    a: int,
    b: int,
    cut: Int32,
    reach: float,
    edge_at: Int32,
    net_at: Int32,
) -> tuple[Int32, Int32, Booleans]:
    """The edges near the border, first a's, by their distance; their nets; and which edges are a's."""
    edges = np.empty(2 * MOST, np.int32)
    nets = np.empty(4 * MOST, np.int32)
    queue = np.empty(4 * MOST, np.int32)
    seen = np.zeros(4 * MOST, np.int8)
    count, used, of_a = 0, 0, 0
    for side in range(2):
        c = b if side else a
        room, end = reach * load[c], count + MOST
        head, tail = 0, 0
        for i in range(-cut.size, 4 * MOST):
            if i < 0:
                v = cut[i + cut.size]
                if not (holds(counts, v, a, parts) and holds(counts, v, b, parts)):
                    continue
            else:
                if head == tail:
                    break
                v = queue[head]
                head += 1
            if level.net_ptr[v + 1] - level.net_ptr[v] > WIDEST:
                continue
            for j in range(level.net_ptr[v], level.net_ptr[v + 1]):
                e = level.groups[j]
                if cluster[e] != c or edge_at[e] >= 0 or level.weight[e] > room or count == end:
                    continue
                room -= level.weight[e]
                edge_at[e] = count
                edges[count] = e
                count += 1
                for k in range(level.group_ptr[e], level.group_ptr[e + 1]):
                    u = level.nets[k]
                    if net_at[u] < 0:
                        net_at[u] = used
                        nets[used] = u
                        used += 1
                    if u != v and seen[net_at[u]] <= side:
                        seen[net_at[u]] = side + 1
                        queue[tail] = u
                        tail += 1
        if side == 0:
            of_a = count
    return edges[:count].copy(), nets[:used].copy(), np.arange(count) < of_a


@kernel_part()
def _network(
    level: EdgeGroups,
    counts: CopyCounts,
    parts: int,
    a: int,
    b: int,
    edges: Int32,
    nets: Int32,
    in_a: Booleans,
    net_at: Int32,
) -> tuple[Int64, Int32, Booleans, Booleans, int]:
    """The edges of each net, whether a net has other edges in a and in b, and the copies that can be saved.

    A net with other edges in both clusters is cut in any case, and gets no edges.
    """
    begin = np.zeros(nets.size + 1, np.int64)
    left_a = np.zeros(nets.size, np.int64)
    left_b = np.zeros(nets.size, np.int64)
    now = 0
    for v in range(nets.size):
        i, j = find(counts, nets[v], a, parts), find(counts, nets[v], b, parts)
        if i >= 0:
            left_a[v] = counts.entry[i, GROUPS]
        if j >= 0:
            left_b[v] = counts.entry[j, GROUPS]
        now += left_a[v] > 0 and left_b[v] > 0
    for i in range(edges.size):
        e = edges[i]
        for j in range(level.group_ptr[e], level.group_ptr[e + 1]):
            v = net_at[level.nets[j]]
            if in_a[i]:
                left_a[v] -= 1
            else:
                left_b[v] -= 1
            begin[v + 1] += 1
    has_a, has_b = left_a > 0, left_b > 0
    for v in range(nets.size):
        if has_a[v] and has_b[v]:
            begin[v + 1] = 0
            now -= 1
        begin[v + 1] += begin[v]
    at = begin[:-1].copy()
    member = np.empty(begin[nets.size], np.int32)
    for i in range(edges.size):
        e = edges[i]
        for j in range(level.group_ptr[e], level.group_ptr[e + 1]):
            v = net_at[level.nets[j]]
            if not (has_a[v] and has_b[v]):
                member[at[v]] = i
                at[v] += 1
    return begin, member, has_a, has_b, now
