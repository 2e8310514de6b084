"""Speed of simulated programs of threads, and their memory.

scripts/bench simulated_threads                         programs of small operations, in both engines
python benchmarks/simulated_threads.py --scale 20       and a search of R-MAT: 2^20 nodes, 8 M edges

The machine is a preset with a core for each thread and the network ``packet``. The first programs read random
words of an array, with 14 instructions before each read. Their misses depend on the size of the array: an L1
has 64 KiB. ``random operations`` are loads, stores, atomic operations and locks of shared data. Each run is a
process of its own. Its CPU time is the median of the repeats. Its memory is resident memory in addition to
that of the process before the run, and includes libraries. The programs are not verified, since that takes
memory for each operation.
"""

import statistics
from functools import partial

import numpy as np
from harness import cost_apart, parser, print_table

import numasim
from numasim.simulation.simulate_threads import simulate_threads
from numasim.threads.bfs import Bfs
from numasim.threads.microbenchmarks import RandomRead
from numasim.threads.random_operations import RandomOperations
from partitioners.generators.models import rmat
from partitioners.graph import Graph

COLUMNS = (
    "program:27", "engine:8", "operations:12,", "misses/operation:.2f", "M operations/s:.3f",
    "CPU s:.1f", "MB:,.0f",
)  # fmt: skip


def counts(result):
    """The operations of a run, and the misses of its L1s."""
    return result.scalars["operations"], result.scalars["l1_misses"]


def row(name, make, machine, engine, repeats):
    """The cells of a program."""

    def work():
        cores = np.arange(machine.num_cores)
        return simulate_threads(make(), cores, machine, network="packet", engine=engine, verify=False)

    seconds, peaks, found = zip(*(cost_apart(work, counts) for _ in range(repeats)), strict=True)
    operations, misses = found[0]
    seconds = statistics.median(seconds)
    return (
        name, engine, operations, misses / operations, operations / seconds / 1e6, seconds, max(peaks) / 1e6
    )  # fmt: skip


def rows(machine, options):
    """The rows of the table."""
    threads = machine.num_cores
    for engine, operations in (("compiled", options.operations), ("simpy", options.operations // 50)):
        for times in (1, 10):
            for size in ("16 KiB", "84 KiB"):
                make = partial(RandomRead, bytes=size, accesses=times * operations // threads)
                yield row(f"words of {size}", make, machine, engine, options.repeats)
            make = partial(
                RandomOperations, elements=20_000, locks=64, items=times * operations // 20
            )  # fmt: skip
            yield row("random operations", make, machine, engine, options.repeats)
    if options.scale:
        graph = rmat(scale=options.scale, edge_factor=8, permuted=True)
        ends = np.r_[graph.src, graph.dst], np.r_[graph.dst, graph.src]
        make = partial(Bfs, graph=Graph(graph.num_vertices, *ends), method="hybrid", roots=1)
        yield row(f"search of 2^{options.scale} nodes", make, machine, "compiled", 1)


def main():
    options = parser(__doc__, machine="mesh-4x4", operations=1_000_000, repeats=3, scale=0).parse_args()
    machine = numasim.load_machine(options.machine)
    for engine in ("compiled", "simpy"):  # so that all is compiled and loaded
        for program in (RandomRead(accesses=10), RandomOperations(items=10)):
            simulate_threads(program, np.arange(machine.num_cores), machine, engine=engine)
    print_table(COLUMNS, rows(machine, options))


if __name__ == "__main__":
    main()
