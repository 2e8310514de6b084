"""The flit-level network: link hops per CPU second under load, and the cost of one event on large meshes."""

import time

from mappers.topology import Mesh
from numasim.machine.router_parameters import RouterParameters
from numasim.numa.noc.flit_network import FlitNetwork
from numasim.numa.noc.traffic import replay, schedule

ROUTER = RouterParameters(vcs_per_class=4, buffer_flits=8)
SHARE = 0.6  # of the uniform bound 4 / k
REPEAT = 3


def timed(side, flits, rate, cycles):
    """The fastest of a few runs: CPU seconds, link hops, events (a flit crosses a channel or arrives)."""
    mesh = Mesh(side, side)
    packets = schedule(mesh, "uniform", rate, flits, cycles, seed=1)
    best = None
    for _ in range(REPEAT):
        network = FlitNetwork(mesh, ROUTER)
        start = time.process_time()
        replay(network, packets, [cycles])
        seconds = time.process_time() - start
        best = seconds if best is None else min(best, seconds)
    hops = int(network.link_flits().sum())
    events = (
        hops + 3 * int(network.state.class_totals[0, 1]) * flits
    )  # from the source, to the tile, its arrival
    return best, hops, events


def main():
    timed(2, 1, 0.1, 100)  # compiles
    print(f"uniform traffic at {SHARE:.0%} of its bound 4 / k, 4 VCs of 8 flits")
    for side, cycles in ((8, 20_000), (32, 2_000)):
        for flits in (1, 5):
            seconds, hops, _ = timed(side, flits, SHARE * 4 / side, cycles)
            print(
                f"{side:>3} x {side:<3} {flits}-flit packets  {hops / seconds / 1e6:6.2f} million link hops/s"
            )
    print("\ncost by the number of cores, 3-flit packets, at 10% and 60% of the bound")
    for side, cycles in ((4, 60_000), (8, 20_000), (16, 6_000), (32, 2_000)):
        for share in (0.1, SHARE):
            seconds, _, events = timed(side, 3, share * 4 / side, cycles)
            print(
                f"{side * side:>5} cores at {share:.0%}  {1e9 * seconds / events:6.0f} ns per event  "
                f"{1e9 * seconds / cycles / side**2:6.1f} ns per cycle and core"
            )
    mesh = Mesh(32, 32)
    network = FlitNetwork(mesh, ROUTER)
    start = time.process_time()
    for packet in range(20_000):
        network.inject(network.now, packet, packet % 1024, packet * 7 % 1024, 3)
        network.advance(network.now + 1_000, stop_at_delivery=True)
    seconds = time.process_time() - start
    print(f"\none packet at a time on 1024 cores, from Python: {1e6 * seconds / 20_000:.1f} µs per packet")


if __name__ == "__main__":
    main()
