"""The figures of a graph against their definitions, computed with networkx and plain Python."""

import dataclasses
import json

import networkx
import numpy as np
import pytest
from hypothesis import given, settings
from small_graphs import graphs

from partitioners.analysis.path_length import average_path_length
from partitioners.analysis.power_law import (
    fit_power_law,
    fit_power_law_log_binned,
    fit_power_law_tail,
    zipf_ks_distance,
)
from partitioners.analysis.statistics import GraphStatistics, graph_statistics
from partitioners.conformance.graphs import gallery, random_graph
from partitioners.errors import OptionError
from partitioners.graph import Graph

FITS = (
    "alpha_log_binned",
    "alpha_maximum_likelihood",
    "ks_distance",
    "alpha_tail",
    "tail_x_min",
    "tail_vertices",
    "tail_ks_distance",
)


@settings(deadline=None)
@given(graphs(max_vertices=12, max_edges=20))
def test_every_figure_is_the_one_of_its_definition(graph):
    figures = graph_statistics(graph)
    other = graph.to_networkx()
    degrees = [degree for _, degree in other.degree]
    assert figures.num_vertices == other.number_of_nodes()
    assert figures.num_edges == other.number_of_edges()
    assert figures.edges_per_vertex == pytest.approx(other.number_of_edges() / other.number_of_nodes())
    assert figures.max_degree == max(degrees)
    assert figures.isolated_vertices == networkx.number_of_isolates(other)
    lengths = [
        length
        for source, targets in networkx.all_pairs_shortest_path_length(other)
        for target, length in targets.items()
        if target != source
    ]
    assert figures.sources == len(degrees)
    assert figures.pairs == len(lengths)
    assert figures.longest_path_seen == max(lengths, default=0)
    if lengths:
        assert figures.average_path_length == pytest.approx(np.mean(lengths))
        assert figures.path_length_standard_error == 0.0
    else:
        assert figures.average_path_length is None
        assert figures.path_length_standard_error is None
    if networkx.is_directed_acyclic_graph(other):
        assert figures.longest_path_vertices == len(networkx.dag_longest_path(other, weight=None))
    else:
        assert figures.longest_path_vertices is None
    different = {degree for degree in degrees if degree}
    assert (figures.alpha_maximum_likelihood is None) == (figures.ks_distance is None) == (len(different) < 2)
    assert (figures.alpha_log_binned is None) == (len({d.bit_length() for d in different}) < 2)
    assert figures.alpha_tail is None  # fewer than 50 vertices


def test_the_fits_are_those_of_the_degrees():
    """Isolated vertices have no degree to fit, and still belong to the support 1 .. |V| - 1."""
    graph = random_graph(300, 600, 2)
    graph = Graph(1000, graph.src, graph.dst)
    figures = graph_statistics(graph)
    degree = graph.degree[graph.degree > 0]
    alpha = fit_power_law(degree, num_vertices=1000)
    tail = fit_power_law_tail(degree)
    assert {name: figures.to_dict()[name] for name in FITS} == {
        "alpha_log_binned": fit_power_law_log_binned(degree),
        "alpha_maximum_likelihood": alpha,
        "ks_distance": zipf_ks_distance(degree, alpha, num_vertices=1000),
        "alpha_tail": tail.alpha,
        "tail_x_min": tail.x_min,
        "tail_vertices": tail.vertices,
        "tail_ks_distance": tail.ks_distance,
    }


def test_sources_and_seed_reach_the_search():
    graph = random_graph(300, 600, 2)
    figures, paths = graph_statistics(graph, sources=20, seed=3), average_path_length(graph, 20, 3)
    assert dataclasses.astuple(paths) == (
        figures.average_path_length,
        figures.path_length_standard_error,
        figures.sources,
        figures.pairs,
        figures.longest_path_seen,
    )
    assert paths != average_path_length(graph, 20)
    with pytest.raises(OptionError) as caught:
        graph_statistics(graph, sources=0)
    assert str(caught.value) == "sources must be an integer >= 1, got 0"


@pytest.mark.parametrize("n", [0, 1, 7])
def test_without_edges_there_is_nothing_to_fit_and_no_path(n):
    expected = dict.fromkeys(field.name for field in dataclasses.fields(GraphStatistics))
    expected |= {"num_vertices": n, "num_edges": 0, "edges_per_vertex": 0.0, "max_degree": 0}
    expected |= {"isolated_vertices": n, "longest_path_seen": 0, "sources": n, "pairs": 0}
    expected |= {"longest_path_vertices": min(n, 1)}
    assert graph_statistics(Graph(n, [], [])).to_dict() == expected


def test_a_cycle_has_one_degree_and_no_longest_path():
    v = np.arange(100)
    figures = graph_statistics(Graph(100, v, (v + 1) % 100))
    assert {figures.to_dict()[name] for name in FITS} == {None}
    assert figures.longest_path_vertices is None
    assert (figures.average_path_length, figures.longest_path_seen) == (50.0, 99)


@pytest.mark.parametrize("name", gallery())
def test_the_figures_go_through_json(name):
    figures = graph_statistics(gallery()[name]).to_dict()
    assert json.loads(json.dumps(figures, allow_nan=False)) == figures
