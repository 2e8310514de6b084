"""Comparison of the ten programs with the paper's Tables 4 and 5, as Markdown, and their simulated runs.

The paper does not state its sources, the details of their inputs or its compiler, so counts need not agree.
docs/tracing.md contains the output of this script and explains the differences.
"""

import numasim
from numasim.trace.programs import PROGRAMS
from partitioners.analysis.statistics import graph_statistics
from partitioners.partition_graph import partition
from partitioners.quality import quality

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


def row(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


def heading(*cells):
    row(*cells)
    row(*["---"] * len(cells))


def table_4(graphs):
    heading(
        "program", "nodes", "paper", "edges", "paper", "edges a node", "without allocas", "paper",
        "alpha, log-binned", "alpha, likelihood (KS)", "paper", "path length", "paper",
    )  # fmt: skip
    for name, graph in graphs.items():
        nodes, edges, alpha, length, *_ = PAPER[name]
        found = graph_statistics(graph)
        without = numasim.trace_program(name, drop=("allocas",)).arrays
        row(
            name,
            f"{found.num_vertices:,}",
            f"{nodes:,}",
            f"{found.num_edges:,}",
            f"{edges:,}",
            f"{found.edges_per_vertex:.2f}",
            f"{without['src'].size / int(without['num_vertices']):.2f}",
            f"{edges / nodes:.2f}",
            f"{found.alpha_log_binned:.2f}",
            f"{found.alpha_maximum_likelihood:.2f} ({found.ks_distance:.2f})",
            f"{alpha:.2f}",
            f"{found.average_path_length:,.0f} ± {found.path_length_standard_error:,.0f}",
            f"{length:,.0f}",
        )


def table_5(graphs):
    heading("program", *METHODS)
    for name, graph in graphs.items():
        cells = []
        for method, paper in zip(METHODS, PAPER[name][4:], strict=True):
            given, shuffled = (imbalance(graph, method, 8, order) for order in ("given", "shuffled"))
            cells.append(f"{given:.4f} / {shuffled:.5f} ({paper:.5f})")
        row(name, *cells)


def bounds(graphs):
    heading("program", *(f"p = {parts}" for parts in CLUSTERS))
    for name, graph in graphs.items():
        cells = []
        for parts in CLUSTERS:
            given, shuffled = (imbalance(graph, "wb_libra", parts, order) for order in ("given", "shuffled"))
            bound = 1 + float(graph.weight.max()) * parts / float(graph.weight.sum())
            cells.append(f"{given:.4f} / {shuffled:.4f} ≤ {bound:.4f}")
        row(name, *cells)


def imbalance(graph, method, parts, order):
    found = quality(partition(graph, method, parts, order=order))
    return found.edge_weight_imbalance


def simulations():
    machine = numasim.load_machine("table2")
    heading("program", "size", "edges", "clusters", "cycles", "speed-up over one core", "messages")
    for name, size in SIMULATED.items():
        graph = numasim.trace_program(name, size=size).graph
        alone = simulated(graph, machine, 1)
        for parts in (8, 64):
            result = simulated(graph, machine, parts)
            row(
                name,
                size,
                f"{graph.num_edges:,}",
                parts,
                f"{result['cycles']:,}",
                f"{alone['cycles'] / result['cycles']:.2f}",
                f"{result['messages']:,}",
            )


def simulated(graph, machine, parts):
    cut = numasim.partition(graph, "wb_libra", parts, order="given")
    machine = machine.for_clusters(parts)
    mapping = numasim.map_clusters(numasim.cluster_graph(cut), machine, "memory_centric")
    return numasim.simulate(cut, mapping, machine, {"initial_values": "preloaded"}).scalars


def main():
    graphs = {name: numasim.trace_program(name).graph for name in PROGRAMS}
    print("\nTable 4\n")
    table_4(graphs)
    print("\nTable 5, 8 clusters: given / shuffled (paper)\n")
    table_5(graphs)
    print("\nwb_libra, imbalance given / shuffled, and its bound\n")
    bounds(graphs)
    print("\nSimulated, wb_libra, memory_centric\n")
    simulations()


if __name__ == "__main__":
    main()
