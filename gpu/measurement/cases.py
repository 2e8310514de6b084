"""Cases that are checked, timed, profiled and traced: one kernel or product with its data on a back end.

A prepared case lists its launches and can check its results: against SciPy in double precision, with new
random vectors, in memory that was filled with NaN before.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from gpu.kernel import find_kernel, header_files
from gpu.launch import Backend, LoadedKernel, Size, blocks_for
from gpu.matrices import content_hash
from gpu.measurement.inputs import Input
from gpu.programs.conjugate_gradient import DOT_BLOCKS, VECTOR_KERNELS, conjugate_gradient
from gpu.programs.program import GPU_PROGRAMS, program_class
from gpu.programs.spmv import product_error, spmv_operator
from partitioners.errors import OptionError
from partitioners.graph import Graph

VECTORS = "vectors"
"""The method that runs each of the vector kernels once."""

CG_TOLERANCE = 1e-5
CG_PREFIX = "cg_"
"""Prefix of an SpMV method for the conjugate gradient method with it."""

ITERATION, RUN = "iteration", "run"
"""The kernel names of an iteration of the conjugate gradient method and of a whole run of a program."""

PROGRAM_METHODS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        f"{name}_{variant}": (name, variant)
        for name in GPU_PROGRAMS.builtins
        for variant in program_class(name).measured_variants
    }
)
"""The methods that run a built-in program on a graph, with the program and its variant."""

Launch = tuple[str, Callable[[], None]]
Launches = Sequence[Launch]


@dataclass(frozen=True)
class Case:
    """A method with its variant and its input.

    Attributes
    ----------
    method : str
        An SpMV method, ``cg_`` and an SpMV method, ``vectors``, or one of :data:`PROGRAM_METHODS`.
    dtype : str
    block_size : int
    matrix : str
        Name of the matrix; for ``vectors`` the number of elements.
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


class PreparedProduct:
    """y = A x by one SpMV method."""

    def __init__(self, case: Case, problem: Input, backend: Backend) -> None:
        prepared = problem.application(case.cut, case.block_size) if case.cut else problem.matrix
        listing = ListingBackend(backend)
        self.matrix, self.dtype = problem.matrix, case.dtype
        self.input_hash = problem.input_hash(case.cut, case.block_size)
        self.operator = spmv_operator(
            prepared, case.method, listing, dtype=case.dtype, block_size=case.block_size
        )
        rows, columns = self.matrix.shape
        values = np.random.default_rng(0).standard_normal(columns)
        self._x, self._y = self.operator.vector(values), backend.zeros(rows, case.dtype)
        self.run()
        self.launches: Launches = tuple(listing.launches)
        self.kernels = [name for name, _ in self.launches]

    def run(self) -> None:
        """Compute one product."""
        self.operator.apply(self._x, self._y)

    def error(self, rng: np.random.Generator) -> float:
        """As :meth:`PreparedCase.error`."""
        x = rng.standard_normal(self.matrix.shape[1])
        y = self.operator.backend.array(np.full(self.matrix.shape[0], np.nan, self.dtype))
        self.operator.apply(self.operator.vector(x), y)
        return product_error(self.matrix, x, self.operator.result(y), self.dtype)


class PreparedVectors:
    """The vector kernels of the conjugate gradient method on vectors of n elements."""

    def __init__(self, case: Case, backend: Backend) -> None:
        self.n, self.dtype, self.backend = int(case.matrix), case.dtype, backend
        self.input_hash = content_hash(np.array(self.n))
        self.kernels = VECTOR_KERNELS
        self._kernels = {
            name.removeprefix("vector_"): backend.kernel(name, dtype=case.dtype, block_size=case.block_size)
            for name in VECTOR_KERNELS
        }
        self._blocks = blocks_for(self.n, case.block_size)
        rng = np.random.default_rng(0)
        self._arrays = self._inputs(*(rng.standard_normal(self.n) for _ in range(2)))
        self.launches: Launches = [(f"vector_{name}", self._launch(name)) for name in self._kernels]

    def _inputs(self, x: NDArray[Any], y: NDArray[Any]) -> list[Any]:
        # The scalars are numerator and denominator; 0.5 keeps vectors finite after many updates.
        scalars = [np.array([value]) for value in (1.0, 2.0, 0.0)]
        return [self.backend.array(each.astype(self.dtype)) for each in (x, y, *scalars)]

    def _launch(self, name: str, arrays: list[Any] | None = None) -> Callable[[], None]:
        x, y, numerator, denominator, result = self._arrays if arrays is None else arrays
        kernel, n, blocks = self._kernels[name], self.n, self._blocks
        launches: dict[str, Callable[[], None]] = {
            "fill": lambda: kernel(blocks, n, 1.5, y),
            "dot": lambda: kernel(min(blocks, DOT_BLOCKS), n, x, y, result),
            "axpy": lambda: kernel(blocks, n, -1.0, numerator, denominator, x, y),
            "xpay": lambda: kernel(blocks, n, numerator, denominator, x, y),
        }
        return launches[name]

    def run(self) -> None:
        """Run each kernel once."""
        for _, launch in self.launches:
            launch()

    def error(self, rng: np.random.Generator) -> float:
        """As :meth:`PreparedCase.error`."""
        eps, worst = float(np.finfo(self.dtype).eps), []
        for name in self._kernels:
            x, y = (rng.standard_normal(self.n).astype(self.dtype) for _ in range(2))
            arrays = self._inputs(x, np.full(self.n, np.nan) if name == "fill" else y)
            self._launch(name, arrays)()
            double = x.astype(np.float64), y.astype(np.float64)
            if name == "dot":
                found, expected = self.backend.numpy(arrays[4]), np.array([double[0] @ double[1]])
                allowed = eps * (8 + 4 * np.sqrt(self.n)) * (abs(double[0]) @ abs(double[1]))
            else:
                found = self.backend.numpy(arrays[1])
                expected = {
                    "fill": np.full(self.n, 1.5),
                    "axpy": double[1] - 0.5 * double[0],
                    "xpay": double[0] + 0.5 * double[1],
                }[name]
                allowed = 4 * eps * (1.5 + abs(double[0]) + abs(double[1]))
            worst.append(_worst(found - expected, allowed))
        return float(np.max(worst))


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


