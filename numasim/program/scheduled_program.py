"""A program that follows a schedule: each core runs its tasks in the order of the schedule, one at a time.

The scheduled graph of the literature (Yang and Gerasoulis, IEEE TPDS 5(9), 1994) has an edge without data
from each task to the next on its core. So the order holds on any machine, whatever the messages take, and the
engines run the scheduled graph as any dataflow. A task is a vertex with all of its in-edges, which runs in
one piece. With initial values in memory, each source depends on a vertex of its own, whose value is read.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from numasim.program.program import Program, prepare
from numasim.program.task_classes import CLASSES
from partitioners.errors import CyclicGraphError, OptionError, shown_cycle
from partitioners.graph import Graph
from partitioners.levels import topological_levels
from partitioners.partition import VertexPartition

if TYPE_CHECKING:
    from mappers.scheduling.schedule import Schedule
    from partitioners.replicas import Replicas


def whole_task_cycles(replicas: Replicas) -> NDArray[np.int64]:
    """The cycles of each vertex with all of its in-edges, shape (n,)."""
    cycles = np.asarray(replicas.operation_cycles, np.int64).copy()
    np.add.at(cycles, replicas.partition.graph.dst, replicas.edge_cycles)
    return cycles


def schedule_program(program: Program, schedule: Schedule, *, inputs_in_memory: bool) -> Program:
    """Make the program whose tasks follow a schedule.

    Parameters
    ----------
    program : Program
        A dataflow program, with one cluster for each core.
    schedule : Schedule
        A schedule of its vertices.
    inputs_in_memory : bool
        Whether the values of the sources are read from memory.

    Returns
    -------
    Program
        Its first n vertices are those of the program, with their whole work; its edges have no work.

    Raises
    ------
    OptionError
        The schedule is not one of these vertices, or its order contradicts a dependence.
    """
    graph, replicas = program.partition.graph, program.replicas
    n = graph.num_vertices
    if schedule.core.size != n:
        raise OptionError(f"the schedule has {schedule.core.size} tasks, but the graph has {n} vertices")
    before = replace(schedule, level=topological_levels(graph)).before()
    follows = np.flatnonzero(before >= 0)
    sources = program.inputs if inputs_in_memory else np.zeros(0, np.int64)
    sources = sources[np.argsort(schedule.start[sources], kind="stable")]
    values = n + np.arange(sources.size)
    edge_bytes = graph.edge_bytes
    if edge_bytes is not None:
        edge_bytes = np.concatenate([edge_bytes, np.zeros(follows.size + sources.size, np.int64)])
    src = np.concatenate([graph.src, before[follows], values])
    operation = np.concatenate([whole_task_cycles(replicas), np.zeros(sources.size, np.int64)])
    attributes: dict[str, NDArray[Any]] = {"operation": operation.astype(np.float64)}
    for name in CLASSES:
        if name in graph.vertex:
            attributes[name] = np.concatenate([graph.vertex[name], graph.vertex[name][sources]])
    scheduled = Graph(
        n + sources.size,
        src,
        np.concatenate([graph.dst, follows, sources]),
        np.zeros(src.size),
        attributes,
        graph.name,
        edge_bytes=edge_bytes,
    )
    core = np.concatenate([schedule.core, schedule.core[sources]])
    try:
        made = prepare(
            VertexPartition(scheduled, program.partition.parts, core),
            model="dataflow",
            aggregate_messages=program.aggregate_messages,
        )
    except CyclicGraphError as error:
        names = graph.vertex.get("original_id")
        circle = [v if names is None or v >= n else names[v] for v in error.cycle]
        raise OptionError(
            f"the order of the schedule contradicts the dependences: each of these tasks waits for the one "
            f"before it ({shown_cycle(circle)}); correct the starts or the cores"
        ) from None
    return replace(made, read_vertices=values)


def added_tasks(scheduled: Program, program: Program, vertex_finish: Any, cores: int) -> NDArray[np.int64]:
    """The number of tasks of each core that only keep the order or read a value, shape (cores,).

    Parameters
    ----------
    vertex_finish : sequence of int
        The cycle in which each vertex of the scheduled program was finished, or -1.
    """
    graph, m = scheduled.partition.graph, program.partition.graph.num_edges
    has_run = np.asarray(vertex_finish)[graph.src[m:]] >= 0
    core = scheduled.partition.cluster_of_edge[m:][has_run]
    return np.bincount(core, minlength=cores)
