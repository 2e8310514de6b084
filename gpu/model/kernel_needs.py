"""The resources of a kernel on a device: given, recorded, compiled, or assumed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from gpu.backends.nvrtc import KernelResources, nearest_architecture
from gpu.backends.own_code import NOT_INSTALLED, own_code
from gpu.backends.recorded_code import Variant, resources_of
from gpu.model.device import Device
from partitioners.errors import OptionError

ASSUMED_REGISTERS = 32

Resources = Mapping[str, int | tuple[int, int]]
"""Registers of a thread by kernel, or these and the static shared memory of a block in bytes."""


class KernelNeeds(NamedTuple):
    """What a kernel needs, apart from dynamic shared memory.

    Attributes
    ----------
    registers : int
        Registers of a thread.
    shared_bytes : int
        Static shared memory of a block.
    assumed : str
        Which of the two are assumed and why, as a warning; empty if both are known.
    """

    registers: int
    shared_bytes: int
    assumed: str = ""

    @property
    def is_known(self) -> bool:
        """Whether both are given, recorded or compiled."""
        return not self.assumed


def kernel_needs(
    variant: Variant,
    device: Device,
    given: Resources | None = None,
    *,
    shared_bytes: int = -1,
    source: str = "",
) -> KernelNeeds:
    """Find the registers and the static shared memory of a kernel.

    They are those given; else those recorded, for a kernel of the package; else those for which NVRTC
    compiles its source, if NVRTC is installed. Otherwise 32 registers are assumed.

    Parameters
    ----------
    variant : (str, str, int)
        Name of the kernel, type of its entries and block size.
    device : Device
        The numbers are those of the nearest architecture that is recorded.
    given : mapping of str to int or (int, int), optional
        Registers, or registers and static shared memory, by kernel.
    shared_bytes : int
        Static shared memory that the compiler of the trace found; -1 if it is not known.
    source : str
        The file of a kernel that is not of the package.

    Raises
    ------
    OptionError
        Given registers or shared memory are no integers from 1 or 0 on.
    """
    kernel = variant[0]
    known_shared = max(shared_bytes, 0)
    if given and kernel in given:
        return _given(kernel, given[kernel], known_shared)
    architecture = nearest_architecture(device.compute_capability)
    found, why = _resources(variant, architecture, source)
    if found is not None:
        return KernelNeeds(min(found.registers, device.registers_per_thread), found.shared_bytes)
    what = (
        f"registers and static shared memory are not recorded; {ASSUMED_REGISTERS} and 0 are assumed"
        if shared_bytes < 0
        else f"its registers are not known; {ASSUMED_REGISTERS} are assumed"
    )
    return KernelNeeds(ASSUMED_REGISTERS, known_shared, f"kernel {kernel!r}: {what}; {why}")


def _given(kernel: str, needs: int | tuple[int, int], shared_bytes: int) -> KernelNeeds:
    both = needs if isinstance(needs, (tuple, list)) else (needs, shared_bytes)
    whole = len(both) == 2 and all(isinstance(n, int) and not isinstance(n, bool) for n in both)
    if not whole or both[0] < 1 or both[1] < 0:
        raise OptionError(
            f"resources of kernel {kernel!r} are {needs!r}; expected the registers of a thread (at least 1), "
            "or (registers, static shared memory of a block in bytes)"
        )
    return KernelNeeds(int(both[0]), int(both[1]))


def _resources(variant: Variant, architecture: str, source: str) -> tuple[KernelResources | None, str]:
    """The resources of a kernel, recorded or compiled; if there are none, what to do about it."""
    cure = "give them in `resources`"
    if not source:
        return resources_of(variant, architecture), cure
    kernel, dtype, block_size = variant
    code = own_code(source, dtype, block_size, architecture)
    if not isinstance(code, str):
        return code.resources[kernel], ""
    if code == NOT_INSTALLED:
        return None, f"{cure}, or pip install 'numasim[gpu-compile]', which finds them"
    return None, f"{code}; {cure}"
