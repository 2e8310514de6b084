"""Edge cuts that do nothing: vertices in their order (``block``), or dealt out in turn (``round_robin``)."""

from __future__ import annotations

import numpy as np

from partitioners.graph import Graph
from partitioners.partition import VertexPartition


def block(graph: Graph, parts: int) -> VertexPartition:
    """Edge cut: the vertices in their order, in equal pieces (a do-nothing edge cut).

    Vertex v of n goes to cluster floor(v p / n), so sizes differ by at most one. O(n).
    """
    n = graph.num_vertices
    return VertexPartition(graph, parts, np.arange(n) * parts // max(n, 1))


def round_robin(graph: Graph, parts: int) -> VertexPartition:
    """Edge cut: the vertices dealt out in turn, v mod p (a do-nothing edge cut). O(n)."""
    return VertexPartition(graph, parts, np.arange(graph.num_vertices) % parts)
