"""Refinement of pairs of clusters by minimum cuts: an exact answer for the edges near a border.

The edges near the border of two clusters are the nodes of a flow network, and a vertex passes one unit of
flow, since it needs one copy if its edges are in both clusters. All other edges of the two clusters are the
source and the sink. A minimum cut is the fewest copies of any division of these edges (Ford and Fulkerson).
Minimum cuts can exceed the limit on the load. Then the lighter side absorbs its edges and one more beyond the
cut, which becomes a part of the source or the sink, and the flow is increased, until the division keeps the
limit or the cut has no fewer copies than the present one.

Sanders and Schulz, "Engineering multilevel graph partitioning algorithms", ESA 2011, for flow between pairs
of clusters; Hamann and Strasser, "Graph bisection with Pareto optimization", ACM J. Exp. Algorithmics 23,
2018, for the growth of the sides (FlowCutter); Gottesbüren, Hamann, and Wagner, "Evaluation of a flow-based
hypergraph bipartitioning algorithm", ESA 2019, for hypergraphs.
"""

from __future__ import annotations

import numpy as np

from partitioners.kernel_cache import njit
from partitioners.kernel_parts import by_reference, kernel_part
from partitioners.refinement.copy_counts import (
    CLUSTER,
    FIRST,
    GROUPS,
    HELD,
    add,
    find,
    holds,
    is_full,
    remove,
)
from partitioners.refinement.local_search import MANY

WIDEST = 1000
"""Maximum size of a net through which the region around a border grows."""

MOST = 2000
"""Maximum number of edges of each cluster in the region. Larger regions save few more copies, and the time
grows with their product with the copies."""

STEPS = 16
"""Inverse of the share of the missing load that a side absorbs at once."""

NONE, OUTSIDE, THROUGH, UNSEEN = -1, -2, -3, -4
"""For the flow through a net: none, or from or to the edges outside of the region. For predecessors in a
search: none, the other half of the same net, or not reached.
"""


