"""Run one point of an experiment without a machine (``machine: none``): a partition and its quality."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from numasim.experiments.job import Clock, Job, Outcome
from numasim.experiments.kernel_sets import KernelSet, kernels_of
from numasim.experiments.point_kind import PointKind
from numasim.experiments.prepare import cut_and_judge, cut_of, intermediate_key, shared_graph
from numasim.experiments.run_columns import trace_columns
from numasim.experiments.workload import build_graph
from numasim.schema.cut_experiment import CutExperiment
from numasim.schema.generated import Generated
from numasim.schema.workload import KINDS, GraphFile
from numasim.trace.trace import cut_trace
from partitioners.analysis.quality import exceeded_limits
from partitioners.errors import InputError, NumasimError
from partitioners.partition import VertexPartition, check_parts
from partitioners.partition_graph import placed_by
from partitioners.replicas import forget_replicas

if TYPE_CHECKING:
    from partitioners.graph import Graph

MOST_TINY_PARTS = 180
"""The number of edges of the grid on which kernels are compiled."""


def description(experiment: CutExperiment) -> dict[str, Any]:
    """Return the columns of a row that the configuration determines."""
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
    """Partition the graph of a point and evaluate the partition; return one row and no tables."""
    partition, quality = cut_and_judge(job, clock)
    forget_replicas(partition)  # no run needs them
    graph = partition.graph
    row |= {"vertices": graph.num_vertices, "edges": graph.num_edges, "parts": partition.parts}
    row |= {name: value for name, value in quality.items() if name not in row}
    row["cut_kind"] = "edge cut" if isinstance(partition, VertexPartition) else "vertex cut"
    row |= trace_columns(graph)
    cut_short = [cut_trace(graph.num_vertices)] if row.get("trace_complete") == 0 else []
    return Outcome.of(row, clock, [*graph.notes, *cut_short, *exceeded_limits(partition, quality)])


def headline(row: Mapping[str, Any]) -> str:
    """Return the name of a row for a line of progress."""
    return f"{row['partitioner']}, {row['parts']} parts"


def figure(row: Mapping[str, Any]) -> str:
    """Return the main figure of a finished row for a line of progress."""
    return f"{row['copies_or_cut']:,} {'cut edges' if row['cut_kind'] == 'edge cut' else 'copies'}"


def made(job: Job) -> tuple[str, str | None]:
    """Return the keys of a point's graph and partition."""
    graph = intermediate_key(job.experiment, {}, "workload")
    return graph, intermediate_key(job.experiment, {}, "workload", "partition")


def source_kernels(job: Job) -> list[KernelSet]:
    """Return the kernels of the graph's source."""
    workload = job.experiment.workload
    found = []
    if isinstance(workload, Generated):
        found.append(KernelSet(workload.generator, workload.generator, _build_graph, job))
    elif not isinstance(workload, GraphFile):
        # The instruction logs of all programs are read with the same kernels.
        found.append(KernelSet("traces", "traces", _build_graph, job, weight=15))
    return found


def kernel_sets(job: Job) -> list[KernelSet]:
    """Return the kernels of the graph's source, of the partitioner, and of the partition's quality."""
    return [*source_kernels(job), *cut_kernels(job)]


def cut_kernels(job: Job) -> list[KernelSet]:
    """Return the kernels of the partitioner, and of the partition's quality."""
    cut = cut_of(job).partition
    if cut.method is None:
        return []
    # Kernels differ with the number of parts.
    key = cut.method, min(cut.parts or 2, MOST_TINY_PARTS), kernels_of(cut.options)
    return [KernelSet(cut.method, key, _cut_tiny_grid, job, weight=3)]


def _build_graph(job: Job) -> None:
    """Build the graph of a point for all points that share it."""
    with contextlib.suppress(Exception):
        shared_graph(job)


def _cut_tiny_grid(job: Job) -> None:
    from partitioners.analysis.quality import quality
    from partitioners.partition_graph import partition

    cut = cut_of(job).partition
    with contextlib.suppress(Exception):
        parts = min(cut.parts or 2, MOST_TINY_PARTS)
        quality(partition(tiny_grid(), str(cut.method), parts, **cut.options))


def tiny_grid() -> Graph:
    """Return a graph with :data:`MOST_TINY_PARTS` edges, on which every kernel runs."""
    from partitioners.generators.models import grid

    return grid(width=10, height=10)


def check_operand(experiment: Any, read: Callable[..., Any]) -> None:
    """Read the graph of a file, and raise the error with which its partition would end."""
    if not isinstance(experiment.workload, GraphFile):
        return
    graph = read(lambda: build_graph(experiment), experiment.workload.model_dump_json())
    section = getattr(experiment, "partition", None)
    if section is not None and section.method is not None and section.parts is not None:
        try:
            check_parts(section.parts, graph, placed=placed_by(section.method))
        except NumasimError as error:
            raise InputError(str(error)) from None


NO_TIMELINE = "a timeline needs a machine, and this experiment has `machine: none`"


POINT = PointKind(
    describe=description,
    run=run,
    headline=headline,
    made=made,
    kernel_sets=kernel_sets,
    figure=figure,
    check_operand=check_operand,
    no_timeline=lambda experiment, path: NO_TIMELINE,
)
"""The functions of this kind of experiment."""
