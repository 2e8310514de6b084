"""The flit-level network: closed forms, what is conserved, and the plain reference packet by packet."""

from dataclasses import replace

import numpy as np
import pytest
from example_counts import examples
from flit_reference import ReferenceNetwork
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import flit_cases

from mappers.topology import EAST, NORTH, SOUTH, WEST, Mesh
from numasim.machine.router_parameters import ROUTERS, RouterParameters
from numasim.machine.sockets import Sockets
from numasim.numa.noc.flit_counters import link_counts
from numasim.numa.noc.flit_network import FlitNetwork
from numasim.numa.noc.flit_transfer import packet_of
from numasim.numa.noc.router_records import (
    ARRIVALS,
    CROWDED,
    FLITS_IN,
    FLITS_OUT,
    IDLE,
    IN_FLIGHT,
    LATENCY,
    LOCAL,
    NETWORK_LATENCY,
    NO_VC,
    NOW,
    OCCUPIED,
    PACKETS_IN,
    PACKETS_OUT,
    PORTS,
    ROUTING,
)
from numasim.numa.noc.sockets import crossings


def run(network, packets, until=100_000, each_cycle=None):
    """Inject (cycle, source, target, flits, class) packets; cycle and start of each, by its place."""
    done = {}

    def go_to(cycle):
        steps = range(network.now + 1, cycle + 1) if each_cycle else [cycle]
        for step in steps:
            for number, arrived, started in network.advance(step).tolist():
                done[number] = (arrived, started)
            if each_cycle:
                each_cycle(network)

    for number in sorted(range(len(packets)), key=lambda i: packets[i][0]):
        cycle, *rest = packets[number]
        go_to(cycle)
        network.inject(cycle, number, *rest)
    go_to(until)
    assert network.in_flight == 0
    assert sorted(done) == list(range(len(packets)))
    return [done[number] for number in range(len(packets))]


def latencies(packets, done):
    return [arrived - packet[0] for packet, (arrived, _) in zip(packets, done, strict=True)]


@pytest.mark.parametrize(("name", "a_hop"), [("A", 5), ("B", 4), ("C", 3)])
@pytest.mark.parametrize("flits", [1, 5])
def test_zero_load_latency_of_every_pair(name, a_hop, flits):
    mesh = Mesh(4, 3)
    parameters = ROUTERS[name]
    network = FlitNetwork(mesh, parameters)
    for source in range(mesh.num_cores):
        for target in range(mesh.num_cores):
            cycle = network.now
            network.inject(cycle, 7, source, target, flits)
            ((number, arrived, started),) = network.advance(cycle + 1000, stop_at_delivery=True).tolist()
            routers = mesh.distances[source, target] + 1
            assert (number, started) == (7, cycle)
            assert arrived - cycle == a_hop * routers + 2 + (flits - 1)
            assert arrived - cycle == parameters.zero_load_latency(routers, flits)
            assert network.now == arrived


def test_a_buffer_shorter_than_its_credit_loop_slows_a_lone_packet():
    # The head is in router A after 2 cycles, waits 2 for its grant, and its credit takes 2 to the source: a
    # buffer of one flit can be filled again 6 cycles after it was.
    network = FlitNetwork(Mesh(1, 1), RouterParameters(vcs_per_class=1, buffer_flits=1))
    ((arrived, _),) = run(network, [(0, 0, 0, 2, 0)])
    head_arrives = 5 + 2
    # The tail is in the router 6 + 2 cycles after the head was sent, and waits for the sink's credit.
    sink_credit = 2 + 2 + 6
    assert arrived == max(6 + 2, sink_credit) + 3
    assert arrived > head_arrives + 1


@pytest.mark.parametrize("name", ROUTERS)
@pytest.mark.parametrize("flits", [1, 5, 40])
def test_zero_load_latency_over_links_between_sockets(name, flits):
    """Each longer link adds its delay, and what its flits take longer than on another, as on `packet`."""
    mesh = Mesh(4, 2)
    parameters = replace(
        ROUTERS[name], sockets=Sockets(across=2, down=2, link_cycles=20, flit_cycles=4), buffer_flits=64
    )
    network = FlitNetwork(mesh, parameters)
    for source in range(mesh.num_cores):
        for target in range(mesh.num_cores):
            (x, y), (to_x, to_y) = mesh.position(source), mesh.position(target)
            crossed = ((x < 2) != (to_x < 2)) + (y != to_y)
            cycle = network.now
            network.inject(cycle, 7, source, target, flits)
            ((_, arrived, _),) = network.advance(cycle + 1000, stop_at_delivery=True).tolist()
            routers = mesh.distances[source, target] + 1
            way = 2 + ROUTERS[name].hop_cycles * routers + 19 * crossed
            assert arrived - cycle == way + (flits - 1) * (1 + 3 * crossed)
            assert arrived - cycle == parameters.zero_load_latency(routers, flits, crossed)


