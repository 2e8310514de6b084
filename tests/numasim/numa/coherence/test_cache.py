"""Cache lookup and replacement beside plain Python."""

import re

import numpy as np
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from numasim.numa.coherence.cache import (
    EMPTY,
    HOME_SHAPE,
    L1_SHAPE,
    CacheShape,
    cache_shape,
    empty_line,
    find_line,
    line_to_fill,
)
from partitioners.errors import OptionError

LINE = np.dtype([("block", np.int64), ("state", np.int32), ("used", np.int64)])
REPLACEABLE = np.array([False, True, True, False])

lines = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 9)),
    min_size=1,
    max_size=12,
)


@settings(max_examples=examples(200), deadline=None)
@given(lines, st.data())
def test_lookup_and_victim(content, data):
    array = np.array(content, LINE)
    first = data.draw(st.integers(0, len(content) - 1))
    ways = data.draw(st.integers(1, len(content) - first))
    block = data.draw(st.integers(0, 4))
    in_set = range(first, first + ways)
    holding = [line for line in in_set if content[line][0] == block and content[line][1] != EMPTY]
    assert find_line(array, first, ways, block) == (holding[0] if holding else -1)
    empty = [line for line in in_set if content[line][1] == EMPTY]
    assert empty_line(array, first, ways) == (empty[0] if empty else -1)
    may_go = [line for line in in_set if REPLACEABLE[content[line][1]]]
    if empty:
        expected = empty[0]
    else:
        expected = min(may_go, key=lambda line: (content[line][2], line), default=-1)
    assert line_to_fill(array, first, ways, REPLACEABLE) == expected


@settings(max_examples=examples(100), deadline=None)
@given(st.integers(1, 4), st.integers(1, 4), st.lists(st.integers(0, 30), max_size=120))
def test_a_cache_keeps_the_most_recently_used(sets, ways, sequence):
    array = np.zeros(sets * ways, LINE)
    plain = [[] for _ in range(sets)]
    for now, block in enumerate(sequence):
        first = block % sets * ways
        line = find_line(array, first, ways, block)
        blocks = plain[block % sets]
        assert (line >= 0) == (block in blocks)
        if line < 0:
            line = line_to_fill(array, first, ways, REPLACEABLE)
            if len(blocks) == ways:
                assert array[line]["block"] == blocks.pop(0)
        else:
            blocks.remove(block)
        blocks.append(block)
        array[line] = (block, 1, now + 1)
    held = [
        sorted(array["block"][first : first + ways][array["state"][first : first + ways] != EMPTY].tolist())
        for first in range(0, sets * ways, ways)
    ]
    assert held == [sorted(blocks) for blocks in plain]


def test_the_shapes_of_table_2():
    assert CacheShape(sets=512, ways=4) == L1_SHAPE
    assert CacheShape(sets=1024, ways=8) == HOME_SHAPE
    assert cache_shape(96, 3) == CacheShape(sets=1, ways=3)


@pytest.mark.parametrize(
    ("size", "ways", "block"), [(100, 2, 32), (0, 1, 32), (-64, 1, 32), (64, 0, 32), (64, 4, 32), (64, 1, 0)]
)
def test_a_size_that_does_not_come_out_even(size, ways, block):
    text = (
        f"a cache of {size} bytes does not have a whole number of sets of {ways} ways of {block} bytes; "
        "give a positive multiple of ways x block"
    )
    with pytest.raises(OptionError, match=f"^{re.escape(text)}$"):
        cache_shape(size, ways, block)
