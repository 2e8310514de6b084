"""The instruction of each vertex with simulated memory: an operation, a load or a store at its master.

A traced graph has the latency class and the accessed address of every instruction. In a plain graph with
its inputs in memory, a source is a load of the block of its value. Every other vertex is an operation. With
supersteps, all vertices of a plain graph are operations. If the inputs are in memory, the value of every
vertex is loaded from its block at the start of a step and stored there when the vertex is done.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from numasim.program.program import Program
from numasim.trace.instructions import LatencyClass, OpcodeClass
from partitioners.errors import OptionError
from partitioners.graph import Graph
from partitioners.kernels.array_types import Integers
from partitioners.replicas import MAX_INT32

if TYPE_CHECKING:
    from numasim.machine.machine import Machine

NONE, LOAD, STORE = range(3)
"""Values of ``Instructions.access``."""


@dataclass(frozen=True, eq=False)
class Instructions:
    """The instructions of a program, one per vertex, and the issue slots of its other edges.

    Attributes
    ----------
    access : ndarray of int8, shape (n,)
        ``NONE``, ``LOAD`` or ``STORE``.
    latency : ndarray of int, shape (n,)
        Cycles of an operation; 0 for memory accesses.
    block : ndarray of int, shape (n,)
        The block that a load or store accesses; 0 for operations. ``latency`` and ``block`` are int32 if all
        values fit.
    kept : ndarray of int64, shape (k,)
        The vertices whose values are kept in memory between supersteps; empty in dataflow.
    kept_block : int
        The block of the value of vertex 0. The block of vertex v is ``kept_block + v``.
    """

    program: Program
    access: NDArray[np.int8]
    latency: Integers
    block: Integers
    kept: NDArray[np.int64]
    kept_block: int

    @cached_property
    def task_cluster(self) -> NDArray[np.int32]:
        """The cluster of each task, shape (num_tasks,); -1 for tasks that need no issue slot.

        An edge in the cluster of its head's master needs no slot, because the instruction reads the value
        itself. Every other edge takes a slot to forward its value into the gather.
        """
        program, replicas = self.program, self.program.replicas
        m = replicas.in_replica.size
        cluster = np.full(program.num_tasks, -1, np.int32)
        forwards = ~replicas.is_master[replicas.in_replica]
        np.copyto(cluster[:m], program.partition.cluster_of_edge, where=forwards, casting="same_kind")
        has = replicas.master >= 0
        cluster[m:][has] = replicas.cluster[replicas.master[has]]
        return cluster

    def cycles_in_window(self, l1_cycles: int) -> NDArray[np.int64]:
        """The sum of the cycles of each cluster's tasks, shape (p,), if every access hits the L1."""
        m, parts = self.program.partition.graph.num_edges, self.program.partition.parts
        slots, vertices = self.task_cluster[:m], self.task_cluster[m:]
        found = np.bincount(slots[slots >= 0], minlength=parts)
        cycles = np.where(self.access == NONE, self.latency, l1_cycles)
        np.add.at(found, vertices[vertices >= 0], cycles[vertices >= 0])
        return found

    def forget(self, *names: str) -> None:
        """Free the arrays. They are recomputed on next access."""
        for name in names:
            self.__dict__.pop(name, None)

    def critical_path(self, l1_cycles: int) -> int:
        """Cycles on the longest path of the run if every access hits the L1 and messages take no time."""
        program, graph = self.program, self.program.partition.graph
        latency = np.where(self.access == NONE, self.latency, l1_cycles)
        latency[program.replicas.master < 0] = 0
        slots = self.task_cluster[: graph.num_edges] >= 0
        if program.model == "dataflow":
            return program.longest_path(slots, latency)
        before = np.zeros(graph.num_vertices, np.int64)
        before[self.kept] = l1_cycles
        after = latency + before
        of_edge = before[graph.src] + slots + after[graph.dst]
        return program.steps * int(max(of_edge.max(initial=0), (before + after).max(initial=0)))


def read_instructions(program: Program, machine: Machine, *, inputs_in_memory: bool) -> Instructions:
    """Determine the instructions of a program on a machine.

    Parameters
    ----------
    machine : Machine
        Provides the latencies and the block size.
    inputs_in_memory : bool
        Dataflow: whether the sources of a plain graph are loads. Traced graphs have their own loads.
        Supersteps: whether values are kept in memory between the steps.

    Raises
    ------
    OptionError
        An address is beyond the memory of the machine.
    """
    graph = program.partition.graph
    n = graph.num_vertices
    access = np.zeros(n, np.int8)
    blocks = machine.memory.capacity // machine.memory.block
    block: Integers = np.zeros(n, np.int32 if blocks < MAX_INT32 else np.int64)
    highest = 0
    if "latency_class" in graph.vertex and "address" in graph.vertex:
        table = np.array(
            [
                0 if kind is LatencyClass.MEMORY else getattr(machine.core.latencies, kind.name.lower())
                for kind in LatencyClass
            ],
            dtype=np.int32,
        )
        kind = graph.vertex["latency_class"].astype(np.uint8)
        is_memory = kind == LatencyClass.MEMORY
        latency: Integers = table[kind]
        access[is_memory] = np.where(graph.vertex["opcode_class"][is_memory] == OpcodeClass.LOAD, LOAD, STORE)
        accessed = graph.vertex["address"] // machine.memory.block
        highest = int(accessed.max(where=is_memory, initial=0))
        np.copyto(block, accessed, where=is_memory & (accessed < blocks), casting="unsafe")
    else:
        latency = np.maximum(program.replicas.operation_cycles, 1)
        if inputs_in_memory and program.model == "dataflow":
            access[program.inputs] = LOAD
            latency[program.inputs] = 0
            block[program.inputs] = program.inputs
            highest = int(block.max(initial=0))
    if highest >= blocks:
        raise OptionError(
            f"the program's addresses go up to {highest * machine.memory.block} bytes, but the machine's "
            f"memory has only {machine.memory.capacity}; increase memory.capacity"
        )
    kept = program.inputs if inputs_in_memory and program.model == "supersteps" else program.inputs[:0]
    return Instructions(program, access, latency, block, kept, kept_block=highest + 1 if access.any() else 0)


def longer_than_a_block(graph: Graph, block: int) -> str | None:
    """A warning that instructions of a traced graph access more than one block, or None.

    Parameters
    ----------
    block : int
        Bytes of a block.
    """
    if "bytes" not in graph.vertex:
        return None
    accessed = graph.vertex["bytes"].astype(np.int64)
    longer = accessed[accessed > block]
    if not longer.size:
        return None
    return (
        f"{longer.size:,} instructions, such as `memset` and `memcpy`, access more than a block of {block} "
        f"bytes each ({int(longer.sum()):,} bytes in all), and are simulated as one access to their first "
        "block; with `memory_model: traced` they take the time of all their blocks"
    )
