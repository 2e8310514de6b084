"""Hypervolumes, the best rows, and the course of a search, against counting and against Optuna."""

import itertools

import numpy as np
import pandas as pd
from hypothesis import given
from hypothesis import strategies as st
from optuna._hypervolume import compute_hypervolume

from numasim.results.objectives import best_rows, hypervolume
from numasim.results.search_history import history_of

rows = st.integers(1, 4).flatmap(
    lambda objectives: st.lists(st.tuples(*[st.integers(0, 5)] * objectives), min_size=1, max_size=8)
)


@given(rows)
def test_the_hypervolume_is_the_number_of_unit_cubes_that_are_dominated(points):
    costs, reference = np.array(points, dtype=float), np.full(len(points[0]), 4.0)
    cubes = itertools.product(range(4), repeat=len(points[0]))
    dominated = sum((costs <= cube).all(axis=1).any() for cube in cubes)
    assert hypervolume(costs, reference) == dominated


def test_the_hypervolume_of_random_points_is_that_of_optuna():
    generator = np.random.default_rng(1)
    for objectives in (1, 2, 3, 4):
        costs, reference = generator.random((30, objectives)), np.full(objectives, 0.9)
        expected = compute_hypervolume(costs[(costs < 0.9).all(axis=1)], reference)
        assert np.isclose(hypervolume(costs, reference), expected, rtol=1e-12)


def test_the_best_rows_are_whole_fronts_and_then_those_apart_from_others():
    front = [(0, 10), (1, 8), (5, 5), (6, 4), (10, 0)]
    costs = np.array([(9, 9), *front, (np.nan, 0)], dtype=float)
    assert best_rows(costs, 9) == [0, 1, 2, 3, 4, 5]
    assert best_rows(costs, 5) == [1, 2, 3, 4, 5]
    # By hand, the distances of the inner three are 5/10 + 5/10, 5/10 + 4/10 and 5/10 + 5/10.
    assert best_rows(costs, 4) == [1, 2, 4, 5]
    one = np.array([[3.0], [1.0], [np.inf], [2.0]])
    assert best_rows(one, 2) == [1, 3]


def table(**columns):
    count = len(next(iter(columns.values())))
    given = {"point": range(count), "error": [None] * count, "extra_run": [False] * count, **columns}
    return pd.DataFrame(given)


def test_the_course_of_one_objective_is_the_least_until_then():
    found = history_of(table(cycles=[5.0, 7.0, 3.0, np.nan, 4.0]), ["2 * cycles"])
    assert found.points.tolist() == [0, 1, 2, 4]
    assert found.best.tolist() == [10, 10, 6, 6]
    assert str(found) == "least 2 * cycles of 4 points: 6, at point 2"


def test_the_course_of_two_objectives_is_the_share_of_their_box():
    found = history_of(table(a=[4.0, 2.0, 0.0, 0.0], b=[0.0, 1.0, 2.0, 2.0]), ["a", "b"])
    assert found.best.tolist() == [0, 0.25, 0.25, 0.25]
    assert found.ends[found.front].tolist() == [2, 1, 0]
    assert str(found) == (
        "the front of 4 points has 3 places; the first 2 points of the search reached 99% of its hypervolume"
    )


def test_only_confirmed_points_are_on_the_front_of_a_search_that_screens():
    screened = pd.array([None, None, None, 1], dtype="Int64")
    found = history_of(table(cycles=[5.0, 2.0, 3.0, 4.0], screened_point=screened), ["cycles"])
    assert found.best.tolist() == [5, 2, 2]
    assert found.ends.tolist() == [3]
    assert history_of(table(cycles=[np.nan]), ["cycles"]) is None
