"""Streaming vertex cuts: million edges per second of CPU time, and memory, by method and clusters.

    python benchmarks/streaming.py [--scale 17] [--parts 8 64 1024 8192 65536] [--methods wb_libra hdrf ...]

The graph is R-MAT with edge factor 16 and each undirected edge once. Its edges are shuffled in advance and
visited in the order of the graph; the time of the partitioner's own shuffle is printed separately. Each time
is the median of three runs of the whole partitioner, except counting the degrees. Memory is the average size
of a vertex's replica set, with its budget min(p / 8, 4 min(degree, p)) bytes, and the peak of the whole call
in bytes per edge in addition to the graph.
"""

import argparse
import statistics
import time
import tracemalloc

import numpy as np

from partitioners import PARTITIONERS, Graph
from partitioners.generators import rmat
from partitioners.streaming.edge_order import edge_order
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
TARGETS = {("wb_libra", 8): 12.0, ("wb_libra", 64): 7.0, ("wb_libra", 1024): 2.5}


def cpu_seconds(function, runs=3):
    times = []
    for _ in range(runs):
        begin = time.process_time()
        function()
        times.append(time.process_time() - begin)
    return statistics.median(times)


def replica_bytes(graph, parts):
    if parts <= MAX_PARTS:
        return new_replica_bitmasks(graph.num_vertices, parts).nbytes / graph.num_vertices
    return new_replica_sets(graph.degree, parts).words.nbytes / graph.num_vertices


def peak_bytes(function):
    tracemalloc.start()
    function()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scale", type=int, default=17)
    parser.add_argument("--parts", type=int, nargs="+", default=[8, 64, 1024, 8192, 65536])
    parser.add_argument("--methods", nargs="+", default=list(METHODS), choices=METHODS)
    options = parser.parse_args()

    graph = rmat(scale=options.scale, edge_factor=16, seed=1)
    shuffled = np.random.default_rng(0).permutation(graph.num_edges)
    graph = Graph(graph.num_vertices, graph.src[shuffled], graph.dst[shuffled], name=graph.name)
    m, degree = graph.num_edges, graph.degree
    shuffle_ns = cpu_seconds(lambda: edge_order(graph, "shuffled")) / m * 1e9
    print(f"{graph}: shuffle {shuffle_ns:.0f} ns per edge")
    print(f"{'':14}{'p':>7}{'M edges/s':>11}{'target':>8}{'B/vertex':>10}{'budget':>8}{'B/edge':>8}")
    for name in options.methods:
        function = PARTITIONERS[name].function
        for parts in options.parts:
            function(graph, parts)  # compiles
            rate = m / cpu_seconds(lambda p=parts, f=function: f(graph, p)) / 1e6
            target = TARGETS.get((name, parts))
            line = f"{name:14}{parts:7}{rate:11.2f}{f'{target:.1f}' if target else '':>8}"
            if name in ("random", "dbh"):
                line += f"{'':18}"
            else:
                budget = np.minimum(parts / 8, 4 * np.minimum(degree, parts)).mean()
                line += f"{replica_bytes(graph, parts):10.1f}{budget:8.1f}"
            print(line + f"{peak_bytes(lambda p=parts, f=function: f(graph, p)) / m:8.1f}", flush=True)


if __name__ == "__main__":
    main()
