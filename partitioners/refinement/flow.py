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

NONE, OUTSIDE = -1, -2
"""Instead of the net before or after a net on its unit of flow: no flow, or the source or the sink."""

UNSEEN, INSIDE = -1, -2
"""Instead of a distance from the source: not reached, or a part of the source."""


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
    """The edges that go to a, and the number of copies that this saves; 0 if no division saves any.

    Each cluster has a side of the network: its terminal edges, the nets that have one, the nets that have
    only terminal edges, the distances of the two halves of each net, and a queue of halves. The first half of
    a net is entered and the second one is left, and its unit of flow is between them. For the side of b, the
    flow is reversed.
    """
    m, n = edges.size, begin.size - 1
    # The nets of each edge, -1 where there is none, or where it is cut in any case.
    ends = np.full((m, 2), -1, np.int32)
    load = np.array([load_a, load_b])
    terminal_load = load.copy()
    for i in range(m):
        k = 0
        for j in range(level.group_ptr[edges[i]], level.group_ptr[edges[i] + 1]):
            v = net_at[level.nets[j]]
            if begin[v + 1] > begin[v]:
                ends[i, k] = v
                k += 1
        terminal_load[0 if in_a[i] else 1] -= weight[i]
    neighbour = np.empty(member.size, np.int32)
    for v in range(n):
        for j in range(begin[v], begin[v + 1]):
            neighbour[j] = ends[member[j], 0] + ends[member[j], 1] - v
    network = begin, member, neighbour, ends, weight
    on_path = np.full(n, NONE, np.int32), np.full(n, NONE, np.int32)  # the nets before and after each net
    sides = (
        (np.zeros(m, np.bool_), has_a & ~has_b, np.zeros(n, np.bool_), np.empty(2 * n, np.int32),
         np.empty(2 * n, np.int32)),
        (np.zeros(m, np.bool_), has_b & ~has_a, np.zeros(n, np.bool_), np.empty(2 * n, np.int32),
         np.empty(2 * n, np.int32)),
    )  # fmt: skip
    reached = np.zeros(2, np.int64)  # the number of halves that each side reaches
    total = load_a + load_b
    flow, turn, is_new = 0, 0, True
    while True:
        other = 1 - turn
        before, after = on_path[turn], on_path[other]
        while True:
            reached[turn], is_possible = _search(sides[turn], sides[other][1], before, network)
            if not is_possible:
                break
            flow += _increase(sides[turn], sides[other][1], before, after, network)
            is_new = True
            if flow >= now:
                return in_a, 0
        if is_new:
            reached[other], _ = _search(sides[other], sides[turn][1], after, network)
            load[other] = terminal_load[other] + _weight_reached(sides[other], reached[other], network)
            is_new = False
        load[turn] = terminal_load[turn] + _weight_reached(sides[turn], reached[turn], network)
        for side in range(2):
            if load[side] <= limit and total - load[side] <= limit:
                is_terminal, distance = sides[side][0], sides[side][3]
                return np.array([
                    (is_terminal[i] or _is_reached(i, distance, ends)) == (side == 0) for i in range(m)
                ]), now - flow  # fmt: skip
        turn = 0 if load[0] <= load[1] else 1
        is_far_first = in_a if turn == 0 else ~in_a
        short = total - limit - load[turn]
        added = _pierce(sides[turn], sides[1 - turn], reached[turn], network, is_far_first, short)
        if added < 0:
            return in_a, 0
        terminal_load[turn] = load[turn] + added


@kernel_part()
def _is_reached(i, distance, ends):  # type: ignore[no-untyped-def]
    """Whether a search reached the second half of a net of edge i."""
    n = distance.size // 2
    u, v = ends[i]
    return (u >= 0 and distance[n + u] != UNSEEN) or (v >= 0 and distance[n + v] != UNSEEN)


@kernel_part()
def _search(near, far_nets, before, network):  # type: ignore[no-untyped-def]
    """Set the distances of the halves of nets from the terminals of a side, up to the terminals of the other.

    Returns the number of halves reached, which are in the queue, and whether the flow can increase.
    """
    _, near_nets, is_inside, distance, queue = near
    begin, _, neighbour, _, _ = network
    n = near_nets.size
    head, tail = 0, 0
    for v in range(n):
        distance[v] = distance[n + v] = INSIDE if is_inside[v] else UNSEEN
        if near_nets[v] and not is_inside[v]:
            distance[v] = 0
            queue[tail] = v
            tail += 1
    end = 2 * n
    while head < tail and distance[queue[head]] <= end:
        x = queue[head]
        head += 1
        here = distance[x] + 1
        if x < n:
            u = x if before[x] == NONE else before[x]
            if u >= 0 and distance[n + u] == UNSEEN:
                distance[n + u] = here
                queue[tail] = n + u
                tail += 1
            continue
        v = x - n
        if far_nets[v]:
            end = distance[x]
        if end < here:
            continue
        if before[v] != NONE and distance[v] == UNSEEN:
            distance[v] = here
            queue[tail] = v
            tail += 1
        for j in range(begin[v], begin[v + 1]):
            u = neighbour[j]
            if u >= 0 and distance[u] == UNSEEN:
                distance[u] = here
                queue[tail] = u
                tail += 1
    return tail, end < 2 * n


