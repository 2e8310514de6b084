"""Cases that are checked, timed, profiled and traced: one kernel, product or program with its data.

A prepared case has its data on a back end, lists its launches and can check its results. The modules
``product_cases`` and ``program_cases`` have those of products and vectors, and of programs.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Protocol

import numpy as np

from gpu.kernel import find_kernel, header_files
from gpu.launch import Backend, LoadedKernel, Size
from gpu.matrices import content_hash

VECTORS = "vectors"
"""The method that runs each of the vector kernels once."""

EMPTY = "empty"
"""The method that launches a kernel that does nothing, whose time is that of a launch."""

CG_PREFIX = "cg_"
"""Prefix of an SpMV method for the conjugate gradient method with it."""

ITERATION, RUN = "iteration", "run"
"""The kernel names of an iteration of the conjugate gradient method and of a whole run of a program."""

Launch = tuple[str, Callable[[], None]]
Launches = Sequence[Launch]


@dataclass(frozen=True)
class Case:
    """A method with its variant and its input.

    Attributes
    ----------
    method : str
        An SpMV method, ``cg_`` and an SpMV method, ``vectors``, ``empty``, ``cusparse``, or one of
        :data:`gpu.measurement.program_cases.PROGRAM_METHODS`.
    matrix : str
        Name of the matrix; for ``vectors`` and ``empty`` the number of elements; for programs on other
        operands the name of the operand.
    cut : str
        Partitioner of the cut for SPAC methods; empty for all others.
    """

    method: str
    dtype: str
    block_size: int
    matrix: str
    cut: str = ""

    def __str__(self) -> str:
        cut = f" cut by {self.cut}" if self.cut else ""
        return f"{self.method} {self.dtype}, blocks of {self.block_size}, {self.matrix}{cut}"


class PreparedCase(Protocol):
    """A case on a back end.

    Attributes
    ----------
    input_hash : str
        Hash of the data that the kernels read.
    launches : sequence of (str, callable)
        Each launch of one run: the name of the kernel, and a function that repeats the launch. Empty if the
        launches are those of a library, or depend on results.
    kernels : sequence of str
        The package's kernels that a run launches.
    """

    input_hash: str
    launches: Launches

    @property
    def kernels(self) -> Sequence[str]:
        """See the attributes."""

    def run(self) -> None:
        """Make all launches once, without waiting for their end."""

    def error(self, rng: np.random.Generator) -> float:
        """The largest error for new random inputs over the error that rounding allows; correct up to 1."""


class NamingBackend:
    """A back end that also lists the names of its kernels.

    Attributes
    ----------
    kernels : list of str
        Each compiled kernel, in the order of the first compilation.
    """

    def __init__(self, backend: Backend) -> None:
        self.inner = backend
        self.name = backend.name
        self.array, self.zeros = backend.array, backend.zeros
        self.write, self.numpy = backend.write, backend.numpy
        self.kernels: list[str] = []

    def kernel(self, name: str, *, dtype: str = "float32", block_size: int = 256) -> LoadedKernel:
        """Compile a kernel of the back end, and list its name."""
        if name not in self.kernels:
            self.kernels.append(name)
        return self.inner.kernel(name, dtype=dtype, block_size=block_size)

    def resident_blocks(self, kernel: Any) -> int:
        """As :meth:`gpu.launch.ResidentBackend.resident_blocks`."""
        inner: Any = self.inner
        return int(inner.resident_blocks(kernel))


class ListingBackend(NamingBackend):
    """A back end that also lists its launches, as functions that repeat them."""

    def __init__(self, backend: Backend) -> None:
        super().__init__(backend)
        self.launches: list[Launch] = []

    def kernel(self, name: str, *, dtype: str = "float32", block_size: int = 256) -> LoadedKernel:
        """Compile a kernel of the back end; its launches are listed."""
        return _ListedKernel(super().kernel(name, dtype=dtype, block_size=block_size), self.launches)


class _ListedKernel:
    def __init__(self, loaded: LoadedKernel, launches: list[Launch]) -> None:
        self.kernel, self.dtype, self.block_size = loaded.kernel, loaded.dtype, loaded.block_size
        self._loaded = loaded
        self._launches = launches

    def __call__(
        self, blocks: Size, *arguments: Any, shared_bytes: int = 0, threads: Size | None = None
    ) -> None:
        def launch() -> None:
            self._loaded(blocks, *arguments, shared_bytes=shared_bytes, threads=threads)

        launch()
        self._launches.append((self.kernel.name, launch))


class HostLoop(ABC):
    """A case whose run is a loop on the host, which waits for results of the device.

    Attributes
    ----------
    unit : "iteration" or "run"
        What the recorded times are of.
    units : int
        The number of them in a run.
    """

    unit: ClassVar[Literal["iteration", "run"]]
    units: ClassVar[int] = 1
    launches: Launches = ()
    input_hash: str
    kernels: Sequence[str]

    @abstractmethod
    def run(self) -> None:
        """As :meth:`PreparedCase.run`; also wait for the end."""

    @abstractmethod
    def error(self, rng: np.random.Generator) -> float:
        """As :meth:`PreparedCase.error`."""


def kernel_hash(name: str) -> str:
    """A hash of a kernel's source file and the headers that it includes; twelve hexadecimal digits."""
    file = find_kernel(name).file
    return content_hash(*(np.frombuffer(each.read_bytes(), np.uint8) for each in (file, *header_files(file))))


def source_hash(prepared: PreparedCase) -> str:
    """The hashes of all kernels of a run, joined by ``+``; empty if they are not of this package."""
    return "+".join(dict.fromkeys(kernel_hash(name) for name in prepared.kernels))
