"""The parameters that all units of a GPU share: its name, compute capability, multiprocessors and clock."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field

from gpu.kernel import capability_number
from gpu.model.sizes import LINE_BYTES, SECTOR_BYTES
from partitioners.config.model import ConfigModel
from partitioners.config.quantity_fields import Frequency, Size
from partitioners.text.format_value import format_value
from partitioners.text.units import exact, format_size


def _capability(text: str) -> str:
    major, dot, minor = text.partition(".")
    if not (dot and major.isdecimal() and minor.isdecimal()):
        raise ValueError(f"expected a compute capability, such as '9.0', got {format_value(text)}")
    if (int(major), int(minor)) < (1, 2):
        raise ValueError(
            f"expected at least 1.2, got {text}: the model lacks the coalescing of 1.0 and 1.1, and they "
            "have no atomics on shared memory"
        )
    return text


def _fetch(size: int) -> int:
    if size not in (SECTOR_BYTES, 2 * SECTOR_BYTES, LINE_BYTES):
        raise ValueError(
            f"expected 32 B, 64 B or 128 B: a sector, two sectors or a line, got {format_size(size)}"
        )
    return size


Fetch = Annotated[Size, AfterValidator(_fetch)]
"""A field with the bytes of an aligned fetch into a cache: a sector, two sectors or a line."""


class Chip(ConfigModel):
    """The base class of the parameters of units. Cycles are those of ``clock``."""

    name: str = Field(min_length=1, description="name of the device in tables")
    compute_capability: Annotated[str, AfterValidator(_capability)] = Field(
        description='compute capability, such as `"9.0"`; selects the register counts of the kernels'
    )
    sms: int = Field(ge=1, description="number of multiprocessors")
    clock: Frequency = Field(description="clock; all cycles are cycles of this clock")

    @property
    def capability(self) -> tuple[int, int]:
        """The compute capability as numbers."""
        return capability_number(self.compute_capability)

    @property
    def is_of_generation_1(self) -> bool:
        """Whether the compute capability is 1.x, where half-warps make transactions of whole segments."""
        return self.capability[0] == 1

    @property
    def cycles_per_us(self) -> float:
        """Cycles per microsecond."""
        return self.clock / 1e6

    def cycles(self, seconds: float) -> int:
        """The cycles of a time: the nearest number, and at least 1."""
        return max(1, round(float(exact(seconds) * 10**6) * self.cycles_per_us))
