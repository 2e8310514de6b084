"""Simulated time of cuts by scheduling methods, compared with the best of the vertex-cut paper's methods.

    scripts/bench time_balanced                    all programs at 8, 64 and 256 clusters
    python benchmarks/time_balanced.py 64 fft nn    these clusters and programs

Runs are those of ``configs/papers/wb_libra.yaml``: Table 2's machine with one core per cluster,
memory-centric mapping, traced work, inputs present. Each of the paper's vertex cuts uses the better order of
its edges. The mapping puts up to four clusters on a core if the condition in line 23 of its algorithm holds.
A number in brackets is the time with one cluster on every core, if it differs. *Bound* is max(T1/p, Tinf).
"""

import math
import sys
import time

import numasim
from numasim.trace.programs import PROGRAMS
from numasim.validation.papers.wb_libra import NAMES

OTHERS = tuple(NAMES)
METHODS = ("time_balanced", "heft", "dsc")
ONE_A_CORE = {"base": "table2", "core": {"max_clusters_per_core": 1}}


def simulated(partition, machine, aggregate_messages=True):
    machine = numasim.load_machine(machine, clusters=partition.parts)
    mapping = numasim.map_clusters(numasim.cluster_graph(partition), machine, "memory_centric")
    return numasim.simulate(
        partition, mapping, machine, {"initial_values": "preloaded", "aggregate_messages": aggregate_messages}
    ).scalars


def best_of_the_others(graph, parts):
    """The cycles of the best method, its name, and the order of its edges."""
    found = []
    for method in OTHERS:
        edge_cut = method in ("compnet", "metis")
        for order in ("",) if edge_cut else ("given", "shuffled"):
            options = {"order": order} if order else {}
            partition = numasim.partition(graph, method, parts=parts, seed=0, **options)
            found.append((simulated(partition, "table2", not edge_cut)["cycles"], method, order))
    return min(found, key=lambda each: each[0])


def main(arguments):
    counts = [int(a) for a in arguments if a.isdigit()] or [8, 64, 256]
    names = [a for a in arguments if not a.isdigit()] or list(PROGRAMS)
    titles = ("program", "clusters", "bound", "best of the others", *METHODS)
    print(f"| {' | '.join(titles)} | time_balanced / best | / bound | copies | CPU s |")
    print("|---" * (len(titles) + 4) + "|")
    ratios = []
    for name in names:
        graph = numasim.trace_program(name).graph
        for parts in counts:
            best, *named = best_of_the_others(graph, parts)
            cells = []
            for method in METHODS:
                begin = time.process_time()
                partition = numasim.partition(graph, method, parts=parts)
                seconds = time.process_time() - begin
                scalars = simulated(partition, "table2")
                cycles = scalars["cycles"]
                cell = f"{cycles:,}"
                if scalars["messages_local"]:
                    cell += f" ({simulated(partition, ONE_A_CORE)['cycles']:,})"
                cells.append(cell)
                if method == "time_balanced":
                    bound = max(scalars["work_cycles"] / parts, scalars["critical_path_cycles"])
                    copies = numasim.quality(partition).copies_or_cut
                    ratio, over_bound, took = cycles / best, cycles / bound, seconds
            ratios.append(ratio)
            rest = f"{best:,} {' '.join(named)}".rstrip()
            print(
                f"| {name} | {parts} | {bound:,.0f} | {rest} | {' | '.join(cells)} "
                f"| {ratio:.2f} | {over_bound:.2f} | {copies:,} | {took:.2f} |",
                flush=True,
            )
    mean = math.exp(math.fsum(map(math.log, ratios)) / len(ratios))
    print(
        f"\nTime of time_balanced over the best: {mean:.3f} in the geometric mean, {max(ratios):.3f} at most."
    )


if __name__ == "__main__":
    main(sys.argv[1:])
