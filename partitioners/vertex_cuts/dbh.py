"""Degree-based hashing: the hash of the lower-degree end of an edge determines its cluster."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partitioners.graph import Graph
from partitioners.partition import EdgePartition


def dbh(graph: Graph, parts: int, *, seed: int = 0) -> EdgePartition:
    """Vertex cut: degree-based hashing, the hash of the lower-degree end of each edge (DBH).

    The cluster is splitmix64(id of the vertex + seed) mod p; if the degrees are equal, the vertex is the
    edge's source. Xie et al., "Distributed power-law graph computing", NIPS 2014. O(m).
    """
    return EdgePartition(graph, parts, hashed(graph.src, graph.dst, graph.degree, parts, seed))


def hashed(
    src: NDArray[np.int32], dst: NDArray[np.int32], degree: NDArray[np.integer], parts: int, seed: int
) -> NDArray[np.int32]:
    """The clusters of edges, shape (m,), by the degrees of all vertices."""
    source_decides = degree[src] <= degree[dst]
    vertex = np.where(source_decides, src, dst)
    return (splitmix64(vertex, seed) % np.uint64(parts)).astype(np.int32)


def splitmix64(value: NDArray[np.int32], seed: int) -> NDArray[np.uint64]:
    """The first output of the SplitMix64 generator with the state value + seed (mod 2^64)."""
    x = value.astype(np.uint64) + np.uint64((seed + 0x9E3779B97F4A7C15) % 2**64)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))