@pytest.mark.parametrize("name", ROUTERS)
@pytest.mark.parametrize("flits", [1, 3, 8])
@pytest.mark.parametrize(("link_cycles", "flit_cycles"), [(1, 3), (20, 4), (300, 16)])
def test_a_link_between_sockets_reaches_its_width_and_no_more(name, flits, link_cycles, flit_cycles):
    """Two tiles and the link between them, which every packet crosses."""
    between = Sockets(across=2, link_cycles=link_cycles, flit_cycles=flit_cycles)
    parameters = replace(ROUTERS[name], vcs_per_class=1, sockets=between)
    alone, count = parameters.zero_load_latency(2, flits, 1), 100
    packets = [(0, 0, 1, flits, 0)] * count
    network = FlitNetwork(Mesh(2, 1), parameters)
    assert [arrived for arrived, _ in run(network, packets)] == [
        alone + k * flits * flit_cycles for k in range(count)
    ]
    counts = link_counts(network.state)
    assert counts["flits"][EAST] == count * flits
    assert counts["busy_cycles"][EAST] == count * flits * flit_cycles
    # Flits of four VCs take turns on the link. The last one may find its head already granted the crossbar.
    done = run(FlitNetwork(Mesh(2, 1), replace(parameters, vcs_per_class=4)), packets)
    at_head = parameters.hop_cycles - parameters.transit
    last = alone + (count - 1) * flits * flit_cycles
    assert last - at_head <= max(arrived for arrived, _ in done) <= last


def test_wide_links_between_sockets_are_kept_busy_by_their_buffers():
    """One VC, a link of 100 cycles and full width: a long packet never waits for a credit."""
    parameters = RouterParameters(vcs_per_class=1, buffer_flits=2, sockets=Sockets(across=2, link_cycles=100))
    assert parameters.socket_buffer_flits == 2 + (5 + 99) + (1 + 100 + 1)
    deep = replace(parameters, buffer_flits=16)
    ((arrived, _),) = run(FlitNetwork(Mesh(2, 1), deep), [(0, 0, 1, 500, 0)])
    assert arrived == deep.zero_load_latency(2, 500, 1) == 2 + 2 * 5 + 99 + 499


def test_traffic_within_a_socket_passes_a_crowded_link_by():
    """The narrow link is granted to no flit for three cycles in four; the other ports of its router are."""
    parameters = RouterParameters(vcs_per_class=2, sockets=Sockets(across=2, link_cycles=20, flit_cycles=4))
    over, within = [(0, 1, 2, 1, 0)] * 50, [(0, 0, 5, 1, 0)] * 50
    together = [arrived for arrived, _ in run(FlitNetwork(Mesh(4, 2), parameters), over + within)]
    alone = [arrived for arrived, _ in run(FlitNetwork(Mesh(4, 2), parameters), within)]
    assert max(together[:50]) == 2 + 10 + 19 + 49 * 4
    assert max(together[50:]) <= max(alone) + 4


@settings(deadline=None, max_examples=examples(50))
@given(flit_cases())
def test_every_packet_arrives_in_the_cycle_of_the_plain_reference(case):
    compare_with_the_reference(*case)


@pytest.mark.parametrize("name", ROUTERS)
@pytest.mark.parametrize(("vcs", "classes", "buffer"), [(1, 1, 2), (2, 1, 8), (4, 1, 4), (1, 3, 3)])
def test_a_crowded_network_does_what_the_plain_reference_does(name, vcs, classes, buffer):
    rng = np.random.default_rng([vcs, classes, buffer])
    packets = [
        (int(cycle), *rng.integers(9, size=2).tolist(), int(rng.integers(1, 6)), int(rng.integers(classes)))
        for cycle in rng.integers(60, size=150)
    ]
    parameters = replace(ROUTERS[name], vcs_per_class=vcs, classes=classes, buffer_flits=buffer)
    compare_with_the_reference(Mesh(3, 3), parameters, packets)


def compare_with_the_reference(mesh, parameters, packets):
    network = FlitNetwork(mesh, parameters)
    done = run(network, packets)
    reference = ReferenceNetwork(mesh.width, mesh.height, parameters)
    expected = reference.run(packets, max(arrived for arrived, _ in done) + 2)
    assert [(number, *cycles) for number, cycles in enumerate(done)] == expected
    loads = network.link_flits()
    assert {divmod(link, 4): loads[link] for link in np.flatnonzero(loads).tolist()} == {
        place: flits for place, flits in reference.crossed.items() if place[1] < 4
    }


