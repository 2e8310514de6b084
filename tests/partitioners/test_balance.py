"""The soft and the hard limit on imbalance, as formulas and as what a greedy placement keeps."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partitioners.balance import feasible_limit, hard_limit, heaviest_to_least_loaded, soft_guarantee

WEIGHTS = st.lists(st.sampled_from([0.0, 0.5, 1.0, 2.0, 9.0]), min_size=1, max_size=30).map(np.array)


def test_the_soft_guarantee_is_the_bound_plus_the_heaviest_edge():
    assert soft_guarantee(1.25, np.array([1.0, 3.0, 4.0]), 4) == 1.25 + 4 * 4 / 8


def test_the_hard_limit_gives_way_to_the_heaviest_thing():
    weight = np.array([1.0, 3.0, 4.0])
    assert hard_limit(1.03, weight, 4) == 1 + (1 - 1 / 4) * 4 * 4 / 8
    assert hard_limit(3.0, weight, 4) == 3.0


def test_the_hard_limit_of_equal_weights_is_the_least_that_whole_things_allow():
    assert hard_limit(1.03, np.full(10, 2.5), 4) == 3 * 4 / 10
    assert hard_limit(1.03, np.full(1000, 2.5), 4) == 1.03


@pytest.mark.parametrize("weight", [np.zeros(4), np.empty(0)])
def test_without_weight_all_loads_are_equal(weight):
    assert hard_limit(2.0, weight, 3) == soft_guarantee(2.0, weight, 3) == 1.0


@given(WEIGHTS, st.integers(1, 8), st.randoms(use_true_random=False))
def test_the_least_loaded_cluster_keeps_the_hard_limit(weight, parts, random):
    """Whatever the order: the mean without the last thing bounds the least load that it finds."""
    loads = [0.0] * parts
    order = weight.tolist()
    random.shuffle(order)
    for w in order:
        loads[loads.index(min(loads))] += w
    if weight.sum() > 0:
        assert max(loads) * parts / weight.sum() <= hard_limit(1.0, weight, parts) * (1 + 1e-12)


@given(WEIGHTS, st.integers(1, 8))
def test_heaviest_first_keeps_the_hard_limit(weight, parts):
    part = heaviest_to_least_loaded(weight, parts)
    if weight.sum() > 0:
        most = np.bincount(part, weight).max()
        assert most * parts / weight.sum() <= hard_limit(1.0, weight, parts) * (1 + 1e-12)


def test_items_without_work_go_where_the_fewest_are():
    assert heaviest_to_least_loaded(np.array([0.0, 3.0, 0.0, 2.0, 0.0]), 2).tolist() == [1, 0, 1, 1, 1]
    assert heaviest_to_least_loaded(np.zeros(5), 2).tolist() == [0, 1, 0, 1, 0]


@given(WEIGHTS, st.integers(1, 8), st.floats(1, 3), st.randoms(use_true_random=False))
def test_any_cluster_below_the_bound_keeps_the_soft_guarantee(weight, parts, load_bound, random):
    total = weight.sum()
    loads = [0.0] * parts
    for w in weight.tolist():
        below = [c for c in range(parts) if loads[c] < load_bound * total / parts]
        loads[random.choice(below) if below else loads.index(min(loads))] += w
    if total > 0:
        assert max(loads) * parts / total <= soft_guarantee(load_bound, weight, parts) * (1 + 1e-12)


HEAVY = st.lists(st.sampled_from([0.5, 1.0, 2.0, 3.0, 7.0, 9.0]), min_size=1, max_size=7).map(np.array)


@given(HEAVY, st.integers(1, 3), st.sampled_from([1.0, 1.03, 1.3]))
def test_the_feasible_limit_is_near_the_best_packing_of_all(weight, parts, imbalance):
    """Every packing is tried. The rule of Graham is within 4/3 of the best one."""
    mean = weight.sum() / parts
    packings = product(range(parts), repeat=weight.size)
    best = min(np.bincount(packing, weight).max() for packing in packings) / mean
    limit = feasible_limit(imbalance, weight, parts)
    assert imbalance <= limit <= hard_limit(imbalance, weight, parts)
    assert limit >= min(best, hard_limit(imbalance, weight, parts)) * (1 - 1e-12)
    assert limit <= max(imbalance, 1.001, 4 / 3 * best) * (1 + 1e-12)


def test_heavy_items_give_way_where_another_packing_is_within_the_limit():
    weight = np.array([3.0, 3.0, 2.0, 2.0, 2.0])
    assert feasible_limit(1.03, weight, 2) == 1.03  # 3 + 3 and 2 + 2 + 2, which the rule of Graham misses
    assert feasible_limit(1.03, np.array([9.0, 1.0, 1.0, 1.0]), 2) == 9 / 6
