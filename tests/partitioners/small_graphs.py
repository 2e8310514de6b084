"""Small graphs and cuts for Hypothesis."""

import numpy as np
from hypothesis import strategies as st

from partitioners import EdgePartition, Graph, VertexPartition


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
