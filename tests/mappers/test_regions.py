"""Recursive bisection: a partition of the mesh into connected regions of equal size to within one."""

import networkx as nx
import numpy as np
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from mappers.regions import recursive_bisection
from mappers.topology import Mesh
from partitioners.errors import OptionError


def check(width, height, count):
    region = recursive_bisection(width, height, count)
    assert region.shape == (width * height,)
    assert region.dtype == np.int32
    sizes = np.bincount(region, minlength=count)
    assert sizes.size == count
    assert sizes.min() >= 1
    assert sizes.max() - sizes.min() <= 1
    grid = nx.grid_2d_graph(width, height)
    for number in range(count):
        members = [(int(core) % width, int(core) // width) for core in np.flatnonzero(region == number)]
        assert nx.is_connected(grid.subgraph(members))


@pytest.mark.parametrize(("width", "height"), [(w, h) for w in range(1, 7) for h in range(1, 7)])
def test_every_number_of_regions_of_every_small_mesh(width, height):
    for count in range(1, width * height + 1):
        check(width, height, count)


@settings(max_examples=examples(40), deadline=None)
@given(st.integers(1, 13), st.integers(1, 13), st.data())
def test_larger_meshes(width, height, data):
    check(width, height, data.draw(st.integers(1, width * height)))


@pytest.mark.parametrize(("width", "height", "count"), [(15, 10, 74), (11, 10, 54), (8, 6, 23)])
def test_meshes_on_which_the_search_for_cuts_is_long(width, height, count):
    check(width, height, count)


def test_the_longer_side_is_halved_first():
    assert recursive_bisection(4, 2, 2).reshape(2, 4).tolist() == [[0, 0, 1, 1]] * 2
    assert recursive_bisection(2, 4, 2).reshape(4, 2).tolist() == [[0, 0]] * 2 + [[1, 1]] * 2
    quarters = recursive_bisection(4, 4, 4).reshape(4, 4)
    assert quarters.tolist() == [[0, 0, 2, 2]] * 2 + [[1, 1, 3, 3]] * 2


def test_powers_of_two_give_rectangles():
    region = recursive_bisection(8, 8, 8)
    for number in range(8):
        members = np.flatnonzero(region == number)
        x, y = members % 8, members // 8
        assert (np.ptp(x) + 1) * (np.ptp(y) + 1) == members.size


def test_a_caller_that_changes_the_regions_does_not_change_those_of_others():
    region = Mesh(4, 2).regions(2)
    region[:] = 7
    assert sorted(Mesh(4, 2).regions(2).tolist()) == [0] * 4 + [1] * 4


@pytest.mark.parametrize(
    ("count", "message"),
    [
        (0, "the number of regions must be an integer >= 1, got 0"),
        (1.0, "the number of regions must be an integer >= 1, got 1.0"),
        (True, "the number of regions must be an integer >= 1, got True"),
        (13, "a mesh of 4 x 3 tiles cannot be divided into 13 regions; choose at most 12"),
    ],
)
def test_numbers_that_are_refused(count, message):
    with pytest.raises(OptionError) as error:
        Mesh(4, 3).regions(count)
    assert str(error.value) == message
