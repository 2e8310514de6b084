"""The kind of experiment that a file describes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numasim.config.plugin_section import Swept
from numasim.schema.experiment import Experiment
from numasim.schema.gpu_experiment import GpuExperiment
from numasim.schema.hybrid_experiment import HybridExperiment
from numasim.schema.hybrid_workload import HybridWorkload
from numasim.schema.quality_experiment import QualityExperiment, is_quality
from numasim.schema.schedule_experiment import ScheduleExperiment, has_schedule
from numasim.schema.sweep import as_mapping, swept_values
from numasim.schema.thread_experiment import ThreadExperiment
from numasim.schema.thread_workload import ThreadWorkload
from numasim.schema.traced_workload import THREADED, threaded_model
from numasim.schema.workload import KernelWorkload

BY_WORKLOAD: Mapping[str, tuple[type, type[Experiment]]] = {
    "kernel": (KernelWorkload, GpuExperiment),
    "thread_program": (ThreadWorkload, ThreadExperiment),
    "hybrid": (HybridWorkload, HybridExperiment),
}
"""The experiments that a key of the workload decides: the model of the workload, and of the experiment."""


def experiment_of(data: Any) -> type[Experiment]:
    """Return the kind of experiment that a file's data describes, by its workload and its machine."""
    workload = as_mapping(data).get("workload")
    workload = workload.data if isinstance(workload, Swept) else workload
    for key, (model, experiment) in BY_WORKLOAD.items():
        if isinstance(workload, model) or key in as_mapping(workload):
            return experiment
    swept = swept_values(as_mapping(data).get("sweep"))
    first = {str(name).removeprefix("workload."): values[0] for name, values in swept.items()}
    if isinstance(workload, tuple(THREADED.values())) or threaded_model({**first, **as_mapping(workload)}):
        return ThreadExperiment
    for key, (_, experiment) in BY_WORKLOAD.items():
        if f"workload.{key}" in swept:
            return experiment
    if is_quality(data):
        return QualityExperiment
    return ScheduleExperiment if has_schedule(data) else Experiment
