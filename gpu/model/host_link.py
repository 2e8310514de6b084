"""The link between the host and the device: one copy at a time in each direction."""

from __future__ import annotations

from math import ceil

from gpu.model.device import Device
from gpu.model.launches import Copy
from partitioners.text.units import exact


class HostLink:
    """The link, which serves copies in the order (cycle, stream).

    A copy asks for the link when its latency has passed, and then uses it for the time of its bytes.
    """

    def __init__(self, device: Device) -> None:
        self._bytes_per_cycle = exact(device.link_bandwidth) / exact(device.clock)
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
            duration = ceil(each.bytes / self._bytes_per_cycle)
            self._free[copy.direction] = max(asked, self._free.get(copy.direction, 0)) + duration
            self._ends[asked, other] = self._free[copy.direction]
            self._waiting[copy.direction].remove((asked, other, each))
        return self._ends.pop((cycle, stream))
