"""Run one point of an experiment with a schedule: graph, schedule, simulation, row and tables.

The row has the predicted time beside the simulated one, and the table ``schedule`` has both for every task.
The reference of a speed-up is the whole graph on the best core of the same machine.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from numasim.components import columns_of, counters_of, parts_of
from numasim.experiments.job import Clock, Job, Outcome, with_rows
from numasim.experiments.kernel_sets import KernelSet, kernels_of
from numasim.experiments.point_kind import PointKind
from numasim.experiments.prepare import intermediate_key, shared_graph
from numasim.experiments.run_columns import machine_columns, tell_cut, trace_columns
from numasim.kinds.mesh.point import blamed_components, run_on_one_core
from numasim.kinds.quality.point import check_operand, source_kernels
from numasim.kinds.schedule.columns import ROWS as SCHEDULE
from numasim.kinds.schedule.schema import ScheduleExperiment
from numasim.numa.shared.long_tables import LongTables
from numasim.results.timeline import write_timeline
from numasim.schema.workload import KINDS

if TYPE_CHECKING:
    import pandas as pd

    from mappers.scheduling.schedule import Schedule
    from numasim.numa.shared.run_result import RunResult
    from numasim.numa.shared.timeline import Timeline
    from partitioners.graph import Graph


def description(experiment: ScheduleExperiment) -> dict[str, Any]:
    """Return the columns of a row that the configuration determines."""
    section, execution = experiment.schedule, experiment.execution
    given = experiment.workload.model_dump(mode="json")
    source = given.pop(next(kind for kind in KINDS if kind in given))
    return {
        "workload": source,
        "workload_options": json.dumps(given),
        "schedule": section.method or section.file,
        "schedule_options": json.dumps(section.options),
        "seed": section.seed,
        "machine": experiment.machine.name,
        **columns_of(experiment.component),
        "model": "dataflow",
        "initial_values": execution.initial_values,
        "network": execution.network,
        "aggregate_messages": execution.aggregate_messages,
        "error": None,
    }


def run(job: Job, row: dict[str, Any], clock: Clock) -> Outcome:
    """Run a point, or its reference on one core, and return its row and tables."""
    from numasim.program.task_times import mean_speeds
    from numasim.simulation.schedule_graph import scheduling_problem, work_note

    experiment = _of(job)
    with blamed_components(experiment):
        graph = shared_graph(job, clock)
        experiment = _scaled(experiment, graph)
        if job.reference:
            return run_on_one_core(graph, experiment.machine, experiment, row, clock)
        with clock("schedule"):
            made = _schedule(experiment, graph)
        with clock("simulation"):
            result = _simulate(experiment, graph, made)
    speeds = mean_speeds(graph, experiment.machine, experiment.execution.cycles_per_weight)
    row |= machine_columns(experiment.machine, speeds)
    row |= {"vertices": graph.num_vertices, "edges": graph.num_edges, **trace_columns(graph)}
    problem, _ = scheduling_problem(graph, experiment.machine, experiment.execution)
    row["communication_to_computation"] = problem.communication_to_computation
    row |= {**result.scalars, **figures(result, made)}
    note = work_note(graph)
    warnings = [*graph.notes, *result.warnings, *([] if note is None else [note])]
    tell_cut(row, graph, warnings)
    own = {"schedule": table_of_tasks(experiment, graph, made, result)}
    tables = LongTables({**result.tables.given, **own})
    return Outcome.of(row, clock, warnings, with_rows(tables, experiment.kept_tables(SCHEDULE.tables)))


def figures(result: RunResult, made: Schedule) -> dict[str, float]:
    """The predicted time of a run, and its ratio to the critical path."""
    path = result.scalars["critical_path_cycles"]
    found = {"predicted_cycles": made.makespan}
    if path:
        found["predicted_slr"] = made.makespan / path
    return found


def table_of_tasks(
    experiment: ScheduleExperiment, graph: Graph, made: Schedule, result: RunResult
) -> pd.DataFrame:
    """The table ``schedule``: name, kind, predicted and simulated times of each task, in running order."""
    from mappers.scheduling.schedule_files import schedule_table
    from numasim.program.scheduled_program import whole_task_cycles
    from numasim.program.task_classes import rows_of_vertices
    from partitioners.partition import VertexPartition
    from partitioners.replicas import find_replicas

    whole = VertexPartition(graph, 1, np.zeros(graph.num_vertices, np.int32))
    cycles = whole_task_cycles(find_replicas(whole, experiment.execution.cycles_per_weight))
    rates = experiment.machine.task_rates
    cycles = rates.cycles(cycles, rows_of_vertices(graph, rates), rates.kind_of_core[made.core])
    table = schedule_table(made)
    order = table["task"].to_numpy()
    finish = result.vertex_finish[order]
    for place, (column, attribute) in enumerate((("name", "original_id"), ("kind", "kind")), start=1):
        names = graph.vertex.get(attribute)
        table.insert(place, column, "" if names is None else np.asarray(names)[order].astype(str))
    table["simulated_start"] = np.where(finish >= 0, finish - cycles[order], -1)
    table["simulated_end"] = finish
    return table


def headline(row: Mapping[str, Any]) -> str:
    """Return the name of a row for a line of progress."""
    return f"{row['schedule']}, {row['machine']}"


def record(job: Job, timeline: Timeline, path: Path) -> int:
    """Run a point again, write its timeline, and return the cycles of the run.

    Raises
    ------
    InputError
        The point is invalid.
    """
    graph = shared_graph(job)
    experiment = _scaled(_of(job), graph)
    made = _schedule(experiment, graph)
    result = _simulate(experiment, graph, made, timeline)
    write_timeline(path, timeline, experiment.machine.topology, experiment.title)
    return int(result.scalars["cycles"])


def reference(job: Job) -> list[Any]:
    """Return what determines the run of the whole graph on core 0: workload, machine and execution."""
    config = job.experiment.resolved()
    files = {name: value for name, value in job.inputs.items() if name.startswith("workload.")}
    sections = (config[name] for name in ("workload", "seed", "machine", "component", "execution"))
    return [*sections, files, _of(job).schedule.ccr]


def made(job: Job) -> tuple[str, str | None]:
    """Return the key of a point's graph; it has no partition."""
    return intermediate_key(job.experiment, {}, "workload"), None


