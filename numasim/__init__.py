"""Partition a graph, map its clusters onto a NUMA mesh, and simulate the run.

This module exports every public name. Each name is imported when it is first used, so that ``import numasim``
is fast.

>>> import numasim
>>> graph = numasim.read_graph("web.mtx.xz")                          # doctest: +SKIP
>>> graph = numasim.trace_program("fft").graph                        # doctest: +SKIP
>>> partition = numasim.partition(graph, "wb_libra", parts=64)        # doctest: +SKIP
>>> machine = numasim.load_machine("mesh-8x8")                        # doctest: +SKIP
>>> clusters = numasim.cluster_graph(partition)                       # doctest: +SKIP
>>> mapping = numasim.map_clusters(clusters, machine)                 # doctest: +SKIP
>>> result = numasim.simulate(partition, mapping, machine)            # doctest: +SKIP
>>> results = numasim.run("quickstart")                               # doctest: +SKIP
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from partitioners.plugins.lazy_names import attach

if TYPE_CHECKING:
    from mappers.clusters.cluster_graph import ClusterGraph as ClusterGraph
    from mappers.clusters.cluster_graph import cluster_graph as cluster_graph
    from mappers.costs import TransferCosts as TransferCosts
    from mappers.mapping import Mapping as Mapping
    from mappers.mapping_files import read_mapping as read_mapping
    from mappers.mapping_files import write_mapping as write_mapping
    from mappers.scheduling.problem import SchedulingProblem as SchedulingProblem
    from mappers.scheduling.schedule import Schedule as Schedule
    from mappers.scheduling.schedule_files import read_schedule as read_schedule
    from mappers.scheduling.schedule_files import write_schedule as write_schedule
    from mappers.scheduling.schedule_tasks import schedule_tasks as schedule_tasks
    from mappers.topology import Mesh as Mesh
    from numasim.experiments.experiment import run as run
    from numasim.experiments.run_options import RunOptions as RunOptions
    from numasim.experiments.run_study import measure_network as measure_network
    from numasim.machine.machine import Machine as Machine
    from numasim.machine.machine import load_machine as load_machine
    from numasim.numa.coherence.cache import CacheShape as CacheShape
    from numasim.numa.coherence.tester import RandomTest as RandomTest
    from numasim.numa.coherence.tester import run_random_test as run_random_test
    from numasim.numa.shared.run_result import RunResult as RunResult
    from numasim.numa.shared.thread_result import ThreadResult as ThreadResult
    from numasim.provenance import __version__ as __version__
    from numasim.results.chart import plot as plot
    from numasim.results.tables import load_results as load_results
    from numasim.schema.load import Experiment as Experiment
    from numasim.schema.load import load_experiment as load_experiment
    from numasim.schema.load import points as points
    from numasim.simulation.map_onto_machine import map_clusters as map_clusters
    from numasim.simulation.schedule_graph import schedule as schedule
    from numasim.simulation.schedule_graph import simulate_schedule as simulate_schedule
    from numasim.simulation.simulate import simulate as simulate
    from numasim.simulation.simulate_threads import simulate_threads as simulate_threads
    from numasim.simulation.simulate_windows import simulate_windows as simulate_windows
    from numasim.simulation.windowed_result import WindowedResult as WindowedResult
    from numasim.threads.mapping import map_threads as map_threads
    from numasim.threads.program import ThreadProgram as ThreadProgram
    from numasim.threads.replay import Replay as Replay
    from numasim.trace.options import GraphOptions as GraphOptions
    from numasim.trace.options import ProgramOptions as ProgramOptions
    from numasim.trace.options import ThreadOptions as ThreadOptions
    from numasim.trace.options import TraceOptions as TraceOptions
    from numasim.trace.threads.trace_threads import trace_threads as trace_threads
    from numasim.trace.trace import Trace as Trace
    from numasim.trace.trace_program import trace_program as trace_program
    from numasim.trace.windows import Window as Window
    from numasim.trace.windows import trace_windows as trace_windows
    from partitioners.analysis.quality import Quality as Quality
    from partitioners.analysis.quality import quality as quality
    from partitioners.analysis.statistics import GraphStatistics as GraphStatistics
    from partitioners.analysis.statistics import graph_statistics as graph_statistics
    from partitioners.analysis.verify import verify as verify
    from partitioners.errors import InputError as InputError
    from partitioners.errors import MissingExtraError as MissingExtraError
    from partitioners.errors import NumasimError as NumasimError
    from partitioners.files.interchange import bipartite as bipartite
    from partitioners.files.partition_files import read_partition as read_partition
    from partitioners.files.partition_files import write_partition as write_partition
    from partitioners.files.read_graph import read_graph as read_graph
    from partitioners.files.write_graph import write_graph as write_graph
    from partitioners.graph import Graph as Graph
    from partitioners.partition import EdgePartition as EdgePartition
    from partitioners.partition import VertexPartition as VertexPartition
    from partitioners.partition_edge_file import partition_edge_file as partition_edge_file
    from partitioners.partition_graph import partition as partition
    from partitioners.refinement.refine import refine as refine

__getattr__, __dir__, __all__ = attach(__name__, __file__)
