"""Neighbourhood expansion: clusters grow one by one, each by the vertex that adds the fewest new vertices.

Zhang, Wei, Liu, Tang, and Li, "Graph edge partitioning via neighborhood heuristic", KDD 2017. A cluster has a
*core*, all of whose edges are assigned, and a *boundary* around it. Every edge between two of these vertices
belongs to the cluster. The boundary vertex with the fewest edges to outside goes to the core next.

The implementation differs from the paper in two ways. Boundary vertices with the same number of outside edges
are used in the order in which they reached this number, which keeps clusters round on meshes. A cluster
starts at the border of the previous one, at the vertex with the fewest edges left, so that no fragments
remain between two clusters.
"""

from __future__ import annotations

import numpy as np

from partitioners.balance import edge_work
from partitioners.graph import Graph
from partitioners.kernels.array_types import Booleans, Float64, Int32, Int64
from partitioners.kernels.cache import njit
from partitioners.kernels.parts import kernel_part
from partitioners.partition import EdgePartition
from partitioners.plugins.option_types import Imbalance
from partitioners.refinement.refine import keep_edge_limit

Boundary = tuple[Int32, Int32, Int32, Int32, Int64]
"""Queues of vertices by the number of their unassigned edges: the first of each queue, the next and previous
vertex of each vertex, the unassigned edges of each vertex, and how many vertices wait."""


def ne(graph: Graph, parts: int, *, seed: int = 0, imbalance: Imbalance = 1.03) -> EdgePartition:
    """Vertex cut: clusters grow by the vertex with the fewest outside edges (neighbourhood expansion).

    Parameters
    ----------
    seed : int
        Seed of the order in which vertices are tried as the start of a cluster.
    imbalance : float
        The largest load of a cluster over the mean, see :func:`partitioners.balance.feasible_limit`. A
        cluster is full at its equal share of the remaining load, so only single heavy edges can take it
        beyond this share. If a cluster exceeds the limit, edges move with the smallest loss.

    Notes
    -----
    O(m x replication factor): each time a vertex joins a boundary, its list of edges is scanned and assigned
    edges are removed. The authors' code exceeds the limit for larger numbers of parts.
    """
    weight = edge_work(graph)
    order = np.random.default_rng(seed).permutation(graph.num_vertices).astype(np.int32)
    cluster = _expand(graph.src, graph.dst, graph.degree, weight, parts, order)
    return EdgePartition(graph, parts, keep_edge_limit(graph, cluster, parts, imbalance))


