"""Small graphs and cuts for Hypothesis, and degenerate graphs of any size."""

import numpy as np
from hypothesis import strategies as st

from partitioners.graph import Graph
from partitioners.partition import EdgePartition, VertexPartition


@st.composite
def graphs(draw, max_vertices=9, max_edges=24, operations=True):
    """Directed multigraphs with self-loops and isolated vertices; weights with ties, zeros and fractions."""
    n = draw(st.integers(1, max_vertices))
    vertex = st.integers(0, n - 1)
    pairs = draw(st.lists(st.tuples(vertex, vertex), max_size=max_edges))
    src, dst = np.array(pairs, int).reshape(-1, 2).T
    amount = st.sampled_from([0.0, 0.5, 1.0, 1.0, 2.0, 3.25, 10.0])
    weight = draw(st.lists(amount, min_size=len(pairs), max_size=len(pairs)))
    vertex_attributes = {}
    if operations and draw(st.booleans()):
        vertex_attributes["operation"] = np.array(draw(st.lists(amount, min_size=n, max_size=n)))
    return Graph(n, src, dst, np.array(weight, float), vertex_attributes)


@st.composite
def partitions(draw, max_parts=5, **options):
    graph = draw(graphs(**options))
    parts = draw(st.integers(1, max_parts))
    kind, size = draw(
        st.sampled_from([(EdgePartition, graph.num_edges), (VertexPartition, graph.num_vertices)])
    )
    clusters = draw(st.lists(st.integers(0, parts - 1), min_size=size, max_size=size))
    return kind(graph, parts, np.array(clusters, int))


def pairs(graph):
    """The edges, in their order."""
    return list(zip(graph.src.tolist(), graph.dst.tolist(), strict=True))


def star(leaves):
    """A hub, vertex 0, and edges from it to its leaves."""
    return Graph(leaves + 1, np.zeros(leaves, int), np.arange(1, leaves + 1))


def wheel(spokes):
    """A star whose leaves form a cycle."""
    leaf = np.arange(1, spokes + 1)
    return Graph(spokes + 1, np.concatenate([0 * leaf, leaf]), np.concatenate([leaf, np.roll(leaf, 1)]))


def disjoint_edges(edges):
    return Graph(2 * edges, np.arange(0, 2 * edges, 2), np.arange(1, 2 * edges, 2))


def complete_bipartite(few, many):
    """K(few, many): each of the first vertices has an edge to each of the others."""
    return Graph(few + many, np.tile(np.arange(few), many), np.repeat(np.arange(few, few + many), few))


def complete(vertices):
    return Graph(vertices, *np.triu_indices(vertices, 1))


def together(*pieces):
    """The disjoint union of graphs."""
    first = np.cumsum([0, *(piece.num_vertices for piece in pieces)])
    src, dst = (
        np.concatenate([getattr(piece, end) + begin for piece, begin in zip(pieces, first, strict=False)])
        for end in ("src", "dst")
    )
    return Graph(int(first[-1]), src, dst)
