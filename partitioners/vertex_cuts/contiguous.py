"""The vertex cut that does nothing: the edges in the order that is there, in equal pieces."""

from __future__ import annotations

import numpy as np

from partitioners.graph import Graph
from partitioners.partition import EdgePartition


def contiguous(graph: Graph, parts: int) -> EdgePartition:
    """Vertex cut: the edges in their order, in equal pieces (the do-nothing vertex cut).

    Edge e of m goes to cluster floor(e p / m), so sizes differ by at most one. O(m).
    """
    m = graph.num_edges
    return EdgePartition(graph, parts, np.arange(m) * parts // max(m, 1))
