"""Speed of programs of threads on the processor's own threads.

    python benchmarks/threads.py [--scale 20] [--edge-factor 16] [--roots 5] [--threads 1 2]

The graph is an undirected R-MAT graph with a, b, c = 0.57, 0.19, 0.19 and vertices in random order. Each
search follows both directions of each edge. Its time is that of the processor's clock, without clearing its
arrays. The columns are the median of the roots, in millions of directed edges per second, and its ratio to
``scipy.sparse.csgraph.breadth_first_order`` from the same roots. The last line is a loop that reads all edges
and tests the bit of each, which no search of these methods can exceed.
"""

import statistics
import time
from functools import partial

import numpy as np
import scipy.sparse as sp
from harness import parser, print_table

from numasim.threads import schedules
from numasim.threads.bfs import Bfs, adjacency, search_seconds
from numasim.threads.real_run import run_threads
from partitioners.generators.models import rmat
from partitioners.graph import Graph
from partitioners.kernels.cache import njit


@njit(cache=True)
def count_bits(neighbours, visited):
    """Count the neighbours whose bits are set."""
    count = 0
    for k in range(neighbours.size):
        node = neighbours[k]
        count += (visited[node >> 6] >> (node & 63)) & 1
    return count


def seconds(work):
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def searches(graph, method, threads, options):
    """Edges per second from each root."""
    program = Bfs(graph=graph, method=method, roots=options.roots)
    run = run_threads(program, threads, schedules.dynamic, options.chunk)
    assert program.verify() == []
    edges = search_seconds(program.roots, run.figures, run.figures["edges"])
    return program.roots, edges, edges / search_seconds(program.roots, run.figures, run.seconds)


def rows(graph, options):
    offsets, neighbours = adjacency(graph)
    matrix = sp.csr_array((np.ones(neighbours.size), neighbours, offsets), shape=(graph.num_vertices,) * 2)
    roots, edges, _ = searches(graph, "read", 1, options)  # so that all is compiled
    scipy_rate = statistics.median(
        count / seconds(partial(sp.csgraph.breadth_first_order, matrix, root, return_predecessors=False))
        for root, count in zip(roots, edges, strict=True)
    )
    yield "SciPy", 1, scipy_rate / 1e6, 1.0
    for method in ("queue", "read", "hybrid", "channels"):
        for threads in options.threads:
            rate = statistics.median(searches(graph, method, threads, options)[2])
            yield f"bfs {method}", threads, rate / 1e6, rate / scipy_rate
    visited = np.full(-(-graph.num_vertices // 64), -1, np.int64)
    count_bits(neighbours, visited)
    rate = neighbours.size / min(seconds(lambda: count_bits(neighbours, visited)) for _ in range(5))
    yield "bits of all edges", 1, rate / 1e6, rate / scipy_rate


def main():
    options = parser(
        __doc__, scale=20, edge_factor=16, roots=5, threads=[1, 2], chunk=256
    ).parse_args()  # fmt: skip
    drawn = rmat(scale=options.scale, edge_factor=options.edge_factor, permuted=True)
    ends = np.r_[drawn.src, drawn.dst], np.r_[drawn.dst, drawn.src]
    graph = Graph(drawn.num_vertices, *ends)
    print(f"{graph.num_vertices:,} nodes, {drawn.num_edges:,} edges in both directions\n")
    print_table(("search:18", "threads:7", "M edges/s:.1f", "SciPy:.2f"), rows(graph, options))


if __name__ == "__main__":
    main()
