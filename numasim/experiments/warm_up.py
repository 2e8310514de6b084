"""Compile once, before several processes would: Numba caches that several write first can crash."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from numasim.experiments.job import Job
from numasim.experiments.prepare import shared_graph
from numasim.schema.gpu_experiment import GpuExperiment
from numasim.schema.workload import KernelWorkload

if TYPE_CHECKING:
    from numasim.schema.experiment import Experiment


def different_kernels(jobs: Iterable[Job]) -> list[Job]:
    """Of these, the ones that may need a kernel that those before them do not.

    One traced program stands for all: the same kernels read every log.
    """
    seen: set[object] = set()
    chosen = []
    for job in jobs:
        keys = {_source(job.experiment), _algorithms(job.experiment)} - {None}
        if keys - seen:
            chosen.append(job)
            seen |= keys
    return chosen


def warm_up(job: Job) -> None:
    """Build the graph of a point, for all that share it, and run its partitioner and mapper on a tiny grid.

    What was compiled is then in Numba's cache on disk. What fails here is left for the runs to report.
    """
    from mappers.cluster_graph import cluster_graph
    from numasim.simulation.map_onto_machine import map_clusters
    from numasim.simulation.simulate import simulate
    from partitioners.generators.models import grid
    from partitioners.partition_graph import partition
    from partitioners.quality import quality

    experiment = job.experiment
    if isinstance(experiment, GpuExperiment):
        from numasim.experiments.point import evaluate

        work = experiment.kernel.model_copy(update={"matrix": "banded-64x5", "iterations": 1})
        evaluate(replace(job, experiment=experiment.model_copy(update={"workload": work}), shared=None))
        return
    if _source(experiment) is not None:
        with contextlib.suppress(Exception):
            shared_graph(job)
    cut, place, execution = experiment.partition, experiment.mapping, experiment.execution
    if cut.method is None:
        return
    tiny = grid(width=10, height=10)
    parts = min(cut.parts or 2, tiny.num_edges)  # kernels differ with the number of parts
    with contextlib.suppress(Exception):
        clusters = partition(tiny, cut.method, parts, **cut.options)
        quality(clusters)
        if not experiment.on_mesh:
            return
        machine = experiment.machine.for_clusters(parts)
        mapping = map_clusters(
            cluster_graph(clusters), machine, place.method or "round_robin", when=place.when, **place.options
        )
        simulate(clusters, mapping, machine, execution.model_copy(update={"steps": 1}))


def _source(experiment: Experiment) -> str | None:
    from numasim.schema.workload import GraphFile

    workload = experiment.workload
    if experiment.on_gpu:
        return None
    return None if isinstance(workload, GraphFile) else getattr(workload, "generator", "a program")


def _algorithms(experiment: Experiment) -> tuple[object, ...] | None:
    cut, place, execution = experiment.partition, experiment.mapping, experiment.execution
    if isinstance(experiment.workload, KernelWorkload):
        work = experiment.workload
        return work.kernel, work.implementation, work.cache, work.real, work.block_size, cut and cut.method
    if cut.method is None:
        return None
    options = str(cut.options), str(place.options)
    models = execution.model, execution.network, execution.memory, execution.communication
    return min(cut.parts or 2, 180), cut.method, place.method, options, models