def kernel_sets(job: Job) -> list[KernelSet]:
    """Return the kernels of the graph's source, of the scheduler, and of the simulation."""
    experiment = _of(job)
    section, execution = experiment.schedule, experiment.execution
    names = "schedule", section.method, kernels_of(section.options), execution.network
    label = f"{section.method or 'schedule'} and simulation ({execution.network})"
    return [*source_kernels(job), KernelSet(label, names, _run_tiny, job, weight=12, group="simulation")]


def _run_tiny(job: Job) -> None:
    """Schedule and simulate a tiny task graph on the machine of a point."""
    from numasim.simulation.schedule_graph import schedule
    from partitioners.generators.task_graphs import cholesky

    experiment = _of(job)
    section = experiment.schedule
    with contextlib.suppress(Exception):
        graph = cholesky(tiles=3)
        experiment = _scaled(experiment, graph)
        method = section.method or "heft"
        options = section.options if section.method else {}
        made = schedule(graph, experiment.machine, method, experiment.execution, **options)
        _simulate(experiment, graph, made)


def _of(job: Job) -> ScheduleExperiment:
    assert isinstance(job.experiment, ScheduleExperiment)  # by kind_of
    return job.experiment


def _scaled(experiment: ScheduleExperiment, graph: Graph) -> ScheduleExperiment:
    """The experiment with the ``cycles_per_weight`` of its ratio of communication to computation, if any."""
    from numasim.simulation.schedule_graph import cycles_per_weight_of

    ccr, execution = experiment.schedule.ccr, experiment.execution
    if ccr is None:
        return experiment
    scale = cycles_per_weight_of(graph, experiment.machine, execution, ccr)
    return experiment.model_copy(
        update={"execution": execution.model_copy(update={"cycles_per_weight": scale})}
    )


def _schedule(experiment: ScheduleExperiment, graph: Graph) -> Schedule:
    section = experiment.schedule
    if section.file is not None:
        from mappers.scheduling.schedule_files import read_schedule

        cores = experiment.machine.num_cores
        names = graph.vertex.get("original_id")
        return read_schedule(experiment.file(section.file), graph.num_vertices, cores, names)
    from numasim.simulation.schedule_graph import schedule

    assert section.method is not None  # the schema requires one of them
    seed = experiment.seed_of(section)
    return schedule(
        graph, experiment.machine, section.method, experiment.execution, seed=seed, **section.options
    )


def _simulate(
    experiment: ScheduleExperiment, graph: Graph, made: Schedule, timeline: Timeline | None = None
) -> RunResult:
    from numasim.simulation.schedule_graph import simulate_schedule

    return simulate_schedule(
        graph,
        made,
        experiment.machine,
        experiment.execution,
        timeline=timeline,
        parts=parts_of(experiment.component),
    )


POINT = PointKind(
    describe=description,
    run=run,
    headline=headline,
    made=made,
    kernel_sets=kernel_sets,
    record=record,
    own_figures=lambda experiment: counters_of(experiment.component),
    reference=reference,
    on_one_core="the graph",
    check_operand=check_operand,
)
"""The functions of this kind of experiment."""
