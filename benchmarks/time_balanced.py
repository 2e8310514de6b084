"""Simulated time of cuts by scheduling methods, compared with the best of the vertex-cut paper's methods.

    scripts/bench time_balanced                    all programs at 8, 64 and 256 clusters
    python benchmarks/time_balanced.py 64 fft nn    these clusters and programs

Runs are on Table 2's machine with one core per cluster: memory-centric mapping with its default estimate,
traced work without the cycles of the clock, inputs present. Each of the paper's vertex cuts uses the better
order of its edges. *Bound* is max(T1/p, Tinf).
"""

import math
from functools import partial

from harness import cpu_seconds, paper_run, parser, print_table

import numasim
from numasim.trace.programs import PROGRAMS
from numasim.validation.papers.wb_libra import NAMES

OTHERS = tuple(NAMES)
METHODS = ("time_balanced", "heft", "dsc")


def best_of_the_others(graph, parts):
    """The cycles of the best method, its name, and the order of its edges."""
    found = []
    for method in OTHERS:
        edge_cut = method in ("compnet", "metis")
        for order in ("",) if edge_cut else ("given", "shuffled"):
            options = {"order": order} if order else {}
            partition = numasim.partition(graph, method, parts=parts, seed=0, **options)
            cycles = paper_run(partition, aggregate_messages=not edge_cut)["cycles"]
            found.append((cycles, method, order))
    return min(found, key=lambda each: each[0])


def rows(names, counts, ratios):
    """The cells of all rows; the ratio of each is also appended to `ratios`."""
    for name in names:
        graph = numasim.trace_program(name).graph
        for parts in counts:
            best, *named = best_of_the_others(graph, parts)
            cells = []
            for method in METHODS:
                seconds, partition = cpu_seconds(partial(numasim.partition, graph, method, parts=parts))
                scalars = paper_run(partition)
                cycles = scalars["cycles"]
                cells.append(f"{cycles:,}")
                if method == "time_balanced":
                    bound = max(scalars["work_cycles"] / parts, scalars["critical_path_cycles"])
                    copies = numasim.quality(partition).copies_or_cut
                    ratios.append(cycles / best)
                    rest = (cycles / best, cycles / bound, copies, seconds)
            yield name, parts, bound, f"{best:,} {' '.join(named)}".rstrip(), *cells, *rest


def main():
    arguments = parser(__doc__)
    arguments.add_argument("cases", nargs="*", help="numbers of clusters and names of programs")
    cases = arguments.parse_args().cases
    counts = [int(each) for each in cases if each.isdigit()] or [8, 64, 256]
    names = [each for each in cases if not each.isdigit()] or list(PROGRAMS)
    columns = ["program:10", "clusters:", "bound:10,.0f", "best of the others:28"]
    columns += [f"{method}:10" for method in METHODS]
    columns += ["time_balanced / best:.2f", "/ bound:.2f", "copies:8,", "CPU s:.2f"]
    ratios = []
    print_table(columns, rows(names, counts, ratios))
    mean = math.exp(math.fsum(map(math.log, ratios)) / len(ratios))
    print(
        f"\nTime of time_balanced over the best: {mean:.3f} in the geometric mean, {max(ratios):.3f} at most."
    )


if __name__ == "__main__":
    main()
