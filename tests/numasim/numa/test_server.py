"""The shared resource: order of service, exact bandwidth, the closed form of a single queue."""

import numpy as np
import pytest
import simpy
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from numasim.numa.simpy_engine.clock import Clock
from numasim.numa.simpy_engine.server import Server


def serve(requests, ticks_per_cycle=1, at_end=False):
    """Put (cycle, number, ticks) requests to one server; the cycle in which each event fires, less one."""
    env = simpy.Environment()
    server = Server(Clock(env), ticks_per_cycle)
    fired = {}

    def client(cycle, number, ticks):
        yield env.timeout(cycle)
        yield server.request(number, ticks, 1, at_end=at_end)
        fired[number] = env.now - 1

    for request in requests:
        env.process(client(*request))
    env.run()
    return fired, server


@settings(deadline=None, max_examples=examples(200))
@given(
    st.lists(st.tuples(st.integers(0, 12), st.integers(1, 5)), min_size=1, max_size=12).flatmap(
        lambda jobs: st.permutations([(cycle, number, ticks) for number, (cycle, ticks) in enumerate(jobs)])
    )
)
def test_service_is_first_come_first_served_and_equals_go_by_number(requests):
    fired, server = serve(requests)
    free = waited = 0
    for cycle, number, ticks in sorted(requests):
        start = max(cycle, free)
        assert fired[number] == start
        free = start + ticks
        waited += start - cycle
    assert server.wait_cycles == waited
    assert server.served == len(requests)
    assert server.busy_ticks == sum(ticks for _, _, ticks in requests)


def test_a_bandwidth_that_is_no_whole_number_of_cycles_is_kept_exactly():
    # 8 GB/s at 2.4 GHz: one block of 32 bytes every 48/5 cycles, so 5 blocks in 48 cycles and 100 in 960.
    fired, _ = serve([(0, number, 48) for number in range(100)], ticks_per_cycle=5, at_end=True)
    assert [fired[k] for k in range(5)] == [10, 20, 29, 39, 48]
    assert fired[99] == 960


@pytest.mark.parametrize(
    ("load", "count", "tolerance"),
    [
        (0.5, 10_000, 0.08),
        (0.8, 10_000, 0.12),
        pytest.param(0.5, 60_000, 0.04, marks=pytest.mark.slow),
        pytest.param(0.8, 60_000, 0.06, marks=pytest.mark.slow),
    ],
)
def test_the_wait_at_a_controller_is_that_of_an_m_d_1_queue(load, count, tolerance):
    service = 48 / 5
    rng = np.random.default_rng(7)
    arrivals = np.floor(np.cumsum(rng.exponential(service / load, count))).astype(int)
    _, server = serve([(int(cycle), number, 48) for number, cycle in enumerate(arrivals)], ticks_per_cycle=5)
    expected = load * service / (2 * (1 - load))
    # Those who wait (a share `load`) start at a fifth of a cycle, which is counted down to a whole one.
    measured = server.wait_cycles / server.served + load * 0.4
    assert measured == pytest.approx(expected, rel=tolerance)
