"""Cost of tracing: runs of `md` with a log, its graph, the ten programs, and programs of threads.

A run with a log includes the cache model for the weights `cache`, and reads the clock for `rdtsc`. Times are
CPU seconds, and speeds are in millions of instructions per second: the run that writes the log, and building
the graph, whose nodes are the instructions. Memory is that of building the graph, in a separate process and
in addition to its memory before. Times and memory are medians of the repeats, except for the ten programs,
which run once. Programs of threads have four threads, and their logs are complete after the run.
"""

import statistics
import tempfile
import time
from functools import partial
from operator import attrgetter
from pathlib import Path

from harness import children_seconds, cost_apart, cpu_seconds, own_seconds, parser, print_table

from numasim.trace.build_graph import WEIGHTS, build_dependencies
from numasim.trace.listing import Listing
from numasim.trace.options import GraphOptions
from numasim.trace.programs import PROGRAMS
from numasim.trace.recording import build, merge_clocks, record
from numasim.trace.threads.programs import THREADED_PROGRAMS
from numasim.trace.threads.trace_threads import build_threads, read_header
from numasim.trace.trace_program import trace_program

COLUMNS = (
    "weights:7", "instructions:,", "edges:11,", "run M/s:.0f", "log B/instruction:.1f",
    "graph M/s:.1f", "graph B/node at most:.1f",
)  # fmt: skip


THREAD_COLUMNS = (
    "threads:12", "form:9", "instructions:,", "operations:,", "run M/s:.0f", "log B/instruction:.1f",
)  # fmt: skip


def graph_cost(folder, weights, repeats):
    """Nodes, edges, CPU seconds and bytes of building one graph."""
    listing = Listing.load(folder / "listing.npz")
    work = partial(build_dependencies, listing, folder / "log", weights=weights)
    work(max_instructions=1000)  # compiles
    runs = [cost_apart(work, attrgetter("address.size", "src.size")) for _ in range(repeats)]
    seconds, memory = (statistics.median(run[i] for run in runs) for i in range(2))
    return *runs[0][2], seconds, memory


def rows(folder, repeats):
    for weights in WEIGHTS:
        program = build(PROGRAMS["md"].ir, folder, GraphOptions(weights=weights), name="md")
        run = partial(record, program, folder / "log", name="md", capture=(folder / "out", folder / "err"))
        written, _ = cpu_seconds(run, repeats, clock=children_seconds)
        log = sum((folder / "log" / name).stat().st_size for name in ("segments", "words"))
        if weights == "rdtsc":
            merge_clocks([folder / "log"])
        nodes, edges, seconds, memory = graph_cost(folder, weights, repeats)
        run_speed, graph_speed = nodes / written / 1e6, nodes / seconds / 1e6
        yield weights, nodes, edges, run_speed, log / nodes, graph_speed, memory / nodes


def thread_rows(folder, repeats):
    """Runs of programs of threads with their logs, from much computing to much synchronisation."""
    for name, form, size in (
        ("matrix", "pthreads", 300),
        ("stencil", "openmp", 600),
        ("merge_sort", "openmp", 300_000),
        ("hash_join", "pthreads", 300_000),
        ("hot_counter", "atomics", 200_000),
    ):
        program = THREADED_PROGRAMS[name]
        build_threads(program.source, folder, program.flags(form))
        run = partial(
            record, folder / "program", folder / "threads", name=name, arguments=program.arguments(4, size),
            capture=(folder / "out", folder / "err"),
            settings={"NUMASIM_TRACE_THREADS": "4", "NUMASIM_TRACE_SEED": "0"},
        )  # fmt: skip
        seconds, _ = cpu_seconds(run, repeats, clock=children_seconds)
        _, counts = read_header(folder / "threads" / "header")
        instructions = int(counts["instructions"].sum())
        log = sum((folder / "threads" / f"thread{k}").stat().st_size for k in range(4))
        yield name, form, instructions, log // 16, instructions / seconds / 1e6, log / instructions


def trace_all():
    """The number of nodes of all programs."""
    return sum(int(trace_program(name, cache=False).arrays["num_vertices"]) for name in PROGRAMS)


def main():
    repeats = parser(__doc__, repeats=5).parse_args().repeats
    with tempfile.TemporaryDirectory() as folder:
        print_table(COLUMNS, rows(Path(folder), repeats))
        print()
        print_table(THREAD_COLUMNS, thread_rows(Path(folder), repeats))
    wall = time.perf_counter()
    cpu, total = cpu_seconds(trace_all, clock=lambda: own_seconds() + children_seconds())
    print(f"\nthe ten programs: {total:,} nodes in {time.perf_counter() - wall:.1f} s ({cpu:.1f} s CPU)")


if __name__ == "__main__":
    main()
