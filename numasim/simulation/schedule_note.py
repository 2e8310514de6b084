"""A note on runs whose schedule may be the reason that they are slow, without a second run.

No schedule is faster than its bound, which is the maximum of the critical path with its messages and the work
of the busiest core. A run that takes much longer waits for memory, waits for the network, or ran the wrong
tasks first. A different scheduler helps only in the last case. If a memory controller or a link is busy most
of the time, it explains the wait. With simulated memory, cores wait for their accesses and the scheduler only
chooses within a window. There, ``critical_path`` was never more than 9% faster. The measurements are in
``docs/execution-model.md``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from numasim.machine.machine import Machine
    from numasim.program.program import Program
    from numasim.schema.execution import Execution

OVER_BOUND = 1.3
"""A run gets a note if it takes at least this many times its bound."""

BUSY = 2 / 3
"""The run is assumed to wait for a controller or link whose utilisation is above this."""


def path_with_messages(
    program: Program, core_of_cluster: NDArray[np.integer], machine: Machine, execution: Execution
) -> int | None:
    """Cycles on the longest path. A message between cores takes the time of its head on an idle network.

    An initial value takes the time of a read from the nearest controller on an idle network.

    Returns None for runs that never get a :func:`schedule_note`. Complexity O(n + m).

    Parameters
    ----------
    core_of_cluster : ndarray of int, shape (p,)
    """
    in_question = execution.scheduler == "program_order" and execution.memory_model == "traced"
    if not in_question or program.model != "dataflow" or execution.stealing != "none" or machine.cores_differ:
        return None
    from numasim.program.task_order import with_latencies

    graph, replicas, network = program.partition.graph, program.replicas, machine.network
    distances = machine.topology.distances
    core_of_cluster = np.asarray(core_of_cluster, np.int32)
    core_of_master = np.zeros(graph.num_vertices, np.int32)  # a vertex without edges has no master
    has_master = replicas.master >= 0
    core_of_master[has_master] = core_of_cluster[replicas.cluster[replicas.master[has_master]]]
    latency = 1 + network.injection_cycles + (distances + 1) * network.hop_cycles
    np.fill_diagonal(latency, 0)
    cycles = np.empty(graph.num_edges, np.int64)
    ends = (graph.src, graph.dst, program.partition.cluster_of_edge)
    with_latencies(*ends, core_of_cluster, core_of_master, latency, replicas.edge_cycles, cycles)
    operation = replicas.operation_cycles
    if execution.initial_values == "memory":
        operation = operation.astype(np.int64)
        ticks, per_cycle = machine.block_service_ticks
        served = -(-ticks // per_cycle) + machine.memory_answer_cycles
        nearest = latency[:, list(machine.controller_tiles)].min(axis=1)
        to_memory = nearest.astype(np.int64)  # delays of a machine may exceed 32 bits
        operation[program.inputs] += served + 2 * to_memory[core_of_master[program.inputs]]
    return program.longest_path(cycles, operation)


def schedule_note(scalars: Mapping[str, int | float], path: int | None) -> str | None:
    """The note on a finished dataflow run with traced memory and program order, if it far exceeds its bound.

    Parameters
    ----------
    scalars : mapping of str to int or float
        The scalars of the run.
    path : int, optional
        The result of :func:`path_with_messages`.
    """
    if path is None or not scalars["completed"]:
        return None
    busy = max(scalars["largest_controller_utilisation"], scalars["largest_link_utilisation"])
    bound = max(path, scalars["busiest_core_cycles"])
    if busy > BUSY or scalars["cycles"] <= OVER_BOUND * bound or bound == 0:
        return None
    return (
        f"the schedule takes {scalars['cycles'] / bound:.1f} times the bound max(critical path "
        "with its messages and reads, busiest core); try `execution.scheduler: critical_path`"
    )
