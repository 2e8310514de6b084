"""Blocks get the data of their tasks: a few laws of the block application, for any number of uses."""

import re

import numpy as np
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from gpu.programs.block_application import Uses, block_application, split_parts
from partitioners.errors import OptionError


@st.composite
def applications(draw, reorder):
    """The parts of tasks, and the elements that they use: of one array twice, of another one once."""
    seed, tasks, parts = draw(st.integers(0, 2**32)), draw(st.integers(0, 60)), draw(st.integers(1, 6))
    rng = np.random.default_rng(seed)
    size = draw(st.integers(1, 30))
    other = size if reorder == "same" else draw(st.integers(1, 30))
    written = reorder == "same" or draw(st.booleans())
    uses = {
        "pairs": Uses(size, [rng.integers(size, size=tasks) for _ in range(2)], is_written=written),
        "single": Uses(other, [rng.integers(other, size=tasks)]),
    }
    return rng.integers(parts, size=tasks), parts, uses


@pytest.mark.parametrize("reorder", ["each", "same", "none"])
@settings(deadline=None, max_examples=examples(60))
@given(data=st.data())
def test_every_task_finds_its_elements_in_its_block(reorder, data):
    part, parts, uses = data.draw(applications(reorder))
    found = block_application(part, parts, uses, reorder=reorder)
    assert found.parts == parts
    assert sorted(found.task_order) == list(range(part.size))
    place = np.repeat(np.arange(parts), np.diff(found.task_start))
    assert np.array_equal(part[found.task_order], place)
    for name, each in uses.items():
        array = found.arrays[name]
        assert sorted(array.order) == list(range(each.size))
        users = [{int(p) for one in each.elements for p in part[one == e]} for e in range(each.size)]
        owners = np.full(each.size, -1)
        for p in range(parts):
            own = array.order[slice(*array.own[p])]
            owners[own] = p
            listed = array.order[array.listed[array.start[p] : array.start[p + 1]]]
            used = np.concatenate([own, listed])
            assert sorted(used) == [e for e in range(each.size) if p in users[e]]
            mine = slice(found.task_start[p], found.task_start[p + 1])
            for one, local in zip(each.elements, array.local, strict=True):
                assert np.array_equal(used[local[mine]], one[found.task_order[mine]])
            exclusive = array.order[slice(*array.exclusive[p])]
            alone = [e for e in own if users[e] == {p}] if each.is_written else []
            assert sorted(exclusive) == sorted(alone)
        table = found.part_table()
        begin = 2 + 6 * list(uses).index(name)
        ranges = array.own, array.exclusive, np.column_stack([array.start[:-1], array.start[1:]])
        assert np.array_equal(table[:, begin : begin + 6], np.hstack(ranges))
        assert np.array_equal(table[:, :2], np.column_stack([found.task_start[:-1], found.task_start[1:]]))
        for one, position in zip(each.elements, found.positions(name), strict=True):
            assert np.array_equal(array.order[position], one[found.task_order])
        if reorder == "each":
            assert all(not users[e] or owners[e] == min(users[e]) for e in range(each.size))
        if reorder == "none":
            assert (owners == -1).all()
            assert np.array_equal(array.order, np.arange(each.size))
    if reorder == "same":
        assert np.array_equal(found.arrays["pairs"].order, found.arrays["single"].order)


@settings(deadline=None, max_examples=examples(60))
@given(applications("each"), st.integers(4, 20))
def test_parts_are_halved_until_they_fit(application, limit):
    part, parts, uses = application

    def excess(used):
        return used["pairs"] + used["single"] - limit

    found, count = split_parts(part, parts, uses, excess, lambda part, over, alone: None)
    assert count >= parts
    halves = {(int(new), int(old)) for new, old in zip(found, part, strict=True)}
    assert len({new for new, _ in halves}) == len(halves)  # a new part has tasks of one old part
    blocks = block_application(found, count, uses)
    assert (sum(array.elements_of_parts() for array in blocks.arrays.values()) <= limit).all()


def test_a_part_that_cannot_be_halved_is_refused_by_the_caller():
    uses = {"x": Uses(3, [np.array([0, 1, 2])])}
    asked = []

    def refuse(part, over, alone):
        asked.append((part, over, alone))
        return OptionError("too large") if alone else None

    with pytest.raises(OptionError, match=r"^too large$"):
        split_parts(np.zeros(3, int), 1, uses, lambda used: used["x"], refuse)
    assert asked == [(0, 3, False), (1, 2, False), (1, 1, True)]


def test_one_order_needs_a_written_array_and_another_of_its_size():
    uses = {"x": Uses(3, [np.array([0, 1])]), "y": Uses(4, [np.array([0, 1])])}
    message = (
        "reorder is 'same', but the arrays are x (3 elements), y (4 elements); expected two of the same "
        "size, the first of which is written"
    )
    with pytest.raises(OptionError, match=f"^{re.escape(message)}$"):
        block_application(np.array([0, 1]), 2, uses, reorder="same")


def test_more_elements_than_16_bits_can_count_are_refused():
    elements = np.arange(2**16 + 1)
    with pytest.raises(
        OptionError, match=r"^a part uses 65537 elements of x, but at most 65536 are possible$"
    ):
        block_application(np.zeros(elements.size, int), 1, {"x": Uses(elements.size, [elements])})
