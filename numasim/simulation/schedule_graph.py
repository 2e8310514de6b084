"""Schedule the tasks of a graph on the cores of a machine, and run the schedule."""

from __future__ import annotations

from collections.abc import Mapping as MappingType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from mappers.scheduling.problem import SchedulingProblem
    from mappers.scheduling.schedule import Schedule
    from numasim.machine.machine import Machine
    from numasim.numa.shared.run_result import RunResult
    from numasim.numa.shared.timeline import Timeline
    from numasim.numa.simpy_engine.parts import PartClass
    from numasim.schema.execution import Execution
    from partitioners.graph import Graph


def schedule(
    graph: Graph,
    machine: Machine | str,
    method: str = "heft",
    execution: Execution | MappingType[str, Any] | None = None,
    *,
    seed: int = 0,
    **options: Any,
) -> Schedule:
    """Schedule the tasks of a graph on the cores of a machine.

    Parameters
    ----------
    graph : Graph
        An acyclic graph. A task is a vertex with all of its in-edges and its operation.
    machine : Machine or str
        A machine, or what :func:`numasim.load_machine` takes.
    method : str
        A registered static scheduler, see :data:`mappers.scheduling.schedule_tasks.SCHEDULES`.
    execution : Execution or mapping, optional
        Of its keys, ``value_bytes`` and ``cycles_per_weight`` determine the times.
    seed : int
        Seed of methods that draw random numbers.
    **options
        Further options of the method.

    Returns
    -------
    Schedule
        The core, and the predicted start and end in cycles, of each vertex.

    Raises
    ------
    CyclicGraphError
        The graph has a cycle. The message shows it.
    GraphError
        The graph is undirected.
    OptionError, UnknownNameError, VerificationError
        See :func:`mappers.scheduling.schedule_tasks.schedule_tasks`.
    """
    from dataclasses import replace

    from mappers.scheduling.schedule_tasks import schedule_tasks

    problem, vertex = scheduling_problem(graph, machine, execution)
    made = schedule_tasks(problem, method, seed=seed, **options)
    back = np.empty_like(vertex)
    back[vertex] = np.arange(vertex.size)
    return replace(made, core=made.core[back], start=made.start[back], finish=made.finish[back], level=back)


def work_note(graph: Graph) -> str | None:
    """A note on a graph whose dependences have work that its source need not mean; None for another graph.

    An edge without a weight has work 1, as in any graph. Between tasks it is rarely wanted.
    """
    if not graph.num_edges or not (graph.weight == 1).all():
        return None
    if "operation" in graph.vertex:
        return (
            "every dependence adds work 1 to the task that reads it, beside its `operation`; with "
            "`vertex_work: operation` (--vertex-work), or with `weight` 0 on the edges, it adds none"
        )
    known = ", ".join(name for name in graph.vertex if name != "original_id")
    return (
        "no vertex has `operation`, so every dependence has work 1 and tasks without dependences none; name "
        f"the attribute with the work of a task (`vertex_work`, --vertex-work); known: {known or 'none'}"
    )


