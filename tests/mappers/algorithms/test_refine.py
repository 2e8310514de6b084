"""Refinement: it evens the work that is left, with few moves, and against a plain definition."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mappers.algorithms.refine import refine
from mappers.conformance import random_clusters
from mappers.costs import TransferCosts
from mappers.map_clusters import map_clusters
from mappers.mapping import CoreState, Measurements
from mappers.topology import Mesh
from partitioners.errors import OptionError

MESH = Mesh(3, 2)


def measured(clusters, core, work, movable):
    exchanged = clusters.indptr, clusters.target, clusters.messages, clusters.payload_bytes
    return Measurements(7, np.array(core, np.int32), np.array(movable), np.array(work), *exchanged)


@st.composite
def questions(draw):
    parts = draw(st.integers(1, 14))
    each = {"min_size": parts, "max_size": parts}
    clusters = random_clusters(parts, draw(st.integers(0, 60)), draw(st.integers(0, 9)))
    core = draw(st.lists(st.integers(0, 5), **each))
    work = draw(st.lists(st.integers(0, 30), **each))
    return clusters, core, work, draw(st.lists(st.booleans(), **each))


@settings(deadline=None)
@given(questions(), st.sampled_from([1.0, 1.05, 2.0]))
def test_the_busiest_core_gets_no_more_work_and_cannot_lose_any(question, tolerance):
    clusters, before, work, movable = question
    mapper = refine(clusters, MESH, TransferCosts(), tolerance=tolerance)
    core = mapper.remap(measured(*question))
    load, limit = np.bincount(core, work, 6), tolerance * np.sum(work) / 6
    old = np.bincount(before, work, 6)
    moved = core != before
    assert load.max() <= old.max()
    assert not moved[~np.array(movable)].any()
    assert (old.max() > limit) or not moved.any()
    assert (np.array(work)[moved] > 0).all()
    # What the busiest core keeps has moved, cannot move, or would make another core as busy.
    if load.max() > limit:
        kept = (core == load.argmax()) & np.array(movable) & ~moved & (np.array(work) > 0)
        assert (load.min() + np.array(work)[kept] >= load.max()).all()


def test_a_slow_core_keeps_less():
    clusters = random_clusters(6, 0, 3)
    costs = TransferCosts(speeds=(0.5, 1.0, 1.0, 1.0, 1.0, 1.0))
    before, work = [0, 1, 2, 3, 4, 0], [10, 10, 10, 10, 10, 5]
    core = refine(clusters, MESH, costs).remap(measured(clusters, before, work, [True] * 6))
    assert core.tolist() == [5, 1, 2, 3, 4, 0]


def test_a_cluster_goes_to_the_core_nearest_to_its_partners():
    # Both clusters are on core 0 of idle cores. The second one leaves, and exchanges values with the first.
    clusters = random_clusters(2, 20, 3)
    core = refine(clusters, MESH, TransferCosts()).remap(measured(clusters, [0, 0], [2, 2], [True, True]))
    assert core.tolist() == [0, 1]


def test_the_start_is_that_of_memory_centric():
    clusters = random_clusters(20, 200, 1)
    state = CoreState(np.zeros(6, np.int64), np.zeros(6, np.int64))
    placed = refine(clusters, MESH, TransferCosts()).place(clusters.ready_order, state)
    expected = map_clusters(clusters, MESH, "memory_centric", costs=TransferCosts())
    assert placed.tolist() == expected.core_of_cluster[clusters.ready_order].tolist()


@pytest.mark.parametrize(
    ("tolerance", "message"),
    [
        (0.99, "tolerance must be at least 1, got 0.99"),
        (float("nan"), "mapper 'refine': tolerance: expected a finite number, got nan"),
    ],
)
def test_a_tolerance_below_one_is_refused(tolerance, message):
    with pytest.raises(OptionError) as error:
        map_clusters(random_clusters(2, 5, 1), MESH, "refine", tolerance=tolerance)
    assert str(error.value) == message
