"""A network in bands: the same packets and counters on any number of threads."""

import re

import numpy as np
import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import flit_cases

from mappers.topology import Mesh
from numasim.machine.router_parameters import ROUTERS, RouterParameters
from numasim.numa.noc.banded_network import band_of_tiles, banded_network
from numasim.numa.noc.flit_counters import credit_stalls, link_flits, occupancy
from numasim.numa.noc.router_kernels import advance, inject
from numasim.numa.noc.router_records import FLITS_IN, FLITS_OUT, IN_FLIGHT
from numasim.numa.noc.traffic import Schedule, measure, replay
from partitioners.errors import OptionError


def run_by_turns(mesh, parameters, packets, bands, until):
    """Advance the bands by one cycle after the other. The state of each band and the deliveries, sorted."""
    band_of = band_of_tiles(mesh, bands)
    states = banded_network(
        mesh, parameters, np.bincount([band_of[source] for _, source, *_ in packets], minlength=bands)
    )
    done = []
    for cycle in range(until):
        for number, (created, source, target, flits, one_class) in enumerate(packets):
            if created == cycle:
                inject(states[band_of[source]], cycle, number, source, target, flits, one_class)
        for state in states:
            count = advance(state, cycle + 1, False)
            done += state.delivered[:count].tolist()
    return states, sorted(done)


@settings(deadline=None, max_examples=examples(30))
@given(flit_cases(), st.integers(2, 4), st.integers(1, 150))
def test_bands_have_the_counters_of_the_whole_mesh_at_any_cycle(case, bands, until):
    mesh, parameters, packets = case
    bands = min(bands, mesh.height)
    (whole,), done = run_by_turns(mesh, parameters, packets, 1, until)
    states, done_in_bands = run_by_turns(mesh, parameters, packets, bands, until)
    assert done == done_in_bands
    for counter in (link_flits, occupancy, credit_stalls):
        np.testing.assert_array_equal(counter(whole), np.sum([counter(state) for state in states], axis=0))
    for name in ("hops", "class_totals"):
        sums = np.sum([getattr(state, name) for state in states], axis=0)
        np.testing.assert_array_equal(getattr(whole, name), sums)
    for place in (FLITS_IN, FLITS_OUT, IN_FLIGHT):
        assert whole.clock[place] == sum(state.clock[place] for state in states)


@settings(deadline=None, max_examples=examples(30))
@given(flit_cases(), st.integers(2, 4), st.integers(1, 150))
def test_threads_change_nothing(case, threads, stop):
    mesh, parameters, packets = case
    packets = Schedule(*np.array(sorted(packets), np.int64).T[:4].copy())
    done, loads = replay(mesh, parameters, packets, [stop, 400])
    done_by_threads, same_loads = replay(mesh, parameters, packets, [stop, 400], min(threads, mesh.height))
    np.testing.assert_array_equal(done, done_by_threads)
    np.testing.assert_array_equal(loads, same_loads)


@pytest.mark.parametrize("share", [0.1, 1.2])
def test_threads_change_no_measurement(share):
    mesh, parameters = Mesh(6, 5), RouterParameters(vcs_per_class=2, buffer_flits=4)
    one, three = (
        measure(mesh, parameters, "uniform", share * 4 / 6, 3, packets=2_000, seed=2, threads=threads)
        for threads in (1, 3)
    )
    assert one.saturated == (share > 1)
    np.testing.assert_equal(vars(three), vars(one))


@pytest.mark.parametrize("threads", [0, 4])
def test_threads_that_have_no_rows(threads):
    text = f"a 5 x 3 mesh is simulated by 1 to 3 threads, got {threads}"
    with pytest.raises(OptionError, match=f"^{re.escape(text)}$"):
        measure(Mesh(5, 3), ROUTERS["A"], "uniform", 0.1, packets=100, threads=threads)


@pytest.mark.parametrize(("bands", "rows"), [(1, [7]), (2, [4, 3]), (3, [3, 2, 2]), (7, [1] * 7)])
def test_bands_are_consecutive_rows(bands, rows):
    band_of = band_of_tiles(Mesh(2, 7), bands)
    np.testing.assert_array_equal(band_of, np.repeat(np.arange(bands), 2 * np.array(rows)))
