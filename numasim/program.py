"""What is to be executed, before any machine: tasks, who waits for whom, and every message with its number.

The preparation is shared by all engines, since nothing in it is timing. Tasks are numbered statically: edge
``e`` is task ``e``, the operation of vertex ``v`` is task ``m + v``. So are transactions: value messages by
(vertex, gather before scatter, cluster), then memory reads, memory writes and barrier messages. Numbers
that came from a free list would depend on the order in which an engine happens to process equal times.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import GraphError, OptionError
from partitioners.partition import Partition, VertexPartition
from partitioners.replicas import Replicas, find_replicas

Model = Literal["dataflow", "supersteps"]


@dataclass(frozen=True, eq=False)
class Program:
    """A partitioned graph, ready to run.

    Attributes
    ----------
    replicas : Replicas
    model : {'dataflow', 'supersteps'}
    steps : int
        Supersteps to run; 1 for dataflow.
    level : ndarray of int32, shape (n,) or None
        Topological levels; None for supersteps.
    reader_indptr, readers : ndarray of int64, shapes (r + 1,) and (m,)
        The edges that read each replica, in edge order.
    gather_id : ndarray of int64, shape (r,)
        The number of the message that each replica sends to its master; -1 where it sends none.
    scatter_id, scatter_count : ndarray of int64, shape (r,)
        The number of the first message that each replica is sent by its master (-1: none), and how many:
        one, or one for every edge where a cut edge is not combined with the others.
    gathers_of_master : ndarray of int64, shape (r,)
        How many gathers each master waits for.
    num_messages : int
        Value messages of one step; their numbers are 0 .. num_messages - 1.
    """

    replicas: Replicas
    model: Model
    steps: int
    level: NDArray[np.int32] | None
    reader_indptr: NDArray[np.int64]
    readers: NDArray[np.int64]
    gather_id: NDArray[np.int64]
    scatter_id: NDArray[np.int64]
    scatter_count: NDArray[np.int64]
    gathers_of_master: NDArray[np.int64]
    num_messages: int

    @property
    def partition(self) -> Partition:
        """The partition that this program came from."""
        return self.replicas.partition

    @property
    def num_tasks(self) -> int:
        """M edge tasks and n operations (those of zero cycles take no part in the run)."""
        return self.partition.graph.num_edges + self.partition.graph.num_vertices

    @cached_property
    def task_cycles(self) -> NDArray[np.int64]:
        """Cycles of each task, shape (num_tasks,)."""
        return np.concatenate([self.replicas.edge_cycles, self.replicas.operation_cycles])

    @property
    def work(self) -> int:
        """T1 of one step: cycles of all tasks."""
        return int(self.task_cycles.sum())

    @cached_property
    def inputs(self) -> NDArray[np.int64]:
        """The vertices whose values must be there before a step can begin, in program order.

        Dataflow: those without in-edges that somebody reads. Supersteps: every vertex that has an edge.
        """
        graph = self.partition.graph
        needed = (
            (graph.degree > 0)
            if self.model == "supersteps"
            else (graph.in_degree == 0) & (graph.out_degree > 0)
        )
        vertices = np.flatnonzero(needed)
        if "program_order" in graph.vertex:
            vertices = vertices[np.argsort(graph.vertex["program_order"][vertices], kind="stable")]
        return vertices

    @cached_property
    def order(self) -> NDArray[np.int64]:
        """The place of each task in one global topological order, shape (num_tasks,).

        Program order where the graph has one (an edge belongs to the instruction at its head); else the
        level at which a task can be ready, then its number. Supersteps have no levels: edges, then
        operations.
        """
        graph = self.partition.graph
        numbers = np.arange(self.num_tasks)
        if self.level is None:
            key = numbers
        elif "program_order" in graph.vertex:
            position = graph.vertex["program_order"]
            key = np.concatenate([2 * position[graph.dst], 2 * position + 1])
        else:
            key = np.concatenate([2 * self.level[graph.src] + 1, 2 * self.level])
        order = np.empty(self.num_tasks, np.int64)
        order[np.argsort(key, kind="stable")] = numbers
        return order

    @cached_property
    def remaining_path(self) -> NDArray[np.int64]:
        """Cycles on the longest path that begins with each task, within one step, shape (num_tasks,)."""
        graph, replicas = self.partition.graph, self.replicas
        if self.level is None:
            of_vertex = replicas.operation_cycles
            of_edge = replicas.edge_cycles + of_vertex[graph.dst]
        else:
            from numasim.critical_path import bottom_levels

            of_edge, of_vertex = bottom_levels(
                graph, replicas.edge_cycles, replicas.operation_cycles, self.level
            )
        return np.concatenate([of_edge, of_vertex])

    @property
    def critical_path(self) -> int:
        """Tinf: cycles on the longest path of the whole run, with free communication."""
        longest = int(self.remaining_path.max()) if self.num_tasks else 0
        return longest * self.steps


def prepare(
    partition: Partition,
    *,
    model: Model = "dataflow",
    steps: int = 1,
    combine: bool = True,
    cycles_per_weight: float = 1.0,
) -> Program:
    """Number the tasks and messages of a partition.

    Parameters
    ----------
    partition : EdgePartition or VertexPartition
    model : {'dataflow', 'supersteps'}
        Dataflow runs every vertex once and needs an acyclic graph; supersteps run every edge once a step.
    steps : int
        Of supersteps; dataflow has one.
    combine : bool
        False: in an edge cut the master sends a value once for every cut edge, as edge-cut papers count it,
        not once for every cluster. Vertex cuts have no cut edges.
    cycles_per_weight : float

    Returns
    -------
    Program

    Raises
    ------
    CyclicGraphError
        Dataflow over a graph with a cycle; the message names one.
    GraphError
        A ``program_order`` that an edge runs against.
    OptionError
        ``steps`` other than 1 for dataflow.
    """
    level = None
    if model == "dataflow":
        if steps != 1:
            raise OptionError(f"dataflow runs every vertex once, so steps must be 1, got {steps}")
        level = _levels(partition)
    replicas = find_replicas(partition, cycles_per_weight)
    size = replicas.vertex.size
    reader_indptr = np.zeros(size + 1, np.int64)
    np.cumsum(replicas.out_edges, out=reader_indptr[1:])
    readers = np.argsort(replicas.out_replica, kind="stable")

    gathers, scatters = replicas.gathers, replicas.scatters
    repeated = isinstance(partition, VertexPartition) and not combine
    # Replicas are sorted by (vertex, cluster): a stable sort by (vertex, kind) is the order of the numbers.
    kind = np.concatenate([np.zeros(gathers.size, np.int64), np.ones(scatters.size, np.int64)])
    replica = np.concatenate([gathers, scatters])
    count = np.ones(replica.size, np.int64)
    if repeated:
        count[gathers.size :] = replicas.out_edges[scatters]
    by_number = np.argsort(replicas.vertex[replica].astype(np.int64) * 2 + kind, kind="stable")
    first = np.empty(replica.size, np.int64)
    first[by_number] = np.cumsum(count[by_number]) - count[by_number]
    gather_id = np.full(size, -1, np.int64)
    gather_id[gathers] = first[: gathers.size]
    scatter_id = np.full(size, -1, np.int64)
    scatter_id[scatters] = first[gathers.size :]
    scatter_count = np.zeros(size, np.int64)
    scatter_count[scatters] = count[gathers.size :]
    masters = replicas.master[replicas.vertex[gathers]]
    return Program(
        replicas=replicas,
        model=model,
        steps=steps,
        level=level,
        reader_indptr=reader_indptr,
        readers=readers,
        gather_id=gather_id,
        scatter_id=scatter_id,
        scatter_count=scatter_count,
        gathers_of_master=np.bincount(masters, minlength=size),
        num_messages=int(count.sum()),
    )


def _levels(partition: Partition) -> NDArray[np.int32]:
    from partitioners.levels import topological_levels

    graph = partition.graph
    level = topological_levels(graph)
    if "program_order" in graph.vertex:
        position = graph.vertex["program_order"]
        against = np.flatnonzero(position[graph.src] >= position[graph.dst])
        if against.size:
            e = int(against[0])
            raise GraphError(
                f"edge {e} of {graph.name!r} runs from vertex {graph.src[e]} to vertex {graph.dst[e]}, "
                f"against the vertex attribute 'program_order' "
                f"({position[graph.src[e]]} to {position[graph.dst[e]]}); "
                "correct the attribute or leave it out"
            )
    return level
