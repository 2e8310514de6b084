"""Synthetic traffic: where packets go, how many there are, and the laws that any network obeys."""

import re

import numpy as np
import pytest

from mappers.topology import EAST, SOUTH, WEST, Mesh
from numasim.machine.router_parameters import RouterParameters
from numasim.numa.noc.flit_network import FlitNetwork
from numasim.numa.noc.traffic import PATTERNS, measure, replay, rises, schedule
from partitioners.errors import OptionError, UnknownNameError

MESH = Mesh(4, 4)
ROUTER = RouterParameters(vcs_per_class=4, buffer_flits=8)


def destinations(pattern, mesh=MESH):
    drawn = schedule(mesh, pattern, 0.5, 1, 4000, seed=3)
    counts = np.zeros((mesh.num_cores, mesh.num_cores))
    np.add.at(counts, (drawn.source, drawn.target), 1)
    return counts / counts.sum(axis=1, keepdims=True)


def test_where_packets_go():
    to = {name: destinations(name) for name in (*PATTERNS, "hotspot:0.3:5", "hotspot:0.2")}
    tiles = np.arange(16)
    x, y = tiles % 4, tiles // 4
    # About 2,000 packets a tile: five standard deviations of a share are at most 5 sqrt(p / 2,000).
    np.testing.assert_allclose(to["uniform"], 1 / 16, atol=5 * (1 / 16 / 2000) ** 0.5)
    hot = np.full(16, 0.8 / 16)
    hot[2 + 4 * 2] += 0.2
    np.testing.assert_allclose(to["hotspot20"], np.tile(hot, (16, 1)), atol=5 * (0.25 / 2000) ** 0.5)
    np.testing.assert_array_equal(to["hotspot:0.2"], to["hotspot20"])
    hot = np.full(16, 0.7 / 16)
    hot[5] += 0.3
    np.testing.assert_allclose(to["hotspot:0.3:5"], np.tile(hot, (16, 1)), atol=5 * (0.25 / 2000) ** 0.5)
    for name, target in {
        "transpose": y + 4 * x,
        "neighbor": (x + 1) % 4 + 4 * ((y + 1) % 4),
        "bit_complement": 15 - tiles,
        "tornado": (x + 1) % 4 + 4 * ((y + 1) % 4),
        "all_to_node0": 0 * tiles,
    }.items():
        np.testing.assert_array_equal(to[name], np.eye(16)[target])


def test_a_tornado_goes_almost_half_way_round():
    to = destinations("tornado", Mesh(8, 5))
    tiles = np.arange(40)
    x, y = tiles % 8, tiles // 8
    np.testing.assert_array_equal(to, np.eye(40)[(x + 3) % 8 + 8 * ((y + 2) % 5)])


@pytest.mark.parametrize(("rate", "flits"), [(0.3, 1), (0.3, 5), (1.0, 1)])
def test_bernoulli_sources(rate, flits):
    cycles = 30_000
    drawn = schedule(MESH, "uniform", rate, flits, cycles, seed=1)
    chance = rate / flits
    assert (np.diff(drawn.created) >= 0).all()
    assert drawn.created[0] >= 0
    assert drawn.created[-1] < cycles
    assert (drawn.flits == flits).all()
    expected, deviation = cycles * chance, (cycles * chance * (1 - chance)) ** 0.5
    for tile in range(16):
        times = drawn.created[drawn.source == tile]
        assert (np.diff(times) > 0).all()  # one a cycle at most
        assert abs(times.size - expected) <= 5 * deviation
        # No memory: the chance of a packet just after a packet is the chance of any cycle.
        just_after = (np.diff(times) == 1).mean()
        assert abs(just_after - chance) <= 5 * (chance * (1 - chance) / times.size) ** 0.5


def test_a_tiles_packets_depend_on_seed_and_tile_alone():
    first = schedule(MESH, "uniform", 0.2, 1, 2000, seed=7)
    again = schedule(MESH, "uniform", 0.2, 1, 2000, seed=7)
    other = schedule(MESH, "uniform", 0.2, 1, 2000, seed=8)
    wider = schedule(Mesh(8, 4), "uniform", 0.2, 1, 2000, seed=7)
    for one, two in zip(first, again, strict=True):
        np.testing.assert_array_equal(one, two)
    assert not np.array_equal(first.created, other.created)
    for tile in range(16):
        mine = first.created[first.source == tile]
        np.testing.assert_array_equal(mine, wider.created[wider.source == tile])


