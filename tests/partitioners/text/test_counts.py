"""Numbers of things in messages."""

import pytest

from partitioners.text.counts import first_few, plural


@pytest.mark.parametrize(("number", "words"), [(0, "points"), (1, "point"), (2, "points")])
def test_one_thing_is_no_plural(number, words):
    assert plural(number, "point") == words


@pytest.mark.parametrize(
    ("limit", "words"), [(1, "a; ..."), (2, "a; b; ..."), (3, "a; b; c"), (4, "a; b; c")]
)
def test_a_list_is_cut_short_only_if_something_is_left_out(limit, words):
    assert first_few(["a", "b", "c"], limit, "; ") == words
