"""Compile once, before several processes would: Numba caches that several write first can crash."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numasim.schema import Experiment


def warm_up(experiments: Iterable[Experiment]) -> None:
    """Run every generator, partitioner and mapper that the experiments name, once, here, on a tiny grid.

    One traced program stands for all: the same kernels read every log. What was compiled is then in Numba's
    cache on disk. What fails here is left for the runs to report.
    """
    from mappers.cluster_graph import cluster_graph
    from numasim.mapping import map_clusters
    from numasim.simulation import simulate
    from numasim.workload import build_graph
    from numasim.workload_schema import GraphFile
    from partitioners.generators import grid
    from partitioners.partition_graph import partition
    from partitioners.quality import quality

    tiny = grid(width=10, height=10)
    seen = set()
    for experiment in experiments:
        workload = experiment.workload
        source = None if isinstance(workload, GraphFile) else getattr(workload, "generator", "a program")
        if source is not None and source not in seen:
            seen.add(source)
            with contextlib.suppress(Exception):
                build_graph(experiment)
        cut, place, execution = experiment.partition, experiment.mapping, experiment.execution
        parts = min(cut.parts or 2, tiny.num_edges)  # kernels differ with the number of parts
        key = (
            parts,
            cut.method,
            str(cut.options),
            place.method,
            str(place.options),
            execution.model,
            execution.network,
        )
        if key in seen or cut.method is None:
            continue
        seen.add(key)
        with contextlib.suppress(Exception):
            clusters = partition(tiny, cut.method, parts, **cut.options)
            quality(clusters)
            machine = experiment.machine.for_clusters(parts)
            mapping = map_clusters(
                cluster_graph(clusters),
                machine,
                place.method or "round_robin",
                when=place.when,
                **place.options,
            )
            simulate(clusters, mapping, machine, execution.model_copy(update={"steps": 1}))
