"""Run one point: the degrees of a graph."""

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from numasim.plugins import Clock, Job, Outcome, PointKind, intermediate_key, shared_graph
from numasim_degrees.schema import DegreesExperiment


def describe(experiment: DegreesExperiment) -> dict[str, Any]:
    """Return the columns of a row that the configuration determines."""
    given = experiment.workload.model_dump(mode="json")
    name = given.get("generator") or given.get("graph") or given.get("program")
    return {
        "workload": name,
        "workload_options": json.dumps(given),
        "of": experiment.degrees.of,
        "seed": experiment.seed,
        "error": None,
    }


def run(job: Job, row: dict[str, Any], clock: Clock) -> Outcome:
    """Count the degrees; return one row and the table of degrees."""
    graph = shared_graph(job, clock)
    ends = {"out": [graph.src], "in": [graph.dst], "both": [graph.src, graph.dst]}[row["of"]]
    with clock("degrees"):
        degree = sum(np.bincount(end, minlength=graph.num_vertices) for end in ends)
    row |= {"vertices": graph.num_vertices, "edges": graph.num_edges}
    row |= {"mean_degree": float(degree.mean()), "largest_degree": int(degree.max())}
    degrees, vertices = np.unique(degree, return_counts=True)
    table = pd.DataFrame({"degree": degrees, "vertices": vertices})
    return Outcome.of(row, clock, graph.notes, {"degrees": table})


def headline(row: Mapping[str, Any]) -> str:
    """Return the name of a row for a line of progress."""
    return f"{row['workload']}, {row['of']}"


POINT = PointKind(
    describe=describe,
    run=run,
    headline=headline,
    figure=lambda row: f"at most {row['largest_degree']} edges at a vertex",
    made=lambda job: (intermediate_key(job.experiment, {}, "workload"), None),
    kernel_sets=lambda job: [],
    no_timeline=lambda experiment, path: "degrees have no timeline",
)
"""The functions of this kind of experiment."""
