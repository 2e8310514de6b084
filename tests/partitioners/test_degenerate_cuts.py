"""The portfolio on degenerate and weighted graphs: within the limit, and the same cut when it is repeated."""

import itertools

import numpy as np
import pytest
from small_graphs import complete, complete_bipartite, disjoint_edges, star, together, wheel

from partitioners.analysis.quality import quality
from partitioners.conformance.graphs import WEIGHTS, random_graph
from partitioners.generators.registry import GENERATORS
from partitioners.graph import Graph
from partitioners.partition_graph import partition
from partitioners.refinement.refine import load_limit
from partitioners.vertex_cuts.refined_starts import fewest_possible_copies

path = np.arange(3000)
GRAPHS = {
    "star": star(3000),
    "wheel": wheel(1500),
    "complete": complete(80),
    "few and many": complete_bipartite(3, 1000),
    "half and half": complete_bipartite(50, 50),
    "disjoint edges": disjoint_edges(3000),
    "star and edges": together(star(1500), disjoint_edges(1500)),
    "path": Graph(3001, path, path + 1),
    "self-loops": Graph(3000, path, path),
    "parallel edges": Graph(30, path % 29, path % 29 + 1),
    "stars": together(*[star(30)] * 100),
    "pieces": together(complete(30), wheel(500), GENERATORS["grid"].function(width=30, height=30)),
    "random": random_graph(500, 3000, 1),
    "grid": GENERATORS["grid"].function(width=40, height=40),
}


def weighted(graph, weights):
    """A graph with random weights of a kind; ``heavy`` has one edge that is heavier than all others."""
    if weights == "heavy":
        weight = np.ones(graph.num_edges)
        weight[graph.num_edges // 2] = 2.0 * graph.num_edges
    else:
        weight = random_graph(2, graph.num_edges, 3, weights).weight
    return Graph(graph.num_vertices, graph.src, graph.dst, weight)


RUNS = list(itertools.product(GRAPHS, (*WEIGHTS, "heavy"), (8, 60)))


@pytest.mark.parametrize(
    ("name", "weights", "parts"),
    [
        pytest.param(*run, marks=[] if number % 13 == 0 else pytest.mark.slow)
        for number, run in enumerate(RUNS)
    ],
)
def test_the_limit_is_kept_and_the_cut_repeats(name, weights, parts):
    graph = weighted(GRAPHS[name], weights)
    cut = partition(graph, "portfolio", parts, seed=2)
    work = graph.weight if graph.weight.any() else np.ones(graph.num_edges)
    load = np.bincount(cut.cluster_of_edge, work, minlength=parts)
    assert load.size == parts
    assert load.max() <= load_limit(work, parts, 1.03)
    assert quality(cut).vertex_copies >= fewest_possible_copies(graph, parts, 1.03)
    again = partition(graph, "portfolio", parts, seed=2)
    assert again.cluster_of_edge.tobytes() == cut.cluster_of_edge.tobytes()
