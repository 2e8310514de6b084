"""Run one point of an experiment with a program of threads: graph, program, mapping, run, row and tables.

The program checks its results in every run. The logs of a traced program take the place of graph and program.
The reference of a speed-up is one thread of the same program on core 0 of the same machine, with the schedule
``static``; a traced program is traced with one thread for it.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from numasim.experiments.job import Clock, Job, Outcome, with_rows
from numasim.experiments.kernel_sets import KernelSet
from numasim.experiments.point_kind import PointKind
from numasim.experiments.run_columns import machine_columns
from numasim.kinds.gpu.operand import directed_graph, operand_name
from numasim.kinds.threads.columns import ROWS as THREADS
from numasim.kinds.threads.schema import ThreadExperiment
from numasim.kinds.threads.trace import has_reference, shared_trace, trace_key, trace_notes
from numasim.numa.noc.sockets import socket_positions
from numasim.numa.shared.limits import Limits
from numasim.provenance import config_hash
from numasim.results.timeline import region_cycles, write_timeline
from numasim.schema.generated import Generated
from numasim.schema.no_effect import no_effect
from numasim.schema.thread_workload import ThreadWorkload
from numasim.schema.traced_workload import THREADED, ThreadedProgram, ThreadedSource
from numasim.threads.mapping import THREAD_MAPPERS, map_threads, read_thread_cores
from numasim.threads.program import THREAD_PROGRAMS, ThreadProgram
from partitioners.errors import PluginError
from partitioners.text.counts import plural

if TYPE_CHECKING:
    from pathlib import Path

    from numasim.machine.machine import Machine
    from numasim.numa.shared.thread_result import ThreadResult
    from numasim.numa.shared.timeline import Timeline
    from numasim.trace.threads.thread_trace import ThreadTrace
    from partitioners.graph import Graph

WARM_UP = Limits(max_cycles=1000)
"""The limit of a run that only compiles."""


def description(experiment: ThreadExperiment) -> dict[str, Any]:
    """Return the columns of a row that the configuration determines."""
    work, mapping, execution = experiment.threads, experiment.mapping, experiment.execution
    graph = work.graph
    of_graph = graph.model_dump(mode="json") if isinstance(graph, Generated) else {}
    return {
        "program": work.name,
        "program_options": json.dumps(_options(work)),
        "graph": None if graph is None else operand_name(graph),
        "graph_options": json.dumps(of_graph),
        "threads": work.threads,
        "chunk": work.chunk if isinstance(work, ThreadWorkload) else None,
        "seed": experiment.seed_of(work),
        "mapper": mapping.method or mapping.file,
        "mapper_options": json.dumps(mapping.options),
        "machine": experiment.machine.name,
        "scheduler": None if experiment.traced else execution.scheduler,
        "scheduler_options": json.dumps(execution.options),
        "network": execution.network,
        "barrier": execution.barrier,
        "lock": execution.lock,
        "lock_layout": execution.lock_layout,
        "error": None,
    }


def run(job: Job, row: dict[str, Any], clock: Clock) -> Outcome:
    """Run a point, or its reference on one core, and return its row and tables."""
    experiment = _of(job)
    machine = experiment.machine.for_clusters(experiment.threads.threads)
    program, graph, trace = _program(job, machine, clock)
    threads, complete = experiment.threads.threads, 1
    notes = [] if graph is None else list(graph.notes)
    if trace is not None:
        threads, complete = len(trace.operations), int(not trace.about["cut_short"])
        row |= {"data_races": trace.data_races, "trace_complete": complete}
        row |= {"awaited_stores": len(trace.waits), "reads_not_kept": trace.reads_not_kept}
        notes = trace_notes(trace)
    if job.reference:
        result = _simulate(experiment, program, np.zeros(1, np.int64), machine, clock, schedule="static")
        completed = result.scalars["completed"] * complete
        return Outcome.on_one_core(row, {**result.scalars, "completed": completed}, clock)
    with clock("mapping"):
        cores = thread_cores(experiment, machine, threads)
    result = _simulate(experiment, program, cores, machine, clock)
    row |= machine_columns(machine)
    if graph is not None:
        row |= {"vertices": graph.num_vertices, "edges": graph.num_edges}
    taken = result.figures.keys() & (row.keys() | result.scalars.keys())
    if taken:
        owner = f"thread program {experiment.threads.name!r}"
        raise PluginError(owner, f"its figure {min(taken)!r} has the name of a column; choose another name")
    row |= {**result.scalars, **result.figures}
    row["relative_work"] = threads if program.weak_scaling else 1
    row["completed"] *= complete
    notes += [*result.warnings, *no_effect(experiment)]
    return Outcome.of(row, clock, notes, with_rows(result.tables, experiment.kept_tables(THREADS.tables)))


def record(job: Job, timeline: Timeline, path: Path) -> int:
    """Run a point again, write its timeline, and return the cycles of the whole run.

    Raises
    ------
    InputError
        The point is invalid.
    """
    experiment, clock = _of(job), Clock()
    machine = experiment.machine.for_clusters(experiment.threads.threads)
    program, _, trace = _program(job, machine, clock)
    threads = experiment.threads.threads if trace is None else len(trace.operations)
    cores = thread_cores(experiment, machine, threads)
    result = _simulate(experiment, program, cores, machine, clock, timeline=timeline)
    timeline.region = region_cycles(result.tables["phases"])
    write_timeline(path, timeline, machine.topology, experiment.title, result.tables["phases"])
    return timeline.run_cycles


def headline(row: Mapping[str, Any]) -> str:
    """Return the name of a row for a line of progress."""
    threads = f"{row['threads']} {plural(row['threads'], 'thread')}"
    method = json.loads(row["program_options"]).get("method")
    words = (row["program"], method, row["graph"], threads, row["scheduler"], row["mapper"])
    return ", ".join(filter(None, words))


def made(job: Job) -> tuple[str, str | None]:
    """Return the key of a point's graph, or of its logs; there is no partition."""
    experiment = _of(job)
    if experiment.traced:
        return trace_key(job, experiment, experiment.threads.threads), None
    return graph_key(job), None


