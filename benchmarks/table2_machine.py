"""The vertex-cut paper's cuts on the machine of its Table 2, and on machines that differ in one thing.

    scripts/bench table2_machine                      two small programs
    python benchmarks/table2_machine.py kmeans nn     these programs

`papers/wb_libra` runs on the first machine of the table, `papers/wb_libra_table2` on the one named "Table 2".
A figure is the time with 8 clusters over CompNet's on the same machine, for edges in the order of the program
and in random order. The edge cuts do not depend on the order; *fine communities* is CompNet as in
`papers/wb_libra_baselines`. The column *cycles* is CompNet's time.
"""

from harness import parser, print_table

import numasim

CACHES = {"memory_model": "simulated", "communication": "coherent", "network": "flit"}
"""The section `execution` of `papers/wb_libra_table2`."""

MACHINES = {
    "no caches, blocking cores": ({}, {"initial_values": "preloaded", "aggregate_messages": False}),
    "caches and windows, values in messages": ({}, CACHES | {"communication": "message"}),
    "Table 2": ({}, CACHES),
    "without contention in the network": ({}, CACHES | {"network": "ideal"}),
    "queues instead of virtual channels": ({}, CACHES | {"network": "packet"}),
    "values packed into blocks": ({}, CACHES | {"value_layout": "packed"}),
    "one instruction at a time": ({"core": {"window": 1, "issue_width": 1}}, CACHES),
    "a window of 4,096": ({"core": {"window": 4096}}, CACHES),
    "256 MSHRs": ({"core": {"mshrs": 256}}, CACHES),
    "an L1 of 1 MiB, an L2 of 16 MiB a slice": ({"l1": {"size": "1 MiB"}, "l2": {"size": "16 MiB"}}, CACHES),
    "latencies of one cycle in both caches": (
        {"l1": {"latency_cycles": 1}, "l2": {"latency_cycles": 1}},
        CACHES,
    ),
}
"""Changes of the machine, and the section `execution`."""

CUTS = {
    "CompNet:": ("compnet", {}),
    "fine communities:.2f": ("compnet", {"level": "first", "packing": "spread"}),
    "METIS:.2f": ("metis", {}),
    "PG given:.2f": ("powergraph", {"order": "given"}),
    "PG shuffled:.2f": ("powergraph", {"order": "shuffled"}),
    "WB-Libra given:.2f": ("wb_libra", {"order": "given"}),
    "WB-Libra shuffled:.2f": ("wb_libra", {"order": "shuffled"}),
}
"""Columns of the table, the methods and their options."""


def cycles(partition, clusters, changes, execution):
    machine = numasim.load_machine({"base": "table2", **changes}, clusters=partition.parts)
    initial = {key: value for key, value in execution.items() if key == "initial_values"}
    mapping = numasim.map_clusters(clusters, machine, "memory_centric", estimate="serial", **initial)
    return numasim.simulate(partition, mapping, machine, execution).scalars["cycles"]


def rows(names):
    for name in names:
        graph = numasim.trace_program(name, clock_cycles=30).graph
        cuts = [
            numasim.partition(graph, method, parts=8, seed=0, **options) for method, options in CUTS.values()
        ]
        clusters = [numasim.cluster_graph(each) for each in cuts]
        for machine, (changes, execution) in MACHINES.items():
            base, *others = (
                cycles(partition, of, changes, execution)
                for partition, of in zip(cuts, clusters, strict=True)
            )
            yield name, machine, base, *(each / base for each in others)


def main():
    arguments = parser(__doc__)
    arguments.add_argument("programs", nargs="*", default=["neuron", "strassen8"])
    columns = ("program:9", "machine:39", "cycles:11,", *list(CUTS)[1:])
    print_table(columns, rows(arguments.parse_args().programs))


if __name__ == "__main__":
    main()
