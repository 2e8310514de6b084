"""The experiment whose workload runs on a processor and a GPU.

``machine`` has the processor in ``cpu``, the GPU in ``gpu``, and the ``link`` between them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, BeforeValidator, Field

from gpu.model.device import Device
from numasim.config.plugin_section import PluginSection
from numasim.kinds.gpu.schema import device_of
from numasim.kinds.threads.schema import ThreadExperiment, ThreadMapping
from numasim.machine.machine import Machine
from numasim.schema.hybrid_workload import HybridWorkload
from numasim.schema.json_conditions import names_workload
from numasim.schema.machine_section import machine_of
from numasim.schema.thread_execution import ThreadExecution
from partitioners.config.model import ConfigModel, rule
from partitioners.config.problems import Problem, raise_problems
from partitioners.config.quantity_fields import Rate, Time
from partitioners.text.units import Duration
from partitioners.text.wording import Expected


def _in_seconds(time: Duration) -> Duration:
    if time.clocked:
        raise ValueError(f"expected a time in seconds, such as '10 us', got '{time}'; a link has no clock")
    if not time.amount:
        raise ValueError("expected a time above 0")
    return time


class LinkSection(ConfigModel):
    """The link between a processor and its GPU."""

    bandwidth: Rate = Field(description="bytes per second in each direction")
    latency: Annotated[Time, AfterValidator(_in_seconds)] = Field(
        description="time from the call of a copy until its first byte"
    )


class HostAndGpu(ConfigModel):
    """A processor and its GPU."""

    name: str | None = Field(
        default=None, min_length=1, description="name of the pair; the names of both by default"
    )
    cpu: Annotated[Machine, BeforeValidator(machine_of), Expected("a preset, a file, or a mapping")] = Field(
        description="processor, with the fields of [`machine`](#machine)"
    )
    gpu: Annotated[Device | None, BeforeValidator(device_of), Expected("a device, a file, or a mapping")] = (
        Field(
            default=None,
            description="GPU, with the fields of the `machine` of [a kernel](#a-kernel-on-a-gpu); required"
            " unless `workload.device` is `cpu`",
        )
    )
    link: LinkSection | None = Field(
        default=None, description="link between them; by default that of the GPU's own fields"
    )

    @property
    def label(self) -> str:
        """The name of the pair."""
        names = [self.cpu.name, *([self.gpu.name] if self.gpu is not None else [])]
        return self.name or " + ".join(names)


def _pair(value: Any) -> Any:
    if isinstance(value, Mapping) and not value.keys() & {"cpu", "gpu", "link"} and "name" in value:
        raise ValueError(
            f"{value['name']!r} is one machine; expected a mapping with cpu, gpu and link, such as "
            "{cpu: xeon-x5550, gpu: c2050}"
        )
    return value


class HybridExperiment(ThreadExperiment):
    """An experiment whose workload runs on a processor and a GPU."""

    kind = "hybrid"
    sections: ClassVar[Mapping[str, type[PluginSection]]] = MappingProxyType(
        {"mapping": ThreadMapping, "execution": ThreadExecution}
    )
    processor_path: ClassVar[tuple[str, ...]] = ("machine", "cpu")

    machine: Annotated[
        HostAndGpu, BeforeValidator(_pair), Expected("a mapping with cpu, gpu and link, or a file")
    ] = Field(description="processor, GPU and the link between them")  # type: ignore[assignment]  # not one machine

    swept_by_name = ("machine", "machine.cpu")
    machine_presets: ClassVar[Callable[[], list[str]]] = list  # a pair is a mapping or a file
    no_effect_rules = ()
    machine_parts: ClassVar[Mapping[str, str]] = MappingProxyType({"cpu": "threads", "gpu": "gpu"})

    @classmethod
    def json_condition(cls) -> dict[str, Any]:
        """See :class:`numasim.schema.experiment.Experiment`."""
        return names_workload("hybrid")

    @rule
    def _has_a_gpu(self) -> None:
        device = self.hybrid.device
        if self.machine.gpu is None and device != "cpu":
            message = (
                f"is missing; `device: {device}` needs a GPU, such as c2050. Name one, or set "
                "workload.device to cpu"
            )
            raise_problems([Problem(("machine", "gpu"), message)])

    @property
    def hybrid(self) -> HybridWorkload:
        """The workload."""
        assert isinstance(self.workload, HybridWorkload)  # by experiment_of
        return self.workload

    @property
    def threads(self) -> HybridWorkload:  # type: ignore[override]  # it has the fields that threads need
        """The workload."""
        return self.hybrid

    @property
    def processor(self) -> Machine:
        """The machine of the threads."""
        return self.machine.cpu


EXPERIMENT = HybridExperiment
