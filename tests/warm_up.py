"""Compile every kernel on all cores before the tests start, so that no test waits for a compiler."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

import numasim
from gpu import SPMV_METHODS, StreamBackend, conjugate_gradient, spmv_operator
from gpu import simulate as simulate_gpu
from mappers.clusters.cluster_graph import cluster_graph
from mappers.map_clusters import MAPPERS, map_clusters
from mappers.scheduling.schedule_tasks import SCHEDULES
from mappers.topology import Mesh
from numasim.experiments.run_jobs import PRELOAD
from numasim.experiments.worker_pool import run_batches
from numasim.machine.machine import load_machine
from numasim.machine.router_parameters import RouterParameters
from numasim.numa.coherence.tester import RandomTest, run_random_test
from numasim.numa.noc.traffic import measure
from numasim.provenance import usable_cores
from numasim.simulation.simulate import simulate
from numasim.simulation.simulate_threads import simulate_threads
from numasim.threads.bfs import Bfs
from numasim.threads.random_operations import RandomOperations
from numasim.threads.real_run import run_threads
from numasim.trace.trace_program import trace_program
from partitioners.analysis.statistics import graph_statistics
from partitioners.conformance.graphs import random_graph
from partitioners.errors import MissingExtraError
from partitioners.generators.models import barabasi_albert, grid
from partitioners.partition import EdgePartition
from partitioners.partition_edge_file import partition_edge_file
from partitioners.partition_graph import PARTITIONERS, partition

sys.path.insert(0, str(Path(__file__).parent / "gpu"))

graph = grid(width=12, height=12)
weighted = random_graph(60, 300, 4, "wide")
machine = load_machine("mesh-2x2")


def compile_partitioner(method):
    try:
        for parts in (2, 12, 24, 48, 100):
            cluster_graph(partition(graph, method, parts))
        cluster_graph(partition(weighted, method, 9))
    except MissingExtraError:  # its tests will be skipped
        pass


def compile_searches_and_orders():
    partition(weighted, "portfolio", 4, effort="best")
    for order in ("shuffled", "degree", "bfs"):
        partition(graph, "hdrf", 4, order=order)


def compile_mappers():
    clusters = cluster_graph(EdgePartition(graph, 100, np.arange(graph.num_edges) % 100))
    for mapper in MAPPERS.names():
        map_clusters(clusters, Mesh(4, 4), mapper)


def compile_generators():
    barabasi_albert(vertices=10, edges_per_vertex=2)
    graph_statistics(graph)


def compile_gpu():
    from gpu_matrices import random_application, random_matrix
    from gpu_traces import trace_of

    simulate_gpu(trace_of([[[]]]))
    matrix = random_matrix(40, 40, 200)
    application = random_application(matrix, 3, reorder="same")
    for method in SPMV_METHODS:
        prepared = application if method.startswith("spac") else matrix
        for dtype in ("float32", "float64"):
            product = spmv_operator(prepared, method, StreamBackend(), dtype=dtype, block_size=256)
            conjugate_gradient(product, np.ones(40), max_iterations=1)


def compile_tracing():
    for memory_dependences in ("raw", "raw_war_waw"):
        trace_program("fft", size=4, memory_dependences=memory_dependences, cache=False)


def compile_engine(memory_model):
    cut = EdgePartition(graph, 4, np.arange(graph.num_edges) % 4)
    mapping = map_clusters(cluster_graph(cut), machine.topology)
    simulate(cut, mapping, machine, {"scheduler": "critical_path"})
    for network in ("packet", "flit"):
        simulate(cut, mapping, machine, {"network": network, "memory_model": memory_model})


def compile_stealing():
    cut = EdgePartition(graph, 4, np.arange(graph.num_edges) % 4)
    mapping = map_clusters(cluster_graph(cut), machine.topology)
    for network in ("packet", "flit"):
        for stealing in ("nearest", "random", "most_loaded"):
            simulate(cut, mapping, machine, {"network": network, "stealing": stealing, "model": "dataflow"})


def compile_network_and_coherence():
    cut = EdgePartition(graph, 4, np.arange(graph.num_edges) % 4)
    mapping = map_clusters(cluster_graph(cut), machine.topology)
    simulate(cut, mapping, machine, {"network": "flit", "engine": "simpy"})
    measure(machine.topology, RouterParameters(), "uniform", 0.1, packets=100)
    run_random_test(RandomTest(operations=10))


def compile_threads():
    for network in ("packet", "flit"):
        simulate_threads(RandomOperations(items=5), np.arange(4), machine, network=network)
    search = Bfs(graph=graph, roots=[0], method="hybrid")
    simulate_threads(search, np.arange(4), machine, scheduler="dynamic")
    run_threads(search, 1)


GRID = {"generator": "grid", "width": 6, "height": 6}
TASKS = {"generator": "cholesky", "tiles": 3}
EXPERIMENTS = {
    "schedules": {
        "workload": TASKS,
        "schedule": {"method": "heft"},
        "sweep": {"schedule.method": SCHEDULES.names()},
    },
    "cuts of task graphs": {
        "workload": TASKS,
        "partition": {"parts": 4},
        "sweep": {"partition.method": ["heft", "dsc", "time_balanced"], "partition.parts": [4, 5]},
    },
    "migration": {
        "workload": GRID,
        "partition": {"method": "libra", "parts": 8},
        "mapping": {"method": "refine", "policy": "periodic", "every": 50},
    },
    "placement during the run": {
        "workload": GRID,
        "partition": {"method": "libra", "parts": 8},
        "mapping": {"method": "memory_centric", "policy": "online"},
        "sweep": {"execution.memory_model": ["traced", "simulated"]},
    },
    "threads": {
        "workload": {"thread_program": "pulp", "threads": 2, "graph": GRID},
        "sweep": {"execution.network": ["packet", "flit"]},
    },
    "traced threads": {"workload": {"program": "hot_counter", "threads": 2}},
    "requests in the order of the machine code": {
        "workload": {"kernel": "spmv", "matrix": GRID, "variant": "merge_path"},
        "machine": "k20c",
    },
}
"""What other kernels of the simulator are compiled by."""


def run_experiment(name):
    errors = numasim.run({"machine": "mesh-2x2", **EXPERIMENTS[name]})["error"].dropna()
    if len(errors):
        raise RuntimeError(f"{name}: {errors.iloc[0]}")


def compile_edge_files():
    with TemporaryDirectory(prefix="numasim-warm-up-") as folder:
        path, output = Path(folder) / "edges.i32", Path(folder) / "clusters.npy"
        np.column_stack([graph.src, graph.dst]).astype("<i4").tofile(path)
        partition_edge_file(path, 5, output=output, batch=60, passes=2)
        for parts in (5, 100):
            partition_edge_file(path, parts, output=output, method="hdrf")


def compile_library_of_cplusplus():
    """Where zig compiles C++, it compiles its library of C++ first, which takes a minute."""
    clock = "std::chrono::steady_clock::now().time_since_epoch().count()"  # a function of the library
    with TemporaryDirectory(prefix="numasim-warm-up-") as folder:
        source = Path(folder) / "clock.cpp"
        source.write_text(f"#include <chrono>\nint main() {{ return {clock} < 0; }}\n")
        trace_program(source, cache=False)


def compile_kernels(task):
    """Run a task; its traceback, or nothing."""
    import traceback

    function, *arguments = task
    try:
        function(*arguments)
    except Exception:
        return traceback.format_exc()
    return ""


if __name__ == "__main__":
    # The longest first, so that no core is left with one of them.
    batches = [
        [(compile_library_of_cplusplus,)],
        [(compile_gpu,), (run_experiment, "requests in the order of the machine code")],
        [(compile_engine, "traced"), (compile_stealing,)],
        [
            (compile_engine, "simulated"),
            (run_experiment, "migration"),
            (run_experiment, "placement during the run"),
        ],
        [(compile_threads,), (run_experiment, "threads"), (run_experiment, "traced threads")],
        [(compile_network_and_coherence,)],
        [(compile_tracing,)],
        *[[(compile_partitioner, method)] for method in PARTITIONERS.names()],
        [(compile_searches_and_orders,), (compile_edge_files,)],
        [(compile_mappers,), (run_experiment, "schedules")],
        [(compile_generators,), (run_experiment, "cuts of task graphs")],
    ]
    failed = False
    for _, _, result in run_batches(compile_kernels, batches, usable_cores(), PRELOAD):
        if result:
            sys.stderr.write(f"{result}\n")
            failed = True
    sys.exit(failed)
