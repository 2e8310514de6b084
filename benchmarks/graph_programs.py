"""Speed of breadth-first search and shortest paths on the CPU, and of their traces.

    python benchmarks/graph_programs.py [--scale 17] [--edge-factor 8] [--resident 26] [--slice 64]

The graph is a directed R-MAT graph with a, b, c = 0.45, 0.195, 0.195 and weights of 1 to 50. Its nodes are in
the order of R-MAT, or with --shuffle 1 in random order. For each program and variant the output has three
searches: not traced, traced with blocks in order, and traced with turns of resident blocks. Their columns are
millions of edges per second (looked at in any launch; `worklist` does not count them, and has none), and for
traces millions of requests and sectors per second, with those of launched grids. Seconds are those of the
processor, on one core, the best of the repeats, with all copies and without preparation.
"""

import numpy as np
from harness import cpu_seconds, parser, print_table

from gpu import HostBackend, TraceBackend
from gpu.programs.bfs import Bfs
from gpu.programs.graph_search import SPLITTING
from gpu.programs.sssp import Sssp
from partitioners.generators.models import rmat
from partitioners.graph import Graph


def search(program, variant, graph, backend, options):
    """Millions of edges, requests and sectors per second, and the counts of the last search."""
    degree = {"max_degree": options.max_degree} if variant in SPLITTING else {}
    root = int(graph.out_degree.argmax())
    made = program(graph, backend, variant=variant, root=root, block_size=options.block_size, **degree)
    made.run()  # so that all memory is there

    def work():
        traces.clear()
        made.run()
        traces.extend(backend.pop_traces() if hasattr(backend, "pop_traces") else [])

    traces = []
    seconds, _ = cpu_seconds(work, options.repeats, min)
    assert made.verify() == []
    every = [*traces, *(child for trace in traces for child in trace.children)]
    figures = made.figures()
    counts = [figures.get("edge_visits", 0)]
    counts += [sum(getattr(trace, name).size for trace in every) for name in ("kind", "sectors")]
    return [count / seconds / 1e6 for count in counts], figures


def row(program, variant, graph, options):
    turns = {"resident": options.resident, "order": "turns", "slice": options.slice}
    plain, figures = search(program, variant, graph, HostBackend(), options)
    in_order, _ = search(program, variant, graph, TraceBackend(), options)
    with_turns, _ = search(program, variant, graph, TraceBackend(**turns), options)
    cells = [f"{program.__name__} {variant}", figures["launches"], plain[0], *in_order, *with_turns]
    return ["" if cell == 0 else cell for cell in cells]


def main():
    options = parser(
        __doc__, repeats=3, scale=17, edge_factor=8, shuffle=0, block_size=1024, max_degree=54, resident=26,
        slice=64, variants=[""],
    ).parse_args()  # fmt: skip
    drawn = rmat(
        scale=options.scale, edge_factor=options.edge_factor, a=0.45, b=0.195, c=0.195, directed=True
    )
    rng = np.random.default_rng(0)
    number = rng.permutation(drawn.num_vertices) if options.shuffle else np.arange(drawn.num_vertices)
    weight = rng.integers(1, 51, drawn.num_edges)
    graph = Graph(drawn.num_vertices, number[drawn.src], number[drawn.dst], weight)
    print(
        f"{graph.num_vertices:,} nodes, {graph.num_edges:,} edges, at most {graph.out_degree.max()} a node\n"
    )
    columns = ["search:16", "launches:4", "edges:6.1f"]
    for order in ("in order", "turns"):
        columns += [f"{order} edges:6.1f", "requests:6.1f", "sectors:6.1f"]
    chosen = [
        (program, variant)
        for program in (Bfs, Sssp)
        for variant in program.methods
        if options.variants == [""] or variant in options.variants
    ]
    print_table(columns, (row(program, variant, graph, options) for program, variant in chosen))


if __name__ == "__main__":
    main()
