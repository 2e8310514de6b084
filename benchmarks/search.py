"""The front that a search finds with a few points, compared with the front of many random points.

    scripts/bench search                            TPE and NSGA-II, 200 points each, against 5,000
    python benchmarks/search.py --points 100 --methods tpe

Six parameters of a machine with 16 cores vary under a small graph with simulated memory. The time, the
energy and the bytes of the caches are to be least. *Hypervolume* is that of the front, in the box between the
least of each objective over all points of all searches and its median over the random points, relative to
that of the random points. A box up to the largest would be filled by any good point. For comparison there are
as many random points as a search has. Figures are the median, the smallest and the largest of several seeds;
CPU seconds are those of the whole search, with its runs.
"""

import statistics
import warnings

import numpy as np
from harness import cpu_seconds, parser, print_table

import numasim
from numasim.results.objectives import costs_of, hypervolume, on_front

SIZES = ["512 B", "1 KiB", "2 KiB", "4 KiB", "8 KiB", "16 KiB"]
EXPERIMENT = {
    "workload": {"generator": "mc2depi", "n": 9},
    "partition": {"method": "wb_libra", "parts": 16},
    "mapping": {"method": "greedy"},
    "machine": "mesh-4x4",
    "execution": {"memory_model": "simulated", "network": "ideal"},
    "objective": ["seconds", "energy_joules", "machine.l1.size + machine.l2.size"],
}
FIELDS = {
    "machine.l1.size": SIZES,
    "machine.l2.size": SIZES,
    "machine.core.mshrs": {"from": 1, "to": 16, "scale": "log"},
    "machine.network.flit_size": ["4 B", "8 B", "16 B", "32 B", "64 B"],
    "machine.network.link_cycles": {"from": 1, "to": 4},
    "machine.memory.bandwidth": {"from": "4 GB/s", "to": "64 GB/s", "scale": "log"},
}


def searched(method, points, seed):
    """The CPU seconds of a search, and the costs of its points."""
    search = {"method": method, "points": points, "seed": seed, "fields": FIELDS}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an L1 may be larger than its slice of the L2
        seconds, table = cpu_seconds(lambda: numasim.run({**EXPERIMENT, "search": search}))
    costs = costs_of(table, EXPERIMENT["objective"])
    return seconds, costs[np.isfinite(costs).all(axis=1)]


def front(costs):
    """The costs on the front, each once."""
    return np.unique(costs[on_front(costs, np.ones(len(costs), dtype=bool))], axis=0)


def main():
    options = parser(__doc__, points=200, random=5000, seeds=3, methods=["tpe", "nsga2"]).parse_args()
    seconds, reference = searched("random", options.random, 0)
    found = {("random", options.random): [(seconds, reference)]}
    for method in ("random", *options.methods):
        found[method, options.points] = [
            searched(method, options.points, seed) for seed in range(1, options.seeds + 1)
        ]
    every = np.vstack([costs for runs in found.values() for _, costs in runs])
    low = every.min(axis=0)
    span = np.median(reference, axis=0) - low

    def volume(costs):
        return hypervolume((front(costs) - low) / span, np.ones(len(low)))

    whole = volume(reference)
    rows = []
    for (method, points), runs in found.items():
        ratios = [volume(costs) / whole for _, costs in runs]
        rows.append(
            (
                method,
                points,
                statistics.median(ratios),
                min(ratios),
                max(ratios),
                statistics.median(len(front(costs)) for _, costs in runs),
                statistics.median(seconds for seconds, _ in runs),
            )
        )
    columns = ("method", "points", "hypervolume:.3f", "least:.3f", "most:.3f", "on the front", "CPU s:.1f")
    print_table(columns, rows)


if __name__ == "__main__":
    main()
