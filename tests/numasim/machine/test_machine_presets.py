"""The machines that come along are what their names say."""

import numpy as np
import pytest

import numasim
from mappers.mapping import Mapping
from numasim.machine.machine import load_machine
from partitioners.generators.models import grid

CORES = {
    8: (4, 2),
    16: (4, 4),
    32: (8, 4),
    64: (8, 8),
    128: (16, 8),
    256: (16, 16),
    512: (32, 16),
    1024: (32, 32),
}


@pytest.mark.parametrize("cores", CORES)
def test_table2_has_as_many_cores_as_clusters_and_runs(cores):
    machine = load_machine("table2", clusters=cores)
    assert (machine.topology.width, machine.topology.height) == CORES[cores]
    cut = numasim.partition(grid(width=64, height=64), "contiguous", parts=cores)
    result = numasim.simulate(cut, Mapping(np.arange(cores), cores), machine)
    assert result.tables["cores"]["tasks"].gt(0).all()
    assert result.scalars["memory_reads"] == 1


def blocks(machine, **execution):
    """What each controller served of the grid's values, the left half of the mesh working on the first."""
    cut = numasim.partition(grid(width=128, height=128), "contiguous", parts=64)
    number = np.arange(64)
    by_columns = number // 8 + 8 * (number % 8)
    execution = {"model": "supersteps", **execution}
    result = numasim.simulate(cut, Mapping(by_columns, 64), load_machine(machine), execution)
    return result.scalars["controller_flit_hops"], result.tables["controllers"]["memory_blocks"].tolist()


def test_two_sockets_share_the_pages_and_the_uniform_twin_has_them_at_one():
    near, both = blocks("two-socket")
    far, one = blocks("uma")
    assert sum(both) == sum(one) == 2 * 128 * 128  # each value read, and written back
    assert one[1] == 0
    assert abs(both[0] - both[1]) < 0.05 * sum(both)
    # Two of the links across the mesh fall away, of (3.5 + 2) on average.
    assert near == pytest.approx(far * 3.5 / 5.5, rel=0.02)
    changes = {"l2": {"home": "block"}, "memory": {"placement": "node:0"}}
    changed = load_machine({"base": "two-socket", "name": "uma", **changes})
    assert load_machine("uma") == changed
