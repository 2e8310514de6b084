"""Topological levels of a directed acyclic graph, and detection of cycles."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import CyclicGraphError
from partitioners.graph import Graph, frozen
from partitioners.kernels.array_types import Int32
from partitioners.kernels.cache import njit
from partitioners.kernels.grouping import group


def topological_levels(graph: Graph) -> NDArray[np.int32]:
    """The length, in edges, of the longest path that ends at each vertex.

    The graph keeps the levels, so that its cluster graph and its program share them.

    Returns
    -------
    ndarray of int32, shape (num_vertices,)
        Zero for vertices without in-edges; read-only.

    Raises
    ------
    CyclicGraphError
        The graph has a cycle (a self-loop is a cycle of one vertex). The exception names one cycle.

    Notes
    -----
    Kahn's algorithm, O(n + m).
    """
    kept: NDArray[np.int32] | None = vars(graph).get("_levels")
    if kept is not None:
        return kept
    level, finished = _levels(graph.num_vertices, graph.src, graph.dst)
    if finished < graph.num_vertices:
        cycle, names = _find_cycle(graph, level), graph.vertex.get("original_id")
        raise CyclicGraphError(cycle, None if names is None else [names[v] for v in cycle])
    level = vars(graph)["_levels"] = frozen(level)
    return level


def forget_levels(graph: Graph) -> None:
    """Free the levels that a graph keeps, 4 bytes per vertex."""
    vars(graph).pop("_levels", None)


def out_edges(graph: Graph) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """``indptr, order``: the ids of v's out-edges are ``order[indptr[v]:indptr[v + 1]]``, in edge order."""
    return group(graph.src, graph.num_vertices)


def in_edges(graph: Graph) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """``indptr, order``: the ids of v's in-edges are ``order[indptr[v]:indptr[v + 1]]``, in edge order."""
    return group(graph.dst, graph.num_vertices)


@njit(cache=True)
def _levels(n: int, src: Int32, dst: Int32) -> tuple[Int32, int]:
    level = np.zeros(n, np.int32)
    indptr = np.zeros(n + 2, np.int64)  # shifted by one until all heads are placed
    missing = np.zeros(n, np.int32)
    for e in range(dst.size):
        indptr[src[e] + 2] += 1
        missing[dst[e]] += 1
    for v in range(n):
        indptr[v + 2] += indptr[v + 1]
    head = np.empty(dst.size, np.int32)
    for e in range(dst.size):
        head[indptr[src[e] + 1]] = dst[e]
        indptr[src[e] + 1] += 1
    queue = np.empty(n, np.int32)
    tail = 0
    for v in range(n):
        if missing[v] == 0:
            queue[tail] = v
            tail += 1
    done = 0
    while done < tail:
        u = queue[done]
        done += 1
        for k in range(indptr[u], indptr[u + 1]):
            v = head[k]
            level[v] = max(level[v], level[u] + 1)
            missing[v] -= 1
            if missing[v] == 0:
                queue[tail] = v
                tail += 1
    for v in range(n):
        if missing[v] > 0:
            level[v] = -1  # on a cycle, or behind one
    return level, done


def _find_cycle(graph: Graph, level: NDArray[np.int32]) -> list[int]:
    """One cycle among the vertices of level -1, found by walking back: each has an in-edge from another."""
    stuck = level[graph.src] < 0
    predecessor = np.full(graph.num_vertices, -1, np.int64)
    tails, heads = graph.src[stuck], graph.dst[stuck]
    predecessor[heads[::-1]] = tails[::-1]  # the first such edge of each head wins
    position: dict[int, int] = {}
    path: list[int] = []
    v = int(np.flatnonzero(level < 0)[0])
    while v not in position:
        position[v] = len(path)
        path.append(v)
        v = int(predecessor[v])
    cycle = path[position[v] :][::-1]
    lowest = cycle.index(min(cycle))
    return cycle[lowest:] + cycle[:lowest]
