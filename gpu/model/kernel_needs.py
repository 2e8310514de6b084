"""The resources of a kernel on a device: given, recorded, or assumed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from gpu.backends.nvrtc import nearest_architecture
from gpu.backends.recorded_code import Variant, resources_of
from gpu.model.device import Device

ASSUMED_REGISTERS = 32


class KernelNeeds(NamedTuple):
    """What a kernel needs, apart from dynamic shared memory.

    Attributes
    ----------
    registers : int
        Registers of a thread.
    shared_bytes : int
        Static shared memory of a block.
    is_known : bool
        Whether the numbers are given or recorded; if not, they are assumed.
    """

    registers: int
    shared_bytes: int
    is_known: bool


def kernel_needs(
    variant: Variant, device: Device, given: Mapping[str, tuple[int, int]] | None = None
) -> KernelNeeds:
    """Find the registers and the static shared memory of a kernel.

    Parameters
    ----------
    variant : (str, str, int)
        Name of the kernel, type of its entries and block size.
    device : Device
        The recorded numbers are those of the nearest architecture.
    given : mapping of str to (int, int), optional
        Registers and static shared memory by kernel, before those that are recorded.
    """
    kernel = variant[0]
    if given and kernel in given:
        return KernelNeeds(*given[kernel], True)
    found = resources_of(variant, nearest_architecture(device.compute_capability))
    if found is None:
        return KernelNeeds(ASSUMED_REGISTERS, 0, False)
    return KernelNeeds(min(found.registers, device.registers_per_thread), found.shared_bytes, True)
