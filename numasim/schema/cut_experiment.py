"""What the kinds of experiments that cut a graph into clusters have in common."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from pydantic import Field

from numasim.config.plugin_section import PluginSection
from numasim.schema.cluster_sections import Partitioning
from numasim.schema.experiment import Experiment


class CutExperiment(Experiment):
    """An experiment whose graph is cut into clusters."""

    sections: ClassVar[Mapping[str, type[PluginSection]]] = MappingProxyType(
        {**Experiment.sections, "partition": Partitioning}
    )

    partition: Partitioning = Field(description="how the graph is cut into clusters")