def reference(job: Job) -> list[Any] | None:
    """Return what determines the run of one thread on core 0; None if the program has no such run."""
    experiment = _of(job)
    if experiment.traced and not has_reference(experiment):
        return None
    work = experiment.threads
    if isinstance(work, ThreadWorkload) and work.least_threads > 1:
        return None
    config = experiment.resolved()
    workload = {name: value for name, value in config["workload"].items() if name != "threads"}
    execution = {name: value for name, value in config["execution"].items() if name != "scheduler"}
    execution = {name: value for name, value in execution.items() if name not in experiment.execution.options}
    machine = experiment.machine.for_clusters(experiment.threads.threads).model_dump(mode="json")
    files = {name: value for name, value in job.inputs.items() if name.startswith("workload.")}
    return [workload, config["seed"], files, machine, execution]


def kernel_sets(job: Job) -> list[KernelSet]:
    """Return the kernels of the graph's generator, of the program with its schedule, and of the engine."""
    experiment = _of(job)
    work, execution = experiment.threads, experiment.execution
    if not isinstance(work, ThreadWorkload):
        key = "threads", "replay", execution.network
        return [KernelSet(f"logs ({execution.network})", key, _run_tiny, job, weight=12, group="threads")]
    found = []
    if isinstance(work.graph, Generated):
        found.append(KernelSet(work.graph.generator, work.graph.generator, build_graph, job))
    names = "threads", work.thread_program, execution.scheduler, execution.network
    label = f"{work.thread_program} ({execution.scheduler}, {execution.network})"
    found.append(KernelSet(label, names, _run_tiny, job, weight=12, group="threads"))
    return found


def _of(job: Job) -> ThreadExperiment:
    assert isinstance(job.experiment, ThreadExperiment)  # by kind_of
    return job.experiment


def graph_key(job: Job) -> str:
    """Return the key of a point's graph."""
    experiment = _of(job)
    resolved = experiment.resolved()
    graph = [resolved["workload"].get(name) for name in ("graph", "symmetric_entries")]
    return config_hash(["graph of threads", *graph, resolved["seed"], job.inputs.get("workload.graph")])


def shared_graph(job: Job, clock: Clock) -> Graph | None:
    """Return the graph of a point; it is built only if no other point of the experiment has built it."""
    experiment = _of(job)
    work = experiment.threads
    given = work.graph
    if given is None:
        return None

    def build() -> Graph:
        with clock("graph"):
            return directed_graph(
                experiment, given, symmetric_entries=getattr(work, "symmetric_entries", None)
            )

    return job.kept.graphs.get(graph_key(job), build, job.shared)


def build_graph(job: Job) -> None:
    """Build the graph of a point, to compile its generator."""
    with contextlib.suppress(Exception):
        shared_graph(job, Clock())


def _program(
    job: Job, machine: Machine, clock: Clock
) -> tuple[ThreadProgram, Graph | None, ThreadTrace | None]:
    """Return the program of a point, and its graph or its trace."""
    experiment = _of(job)
    if experiment.traced:
        trace = shared_trace(job, experiment, clock)
        return _replay(trace, machine), None, trace
    graph = shared_graph(job, clock)
    with clock("program"):
        return make_program(experiment, graph), graph, None


def _options(work: ThreadWorkload | ThreadedProgram | ThreadedSource) -> dict[str, Any]:
    if isinstance(work, ThreadWorkload):
        return work.options
    given = work.model_dump(mode="json")
    return {name: value for name, value in given.items() if name not in (*THREADED, "threads", "seed")}


