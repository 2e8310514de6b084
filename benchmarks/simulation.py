"""What a simulated run costs: edge tasks a second, and events a second beside SimPy's own ceiling.

About 200,000 edges of an R-MAT graph, every edge from the lower to the higher vertex (acyclic), on 64 cores:
dataflow, packet network, inputs in memory.
"""

import statistics
import time
from itertools import count

import simpy

import numasim
import numasim.numa.run
from partitioners.generators import rmat

RUNS = 3


def main() -> None:
    graph = rmat(scale=14, edge_factor=15)
    machine = numasim.load_machine("mesh-8x8")
    ceiling = bare_timeouts()
    print(f"{graph.num_edges:,} edges, 64 cores, CPU seconds, median of {RUNS}")
    heads = ("seconds", "edges/s", "messages/edge", "events/edge", "events/s")
    print(f"{'cut':12} {heads[0]:>8} {heads[1]:>9} {heads[2]:>14} {heads[3]:>12} {heads[4]:>10}")
    for method, options in (
        ("wb_libra", {"order": "shuffled"}),
        ("metis", {}),
        ("random", {}),
    ):
        partition = numasim.partition(graph, method, 64, **options)
        clusters = numasim.cluster_graph(partition)
        mapping = numasim.map_clusters(clusters, machine, "round_robin")
        seconds = []
        for _ in range(RUNS):
            before = time.process_time()
            result = numasim.simulate(partition, mapping, machine)
            seconds.append(time.process_time() - before)
        median = statistics.median(seconds)
        events = count_events(partition, mapping, machine)
        print(
            f"{method:12} {median:8.2f} {graph.num_edges / median:9,.0f} "
            f"{result.scalars['messages'] / graph.num_edges:14.2f} {events / graph.num_edges:12.1f} "
            f"{events / median:10,.0f}"
        )
    print(f"SimPy alone, bare timeouts: {ceiling:,.0f} events/s")


def count_events(partition, mapping, machine):
    """The events of one run, by the numbers that SimPy gives them."""
    used = []

    class Counting(simpy.Environment):
        def __init__(self):
            super().__init__()
            self._eid = count()
            used.append(self._eid)

    numasim.numa.run.simpy.Environment, original = Counting, simpy.Environment
    try:
        numasim.simulate(partition, mapping, machine)
    finally:
        numasim.numa.run.simpy.Environment = original
    return next(used[-1])


def bare_timeouts(events=300_000):
    """Events a second of one process that does nothing but wait."""

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
