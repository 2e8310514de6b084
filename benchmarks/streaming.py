"""Streaming vertex cuts: million edges per second of CPU time, and memory, by method and clusters.

    python benchmarks/streaming.py [--scale 17] [--parts 8 64 1024 8192 65536] [--methods wb_libra hdrf ...]

The graph is R-MAT with edge factor 16 and each undirected edge once. Its edges are shuffled in advance and
visited in the order of the graph; the time of the partitioner's own shuffle is printed separately. Each time
is the median of the repeats of the whole partitioner, except counting the degrees. Memory is the average size
of a vertex's replica set, with its budget min(p / 8, 4 min(degree, p)) bytes, and the peak of the whole call
in bytes per edge in addition to the graph.
"""

from functools import partial

import numpy as np
from harness import cpu_seconds, parser, peak_allocated, print_table

from partitioners.generators.models import rmat
from partitioners.graph import Graph
from partitioners.partition_graph import PARTITIONERS
from partitioners.streaming.edge_order import edge_positions
from partitioners.streaming.replica_bitmasks import MAX_PARTS, new_replica_bitmasks
from partitioners.streaming.replica_sets import new_replica_sets

METHODS = (
    "random",
    "dbh",
    "hdrf",
    "powergraph",
    "libra",
    "w_powergraph",
    "wb_powergraph",
    "w_libra",
    "wb_libra",
)
TARGETS = {("wb_libra", 8): 12.0, ("wb_libra", 64): 7.0, ("wb_libra", 1024): 10.0}


def replica_bytes(graph, parts):
    if parts <= MAX_PARTS:
        return new_replica_bitmasks(graph.num_vertices, parts).nbytes / graph.num_vertices
    return new_replica_sets(graph.degree, parts).words.nbytes / graph.num_vertices


def row(graph, name, parts, repeats):
    """The cells of a method."""
    function, m = partial(PARTITIONERS[name].function, graph, parts), graph.num_edges
    function()  # compiles
    rate = m / cpu_seconds(function, repeats)[0] / 1e6
    sets = ["", ""]
    if name not in ("random", "dbh"):
        budget = np.minimum(parts / 8, 4 * np.minimum(graph.degree, parts)).mean()
        sets = [replica_bytes(graph, parts), budget]
    return name, parts, rate, TARGETS.get((name, parts), ""), *sets, peak_allocated(function) / m


def main():
    arguments = parser(__doc__, repeats=3, scale=17, parts=[8, 64, 1024, 8192, 65536])
    arguments.add_argument("--methods", nargs="+", default=list(METHODS), choices=METHODS)
    options = arguments.parse_args()

    graph = rmat(scale=options.scale, edge_factor=16, seed=1)
    shuffled = np.random.default_rng(0).permutation(graph.num_edges)
    graph = Graph(graph.num_vertices, graph.src[shuffled], graph.dst[shuffled], name=graph.name)
    seconds, _ = cpu_seconds(partial(edge_positions, graph, "shuffled"), options.repeats)
    print(f"{graph}: shuffle {seconds / graph.num_edges * 1e9:.0f} ns per edge\n")
    columns = ("method:13", "p:6", "M edges/s:.2f", "target:.1f", "B/vertex:.1f", "budget:.1f", "B/edge:.1f")
    cases = ((name, parts) for name in options.methods for parts in options.parts)
    print_table(columns, (row(graph, name, parts, options.repeats) for name, parts in cases))


if __name__ == "__main__":
    main()
