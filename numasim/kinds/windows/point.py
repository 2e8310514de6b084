"""Run one point whose program runs in windows: trace, cut and simulate window by window, row and tables.

Every point records its program anew, because a log is larger than everything else that points share. The
reference of a speed-up is the same windows as one cluster on the fastest core.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from numasim.experiments.job import Clock, Job, Outcome, with_rows
from numasim.experiments.kernel_sets import KernelSet
from numasim.experiments.point_kind import PointKind
from numasim.experiments.run_columns import machine_columns
from numasim.experiments.workload import traced_windows
from numasim.kinds.mesh.point import blamed, description, headline, reference, run_kernels
from numasim.kinds.quality.point import check_operand, cut_kernels
from numasim.kinds.windows.columns import ROWS as WINDOWS
from numasim.kinds.windows.schema import WindowsExperiment
from numasim.program.task_times import best_core
from numasim.schema.no_effect import no_effect
from partitioners.partition_graph import cuts_edges

if TYPE_CHECKING:
    from numasim.machine.machine import Machine
    from numasim.simulation.windowed_result import WindowedResult
    from partitioners.progress import Progress

REPORT_EVERY = 1.0
"""Seconds between two reports of a run."""


def run(job: Job, row: dict[str, Any], clock: Clock) -> Outcome:
    """Run a point, or its reference on one core, and return its row and tables."""
    experiment = _of(job)
    cut = experiment.partition
    assert cut.method is not None  # the schema requires both
    assert cut.parts is not None
    machine = experiment.machine.for_clusters(cut.parts)
    with clock("simulation"), blamed(experiment):
        result = _simulate(job, machine)
    scalars = dict(result.scalars)
    if job.reference:
        return Outcome.on_one_core(row, scalars, clock)
    row |= machine_columns(machine, machine.speeds)
    row["cut_kind"] = "edge cut" if cuts_edges(cut.method) else "vertex cut"
    row |= {"vertices": scalars.pop("instructions"), "model": "dataflow", **scalars}
    decided = experiment.execution.model_copy(update={"model": "dataflow"})
    warnings = [*result.warnings, *no_effect(experiment.model_copy(update={"execution": decided}))]
    return Outcome.of(row, clock, warnings, with_rows(result.tables, experiment.kept_tables(WINDOWS.tables)))


def kernel_sets(job: Job) -> list[KernelSet]:
    """Return the kernels of the trace, the partitioner, the mapper and the simulation."""
    traced = KernelSet("windows of traces", "windows", _compile_windows, job, weight=15)
    return [traced, *cut_kernels(job), *run_kernels(job)]


def _of(job: Job) -> WindowsExperiment:
    assert isinstance(job.experiment, WindowsExperiment)  # by kind_of
    return job.experiment


def _compile_windows(job: Job) -> None:
    """Compile the kernels that trace a program in windows."""
    from numasim.trace.windows import trace_windows

    with contextlib.suppress(Exception):
        for _ in trace_windows("fft", size=8, window=500):
            pass


def _simulate(job: Job, machine: Machine) -> WindowedResult:
    """Run the windows of a point on its machine, or those of its reference."""
    from mappers.mapping import Mapping as Placed
    from mappers.mapping_files import read_mapping
    from numasim.simulation.simulate_windows import simulate_windows

    experiment, progress = _of(job), _seldom(job.report)
    cut, place, execution = experiment.partition, experiment.mapping, experiment.execution
    windows = traced_windows(experiment, progress)
    if job.reference:
        return simulate_windows(
            windows,
            machine,
            1,
            mapper=Placed(np.array([best_core(machine.speeds).core]), machine.num_cores),
            execution=execution.model_copy(update={"stealing": "none"}),  # one core: no one to steal from
            progress=progress,
        )
    assert cut.parts is not None  # by the schema
    mapper: Any = place.method
    if place.file is not None:
        mapper = read_mapping(experiment.file(place.file), cut.parts, machine.num_cores)
    return simulate_windows(
        windows,
        machine,
        cut.parts,
        method=str(cut.method),
        options={"seed": experiment.seed_of(cut), **cut.options},
        mapper=mapper,
        mapper_options={"seed": experiment.seed_of(place), **place.options},
        execution=execution,
        seed=experiment.seed,
        verify=experiment.verify,
        progress=progress,
    )


def _seldom(report: Callable[[str], None]) -> Progress:
    """Return a callback that passes at most one line a second to ``report``."""
    said = -REPORT_EVERY

    def progress(done: int, total: int, what: str) -> None:
        nonlocal said
        now = time.monotonic()
        if now - said >= REPORT_EVERY:
            said = now
            report(f"{done / total:.0%}, {what}" if total else what)

    return progress


NO_TIMELINE = "a run in windows has no timeline; the table windows shows their cycles"


POINT = PointKind(
    describe=description,
    run=run,
    headline=headline,
    made=lambda job: None,
    made_anew="in windows, which every run makes and cuts anew",
    kernel_sets=kernel_sets,
    reference=reference,
    on_one_core="one cluster",
    check_operand=check_operand,
    no_timeline=lambda experiment, path: NO_TIMELINE,
)
"""The functions of this kind of experiment."""
