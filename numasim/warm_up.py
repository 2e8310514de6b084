"""Compile once, before several processes would: Numba caches that several write first can crash."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from typing import TYPE_CHECKING

from numasim.point import Job, shared_graph

if TYPE_CHECKING:
    from numasim.schema import Experiment


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
    from numasim.mapping import map_clusters
    from numasim.simulation import simulate
    from partitioners.generators import grid
    from partitioners.partition_graph import partition
    from partitioners.quality import quality

    experiment = job.experiment
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
        machine = experiment.machine.for_clusters(parts)
        mapping = map_clusters(
            cluster_graph(clusters), machine, place.method or "round_robin", when=place.when, **place.options
        )
        simulate(clusters, mapping, machine, execution.model_copy(update={"steps": 1}))


def _source(experiment: Experiment) -> str | None:
    from numasim.workload_schema import GraphFile

    workload = experiment.workload
    return None if isinstance(workload, GraphFile) else getattr(workload, "generator", "a program")


def _algorithms(experiment: Experiment) -> tuple[object, ...] | None:
    cut, place, execution = experiment.partition, experiment.mapping, experiment.execution
    if cut.method is None:
        return None
    options = str(cut.options), str(place.options)
    models = execution.model, execution.network, execution.memory, execution.communication
    return min(cut.parts or 2, 180), cut.method, place.method, options, models