class PreparedConjugateGradient(HostLoop):
    """A x = b by the conjugate gradient method with one SpMV method; one run is 20 iterations."""

    unit = "iteration"
    units = 20

    def __init__(self, case: Case, problem: Input, backend: Backend) -> None:
        method = case.method.removeprefix(CG_PREFIX)
        prepared = problem.application(case.cut, case.block_size, "same") if case.cut else problem.matrix
        self.matrix = problem.matrix
        self.input_hash = problem.input_hash(case.cut, case.block_size)
        naming = NamingBackend(backend)
        self.operator = spmv_operator(prepared, method, naming, dtype=case.dtype, block_size=case.block_size)
        self.kernels = (*naming.kernels, *VECTOR_KERNELS)
        self._b = np.random.default_rng(0).standard_normal(self.matrix.shape[0])

    def run(self) -> None:
        """Run the iterations; each waits for the residual's norm."""
        conjugate_gradient(self.operator, self._b, tolerance=0.0, max_iterations=self.units)

    def error(self, rng: np.random.Generator) -> float:
        """The norm of the residual in double precision over ten times the tolerance."""
        b = rng.standard_normal(self.matrix.shape[0])
        found = conjugate_gradient(self.operator, b, tolerance=CG_TOLERANCE)
        residual = np.linalg.norm(b - self.matrix @ found.x.astype(np.float64))
        return float(residual / (10 * CG_TOLERANCE * np.linalg.norm(b)))


class PreparedProgram(HostLoop):
    """A run of a program on the graph of a matrix's entries."""

    unit = "run"

    def __init__(self, case: Case, problem: Input, backend: Backend) -> None:
        program, variant = PROGRAM_METHODS[case.method]
        csr = problem.matrix
        rows = np.repeat(np.arange(csr.shape[0]), np.diff(csr.indptr))
        graph = Graph(max(csr.shape), rows, csr.indices, name=problem.name)
        made: Any = program_class(program)
        options = {"variant": variant, "block_size": case.block_size, **made.measured_options(graph)}
        self.input_hash = problem.hash
        naming = NamingBackend(backend)
        self.program = made(graph, naming, **options)
        self.kernels = naming.kernels

    def run(self) -> None:
        """Run the program."""
        self.program.run()

    def error(self, rng: np.random.Generator) -> float:
        """0 if the program's verifier finds nothing wrong, else infinity."""
        self.run()
        return float("inf") if self.program.verify() else 0.0


def prepare_case(case: Case, problem: Input | None, backend: Backend) -> PreparedCase:
    """Prepare a case on a back end; the vector kernels need no input.

    Raises
    ------
    OptionError, UnknownNameError
        The method or the cut does not exist, or a required input is missing.
    """
    if case.method == VECTORS:
        return PreparedVectors(case, backend)
    if problem is None:
        raise OptionError(f"method {case.method!r} needs a matrix")
    if case.method.startswith(CG_PREFIX):
        return PreparedConjugateGradient(case, problem, backend)
    if case.method in PROGRAM_METHODS:
        return PreparedProgram(case, problem, backend)
    return PreparedProduct(case, problem, backend)


def kernel_hash(name: str) -> str:
    """A hash of a kernel's source file and the headers that it includes; twelve hexadecimal digits."""
    file = find_kernel(name).file
    return content_hash(*(np.frombuffer(each.read_bytes(), np.uint8) for each in (file, *header_files(file))))


def source_hash(prepared: PreparedCase) -> str:
    """The hashes of all kernels of a run, joined by ``+``; empty if they are not of this package."""
    return "+".join(dict.fromkeys(kernel_hash(name) for name in prepared.kernels))


def _worst(error: Any, allowed: Any) -> float:
    # np.max propagates NaN.
    return float(np.max(np.abs(error) / allowed, initial=0.0))