@njit(cache=True)
def borders(counts_tables, parts):  # type: ignore[no-untyped-def]
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
def _clusters(counts, v, parts, cluster):  # type: ignore[no-untyped-def]
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
def cut_pair(  # type: ignore[no-untyped-def]
    level_tables, counts_tables, cluster, load, limit, a, b, cut, reach, edge_at, net_at
):
    """Divide the edges near the border of clusters a and b anew; return the number of copies saved.

    Parameters
    ----------
    level_tables : EdgeGroups
        The level of single edges.
    counts_tables : CopyCounts
    cluster : ndarray of int32, shape (m,)
    load : ndarray of float64, shape (parts,)
    limit : float
        Maximum load of a cluster.
    a, b : int
    cut : ndarray of int32
        Nets with edges in both clusters; the region grows from them.
    reach : float
        Maximum share of the load of a cluster in the region.
    edge_at : ndarray of int32, shape (m,)
        A buffer of -1, also after the call.
    net_at : ndarray of int32, shape (n',)
        A buffer of -1, also after the call.
    """
    level, counts = by_reference(level_tables), by_reference(counts_tables)
    parts = load.size
    edges, nets, in_a = _region(level, counts, cluster, load, parts, a, b, cut, reach, edge_at, net_at)
    begin, member, has_a, has_b, now = _network(level, counts, parts, a, b, edges, nets, in_a, net_at)
    weight = level.weight[edges]
    to_a, found = _divide(
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
def _region(  # type: ignore[no-untyped-def]
    level, counts, cluster, load, parts, a, b, cut, reach, edge_at, net_at
):
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
def _network(level, counts, parts, a, b, edges, nets, in_a, net_at):  # type: ignore[no-untyped-def]
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


@kernel_part()
def _divide(  # type: ignore[no-untyped-def]
    level, edges, net_at, begin, member, has_a, has_b, in_a, weight, load_a, load_b, limit, now
):
    """The edges that go to a, and the number of copies that this saves; 0 if no division saves any."""
    m, n = edges.size, begin.size - 1
    # The nets of each edge, -1 where there is none, or where it is cut in any case.
    ends = np.full((m, 2), -1, np.int32)
    fixed_a, fixed_b = load_a, load_b
    for i in range(m):
        k = 0
        for j in range(level.group_ptr[edges[i]], level.group_ptr[edges[i] + 1]):
            v = net_at[level.nets[j]]
            if begin[v + 1] > begin[v]:
                ends[i, k] = v
                k += 1
        if in_a[i]:
            fixed_a -= weight[i]
        else:
            fixed_b -= weight[i]
    before = np.full(n, NONE, np.int32)  # the edges between which a net passes flow
    after = np.full(n, NONE, np.int32)
    is_source = np.zeros(m, np.bool_)
    is_sink = np.zeros(m, np.bool_)
    from_a = (np.empty(m, np.int32), np.empty(n, np.int32), np.empty(n, np.int32))
    from_b = (np.empty(m, np.int32), np.empty(n, np.int32), np.empty(n, np.int32))
    queue = np.empty(m + 2 * n, np.int64)
    candidate = np.empty(m, np.int32)
    order = np.arange(m)  # in each cluster, edges far from the border come last
    total = load_a + load_b
    flow = 0
    while True:
        while _augment(is_source, is_sink, has_a, has_b, before, after, ends, begin, member, from_a, queue):
            flow += 1
            if flow >= now:
                return in_a, 0
        weight_a, weight_b = fixed_a, fixed_b
        for i in range(m):
            if from_a[0][i] != UNSEEN:
                weight_a += weight[i]
        if weight_a <= limit and total - weight_a <= limit:
            return from_a[0] != UNSEEN, now - flow
        _augment(is_sink, is_source, has_b, has_a, after, before, ends, begin, member, from_b, queue)
        for i in range(m):
            if from_b[0][i] != UNSEEN:
                weight_b += weight[i]
        if weight_b <= limit and total - weight_b <= limit:
            return from_b[0] == UNSEEN, now - flow
        if weight_a <= weight_b:
            short = total - limit - weight_a
            rank = np.where(in_a, order, -order)
            grown = _pierce(from_a, from_b, is_source, rank, begin, member, short, weight, candidate)
        else:
            short = total - limit - weight_b
            rank = np.where(in_a, -order, order)
            grown = _pierce(from_b, from_a, is_sink, rank, begin, member, short, weight, candidate)
        if not grown:
            return in_a, 0


@kernel_part()
def _pierce(  # type: ignore[no-untyped-def]
    near, far, is_terminal, rank, begin, member, short, weight, candidate
):
    """Make the reached edges terminals, and some edges beyond the cut; return whether there is one.

    Edges that the other side does not reach come first, as they need no more flow, then those of high rank.
    """
    m = rank.size
    reached, into, out = near
    is_terminal |= reached != UNSEEN
    count, free = 0, 0
    for v in range(into.size):
        if into[v] != UNSEEN and out[v] == UNSEEN:
            for j in range(begin[v], begin[v + 1]):
                i = member[j]
                if reached[i] == UNSEEN and far[0][i] != NONE and not is_terminal[i]:
                    is_terminal[i] = True  # until all are found, so that no edge is a candidate twice
                    candidate[count] = i
                    count += 1
                    if far[0][i] == UNSEEN:
                        rank[i] += 2 * m
                        free += 1
    if count == 0:
        return False
    for j in range(count):
        is_terminal[candidate[j]] = False
    left = short / STEPS
    for _ in range(max(1, free)):
        best = np.argmax(rank[candidate[:count]])
        i = candidate[best]
        is_terminal[i] = True
        left -= weight[i]
        if left <= 0:
            break
        count -= 1
        candidate[best] = candidate[count]
    return True


@kernel_part()
def _augment(  # type: ignore[no-untyped-def]
    is_start, is_end, has_start, has_end, before, after, ends, begin, member, search, queue
):
    """Search for a path on which the flow can increase, and increase it; return whether there was one.

    ``search`` has the predecessors of the edges and of both halves of each net. A net is entered by its first
    half and left by its second one, and its unit of flow is between them.
    """
    reached, into, out = search
    m, n = is_start.size, has_start.size
    head, tail = 0, 0
    for i in range(m):
        reached[i] = UNSEEN
        if is_start[i]:
            reached[i] = NONE
            queue[tail] = i
            tail += 1
    for v in range(n):
        into[v] = UNSEEN
        out[v] = UNSEEN
        if has_start[v] and begin[v + 1] > begin[v]:
            into[v] = NONE
            queue[tail] = m + v
            tail += 1
    while head < tail:
        x = queue[head]
        head += 1
        if x < m:
            for k in range(2):
                v = ends[x, k]
                if v < 0:
                    continue
                if into[v] == UNSEEN:
                    into[v] = x
                    queue[tail] = m + v
                    tail += 1
                if after[v] == x and out[v] == UNSEEN:
                    out[v] = x
                    queue[tail] = m + n + v
                    tail += 1
        elif x < m + n:
            v = x - m
            if before[v] == NONE:
                if out[v] == UNSEEN:
                    out[v] = THROUGH
                    queue[tail] = m + n + v
                    tail += 1
            elif before[v] >= 0 and reached[before[v]] == UNSEEN:
                y = before[v]
                reached[y] = 2 * v
                if is_end[y]:
                    _increase(m, n, np.int64(y), np.int64(NONE), before, after, reached, into, out)
                    return True
                queue[tail] = y
                tail += 1
        else:
            v = x - m - n
            if has_end[v]:
                after_v = np.int64(OUTSIDE)
                _increase(m, n, x, after_v, before, after, reached, into, out)
                return True
            for j in range(begin[v], begin[v + 1]):
                y = member[j]
                if reached[y] == UNSEEN:
                    reached[y] = 2 * v + 1
                    if is_end[y]:
                        _increase(m, n, np.int64(y), np.int64(NONE), before, after, reached, into, out)
                        return True
                    queue[tail] = y
                    tail += 1
            if before[v] != NONE and into[v] == UNSEEN:
                into[v] = THROUGH
                queue[tail] = m + v
                tail += 1
    return False


@kernel_part()
def _increase(m, n, x, end, before, after, reached, into, out):  # type: ignore[no-untyped-def]
    """Increase the flow on the path that ends at x."""
    if x >= m:
        after[x - m - n] = end
    while True:
        if x < m:
            p = reached[x]
            if p == NONE:
                return
            v = p >> 1
            if p & 1:
                after[v] = x
                x = m + n + v
            else:
                x = m + v
        elif x < m + n:
            v = x - m
            p = into[v]
            if p == NONE:
                before[v] = OUTSIDE
                return
            if p == THROUGH:
                before[v] = NONE
                after[v] = NONE
                x = np.int64(out[v])
            else:
                before[v] = p
                x = np.int64(p)
        else:
            v = x - m - n
            p = out[v]
            x = m + v if p == THROUGH else np.int64(p)
