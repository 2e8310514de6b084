"""The link between a processor and its GPU."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING

from partitioners.errors import OptionError

if TYPE_CHECKING:
    from gpu.model.device import Device


@dataclass(frozen=True)
class Link:
    """A link, over which one copy at a time goes in each direction.

    Attributes
    ----------
    bandwidth : int
        Bytes per second in each direction.
    latency : float
        Seconds from the call of a copy until its first byte.

    Raises
    ------
    OptionError
        The link has no bandwidth, or a value is out of range.
    """

    bandwidth: int
    latency: float

    def __post_init__(self) -> None:
        if not self.bandwidth:
            raise OptionError(
                "link has no bandwidth, so no copy would end; set link.bandwidth, as in '6 GB/s'"
            )
        if not (isfinite(self.bandwidth) and self.bandwidth > 0):
            raise OptionError(f"link.bandwidth is {self.bandwidth!r}; expected bytes per second above 0")
        if not (isfinite(self.latency) and self.latency > 0):
            raise OptionError(f"link.latency is {self.latency!r}; expected seconds above 0")

    def seconds(self, number_of_bytes: int) -> float:
        """The time of a copy: the latency, and its bytes over the bandwidth."""
        return self.latency + number_of_bytes / self.bandwidth

    def connect(self, device: Device) -> Device:
        """The device at the end of this link, instead of its own one."""
        from gpu.model.device import load_device

        return load_device(device, link_bandwidth=self.bandwidth, copy_latency=self.latency)
