"""The model of files with a section ``degrees``."""

from typing import Any, Literal

from pydantic import Field

from numasim.plugins import ConfigModel, Experiment


class Degrees(ConfigModel):
    """The section ``degrees``."""

    of: Literal["out", "in", "both"] = Field(default="both", description="edges of a vertex that count")


class DegreesExperiment(Experiment):
    """An experiment whose points are graphs, of which the degrees are counted."""

    kind = "degrees"

    degrees: Degrees = Field(description="what is counted")

    @classmethod
    def json_condition(cls) -> dict[str, Any]:
        """Return the condition of a JSON Schema that files of this kind meet."""
        return {"required": ["degrees"]}


EXPERIMENT = DegreesExperiment
