"""Compiled loops of :mod:`partitioners.replicas`; they count, since sorting would need more memory."""

from __future__ import annotations

import numpy as np

from partitioners.kernels.array_types import Booleans, Int32, Int64, Integers
from partitioners.kernels.cache import njit
from partitioners.kernels.parts import kernel_part


@njit(cache=True)
def add_up(sums: Int64, label: Int32, value: Integers) -> None:
    """Add each value to the sum of its label."""
    for k in range(label.size):
        sums[label[k]] += value[k]


@njit(cache=True)
def occurs(n: int, vertices: Int32) -> Booleans:
    """Whether each of n vertices occurs in ``vertices``."""
    does = np.zeros(n, np.bool_)
    for v in vertices:
        does[v] = True
    return does


@njit(cache=True)
def count_replicas(
    src: Int32,
    dst: Int32,
    first_edge: Int64,
    edges: Integers,
    first_placed: Int64,
    placed: Int32,
    indptr: Integers,
) -> None:
    """Compute where the replicas of each vertex begin, from the clusters of its edges."""
    last = np.full(indptr.size - 1, -1, np.int32)
    for c in range(first_edge.size - 1):
        for k in range(first_edge[c], first_edge[c + 1]):
            for v in (src[edges[k]], dst[edges[k]]):
                if last[v] != c:
                    last[v] = c
                    indptr[v + 1] += 1
        for k in range(first_placed[c], first_placed[c + 1]):
            v = placed[k]
            if last[v] != c:
                last[v] = c
                indptr[v + 1] += 1
    for v in range(last.size):
        indptr[v + 1] += indptr[v]


@njit(cache=True)
def fill_replicas(
    src: Int32,
    dst: Int32,
    first_edge: Int64,
    edges: Integers,
    first_placed: Int64,
    placed: Int32,
    indptr: Integers,
    vertex: Int32,
    cluster: Int32,
    in_edges: Integers,
    out_edges: Integers,
    in_replica: Integers,
    out_replica: Integers,
    master: Integers,
) -> None:
    """Number the replicas in ascending clusters and assign them to the edges."""
    n = indptr.size - 1
    now = indptr[:-1].copy()  # the latest replica of each vertex
    for v in range(n):
        now[v] -= 1
    for c in range(first_edge.size - 1):
        for k in range(first_edge[c], first_edge[c + 1]):
            e = edges[k]
            r = _replica(dst[e], c, indptr, now, vertex, cluster)
            in_replica[e] = r
            in_edges[r] += 1
            r = _replica(src[e], c, indptr, now, vertex, cluster)
            out_replica[e] = r
            out_edges[r] += 1
        for k in range(first_placed[c], first_placed[c + 1]):
            v = placed[k]
            master[v] = _replica(v, c, indptr, now, vertex, cluster)


@kernel_part()
def _replica(v: int, c: int, indptr: Integers, now: Integers, vertex: Int32, cluster: Int32) -> int:
    """The replica of a vertex in the present cluster: the latest one, or a new one after it."""
    r = now[v]
    if r < indptr[v] or cluster[r] != c:
        r += 1
        now[v] = r
        vertex[r] = v
        cluster[r] = c
    return r


@njit(cache=True)
def choose_masters(
    src: Int32,
    cycles: Integers,
    indptr: Integers,
    in_edges: Integers,
    in_replica: Integers,
    out_replica: Integers,
    master: Integers,
) -> None:
    """Choose the replica of largest load (first of equals) among those with in-edges, else among all."""
    n = indptr.size - 1
    is_source = np.ones(n, np.bool_)
    for v in range(n):
        for r in range(indptr[v], indptr[v + 1]):
            if in_edges[r] > 0:
                is_source[v] = False
    load = np.zeros(in_edges.size, np.int64)
    for e in range(src.size):
        load[in_replica[e]] += cycles[e]
        if is_source[src[e]]:
            load[out_replica[e]] += cycles[e]
    for v in range(n):
        best = -1
        for r in range(indptr[v], indptr[v + 1]):
            if (in_edges[r] > 0 or is_source[v]) and (best < 0 or load[r] > load[best]):
                best = r
        master[v] = best
