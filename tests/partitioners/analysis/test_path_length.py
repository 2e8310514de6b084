"""Path lengths against networkx; samples against every sample that there is."""

import itertools
import math

import networkx
import numpy as np
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from small_graphs import graphs

from partitioners.analysis import path_length
from partitioners.analysis.path_length import PathLength, average_path_length
from partitioners.conformance.graphs import random_graph
from partitioners.errors import OptionError
from partitioners.graph import Graph


def distances(graph):
    """For each vertex, its distances to the others that it reaches."""
    return [
        [length for target, length in lengths.items() if target != source]
        for source, lengths in sorted(networkx.all_pairs_shortest_path_length(graph.to_networkx()))
    ]


@settings(deadline=None, max_examples=examples(200))
@given(graphs(max_vertices=15, max_edges=40))
def test_from_all_vertices_the_figures_are_exact(graph):
    n = graph.num_vertices
    seen = list(itertools.chain(*distances(graph)))
    expected = (
        PathLength(sum(seen) / len(seen), 0.0, n, len(seen), max(seen))
        if seen
        else PathLength(None, None, n, 0, 0)
    )
    assert average_path_length(graph) == average_path_length(graph, sources=n) == expected


def test_every_sample_is_as_likely_as_any_other_and_its_error_that_of_a_ratio():
    """The 20 samples of 3 of these 6 sources all have different figures."""
    graph = Graph(6, [4, 5, 0, 0, 2, 3, 4, 2], [0, 1, 2, 2, 5, 2, 3, 3])
    times_drawn = {}
    for chosen in itertools.combinations(distances(graph), 3):
        seen = list(itertools.chain(*chosen))
        mean = sum(seen) / len(seen)
        residuals = [sum(lengths) - mean * len(lengths) for lengths in chosen]
        variance = (1 - 3 / 6) * sum(r * r for r in residuals) / (3 - 1) / 3
        error = math.sqrt(variance) / (len(seen) / 3)
        times_drawn[round(mean, 9), round(error, 9), 3, len(seen), max(seen)] = 0
    assert len(times_drawn) == 20
    for seed in range(2000):
        drawn = average_path_length(graph, sources=3, seed=seed)
        mean, error = round(drawn.mean, 9), round(drawn.standard_error, 9)
        times_drawn[mean, error, drawn.sources, drawn.pairs, drawn.longest] += 1  # a KeyError for any other
    assert min(times_drawn.values()) > 60
    assert max(times_drawn.values()) < 140


def test_the_standard_error_is_how_far_samples_are_from_each_other():
    graph = random_graph(400, 700, 3)
    samples = [average_path_length(graph, sources=60, seed=seed) for seed in range(300)]
    means = [sample.mean for sample in samples]
    assert np.std(means) == pytest.approx(np.mean([sample.standard_error for sample in samples]), rel=0.2)
    assert np.mean(means) == pytest.approx(average_path_length(graph).mean, rel=0.02)


def test_the_same_seed_gives_the_same_sources_and_another_gives_others():
    graph = random_graph(400, 700, 3)
    assert average_path_length(graph, 40, seed=7) == average_path_length(graph, 40, seed=7)
    assert average_path_length(graph, 40, seed=7) != average_path_length(graph, 40, seed=8)
    assert average_path_length(graph, 40) == average_path_length(graph, 40, seed=0)


@pytest.mark.parametrize("n", [2, 3, 50])
def test_closed_forms_of_a_path_and_a_cycle(n):
    v = np.arange(n)
    path = average_path_length(Graph(n, v[:-1], v[1:]))
    assert path == PathLength(pytest.approx((n + 1) / 3), 0.0, n, n * (n - 1) // 2, n - 1)
    cycle = average_path_length(Graph(n, v, (v + 1) % n))
    assert cycle == PathLength(n / 2, 0.0, n, n * (n - 1), n - 1)


@pytest.mark.parametrize(
    "graph", [Graph(0, [], []), Graph(1, [], []), Graph(5, [], []), Graph(3, [0, 1], [0, 1])]
)
def test_without_a_pair_there_is_no_mean(graph):
    assert average_path_length(graph) == PathLength(None, None, graph.num_vertices, 0, 0)


def test_a_sample_of_one_has_no_error():
    v = np.arange(9)
    one = average_path_length(Graph(9, v, (v + 1) % 9), sources=1)
    assert one == PathLength(4.5, None, 1, 8, 8)


def test_the_default_number_of_sources_bounds_the_work(monkeypatch):
    graph = random_graph(40, 60, 1)
    assert average_path_length(graph).sources == 40
    monkeypatch.setattr(path_length, "VISITS", 2000)
    assert average_path_length(graph).sources == 20
    monkeypatch.setattr(path_length, "VISITS", 100)
    assert average_path_length(graph).sources == 16


@pytest.mark.parametrize("sources", [0, -3, 2.0, True, "many"])
def test_a_number_of_sources_that_is_none_is_refused(sources):
    with pytest.raises(OptionError) as caught:
        average_path_length(Graph(2, [0], [1]), sources=sources)
    assert str(caught.value) == f"sources must be an integer >= 1, got {sources!r}"


@given(st.integers(1, 9))
def test_weights_do_not_count(weight):
    graph = Graph(3, [0, 1, 0], [1, 2, 2], np.array([1.0, 1.0, weight]))
    assert average_path_length(graph) == PathLength(1.0, 0.0, 3, 3, 1)
