"""The experiment without a machine (``machine: none``): partitions and their quality, nothing simulated."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import Field, field_validator

from numasim.components import Component
from numasim.config.problems import Problem, refuse, scalar_fields
from numasim.experiments.workload import cut_trace, trace_columns
from numasim.numa.run_result import WARNING_SEPARATOR
from numasim.schema.experiment import ClusterMapping, Execution, Experiment, complete
from numasim.schema.workload import KINDS
from partitioners.partition import VertexPartition

if TYPE_CHECKING:
    from numasim.experiments.point import Job, Outcome, _Clock

NO_MACHINE: Literal["none"] = "none"
"""What ``machine`` has in place of a machine."""


class QualityExperiment(Experiment):
    """An experiment whose points are partitions: no mapping, no machine, no execution."""

    on_mesh: ClassVar[bool] = False

    # Another type than the mesh experiment's: pydantic takes it, mypy wants a subclass.
    machine: Literal["none"] = Field(default=NO_MACHINE, description="nothing is simulated")  # type: ignore[assignment]
    mapping: ClusterMapping = Field(default=ClusterMapping.model_validate({}), exclude=True)
    component: Component = Field(default=Component.model_validate({}), exclude=True)
    execution: Execution = Field(default=Execution.model_validate({}), exclude=True)

    @classmethod
    def complete_data(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        """As that of any experiment, without the sections that it does not have."""
        # A swept field of a section that is not there is wrong itself; it makes no section.
        absent = {"mapping", "component", "execution"} - data.keys()
        return {key: value for key, value in complete(data).items() if key not in absent}

    @classmethod
    def swept_fields(cls) -> list[str]:
        """See :class:`numasim.schema.experiment.Experiment`."""
        return [*scalar_fields(cls), "seed"]

    @field_validator("mapping", "component", "execution", mode="before")
    @classmethod
    def _has_none(cls, value: Any) -> Any:
        message = "nothing is mapped or run with `machine: none`; leave this section out, or name a machine"
        refuse([Problem((), message, at_key=True)])


def is_quality(data: Any) -> bool:
    """Whether a file's data describes an experiment without a machine."""
    return isinstance(data, Mapping) and data.get("machine") == NO_MACHINE


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


def run_quality(job: Job, row: dict[str, Any], clock: _Clock, outcome: Outcome) -> None:
    """Partition the graph of a point and judge the partition; one row, no tables."""
    from numasim.experiments.point import cut_and_judge

    partition, quality = cut_and_judge(job, clock)
    graph = partition.graph
    row |= {"vertices": graph.num_vertices, "edges": graph.num_edges, "parts": partition.parts}
    row |= {name: value for name, value in quality.items() if name not in row}
    row["kind"] = "edge cut" if isinstance(partition, VertexPartition) else "vertex cut"
    row |= trace_columns(graph)
    warnings = [*graph.notes, *([cut_trace(graph)] if row.get("trace_complete") == 0 else [])]
    outcome.rows.append({**row, "warnings": WARNING_SEPARATOR.join(warnings) or None})
    outcome.timings.append({"id": row["id"], **clock.seconds})
