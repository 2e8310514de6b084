"""Comparison of the ten programs with the paper's Tables 4 and 5, as Markdown, and their simulated runs.

The paper does not state its sources, the details of their inputs or its compiler, so counts need not agree.
docs/tracing.md contains the output of this script and explains the differences.
"""

from harness import paper_run, parser, print_table

import numasim
from numasim.trace.programs import PROGRAMS
from partitioners.analysis.quality import quality
from partitioners.analysis.statistics import graph_statistics
from partitioners.partition_graph import partition

# Table 4: nodes, edges, alpha, average path length.
# Table 5: imbalance of PG, W-PG, WB-PG, Libra, W-Libra, WB-Libra.
PAPER = {
    "dijkstra": (248_959, 291_112, 2.29, 136.4, 1.00227, 1.00092, 1.00007, 1.02136, 1.00106, 1.00010),
    "fft": (109_295, 143_183, 2.21, 194.56, 1.00586, 1.00831, 1.00075, 1.05030, 1.00400, 1.00057),
    "kmeans": (98_592, 119_112, 2.24, 479.4, 1.00177, 1.00469, 1.00042, 1.04566, 1.00180, 1.00035),
    "mandel": (235_051, 260_042, 2.43, 42.67, 1.00730, 1.00233, 1.00008, 1.00749, 1.00171, 1.00014),
    "md": (1_799_353, 2_361_213, 2.17, 524.61, 1.00015, 1.00007, 1.00003, 1.00791, 1.00008, 1.00003),
    "nn": (124_496, 161_428, 2.16, 171.52, 1.00187, 1.00235, 1.00028, 1.03441, 1.00106, 1.00019),
    "neuron": (57_883, 73_431, 2.20, 179.25, 1.00260, 1.00487, 1.00081, 1.05738, 1.00236, 1.00045),
    "cnn": (573_694, 758_712, 2.13, 824.37, 1.00040, 1.00035, 1.00010, 1.00956, 1.00027, 1.00008),
    "strassen8": (36_831, 46_756, 2.21, 21.22, 1.01074, 1.01307, 1.00177, 1.05036, 1.00787, 1.00123),
    "strassen16": (197_827, 254_392, 2.20, 123.94, 1.00338, 1.00352, 1.00029, 1.04206, 1.00170, 1.00028),
}
METHODS = ("powergraph", "w_powergraph", "wb_powergraph", "libra", "w_libra", "wb_libra")
CLUSTERS = (8, 16, 32, 64, 128, 256, 512, 1024)
SIMULATED = {  # sizes of at most about 200,000 edges, which the SimPy engine runs in seconds
    "dijkstra": 20,
    "fft": 128,
    "kmeans": 32,
    "mandel": 300,
    "md": 40,
    "nn": 8,
    "neuron": 32,
    "cnn": 10,
    "strassen8": 8,
    "strassen16": 8,
}


TABLE_4 = (
    "program:10", "nodes:9,", "paper:9,", "edges:9,", "paper:9,", "edges a node:.2f", "without allocas:.2f",
    "paper:.2f", "alpha, log-binned:.2f", "alpha, likelihood (KS):", "paper:.2f", "path length:11",
    "paper:,.0f",
)  # fmt: skip


def table_4(graphs):
    for name, graph in graphs.items():
        nodes, edges, alpha, length, *_ = PAPER[name]
        found = graph_statistics(graph)
        without = numasim.trace_program(name, drop=("allocas",)).arrays
        yield (
            name, found.num_vertices, nodes, found.num_edges, edges, found.edges_per_vertex,
            without["src"].size / int(without["num_vertices"]), edges / nodes, found.alpha_log_binned,
            f"{found.alpha_maximum_likelihood:.2f} ({found.ks_distance:.2f})", alpha,
            f"{found.average_path_length:,.0f} ± {found.path_length_standard_error:,.0f}", length,
        )  # fmt: skip


def table_5(graphs):
    for name, graph in graphs.items():
        cells = []
        for method, paper in zip(METHODS, PAPER[name][4:], strict=True):
            given, shuffled = (imbalance(graph, method, 8, order) for order in ("given", "shuffled"))
            cells.append(f"{given:.4f} / {shuffled:.5f} ({paper:.5f})")
        yield name, *cells


def bounds(graphs):
    for name, graph in graphs.items():
        cells = []
        for parts in CLUSTERS:
            given, shuffled = (imbalance(graph, "wb_libra", parts, order) for order in ("given", "shuffled"))
            bound = 1 + float(graph.weight.max()) * parts / float(graph.weight.sum())
            cells.append(f"{given:.4f} / {shuffled:.4f} ≤ {bound:.4f}")
        yield name, *cells


def imbalance(graph, method, parts, order):
    found = quality(partition(graph, method, parts, order=order))
    return found.edge_weight_imbalance


def simulations():
    for name, size in SIMULATED.items():
        graph = numasim.trace_program(name, size=size).graph
        runs = {parts: paper_run(partition(graph, "wb_libra", parts, order="given")) for parts in (1, 8, 64)}
        for parts in (8, 64):
            cycles, messages = runs[parts]["cycles"], runs[parts]["messages"]
            yield name, size, graph.num_edges, parts, cycles, runs[1]["cycles"] / cycles, messages


def main():
    parser(__doc__).parse_args()
    graphs = {name: numasim.trace_program(name).graph for name in PROGRAMS}
    print("\nTable 4\n")
    print_table(TABLE_4, table_4(graphs))
    print("\nTable 5, 8 clusters: given / shuffled (paper)\n")
    print_table(("program:10", *(f"{method}:26" for method in METHODS)), table_5(graphs))
    print("\nwb_libra, imbalance given / shuffled, and its bound\n")
    print_table(("program:10", *(f"p = {parts}:24" for parts in CLUSTERS)), bounds(graphs))
    print("\nSimulated, wb_libra, memory_centric\n")
    columns = ("size:", "edges:8,", "clusters:", "cycles:10,", "speed-up over one core:.2f", "messages:9,")
    print_table(("program:10", *columns), simulations())


if __name__ == "__main__":
    main()
