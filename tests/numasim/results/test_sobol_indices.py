"""The indices of Sobol: closed forms, SALib on the same arrays, and small grids by brute force."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from SALib.analyze import sobol as salib
from scipy.stats import qmc

from numasim.results.sobol_indices import (
    equal_groups,
    grid_indices,
    grid_interactions,
    saltelli_indices,
    sampled_indices,
)
from numasim.schema.sweep import saltelli_rows

A, B = 7.0, 0.1
G = np.array([0.0, 1.0, 4.5, 9.0])
"""The constants of Ishigami's function, and of Sobol's g function."""


def ishigami(u):
    x, y, z = np.moveaxis(2 * np.pi * u - np.pi, -1, 0)
    return np.sin(x) + A * np.sin(y) ** 2 + B * z**4 * np.sin(x)


def g_function(u):
    return ((np.abs(4 * u - 2) + G) / (1 + G)).prod(axis=-1)


def of_ishigami():
    """First and total indices (T. Ishigami and T. Homma, 1990)."""
    first = np.array([(1 + B * np.pi**4 / 5) ** 2 / 2, A**2 / 8, 0.0])
    both = B**2 * np.pi**8 * 8 / 225
    return np.array([first, first + np.array([both, 0, both])]) / (first.sum() + both)


def of_g_function():
    """First and total indices (I. M. Sobol, 2001)."""
    own = 1 / (3 * (1 + G) ** 2)
    every = (1 + own).prod()
    return np.array([own, own * every / (1 + own)]) / (every - 1)


FUNCTIONS = {ishigami: of_ishigami, g_function: of_g_function}


def design(function, samples, seed=0):
    fields = len(FUNCTIONS[function]()[0])
    rows = saltelli_rows(qmc.Sobol(2 * fields, seed=np.random.default_rng(seed)).random(samples))
    return function(rows).reshape(samples, fields + 2)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_design_finds_the_closed_forms(function):
    found = saltelli_indices(design(function, 4096))
    np.testing.assert_allclose([found.first, found.total], FUNCTIONS[function](), atol=0.01)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_salib_has_the_same_indices_and_about_the_same_intervals(function):
    values = design(function, 256)
    fields = values.shape[1] - 2
    problem = {"num_vars": fields, "names": [f"x{k}" for k in range(fields)], "bounds": [[0, 1]] * fields}
    judge = salib.analyze(problem, values.ravel(), calc_second_order=False, num_resamples=400, seed=1)
    found = saltelli_indices(values)
    np.testing.assert_allclose(found.first, judge["S1"], rtol=0, atol=1e-12)
    np.testing.assert_allclose(found.total, judge["ST"], rtol=0, atol=1e-12)
    np.testing.assert_allclose(found.first_half, judge["S1_conf"], rtol=0.25)
    np.testing.assert_allclose(found.total_half, judge["ST_conf"], rtol=0.25)


def test_most_intervals_hold_the_index():
    truth = of_ishigami()
    held = []
    for seed in range(40):
        found = saltelli_indices(design(ishigami, 128, seed))
        for value, half, true in zip(found[:2], found[2:], truth, strict=True):
            held.append(np.abs(value - true) <= half)
    assert np.mean(held) > 0.9


@pytest.mark.parametrize("function", FUNCTIONS)
def test_plain_samples_find_the_first_indices(function):
    fields = len(FUNCTIONS[function]()[0])
    u = np.random.default_rng(1).random((8192, fields))
    groups = [equal_groups(column, 64) for column in u.T]
    found = sampled_indices(function(u), groups)
    np.testing.assert_allclose(found.first, FUNCTIONS[function]()[0], atol=0.02)
    assert np.isnan(found.total).all()
    assert (np.abs(found.first - FUNCTIONS[function]()[0]) <= 2 * found.first_half).all()


def test_chance_alone_has_no_index_on_average():
    generator = np.random.default_rng(5)
    noise = [sampled_indices(generator.random(64), [np.arange(64) % 8]).first[0] for _ in range(60)]
    assert abs(np.mean(noise)) < 3 * np.std(noise) / np.sqrt(60)


def test_a_grid_at_each_sample_has_indices_too():
    added = np.array([0.0, 1.0, 5.0])
    whole = FUNCTIONS[ishigami]() * (v := design(ishigami, 4096)[:, [0, -1]].var())
    expected = np.concatenate([whole, np.full((2, 1), added.var())], axis=1) / (v + added.var())
    found = saltelli_indices(design(ishigami, 4096)[..., None] + added)
    np.testing.assert_allclose([found.first, found.total], expected, atol=0.01)
    u = np.random.default_rng(1).random((8192, 3))
    plain = sampled_indices(ishigami(u)[:, None] + added, [equal_groups(column, 64) for column in u.T])
    np.testing.assert_allclose(plain.first, expected[0], atol=0.02)
    assert plain.total[-1] == pytest.approx(plain.first[-1])  # a field that is only added
    missing = np.zeros((12, 3))
    missing[3, 1] = np.nan
    assert np.isnan(sampled_indices(u[:12, :1] + missing, [np.arange(12) % 3]).total).all()


shapes = st.lists(st.integers(2, 4), min_size=2, max_size=4).map(tuple)
grids = shapes.flatmap(lambda shape: arrays(float, shape, elements=st.integers(-9, 9)))


def brute_force(values, kept):
    """The variance of the means of all points with the same values of some fields."""
    points = {}
    for place in itertools.product(*map(range, values.shape)):
        points.setdefault(tuple(place[k] for k in kept), []).append(values[place])
    return np.var([np.mean(each) for each in points.values()])


@settings(max_examples=60, deadline=None)
@given(grids.filter(lambda values: values.std() > 0.1))
def test_a_grid_has_the_indices_of_its_definition(values):
    found, fields = grid_indices(values), range(values.ndim)
    alone = [brute_force(values, [k]) / values.var() for k in fields]
    others = [brute_force(values, [j for j in fields if j != k]) / values.var() for k in fields]
    np.testing.assert_allclose(found.first, alone, atol=1e-12)
    np.testing.assert_allclose(found.total, 1 - np.array(others), atol=1e-12)
    for (i, j), share in grid_interactions(values).items():
        both = brute_force(values, [i, j]) / values.var()
        assert share == pytest.approx(both - alone[i] - alone[j], abs=1e-12)
    if values.ndim == 2:
        assert found.first.sum() + grid_interactions(values)[0, 1] == pytest.approx(1)


def test_samples_come_near_the_indices_of_the_full_grid():
    levels = np.array([1.0, 2.0, 4.0, 8.0])
    x, y, z = np.meshgrid(levels, levels, levels, indexing="ij")
    grid = x + 3 * y + x * y / 2 + 8 / z
    rows = saltelli_rows(qmc.Sobol(6, seed=np.random.default_rng(0)).random(1024))
    values = grid[tuple((4 * rows).astype(int).T)].reshape(1024, 5)
    exact, found = grid_indices(grid), saltelli_indices(values)
    np.testing.assert_allclose(found[:2], exact[:2], atol=0.03)


@given(arrays(float, st.integers(10, 60), elements=st.integers(0, 30)), st.integers(3, 8))
def test_groups_keep_the_order_and_equal_values_together(values, most):
    group = equal_groups(values, most)
    assert set(group) == set(range(group.max() + 1))
    assert group.max() < most
    order = np.argsort(values)
    assert (np.diff(group[order]) >= 0).all()
    assert all(len(set(group[values == value])) == 1 for value in values)
