"""Speed of runs with run-time schedulers and with work stealing, in the compiled engine.

There are two inputs, on 64 cores: dataflow, inputs in memory. The first is an R-MAT graph of about 200,000
edges, with every edge from the lower to the higher vertex (acyclic) and of 1 to 200 cycles, and with a random
cut of the edges. Half of the edges are in a quarter of the clusters, so that there is work to steal, and
nearly every value is sent. The second is the trace of md with 128 particles, cut by wb_libra.

CPU time is the median of the repeats, of whole calls of ``simulate``. The time of a decision is the added
time of a run with a run-time scheduler over a run with the same order as a queue, per decision.
"""

from functools import partial

import numpy as np
from harness import cpu_seconds, parser, print_table

import numasim
from numasim.program.schedulers import SCHEDULERS
from partitioners.generators.models import rmat

CASES = (
    ("queue", {"scheduler": "fifo"}),
    ("lifo", {"scheduler": "lifo"}),
    ("asked", {"scheduler": "first_ready"}),
    *((victim, {"stealing": victim}) for victim in ("none", "random", "nearest", "most_loaded")),
)
COLUMNS = (
    "case:11", "cycles:10,", "tasks/s:,.0f", "CPU to queue:.2f", "requests:9,", "steals:9,",
    "us a decision:",
)  # fmt: skip


class FirstReady:
    """The order of the queue ``fifo``, asked for every task."""

    def next_task(self, core, ready, state):
        return ready[0]


def first_ready(program):
    """Run the task that has been ready for the longest time."""
    return FirstReady()


def rows(cases, partition, mapping, machine, repeats):
    measured = {}
    for name, execution in cases:
        run = partial(
            numasim.simulate,
            partition,
            mapping,
            machine,
            {"engine": "compiled", "steal_threshold": 8, **execution},
        )
        run()  # compiles
        measured[name] = cpu_seconds(run, repeats)
    for name, (seconds, result) in measured.items():
        tasks = result.scalars["tasks"]
        added = (seconds - measured["queue"][0]) / tasks * 1e6
        yield (
            *(name, result.scalars["cycles"], tasks / seconds, seconds / measured["queue"][0]),
            *(result.scalars["steal_requests"], result.scalars["steals"]),
            f"{added:.1f}" if name == "asked" else "",
        )


def crowded_graph():
    """A random cut of an acyclic R-MAT graph, with half of the edges in a quarter of the clusters."""
    found = rmat(scale=14, edge_factor=15)
    src, dst = np.minimum(found.src, found.dst), np.maximum(found.src, found.dst)
    random = np.random.default_rng(0)
    weight = random.integers(1, 201, src.size).astype(float)
    graph = numasim.Graph(found.num_vertices, src, dst, weight)
    cluster = random.integers(0, 64, src.size)
    crowded = random.random(src.size) < 1 / 3
    cluster[crowded] //= 4
    return numasim.EdgePartition(graph, 64, cluster)


def main():
    repeats = parser(__doc__, repeats=5).parse_args().repeats
    SCHEDULERS.register("first_ready", first_ready)
    program = numasim.trace_program("md", size=128).graph
    machine = numasim.load_machine("mesh-8x8")
    without_asked = tuple(case for case in CASES if case[0] != "asked")
    for title, cases, partition in (
        ("R-MAT, random cut", CASES, crowded_graph()),
        ("md, wb_libra", without_asked, numasim.partition(program, "wb_libra", parts=64, seed=0)),
    ):
        mapping = numasim.map_clusters(numasim.cluster_graph(partition), machine, "round_robin")
        edges = partition.graph.num_edges
        print(f"\n{title}: {edges:,} edges, 64 cores, CPU time: median of {repeats} runs\n")
        print_table(COLUMNS, rows(cases, partition, mapping, machine, repeats))


if __name__ == "__main__":
    main()
