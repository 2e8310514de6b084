"""The flit-level network: link hops per CPU second, the cost of one event, and the gain of two threads.

Times are the least of the repeats, except for one packet at a time. The gain is the median, over alternating
runs, of the wall time with one thread divided by that with two. It requires two idle cores.
"""

from functools import partial
from statistics import median
from time import perf_counter

from harness import cpu_seconds, parser, print_table

from mappers.topology import Mesh
from numasim.machine.router_parameters import RouterParameters
from numasim.numa.noc.flit_network import FlitNetwork
from numasim.numa.noc.traffic import replay, schedule

ROUTER = RouterParameters(vcs_per_class=4, buffer_flits=8)
HIGH, LOW = 0.6, 0.1  # shares of the uniform bound 4 / k


def timed(side, flits, share, cycles, repeats):
    """CPU seconds, link hops, events (a flit crosses a channel or arrives)."""
    mesh = Mesh(side, side)
    packets = schedule(mesh, "uniform", share * 4 / side, flits, cycles, seed=1)
    seconds, (done, (loads,)) = cpu_seconds(partial(replay, mesh, ROUTER, packets, [cycles]), repeats, min)
    hops = int(loads.sum())
    arrived = int((done[:, 0] >= 0).sum()) * flits
    return seconds, hops, hops + 3 * arrived  # from the source, to the tile, its arrival


def speeds(repeats):
    for side, cycles in ((8, 20_000), (32, 2_000)):
        for flits in (1, 5):
            seconds, hops, _ = timed(side, flits, HIGH, cycles, repeats)
            yield f"{side} x {side}", flits, hops / seconds / 1e6


def costs(repeats):
    for side, cycles in ((4, 60_000), (8, 20_000), (16, 6_000), (32, 2_000)):
        for share in (LOW, HIGH):
            seconds, _, events = timed(side, 3, share, cycles, repeats)
            yield side**2, share, 1e9 * seconds / events, 1e9 * seconds / cycles / side**2


def gains(repeats):
    for side, cycles in ((8, 20_000), (32, 3_000)):
        mesh = Mesh(side, side)
        for share in (0.05, 0.3, HIGH):
            packets = schedule(mesh, "uniform", share * 4 / side, 3, cycles, seed=1)
            runs = [partial(replay, mesh, ROUTER, packets, [cycles], threads) for threads in (1, 2)]
            pairs = [[cpu_seconds(run, clock=perf_counter)[0] for run in runs] for _ in range(repeats)]
            yield f"{side} x {side}", share, median(one / two for one, two in pairs)


def one_at_a_time(network, packets):
    """Inject every packet when the one before it has arrived."""
    for packet in range(packets):
        network.inject(network.now, packet, packet % 1024, packet * 7 % 1024, 3)
        network.advance(network.now + 1_000, stop_at_delivery=True)


def main():
    repeats = parser(__doc__, repeats=3).parse_args().repeats
    timed(2, 1, LOW, 100, 1)  # compiles
    print(f"uniform traffic at {HIGH:.0%} of its bound 4 / k, 4 VCs of 8 flits\n")
    print_table(("mesh:7", "flits a packet:", "million link hops/s:.2f"), speeds(repeats))
    print("\ncost by the number of cores, 3-flit packets\n")
    columns = ("cores:", "of the bound:.0%", "ns per event:.0f", "ns per cycle and core:.1f")
    print_table(columns, costs(repeats))
    print("\ngain of two threads, 3-flit packets\n")
    print_table(("mesh:7", "of the bound:.0%", "times as fast:.2f"), gains(repeats))
    seconds, _ = cpu_seconds(partial(one_at_a_time, FlitNetwork(Mesh(32, 32), ROUTER), 20_000))
    print(f"\none packet at a time on 1024 cores, from Python: {1e6 * seconds / 20_000:.1f} µs per packet")


if __name__ == "__main__":
    main()
