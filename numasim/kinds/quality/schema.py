"""The experiment without a machine (``machine: none``): partitions and their quality, with no simulation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from pydantic import Field, field_validator

from numasim.components import Component
from numasim.config.presets import NO_MACHINE
from numasim.schema.cluster_sections import ClusterMapping
from numasim.schema.complete import complete
from numasim.schema.execution import Execution
from numasim.schema.experiment import Experiment
from numasim.schema.json_conditions import has
from partitioners.config.problems import Problem, raise_problems, scalar_fields


class QualityExperiment(Experiment):
    """An experiment whose points are partitions: no mapping, no machine, no execution."""

    kind: ClassVar[str] = "quality"
    no_windows: ClassVar[str] = "nothing runs with `machine: none`; remove this key, or name a machine"

    machine: Literal["none"] = Field(  # type: ignore[assignment]  # pydantic takes a type that is no subclass
        default=NO_MACHINE, description="nothing is simulated"
    )
    mapping: ClusterMapping = Field(default=ClusterMapping.model_validate({}), exclude=True)
    component: Component = Field(default=Component.model_validate({}), exclude=True)
    execution: Execution = Field(default=Execution.model_validate({}), exclude=True)

    @classmethod
    def json_condition(cls) -> dict[str, Any]:
        """See :class:`numasim.schema.experiment.Experiment`."""
        return has("machine", {"const": NO_MACHINE})

    @classmethod
    def complete_data(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        """Fill in values as for any experiment, without the sections that this kind does not have."""
        # A swept field of an absent section is itself a mistake; it does not create the section.
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
        raise_problems([Problem((), message, at_key=True)])


EXPERIMENT = QualityExperiment
