"""Baseline vertex cut: consecutive blocks of edges of equal size."""

from __future__ import annotations

import numpy as np

from partitioners.graph import Graph
from partitioners.partition import EdgePartition


def contiguous(graph: Graph, parts: int) -> EdgePartition:
    """Vertex cut: consecutive blocks of edges of equal size (baseline vertex cut).

    Edge e of m goes to cluster e p / m, rounded down, so sizes differ by at most one. O(m).
    """
    m = graph.num_edges
    return EdgePartition(graph, parts, np.arange(m) * parts // max(m, 1))
