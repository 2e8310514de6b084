"""Simulate a partitioned and mapped program on a machine."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Mapping as MappingType
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from mappers.mapping import Mapping, OnlineMapping, PeriodicMapping
from numasim.numa.shared.finished_run import ReadOnce
from numasim.numa.shared.limits import Limits
from numasim.numa.shared.long_tables import Columns, LongTables
from numasim.numa.shared.migration import MigrationCounts
from numasim.numa.shared.online_mapping import OnlineMapper
from numasim.numa.shared.run_inputs import RunInputs
from numasim.numa.shared.run_result import SCALARS, RunResult
from numasim.numa.shared.stealing import StealCounts, Stealing
from numasim.program.hop_histogram import hop_histogram
from numasim.program.instructions import longer_than_a_block, read_instructions
from numasim.program.program import Program, prepare
from numasim.program.run_time_scheduler import Decisions
from numasim.program.scheduled_program import added_tasks, schedule_program
from numasim.program.schedulers import SCHEDULERS, TaskQueue, schedule_of
from numasim.program.shared_values import share_values
from numasim.program.work import Work
from numasim.schema.requirements import (
    PERIODIC,
    SCHEDULE,
    SPEEDS,
    STEALING,
    check_placed_before,
    check_runs_components,
)
from numasim.simulation.invariants import check_invariants
from numasim.simulation.machine_results import (
    crowded_links,
    ended_early,
    machine_scalars,
    machine_tables,
    schedule_ratios,
)
from numasim.simulation.run_tables import activity_over_time_table, clusters_table, cores_table
from numasim.simulation.schedule_note import path_with_messages, schedule_note
from numasim.trace.instructions import OpcodeClass
from partitioners.errors import OptionError
from partitioners.partition import Partition
from partitioners.text.integers import check_integer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mappers.scheduling.schedule import Schedule
    from numasim.machine.machine import Machine
    from numasim.numa.shared.finished_run import ExecutableRun, FinishedRun
    from numasim.numa.shared.timeline import Timeline
    from numasim.numa.simpy_engine.parts import PartClass, Parts
    from numasim.program.instructions import Instructions
    from numasim.schema.execution import Execution

COMPILED = {
    "memory_model": ("traced", "simulated"),
    "communication": ("message", "coherent"),
    "network": ("ideal", "packet", "flit"),
}
"""The values of the ``execution`` keys that the compiled engine supports."""

IDLE_PART = "the component for the part {!r} has no effect, because nothing of this run uses the part"

MAX_DELAY = 2**53
"""The longest delay of the compiled engine, whose cycles have 64 bits."""


def simulate(
    partition: Partition,
    mapping: Mapping | OnlineMapping,
    machine: Machine | str,
    execution: Execution | MappingType[str, Any] | None = None,
    *,
    schedule: Schedule | None = None,
    seed: int = 0,
    timeline: Timeline | None = None,
    parts: MappingType[str, PartClass] | None = None,
) -> RunResult:
    """Run a partitioned and mapped graph on a simulated NUMA machine.

    Parameters
    ----------
    mapping : Mapping, OnlineMapping or PeriodicMapping
        A mapping of the clusters of the partition onto the cores of the machine.
    machine : Machine or str
        A machine, or what :func:`numasim.load_machine` takes.
    execution : Execution or mapping, optional
        The keys of the ``execution`` section of an experiment file. Missing keys have their default.
    schedule : Schedule, optional
        The core and the turn of every vertex, for dataflow with traced memory. Partition and mapping must be
        those of the schedule; :func:`numasim.simulation.schedule_graph.simulate_schedule` makes them.
    seed : int
        The seed of the random victims of work stealing.
    timeline : Timeline, optional
        Records the activity of the cores. The SimPy engine then runs the program, with the same results.
    parts : mapping of str to type, optional
        Components by the part of the machine that they replace, such as ``{"l1": MyL1}``: classes, or partial
        objects of them with options; see ``docs/components.md``. The SimPy engine then runs the program.

    Raises
    ------
    CyclicGraphError
        The execution model is dataflow and the graph has a cycle.
    OptionError
        ``mapping`` is none, or does not match the partition or the machine, or ``execution`` or ``parts`` is
        invalid.
    InvariantError
        The run violated an invariant of the execution model. This is a bug, whatever the input.

    Notes
    -----
    The model is described in ``docs/execution-model.md``.
    """
    from numasim.machine.machine import load_machine
    from numasim.schema.execution import as_execution

    machine, chosen = load_machine(machine), as_execution(execution)
    seed = check_integer("seed", seed)
    if schedule is not None:
        SCHEDULE.check(chosen)
        chosen = chosen.model_copy(update={"model": "dataflow"})
    if parts:
        check_runs_components(chosen)
    components = _components(parts, timeline)
    if parts and "network" in parts:  # laws and warnings about numasim's own networks do not apply
        chosen = chosen.model_copy(update={"network": "component"})
    if not isinstance(mapping, (Mapping, OnlineMapping)):
        raise OptionError(
            f"expected a mapping, such as that of `map_clusters`, got {type(mapping).__name__}; "
            "`Mapping(cores, num_cores)` makes one of a list of cores"
        )
    clusters = mapping.num_clusters if isinstance(mapping, OnlineMapping) else mapping.core_of_cluster.size
    if clusters != partition.parts:
        raise OptionError(
            f"the mapping places {clusters} clusters, but the partition has {partition.parts}; map this "
            "partition"
        )
    if mapping.num_cores != machine.num_cores:
        raise OptionError(
            f"the mapping is for {mapping.num_cores} cores, but the machine has {machine.num_cores}; map the "
            "clusters onto this machine"
        )
    blocks = partition.graph.num_vertices
    if chosen.initial_values == "memory" and blocks * machine.memory.block > machine.memory.capacity:
        raise OptionError(
            f"the values of {blocks} vertices, one block of {machine.memory.block} bytes each, do not fit "
            f"into the memory of {machine.memory.capacity} bytes; increase memory.capacity, or use "
            "`initial_values: preloaded`"
        )
    program = prepare(
        partition,
        model=chosen.model,
        steps=chosen.steps,
        aggregate_messages=chosen.aggregate_messages,
        cycles_per_weight=chosen.cycles_per_weight,
    )
    chosen = chosen.model_copy(update={"model": program.model})
    executed = program
    if schedule is not None:
        executed = schedule_program(program, schedule, inputs_in_memory=chosen.initial_values == "memory")
    scheduler = SCHEDULERS[chosen.scheduler]
    queue = schedule_of(scheduler.call(executed, options=chosen.options), executed, chosen.scheduler)
    decisions = None
    if not isinstance(queue, TaskQueue):
        _check_run_time_scheduler(chosen, mapping)
        decisions = Decisions(queue, executed, chosen.scheduler, machine)
        priority, latest_first = np.zeros(executed.num_tasks, np.int64), False
    else:
        priority, latest_first = queue.priority, queue.latest_first
    stealing = _stealing(chosen, decisions, seed)
    periodic = isinstance(mapping, PeriodicMapping)
    if periodic:
        _check_periodic_mapping(chosen, decisions)
    instructions = shared = None
    if chosen.memory_model == "simulated":
        if key := machine.core.key_of_rates:
            SPEEDS.check(chosen, key=key)
        through_memory = chosen.communication == "coherent"
        if isinstance(mapping, OnlineMapping) and chosen.model == "supersteps":
            # The mapper places all clusters before the first step.
            placed = OnlineMapper(mapping, program, machine.num_cores).place_first()
            mapping = Mapping(placed, machine.num_cores, mapping.method, mapping.options)
        instructions = read_instructions(program, machine, inputs_in_memory=chosen.initial_values == "memory")
        if through_memory or chosen.model == "supersteps":
            check_placed_before(chosen, online=isinstance(mapping, OnlineMapping))
            assert not isinstance(mapping, OnlineMapping)
            shared = share_values(
                instructions,
                mapping.core_of_cluster,
                machine,
                through_memory=through_memory,
                packed=chosen.value_layout == "packed",
            )
    core_of_cluster = None if isinstance(mapping, OnlineMapping) else mapping.core_of_cluster
    known = _Known.of(program, machine, instructions, core_of_cluster, chosen)
    if schedule is not None:
        work = Work.of(program, machine, instructions, whole_tasks=True)
        known = known._replace(work=work, path_with_messages=None)  # a note on the scheduler would not apply
    if timeline is not None:
        timeline.graph = executed.partition.graph
        timeline.timed_tasks = int(np.count_nonzero(executed.task_cycles)) * executed.steps
    run = _engine(chosen, machine, components)(
        RunInputs(
            executed,
            mapping,
            machine,
            network=chosen.network,
            priority=priority,
            latest_first=latest_first,
            decisions=decisions,
            stealing=stealing,
            value_bytes=chosen.value_bytes,
            inputs_in_memory=chosen.initial_values == "memory",
            instructions=instructions,
            shared=shared,
            limits=Limits(chosen.max_cycles, chosen.max_events, chosen.max_seconds),
            # A run-time scheduler may still read the program's arrays.
            consume=core_of_cluster is not None and decisions is None and not periodic,
        )
    )
    del priority, queue, shared  # the engine has converted them
    with scheduler.blamed():
        run.execute()
    ended = cast("FinishedRun", ReadOnce(run))
    result = _result(ended, program, machine, chosen, known, executed, core_of_cluster)
    if components is not None:
        idle = [IDLE_PART.format(part) for part in parts or () if not components.is_used(part)]
        scalars, warnings = {**result.scalars, **components.counters()}, (*result.warnings, *idle)
        result = replace(result, scalars=scalars, warnings=warnings)
    del run, ended
    fullest_window = 0  # an on-line mapper can add tasks to a full window
    if instructions is not None and core_of_cluster is not None:
        fullest_window = known.work.fullest_window(core_of_cluster, machine)
    check_invariants(result, program, machine, chosen, fullest_window=fullest_window)
    return result


def _check_periodic_mapping(execution: Execution, decisions: Decisions | None) -> None:
    """Check that clusters can move to other cores while the program runs.

    Raises
    ------
    OptionError
        The run has simulated memory, supersteps, work stealing, or a run-time scheduler.
    """
    PERIODIC.check(execution)
    if decisions is not None:
        raise OptionError(
            f"scheduler {execution.scheduler!r} decides while the program runs, which requires a static "
            "mapping; use `policy: static`"
        )


def _check_run_time_scheduler(execution: Execution, mapping: Mapping | OnlineMapping) -> None:
    """Check that a run can ask a run-time scheduler.

    Raises
    ------
    OptionError
        The run has simulated memory or an on-line mapping.
    """
    name = execution.scheduler
    if execution.memory_model == "simulated":
        raise OptionError(
            f"scheduler {name!r} decides while the program runs, and cores with simulated memory do not ask "
            "it; use `memory_model: traced`"
        )
    if isinstance(mapping, OnlineMapping):
        raise OptionError(
            f"scheduler {name!r} decides while the program runs, which requires a static mapping; use "
            "`policy: static`"
        )


def _stealing(execution: Execution, decisions: Decisions | None, seed: int) -> Stealing | None:
    """The settings of work stealing, if any.

    Raises
    ------
    OptionError
        The execution model is supersteps, or a run-time scheduler owns the ready tasks.
    """
    if execution.stealing == "none":
        return None
    STEALING.check(execution, stealing=execution.stealing)
    if decisions is not None:
        raise OptionError(
            f"scheduler {execution.scheduler!r} decides while the program runs, and its tasks cannot be "
            "stolen; use `stealing: none`"
        )
    random = int(np.random.SeedSequence(seed).generate_state(1)[0])
    return Stealing(execution.stealing, execution.steal_threshold, execution.steal_retry_cycles, random)


class _Known(NamedTuple):
    """The quantities known before the run, which may free the arrays that they follow from.

    ``operates`` is whether each vertex has an operation. ``hops`` is known only with a static mapping.
    """

    work: Work
    operates: NDArray[np.bool_]
    hops: Columns | None
    path_with_messages: int | None

    @classmethod
    def of(
        cls,
        program: Program,
        machine: Machine,
        instructions: Instructions | None,
        core_of_cluster: NDArray[np.integer] | None,
        execution: Execution,
    ) -> _Known:
        work = Work.of(program, machine, instructions)
        _ = program.work  # the invariants need it after the run
        operates = program.replicas.operation_cycles >= 1
        if core_of_cluster is None:
            return cls(work, operates, None, None)
        return cls(
            work,
            operates,
            hop_histogram(program, core_of_cluster, machine.topology),
            path_with_messages(program, core_of_cluster, machine, execution),
        )


def _components(parts: MappingType[str, PartClass] | None, timeline: Timeline | None) -> Parts | None:
    """The components of a run, and the parts that record its timeline; None if it has neither.

    Raises
    ------
    OptionError
        A component is invalid, or replaces a part that records.
    """
    if not parts and timeline is None:
        return None
    from numasim.numa.simpy_engine.parts import Parts

    chosen = dict(parts or {})
    if timeline is not None:
        from numasim.numa.simpy_engine.timeline_recorder import recorded_parts

        recorded = recorded_parts(timeline)
        for part in chosen.keys() & recorded.keys():
            raise OptionError(
                f"the timeline is recorded by the part {part!r}, for which there is a component; leave out "
                "`timeline`, or this component"
            )
        chosen |= recorded
    return Parts(chosen)


def _engine(
    execution: Execution, machine: Machine, components: Parts | None
) -> Callable[[RunInputs], ExecutableRun]:
    lacking = _lacking_in_compiled(execution, machine)
    if components is None and execution.engine == "compiled" and lacking:
        raise OptionError(f"the compiled engine does not support {lacking}; use `engine: auto`")
    if components is not None or execution.engine == "simpy" or lacking:
        from numasim.numa.simpy_engine.run import Run

        return partial(Run, parts=components)
    from numasim.numa.compiled.run import Run as CompiledRun

    return CompiledRun


def _lacking_in_compiled(execution: Execution, machine: Machine) -> str:
    """The part of this run that the compiled engine does not support, or an empty string."""
    for key, known in COMPILED.items():
        value = getattr(execution, key)
        if value not in known:
            return f"`{key}: {value}`"
    network = machine.network
    delays = (*machine.block_service_ticks, machine.memory_latency_cycles, *machine.row_open_cycles)
    if max(*delays, network.socket_hop_cycles, network.hop_cycles, network.injection_cycles) > MAX_DELAY:
        return f"a machine with delays of more than {MAX_DELAY} cycles"
    return ""


def _instructions(
    program: Program,
    execution: Execution,
    operates: NDArray[np.bool_],
    finish: NDArray[np.int64],
    tables: MappingType[str, Columns],
) -> int:
    """The instructions that ran, or the tasks of a graph that is not one of instructions.

    The edges of a traced program's graph are the values that its instructions read. With simulated memory,
    they are no tasks. With traced memory, the edges of a load or store have its cycles, and it has no
    operation; the values from earlier windows have none, either. A window may have nothing else.
    """
    kind = program.partition.graph.vertex.get("opcode_class")
    of_tasks = kind is None and not operates.any()
    if of_tasks or execution.memory_model == "simulated" or program.model == "supersteps":
        return int(tables["cores"]["tasks"].sum())
    if kind is not None:
        operates = operates | (kind == OpcodeClass.LOAD) | (kind == OpcodeClass.STORE)
    return int(np.count_nonzero(operates & (finish >= 0)))


def _result(
    run: FinishedRun,
    program: Program,
    machine: Machine,
    execution: Execution,
    known: _Known,
    executed: Program,
    placed: NDArray[np.integer] | None,
) -> RunResult:
    """``placed``: the core of each cluster at the start; None if it is known only after the run."""
    cycles = run.finished_at
    last_core = np.array(run.core_of_cluster, np.int32)
    core_of_cluster = last_core if placed is None else np.array(placed, np.int32)
    work, operates, hops, path = known
    if hops is None:
        hops = hop_histogram(program, core_of_cluster, machine.topology)
    tables: dict[str, Any] = {
        "cores": cores_table(run, machine, core_of_cluster, cycles),
        "activity": activity_over_time_table(run, machine, cycles),
        "clusters": clusters_table(run, work, core_of_cluster, cycles, last_core),
        **machine_tables(run, machine, cycles),
        "hops": hops,
    }
    finish = np.asarray(run.vertex_finish, np.int64)
    if executed is not program:
        finish = finish[: program.partition.graph.num_vertices]
        added = added_tasks(executed, program, run.vertex_finish, machine.num_cores)
        tables["cores"]["tasks"] = tables["cores"]["tasks"] - added
    instructions = _instructions(program, execution, operates, finish, tables)
    values, steals = run.values, run.steals or StealCounts()
    moves = run.migrations or MigrationCounts()
    scalars: dict[str, int | float] = {
        "completed": int(run.ended_by is None),
        "cycles": cycles,
        "work_cycles": work.total,
        "critical_path_cycles": work.critical_path,
        "busiest_core_cycles": work.busiest(core_of_cluster, machine.num_cores),
        "messages": run.local_messages + run.remote_values + values.packets,
        "messages_local": run.local_messages,
        "messages_remote": run.remote_values + values.packets,
        "network_bytes": values.bytes,
        "flit_hops": values.flit_hops,
        "message_latency_cycles": values.latency_cycles,
        "steal_requests": steals.requests,
        "steals": sum(steals.stolen),
        "steal_operands": steals.operands,
        "steal_operand_bytes": steals.operand_bytes,
        "steal_result_bytes": steals.result_bytes,
        "steal_bytes": steals.traffic.bytes,
        "steal_flit_hops": steals.traffic.flit_hops,
        "migrations": sum(moves.moved),
        "migrated_blocks": moves.blocks,
        "migrated_block_bytes": moves.block_bytes,
        "migration_bytes": moves.traffic.bytes,
        "migration_flit_hops": moves.traffic.flit_hops,
        "forwarded_messages": moves.forwarded.packets,
        "forwarded_bytes": moves.forwarded.bytes,
        "forwarded_flit_hops": moves.forwarded.flit_hops,
        **machine_scalars(run, tables, machine, cycles, instructions),
    }
    scalars |= schedule_ratios(scalars, work.capacity, critical_path=work.critical_path)
    scalars = {name: scalars[name] for name in SCALARS}
    warnings = []
    if run.ended_by is not None:
        warnings.append(ended_early(run.ended_by, getattr(execution, run.ended_by), cycles))
    warnings += crowded_links(execution.network, scalars["largest_link_utilisation"])
    schedule = schedule_note(scalars, path)
    if schedule is not None:
        warnings.append(schedule)
    if execution.communication == "coherent" and program.partition.graph.edge_bytes is not None:
        warnings.append(
            "the bytes of the edges have no effect on the simulation: with `communication: coherent`, a "
            "value is a slot in memory"
        )
    if execution.memory_model == "simulated":
        longer = longer_than_a_block(program.partition.graph, machine.memory.block)
        warnings += [longer] if longer else []
    return RunResult(
        scalars,
        LongTables(tables),
        finish,
        core_of_cluster,
        program.model,
        tuple(warnings),
    )
