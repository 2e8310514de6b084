"""The experiment without a machine (``machine: none``): partitions and their quality, nothing simulated."""

from __future__ import annotations

import json
from typing import Any

from numasim.experiments.job import Clock, Job, Outcome
from numasim.experiments.prepare import cut_and_judge
from numasim.experiments.workload import cut_trace, trace_columns
from numasim.numa.run_result import WARNING_SEPARATOR
from numasim.schema.experiment import Experiment
from numasim.schema.workload import KINDS
from partitioners.partition import VertexPartition
from partitioners.replicas import forget_replicas


def description(experiment: Experiment) -> dict[str, Any]:
    """The columns of a row that its configuration decides."""
    partition = experiment.partition
    given = experiment.workload.model_dump(mode="json")
    source = given.pop(next(kind for kind in KINDS if kind in given))
    return {
        "workload": source,
        "workload_options": json.dumps(given),
        "method": partition.method or partition.file,
        "parts": partition.parts,
        "seed": partition.seed,
        "order": partition.options.get("order"),
        "method_options": json.dumps(partition.options),
        "error": None,
    }


def run_quality(job: Job, row: dict[str, Any], clock: Clock) -> Outcome:
    """Partition the graph of a point and judge the partition; one row, no tables."""
    partition, quality = cut_and_judge(job, clock)
    forget_replicas(partition)  # no run follows that needs them
    graph = partition.graph
    row |= {"vertices": graph.num_vertices, "edges": graph.num_edges, "parts": partition.parts}
    row |= {name: value for name, value in quality.items() if name not in row}
    row["kind"] = "edge cut" if isinstance(partition, VertexPartition) else "vertex cut"
    row |= trace_columns(graph)
    warnings = [*graph.notes, *([cut_trace(graph)] if row.get("trace_complete") == 0 else [])]
    row["warnings"] = WARNING_SEPARATOR.join(warnings) or None
    return Outcome([row], {}, [{"id": row["id"], **clock.seconds}])
