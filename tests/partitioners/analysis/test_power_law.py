"""Equations (6) to (10) against random cuts and a published number; fits against samples and definitions."""

import math
import statistics

import numpy as np
import pytest
import scipy.special
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from partitioners.analysis.power_law import (
    LEAST_TAIL,
    expected_copies,
    expected_replication_factor,
    fit_power_law,
    fit_power_law_log_binned,
    fit_power_law_tail,
    power_law_bound,
    zipf_ks_distance,
)
from partitioners.analysis.quality import quality
from partitioners.conformance.graphs import random_graph
from partitioners.errors import OptionError
from partitioners.partition_graph import partition

some_degrees = st.lists(st.integers(0, 40), min_size=1, max_size=30).filter(any)


def zipf_samples(alpha, n, seed=1):
    """n degrees of the Zipf law on 1 .. n - 1."""
    degree = np.arange(1, n)
    probability = degree**-alpha / (degree**-alpha).sum()
    return np.random.default_rng(seed).choice(degree, n, p=probability)


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
    assert fit_power_law(zipf_samples(alpha, 20_000)) == pytest.approx(alpha, abs=0.03)


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


@given(some_degrees, st.floats(0.3, 4), st.none() | st.integers(2, 80))
def test_the_distance_is_the_one_between_the_distributions_of_scipy(degrees, alpha, vertices):
    support = max((vertices or len(degrees)) - 1, max(degrees))
    everywhere = np.arange(support + 1)
    law = scipy.stats.zipfian.cdf(everywhere, alpha, support)
    data = scipy.stats.ecdf([d for d in degrees if d]).cdf.evaluate(everywhere)
    assert zipf_ks_distance(degrees, alpha, vertices) == pytest.approx(np.abs(law - data).max(), abs=1e-12)


def test_samples_of_a_law_are_near_it_and_others_are_not():
    samples = zipf_samples(2.2, 20_000)
    assert zipf_ks_distance(samples, fit_power_law(samples)) < 1.63 / math.sqrt(samples.size)  # the 1 % level
    binomial = np.random.default_rng(1).binomial(30, 0.3, 20_000)
    assert zipf_ks_distance(binomial, fit_power_law(binomial)) > 0.3


@given(some_degrees)
def test_the_log_binned_fit_is_the_line_through_the_bins(degrees):
    bins = {}
    for d in filter(None, degrees):
        bins.setdefault(d.bit_length() - 1, []).append(d)
    if len(bins) == 1:
        with pytest.raises(OptionError) as caught:
            fit_power_law_log_binned(degrees)
        assert str(caught.value) == "cannot fit a line: all degrees are in one logarithmic bin"
        return
    middle = [math.log(math.sqrt(2**k * (2 ** (k + 1) - 1))) for k in bins]
    density = [math.log(len(members) / 2**k) for k, members in bins.items()]
    slope = statistics.linear_regression(middle, density).slope
    assert fit_power_law_log_binned(degrees) == pytest.approx(-slope, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("alpha", [1.2, 2.0, 2.5])
def test_the_log_binned_fit_of_an_exact_law_is_its_exponent(alpha):
    degree = np.arange(1, 64)
    exact = np.repeat(degree, np.rint(1e6 * degree**-alpha).astype(int))
    assert fit_power_law_log_binned(exact) == pytest.approx(alpha, abs=0.012)


@pytest.mark.parametrize("alpha", [1.5, 2.2, 3.0])
def test_the_log_binned_fit_finds_the_exponent_of_samples_roughly(alpha):
    fits = [fit_power_law_log_binned(zipf_samples(alpha, 50_000, seed)) for seed in range(5)]
    assert np.mean(fits) == pytest.approx(alpha, abs=0.1)


@pytest.mark.parametrize("alpha", [2.2, 3.0])
def test_the_tail_is_found_under_degrees_that_follow_no_law(alpha):
    rng = np.random.default_rng(3)
    degree = np.arange(12, 100_000)
    above = rng.choice(degree, 20_000, p=degree**-alpha / (degree**-alpha).sum())
    below = rng.integers(1, 12, 80_000)
    tail = fit_power_law_tail(np.concatenate([above, below, np.zeros(100, int)]))
    assert tail.alpha == pytest.approx(alpha, abs=0.05)
    assert 12 <= tail.x_min <= 20
    assert tail.ks_distance < 1.63 / math.sqrt(tail.vertices)


def test_the_tail_is_the_nearest_to_its_likeliest_law():
    degree = np.random.default_rng(4).zipf(2.0, 500)
    degree = degree[degree < 60]
    grid = np.arange(1.2, 6, 5e-4)
    fits = {}
    for x_min in sorted(set(degree.tolist()))[:-1]:
        members = degree[degree >= x_min]
        if members.size >= LEAST_TAIL:
            cost = grid * np.log(members).mean() + np.log(scipy.special.zeta(grid, x_min))
            alpha = grid[cost.argmin()]
            law = np.cumsum(np.arange(x_min, 60.0) ** -alpha) / scipy.special.zeta(alpha, x_min)
            data = np.array([(members <= d).mean() for d in range(x_min, 60)])
            fits[x_min] = np.abs(law - data).max(), alpha, members.size
    assert len(fits) > 2
    tail = fit_power_law_tail(degree)
    distance, alpha, size = fits[tail.x_min]
    assert (tail.ks_distance, tail.alpha, tail.vertices) == (
        pytest.approx(distance, abs=1e-3),
        pytest.approx(alpha, abs=1e-3),
        size,
    )
    assert tail.ks_distance <= min(fits.values())[0] + 1e-3


@pytest.mark.parametrize("degrees", [[2] * 1000, [1] * 30 + [2] * 19])
def test_a_tail_needs_vertices_and_different_degrees(degrees):
    with pytest.raises(OptionError) as caught:
        fit_power_law_tail(degrees)
    assert str(caught.value) == (
        "the graph has no tail to fit; a tail needs 50 vertices of two different degrees"
    )
    assert fit_power_law_tail([*degrees, 1]).vertices >= LEAST_TAIL


@pytest.mark.parametrize(
    "fit",
    [
        fit_power_law,
        fit_power_law_log_binned,
        fit_power_law_tail,
        lambda degrees: zipf_ks_distance(degrees, 2.0),
    ],
)
def test_there_is_nothing_to_fit_without_edges(fit):
    with pytest.raises(OptionError) as caught:
        fit([0, 0])
    assert str(caught.value) == "cannot fit a power law: no vertex has an edge"
