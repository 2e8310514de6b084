"""The experiment without a machine (``machine: none``): partitions and their quality, nothing simulated."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from numasim.experiments.job import Clock, Job, Outcome
from numasim.experiments.prepare import cut_and_judge, intermediate_key, shared_graph
from numasim.experiments.workload import cut_trace, trace_columns
from numasim.numa.run_result import WARNING_SEPARATOR
from numasim.schema.experiment import Experiment
from numasim.schema.workload import KINDS, GraphFile
from partitioners.partition import VertexPartition
from partitioners.replicas import forget_replicas

if TYPE_CHECKING:
    from partitioners.partition import Partition


def description(experiment: Experiment) -> dict[str, Any]:
    """The columns of a row that its configuration decides."""
    partition = experiment.partition
    given = experiment.workload.model_dump(mode="json")
    source = given.pop(next(kind for kind in KINDS if kind in given))
    return {
        "workload": source,
        "workload_options": json.dumps(given),
        "partitioner": partition.method or partition.file,
        "parts": partition.parts,
        "seed": partition.seed,
        "order": partition.options.get("order"),
        "partitioner_options": json.dumps(partition.options),
        "error": None,
    }


def run(job: Job, row: dict[str, Any], clock: Clock) -> Outcome:
    """Partition the graph of a point and judge the partition; one row, no tables."""
    partition, quality = cut_and_judge(job, clock)
    forget_replicas(partition)  # no run follows that needs them
    graph = partition.graph
    row |= {"vertices": graph.num_vertices, "edges": graph.num_edges, "parts": partition.parts}
    row |= {name: value for name, value in quality.items() if name not in row}
    row["cut_kind"] = "edge cut" if isinstance(partition, VertexPartition) else "vertex cut"
    row |= trace_columns(graph)
    warnings = [*graph.notes, *([cut_trace(graph)] if row.get("trace_complete") == 0 else [])]
    row["warnings"] = WARNING_SEPARATOR.join(warnings) or None
    return Outcome([row], {}, [{"run_id": row["run_id"], **clock.seconds}])


def headline(row: Mapping[str, Any]) -> str:
    """What to call a row in a line of progress."""
    return f"{row['partitioner']}, {row['parts']} parts"


def figure(row: Mapping[str, Any]) -> str:
    """What a line of progress says of a finished row."""
    return f"{row['copies_or_cut']:,} {'cut edges' if row['cut_kind'] == 'edge cut' else 'copies'}"


def made(job: Job) -> tuple[str, str | None]:
    """What decides the graph of a point, and its partition."""
    graph = intermediate_key(job.experiment, {}, "workload")
    return graph, intermediate_key(job.experiment, {}, "workload", "partition")


def source(experiment: Experiment) -> set[object]:
    """What makes the graph, where that takes kernels: a generator, or a program (all logs are read alike)."""
    workload = experiment.workload
    return set() if isinstance(workload, GraphFile) else {getattr(workload, "generator", "a program")}


def kernels(experiment: Experiment) -> set[object]:
    """What decides which kernels are compiled."""
    cut = experiment.partition
    of_cut = set() if cut.method is None else {(min(cut.parts or 2, 180), cut.method, str(cut.options))}
    return source(experiment) | of_cut


def cut_tiny_grid(job: Job) -> Partition | None:
    """Build the graph of a point, for all that share it, and run its partitioner on a tiny grid.

    None where it has no partitioner, or that fails: the runs report it.
    """
    from partitioners.generators.models import grid
    from partitioners.partition_graph import partition
    from partitioners.quality import quality

    if source(job.experiment):
        with contextlib.suppress(Exception):
            shared_graph(job)
    cut = job.experiment.partition
    if cut.method is None:
        return None
    tiny = grid(width=10, height=10)
    parts = min(cut.parts or 2, tiny.num_edges)  # kernels differ with the number of parts
    with contextlib.suppress(Exception):
        clusters = partition(tiny, cut.method, parts, **cut.options)
        quality(clusters)
        return clusters
    return None


def warm_up(job: Job) -> None:
    """Compile what :func:`cut_tiny_grid` runs."""
    cut_tiny_grid(job)
