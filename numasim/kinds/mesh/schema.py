"""The experiment whose clusters run on a mesh of cores, and what it shares with that of a schedule."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from pydantic import Field

from numasim.components import Component, OneOrSeveral, names_of
from numasim.config.plugin_section import PluginSection
from numasim.config.presets import machine_names
from numasim.kinds.mesh.no_effect import RULES
from numasim.machine.machine import Machine
from numasim.schema.cluster_sections import ClusterMapping
from numasim.schema.cut_experiment import CutExperiment
from numasim.schema.execution import Execution
from numasim.schema.experiment import Experiment
from numasim.schema.machine_section import MachineSection, check_flit_router
from numasim.schema.no_effect_rules import Rule
from numasim.schema.requirements import PERIODIC, SPEEDS, check_placed_before, check_runs_components
from numasim.schema.sweep import fields_of
from partitioners.config.model import rule
from partitioners.config.problems import Problem, raise_problems
from partitioners.errors import OptionError


class TaskExperiment(Experiment):
    """An experiment whose graph runs as tasks on a mesh of cores."""

    sections: ClassVar[Mapping[str, type[PluginSection]]] = MappingProxyType(
        {**Experiment.sections, "component": Component, "execution": Execution}
    )
    swept_by_name = ("machine",)
    machine_presets = staticmethod(machine_names)

    machine: MachineSection
    component: OneOrSeveral = Field(
        default=Component.model_validate({}),
        description="your own component of the machine, or a list of several",
    )
    execution: Execution = Field(
        default=Execution.model_validate({}), description="what is simulated, and in how much detail"
    )

    @rule
    def _components_run_in_simpy(self) -> None:
        if names_of(self.component) != "none":
            try:
                check_runs_components(self.execution)
            except OptionError as error:
                raise_problems([Problem(("execution", "engine"), str(error))])

    @rule
    def _lists_are_not_swept(self) -> None:
        message = "a list of components cannot be swept; sweep one component"
        swept = fields_of(self.axes) if isinstance(self.component, tuple) else ()
        paths = [path for path in swept if str(path[-1]).startswith("component.")]
        raise_problems([Problem((self.varied_by, *path), message, at_key=True) for path in paths])

    @rule
    def _network_of_flits_fits(self) -> None:
        if self.execution.network == "flit":
            check_flit_router(self.machine, "machine")


class MeshExperiment(TaskExperiment, CutExperiment):
    """An experiment whose clusters are mapped onto a mesh of cores, and run there."""

    kind = "mesh"
    sections: ClassVar[Mapping[str, type[PluginSection]]] = MappingProxyType(
        {**CutExperiment.sections, "mapping": ClusterMapping, **TaskExperiment.sections}
    )
    no_effect_rules: ClassVar[tuple[Rule, ...]] = RULES

    mapping: ClusterMapping = Field(description="how the clusters are placed on the cores")

    @classmethod
    def complete_data(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        """Fill in values as for any experiment; the clusters are mapped in any case."""
        return super().complete_data({"mapping": {}, **data})

    @rule
    def _clusters_fit(self) -> None:
        if self.partition.parts is not None:
            try:
                self.machine.for_clusters(self.partition.parts)
            except OptionError as error:
                raise_problems([Problem(("machine",), f"for {self.partition.parts} clusters: {error}")])

    @rule
    def _blocking_cores_have_speeds(self) -> None:
        if key := self.machine.core.key_of_rates:
            unmet = SPEEDS.unmet(self.execution, key=key)
            places = ("machine", "core", key)
            raise_problems(Problem(places, message, at_key=True) for message in unmet.values())

    @rule
    def _shared_values_need_cores(self) -> None:
        try:
            check_placed_before(self.execution, online=self.mapping.policy == "online")
        except OptionError as error:
            raise_problems([Problem(("mapping", "policy"), str(error))])

    @rule
    def _clusters_can_move(self) -> None:
        if self.mapping.policy == "periodic":
            unmet = PERIODIC.unmet(self.execution)
            raise_problems(Problem(("mapping", "policy"), message) for message in unmet.values())

    def machine_with_pages(self) -> tuple[Machine, str] | None:
        """See :class:`numasim.schema.experiment.Experiment`."""
        return (self.machine, "machine") if self.execution.memory_model == "simulated" else None

    def runs_twice(self, overrides: Mapping[str, Any]) -> bool:
        """Whether messages of cut edges may be combined, and are not swept."""
        execution = self.execution
        swept = "execution.aggregate_messages" in overrides
        return not swept and execution.aggregate_messages and execution.communication == "message"


EXPERIMENT = MeshExperiment
