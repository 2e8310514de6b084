"""Launches for all back ends: the numbers of blocks and threads, and checks of the arguments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from gpu.kernel import Kernel
from partitioners.errors import OptionError

MAX_SHARED_BYTES = 227 * 1024
"""The largest shared memory of a block on any current device (compute capability 9.0, by opt-in)."""

MAX_STATIC_SHARED_BYTES = 48 * 1024
"""The largest shared memory that a kernel can have in arrays with a size, on all devices."""

NUMBERS = (
    "bool",
    *(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)),
    "float32",
    "float64",
)
"""The types of the numbers of kernels, by their names in NumPy."""

Size = int | tuple[int, ...]


class LoadedKernel(Protocol):
    """A kernel compiled for one type of entries and one block size; calling it launches it."""

    kernel: Kernel
    dtype: str
    block_size: int

    def __call__(
        self, blocks: Size, *arguments: Any, shared_bytes: int = 0, threads: Size | None = None
    ) -> None:
        """Run the kernel.

        Parameters
        ----------
        blocks : int or tuple of up to three
            The grid. A launch of 0 blocks has no effect.
        *arguments
            Arrays of this back end and numbers, in the order of the kernel's parameters.
        shared_bytes : int
            Dynamic shared memory of each block.
        threads : int or tuple of up to three, optional
            Threads of a block; the block size by default.

        Raises
        ------
        OptionError
            An argument does not fit its parameter, or a size exceeds the limits of all devices.
        KernelError
            The kernel breaks a rule of CUDA (detected by back ends on the CPU).
        """


class Backend(Protocol):
    """A back end: arrays in its memory, and kernels compiled for it."""

    name: str

    def array(self, values: Any) -> Any:
        """Copy a NumPy array to the back end's memory, aligned to 256 bytes."""

    def zeros(self, size: int, dtype: str) -> Any:
        """Create an array of zeros."""

    def write(self, array: Any, values: Any) -> None:
        """Copy values to an array of the back end, behind all earlier launches.

        Parameters
        ----------
        array : array of the back end
        values : array_like
            As many as the array has, of its type.

        Raises
        ------
        OptionError
            The values have another length or type.
        """

    def numpy(self, array: Any) -> NDArray[Any]:
        """Copy an array of the back end to a NumPy array, after waiting for all earlier launches."""

    def kernel(self, name: str, *, dtype: str = "float32", block_size: int = 256) -> LoadedKernel:
        """Compile a kernel of :data:`gpu.KERNELS`."""


class ResidentBackend(Backend, Protocol):
    """A back end that runs blocks at the same time."""

    def resident_blocks(self, kernel: LoadedKernel) -> int:
        """The number of blocks of a kernel that make progress at the same time, without shared memory."""


@dataclass(frozen=True)
class Geometry:
    """The sizes of a launch, each with all three dimensions."""

    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    shared_bytes: int


def check_values(values: Any, size: int, dtype: Any) -> NDArray[Any]:
    """Check that values fit into an array of a back end; return them as a NumPy array.

    Raises
    ------
    OptionError
        The values have another length or type.
    """
    given = np.asarray(values)
    if given.shape != (size,) or given.dtype != dtype:
        raise OptionError(
            f"values of shape {given.shape} and type {given.dtype} do not fit into an array of shape "
            f"({size},) and type {np.dtype(dtype)}"
        )
    return given


def check_array(values: Any) -> NDArray[Any]:
    """Check that values can be an array of a back end; return them as a NumPy array.

    Raises
    ------
    OptionError
        They have more than one dimension, or a type that no kernel has.
    """
    given = np.asarray(values)
    if given.ndim != 1:
        raise OptionError(f"a device array must have one dimension, got shape {given.shape}")
    if given.dtype.name not in NUMBERS:
        raise OptionError(
            f"a device array must have numbers of a type that kernels have ({', '.join(NUMBERS)}), "
            f"got {given.dtype}; convert them with astype"
        )
    return given


def blocks_for(work: int, block_size: int) -> int:
    """The number of blocks with one thread for every item of work."""
    return -(-work // block_size)


def geometry(blocks: Size, threads: Size, shared_bytes: int) -> Geometry:
    """Check the sizes of a launch, and return them with all three dimensions.

    Raises
    ------
    OptionError
        A size exceeds the limits of all devices.
    """
    grid, block = _three(blocks, "blocks"), _three(threads, "threads")
    if grid[0] > 2**31 - 1 or max(grid[1:]) > 65_535:
        raise OptionError(f"blocks is {blocks}; a grid has at most 2147483647 x 65535 x 65535")
    if not 1 <= prod(block) <= 1024:
        raise OptionError(f"threads is {threads}; a block has 1 to 1024")
    if not 0 <= shared_bytes <= MAX_SHARED_BYTES:
        raise OptionError(f"shared_bytes is {shared_bytes}; a block has 0 to {MAX_SHARED_BYTES}")
    return Geometry(grid, block, int(shared_bytes))


def _three(size: Size, name: str) -> tuple[int, int, int]:
    given: Sequence[int] = size if isinstance(size, tuple) else (size,)
    if not 1 <= len(given) <= 3 or any(not isinstance(n, (int, np.integer)) or n < 0 for n in given):
        raise OptionError(f"{name} is {size!r}; expected up to three integers >= 0")
    x, y, z = (*(int(n) for n in given), *(1,) * (3 - len(given)))
    return x, y, z


def check_arguments(kernel: Kernel, dtype: str, arguments: Sequence[Any], array_type: type) -> list[Any]:
    """Check the arguments; return them with numbers in the types of their parameters.

    Raises
    ------
    OptionError
        The number of arguments is wrong, an array has a wrong type or is from a different back end, or a
        number does not fit.
    """
    if len(arguments) != len(kernel.parameters):
        names = ", ".join(parameter.name for parameter in kernel.parameters)
        raise OptionError(
            f"kernel {kernel.name!r} takes {len(kernel.parameters)} arguments ({names}), got {len(arguments)}"
        )
    checked = []
    for parameter, argument in zip(kernel.parameters, arguments, strict=True):
        expected = np.dtype(dtype if parameter.dtype == "real" else parameter.dtype)
        value = argument if parameter.is_array else _as_number(argument, expected)
        if parameter.is_array:
            fault = _fault_of_array(argument, expected, array_type)
        else:
            fault = "" if value is not None else f"is a number of type {expected}, got {argument!r}"
        if fault:
            raise OptionError(f"kernel {kernel.name!r}: {parameter.name} {fault}")
        checked.append(value)
    return checked


def _fault_of_array(argument: Any, expected: np.dtype[Any], array_type: type) -> str:
    if not isinstance(argument, array_type):
        return (
            f"must be an array of the back end that runs the kernel ({array_type.__name__}), "
            f"got {type(argument).__name__}"
        )
    array: Any = argument
    return "" if array.dtype == expected else f"holds {expected}, got {array.dtype}"


def _as_number(argument: Any, expected: np.dtype[Any]) -> Any:
    """The number in its type, or None if it does not fit."""
    try:
        number = expected.type(argument)
        scalar = isinstance(argument, (int, float)) or np.ndim(argument) == 0
        return number if scalar and (expected.kind == "f" or number == argument) else None
    except (TypeError, ValueError, OverflowError):
        return None
