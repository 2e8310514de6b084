"""The program that a machine executes: tasks, their dependences, and numbered messages.

All engines share this preparation, because it contains no timing. Tasks are numbered statically: edge ``e``
is task ``e``, and the operation of vertex ``v`` is task ``m + v``. Transactions are numbered statically,
too: value messages by (vertex, gather before scatter, cluster), then memory reads, memory writes and barrier
messages. Numbers from a free list would depend on the order in which an engine processes simultaneous
events.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import CyclicGraphError, GraphError, OptionError
from partitioners.kernels.array_types import Integers
from partitioners.partition import Partition, VertexPartition
from partitioners.replicas import Replicas, find_replicas

Model = Literal["dataflow", "supersteps"]


@dataclass(frozen=True, eq=False)
class Program:
    """A partitioned graph, ready to run.

    The arrays have the integer type of the replicas: int32, or int64 for very large graphs.

    Attributes
    ----------
    model : {'dataflow', 'supersteps'}
    steps : int
        Supersteps to run; 1 for dataflow.
    level : ndarray of int32, shape (n,) or None
        Topological levels; None for supersteps.
    reader_indptr, readers : ndarray of int, shapes (r + 1,) and (m,)
        The edges that read each replica, in edge order.
    gather_id : ndarray of int, shape (r,)
        The number of the message that each replica sends to its master, or -1.
    scatter_id, scatter_count : ndarray of int, shape (r,)
        The number of the first message from the master to each replica, or -1, and the number of messages.
        The number is one, or one per edge without ``aggregate_messages``.
    gathers_of_master : ndarray of int, shape (r,)
        Number of gathers that each master waits for.
    num_messages : int
        Number of value messages of one step, numbered 0 .. num_messages - 1.
    aggregate_messages : bool
        The argument of :func:`prepare`.
    read_vertices : ndarray of int64, optional
        The vertices that ``inputs`` has; by default they follow from the graph.
    """

    replicas: Replicas
    model: Model
    steps: int
    level: NDArray[np.int32] | None
    reader_indptr: Integers
    readers: Integers
    gather_id: Integers
    scatter_id: Integers
    scatter_count: Integers
    gathers_of_master: Integers
    num_messages: int
    aggregate_messages: bool = True
    read_vertices: NDArray[np.int64] | None = None

    def forget(self, *names: str) -> None:
        """Free the arrays, and with ``level`` those of the graph. They are recomputed on next access."""
        from partitioners.levels import forget_levels

        if "level" in names:
            forget_levels(self.partition.graph)
        for name in names:
            self.__dict__.pop(name, None)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name not in _ARRAYS:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            found = prepare(
                self.partition,
                model=self.model,
                steps=self.steps,
                aggregate_messages=self.aggregate_messages,
                cycles_per_weight=self.replicas.cycles_per_weight,
            )
            self.__dict__.update({array: getattr(found, array) for array in _ARRAYS})
            return self.__dict__[name]

    @property
    def partition(self) -> Partition:
        """The partition from which this program was made."""
        return self.replicas.partition

    @property
    def num_tasks(self) -> int:
        """Number of tasks: m edges and n operations, including operations of zero cycles, which never run."""
        return self.partition.graph.num_edges + self.partition.graph.num_vertices

    @property
    def missing_at_start(self) -> Integers:
        """Inputs per replica and step, shape (r,): in-edges, gathers and, with supersteps, its own value."""
        replicas = self.replicas
        missing = replicas.in_edges + self.gathers_of_master
        return missing + replicas.is_master if self.model == "supersteps" else missing

    @property
    def task_cycles(self) -> Integers:
        """Cycles of each task, shape (num_tasks,)."""
        return np.concatenate([self.replicas.edge_cycles, self.replicas.operation_cycles])

    @property
    def cluster_of_task(self) -> NDArray[np.int64]:
        """The cluster of each task, shape (num_tasks,); 0 for operations of vertices without edges."""
        replicas, m = self.replicas, self.partition.graph.num_edges
        cluster = np.zeros(self.num_tasks, np.int64)
        cluster[:m] = self.partition.cluster_of_edge
        has_master = np.flatnonzero(replicas.master >= 0)
        cluster[m + has_master] = replicas.cluster[replicas.master[has_master]]
        return cluster

    def message_bytes(self, value_bytes: int) -> NDArray[np.int64]:
        """The payload of each value message of a step, shape (num_messages,).

        See :meth:`partitioners.replicas.Replicas.message_bytes`. A message for a single edge, without
        ``aggregate_messages``, carries the data of this edge.

        Parameters
        ----------
        value_bytes : int
            The payload if the graph has no ``edge_bytes``.
        """
        carried = self.partition.graph.edge_bytes
        found = np.full(self.num_messages, value_bytes)
        if carried is None:
            return found
        replicas = self.replicas
        gathers, scatters = replicas.gathers, replicas.scatters
        found[self.gather_id[gathers]], of_scatters = replicas.message_bytes(value_bytes)
        first, count = self.scatter_id[scatters].astype(np.int64), self.scatter_count[scatters]
        found[first] = of_scatters
        several = np.flatnonzero(count > 1)
        copy = np.arange(count[several].sum()) - np.repeat(
            np.cumsum(count[several]) - count[several], count[several]
        )
        readers = np.repeat(self.reader_indptr[scatters[several]].astype(np.int64), count[several]) + copy
        found[np.repeat(first[several], count[several]) + copy] = carried[self.readers[readers]]
        return found

    @cached_property
    def work(self) -> int:
        """T1 of one step: the sum of the cycles of all tasks."""
        return int(self.replicas.edge_cycles.sum()) + int(self.replicas.operation_cycles.sum())

    @cached_property
    def inputs(self) -> NDArray[np.int64]:
        """The vertices whose values a step needs at its start, in program order.

        Dataflow: vertices with out-edges and without in-edges. Supersteps: all vertices with an edge.
        """
        from partitioners.replica_kernels import occurs

        if self.read_vertices is not None:
            return self.read_vertices
        graph = self.partition.graph
        has_out, has_in = occurs(graph.num_vertices, graph.src), occurs(graph.num_vertices, graph.dst)
        needed = has_out | has_in if self.model == "supersteps" else has_out & ~has_in
        vertices = np.flatnonzero(needed)
        if "program_order" in graph.vertex:
            vertices = vertices[np.argsort(graph.vertex["program_order"][vertices], kind="stable")]
        return vertices

    @cached_property
    def order(self) -> Integers:
        """The position of each task in one global topological order, shape (num_tasks,).

        If the graph has a program order, the tasks are in program order, and an edge belongs to the
        instruction at its head. Otherwise they are ordered by the level at which a task can be ready, then
        by number. Supersteps have no levels: all edges precede all operations.
        """
        from numasim.program.task_order import by_rank

        graph = self.partition.graph
        order = np.arange(self.num_tasks, dtype=self.readers.dtype)
        if self.level is None:
            return order
        if "program_order" not in graph.vertex:
            by_rank(self.level, graph.src, False, order)
            return order
        position = graph.vertex["program_order"]
        if position.min(initial=0) < 0 or position.max(initial=0) > 2 * position.size:
            position = np.unique(position, return_inverse=True)[1]
        by_rank(position, graph.dst, True, order)
        return order

    @cached_property
    def remaining_path(self) -> NDArray[np.int64]:
        """Cycles on the longest path within one step that begins with each task, shape (num_tasks,)."""
        graph, replicas = self.partition.graph, self.replicas
        if self.level is None:
            of_vertex = replicas.operation_cycles
            of_edge = replicas.edge_cycles + of_vertex[graph.dst]
        else:
            of_edge = np.empty(graph.num_edges, np.int64)
            of_vertex = self._longest_paths(replicas.edge_cycles, replicas.operation_cycles, of_edge)
        return np.concatenate([of_edge, of_vertex])

    @cached_property
    def critical_path(self) -> int:
        """Tinf: cycles on the longest path of the whole run, if communication takes no time."""
        if self.level is None:
            return (int(self.remaining_path.max()) if self.num_tasks else 0) * self.steps
        return self.longest_path(self.replicas.edge_cycles, self.replicas.operation_cycles)

    def critical_path_of(self, edge_cycles: NDArray[Any], operation_cycles: NDArray[Any]) -> int:
        """Tinf of the whole run with the given cycles per edge and operation."""
        if self.level is not None:
            return self.longest_path(edge_cycles, operation_cycles)
        paths = edge_cycles + operation_cycles[self.partition.graph.dst]
        longest = max(int(paths.max(initial=0)), int(operation_cycles.max(initial=0)))
        return longest * self.steps

    def longest_path(self, edge_cycles: NDArray[Any], operation_cycles: Integers) -> int:
        """Cycles on the longest path of a dataflow run with the given cycles per edge and operation."""
        of_vertex = self._longest_paths(edge_cycles, operation_cycles, np.empty(0, np.int64))
        return int(of_vertex.max(initial=0))

    def _longest_paths(
        self, edge_cycles: NDArray[Any], operation_cycles: Integers, of_edge: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        from numasim.program.task_order import in_sequence, longest_paths

        graph = self.partition.graph
        return longest_paths(
            in_sequence(self.order), graph.src, graph.dst, edge_cycles, operation_cycles, of_edge
        )


_ARRAYS = {
    "level",
    "reader_indptr",
    "readers",
    "gather_id",
    "scatter_id",
    "scatter_count",
    "gathers_of_master",
}


def prepare(
    partition: Partition,
    *,
    model: Model | None = None,
    steps: int = 1,
    aggregate_messages: bool = True,
    cycles_per_weight: float = 1.0,
) -> Program:
    """Number the tasks and messages of a partition.

    Parameters
    ----------
    model : {'dataflow', 'supersteps'}, optional
        Dataflow runs every vertex once and needs an acyclic graph. Supersteps run every edge once a step. The
        default is dataflow for an acyclic graph and one step, and supersteps otherwise.
    steps : int
        Number of supersteps; must be 1 for dataflow.
    aggregate_messages : bool
        False: in an edge cut, the master sends a value once per cut edge, as edge-cut papers count it,
        instead of once per cluster. Vertex cuts have no cut edges.

    Raises
    ------
    CyclicGraphError
        The model is dataflow and the graph has a cycle. The message shows a cycle.
    GraphError
        An edge runs against the ``program_order``.
    OptionError
        The model is dataflow and ``steps`` is not 1.
    """
    from partitioners.kernels.grouping import group_as

    level = None
    if model == "dataflow" and steps != 1:
        raise OptionError(f"dataflow runs every vertex once, so steps must be 1, got {steps}")
    if model is None and steps != 1:
        model = "supersteps"
    if model != "supersteps":
        try:
            level = _levels(partition)
        except CyclicGraphError:
            if model == "dataflow":
                raise
        model = "supersteps" if level is None else "dataflow"
    replicas = find_replicas(partition, cycles_per_weight)
    size = replicas.vertex.size
    reader_indptr, readers = group_as(replicas.out_replica, size, replicas.out_replica)
    reader_indptr = reader_indptr.astype(replicas.indptr.dtype, copy=False)

    gathers, scatters = replicas.gathers, replicas.scatters
    repeated = isinstance(partition, VertexPartition) and not aggregate_messages
    # Replicas are sorted by (vertex, cluster): a stable sort by (vertex, kind) is the order of the numbers.
    kind = np.concatenate([np.zeros(gathers.size, np.int64), np.ones(scatters.size, np.int64)])
    replica = np.concatenate([gathers, scatters])
    count = np.ones(replica.size, np.int64)
    if repeated:
        count[gathers.size :] = replicas.out_edges[scatters]
    by_number = np.argsort(replicas.vertex[replica].astype(np.int64) * 2 + kind, kind="stable")
    first = np.empty(replica.size, np.int64)
    first[by_number] = np.cumsum(count[by_number]) - count[by_number]
    gather_id = np.full_like(replicas.in_edges, -1)
    gather_id[gathers] = first[: gathers.size]
    scatter_id = np.full_like(replicas.in_edges, -1)
    scatter_id[scatters] = first[gathers.size :]
    scatter_count = np.zeros_like(replicas.in_edges)
    scatter_count[scatters] = count[gathers.size :]
    gathers_of_master = np.zeros_like(replicas.in_edges)
    np.add.at(gathers_of_master, replicas.master[replicas.vertex[gathers]], 1)
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
        gathers_of_master=gathers_of_master,
        num_messages=int(count.sum()),
        aggregate_messages=aggregate_messages,
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
                "correct or remove the attribute"
            )
    return level
