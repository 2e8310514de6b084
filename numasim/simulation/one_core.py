"""The run of a whole graph on the best core of a machine, with which speed-ups compare."""

from __future__ import annotations

from collections.abc import Mapping as MappingType
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numasim.machine.machine import Machine
    from numasim.numa.shared.run_result import RunResult
    from numasim.numa.simpy_engine.parts import PartClass
    from numasim.schema.execution import Execution
    from partitioners.graph import Graph


def simulate_on_one_core(
    graph: Graph, machine: Machine, execution: Execution, *, parts: MappingType[str, PartClass] | None = None
) -> RunResult:
    """Run a graph as one cluster on the core of a machine that finishes its work first.

    Parameters
    ----------
    parts : mapping of str to type, optional
        As in :func:`numasim.simulate`.
    """
    from mappers.mapping import Mapping
    from numasim.program.task_times import best_core, mean_speeds
    from numasim.simulation.simulate import simulate
    from partitioners.partition import EdgePartition

    whole = EdgePartition(graph, 1, np.zeros(graph.num_edges, np.int32))
    best = best_core(mean_speeds(graph, machine, execution.cycles_per_weight))
    placed = Mapping(np.array([best.core]), machine.num_cores)
    alone = execution.model_copy(update={"stealing": "none"})  # one core: no one to steal from
    return simulate(whole, placed, machine, alone, parts=parts)
