"""Equations (6) to (10) against random cuts, a published number, and samples of known exponent."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_graphs import random_graph

from partitioners import (
    expected_replication_factor,
    fit_power_law,
    partition,
    power_law_bound,
    quality,
)
from partitioners.errors import OptionError
from partitioners.power_law import expected_copies


@given(st.integers(0, 60), st.integers(1, 40))
def test_expected_copies_are_equation_six(degree, parts):
    assert expected_copies(degree, parts) == pytest.approx(parts * (1 - (1 - 1 / parts) ** degree))


def test_expected_copies_stay_exact_for_very_many_parts():
    """1 - (1 - 1/p)^d loses its digits there; d = 1 is always one copy."""
    assert expected_copies(1, 10**12) == pytest.approx(1.0, rel=1e-12)


@pytest.mark.parametrize("parts", [2, 7, 50])
def test_the_expected_replication_factor_is_the_mean_of_random_cuts(parts):
    graph = random_graph(120, 500, 1)
    loops = np.bincount(graph.src[graph.src == graph.dst], minlength=120)
    expected = expected_replication_factor(graph.degree - loops, parts)
    seen = [quality(partition(graph, "random", parts, seed=s)).replication_factor for s in range(200)]
    assert np.mean(seen) == pytest.approx(expected, abs=4 * np.std(seen) / np.sqrt(len(seen)))


def test_mc2depi_has_the_published_number_of_copies():
    """The row-to-column graph of the triangle i + j <= 1024: (0, +1), (0, -1), (+1, 0), diagonal."""
    n = 1024
    i, j = np.divmod(np.arange((n + 1) ** 2), n + 1)
    i, j = i[i + j <= n], j[i + j <= n]
    row, column = np.ones(i.size, int), np.zeros((n + 1, n + 1), int)
    column[i, j] += 1
    for di, dj in ((0, 1), (0, -1), (1, 0)):
        inside = (i + di + j + dj <= n) & (j + dj >= 0)
        row += inside
        np.add.at(column, (i[inside] + di, j[inside] + dj), 1)
    degree = np.concatenate([row, column[i, j]])
    assert row.sum() == column.sum() == 2_100_225
    copies = (expected_replication_factor(degree, 205) - 1) * degree.size
    assert round(copies) == 3_118_205


def test_without_edges_the_factor_is_one():
    assert expected_replication_factor([0, 0], 5) == expected_replication_factor([], 5) == 1.0


def test_vertices_without_an_edge_do_not_count():
    assert expected_replication_factor([3, 0, 0], 5) == expected_replication_factor([3], 5)


@pytest.mark.parametrize("parts", [0, -2])
def test_a_number_of_parts_below_one_is_refused(parts):
    with pytest.raises(OptionError) as caught:
        expected_replication_factor([1, 2], parts)
    assert str(caught.value) == f"parts must be an integer >= 1, got {parts}"


@given(st.integers(2, 300), st.integers(1, 50), st.floats(0.5, 4))
def test_the_bound_is_equation_ten(vertices, parts, alpha):
    h = sum(d**-alpha for d in range(1, vertices))
    rest = sum(((parts - 1) / parts) ** d * d**-alpha for d in range(1, vertices))
    assert power_law_bound(vertices, parts, alpha) == pytest.approx(parts - parts / h * rest)


def test_the_bound_needs_degrees():
    with pytest.raises(OptionError) as caught:
        power_law_bound(1, 4, 2.0)
    assert str(caught.value) == "a power law of degrees needs at least 2 vertices, got 1"


@pytest.mark.parametrize("alpha", [0.7, 1.5, 2.2, 3.0])
def test_the_exponent_of_samples_is_found_again(alpha):
    n = 20_000
    degree = np.arange(1, n)
    probability = degree**-alpha / (degree**-alpha).sum()
    samples = np.random.default_rng(1).choice(degree, n, p=probability)
    assert fit_power_law(samples) == pytest.approx(alpha, abs=0.03)


def test_the_fitted_exponent_is_the_most_likely():
    degree = np.array([1, 1, 1, 2, 2, 3, 5, 9])

    def likelihood(alpha):
        h = sum(d**-alpha for d in range(1, 100))
        return np.prod([d**-alpha / h for d in degree.tolist()])

    best = fit_power_law(degree, num_vertices=100)
    assert likelihood(best) >= max(likelihood(best - 1e-3), likelihood(best + 1e-3))


def test_a_bound_with_the_fitted_exponent_is_near_the_expectation_of_its_own_samples():
    degree = np.random.default_rng(2).zipf(2.5, 20_000)
    degree = degree[degree < 5000]
    fitted = power_law_bound(degree.size, 16, fit_power_law(degree))
    assert fitted == pytest.approx(expected_replication_factor(degree, 16), rel=0.01)


def test_there_is_nothing_to_fit_without_edges():
    with pytest.raises(OptionError) as caught:
        fit_power_law([0, 0])
    assert str(caught.value) == "no vertex has an edge, so there is no power law to fit"
