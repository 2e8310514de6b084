"""What each vertex does once, at its master, when memory is simulated: an operation, a load or a store.

A traced graph says it of every instruction: its latency class and the address it accesses. In a plain graph
a source is a load of its value's block where the inputs are in memory, and every other vertex an operation.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from numasim.program import Program
from numasim.trace.instructions import LatencyClass, OpcodeClass
from partitioners.errors import OptionError

if TYPE_CHECKING:
    from numasim.machine import Machine

NONE, LOAD, STORE = range(3)
"""Values of ``Instructions.access``."""


@dataclass(frozen=True, eq=False)
class Instructions:
    """The instructions of a program, one a vertex, and the slots that its other edges cost.

    Attributes
    ----------
    program : Program
    access : ndarray of int8, shape (n,)
        ``NONE``, ``LOAD`` or ``STORE``.
    latency : ndarray of int64, shape (n,)
        Cycles of an operation; 0 for memory accesses.
    block : ndarray of int64, shape (n,)
        The block that a load or a store goes to; 0 for operations.
    """

    program: Program
    access: NDArray[np.int8]
    latency: NDArray[np.int64]
    block: NDArray[np.int64]

    @cached_property
    def task_cluster(self) -> NDArray[np.int64]:
        """The cluster of each task, shape (num_tasks,); -1 for edges without a slot and for no instruction.

        An edge in the cluster of its head's master is no task: the instruction takes the value itself. Any
        other edge takes a slot to forward its value into the gather.
        """
        program, replicas = self.program, self.program.replicas
        of_edge = program.partition.cluster_of_edge.astype(np.int64)
        of_edge[replicas.is_master[replicas.in_replica]] = -1
        has = replicas.master >= 0
        of_vertex = np.full(has.size, -1, np.int64)
        of_vertex[has] = replicas.cluster[replicas.master[has]]
        return np.concatenate([of_edge, of_vertex])

    def critical_path(self, l1_cycles: int) -> int:
        """Cycles on the longest path when every access hits the L1 and messages are free."""
        from numasim.critical_path import bottom_levels

        program, graph = self.program, self.program.partition.graph
        assert program.level is not None
        latency = np.where(self.access == NONE, self.latency, l1_cycles)
        latency[self.program.replicas.master < 0] = 0
        slots = (self.task_cluster[: graph.num_edges] >= 0).astype(np.int64)
        of_edge, of_vertex = bottom_levels(graph, slots, latency, program.level)
        return int(max(of_edge.max(initial=0), of_vertex.max(initial=0)))


def read_instructions(program: Program, machine: Machine, *, inputs_in_memory: bool) -> Instructions:
    """The instructions of a program on a machine.

    Parameters
    ----------
    program : Program
        Of dataflow.
    machine : Machine
        For its latencies, and the size of its blocks.
    inputs_in_memory : bool
        Whether the sources of a plain graph are loads; a traced graph says itself what is a load.

    Raises
    ------
    OptionError
        Addresses beyond the memory of the machine.
    """
    graph = program.partition.graph
    n = graph.num_vertices
    access = np.zeros(n, np.int8)
    latency = np.maximum(program.replicas.operation_cycles, 1).astype(np.int64)
    block = np.zeros(n, np.int64)
    if "latency_class" in graph.vertex and "address" in graph.vertex:
        table = np.array(
            [
                0 if kind is LatencyClass.MEMORY else getattr(machine.core.latencies, kind.name.lower())
                for kind in LatencyClass
            ]
        )
        kind = np.asarray(graph.vertex["latency_class"], np.int64)
        is_memory = kind == LatencyClass.MEMORY
        latency = table[kind]
        access[is_memory] = np.where(graph.vertex["opcode_class"][is_memory] == OpcodeClass.LOAD, LOAD, STORE)
        block[is_memory] = np.asarray(graph.vertex["address"], np.int64)[is_memory] // machine.memory.block
    elif inputs_in_memory:
        access[program.inputs] = LOAD
        latency[program.inputs] = 0
        block[program.inputs] = program.inputs
    if block.max(initial=0) >= machine.memory.capacity // machine.memory.block:
        raise OptionError(
            f"the program's addresses go up to {int(block.max()) * machine.memory.block} bytes, and the "
            f"machine's memory has {machine.memory.capacity}; raise memory.capacity"
        )
    return Instructions(program, access, latency, block)