@pytest.mark.parametrize("flits", [1, 5])
def test_littles_law(flits):
    """Packets in the network, counted every cycle, are their rate times the time that each spends in it."""
    drawn = schedule(MESH, "uniform", 0.4, flits, 1500, seed=5)
    network = FlitNetwork(MESH, ROUTER)
    inside, cycles, at, latency = 0, 4000, 0, 0
    for cycle in range(1, cycles):
        while at < drawn.created.size and drawn.created[at] == network.now:
            network.inject(network.now, at, drawn.source[at], drawn.target[at], flits)
            at += 1
        inside += network.in_flight  # during the cycle that ends here
        for number, arrived, _ in network.advance(cycle).tolist():
            latency += arrived - drawn.created[number]
    assert network.in_flight == 0
    assert inside == latency


def test_measuring_agrees_with_what_the_packets_did():
    found = measure(MESH, ROUTER, "uniform", 0.3, 5, packets=3000, warm_up=500, seed=2)
    assert not found.saturated
    assert found.packets == pytest.approx(3000, rel=0.1)
    assert found.offered == pytest.approx(found.packets * 5 / 16 / found.cycles)
    assert found.accepted == pytest.approx(0.3, rel=0.1)
    zero_load = 5 * found.routers + 2 + 4
    assert zero_load < found.network_latency < found.latency < zero_load + 20
    assert 0 < found.latency_error < 1
    assert (
        measure(MESH, ROUTER, "uniform", 0.3, 5, packets=3000, warm_up=500, seed=2).latency == found.latency
    )


def test_mean_hops_and_link_loads_of_uniform_traffic():
    mesh = Mesh(8, 8)
    found = measure(mesh, ROUTER, "uniform", 0.2, packets=60_000, seed=1)
    # Link hops: 2 (k^2 - 1) / 3k. A standard deviation of the hops of one packet is below 3.
    assert abs(found.routers - 1 - 5.25) < 5 * 3 / 60_000**0.5
    # Flits over all links are those of the packets times their hops, but for the ends of the window.
    assert found.link_load.sum() == pytest.approx(found.offered * 64 * (found.routers - 1), rel=0.01)
    load = found.link_load.reshape(8, 8, 4)
    # k rate / 4 over each link of the bisection, both ways, and the heat map is symmetric.
    expected = 8 * found.offered / 4
    np.testing.assert_allclose(load[:, 3, EAST], expected, rtol=0.12)
    np.testing.assert_allclose(load[:, 4, WEST], expected, rtol=0.12)
    np.testing.assert_allclose(load[3, :, SOUTH], expected, rtol=0.12)
    np.testing.assert_allclose(load[:, :, EAST].sum(0)[:-1], load[:, :, EAST].sum(0)[:-1][::-1], rtol=0.05)


@pytest.mark.parametrize(
    ("pattern", "bound"),
    [
        ("uniform", 4 / 4),
        ("transpose", None),
        ("neighbor", 1),
        ("hotspot20", 1 / (16 * 0.25)),
        ("all_to_node0", 1 / 16),
    ],
)
@pytest.mark.parametrize("flits", [1, 5])
def test_throughput_bounds(pattern, bound, flits):
    found = measure(MESH, ROUTER, pattern, 1.0, flits, packets=20_000, seed=1)
    assert (found.link_load <= 1).all()
    if bound is None:
        # The k - 1 tiles of row 0 that are not on the diagonal share the link into (0, 0): 1 / (k - 1) each.
        load = found.link_load.reshape(4, 4, 4)
        assert load[0, 1, WEST] > 0.85
        assert load[3, 2, EAST] > 0.85
    else:
        assert found.accepted <= bound * 1.001
        assert found.accepted >= 0.65 * bound
    if pattern == "all_to_node0":
        assert found.accepted == pytest.approx(1 / 16, rel=1e-3)
        assert found.saturated
        assert np.isnan(found.latency)


