"""Small graphs and cuts for Hypothesis, and a gallery of the shapes that break partitioners."""

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


def random_graph(n, m, seed, weights="unit"):
    """Ends drawn with a preference for low ids, so that there are hubs, parallel edges, self-loops."""
    rng = np.random.default_rng(seed)
    src, dst = ((n * rng.random(m) ** 2).astype(int) for _ in range(2))
    weight = {
        "unit": lambda: np.ones(m),
        "zero": lambda: np.zeros(m),
        "fractions": lambda: rng.random(m) * 1e-9,
        "wide": lambda: 10.0 ** rng.integers(0, 13, m),
        "mostly zero": lambda: (rng.random(m) < 0.1) * 5.0,
    }[weights]()
    return Graph(n, src, dst, weight, name=f"random, weights {weights}")


def gallery():
    """A graph for every shape that a partitioner has to take, by name."""
    leaves = np.arange(1, 31)
    hub = np.zeros(30, int)
    two = np.arange(20)
    shapes = {
        "one edge": Graph(2, [0], [1]),
        "one self-loop": Graph(1, [0], [0]),
        "self-loops only": Graph(12, two % 12, two % 12),
        "parallel edges": Graph(2, np.zeros(25, int), np.ones(25, int)),
        "edges there and back": Graph(2, two % 2, 1 - two % 2),
        "star, inwards": Graph(31, leaves, hub),
        "star, outwards": Graph(31, hub, leaves),
        "path": Graph(40, np.arange(39), np.arange(1, 40)),
        "cycle": Graph(24, np.arange(24), (np.arange(24) + 1) % 24),
        "disconnected": Graph(60, np.arange(0, 60, 2), np.arange(1, 60, 2)),
        "isolated vertices": Graph(500, [7, 8, 9, 499], [8, 9, 7, 0]),
        "complete": Graph(9, *np.nonzero(~np.eye(9, dtype=bool))),
    }
    for weights in ("unit", "zero", "fractions", "wide", "mostly zero"):
        graph = random_graph(40, 150, 5, weights)
        shapes[graph.name] = graph
    operation = np.random.default_rng(1).random(40) * 5
    shapes["operations"] = Graph(40, graph.src, graph.dst, vertex={"operation": operation})
    return shapes
