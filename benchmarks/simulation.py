"""Speed of simulated runs: edge tasks per second in both engines and on every network.

The input is an R-MAT graph of about 200,000 edges, with every edge from the lower to the higher vertex
(acyclic), on 64 cores: dataflow, inputs in memory. SimPy is compared with its upper bound, bare timeouts.
"""

import statistics
import time
from itertools import count

import simpy

import numasim
import numasim.numa.run_state
from partitioners.generators import rmat

RUNS = 5
NETWORKS = ("ideal", "packet", "flit")


def main() -> None:
    graph = rmat(scale=14, edge_factor=15)
    machine = numasim.load_machine("mesh-8x8")
    print(f"{graph.num_edges:,} edges, 64 cores, CPU time; compiled: median of {RUNS} runs, SimPy: one")
    print(f"{'cut':9} {'network':8} {'cycles':>8} {'messages/edge':>14} {'compiled':>20} {'SimPy':>16}")
    for method, options in (
        ("wb_libra", {"order": "shuffled"}),
        ("metis", {}),
        ("random", {}),
    ):
        partition = numasim.partition(graph, method, 64, **options)
        clusters = numasim.cluster_graph(partition)
        mapping = numasim.map_clusters(clusters, machine, "round_robin")
        for network in NETWORKS:
            run = (partition, mapping, machine)
            timed(*run, network, "compiled")  # compiles
            compiled, result = zip(*(timed(*run, network, "compiled") for _ in range(RUNS)), strict=True)
            slow, _ = timed(*run, network, "simpy")
            median = statistics.median(compiled)
            messages = result[0].scalars["messages"] / graph.num_edges
            print(
                f"{method:9} {network:8} {result[0].scalars['cycles']:8,} {messages:14.2f} "
                f"{graph.num_edges / median:12,.0f} edges/s {graph.num_edges / slow:8,.0f} edges/s"
            )
        before = time.process_time()
        events = count_events(partition, mapping, machine)
        seconds = time.process_time() - before
        print(
            f"{method:9} SimPy's events on `packet`: {events / graph.num_edges:.1f} per edge, "
            f"{events / seconds:,.0f} per second"
        )
    print(f"SimPy alone, bare timeouts: {bare_timeouts():,.0f} events/s")


def timed(partition, mapping, machine, network, engine):
    """CPU seconds of one run, and its result."""
    before = time.process_time()
    result = numasim.simulate(partition, mapping, machine, {"network": network, "engine": engine})
    return time.process_time() - before, result


def count_events(partition, mapping, machine):
    """The number of events of one run, from SimPy's event numbers."""
    used = []

    class Counting(simpy.Environment):
        def __init__(self):
            super().__init__()
            self._eid = count()
            used.append(self._eid)

    numasim.numa.run_state.simpy.Environment, original = Counting, simpy.Environment
    try:
        numasim.simulate(partition, mapping, machine, {"engine": "simpy"})
    finally:
        numasim.numa.run_state.simpy.Environment = original
    return next(used[-1])


def bare_timeouts(events=300_000):
    """Events per second of one process that only waits."""

    def process(env):
        for _ in range(events):
            yield env.timeout(1)

    rates = []
    for _ in range(RUNS):
        env = simpy.Environment()
        env.process(process(env))
        before = time.process_time()
        env.run()
        rates.append(events / (time.process_time() - before))
    return statistics.median(rates)


if __name__ == "__main__":
    main()
