"""The experiment whose workload is a program of threads on a mesh of cores with caches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, Field, model_validator

from numasim.config.plugin_section import Candidates, Options, PluginSection, known_name
from numasim.config.presets import machine_names
from numasim.kinds.threads.no_effect import RULES
from numasim.machine.machine import Machine
from numasim.schema.cluster_sections import method_or_file
from numasim.schema.experiment import Experiment
from numasim.schema.generated import File, Seed
from numasim.schema.json_conditions import names_workload
from numasim.schema.machine_section import MachineSection, check_flit_router
from numasim.schema.no_effect_rules import Rule
from numasim.schema.requirements import check_least_threads, check_one_speed
from numasim.schema.sweep import swept_values
from numasim.schema.thread_execution import ThreadExecution
from numasim.schema.thread_workload import ThreadWorkload
from numasim.schema.traced_workload import THREADED, ThreadedProgram, ThreadedSource
from numasim.threads.mapping import THREAD_MAPPERS, check_threads
from partitioners.config.model import rule
from partitioners.config.problems import Problem, raise_problems
from partitioners.errors import OptionError
from partitioners.plugins.registry import Registry
from partitioners.text.wording import Expected


class ThreadMapping(PluginSection):
    """The section ``mapping``: the mapper that places the threads, or a file with the core of each."""

    method: Annotated[
        str | None,
        Expected("the name of a thread mapper"),
        AfterValidator(lambda name: name and known_name(THREAD_MAPPERS, name)),
    ] = Field("compact", description="mapper of threads, whose options are in the same section")
    file: File | None = Field(
        default=None, description="file with the core of each thread, used instead of `method`"
    )
    seed: Seed = Field(default=None, description="seed of the mapper; the experiment's seed by default")
    candidates: Candidates = ()
    options: Options

    @classmethod
    def registry(cls) -> Registry:
        """Return the registry of mappers of threads."""
        return THREAD_MAPPERS

    @model_validator(mode="before")
    @classmethod
    def _file_has_no_method(cls, data: Any) -> Any:
        if isinstance(data, Mapping) and data.get("file") is not None and "method" not in data:
            return {**data, "method": None}
        return data

    @classmethod
    def check_keys(cls, given: Mapping[str, Any]) -> list[Problem]:
        """Check that either a method or a file is given."""
        return method_or_file(given, "the name of a thread mapper")


class ThreadExperiment(Experiment):
    """An experiment whose workload is a program of threads, which has no partition and no component."""

    kind = "threads"
    absent: ClassVar[Mapping[str, str]] = {
        "partition": "a program of threads divides its own work; remove this section",
        "component": "components of one's own run with clusters only, not with threads; remove this section",
    }
    sections: ClassVar[Mapping[str, type[PluginSection]]] = MappingProxyType(
        {"workload": ThreadWorkload, "mapping": ThreadMapping, "execution": ThreadExecution}
    )

    swept_by_name: ClassVar[tuple[str, ...]] = ("machine",)
    machine_presets: ClassVar[Callable[[], list[str]]] = staticmethod(machine_names)
    no_effect_rules: ClassVar[tuple[Rule, ...]] = RULES

    processor_path: ClassVar[tuple[str, ...]] = ("machine",)
    """The path of the machine of the threads in a file."""

    mapping: ThreadMapping = Field(description="how the threads are placed on the cores")
    machine: MachineSection
    execution: ThreadExecution = Field(description="schedule, network, barrier and limits")

    @classmethod
    def json_condition(cls) -> dict[str, Any]:
        """See :class:`numasim.schema.experiment.Experiment`."""
        traced = {"anyOf": [names_workload(kind) for kind in THREADED]}
        return {"anyOf": [names_workload("thread_program"), {"allOf": [names_workload("threads"), traced]}]}

    @classmethod
    def complete_data(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        """Fill in values as for any experiment; the threads are mapped and run in any case."""
        return super().complete_data({"mapping": {}, "execution": {}, **data})

    @rule
    def _log_fixes_shares(self) -> None:
        swept = "execution.scheduler" in swept_values(self.axes)  # each point is looked at by itself
        if self.traced and not swept and "scheduler" in self.execution.model_fields_set:
            message = "the log of a traced program fixes the share of each thread; remove this key"
            raise_problems([Problem(("execution", "scheduler"), message, at_key=True)])

    @rule
    def _cores_have_one_speed(self) -> None:
        try:
            check_one_speed(self.processor)
        except OptionError as error:
            key = self.processor.core.key_of_rates
            raise_problems([Problem((*self.processor_path, "core", key), str(error), at_key=True)])

    @rule
    def _threads_fit(self) -> None:
        threads = self.threads.threads
        try:
            machine = self.processor.for_clusters(threads)
        except OptionError as error:
            raise_problems([Problem(self.processor_path, f"for {threads} threads: {error}")])
        try:
            if isinstance(self.workload, ThreadWorkload):
                check_least_threads(self.workload.program, threads, self.workload.name)
            check_threads(threads, machine.num_cores)
        except OptionError as error:
            raise_problems([Problem(("workload", "threads"), str(error))])

    @rule
    def _network_of_flits_fits(self) -> None:
        if self.execution.network == "flit":
            check_flit_router(self.processor, *self.processor_path)

    @property
    def processor(self) -> Machine:
        """The machine of the threads."""
        return self.machine

    def machine_with_pages(self) -> tuple[Machine, str]:
        """See :class:`numasim.schema.experiment.Experiment`."""
        return self.processor, ".".join(self.processor_path)

    @property
    def threads(self) -> ThreadWorkload | ThreadedProgram | ThreadedSource:
        """The workload."""
        assert isinstance(
            self.workload, ThreadWorkload | ThreadedProgram | ThreadedSource
        )  # by experiment_of
        return self.workload

    @property
    def traced(self) -> bool:
        """Whether the logs of a traced program are replayed."""
        return isinstance(self.workload, (ThreadedProgram, ThreadedSource))

    def resolved(self) -> dict[str, Any]:
        """Return plain data as for any experiment, without the schedule if the logs fix the shares."""
        resolved = super().resolved()
        if self.traced:
            resolved["execution"].pop("scheduler")
        return resolved


EXPERIMENT = ThreadExperiment
