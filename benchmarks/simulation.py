"""Speed of simulated runs: edge tasks per second in both engines and on every network.

The input is an R-MAT graph of about 200,000 edges, with every edge from the lower to the higher vertex
(acyclic), on 64 cores: dataflow, inputs in memory. The compiled engine's time is the median of the repeats in
CPU seconds, and SimPy's is that of one run. SimPy is compared with its upper bound, bare timeouts.
"""

from functools import partial
from itertools import count

import simpy
from harness import cpu_seconds, parser, print_table

import numasim
import numasim.numa.simpy_engine.machine_parts
from partitioners.generators.models import rmat

CUTS = (("wb_libra", {"order": "shuffled"}), ("metis", {}), ("random", {}))
NETWORKS = ("ideal", "packet", "flit")
COLUMNS = (
    "cut:8", "network:", "cycles:8,", "messages/edge:.2f", "compiled edges/s:,.0f", "SimPy edges/s:,.0f",
    "SimPy events/edge:.1f", "SimPy events/s:,.0f",
)  # fmt: skip


def rows(graph, machine, repeats):
    for method, options in CUTS:
        partition = numasim.partition(graph, method, 64, **options)
        mapping = numasim.map_clusters(numasim.cluster_graph(partition), machine, "round_robin")
        for network in NETWORKS:
            compiled, in_simpy = (
                partial(numasim.simulate, partition, mapping, machine, {"network": network, "engine": engine})
                for engine in ("compiled", "simpy")
            )
            compiled()  # compiles
            fast, result = cpu_seconds(compiled, repeats)
            slow, events = cpu_seconds(partial(count_events, in_simpy))
            cycles, messages = (result.scalars[name] for name in ("cycles", "messages"))
            m = graph.num_edges
            yield method, network, cycles, messages / m, m / fast, m / slow, events / m, events / slow


def count_events(run):
    """The number of events of one run, from SimPy's event numbers."""
    used = []

    class Counting(simpy.Environment):
        def __init__(self):
            super().__init__()
            self._eid = count()
            used.append(self._eid)

    numasim.numa.simpy_engine.machine_parts.simpy.Environment, original = Counting, simpy.Environment
    try:
        run()
    finally:
        numasim.numa.simpy_engine.machine_parts.simpy.Environment = original
    return next(used[-1])


def bare_timeouts(events=300_000):
    """Run one process that only waits, and return its number of events."""

    def process(env):
        for _ in range(events):
            yield env.timeout(1)

    env = simpy.Environment()
    env.process(process(env))
    env.run()
    return events


def main():
    repeats = parser(__doc__, repeats=5).parse_args().repeats
    graph = rmat(scale=14, edge_factor=15)
    machine = numasim.load_machine("mesh-8x8")
    print(f"{graph.num_edges:,} edges, 64 cores, CPU time; compiled: median of {repeats} runs, SimPy: one\n")
    print_table(COLUMNS, rows(graph, machine, repeats))
    seconds, events = cpu_seconds(bare_timeouts, repeats)
    print(f"\nSimPy alone, bare timeouts: {events / seconds:,.0f} events/s")


if __name__ == "__main__":
    main()
