"""The experiment whose machine is a GPU: a program, its operand, a partition of the operand, a device.

``machine`` names a device of ``configs/devices`` or describes one with the fields of :class:`gpu.Device`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import BeforeValidator, Field

from gpu.model.device import Device
from gpu.model.occupancy import largest_shared_bytes
from gpu.model.presets import device_names
from numasim.config.plugin_section import PluginSection
from numasim.config.presets import machine_document
from numasim.machine.machine import Machine
from numasim.schema.cluster_sections import Partitioning
from numasim.schema.experiment import Experiment
from numasim.schema.json_conditions import names_workload
from numasim.schema.sweep import swept_values
from numasim.schema.workload import KernelWorkload
from partitioners.config.model import rule
from partitioners.config.problems import Problem, raise_problems
from partitioners.errors import ConfigError
from partitioners.partition_graph import cuts_edges
from partitioners.text.units import format_size
from partitioners.text.wording import Expected

EXPECTED_DEVICE = f"a kernel runs on a GPU: expected {', '.join(device_names())}, a file, or a mapping"


class Blocks(Partitioning):
    """How the entries of a matrix are distributed to thread blocks, by default ``entries_per_thread``."""

    @classmethod
    def check_keys(cls, given: Mapping[str, Any]) -> list[Problem]:
        """Check that either a method that cuts vertices or a file is given; parts have a default."""
        problems = [each for each in super().check_keys(given) if each.path != ("parts",)]
        method = given.get("method")
        if method is not None and cuts_edges(method):
            message = f"{method} makes an edge cut, but thread blocks share vertices; choose a vertex cut"
            problems.append(Problem(("method",), message))
        return problems


class GpuExperiment(Experiment):
    """An experiment whose workload is a program on a GPU.

    It has no mapping and no execution: the hardware places the blocks, and ``workload`` has all settings.
    """

    kind = "gpu"
    absent = dict.fromkeys(
        ("mapping", "component", "execution"), "a GPU places its blocks in hardware; remove this section"
    )
    sections: ClassVar[Mapping[str, type[PluginSection]]] = MappingProxyType(
        {"workload": KernelWorkload, "partition": Partitioning}
    )
    swept_by_name = ("machine",)
    machine_presets = staticmethod(device_names)

    partition: Blocks | None = Field(
        default=None,
        description="cut into thread blocks, any [vertex cut](#partition); by default `parts` follows from "
        "`workload.entries_per_thread`",
    )
    machine: Annotated[
        Device,
        BeforeValidator(lambda value: device_of(value)),
        Expected("a device, a file, or a mapping"),
    ] = Field(
        description="simulated GPU: a preset, or a mapping of the fields below, usually with `base`; "
        "`numasim list devices` lists all"
    )
    verify: bool | Literal["races"] = Field(  # type: ignore[assignment]  # more than other kinds have
        default=False,
        description="whether to check every result by an independent method, and the partition; `races`: "
        "also to look for [races](gpu.md#races)",
    )

    parts_have_default: ClassVar[bool] = True

    @classmethod
    def json_condition(cls) -> dict[str, Any]:
        """See :class:`numasim.schema.experiment.Experiment`."""
        return names_workload("kernel")

    @classmethod
    def complete_data(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        """Fill in values as for any experiment; an empty ``partition`` is none."""
        given = {key: value for key, value in data.items() if value or key != "partition"}
        return super().complete_data(given)

    @rule
    def _cut_where_it_is_taken(self) -> None:
        swept = swept_values(self.axes)
        work = self.kernel
        if "workload.variant" in swept or "workload.kernel" in swept:
            return  # each point is looked at by itself
        given = [*work.model_fields_set - {"kernel", "candidates", "options"}, *work.options]
        problems = [
            Problem(("workload", name), f"does not apply to {_kernel_name(work)}; remove it", at_key=True)
            for name in sorted(given)
            if not work.applies(name) and getattr(work, name, name) is not None
        ]
        takes_cut = work.applies("partition")
        if self.partition is None and takes_cut:
            words = "expected a mapping with method, whose parts are the blocks"
            without = "merge_path" if work.program.operand == "matrix" else "original"
            hint = f"or choose another workload.variant, such as {without}"
            problems.append(Problem(("partition",), f"is missing; {words}; {hint}"))
        elif takes_cut and work.program.operand == "matrix":
            problems += self._too_little_shared_memory()
        if self.partition is not None and not takes_cut:
            name = work.options.get("variant", work.kernel)
            message = f"{name} uses no partition; remove this section"
            problems.append(Problem(("partition",), message, at_key=True))
        raise_problems(problems)

    def _too_little_shared_memory(self) -> list[Problem]:
        options, most = self.kernel.options, largest_shared_bytes(self.machine)
        elements = 2 if options["x_in"] == "shared" else 1
        needed = elements * np.dtype(options["dtype"]).itemsize
        if needed <= most:
            return []
        message = (
            f"a part of one entry needs {format_size(needed)} of shared memory "
            f"({elements} of {options['dtype']}), but a block alone on a multiprocessor has "
            f"{format_size(most)}; set shared_per_block and shared_carveouts"
        )
        return [Problem(("machine",), message)]

    @property
    def kernel_name(self) -> str:
        """The name of the variant and its cut: ``merge_path``, or ``spac shared by ne``."""
        options, cut = self.kernel.options, self.partition
        variant = str(options.get("variant", self.kernel.kernel))
        if cut is None:
            return variant
        words = [variant, *([options["x_in"]] if "x_in" in options else []), "by", cut.method or cut.file]
        return " ".join(map(str, words))

    @property
    def kernel(self) -> KernelWorkload:
        """The workload."""
        assert isinstance(self.workload, KernelWorkload)  # by experiment_of
        return self.workload

    def resolved(self) -> dict[str, Any]:
        """Return plain data as for any experiment, without ``partition`` if there is none."""
        resolved = super().resolved()
        return {key: value for key, value in resolved.items() if value is not None or key != "partition"}


def _kernel_name(work: KernelWorkload) -> str:
    variant = work.options.get("variant")
    return work.kernel if variant is None else f"{work.kernel} with {variant}"


def device_of(value: Any) -> Any:
    """Make a GPU from a device, a file or a mapping; for pydantic validators."""
    if isinstance(value, (str, Mapping)):
        try:
            data = machine_document(value, label="").data
        except ConfigError as error:
            raise ValueError(str(error)) from None
        of_mesh = data.keys() & (Machine.model_fields.keys() - Device.model_fields.keys())
        if of_mesh and not data.keys() & (Device.model_fields.keys() - Machine.model_fields.keys()):
            raise ValueError(f"{data.get('name', 'this')!r} is a mesh of cores, and {EXPECTED_DEVICE}")
        return Device.model_validate(data)
    return value


EXPERIMENT = GpuExperiment
