"""The units of a GPU that count: what tables, columns and checks iterate over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gpu.model import dram, front_end, l1, l2, launch, lsu
from gpu.model.device import Device
from gpu.model.records import record
from gpu.model.unit import Law, Ran, Unit

UNITS: tuple[Unit, ...] = (front_end, lsu, l1, l2, dram, launch)

COUNTERS: Mapping[str, str] = {name: meaning for unit in UNITS for name, meaning in unit.COUNTERS.items()}
"""The counters of each array of each launch, with their meanings."""

COUNTS = record(*COUNTERS)
"""The counters of an array while a kernel runs."""


def laws_of_kernel(device: Device, ran: Ran) -> Iterator[Law]:
    """The laws of all units for a kernel that has ended."""
    for unit in UNITS:
        yield from unit.laws(device, ran)
