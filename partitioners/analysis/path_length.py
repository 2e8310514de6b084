"""Average path length: breadth-first searches along the edges, from all vertices or from a sample of them.

The "Avg. Path Length" of Table 4 of the vertex-cut paper (Ma et al., 2020), which does not say how it is
taken. Here it is the usual definition for directed graphs that are not strongly connected: pairs without a
path do not count.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numba import njit

from partitioners.errors import OptionError
from partitioners.graph import Graph
from partitioners.levels import out_edges

VISITS = 400_000_000
"""Vertices and edges that the searches of a default number of sources look at, at most: a few seconds."""

LEAST_SOURCES = 16
"""The default number of sources is at least this, however large the graph."""


@dataclass(frozen=True)
class PathLength:
    """Lengths, in edges, of the shortest paths from the sources to every other vertex that they reach.

    Attributes
    ----------
    mean : float or None
        Mean distance over ``pairs``; None where there is no pair.
    standard_error : float or None
        Of ``mean`` as an estimate over all sources, from the differences between those used (the ratio
        estimator of a sample without replacement); 0 where all vertices are sources. None where there
        is no pair, or a sample of one.
    sources : int
        Vertices that a search started from.
    pairs : int
        (source, target) with a path from one to the other, target != source.
    longest : int
        The largest distance seen; 0 where there is no pair.
    """

    mean: float | None
    standard_error: float | None
    sources: int
    pairs: int
    longest: int


def average_path_length(graph: Graph, sources: int | None = None, seed: int = 0) -> PathLength:
    """Mean length of the shortest directed paths; weights do not count.

    Parameters
    ----------
    graph : Graph
    sources : int, optional
        Vertices to search from, drawn without replacement, each as likely as any other (those without
        out-edges too: they add no pair); all vertices where there are no more. By default as many as keep
        the work below :data:`VISITS`, n + m a source, and at least :data:`LEAST_SOURCES`: all of them up to
        about 10,000 vertices, 16 for 10 million.
    seed : int
        Of the draw.

    Returns
    -------
    PathLength
        Exact where all vertices are sources.

    Raises
    ------
    OptionError
        Less than one source.

    Notes
    -----
    One sort of the edges, O(m log m), and then, for each source, time linear in what it reaches; 13 bytes a
    vertex and 12 an edge.
    """
    if sources is None:
        sources = max(LEAST_SOURCES, VISITS // max(1, graph.num_vertices + graph.num_edges))
    if isinstance(sources, bool) or not isinstance(sources, (int, np.integer)) or sources < 1:
        raise OptionError(f"sources must be an integer >= 1, got {sources!r}")
    n = graph.num_vertices
    if sources >= n:
        start = np.arange(n)
    else:
        start = np.sort(np.random.default_rng(seed).choice(n, int(sources), replace=False, shuffle=False))
    indptr, order = out_edges(graph)
    reached, total, longest = _search(indptr, graph.dst[order], start)
    pairs = int(reached.sum())
    if pairs == 0:
        return PathLength(mean=None, standard_error=None, sources=start.size, pairs=0, longest=0)
    mean = int(total.sum()) / pairs
    error = None
    if start.size == n:
        error = 0.0
    elif start.size > 1:
        residual = total - mean * reached
        variance = float(residual @ residual) / (start.size - 1) * (1 - start.size / n)
        error = math.sqrt(variance * start.size) / pairs
    return PathLength(mean, error, start.size, pairs, int(longest.max()))


@njit(cache=True)
def _search(indptr, head, start):  # type: ignore[no-untyped-def]
    """For each source: the vertices that it reaches, the sum of their distances, the largest of them."""
    n = indptr.size - 1
    reached = np.zeros(start.size, np.int64)
    total = np.zeros(start.size, np.int64)
    longest = np.zeros(start.size, np.int32)
    seen = np.zeros(n, np.bool_)
    queue = np.empty(n, np.int32)
    for i in range(start.size):
        queue[0] = start[i]
        seen[start[i]] = True
        done, tail, distance = 0, 1, 0
        while done < tail:  # queue[done:tail] are the vertices at this distance
            total[i] += distance * (tail - done)
            longest[i] = distance
            distance += 1
            end = tail
            while done < end:
                u = queue[done]
                done += 1
                for k in range(indptr[u], indptr[u + 1]):
                    v = head[k]
                    if not seen[v]:
                        seen[v] = True
                        queue[tail] = v
                        tail += 1
        reached[i] = tail - 1
        for k in range(tail):
            seen[queue[k]] = False
    return reached, total, longest
