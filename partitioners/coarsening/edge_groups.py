"""A hypergraph whose nodes are edges, or groups of edges that move together, and whose nets are vertices.

A vertex cut assigns nodes to clusters, and a net that touches c clusters costs c - 1 vertex copies: the
objective km1 of hypergraph partitioning. The finest level has a node for every edge. A *star* joins the edges
of one cluster that share their end of lower degree. Coarser levels join groups that share many light nets.
Nets of one node cost nothing and are left out. Nets with the same nodes are merged into one net of higher
value.

Karypis, Aggarwal, Kumar, and Shekhar, "Multilevel hypergraph partitioning: applications in VLSI domain", IEEE
Trans. VLSI Systems 7(1), 1999; Li et al., POMACS 1(1), 2017, section 3, for edges as nodes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from partitioners.balance import edge_work
from partitioners.graph import Graph
from partitioners.kernels.array_types import Float64, Int32, Int64, UInt64
from partitioners.kernels.cache import njit
from partitioners.kernels.grouping import group_as
from partitioners.kernels.parts import kernel_part


class EdgeGroups(NamedTuple):
    """A hypergraph: g groups of edges as nodes, n' nets, k pins.

    Attributes
    ----------
    group_ptr : ndarray of int64, shape (g + 1,)
        The nets of group x are ``nets[group_ptr[x]:group_ptr[x + 1]]``.
    nets : ndarray of int32, shape (k,)
    net_ptr : ndarray of int64, shape (n' + 1,)
        The groups of net v are ``groups[net_ptr[v]:net_ptr[v + 1]]``, at least two.
    groups : ndarray of int32, shape (k,)
    weight : ndarray of float64, shape (g,)
        The work of each group.
    value : ndarray of int64, shape (n',)
        Number of vertices that a net represents, which is its cost for each additional cluster.
    """

    group_ptr: NDArray[np.int64]
    nets: NDArray[np.int32]
    net_ptr: NDArray[np.int64]
    groups: NDArray[np.int32]
    weight: NDArray[np.float64]
    value: NDArray[np.int64]

    @property
    def size(self) -> int:
        """The number of groups."""
        return int(self.weight.size)


def single_edges(graph: Graph) -> EdgeGroups:
    """The finest level: each edge is a group, each vertex of degree two or more is a net; O(m).

    If all edge weights are 0, every edge weighs 1.
    """
    levels: EdgeGroups = _single_edges(graph.src, graph.dst, graph.degree, edge_work(graph))
    return levels


@njit(cache=True)
def _single_edges(src: Int32, dst: Int32, degree: Int64, weight: Float64) -> EdgeGroups:
    m = src.size
    net = np.full(degree.size, -1, np.int32)
    n = 0
    for v in range(degree.size):
        if degree[v] > 1:
            net[v] = n
            n += 1
    net_ptr = np.zeros(n + 1, np.int64)
    group_ptr = np.zeros(m + 1, np.int64)
    for e in range(m):
        pins = 0
        u, v = net[src[e]], net[dst[e]]
        if u >= 0:
            net_ptr[u + 1] += 1
            pins += 1
        if v >= 0 and v != u:
            net_ptr[v + 1] += 1
            pins += 1
        group_ptr[e + 1] = group_ptr[e] + pins
    for v in range(n):
        net_ptr[v + 1] += net_ptr[v]
    nets = np.empty(group_ptr[m], np.int32)
    groups = np.empty(group_ptr[m], np.int32)
    at = net_ptr[:-1].copy()
    pin = 0
    for e in range(m):
        u, v = net[src[e]], net[dst[e]]
        if u >= 0:
            nets[pin] = u
            pin += 1
            groups[at[u]] = e
            at[u] += 1
        if v >= 0 and v != u:
            nets[pin] = v
            pin += 1
            groups[at[v]] = e
            at[v] += 1
    return EdgeGroups(group_ptr, nets, net_ptr, groups, weight.copy(), np.ones(n, np.int64))


@njit(cache=True)
def low_ends(src: Int32, dst: Int32, degree: Int64) -> Int32:
    """The end of lower degree (ties: lower id) of each edge; ndarray of int32, shape (m,)."""
    low = np.empty(src.size, np.int32)
    for e in range(src.size):
        u, v = src[e], dst[e]
        low[e] = u if degree[u] < degree[v] or (degree[u] == degree[v] and u < v) else v
    return low


@njit(cache=True)
def stars(src: Int32, dst: Int32, degree: Int64, cluster: Int32, parts: int) -> tuple[Int32, int]:
    """Group the edges of one cluster that have the same end of lower degree (ties: lower id).

    Returns the group of each edge, ndarray of int32, shape (m,), and the number of groups; O(m + n + parts).
    """
    m = src.size
    owner = low_ends(src, dst, degree)
    first, member = group_as(owner, degree.size, owner)
    group = np.empty(m, np.int32)
    last = np.full(parts, -1, np.int64)  # the last owner with edges in each cluster, and their group
    group_in = np.empty(parts, np.int32)
    count = 0
    for v in range(degree.size):
        for i in range(first[v], first[v + 1]):
            c = cluster[member[i]]
            if last[c] != v:
                last[c] = v
                group_in[c] = count
                count += 1
            group[member[i]] = group_in[c]
    return group, count


@njit(cache=True)
def similar_groups(
    level: EdgeGroups, cluster: Int32, heaviest: float, widest: int, order: Int32
) -> tuple[Int32, int]:
    """Join each group, in the given order, to the group of its cluster with the highest rating.

    The rating of two groups is the sum of value / (groups - 1) over their common nets, divided by the weight
    of the other group. Nets of more than ``widest`` groups are ignored, and no joint group is heavier than
    ``heaviest``. Returns the new group of each group, ndarray of int32, and the number of new groups;
    O(sum of squares of the sizes of nets up to ``widest``).
    """
    size = level.weight.size
    rating = np.zeros(size)
    rated = np.empty(size, np.int32)
    leader = np.arange(size).astype(np.int32)
    weight = level.weight.copy()
    alone = np.ones(size, np.bool_)
    for x in order:
        if not alone[x]:
            continue
        count = 0
        for i in range(level.group_ptr[x], level.group_ptr[x + 1]):
            v = level.nets[i]
            begin, end = level.net_ptr[v], level.net_ptr[v + 1]
            if end - begin > widest:
                continue
            share = level.value[v] / (end - begin - 1)
            for j in range(begin, end):
                y = level.groups[j]
                if y != x and cluster[y] == cluster[x]:
                    y = leader[y]
                    if rating[y] == 0.0:
                        rated[count] = y
                        count += 1
                    rating[y] += share
        best, most = -1, 0.0
        for i in range(count):
            y = rated[i]
            if weight[x] + weight[y] <= heaviest:
                # Groups without weight can be joined to any number of others.
                over = rating[y] / weight[y] if weight[y] > 0 else np.inf
                if over > most or (over == most and (weight[y], y) < (weight[best], best)):
                    best, most = y, over
            rating[y] = 0.0
        if best >= 0:
            leader[x] = best
            weight[best] += weight[x]
            alone[x] = False
            alone[best] = False
    number = np.full(size, -1, np.int32)
    group = np.empty(size, np.int32)
    count = 0
    for x in range(size):
        if number[leader[x]] < 0:
            number[leader[x]] = count
            count += 1
        group[x] = number[leader[x]]
    return group, count


@njit(cache=True)
def contract(level: EdgeGroups, group: Int32, count: int) -> EdgeGroups:
    """Contract ``level``: each of the ``count`` sets of its groups becomes one group; O(pins).

    Nets with the same groups are recognised by a 64-bit sum of random numbers.
    """
    first, member = group_as(group, count, group)
    all_nets = level.value.size
    last = np.full(all_nets, -1, np.int32)
    nets = np.empty(level.nets.size, np.int32)
    group_ptr = np.zeros(count + 1, np.int64)
    size = np.zeros(all_nets, np.int32)
    signature = np.zeros(all_nets, np.uint64)
    weight = np.zeros(count)
    pins = 0
    for g in range(count):
        number = _mixed(g)
        for i in range(first[g], first[g + 1]):
            x = member[i]
            weight[g] += level.weight[x]
            for j in range(level.group_ptr[x], level.group_ptr[x + 1]):
                v = level.nets[j]
                if last[v] != g:
                    last[v] = g
                    nets[pins] = v
                    pins += 1
                    size[v] += 1
                    signature[v] += number
        group_ptr[g + 1] = pins

    net, value = _merged_nets(size, signature, level.value)
    net_ptr = np.zeros(value.size + 1, np.int64)
    for v in range(all_nets):
        if net[v] >= 0:
            net_ptr[net[v] + 1] = size[v]
    for v in range(value.size):
        net_ptr[v + 1] += net_ptr[v]
    groups = np.empty(net_ptr[value.size], np.int32)
    at = net_ptr[:-1].copy()
    begin, kept = 0, 0
    for g in range(count):
        for i in range(begin, group_ptr[g + 1]):
            v = net[nets[i]]
            if v >= 0:
                nets[kept] = v
                kept += 1
                groups[at[v]] = g
                at[v] += 1
        begin = group_ptr[g + 1]
        group_ptr[g + 1] = kept
    return EdgeGroups(group_ptr, nets[:kept].copy(), net_ptr, groups, weight, value)


@kernel_part()
def _merged_nets(size: Int32, signature: UInt64, value: Int64) -> tuple[Int32, Int64]:
    """The new number of the first net of each signature, -1 for all others and for nets of one group, and
    the values of the new nets.
    """
    bits = 4
    while (1 << bits) < 2 * size.size:
        bits += 1
    mask = np.uint64((1 << bits) - 1)
    table = np.full(1 << bits, -1, np.int32)
    net = np.full(size.size, -1, np.int32)
    merged = np.zeros(size.size, np.int64)
    count = 0
    for v in range(size.size):
        if size[v] < 2:
            continue
        place = (signature[v] >> np.uint64(7)) & mask
        while table[place] >= 0 and signature[table[place]] != signature[v]:
            place = (place + np.uint64(1)) & mask
        if table[place] < 0:
            table[place] = v
            net[v] = count
            count += 1
        merged[net[table[place]]] += value[v]
    return net, merged[:count].copy()


@kernel_part()
def _mixed(number: int) -> np.uint64:
    """A pseudorandom 64-bit number (the finaliser of splitmix64)."""
    h = np.uint64(number + 1) * np.uint64(0x9E3779B97F4A7C15)
    h = (h ^ (h >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    h = (h ^ (h >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return h ^ (h >> np.uint64(31))
