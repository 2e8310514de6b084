"""The link between the host and the device: one copy at a time in each direction."""

from __future__ import annotations

import typing
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Literal, NamedTuple

from pydantic import Field

from gpu.model.chip import Chip
from gpu.model.unit import Law, at_most
from partitioners.config.quantity_fields import Rate, Seconds
from partitioners.errors import OptionError
from partitioners.text.units import exact


class Parameters(Chip):
    """The parameters of the link."""

    link_bandwidth: Rate = Field(description="rate of a copy between host and device, in each direction")
    copy_latency: Seconds = Field(description="time of a copy in addition to the time of its bytes")

    @property
    def copy_cycles(self) -> int:
        """Cycles of a copy in addition to the time of its bytes."""
        return self.cycles(self.copy_latency)


Direction = Literal["to_device", "to_host"]


@dataclass(frozen=True)
class Copy:
    """A copy between the memories of the host and of the device.

    Attributes
    ----------
    direction : "to_device" or "to_host"
    """

    bytes: int
    direction: Direction

    def __post_init__(self) -> None:
        if type(self.bytes) is not int or self.bytes < 1:
            raise OptionError(f"bytes is {self.bytes!r}; expected an integer of at least 1")
        if self.direction not in typing.get_args(Direction):
            raise OptionError(
                f"direction is {self.direction!r}; choose one of {', '.join(typing.get_args(Direction))}"
            )


class CopyRun(NamedTuple):
    """One copy that has ended: times in cycles."""

    stream: str
    direction: str
    bytes: int
    begin: int
    end: int


def laws(device: Parameters, copies: Sequence[CopyRun]) -> Iterator[Law]:
    """The laws of the link: in each direction, the copies take it one after another."""
    for direction in dict.fromkeys(copy.direction for copy in copies):
        here = [copy for copy in copies if copy.direction == direction]
        whole = max(copy.end for copy in here) - min(copy.begin for copy in here) - device.copy_cycles
        busy = sum(copy_duration(device, copy.bytes) for copy in here)
        yield at_most(f"copies {direction} use the link one after another", busy, whole)


def copy_duration(device: Parameters, size: int) -> int:
    """The cycles in which the bytes of a copy pass."""
    return ceil(size / (exact(device.link_bandwidth) / exact(device.clock)))


class HostLink:
    """The link, which serves copies in the order (cycle, stream).

    A copy asks for the link when its latency has passed, and then uses it for the time of its bytes.
    """

    def __init__(self, device: Parameters) -> None:
        self._device = device
        self._waiting: dict[str, list[tuple[int, int, Copy]]] = {}
        self._free: dict[str, int] = {}
        self._ends: dict[tuple[int, int], int] = {}

    def ask(self, cycle: int, stream: int, copy: Copy) -> None:
        """Ask for the link at a cycle."""
        self._waiting.setdefault(copy.direction, []).append((cycle, stream, copy))

    def end(self, cycle: int, stream: int, copy: Copy) -> int:
        """The end of a copy that asked at a cycle; no other copy may ask at this cycle or before any more."""
        served = sorted(each for each in self._waiting[copy.direction] if each[0] <= cycle)
        for asked, other, each in served:
            duration = copy_duration(self._device, each.bytes)
            self._free[copy.direction] = max(asked, self._free.get(copy.direction, 0)) + duration
            self._ends[asked, other] = self._free[copy.direction]
            self._waiting[copy.direction].remove((asked, other, each))
        return self._ends.pop((cycle, stream))
