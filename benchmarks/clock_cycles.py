"""The weights of a graph, and the gain of a balanced cut, against the cycles of reading the clock.

Run as ``python benchmarks/clock_cycles.py [PROGRAM ...]``. The vertex-cut paper's weight is the difference of
two readings of the clock, which contains the cycles of one reading. Its Table 5 shows what the weights must
be: the imbalance of a method with a bound is at most 1 + w_max p / W. The runs are those of
``papers/wb_libra`` with 8 clusters: the times of `wb_libra` over those of `compnet`.
"""

from harness import paper_run, parser, print_table

import numasim

CYCLES = (0, 15, 30, 60)
PROGRAMS = ("kmeans", "neuron", "strassen8")


def row(name, clock_cycles, parts=8):
    graph = numasim.trace_program(name, clock_cycles=clock_cycles).graph
    mean = graph.weight.mean()

    def cycles(method, **options):
        partition = numasim.partition(graph, method, parts=parts, seed=0, **options)
        return paper_run(partition, "serial", aggregate_messages=False)["cycles"]

    base = cycles("compnet")
    times = [cycles("wb_libra", order=order, load_bound=1.0) / base for order in ("given", "shuffled")]
    largest = graph.weight.max() / mean
    return f"{clock_cycles}", name, mean, largest, 1 + largest * parts / graph.num_edges, *times


def main():
    arguments = parser(__doc__)
    arguments.add_argument("programs", nargs="*", default=PROGRAMS)
    names = arguments.parse_args().programs
    head = ("clock:", "program:9", "mean weight:.2f", "largest / mean:.1f", "1 + w_max p / W:.5f")
    rows = (row(name, cycles) for cycles in CYCLES for name in names)
    print_table((*head, "given:.3f", "shuffled:.3f"), rows)


if __name__ == "__main__":
    main()
