"""The division of the edges near a border of two clusters that has the fewest copies within the limit.

Minimum cuts can exceed the limit on the load. Then the lighter side absorbs its edges and some beyond the
cut, which become a part of the source or the sink, and the flow is increased, until the division keeps the
limit or the cut has no fewer copies than the present one. A search begins at the last cut, since the edges of
a side stay in it.

Hamann and Strasser, "Graph bisection with Pareto optimization", ACM J. Exp. Algorithmics 23, 2018, for the
growth of the sides (FlowCutter); Dinic, "Algorithm for solution of a problem of maximum flow in networks with
power estimation", Soviet Math. Doklady 11, 1970, for the increase of the flow along all shortest paths.
"""

from __future__ import annotations

import numpy as np

from partitioners.coarsening.edge_groups import EdgeGroups
from partitioners.kernels.array_types import Booleans, Float64, Int32, Int64
from partitioners.kernels.parts import kernel_part

STEPS = 16
"""Inverse of the share of the missing load that a side absorbs at once."""

NONE, OUTSIDE = -1, -2
"""Instead of the net before or after a net on its unit of flow: no flow, or the source or the sink."""

Side = tuple[Booleans, Booleans, Booleans, Int32, Int32]
"""A side of the network: its terminal edges, the nets that have one, the nets that have only terminal edges,
the distances of the two halves of each net, and a queue of halves."""

Network = tuple[Int64, Int32, Int32, Int32, Float64]
"""The place of the first edge of each net and the edges of all nets, the other net of each edge there, the
nets of each edge, and the weights of the edges."""

UNSEEN, INSIDE = -1, -2
"""Instead of a distance from the source: not reached, or a part of the source."""


@kernel_part()
def divide(
    level: EdgeGroups,
    edges: Int32,
    net_at: Int32,
    begin: Int64,
    member: Int32,
    has_a: Booleans,
    has_b: Booleans,
    in_a: Booleans,
    weight: Float64,
    load_a: float,
    load_b: float,
    limit: float,
    now: int,
) -> tuple[Booleans, int]:
    """The edges that go to a, and the number of copies that this saves; 0 if no division saves any.

    Each cluster has a side of the network. The first half of a net is entered and the second one is left, and
    its unit of flow is between them. For the side of b, the flow is reversed.
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
    sides = _side(m, has_a & ~has_b), _side(m, has_b & ~has_a)
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
                is_in_side, distance = sides[side][0], sides[side][3]
                for i in range(m):
                    is_in_side[i] |= _is_reached(i, distance, ends)
                return is_in_side if side == 0 else ~is_in_side, now - flow
        turn = 0 if load[0] <= load[1] else 1
        is_far_first = in_a if turn == 0 else ~in_a
        short = total - limit - load[turn]
        added = _pierce(sides[turn], sides[1 - turn], reached[turn], network, is_far_first, short)
        if added < 0:
            return in_a, 0
        terminal_load[turn] = load[turn] + added


@kernel_part()
def _side(m: int, nets: Booleans) -> Side:
    """A side without terminal edges; ``nets`` have edges outside of the region, which are its terminals."""
    n = nets.size
    distance, queue = np.empty(2 * n, np.int32), np.empty(2 * n, np.int32)
    return np.zeros(m, np.bool_), nets, np.zeros(n, np.bool_), distance, queue


@kernel_part()
def _is_reached(i: int, distance: Int32, ends: Int32) -> bool:
    """Whether a search reached the second half of a net of edge i."""
    n = distance.size // 2
    u, v = ends[i]
    return (u >= 0 and distance[n + u] != UNSEEN) or (v >= 0 and distance[n + v] != UNSEEN)


@kernel_part()
def _search(near: Side, far_nets: Booleans, before: Int32, network: Network) -> tuple[int, bool]:
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
def _increase(near: Side, far_nets: Booleans, before: Int32, after: Int32, network: Network) -> int:
    """Increase the flow along shortest paths until no more fit; return by how much.

    Each half has at most one unit of flow to pass on, so it is on at most one of these paths.
    """
    distance = near[3]
    begin, _, neighbour, _, _ = network
    n = distance.size // 2
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
def _increase_path(path: Int32, n: int, before: Int32, after: Int32) -> None:
    """Pass one unit of flow more along a path of halves from the source to the sink."""
    before[path[0]] = OUTSIDE
    for i in range(1, path.size - 1):
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
def _weight_reached(near: Side, count: int, network: Network) -> float:
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
def _pierce(
    near: Side, far: Side, count: int, network: Network, is_far_first: Booleans, short: float
) -> float:
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
