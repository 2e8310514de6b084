"""The do-nothing members: cut the order that is there, so that an ablation is one line of configuration."""

from __future__ import annotations

import numpy as np

from partitioners.graph import Graph
from partitioners.partition import EdgePartition, VertexPartition


def contiguous(graph: Graph, parts: int) -> EdgePartition:
    """Vertex cut: the edges in their order, in equal pieces (the do-nothing vertex cut).

    Edge e of m goes to cluster floor(e p / m), so sizes differ by at most one. O(m).
    """
    m = graph.num_edges
    return EdgePartition(graph, parts, np.arange(m) * parts // max(m, 1))


def block(graph: Graph, parts: int) -> VertexPartition:
    """Edge cut: the vertices in their order, in equal pieces (a do-nothing edge cut).

    Vertex v of n goes to cluster floor(v p / n), so sizes differ by at most one. O(n).
    """
    n = graph.num_vertices
    return VertexPartition(graph, parts, np.arange(n) * parts // max(n, 1))


def round_robin(graph: Graph, parts: int) -> VertexPartition:
    """Edge cut: the vertices dealt out in turn, v mod p (a do-nothing edge cut). O(n)."""
    return VertexPartition(graph, parts, np.arange(graph.num_vertices) % parts)
