"""The network: zero-load latency per pair, one link's queue, what is counted."""

import pytest
import simpy
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from mappers.topology import EAST, Mesh
from numasim.machine.message_class import MessageClass
from numasim.machine.network_parameters import NetworkParameters, Router
from numasim.machine.sockets import Sockets
from numasim.numa.shared.traffic import Traffic
from numasim.numa.simpy_engine.clock import Clock
from numasim.numa.simpy_engine.parts import COMPONENTS

PARAMETERS = NetworkParameters()


def deliver(name, mesh, packets, parameters=PARAMETERS):
    """Send (cycle, source, target, size) packets; the latency of each from the cycle it was sent in."""
    env = simpy.Environment()
    clock = Clock(env)
    network = COMPONENTS[name].function(clock, mesh, parameters)
    traffic = Traffic()
    latency = [0] * len(packets)

    def packet(number, cycle, source, target, size):
        yield env.timeout(cycle + 1)
        yield from network.carry(number, source, target, size, MessageClass.FORWARD, traffic)
        latency[number] = env.now - cycle

    for number, what in enumerate(packets):
        env.process(packet(number, *what))
    env.run()
    return latency, traffic, network


@pytest.mark.parametrize("name", ["ideal", "packet", "flit"])
@pytest.mark.parametrize(("size", "flits"), [(8, 1), (16, 1), (17, 2), (40, 3)])
def test_zero_load_latency_of_every_pair(name, size, flits):
    mesh = Mesh(3, 4)
    for source in range(mesh.num_cores):
        for target in range(mesh.num_cores):
            (latency,), traffic, _ = deliver(name, mesh, [(5, source, target, size)])
            hops = mesh.distances[source, target]
            assert latency == 5 * (hops + 1) + 2 + (flits - 1)
            by_hops = {(MessageClass.FORWARD, hops): (1, flits)}
            assert traffic == Traffic(1, size, flits, flits, flits * hops, latency - 1, by_hops)


@pytest.mark.parametrize(
    ("router", "a_hop"),
    [({}, 5), ({"routing_delay": 0, "credit_delay": 2}, 4), ({"routing_delay": 0, "speculative": True}, 3)],
)
@pytest.mark.parametrize("name", ["ideal", "packet", "flit"])
def test_a_lone_packet_takes_the_stages_of_its_routers(name, router, a_hop):
    mesh = Mesh(3, 2)
    parameters = NetworkParameters(injection_cycles=4, link_cycles=2, router=Router(**router))
    (latency,), _, _ = deliver(name, mesh, [(7, 0, 5, 40)], parameters)
    assert latency == 1 + 4 + 4 * (a_hop + 1) + 2


SOCKETS = NetworkParameters(sockets=Sockets(across=2, down=2, link_cycles=20, flit_cycles=4))


@pytest.mark.parametrize("name", ["ideal", "packet", "flit"])
@pytest.mark.parametrize(("size", "flits"), [(16, 1), (40, 3)])
def test_a_lone_packet_takes_longer_for_every_link_between_sockets(name, size, flits):
    mesh = Mesh(4, 2)
    for source in range(mesh.num_cores):
        for target in range(mesh.num_cores):
            (latency,), _, _ = deliver(name, mesh, [(5, source, target, size)], SOCKETS)
            (x, y), (to_x, to_y) = mesh.position(source), mesh.position(target)
            crossed = ((x < 2) != (to_x < 2)) + (y != to_y)
            zero_load = 5 * (mesh.distances[source, target] + 1) + 2 + (flits - 1)
            assert latency == zero_load + crossed * (19 + (flits - 1) * 3)


@pytest.mark.parametrize("name", ["packet", "flit"])
def test_links_between_sockets_are_as_narrow_as_they_say(name):
    # In a row of four tiles in two sockets, 40 packets of 3 flits from one end to the other.
    mesh, count = Mesh(4, 1), 40
    sockets = NetworkParameters(
        sockets=Sockets(across=2, link_cycles=20, flit_cycles=4), router=Router(vcs=1)
    )
    latency, _, network = deliver(name, mesh, [(0, 0, 3, 40)] * count, sockets)
    alone = 5 * 4 + 2 + 2 + 19 + 2 * 3
    assert max(latency) == alone + (count - 1) * 3 * 4
    counts = network.link_counts()
    east = [4 * tile + EAST for tile in range(3)]
    assert counts["flits"][east].tolist() == [120, 120, 120]
    assert counts["busy_cycles"][east].tolist() == [120, 480, 120]


def test_packets_of_one_link_wait_for_each_other_flit_by_flit():
    # Four tiles in a row. Three packets of 1, 3 and 1 flits meet at the port of tile 0 in one cycle.
    mesh = Mesh(4, 1)
    latency, _, network = deliver("packet", mesh, [(0, 0, 3, 16), (0, 0, 3, 40), (0, 0, 3, 16)])
    zero_load = 5 * 4 + 2
    assert latency == [zero_load, zero_load + 1 + 2, zero_load + 4]
    assert network.links[EAST].busy_ticks == 5
    assert network.injection[0].wait_cycles == 1 + 4
    # Once in line they do not meet again.
    assert [network.links[4 * tile + EAST].wait_cycles for tile in range(3)] == [0, 0, 0]


def test_two_packets_that_reach_a_link_in_one_cycle_go_by_number():
    # From (0, 0) and (1, 1), both to (1, 2) by way of the link that leaves (1, 1) downwards.
    mesh = Mesh(2, 3)
    far, near = 5 * 4 + 2, 5 * 2 + 2
    # (0, 0) reaches the router of (1, 1) after 2 + 10 cycles, as the other one does when it is sent at 10.
    latency, _, _ = deliver("packet", mesh, [(10, 3, 5, 16), (0, 0, 5, 16)])
    assert latency == [near, far + 1]
    latency, _, _ = deliver("packet", mesh, [(0, 0, 5, 16), (10, 3, 5, 16)])
    assert latency == [far, near + 1]


@settings(deadline=None, max_examples=examples(60))
@given(st.data())
def test_contention_only_delays_and_nothing_is_lost(data):
    mesh = Mesh(data.draw(st.integers(1, 4)), data.draw(st.integers(1, 4)))
    tile = st.integers(0, mesh.num_cores - 1)
    packet = st.tuples(st.integers(0, 20), tile, tile, st.integers(1, 100))
    packets = data.draw(st.lists(packet, min_size=1, max_size=30))
    ideal, expected, _ = deliver("ideal", mesh, packets)
    queued, counted, network = deliver("packet", mesh, packets)
    assert all(q >= i for q, i in zip(queued, ideal, strict=True))
    assert counted.latency_cycles == sum(queued) - len(packets)
    assert (counted.packets, counted.bytes, counted.flits_injected, counted.flit_hops) == (
        expected.packets,
        expected.bytes,
        expected.flits_injected,
        expected.flit_hops,
    )
    assert counted.flits_injected == counted.flits_ejected
    assert sum(link.busy_ticks for link in network.links) == counted.flit_hops
    last = max(cycle + latency for (cycle, *_), latency in zip(packets, queued, strict=True))
    assert last >= max(server.busy_ticks for server in network.links + network.injection + network.ejection)
