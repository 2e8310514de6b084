"""The time of mapped programs by mapper, over the best mapper's, and whether the estimate orders mappings.

scripts/bench mapped_programs                          all 600 points
python benchmarks/mapped_programs.py --points 100      a seeded sample; --quick for 8 points

A point is a program, a cut, a number of clusters and a mesh. Traced work runs at every point, and the other
settings run at a seeded quarter of the points, at most a tenth of all. A ratio is a time over the least time
of all mappers at the same point, and a table has its geometric mean and its maximum. Points with fewer
clusters than a quarter of the cores are apart, because most cores are idle there whatever the mapping. A
table has the time with all clusters on one core over that of the best mapper. The last lines compare the
estimate of `mappers.algorithms.time_estimate` with simulated runs: the rank correlation, at each point, of
the estimated and the simulated times of the mappings of all mappers, and of mappings in which a cluster joins
another one.
"""

import itertools
import math
import random
import statistics
from collections import defaultdict

import numpy as np
from harness import own_seconds, parser, print_table
from scipy.stats import spearmanr

import numasim
from mappers.mapping import Mapping
from mappers.metrics import estimated_cycles

SIZES = {
    "dijkstra": 32,
    "fft": 256,
    "kmeans": 64,
    "mandel": 512,
    "md": 64,
    "nn": 16,
    "neuron": 64,
    "cnn": 12,
    "strassen8": 8,
    "strassen16": 4,  # with 8 it is the graph of strassen8, with 16 it has twice the instructions allowed
}
"""At most 300,000 instructions each."""

CUTS = {
    "metis": {},
    "wb_libra": {"order": "shuffled"},
    "portfolio": {},
    "time_balanced": {},
    "compnet": {},
}
CLUSTERS = (8, 64, 256, 1024)
CORES = (16, 64, 256)
MAPPERS = {
    "bottleneck": ("bottleneck", {}),
    "memory_centric": ("memory_centric", {}),
    "serial": ("memory_centric", {"estimate": "serial"}),
    "greedy": ("greedy", {}),
    "local_search": ("local_search", {}),
    "round_robin": ("round_robin", {}),
    "random": ("random", {}),
}
ONE_CORE = "one core"
SETTINGS = {
    "traced": {},
    "preloaded": {"initial_values": "preloaded"},
    "simulated": {"memory_model": "simulated"},
    "coherent": {"memory_model": "simulated", "communication": "coherent"},
}
PAIRS = 12
"""Pairs of clusters at each point of the last table."""


