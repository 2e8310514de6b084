"""Speed of label propagation on the CPU, of its traces and its simulation, and its cut over that of PuLP.

    python benchmarks/label_propagation.py [--scale 15] [--edge-factor 16] [--parts 16] [--resident 30]

The graph is an R-MAT graph. For each variant the output has millions of edges per second that are looked at
(an edge counts once for each end, and again in each iteration): one block at a time, with turns of resident
blocks, and traced with turns. Then follow the seconds in which one iteration is simulated on a K40, for a
million edges, and the cut over that of `pulp`. Seconds are those of the processor, on one core, the best of
the repeats.
"""

from harness import cpu_seconds, parser, print_table

from gpu import HostBackend, SimulatedBackend, TraceBackend
from gpu.programs.label_propagation import LabelPropagation
from partitioners.generators.models import rmat
from partitioners.partition_graph import partition


def speed(graph, backend, variant, options, iterations):
    """Millions of edges per second of a run, and the program after it."""
    program = LabelPropagation(
        graph, backend, parts=options.parts, variant=variant, iterations=iterations,
        block_size=options.block_size,
    )  # fmt: skip

    def work():
        program.run()
        if hasattr(backend, "pop_traces"):
            backend.pop_traces()

    seconds, _ = cpu_seconds(work, options.repeats, min)
    assert program.verify() == []
    return program.figures()["edge_visits"] / seconds / 1e6, program


def simulated(graph, variant, options):
    """Seconds of an iteration on the model, for a million undirected edges."""
    backend = SimulatedBackend("k40c")
    program = LabelPropagation(
        graph, backend, parts=options.parts, variant=variant, iterations=1, block_size=options.block_size
    )
    seconds, _ = cpu_seconds(lambda: backend.simulate(program.run))
    return seconds / program.figures()["rounds"] / (program.labelled.neighbour.size / 2) * 1e6


def row(graph, variant, options, cut):
    turns = {"resident": options.resident, "order": "turns"}
    one_by_one, program = speed(graph, HostBackend(), variant, options, 10)
    in_turns, _ = speed(graph, HostBackend(**turns), variant, options, 2)
    traced, _ = speed(graph, TraceBackend(**turns), variant, options, 1)
    ratio = program.figures()["cut_edges"] / cut
    return [variant, one_by_one, in_turns, traced, simulated(graph, variant, options), ratio]


def main():
    options = parser(
        __doc__, repeats=1, scale=15, edge_factor=16, parts=16, block_size=256, resident=30,
        variants=["collapse", "vertex", "warp"],
    ).parse_args()  # fmt: skip
    graph = rmat(scale=options.scale, edge_factor=options.edge_factor)
    part = partition(graph, "pulp", options.parts).cluster_of_vertex
    cut = int((part[graph.src] != part[graph.dst]).sum())
    program = LabelPropagation(graph, HostBackend(), parts=options.parts)
    edges = program.labelled.neighbour.size / 2
    print(
        f"{graph.num_vertices:,} vertices, {int(edges):,} edges; {program.state.device_bytes / edges:.1f} "
        f"bytes an edge on the device, {36 * graph.num_vertices / edges:.1f} of them for vertices\n"
    )
    columns = ["variant:9", "one by one:7.1f", "turns:7.1f", "traced:7.1f", "simulated s:7.2f", "cut:6.3f"]
    print_table(columns, (row(graph, variant, options, cut) for variant in options.variants))


if __name__ == "__main__":
    main()
