"""Compile every kernel once, in one process, before several test processes would do so at the same time."""

from mappers import MAPPERS, cluster_graph, map_clusters
from mappers.topology import Mesh
from numasim.machine import load_machine
from numasim.numa.coherence.tester import RandomTest, run_random_test
from numasim.numa.flit_network import RouterParameters
from numasim.numa.traffic import measure
from numasim.simulation import simulate
from numasim.trace.trace_program import trace_program
from partitioners import PARTITIONERS, partition
from partitioners.errors import MissingExtraError
from partitioners.generators import barabasi_albert, grid
from partitioners.statistics import graph_statistics

barabasi_albert(vertices=10, edges_per_vertex=2)
graph = grid(width=12, height=12)
for method in PARTITIONERS.names():
    try:
        for parts in (2, 12, 24, 48, 100):
            clusters = cluster_graph(partition(graph, method, parts))
    except MissingExtraError:  # its tests will be skipped
        continue
for mapper in MAPPERS.names():
    map_clusters(clusters, Mesh(4, 4), mapper)
cut = partition(graph, "libra", 4, order="bfs")
machine = load_machine("mesh-2x2")
mapping = map_clusters(cluster_graph(cut), machine.topology)
simulate(cut, mapping, machine, {"scheduler": "critical_path"})
for network in ("packet", "flit"):
    for memory in ("traced", "simulated"):
        simulate(cut, mapping, machine, {"network": network, "memory": memory})
simulate(cut, mapping, machine, {"network": "flit", "engine": "simpy"})
measure(machine.topology, RouterParameters(), "uniform", 0.1, packets=100)
run_random_test(RandomTest(operations=10))

graph_statistics(graph)
for memory_order in ("flow", "all"):
    trace_program("fft", size=4, memory_order=memory_order, cache=False)
