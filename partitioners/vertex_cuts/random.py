"""Random vertex cut."""

from __future__ import annotations

import numpy as np

from partitioners.graph import Graph
from partitioners.partition import EdgePartition


def random(graph: Graph, parts: int, *, seed: int = 0) -> EdgePartition:
    """Vertex cut: every edge goes to a random cluster.

    The clusters are ``numpy.random.default_rng(seed).integers(parts, size=m)``; section 4.2.1 of Ma et al.,
    2020. O(m).
    """
    return EdgePartition(graph, parts, np.random.default_rng(seed).integers(parts, size=graph.num_edges))
