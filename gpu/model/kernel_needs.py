"""The resources of a kernel on a device: given, recorded, compiled, or assumed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from gpu.backends.nvrtc import KernelResources, compile_kernels, nearest_architecture
from gpu.backends.recorded_code import Variant, resources_of
from gpu.kernel import header_files
from gpu.model.device import Device
from partitioners.errors import InputError, MissingExtraError, OptionError

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
    found: KernelResources | str | None
    found = _compiled(variant, architecture, source) if source else resources_of(variant, architecture)
    if isinstance(found, KernelResources):
        return KernelNeeds(min(found.registers, device.registers_per_thread), found.shared_bytes)
    what = (
        f"registers and static shared memory are not recorded; {ASSUMED_REGISTERS} and 0 are assumed"
        if shared_bytes < 0
        else f"its registers are not known; {ASSUMED_REGISTERS} are assumed"
    )
    why = found or "give them in `resources`"
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


def _compiled(variant: Variant, architecture: str, source: str) -> KernelResources | str:
    """The resources that NVRTC reports, or why there are none."""
    file = Path(source)
    try:
        text = "".join(each.read_text() for each in (file, *header_files(file)))
    except OSError:
        return f"{source} cannot be read; give them in `resources`"
    return _compiled_text(variant, architecture, file, text)


@lru_cache(maxsize=256)
def _compiled_text(
    variant: Variant, architecture: str, file: Path, with_headers: str
) -> KernelResources | str:
    kernel, dtype, block_size = variant
    try:
        _, found = compile_kernels(file, dtype=dtype, block_size=block_size, architecture=architecture)
    except MissingExtraError:
        return "give them in `resources`, or pip install 'numasim[gpu-compile]', which finds them"
    except InputError as error:
        first = str(error).splitlines()
        return f"{' '.join(first[:2])}; give them in `resources`"
    return next(each for each in found if each.kernel == kernel)