def _replay(trace: ThreadTrace, machine: Machine) -> ThreadProgram:
    from numasim.threads.replay import Replay

    return Replay.of(trace, block=machine.memory.block)


def make_program(experiment: ThreadExperiment, graph: Graph | None) -> ThreadProgram:
    """Make the program of a point, which is not traced, on its graph.

    Raises
    ------
    OptionError
        An option does not fit the graph.
    PluginError
        The plug-in is no program of threads.
    """
    work = experiment.threads
    assert isinstance(work, ThreadWorkload)  # the others are traced
    plugin = THREAD_PROGRAMS[work.thread_program]
    given = {} if graph is None else {"graph": graph}
    program = plugin.call(options=work.options, seed=experiment.seed_of(work), **given)
    if not isinstance(program, ThreadProgram):
        raise PluginError(
            f"thread program {work.thread_program!r}",
            f"is {type(program).__name__}; expected a subclass of numasim.threads.program.ThreadProgram",
        )
    return program


def thread_cores(experiment: ThreadExperiment, machine: Machine, threads: int) -> NDArray[np.int64]:
    """Return the core of each thread, shape (threads,), by the mapper or the file."""
    section = experiment.mapping
    if section.file is not None:
        return read_thread_cores(experiment.file(section.file), threads, machine.num_cores)
    assert section.method is not None  # the schema requires it
    column, row = socket_positions(machine.topology, machine.network.sockets).T.astype(np.int64)
    with THREAD_MAPPERS[section.method].blamed():
        return map_threads(
            threads,
            row * machine.num_cores + column,
            section.method,
            seed=experiment.seed_of(section),
            **section.options,
        )


def _simulate(
    experiment: ThreadExperiment,
    program: ThreadProgram,
    cores: NDArray[np.int64],
    machine: Machine,
    clock: Clock,
    schedule: str | None = None,
    timeline: Timeline | None = None,
) -> ThreadResult:
    """Run a program; ``schedule`` replaces the one of the experiment."""
    from numasim.simulation.simulate_threads import simulate_threads

    work, execution = experiment.threads, experiment.execution
    of_plugin = isinstance(work, ThreadWorkload)
    blamed = THREAD_PROGRAMS[work.name].blamed() if of_plugin else contextlib.nullcontext()
    with clock("simulation"), blamed:
        return simulate_threads(
            program,
            cores,
            machine,
            scheduler=schedule or execution.scheduler,
            options={} if schedule else execution.options,
            seed=experiment.seed,
            chunk=work.chunk if isinstance(work, ThreadWorkload) else 1,
            network=execution.network,
            barrier=execution.barrier,
            lock=execution.lock,
            lock_layout=execution.lock_layout,
            engine=execution.engine,
            limits=Limits(execution.max_cycles, execution.max_events, execution.max_seconds),
            timeline=timeline,
        )


def _run_tiny(job: Job) -> None:
    from numasim.simulation.simulate_threads import simulate_threads
    from numasim.threads.operations import OPERATION
    from numasim.threads.replay import Replay
    from partitioners.generators.models import grid

    experiment = _of(job)
    work, execution = experiment.threads, experiment.execution
    with contextlib.suppress(Exception):
        machine = experiment.machine.for_clusters(work.threads)
        if isinstance(work, ThreadWorkload):
            program = make_program(experiment, None if work.graph is None else grid(width=8, height=8))
        else:
            log = np.zeros(1, OPERATION)
            log.flags.writeable = False  # as those of a trace
            program = Replay([log], [], 8, block=machine.memory.block)
        simulate_threads(
            program,
            np.zeros(1, np.int64),
            machine,
            scheduler=execution.scheduler,
            options=execution.options,
            network=execution.network,
            limits=WARM_UP,
        )


def check_operand(experiment: ThreadExperiment, read: Callable[..., Any]) -> None:
    """Read the graph of a program, and raise the error with which its run would end."""
    if isinstance(experiment.workload, ThreadWorkload):
        make_program(experiment, named_graph(experiment, read))


def named_graph(experiment: ThreadExperiment, read: Callable[..., Any]) -> Graph:
    """Read the graph that a file of the workload has."""
    work: Any = experiment.workload
    symmetric = work.symmetric_entries

    def build() -> Graph:
        return directed_graph(experiment, work.graph, symmetric_entries=symmetric)

    graph: Graph = read(build, symmetric)
    return graph


POINT = PointKind(
    describe=description,
    run=run,
    headline=headline,
    made=made,
    kernel_sets=kernel_sets,
    record=record,
    reference=reference,
    on_one_core="one thread",
    check_operand=check_operand,
    own_figures=lambda experiment: () if isinstance(experiment.threads, ThreadedProgram) else None,
)
"""The functions of this kind of experiment."""