@kernel_part()
def _increase(near, far_nets, before, after, network):  # type: ignore[no-untyped-def]
    """Increase the flow along shortest paths until each has a half in common with one of them; return by how much.

    Each half has at most one unit of flow to pass on, so it is on at most one of these paths.
    """
    _, near_nets, is_inside, distance, _ = near
    begin, _, neighbour, _, _ = network
    n = near_nets.size
    next_neighbour = begin[:-1].copy()
    path = np.empty(2 * n, np.int32)
    flow = 0
    for start in range(n):
        if distance[start] != 0:
            continue
        path[0] = start
        last = 0
        while last >= 0:
            x = path[last]
            y = -1
            if x < n:
                u = x if before[x] == NONE else before[x]
                if u >= 0 and distance[n + u] == last + 1:
                    y = n + u
            else:
                v = x - n
                if far_nets[v]:
                    _increase_path(path[: last + 1], n, before, after)
                    for i in range(last + 1):
                        distance[path[i]] = UNSEEN
                    flow += 1
                    break
                while y < 0 and next_neighbour[v] < begin[v + 1]:
                    u = neighbour[next_neighbour[v]]
                    next_neighbour[v] += 1
                    if u >= 0 and distance[u] == last + 1:
                        y = u
                if y < 0 and before[v] != NONE and distance[v] == last + 1:
                    y = v
            if y < 0:
                distance[x] = UNSEEN
                last -= 1
            else:
                last += 1
                path[last] = y
    return flow


@kernel_part()
def _increase_path(path, n, before, after):  # type: ignore[no-untyped-def]
    before[path[0]] = OUTSIDE
    for i in range(1, path.size - 1, 1):
        x, y = path[i], path[i + 1]
        if x < n:
            continue
        v = x - n
        if y == v:  # the net passes no flow any more
            before[v] = NONE
            after[v] = NONE
        else:
            after[v] = y
            before[y] = v
    after[path[path.size - 1] - n] = OUTSIDE


@kernel_part()
def _weight_reached(near, count, network):  # type: ignore[no-untyped-def]
    """The weight of the edges that are reached by a side without being its terminals."""
    is_terminal, _, _, distance, queue = near
    begin, member, neighbour, _, weight = network
    n = distance.size // 2
    total = 0.0
    for k in range(count):
        v = queue[k] - n
        if v >= 0:
            for j in range(begin[v], begin[v + 1]):
                u = neighbour[j]
                if not is_terminal[member[j]] and not (0 <= u < v and distance[n + u] >= 0):
                    total += weight[member[j]]
    return total


@kernel_part()
def _pierce(near, far, count, network, is_far_first, short):  # type: ignore[no-untyped-def]
    """Make the reached edges terminals, and some edges beyond the cut; return the weight of the latter.

    Edges that the other side does not reach come first, as they need no more flow. Then come the edges of the
    cluster itself that are far from the border, and the edges of the other cluster that are near it. The
    weight is -1 if there is no edge beyond the cut.
    """
    is_terminal, near_nets, is_inside, _, queue = near
    is_far_terminal, far_distance = far[0], far[3]
    begin, member, neighbour, ends, weight = network
    m, n = weight.size, near_nets.size
    for k in range(count):
        v = queue[k] - n
        if v >= 0:
            is_inside[v] = True
            for j in range(begin[v], begin[v + 1]):
                is_terminal[member[j]] = True
                if neighbour[j] >= 0:
                    near_nets[neighbour[j]] = True
    candidate = np.empty(m, np.int32)
    rank = np.empty(m, np.int64)
    found, free = 0, 0
    for k in range(count):
        v = queue[k]
        if v < n and not is_inside[v]:
            for j in range(begin[v], begin[v + 1]):
                i = member[j]
                if not is_terminal[i] and not is_far_terminal[i]:
                    is_terminal[i] = True  # until all are found, so that no edge is a candidate twice
                    candidate[found] = i
                    rank[found] = i if is_far_first[i] else -i
                    if not _is_reached(i, far_distance, ends):
                        rank[found] += 2 * m
                        free += 1
                    found += 1
    for k in range(found):
        is_terminal[candidate[k]] = False
    added = 0.0
    for taken in range(min(found, max(1, free))):
        best = taken
        for k in range(taken + 1, found):
            if rank[k] > rank[best]:
                best = k
        i = candidate[best]
        candidate[best], rank[best] = candidate[taken], rank[taken]
        is_terminal[i] = True
        for k in range(2):
            if ends[i, k] >= 0:
                near_nets[ends[i, k]] = True
        added += weight[i]
        if added >= short / STEPS:
            break
    return added if found > 0 else -1.0
