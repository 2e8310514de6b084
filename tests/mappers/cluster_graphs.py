"""Random cuts, cluster graphs and meshes for Hypothesis."""

import numpy as np
from hypothesis import strategies as st

from mappers.clusters.cluster_graph import ClusterGraph
from mappers.topology import Mesh
from partitioners.graph import Graph
from partitioners.partition import EdgePartition, VertexPartition


@st.composite
def partitions(draw, max_vertices=10, max_edges=30, max_parts=6):
    n = draw(st.integers(1, max_vertices))
    vertex = st.integers(0, n - 1)
    pairs = draw(st.lists(st.tuples(vertex, vertex), max_size=max_edges))
    if draw(st.booleans()):
        pairs = [(min(u, v), max(u, v)) for u, v in pairs if u != v]
    src, dst = np.array(pairs, int).reshape(-1, 2).T
    weight = draw(st.lists(st.integers(0, 4), min_size=len(pairs), max_size=len(pairs)))
    attributes = {}
    if draw(st.booleans()):
        operation = draw(st.lists(st.integers(0, 3), min_size=n, max_size=n))
        attributes["operation"] = np.array(operation, float)
    graph = Graph(n, src, dst, np.array(weight, float), attributes)
    parts = draw(st.integers(1, max_parts))
    kind, size = draw(st.sampled_from([(EdgePartition, len(pairs)), (VertexPartition, n)]))
    clusters = draw(st.lists(st.integers(0, parts - 1), min_size=size, max_size=size))
    return kind(graph, parts, np.array(clusters, int))


def compressed(pairs, parts, *columns):
    """Row starts, column ids and the columns of values of a dict (row, column) -> values."""
    keys = sorted(pairs)
    counts = np.zeros(parts + 1, np.int64)
    for row, _ in keys:
        counts[row + 1] += 1
    values = [np.array([pairs[key][k] for key in keys], np.int64) for k in range(len(columns))]
    return np.cumsum(counts), np.array([b for _, b in keys], np.int32), *values


def build(parts, work, level, messages, shared, value_bytes=8):
    """A ClusterGraph from dicts (a, b) -> messages, directed, and (a, b) -> shared blocks, a < b."""
    sent = {pair: (count, count * value_bytes) for pair, count in messages.items()}
    both = {}
    for (a, b), blocks in shared.items():
        both[a, b] = both[b, a] = (blocks,)
    return ClusterGraph(
        parts,
        np.array(work, np.int64),
        *compressed(sent, parts, "messages", "payload_bytes"),
        *compressed(both, parts, "shared_blocks"),
        np.array(level, np.int64),
    )


def random_clusters(rng, parts, density=0.4, largest=4, shared_density=None):
    """A cluster graph with few distinct numbers in it, so that ties are frequent."""
    pairs = [(a, b) for a in range(parts) for b in range(parts) if a != b]
    messages = {pair: int(rng.integers(1, largest + 1)) for pair in pairs if rng.random() < density}
    if shared_density is None:
        shared_density = density
    shared = {
        (a, b): int(rng.integers(1, largest + 1)) for a, b in pairs if a < b and rng.random() < shared_density
    }
    return build(parts, rng.integers(0, 300, parts), rng.integers(0, 3, parts), messages, shared)


@st.composite
def cluster_graphs(draw, max_parts=14):
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    density = draw(st.sampled_from([0.0, 0.1, 0.4, 1.0]))
    return random_clusters(rng, draw(st.integers(1, max_parts)), density, draw(st.sampled_from([1, 3, 50])))


@st.composite
def meshes(draw, max_side=5):
    return Mesh(draw(st.integers(1, max_side)), draw(st.integers(1, max_side)))


def exchanged(clusters):
    """(a, b) -> (messages, payload bytes), both directions together, from both sides."""
    total = {}
    for a in range(clusters.parts):
        for k in range(clusters.indptr[a], clusters.indptr[a + 1]):
            b = int(clusters.target[k])
            for pair in ((a, b), (b, a)):
                messages, size = total.get(pair, (0, 0))
                total[pair] = (messages + int(clusters.messages[k]), size + int(clusters.payload_bytes[k]))
    return total


def critical_messages(clusters):
    """(a, b) -> critical messages, both directions together, from both sides."""
    total = {}
    for a in range(clusters.parts):
        for k in range(clusters.indptr[a], clusters.indptr[a + 1]):
            for pair in ((a, int(clusters.target[k])), (int(clusters.target[k]), a)):
                total[pair] = total.get(pair, 0.0) + float(clusters.critical_messages[k])
    return total


def shared_blocks(clusters):
    """(a, b) -> blocks, from both sides."""
    return {
        (a, int(clusters.shared_with[k])): int(clusters.shared_blocks[k])
        for a in range(clusters.parts)
        for k in range(clusters.shared_indptr[a], clusters.shared_indptr[a + 1])
    }
