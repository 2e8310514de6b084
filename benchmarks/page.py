"""The table of docs/performance.md: a few speeds that a reader wants, each measured by a short run.

    scripts/bench --page              measures them and writes the table into the page

A speed is the median of the repeats in CPU time on one core, with the slowest and the fastest of them, after
one run that compiles. Each row names the benchmark that measures more of the same. The whole takes about two
minutes of one core, with all kernels compiled.
"""

import platform
import statistics
import sys
from collections.abc import Callable, Iterator
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import simulation
from gpu_kernels import power_law
from harness import children_seconds, cpu_seconds, own_seconds, parser, table
from mapping import fresh, random_cut

import numasim
from gpu import StreamBackend, simulate, spmv_operator
from mappers.clusters.cluster_graph import cluster_graph
from mappers.map_clusters import map_clusters
from mappers.scheduling.schedule_tasks import schedule_tasks
from mappers.topology import Mesh
from numasim.provenance import versions
from numasim.simulation.schedule_graph import scheduling_problem
from numasim.simulation.simulate_threads import simulate_threads
from numasim.threads.microbenchmarks import RandomRead
from numasim.trace.trace_program import trace_program
from numasim.validation.markdown import write_section
from partitioners.generators.models import rmat
from partitioners.generators.task_graphs import cholesky

PAGE = Path(__file__).parents[1] / "docs" / "performance.md"
MARK = "<!-- written by scripts/bench --page -->"
COLUMNS = ("task", "median:.3g", "slowest:.3g", "fastest:.3g", "unit", "more by")


ENGINES = {"compiled": "compiled engine", "simpy": "in SimPy"}


class Row(NamedTuple):
    """A measured task: its name, its unit, the benchmark with more of it, the work, and its amount."""

    name: str
    unit: str
    benchmark: str
    work: Callable[[], Any]
    amount: float


def rows() -> Iterator[Row]:
    """The rows, each made when it is measured."""
    graph = rmat(scale=16, edge_factor=16, seed=1)
    m = graph.num_edges
    for method, options in (
        ("wb_libra", {"order": "shuffled"}),
        ("hdrf", {"order": "shuffled"}),
        ("metis", {}),
    ):
        work = partial(numasim.partition, graph, method, 64, **options)
        yield Row(f"`{method}`, R-MAT of {m:,} edges, 64 parts", "M edges/s", "streaming", work, m / 1e6)
    small = rmat(scale=14, edge_factor=15)
    work = partial(numasim.partition, small, "portfolio", 64)
    yield Row(f"`portfolio`, R-MAT of {small.num_edges:,} edges, 64 parts", "M edges/s", "partitioning", work,
              small.num_edges / 1e6)  # fmt: skip

    clusters, mesh = cluster_graph(random_cut(1_000_000, 1024)), Mesh(32, 32)
    yield Row("mapping 1,024 clusters, `memory_centric`", "k clusters/s", "mapping",
              lambda: map_clusters(fresh(clusters), mesh, "memory_centric"), 1.024)  # fmt: skip

    machine = numasim.load_machine("mesh-8x8")
    cut = numasim.partition(small, "wb_libra", 64, order="shuffled")
    placed = numasim.map_clusters(numasim.cluster_graph(cut), machine, "round_robin")
    for network, engine in (*((each, "compiled") for each in simulation.NETWORKS), ("packet", "simpy")):
        work = partial(numasim.simulate, cut, placed, machine, {"network": network, "engine": engine})
        name = f"simulation on 64 cores, network `{network}`, {ENGINES[engine]}, {small.num_edges:,} edges"
        yield Row(name, "M edges/s", "simulation", work, small.num_edges / 1e6)

    fft = numasim.trace_program("fft", size=256).graph
    cut = numasim.partition(fft, "wb_libra", 64)
    placed = numasim.map_clusters(numasim.cluster_graph(cut), machine, "memory_centric")
    for communication in ("message", "coherent"):
        execution = {"memory_model": "simulated", "communication": communication}
        name = f"simulation of an FFT on 64 cores with coherent caches, values by `{communication}`"
        work = partial(numasim.simulate, cut, placed, machine, execution)
        yield Row(name, "M instructions/s", "simulated_memory", work, fft.num_vertices / 1e6)

    trace = partial(trace_program, "md", size=512, cache=False)
    nodes = int(trace().arrays["num_vertices"]) / 1e6
    yield Row(f"tracing `md` of {nodes:.0f} million instructions, from its source to its graph",
              "M instructions/s", "tracing", trace, nodes)  # fmt: skip

    quarter, cores = numasim.load_machine("mesh-4x4"), np.arange(16)
    read = partial(RandomRead, bytes="16 KiB", accesses=20_000)
    found = simulate_threads(read(), cores, quarter, network="packet", verify=False)
    yield Row("16 threads that read words in their caches", "M operations/s", "simulated_threads",
              lambda: simulate_threads(read(), cores, quarter, network="packet", verify=False),
              found.scalars["operations"] / 1e6)  # fmt: skip

    problem, _ = scheduling_problem(cholesky(tiles=50, variation=0.3), machine)
    tasks = problem.num_tasks
    yield Row(f"`heft`, Cholesky graph of {tasks:,} tasks, 64 cores", "k tasks/s", "static_schedules",
              partial(schedule_tasks, problem, "heft"), tasks / 1e3)  # fmt: skip

    matrix, backend = power_law(500_000), StreamBackend()
    operator = spmv_operator(matrix, "merge_path", backend, dtype="float32")
    operator.apply(operator.vector(np.ones(matrix.shape[1])), backend.zeros(matrix.shape[0], "float32"))
    traces = backend.pop_traces()
    count = simulate(traces, "titan-x-pascal").scalars["instructions"]
    yield Row(f"GPU model, `merge_path` of {matrix.nnz:,} entries on a Titan X", "M warp instructions/s",
              "gpu_kernels", partial(simulate, traces, "titan-x-pascal"), count / 1e6)  # fmt: skip


def _seconds() -> float:
    """Processor seconds of this process and of its children, such as a traced program."""
    return own_seconds() + children_seconds()


def measured(row: Row, repeats: int) -> tuple[Any, ...]:
    """The cells of a row."""
    row.work()  # compiles
    speeds = [row.amount / cpu_seconds(row.work, clock=_seconds)[0] for _ in range(repeats)]
    print(row.name, *speeds, file=sys.stderr, flush=True)
    command = f"`scripts/bench {row.benchmark}`"
    return row.name, statistics.median(speeds), min(speeds), max(speeds), row.unit, command


def processor() -> str:
    """The name of this machine's processor."""
    file = Path("/proc/cpuinfo")
    lines = file.read_text().splitlines() if file.exists() else []
    names = [line.partition(": ")[2] for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


def main() -> None:
    options = parser(__doc__, repeats=5).parse_args()
    used = versions()
    shown = ", ".join(f"{name} {used[name]}" for name in ("numasim", "python", "numpy", "numba", "simpy"))
    lines = list(table(COLUMNS, (measured(row, options.repeats) for row in rows())))
    text = [
        MARK, "",
        f"Measured by `scripts/bench --page` on {date.today()}: {processor()}, {shown}; "
        f"{options.repeats} repeats.",
        "", *lines, "", MARK.replace("written", "end of what is written"),
    ]  # fmt: skip
    write_section(PAGE, "\n".join(text))


if __name__ == "__main__":
    main()
