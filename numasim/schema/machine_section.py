"""The section ``machine`` of the kinds of experiments that run on a mesh of cores."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from numasim.config.presets import machine_document
from numasim.machine.machine import Machine
from partitioners.config.problems import Problem, raise_problems
from partitioners.errors import ConfigError, OptionError
from partitioners.text.wording import Expected


def machine_of(value: Any) -> Any:
    """Make a machine from a preset, a file or a mapping; for pydantic validators."""
    if isinstance(value, (str, Path, Mapping)):
        try:
            return Machine.model_validate(machine_document(value, label="").data)
        except ConfigError as error:
            raise ValueError(str(error)) from None
    return value


MachineSection = Annotated[
    Machine,
    BeforeValidator(machine_of),
    Expected("a preset, a file, a mapping, or none"),
    Field(description="simulated machine; with `none`, [nothing is simulated](#partitions-alone)"),
]


def check_flit_router(machine: Machine, *path: str) -> None:
    """Check that the routers of a machine, which is at this path of a file, can be simulated flit by flit."""
    try:
        machine.network.flit_router()
    except OptionError as error:
        raise_problems([Problem((*path, "network"), str(error))])
