"""The functions that run an experiment of each kind; only this module knows all kinds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numasim.experiments import (
    gpu_point,
    hybrid_point,
    mesh_point,
    quality_point,
    schedule_point,
    thread_point,
)
from numasim.experiments.job import Clock, Job, Outcome
from numasim.experiments.kernel_sets import KernelSet
from numasim.results import row_kinds
from numasim.results.row_kinds import RowKind

if TYPE_CHECKING:
    from numasim.numa.shared.timeline import Timeline
    from numasim.schema.experiment import Experiment


def _cycles(row: Mapping[str, Any]) -> str:
    return f"{row['cycles']:,} cycles"


@dataclass(frozen=True)
class ExperimentKind:
    """The functions that run an experiment of one kind.

    Attributes
    ----------
    rows : RowKind
        The kind of the rows.
    describe : callable
        Returns the columns of a row that the configuration determines.
    run : callable
        Runs a job, starting from its described row, and times the phases.
    headline : callable
        Returns the name of a row for a line of progress.
    made : callable
        Returns the keys of a job's graph and partition; None if the job has no partition.
    kernel_sets : callable
        Returns the kernels that a job needs.
    figure : callable
        Returns the main figure of a finished row for a line of progress.
    record : callable, optional
        Runs a job again, writes its timeline, and returns its cycles.
    reference : callable, optional
        Returns what determines the reference run of a speed-up, on one core. Without it, or where it returns
        None, there is no speed-up.
    on_one_core : str
        What the reference runs on one core.
    """

    rows: RowKind
    describe: Callable[[Any], dict[str, Any]]
    run: Callable[[Job, dict[str, Any], Clock], Outcome]
    headline: Callable[[Mapping[str, Any]], str]
    made: Callable[[Job], tuple[str, str | None]]
    kernel_sets: Callable[[Job], list[KernelSet]]
    figure: Callable[[Mapping[str, Any]], str] = _cycles
    record: Callable[[Job, Timeline, Path], int] | None = None
    reference: Callable[[Job], list[Any] | None] | None = None
    on_one_core: str = ""


MESH = ExperimentKind(
    rows=row_kinds.MESH,
    describe=mesh_point.description,
    run=mesh_point.run,
    headline=mesh_point.headline,
    made=quality_point.made,
    kernel_sets=mesh_point.kernel_sets,
    record=mesh_point.record,
    reference=mesh_point.reference,
    on_one_core="one cluster",
)

GPU = ExperimentKind(
    rows=row_kinds.GPU,
    describe=gpu_point.description,
    run=gpu_point.run,
    headline=gpu_point.headline,
    made=gpu_point.made,
    kernel_sets=gpu_point.kernel_sets,
    record=gpu_point.record,
)

QUALITY = ExperimentKind(
    rows=row_kinds.QUALITY,
    describe=quality_point.description,
    run=quality_point.run,
    headline=quality_point.headline,
    made=quality_point.made,
    kernel_sets=quality_point.kernel_sets,
    figure=quality_point.figure,
)

THREADS = ExperimentKind(
    rows=row_kinds.THREADS,
    describe=thread_point.description,
    run=thread_point.run,
    headline=thread_point.headline,
    made=thread_point.made,
    kernel_sets=thread_point.kernel_sets,
    record=thread_point.record,
    reference=thread_point.reference,
    on_one_core="one thread",
)

HYBRID = ExperimentKind(
    rows=row_kinds.HYBRID,
    describe=hybrid_point.description,
    run=hybrid_point.run,
    headline=hybrid_point.headline,
    made=thread_point.made,
    kernel_sets=hybrid_point.kernel_sets,
    figure=hybrid_point.figure,
)

SCHEDULE = ExperimentKind(
    rows=row_kinds.SCHEDULE,
    describe=schedule_point.description,
    run=schedule_point.run,
    headline=schedule_point.headline,
    made=schedule_point.made,
    kernel_sets=schedule_point.kernel_sets,
    record=schedule_point.record,
    reference=schedule_point.reference,
    on_one_core="the graph",
)

_KINDS = {kind.rows.name: kind for kind in (MESH, GPU, QUALITY, THREADS, HYBRID, SCHEDULE)}


def kind_of(experiment: Experiment) -> ExperimentKind:
    """Return the kind of an experiment."""
    return _KINDS[experiment.kind]