@njit(cache=True)
def _expand(src: Int32, dst: Int32, degree: Int64, weight: Float64, parts: int, order: Int32) -> Int32:
    n = degree.size
    first = np.zeros(n + 1, np.int64)
    most = 0
    for v in range(n):
        first[v + 1] = first[v] + degree[v]
        most = max(most, degree[v])
    at = first[:-1].copy()
    neighbour = np.empty(first[n], np.int32)
    edge = np.empty(first[n], np.int32)
    for e in range(src.size):
        u, v = src[e], dst[e]
        neighbour[at[u]] = v
        edge[at[u]] = e
        at[u] += 1
        neighbour[at[v]] = u
        edge[at[v]] = e
        at[v] += 1
    length = degree.astype(
        np.int32
    )  # length of each vertex's list of edges, which can contain assigned edges
    left = degree.astype(np.int32)  # unassigned edge ends of each vertex
    waiting = np.zeros(1, np.int64)  # number of queued vertices
    boundary = (np.full(most + 1, -1, np.int32), np.empty(n, np.int32), np.empty(n, np.int32), left, waiting)
    is_waiting = np.zeros(n, np.bool_)
    joined = np.full(n, -1, np.int32)  # the last cluster of which the vertex was core or boundary
    members = np.empty(n, np.int32)
    cluster = np.full(src.size, -1, np.int32)
    remaining = weight.sum()
    tried, border = 0, -1
    for p in range(parts):
        share = remaining / (parts - p) if p < parts - 1 else np.inf
        load, lowest, count = 0.0, most + 1, 0
        while load < share:
            if waiting[0] > 0:
                # The vertex that is found has as many edges to assign as this loop has steps.
                while boundary[0][lowest] < 0:
                    lowest += 1
                x = boundary[0][lowest]
                _take(x, boundary, is_waiting)
            else:
                while tried < n and left[order[tried]] == 0:
                    tried += 1
                if tried == n:
                    break
                x = order[tried]
                if border >= 0 and left[border] > 0:
                    x = border
                border = -1
                lowest = most + 1
                load, lowest = _join(
                    x, p, first, length, neighbour, edge, weight, boundary, is_waiting, joined, cluster,
                    load, share, lowest,
                )  # fmt: skip
                members[count] = x
                count += 1
                if is_waiting[x]:
                    _take(x, boundary, is_waiting)
            for i in range(first[x], first[x] + length[x]):
                if load >= share:
                    break
                if cluster[edge[i]] < 0:
                    y = neighbour[i]
                    load, lowest = _join(
                        y, p, first, length, neighbour, edge, weight, boundary, is_waiting, joined, cluster,
                        load, share, lowest,
                    )  # fmt: skip
                    members[count] = y
                    count += 1
        border = -1
        for i in range(count):
            v = members[i]
            if is_waiting[v]:
                _take(v, boundary, is_waiting)
            if left[v] > 0 and (border < 0 or left[v] < left[border]):
                border = v
        remaining -= load
    return cluster


@kernel_part()
def _join(
    y: int,
    p: int,
    first: Int64,
    length: Int32,
    neighbour: Int32,
    edge: Int32,
    weight: Float64,
    boundary: Boundary,
    is_waiting: Booleans,
    joined: Int32,
    cluster: Int32,
    load: float,
    share: float,
    lowest: int,
) -> tuple[float, int]:
    """Add vertex y to the boundary of cluster p, and its edges to core and boundary until p is full.

    Returns the new load and the lowest number of unassigned edges.
    """
    left = boundary[3]
    joined[y] = p
    kept = first[y]
    for i in range(first[y], first[y] + length[y]):
        e, z = edge[i], neighbour[i]
        if cluster[e] >= 0:
            continue
        if joined[z] == p and load < share:
            cluster[e] = p
            load += weight[e]
            left[y] -= 1
            if is_waiting[z]:
                _take(z, boundary, is_waiting)
                left[z] -= 1
                lowest = _put(z, boundary, is_waiting, lowest)
            else:
                left[z] -= 1
        else:
            neighbour[kept] = z
            edge[kept] = e
            kept += 1
    length[y] = kept - first[y]
    return load, _put(y, boundary, is_waiting, lowest)


@kernel_part()
def _put(v: int, boundary: Boundary, is_waiting: Booleans, lowest: int) -> int:
    """Queue vertex v after all with the same number of unassigned edges, if any; return the lowest number."""
    head, following, previous, left, waiting = boundary
    if left[v] == 0:
        return lowest
    is_waiting[v] = True
    waiting[0] += 1
    h = head[left[v]]
    following[v] = -1
    if h < 0:
        head[left[v]] = v
        previous[v] = v
    else:  # the predecessor of the first is the last
        last = previous[h]
        following[last] = v
        previous[v] = last
        previous[h] = v
    return min(lowest, left[v])


@kernel_part()
def _take(v: int, boundary: Boundary, is_waiting: Booleans) -> None:
    """Remove vertex v from its queue."""
    head, following, previous, left, waiting = boundary
    is_waiting[v] = False
    waiting[0] -= 1
    before, after = previous[v], following[v]
    h = head[left[v]]
    if h == v:
        head[left[v]] = after
        if after >= 0:
            previous[after] = before
    else:
        following[before] = after
        if after >= 0:
            previous[after] = before
        else:
            previous[h] = before
