"""The experiment without a machine (``machine: none``): partitions and their quality, with no simulation."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from numasim.config.presets import NO_MACHINE
from numasim.schema.cut_experiment import CutExperiment
from numasim.schema.json_conditions import has

NOTHING = "nothing is mapped or run with `machine: none`; leave this section out, or name a machine"


class QualityExperiment(CutExperiment):
    """An experiment whose points are partitions: no mapping, no machine, no execution."""

    kind = "quality"
    absent = dict.fromkeys(("mapping", "component", "execution"), NOTHING)

    machine: Literal["none"] = Field(default=NO_MACHINE, description="nothing is simulated")

    @classmethod
    def json_condition(cls) -> dict[str, Any]:
        """See :class:`numasim.schema.experiment.Experiment`."""
        return has("machine", {"const": NO_MACHINE})


EXPERIMENT = QualityExperiment