def scheduling_problem(
    graph: Graph, machine: Machine | str, execution: Execution | MappingType[str, Any] | None = None
) -> tuple[SchedulingProblem, NDArray[np.int64]]:
    """The tasks of a graph, and the times of tasks and messages on a machine without contention.

    A unit of data is a flit after the first. So the time of a message is exactly that of ``network: ideal``,
    from the end of its sender to the start of its receiver.

    Parameters
    ----------
    machine : Machine or str
        A machine, or what :func:`numasim.load_machine` takes.

    Returns
    -------
    problem : SchedulingProblem
    vertex : ndarray of int64, shape (n,)
        The vertex of each task. Tasks are numbered by level, then by vertex.

    Raises
    ------
    CyclicGraphError
        The graph has a cycle. The message shows it.
    GraphError
        The graph is undirected.
    OptionError
        The machine has no mesh of a fixed size.
    """
    from mappers.scheduling.problem import SchedulingProblem
    from numasim.machine.machine import load_machine
    from numasim.numa.noc.sockets import crossings
    from numasim.program.scheduled_program import whole_task_cycles
    from numasim.program.task_classes import rows_of_vertices
    from numasim.schema.execution import as_execution
    from numasim.schema.requirements import check_fixed_mesh
    from partitioners.errors import CyclicGraphError, GraphError
    from partitioners.levels import topological_levels
    from partitioners.partition import VertexPartition
    from partitioners.replicas import find_replicas

    machine, chosen = load_machine(machine), as_execution(execution)
    if graph.undirected:
        raise GraphError(
            f"{graph.name!r} is undirected, so its edges do not say which task comes first; write a directed "
            "graph (in DOT `digraph` and `->`, in networkx a DiGraph)"
        )
    check_fixed_mesh(machine)
    try:
        level = topological_levels(graph)
    except CyclicGraphError as error:
        need = "a schedule runs each task once; remove one of these dependences"
        raise CyclicGraphError(error.cycle, error.names, need) from None
    vertex = np.argsort(level, kind="stable")
    task = np.empty_like(vertex)
    task[vertex] = np.arange(vertex.size)
    whole = VertexPartition(graph, 1, np.zeros(graph.num_vertices, np.int32))
    replicas, rates = find_replicas(whole, chosen.cycles_per_weight), machine.task_rates
    cycles = whole_task_cycles(replicas)[vertex]
    row = rows_of_vertices(graph, rates, replicas.edge_cycles)[vertex]
    network, mesh = machine.network, machine.topology
    carried = np.full(graph.num_edges, chosen.value_bytes) if graph.edge_bytes is None else graph.edge_bytes
    flits = -(-(carried + network.header_size) // network.flit_size)
    crossed = crossings(mesh, network.sockets)
    latency = 1 + network.injection_cycles + (mesh.distances + 1) * network.hop_cycles
    latency = latency + crossed * (network.socket_hop_cycles - network.hop_cycles)
    longer = network.sockets.flit_cycles - 1 if network.sockets else 0
    problem = SchedulingProblem(
        cost=np.stack([rates.cycles(cycles, row, kind) for kind in range(rates.num_kinds)], axis=1),
        kind_of_core=rates.kind_of_core,
        src=task[graph.src],
        dst=task[graph.dst],
        data=flits - 1,
        latency=latency,
        time_per_unit=1 + crossed * longer,
    )
    return problem, vertex


def cycles_per_weight_of(
    graph: Graph, machine: Machine, execution: Execution | MappingType[str, Any] | None, ccr: float
) -> float:
    """The ``cycles_per_weight`` with which a graph has a ratio of communication to computation on a machine.

    Parameters
    ----------
    execution : Execution or mapping, optional
        Of its keys, ``value_bytes`` determines the time of a message.
    ccr : float
        The wanted :attr:`mappers.scheduling.problem.SchedulingProblem.communication_to_computation`. Tasks
        take whole cycles, so that of short tasks can be smaller.

    Raises
    ------
    GraphError
        The graph has no work or no dependences, or the machine has one core, so that the ratio is always 0.
    """
    from numasim.schema.execution import as_execution
    from partitioners.errors import GraphError

    chosen = as_execution(execution)
    total = float(graph.weight.sum()) + float(np.sum(graph.vertex.get("operation", 0.0)))
    if not total or not graph.num_edges or machine.num_cores == 1:
        raise GraphError(
            f"{graph.name!r} has no ratio of communication to computation on {machine.name}, which needs "
            "work, dependences and two cores; leave out `ccr`"
        )
    # Tasks so long that the rounding to whole cycles does not count.
    long = 1e6 * graph.num_vertices / total
    problem, _ = scheduling_problem(graph, machine, chosen.model_copy(update={"cycles_per_weight": long}))
    return long * problem.communication_to_computation / ccr


def simulate_schedule(
    graph: Graph,
    schedule: Schedule,
    machine: Machine | str,
    execution: Execution | MappingType[str, Any] | None = None,
    *,
    timeline: Timeline | None = None,
    parts: MappingType[str, PartClass] | None = None,
) -> RunResult:
    """Run a graph on a machine as a schedule says: each core runs its tasks in the order of their starts.

    Parameters
    ----------
    graph : Graph
        An acyclic graph.
    schedule : Schedule
        A schedule of its vertices on the cores of the machine. Only the cores and the order count.
    machine : Machine or str
        A machine, or what :func:`numasim.load_machine` takes.
    execution : Execution or mapping, optional
        The keys of the ``execution`` section of an experiment file, for dataflow with traced memory.
    timeline, parts : optional
        See :func:`numasim.simulation.simulate.simulate`.

    Raises
    ------
    CyclicGraphError
        The graph has a cycle.
    OptionError
        The schedule does not match the graph or the machine, or its order contradicts a dependence.
    """
    from mappers.mapping import Mapping
    from mappers.scheduling.schedule import Schedule
    from numasim.machine.machine import load_machine
    from numasim.simulation.simulate import simulate
    from partitioners.errors import OptionError
    from partitioners.partition import VertexPartition

    machine = load_machine(machine)
    if not isinstance(schedule, Schedule):
        raise OptionError(f"expected a schedule, such as that of `schedule`, got {type(schedule).__name__}")
    if schedule.num_cores != machine.num_cores:
        raise OptionError(
            f"the schedule is for {schedule.num_cores} cores, but the machine has {machine.num_cores}"
        )
    if schedule.core.size != graph.num_vertices:
        raise OptionError(
            f"the schedule has {schedule.core.size} tasks, but the graph has {graph.num_vertices} vertices"
        )
    cores = machine.num_cores
    return simulate(
        VertexPartition(graph, cores, schedule.core, schedule.method, schedule.options),
        Mapping(np.arange(cores), cores),
        machine,
        execution,
        schedule=schedule,
        timeline=timeline,
        parts=parts,
    )