def depths(network):
    """The flits of each buffer, in order of the VCs; sources have credits for as many as any router."""
    reference = ReferenceNetwork(network.mesh.width, network.mesh.height, network.parameters)
    ports = [reference.depth(tile, port) for tile in range(network.mesh.num_cores) for port in range(PORTS)]
    sources = network.mesh.num_cores * network.parameters.vcs
    return np.append(
        np.repeat(ports, network.parameters.vcs), np.full(sources, network.parameters.buffer_flits)
    )


def check_conservation(network, depth):
    """Free places + flits in the buffer + flits on the way to it = the buffer, for every VC of a router."""
    state, parameters = network.state, network.parameters
    vcs = parameters.vcs
    rows, now = state.vcs, state.clock[NOW]
    held = rows["count"].astype(int)
    inputs = state.ports.size * vcs
    assert (rows["size"] == depth).all()
    assert (held <= depth).all()
    assert (held[inputs:] == 0).all()
    coming = np.zeros(rows.size, int)
    for slot in range(state.slot_mask + 1):
        np.add.at(coming, state.calendar[ARRIVALS, slot, : state.due[ARRIVALS, slot]], 1)
    occupied = [
        (state.places[base : base + size] >= OCCUPIED).sum() for base, size in rows[["base", "size"]].tolist()
    ]
    assert (occupied == held + coming).all()
    # A credit returns at most the longest delay after its flit was granted the crossbar, in advance or not.
    free = state.places[state.places < OCCUPIED]
    assert (free <= now + state.horizon + parameters.longest_delay).all()
    # Flits in the network are where they can be.
    assert held.sum() + coming.sum() == state.clock[FLITS_IN] - state.clock[FLITS_OUT]
    # XY: what came along Y goes on along Y, or has arrived; nothing turns back.
    rows, held = rows[:inputs], held[:inputs]
    directions, out = rows["in_port"], rows["direction"]
    routed = (rows["state"] != IDLE) & (rows["state"] != ROUTING)
    along_y = routed & ((directions == NORTH) | (directions == SOUTH))
    assert not np.isin(out[along_y], [EAST, WEST]).any()
    assert (out[routed] != directions[routed])[directions[routed] < LOCAL].all()
    # An output VC has at most one owner, and a VC's flits are of one class.
    owners = state.vcs["owner"][state.vcs["owner"] != NO_VC]
    assert np.unique(owners).size == owners.size
    for vc in np.flatnonzero(held).tolist():
        base, size, first = (int(rows[vc][name]) for name in ("base", "size", "first"))
        flits = [int(state.places[base + (first + i) % size]) for i in range(held[vc])]
        classes = {int(state.packets[packet_of.py_func(flit)]["message_class"]) for flit in flits}
        assert classes == {vc % vcs // parameters.vcs_per_class}


@settings(deadline=None, max_examples=examples(15))
@given(flit_cases(most_packets=40))
def test_credits_and_flits_are_conserved_at_every_step(case):
    mesh, parameters, packets = case
    network = FlitNetwork(mesh, parameters)
    depth = depths(network)

    def check(network):
        if network.in_flight > 0:
            check_conservation(network, depth)

    run(network, packets, until=1500, each_cycle=check)
    check_conservation(network, depth)
    assert network.state.clock[IN_FLIGHT] == network.state.due.sum() == 0
    assert (network.state.places <= network.now).all()  # all credits are back
    assert not network.state.active_routers.any()
    assert not network.state.active_sources.any()


@settings(deadline=None, max_examples=examples(20))
@given(flit_cases(), st.sampled_from([1, 10]))
def test_flits_that_pass_in_advance_change_nothing(case, apart):
    """All counters in every cycle, and the pointers of all arbiters at the end."""
    mesh, parameters, packets = case
    packets = [(cycle * apart, *rest) for cycle, *rest in packets]

    def outcome(network):
        counted = []

        def count(network):
            counted.append(
                (network.link_flits(), network.occupancy(), network.credit_stalls(), network.in_flight)
            )

        done = run(network, packets, until=2000, each_cycle=count)
        pointers = [
            table[name]
            for table, names in (
                (network.state.vcs, ("grant_pointer", "accept_pointer")),
                (network.state.ports, ("grant_pointer", "accept_pointer", "vc_pointer", "free")),
            )
            for name in names
        ]
        return done, [np.array(column) for column in zip(*counted, strict=True)], pointers

    stepwise = FlitNetwork(mesh, parameters)
    stepwise.state = stepwise.state._replace(horizon=-1)  # no flit passes in advance
    np.testing.assert_equal(outcome(FlitNetwork(mesh, parameters)), outcome(stepwise))


def test_flits_pass_in_advance_only_in_a_thin_network():
    """A lone packet never enters the allocators. Many packets do, and a lone one after them does not."""
    mesh = Mesh(4, 4)
    network = FlitNetwork(mesh, RouterParameters())
    network.inject(0, 0, 0, 15, 3)
    while network.in_flight:
        network.advance(network.now + 1)
        assert not network.state.active_routers.any()
    assert not network.state.clock[CROWDED]
    for number in range(400):
        network.inject(network.now, number, number % 16, number * 7 % 16, 3)
    network.advance(network.now + 2)
    assert network.state.clock[CROWDED]
    network.advance(network.now + 5000)
    network.inject(network.now, 0, 0, 15, 3)
    network.advance(network.now + 1)
    assert not network.state.clock[CROWDED]


@settings(deadline=None, max_examples=examples(30))
@given(flit_cases())
def test_what_is_counted(case):
    mesh, parameters, packets = case
    network = FlitNetwork(mesh, parameters)
    done = run(network, packets)
    state = network.state
    flits = [packet[3] for packet in packets]
    assert state.clock[FLITS_IN] == state.clock[FLITS_OUT] == sum(flits)
    expected = np.zeros(mesh.num_links, np.int64)
    for _, source, target, length, _ in packets:
        expected[list(mesh.route(source, target))] += length
    np.testing.assert_array_equal(network.link_flits(), expected)
    links = [int(mesh.distances[source, target]) for _, source, target, *_ in packets]
    np.testing.assert_array_equal(state.hops, np.bincount(links, minlength=mesh.width + mesh.height - 1))
    for one in range(parameters.classes):
        mine = [i for i, packet in enumerate(packets) if packet[4] == one]
        row = state.class_totals[one]
        assert row[PACKETS_IN] == row[PACKETS_OUT] == len(mine)
        assert row[LATENCY] == sum(done[i][0] - packets[i][0] for i in mine)
        assert row[NETWORK_LATENCY] == sum(done[i][0] - done[i][1] for i in mine)
    assert (network.credit_stalls() >= 0).all()
    assert (network.credit_stalls() <= network.occupancy()).all()
    if set(flits) == {1}:
        # Little's law on the buffers, exactly: all that is not the way itself is spent in one of them.
        routers = sum(links) + len(packets)
        way = len(packets) * parameters.injection + routers * parameters.transit
        way += sum(
            crossings(mesh, parameters.sockets)[source, target]
            * (parameters.socket_channel_delay - parameters.channel_delay)
            for _, source, target, *_ in packets
        )
        assert network.occupancy().sum() == state.class_totals[:, NETWORK_LATENCY].sum() - way


def test_credit_stalls_are_the_cycles_without_a_credit():
    # Two flits, a buffer of one, one router: the second waits for the sink's credit of the first.
    network = FlitNetwork(Mesh(1, 1), RouterParameters(vcs_per_class=1, buffer_flits=1))
    ((arrived, _),) = run(network, [(0, 0, 0, 2, 0)])
    assert arrived == 13
    # It enters the router in cycle 8, and is granted the crossbar when the credit is there, in cycle 10.
    assert network.credit_stalls().sum() == 2
    assert network.occupancy().sum() == (4 - 2) + (10 - 8)


@pytest.mark.parametrize("flits", [1, 3])
def test_packets_of_a_pair_arrive_in_order_with_one_vc(flits):
    mesh = Mesh(3, 3)
    rng = np.random.default_rng(4)
    packets = [
        (int(c), *rng.integers(9, size=2).tolist(), flits, 0) for c in np.sort(rng.integers(150, size=400))
    ]
    done = run(FlitNetwork(mesh, RouterParameters(vcs_per_class=1, buffer_flits=2)), packets)
    by_pair = {}
    for (_, source, target, *_), (arrived, _) in zip(packets, done, strict=True):
        by_pair.setdefault((source, target), []).append(arrived)
    assert all(cycles == sorted(set(cycles)) for cycles in by_pair.values())
    assert max(map(len, by_pair.values())) > 5


@pytest.mark.parametrize("vcs", [1, 2])
def test_chains_of_three_classes_come_to_their_end(vcs):
    """A request is answered by a forward, that by a response, far beyond what the buffers can hold."""
    mesh = Mesh(4, 4)
    network = FlitNetwork(mesh, RouterParameters(vcs_per_class=vcs, classes=3, buffer_flits=1))
    rng = np.random.default_rng(1)
    third = rng.integers(16, size=(3, 800)).tolist()
    for chain in range(800):
        network.inject(0, chain, third[0][chain], third[1][chain], 1, 0)
    ended = 0
    while network.in_flight:
        for number, arrived, _ in network.advance(network.now + 1000, stop_at_delivery=True).tolist():
            kind, chain = divmod(number, 800)
            if kind == 2:
                ended += 1
            else:
                source, target = third[kind + 1][chain], third[(kind + 2) % 3][chain]
                network.inject(arrived, number + 800, source, target, 3 if kind else 1, kind + 1)
    assert ended == 800
    assert (network.state.class_totals[:, PACKETS_OUT] == 800).all()


def test_a_full_class_does_not_block_another():
    # Requests of 50 flits have filled every buffer of their class from tile 0 to tile 3.
    network = FlitNetwork(Mesh(4, 1), RouterParameters(vcs_per_class=1, classes=2, buffer_flits=4))
    for number in range(8):
        network.inject(0, number, number % 3, 3, 50, 0)
    network.advance(100)
    network.inject(100, 99, 0, 3, 1, 1)
    delivered = network.advance(400)
    (arrived,) = delivered[delivered[:, 0] == 99, 1]
    # Every arbiter lets it pass after one flit of the other class at most.
    assert arrived - 100 <= 5 * 4 + 2 + 5


def test_injection_order_steps_and_stops_change_nothing():
    mesh = Mesh(4, 4)
    parameters = RouterParameters(vcs_per_class=2, buffer_flits=3)
    rng = np.random.default_rng(2)
    cycles = np.sort(rng.integers(100, size=300))
    packets = [
        (int(cycle), *rng.integers(16, size=2).tolist(), int(rng.integers(1, 5)), 0) for cycle in cycles
    ]
    first = run(FlitNetwork(mesh, parameters), packets)
    assert run(FlitNetwork(mesh, parameters), packets, until=3000, each_cycle=lambda network: None) == first
    # Packets of one cycle, other tiles first; those of one tile keep their order.
    order = sorted(range(300), key=lambda i: (packets[i][0], -packets[i][1]))
    other = run(FlitNetwork(mesh, parameters), [packets[i] for i in order])
    assert {i: other[place] for place, i in enumerate(order)} == dict(enumerate(first))
    network = FlitNetwork(mesh, parameters)
    stops = []
    at = 0
    while at < 300 or network.in_flight:
        goal = packets[at][0] if at < 300 else 10_000
        for number, arrived, started in network.advance(goal, stop_at_delivery=True).tolist():
            assert network.now == arrived
            stops.append((number, (arrived, started)))
        while at < 300 and packets[at][0] == network.now:
            network.inject(network.now, at, *packets[at][1:])
            at += 1
    assert dict(stops) == dict(enumerate(first))


@settings(deadline=None, max_examples=examples(15))
@given(flit_cases(most_packets=40))
def test_the_cycle_before_the_channel_may_be_the_drivers(case):
    mesh, parameters, packets = case
    first = run(FlitNetwork(mesh, replace(parameters, source_delay=1)), packets)
    later = [(cycle + 1, *rest) for cycle, *rest in packets]
    second = run(FlitNetwork(mesh, replace(parameters, source_delay=0)), later)
    assert [arrived for arrived, _ in second] == [arrived for arrived, _ in first]


def test_an_empty_network_goes_anywhere_at_once():
    network = FlitNetwork(Mesh(2, 2), RouterParameters())
    assert network.advance(10**15).shape == (0, 3)
    assert network.now == 10**15
    ((arrived, started),) = run(network, [(10**15, 0, 3, 1, 0)], until=2 * 10**15)
    assert (arrived - 10**15, started) == (5 * 3 + 2, 10**15)
    assert network.now == 2 * 10**15


def test_room_for_packets_grows_while_they_are_under_way():
    network = FlitNetwork(Mesh(2, 1), RouterParameters(vcs_per_class=4))
    before = network.state.packets.shape[0]
    packets = [(i // 1000, i % 2, 1 - i % 2, 1, 0) for i in range(5000)]
    done = run(network, packets)
    assert network.state.packets.shape[0] > before
    # Each of the two tiles sends one flit a cycle; the arbiters may lose a cycle until they take turns.
    assert 0 <= max(arrived for arrived, _ in done) - (2500 - 1 + 12) <= 4