def points(count):
    """A number of points in a seeded random order, and a tenth of all points that run in every setting."""
    found = list(itertools.product(SIZES, CUTS, CLUSTERS, CORES))
    random.Random(0).shuffle(found)
    return set(found[:count]), set(found[: min(count // 4, len(found) // 10)])


def measured(chosen, everywhere):
    """Cycles by (setting, point, mapper), CPU seconds by (point, mapper), and correlations by point.

    The cycles with all clusters on one core are those of the mapper ``ONE_CORE``.
    """
    cycles, seconds, correlations = {}, {}, defaultdict(list)
    for program, cut, clusters in sorted({point[:3] for point in chosen}):
        graph = numasim.trace_program(program, size=SIZES[program]).graph
        partition = numasim.partition(graph, cut, parts=clusters, seed=0, **CUTS[cut])
        clustered = numasim.cluster_graph(partition)
        _ = clustered.exchange  # every mapper uses it
        for cores in CORES:
            point = program, cut, clusters, cores
            if point not in chosen:
                continue
            side = math.isqrt(cores)
            machine = numasim.load_machine(f"mesh-{side}x{side}")
            estimated = []
            for name, (method, options) in MAPPERS.items():
                for setting in SETTINGS if point in everywhere else ("traced",):
                    values = SETTINGS[setting].get("initial_values", "memory")
                    begin = own_seconds()
                    mapping = numasim.map_clusters(
                        clustered, machine, method, initial_values=values, **options
                    )
                    if setting == "traced":
                        seconds[point, name] = own_seconds() - begin
                        estimated.append(estimate(clustered, mapping, machine))
                    result = numasim.simulate(partition, mapping, machine, SETTINGS[setting])
                    cycles[setting, point, name] = result.scalars["cycles"]
            one_core = Mapping(np.zeros(clusters, np.int32), machine.num_cores)
            for setting in SETTINGS if point in everywhere else ("traced",):
                alone = numasim.simulate(partition, one_core, machine, SETTINGS[setting])
                cycles[setting, point, ONE_CORE] = alone.scalars["cycles"]
            simulated = [cycles["traced", point, name] for name in MAPPERS]
            correlations["mappers"].append(rank_correlation(estimated, simulated))
            if point in everywhere:
                correlations["pairs"].append(of_pairs(partition, clustered, machine))
    return cycles, seconds, correlations


def estimate(clustered, mapping, machine):
    return estimated_cycles(clustered, mapping, machine.topology, machine.transfer_costs)


def rank_correlation(one, other):
    """Spearman's, or not a number if all values of a list are equal."""
    constant = np.ptp(one) == 0 or np.ptp(other) == 0
    return math.nan if constant else float(spearmanr(one, other).statistic)


def of_pairs(partition, clustered, machine):
    """Rank correlation over mappings in which one cluster joins another one on its core."""
    placed = numasim.map_clusters(clustered, machine, "round_robin").core_of_cluster
    draw = np.random.default_rng(0)
    estimated, simulated = [], []
    for _ in range(PAIRS):
        one, two = draw.choice(clustered.parts, 2, replace=False)
        moved = placed.copy()
        moved[one] = moved[two]
        mapping = Mapping(moved, machine.num_cores)
        estimated.append(estimate(clustered, mapping, machine))
        simulated.append(numasim.simulate(partition, mapping, machine).scalars["cycles"])
    return rank_correlation(estimated, simulated)


def ratios(cycles):
    """Ratios by (setting, whether the point has few clusters, mapper), with their points."""
    found = defaultdict(dict)
    for setting, point in {key[:2] for key in cycles}:
        of_point = {name: cycles[setting, point, name] for name in MAPPERS}
        best = min(of_point.values())
        for name, each in (*of_point.items(), (ONE_CORE, cycles[setting, point, ONE_CORE])):
            found[setting, point[2] < point[3] / 4, name][point] = each / best
    return found


def rows(found, few):
    for setting in SETTINGS:
        each = [found[setting, few, name].values() for name in MAPPERS]
        if each[0]:
            cells = (f"{statistics.geometric_mean(values):.3f} ({max(values):.2f})" for values in each)
            yield setting, len(each[0]), *cells


def rows_of_one_core(found):
    for setting in SETTINGS:
        each = found[setting, False, ONE_CORE].values()
        if each:
            yield setting, len(each), statistics.geometric_mean(each), min(each), max(each)


def groups(found):
    """Geometric means of traced work by each part of a point."""
    for part, values in enumerate((SIZES, CUTS, CLUSTERS, CORES)):
        for value in values:
            each = [
                [ratio for point, ratio in found["traced", False, name].items() if point[part] == value]
                for name in MAPPERS
            ]
            if each[0]:
                of = ("", "", " clusters", " cores")[part]
                yield f"{value}{of}", len(each[0]), *map(statistics.geometric_mean, each)


def main():
    arguments = parser(__doc__, points=600)
    arguments.add_argument("--quick", action="store_true", help="8 points")
    given = arguments.parse_args()
    chosen, everywhere = points(8 if given.quick else given.points)
    small = numasim.trace_program("fft", size=8).graph
    for execution in SETTINGS.values():  # compiles
        for cut, options in CUTS.items():
            partition = numasim.partition(small, cut, parts=4, seed=0, **options)
            machine = numasim.load_machine("mesh-2x2")
            for method, of_mapper in MAPPERS.values():
                mapping = numasim.map_clusters(numasim.cluster_graph(partition), machine, method, **of_mapper)
            numasim.simulate(partition, mapping, machine, execution)
    cycles, seconds, correlations = measured(chosen, everywhere)
    found = ratios(cycles)
    for few, title in ((False, "clusters >= cores / 4"), (True, "clusters < cores / 4")):
        print(f"\n{title}: geometric mean (maximum)\n")
        print_table(("setting:10", "points:", *(f"{name}:" for name in MAPPERS)), rows(found, few))
    print("\nall clusters on one core, over the best mapper, clusters >= cores / 4\n")
    print_table(
        ("setting:10", "points:", "geometric mean:.2f", "least:.2f", "most:.2f"), rows_of_one_core(found)
    )
    print("\ntraced, clusters >= cores / 4: geometric means\n")
    print_table(("group:14", "points:", *(f"{name}:.3f" for name in MAPPERS)), groups(found))
    totals = {name: sum(each for (_, which), each in seconds.items() if which == name) for name in MAPPERS}
    print("\nCPU time of the mapper over that of local_search, all points\n")
    shares = (total / totals["local_search"] for total in totals.values())
    print_table(("mapper:6", *(f"{name}:.2f" for name in MAPPERS)), [("time", *shares)])
    print("\nrank correlation of estimated and simulated time: median, quartiles, points\n")
    for kind, found_of_kind in correlations.items():
        known = [each for each in found_of_kind if not math.isnan(each)]
        if len(known) > 1:
            low, median, high = statistics.quantiles(known, n=4)
            print(f"{kind}: {median:.2f}, {low:.2f} to {high:.2f}, {len(known)}")


if __name__ == "__main__":
    main()
