"""What a launch is, for every back end: how many blocks of how many threads, and arguments that fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from gpu.kernel import Kernel
from partitioners.errors import OptionError

MAX_SHARED_BYTES = 227 * 1024
"""The largest shared memory of a block on any device so far (compute capability 9.0, by opt-in)."""

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
            The grid. With 0 blocks nothing happens.
        *arguments
            In the order of the kernel's parameters: arrays of this back end, and numbers.
        shared_bytes : int
            Dynamic shared memory of each block.
        threads : int or tuple of up to three, optional
            Of a block; the block size by default.

        Raises
        ------
        OptionError
            An argument that does not fit its parameter, or a size that no device takes.
        KernelError
            The kernel breaks a rule of CUDA (back ends on the CPU find these).
        """


class Backend(Protocol):
    """Where kernels run: arrays in its memory, kernels compiled for it."""

    name: str

    def array(self, values: Any) -> Any:
        """A copy of a NumPy array in the back end's memory, aligned to 256 bytes."""

    def zeros(self, size: int, dtype: str) -> Any:
        """An array of zeros."""

    def numpy(self, array: Any) -> NDArray[Any]:
        """A copy of one of the back end's arrays as a NumPy array; waits for the launches before."""

    def kernel(self, name: str, *, dtype: str = "float32", block_size: int = 256) -> LoadedKernel:
        """A kernel of :data:`gpu.KERNELS`, compiled."""


@dataclass(frozen=True)
class Geometry:
    """The sizes of a launch, each with all three dimensions."""

    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    shared_bytes: int


def blocks_for(work: int, block_size: int) -> int:
    """How many blocks give every item of work a thread."""
    return -(-work // block_size)


def geometry(blocks: Size, threads: Size, shared_bytes: int) -> Geometry:
    """The sizes of a launch.

    Raises
    ------
    OptionError
        A size that no device takes.
    """
    grid, block = _three(blocks, "blocks"), _three(threads, "threads")
    if grid[0] > 2**31 - 1 or max(grid[1:]) > 65_535:
        raise OptionError(f"blocks is {blocks}; a grid has at most 2147483647 x 65535 x 65535")
    if not 1 <= np.prod(block) <= 1024:
        raise OptionError(f"threads is {threads}; a block has 1 to 1024")
    if not 0 <= shared_bytes <= MAX_SHARED_BYTES:
        raise OptionError(f"shared_bytes is {shared_bytes}; a block has 0 to {MAX_SHARED_BYTES}")
    return Geometry(grid, block, int(shared_bytes))


def _three(size: Size, name: str) -> tuple[int, int, int]:
    given: Sequence[int] = size if isinstance(size, tuple) else (size,)
    if not 1 <= len(given) <= 3 or any(not isinstance(n, (int, np.integer)) or n < 0 for n in given):
        raise OptionError(f"{name} is {size!r}; give up to three integers >= 0")
    x, y, z = (*(int(n) for n in given), *(1,) * (3 - len(given)))
    return x, y, z


def check_arguments(kernel: Kernel, dtype: str, arguments: Sequence[Any], array_type: type) -> list[Any]:
    """The arguments, numbers in the types of their parameters.

    Raises
    ------
    OptionError
        Too few or too many, an array of another type or back end, a number that does not fit.
    """
    if len(arguments) != len(kernel.parameters):
        names = ", ".join(parameter.name for parameter in kernel.parameters)
        raise OptionError(
            f"kernel {kernel.name!r} takes {len(kernel.parameters)} arguments ({names}), got {len(arguments)}"
        )
    checked = []
    for parameter, argument in zip(kernel.parameters, arguments, strict=True):
        where = f"kernel {kernel.name!r}: {parameter.name}"
        expected = np.dtype(dtype if parameter.dtype == "real" else parameter.dtype)
        if parameter.is_array:
            if not isinstance(argument, array_type):
                raise OptionError(
                    f"{where} must be an array of the back end that runs the kernel ({array_type.__name__}), "
                    f"got {type(argument).__name__}"
                )
            array: Any = argument
            if array.dtype != expected:
                raise OptionError(f"{where} holds {expected}, got {array.dtype}")
            checked.append(argument)
            continue
        try:
            number = expected.type(argument)
            fits = np.ndim(argument) == 0 and (expected.kind == "f" or number == argument)
        except (TypeError, ValueError, OverflowError):
            fits = False
        if not fits:
            raise OptionError(f"{where} is a number of type {expected}, got {argument!r}")
        checked.append(number)
    return checked
