"""Baseline edge cuts by vertex id: consecutive blocks (``block``) or cyclic order (``round_robin``)."""

from __future__ import annotations

import numpy as np

from partitioners.graph import Graph
from partitioners.partition import VertexPartition


def block(graph: Graph, parts: int) -> VertexPartition:
    """Edge cut: consecutive blocks of vertices of equal size (baseline edge cut).

    Vertex v of n goes to cluster v p / n, rounded down, so sizes differ by at most one. O(n).
    """
    n = graph.num_vertices
    return VertexPartition(graph, parts, np.arange(n) * parts // max(n, 1))


def round_robin(graph: Graph, parts: int) -> VertexPartition:
    """Edge cut: vertices in cyclic order, v mod p (baseline edge cut). O(n)."""
    return VertexPartition(graph, parts, np.arange(graph.num_vertices) % parts)
