"""Cases of products, of vector kernels, and of the conjugate gradient method.

The checks compare with SciPy in double precision, for new random vectors, in memory that was filled with NaN
before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpu.launch import Backend, blocks_for
from gpu.matrices import content_hash
from gpu.measurement.cases import CG_PREFIX, Case, HostLoop, Launches, ListingBackend, NamingBackend
from gpu.measurement.inputs import Input
from gpu.programs.conjugate_gradient import DOT_BLOCKS, VECTOR_KERNELS, conjugate_gradient
from gpu.programs.spmv import product_error, spmv_operator

CG_TOLERANCE = 1e-5


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


class PreparedEmpty:
    """The launch of one block of a kernel of the package that has nothing to do."""

    def __init__(self, case: Case, backend: Backend) -> None:
        self.backend, self.input_hash, self.kernels = backend, content_hash(np.array(0)), ("vector_fill",)
        self._kernel = backend.kernel("vector_fill", dtype=case.dtype, block_size=case.block_size)
        self._y = backend.array(np.full(1, np.nan, case.dtype))
        self.launches: Launches = [("vector_fill", self.run)]

    def run(self) -> None:
        """Launch the kernel for a vector without elements."""
        self._kernel(1, 0, 1.5, self._y)

    def error(self, rng: np.random.Generator) -> float:
        """0 if the launch changes nothing, else infinity."""
        self.run()
        return 0.0 if np.isnan(self.backend.numpy(self._y)).all() else float("inf")


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


def _worst(error: Any, allowed: Any) -> float:
    # np.max propagates NaN.
    return float(np.max(np.abs(error) / allowed, initial=0.0))
