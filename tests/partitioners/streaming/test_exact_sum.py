"""The compiled exact sum against ``math.fsum``, bit for bit."""

import math

import numpy as np
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from partitioners.streaming.exact_sum import ExactSum, exact_sum


def expected(values):
    try:
        return math.fsum(values)
    except OverflowError:
        return math.inf


@settings(deadline=None, max_examples=examples(300))
@given(st.lists(st.floats(0.0, allow_infinity=False) | st.sampled_from([-0.0, 5e-324, 2.0**-1022, 1e308])))
def test_is_fsum(values):
    assert exact_sum(np.array(values, float)) == expected(values)


@settings(deadline=None, max_examples=examples(100))
@given(st.floats(0.0, allow_infinity=False) | st.sampled_from([-0.0, 5e-324, 1e308]), st.integers(1, 2000))
def test_is_fsum_of_equal_values(value, count):
    total = exact_sum(np.full(count, value))
    assert total == expected([value] * count)
    assert math.copysign(1.0, total) == 1.0


def test_is_fsum_of_many_of_all_sizes():
    rng = np.random.default_rng(1)
    values = rng.random(100_000) * 2.0 ** rng.integers(-1060, 1000, 100_000)
    assert exact_sum(values) == math.fsum(values)
    assert exact_sum(np.full(100_000, 0.1)) == math.fsum([0.1] * 100_000)


def test_a_sum_of_several_arrays_is_rounded_once():
    values = np.random.default_rng(1).random(1000)
    total = ExactSum()
    assert total.value == 0.0
    for piece in np.array_split(values, 7):
        total.add(piece)
    assert total.value == math.fsum(values)
    tenths = ExactSum()
    for _ in range(10):
        tenths.add(np.array([0.1]))
    assert tenths.value == 1.0 != sum([0.1] * 10)