@pytest.mark.parametrize("mesh", [Mesh(8, 8), Mesh(7, 4), Mesh(1, 5)])
@pytest.mark.parametrize("pattern", ["bit_complement", "tornado", "hotspot:0.3:2"])
def test_closed_forms_of_patterns(pattern, mesh):
    """Mean hops, and the throughput that the fullest link or port allows, for W x H tiles."""
    sides, tiles = (mesh.width, mesh.height), mesh.num_cores
    if pattern == "bit_complement":
        # From x to W - 1 - x; the links in the middle carry half of a row, or of a column.
        hops = sum(side**2 // 2 / side for side in sides)
        bound = 1 / max(1, *(side // 2 for side in sides))
    elif pattern == "tornado":
        # d = ceil(W / 2) - 1 further: W - d tiles go d hops, and d tiles go W - d hops back, over one link.
        shifts = [-(-side // 2) - 1 for side in sides]
        hops = sum(2 * d * (side - d) / side for side, d in zip(sides, shifts, strict=True))
        bound = 1 / max(1, *shifts)
    else:
        uniform = sum((side**2 - 1) / (3 * side) for side in sides)
        hops = 0.3 * mesh.distances[2].mean() + 0.7 * uniform
        bound = 1 / (tiles * 0.3 + 0.7)  # its tile takes one flit a cycle
    low = measure(mesh, ROUTER, pattern, 0.3 * bound, packets=20_000, seed=1)
    assert low.routers - 1 == pytest.approx(hops, abs=5 * 3 / 20_000**0.5)
    assert low.zero_load_latency == pytest.approx(5 * low.routers + 2)
    assert not low.saturated
    beyond = measure(mesh, ROUTER, pattern, 1.15 * bound, packets=20_000, seed=1)
    assert beyond.saturated
    assert beyond.link_load.max() <= 1
    if pattern.startswith("hotspot"):
        assert 0.8 * bound < beyond.accepted < 1.03 * bound
    else:
        assert beyond.link_load.max() > 0.7


def test_replaying_stops_where_it_is_told_to():
    drawn = schedule(MESH, "transpose", 0.2, 3, 500, seed=4)
    whole, (loads,) = replay(MESH, ROUTER, drawn, [1000])
    parts, (early, late) = replay(MESH, ROUTER, drawn, [int(drawn.created[40]), 1000])
    np.testing.assert_array_equal(whole, parts)
    np.testing.assert_array_equal(loads, late)
    assert 0 < early.sum() < late.sum()
    assert (whole[:, 0] > whole[:, 1]).all()
    cut, _ = replay(MESH, ROUTER, drawn, [300])
    np.testing.assert_array_equal(cut[:, 0], np.where(whole[:, 0] <= 300, whole[:, 0], -1))


@pytest.mark.parametrize(
    ("mesh", "pattern", "rate", "error", "text"),
    [
        (MESH, "unifrom", 0.1, UnknownNameError, "unknown traffic 'unifrom'; did you mean 'uniform'?"),
        (
            MESH,
            "uniform",
            1.5,
            OptionError,
            "the rate must be above 0 and at most 1 flits per tile and cycle, got 1.5",
        ),
        (
            MESH,
            "uniform",
            0,
            OptionError,
            "the rate must be above 0 and at most 1 flits per tile and cycle, got 0",
        ),
        *(
            (
                MESH,
                name,
                0.1,
                OptionError,
                f"{name!r}: expected hotspot:SHARE:TILE or hotspot:SHARE with a share of the packets "
                "above 0 and at most 1 and the number of a tile, such as hotspot:0.3:5",
            )
            for name in ("hotspot", "hotspot:0", "hotspot:1.5:3", "hotspot:0.3:-1", "hotspot:20%")
        ),
        (
            MESH,
            "hotspot:0.3:16",
            0.1,
            OptionError,
            "hotspot:0.3:16: the tiles of a 4 x 4 mesh are 0 to 15, got 16",
        ),
        (Mesh(4, 2), "transpose", 0.1, OptionError, "transposed traffic requires a square mesh, got 4 x 2"),
    ],
)
def test_traffic_that_cannot_be(mesh, pattern, rate, error, text):
    with pytest.raises(error, match=f"^{re.escape(text)}"):
        schedule(mesh, pattern, rate, 1, 100)


def test_a_queue_of_one_link_that_grows_saturates_the_network():
    """The busiest link of a transposition has three flows, and passes a flit in at most 6 of 7 cycles."""
    mesh = Mesh(4, 4)
    below, above = (
        measure(mesh, RouterParameters(), "transpose", rate, 3, packets=20_000) for rate in (0.26, 0.29)
    )
    assert (below.saturated, above.saturated) == (False, True)
    assert 3 * 0.26 < 6 / 7 < 3 * 0.29
    assert above.accepted > 0.99 * above.offered  # of all packets, hardly one is missing
    assert above.link_load.max() == pytest.approx(6 / 7, rel=0.002)


def test_latencies_rise_only_if_most_pairs_and_the_whole_do():
    assert rises([10, 20, 30, 40], 20)
    assert not rises([10, 20, 30, 40], 30)
    assert not rises([40, 10, 30, 20], 5)
    assert not rises([30, 30, 30, 30], 0)
