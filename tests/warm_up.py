"""Compile every kernel once before several test processes would do so at the same time.

Two processes that write the same compiled kernel for the first time can crash each other. So what both halves
need comes first, and the halves, which share no other kernel, are compiled side by side.
"""

import os
import sys
from pathlib import Path

import numpy as np

from gpu import SPMV_METHODS, StreamBackend, conjugate_gradient, spmv_operator
from gpu import simulate as simulate_gpu
from mappers import MAPPERS, cluster_graph, map_clusters
from mappers.topology import Mesh
from numasim.machine.machine import load_machine
from numasim.machine.router_parameters import RouterParameters
from numasim.numa.coherence.tester import RandomTest, run_random_test
from numasim.numa.noc.traffic import measure
from numasim.simulation.simulate import simulate
from numasim.trace.trace_program import trace_program
from partitioners import PARTITIONERS, partition
from partitioners.analysis.statistics import graph_statistics
from partitioners.errors import MissingExtraError
from partitioners.generators import barabasi_albert, grid

sys.path.insert(0, str(Path(__file__).parent / "gpu"))
from gpu_matrices import random_application, random_matrix
from gpu_traces import trace_of

graph = grid(width=12, height=12)
machine = load_machine("mesh-2x2")
cut = partition(graph, "libra", 4, order="bfs")
graph_statistics(graph)
mapping = map_clusters(cluster_graph(cut), machine.topology)


def compile_partitioners_and_mappers() -> None:
    barabasi_albert(vertices=10, edges_per_vertex=2)
    for method in PARTITIONERS.names():
        try:
            for parts in (2, 12, 24, 48, 100):
                clusters = cluster_graph(partition(graph, method, parts))
        except MissingExtraError:  # its tests will be skipped
            continue
    for mapper in MAPPERS.names():
        map_clusters(clusters, Mesh(4, 4), mapper)


def compile_gpu() -> None:
    simulate_gpu(trace_of([[[]]]))
    matrix = random_matrix(40, 40, 200)
    application = random_application(matrix, 3, reorder="same")
    for method in SPMV_METHODS:
        prepared = application if method.startswith("spac") else matrix
        for real in ("float32", "float64"):
            product = spmv_operator(prepared, method, StreamBackend(), real=real, block_size=256)
            conjugate_gradient(product, np.ones(40), max_iterations=1)


def compile_tracing() -> None:
    for memory_dependences in ("raw", "raw_war_waw"):
        trace_program("fft", size=4, memory_dependences=memory_dependences, cache=False)


def compile_engines() -> None:
    simulate(cut, mapping, machine, {"scheduler": "critical_path"})
    for network in ("packet", "flit"):
        for memory in ("traced", "simulated"):
            simulate(cut, mapping, machine, {"network": network, "memory_model": memory})
    simulate(cut, mapping, machine, {"network": "flit", "engine": "simpy"})
    measure(machine.topology, RouterParameters(), "uniform", 0.1, packets=100)
    run_random_test(RandomTest(operations=10))


child = os.fork()
if child == 0:
    compile_partitioners_and_mappers()
    compile_gpu()
    compile_tracing()
    sys.stdout.flush()
    os._exit(0)  # an exception ends the child before, with another status
compile_engines()
_, status = os.waitpid(child, 0)
sys.exit(os.waitstatus_to_exitcode(status))
