"""Whether a run's schedule may be what makes it slow, as far as that can be known without another run.

No schedule is faster than its bound, the longer of the critical path, with its messages, and the work of the
busiest core. A run that takes much longer waits for memory, for the network, or because cores did the
wrong tasks first, and only the last is cured by another scheduler. A memory controller or a link that is busy
most of the time explains the wait. With simulated memory cores wait for their accesses, and the scheduler
chooses within a window only: there ``critical_path`` was never more than 9% faster.
``docs/execution-model.md`` has the measurements.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from numasim.machine.machine import Machine
    from numasim.program.program import Program
    from numasim.schema.experiment import Execution

OVER_BOUND = 1.3
"""A run that takes this many times its bound is worth a note."""

BUSY = 2 / 3
"""A controller or a link that is used for more of the time than this is what the run waits for."""


def path_with_messages(
    program: Program, core_of_cluster: NDArray[np.integer], machine: Machine, execution: Execution
) -> int | None:
    """Cycles on the longest path, a message between cores taking what its head takes on an idle network.

    None for runs that :func:`schedule_note` says nothing of. Complexity O(n + m).

    Parameters
    ----------
    program : Program
    core_of_cluster : ndarray of int, shape (p,)
    machine : Machine
    execution : Execution
    """
    in_question = execution.scheduler == "program_order" and execution.memory_model == "traced"
    if not in_question or execution.model != "dataflow":
        return None
    graph, replicas, network = program.partition.graph, program.replicas, machine.network
    distances = machine.topology.distances
    core = np.asarray(core_of_cluster)[program.partition.cluster_of_edge]
    core_of_master = np.zeros(graph.num_vertices, core.dtype)  # a vertex without edges has no master
    has_master = replicas.master >= 0
    core_of_master[has_master] = core_of_cluster[replicas.cluster[replicas.master[has_master]]]
    cycles = np.asarray(replicas.edge_cycles, np.int64).copy()
    for end in (graph.src, graph.dst):
        other = core_of_master[end]
        latency = 1 + network.injection_cycles + (distances[core, other] + 1) * network.hop_cycles
        cycles += np.where(core == other, 0, latency)
    return program.longest_path(cycles, replicas.operation_cycles)


def schedule_note(scalars: Mapping[str, int | float], path: int | None) -> str | None:
    """The note on a finished run of traced dataflow in program order that takes much longer than its bound.

    Parameters
    ----------
    scalars : mapping of str to int or float
        Of the run.
    path : int, optional
        From :func:`path_with_messages`.
    """
    if path is None or not scalars["completed"]:
        return None
    busy = max(scalars["largest_controller_utilisation"], scalars["largest_link_utilisation"])
    bound = max(path, scalars["busiest_core_cycles"])
    if busy > BUSY or scalars["cycles"] <= OVER_BOUND * bound or bound == 0:
        return None
    return (
        f"the schedule takes {scalars['cycles'] / bound:.1f} times the bound "
        "max(critical path with its messages, busiest core); try `execution.scheduler: critical_path`"
    )
