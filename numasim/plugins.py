"""What authors of plug-ins import: the types that a plug-in is given and returns, and the registries.

The other modules of the project may change between releases. Each name is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from partitioners.plugins.lazy_names import attach

if TYPE_CHECKING:
    from gpu.kernel import Kernel as Kernel
    from gpu.launch import Backend as Backend
    from gpu.launch import blocks_for as blocks_for
    from gpu.model.gpu import Gpu as Gpu
    from gpu.programs.program import GPU_PROGRAMS as GPU_PROGRAMS
    from gpu.programs.program import GpuProgram as GpuProgram
    from mappers.clusters.cluster_graph import ClusterGraph as ClusterGraph
    from mappers.costs import TransferCosts as TransferCosts
    from mappers.map_clusters import MAPPERS as MAPPERS
    from mappers.mapping import CoreState as CoreState
    from mappers.mapping import Mapping as Mapping
    from mappers.mapping import Measurements as Measurements
    from mappers.mapping import OnlineMapper as OnlineMapper
    from mappers.mapping import OnlineMapping as OnlineMapping
    from mappers.mapping import PeriodicMapping as PeriodicMapping
    from mappers.mapping import Remapper as Remapper
    from mappers.scheduling.problem import SchedulingProblem as SchedulingProblem
    from mappers.scheduling.schedule import Schedule as Schedule
    from mappers.scheduling.schedule_tasks import SCHEDULES as SCHEDULES
    from mappers.scheduling.starts import Starts as Starts
    from mappers.topology import Topology as Topology
    from numasim.conformance.suites import conformance as conformance
    from numasim.experiments.job import Clock as Clock
    from numasim.experiments.job import Job as Job
    from numasim.experiments.job import Outcome as Outcome
    from numasim.experiments.point_kind import PointKind as PointKind
    from numasim.experiments.prepare import intermediate_key as intermediate_key
    from numasim.experiments.prepare import shared_graph as shared_graph
    from numasim.numa.coherence.controller import new_message as new_message
    from numasim.numa.coherence.controller import release_message as release_message
    from numasim.numa.coherence.l1 import l1_deliver as l1_deliver
    from numasim.numa.coherence.protocol import Event as Event
    from numasim.numa.coherence.state import RETRY as RETRY
    from numasim.numa.simpy_engine.coherent_memory import L1 as L1
    from numasim.numa.simpy_engine.coherent_memory import CoherentMemory as CoherentMemory
    from numasim.numa.simpy_engine.coherent_memory import Home as Home
    from numasim.numa.simpy_engine.controller import Controller as Controller
    from numasim.numa.simpy_engine.core import Core as Core
    from numasim.numa.simpy_engine.memory import Memory as Memory
    from numasim.numa.simpy_engine.network import PacketNetwork as PacketNetwork
    from numasim.numa.simpy_engine.network_interface import count_injected as count_injected
    from numasim.numa.simpy_engine.out_of_order_core import OutOfOrderCore as OutOfOrderCore
    from numasim.numa.simpy_engine.parts import COMPONENTS as COMPONENTS
    from numasim.numa.simpy_engine.server import Server as Server
    from numasim.program.program import Program as Program
    from numasim.program.run_time_scheduler import RunTimeScheduler as RunTimeScheduler
    from numasim.program.schedulers import SCHEDULERS as SCHEDULERS
    from numasim.program.schedulers import TaskQueue as TaskQueue
    from numasim.results.columns import Column as Column
    from numasim.results.comparison_plot import comparison_figure as comparison_figure
    from numasim.results.row_kinds import OF_GRAPH as OF_GRAPH
    from numasim.results.row_kinds import RowKind as RowKind
    from numasim.results.summary_cells import Groups as Groups
    from numasim.results.summary_cells import cell as cell
    from numasim.results.summary_cells import figures as figures
    from numasim.results.summary_cells import named as named
    from numasim.schema.kinds import KINDS as KINDS
    from numasim.schema.kinds import names_key as names_key
    from numasim.schema.load import Experiment as Experiment
    from numasim.threads.mapping import THREAD_MAPPERS as THREAD_MAPPERS
    from numasim.threads.piece import AT as AT
    from numasim.threads.piece import LAST as LAST
    from numasim.threads.piece import STOP as STOP
    from numasim.threads.piece import compute as compute
    from numasim.threads.piece import fetch_add as fetch_add
    from numasim.threads.piece import newest as newest
    from numasim.threads.piece import read as read
    from numasim.threads.piece import space_left as space_left
    from numasim.threads.program import THREAD_PROGRAMS as THREAD_PROGRAMS
    from numasim.threads.program import MemoryArray as MemoryArray
    from numasim.threads.program import ThreadProgram as ThreadProgram
    from numasim.threads.schedules import CHUNK as CHUNK
    from numasim.threads.schedules import ITEMS as ITEMS
    from numasim.threads.schedules import NUMBER as NUMBER
    from numasim.threads.schedules import TAKEN as TAKEN
    from numasim.threads.schedules import THREAD_SCHEDULES as THREAD_SCHEDULES
    from numasim.threads.schedules import touch as touch
    from numasim.trace.instructions import LatencyClass as LatencyClass
    from numasim.trace.instructions import OpcodeClass as OpcodeClass
    from partitioners.balance import hard_limit as hard_limit
    from partitioners.config.model import ConfigModel as ConfigModel
    from partitioners.errors import ConfigError as ConfigError
    from partitioners.errors import InputError as InputError
    from partitioners.errors import KernelError as KernelError
    from partitioners.errors import MissingExtraError as MissingExtraError
    from partitioners.errors import NumasimError as NumasimError
    from partitioners.errors import OptionError as OptionError
    from partitioners.files.interchange import bipartite as bipartite
    from partitioners.generators.registry import GENERATORS as GENERATORS
    from partitioners.graph import Graph as Graph
    from partitioners.kernels.cache import njit as njit
    from partitioners.levels import topological_levels as topological_levels
    from partitioners.partition import EdgePartition as EdgePartition
    from partitioners.partition import VertexPartition as VertexPartition
    from partitioners.partition_graph import PARTITIONERS as PARTITIONERS
    from partitioners.partition_graph import partition as partition

__getattr__, __dir__, __all__ = attach(__name__, __file__)
