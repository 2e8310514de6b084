"""Gaussian elimination by the kernels of ``gaussian.cu``."""

from __future__ import annotations

from collections.abc import Mapping
from math import isqrt
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from gpu.launch import Backend, blocks_for
from gpu.option_types import Interval
from gpu.programs.block_forms import MOST_THREADS, Form, check_whole, kernel_of_form
from gpu.programs.program import GpuProgram
from partitioners.errors import InputError, OptionError

Floats = NDArray[np.float64]

MOST_EQUATIONS = 16_384

Size = Annotated[int, Interval(ge=2, le=MOST_EQUATIONS)]


class Gaussian(GpuProgram):
    """The solution of a dense system of linear equations by Gaussian elimination without row exchanges.

    ``spac`` is the form of Li et al., "A simple yet effective balanced edge partition model for parallel
    computing", 2017, section 5.3: a block loads the data of its tile into shared memory once.

    Parameters
    ----------
    system : ndarray of float64, shape (n, n + 1), or None
        The matrix and, in the last column, the right side. None: generated from ``size`` and ``seed``.
    seed : int
        Seed of the generated system.
    size
        Equations of the generated system. It is strictly diagonally dominant.
    variant
        Form of the kernels: ``original`` or ``spac``.
    block_size
        Threads of a block, which are a square: 16 (4 x 4), 64, 256 or 1024 (32 x 32).
    pivots
        Number of pivots that are eliminated, evenly spaced from the first one on; by default all. A launch
        has as many blocks and accesses as with all. Only with all pivots, the system is solved.
    dtype
        Type of the numbers.

    Attributes
    ----------
    solution : ndarray of float64, shape (n,), or None
        After :meth:`run`, the solution of the system; None if only some pivots are eliminated.

    Raises
    ------
    InputError
        The system has a wrong shape or a number that is not finite. From :meth:`run`: a pivot is 0.
    OptionError
        The tiles are no squares.
    """

    operand: ClassVar[Literal["graph", "matrix", "generated"]] = "generated"
    generated_from: ClassVar[tuple[str, ...]] = ("size",)
    small_options: ClassVar[Mapping[str, Any]] = MappingProxyType({"size": 21})
    figures_of_run: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "equations": "equations of the system",
            "eliminated_pivots": "pivots whose launches were made",
            "flops": "floating-point operations: one for each multiplier, two for each updated element",
        }
    )

    def __init__(
        self,
        system: Floats | None,
        backend: Backend,
        *,
        seed: int = 0,
        size: Size = 256,
        variant: Form = "original",
        block_size: Literal[16, 64, 256, 1024] = 64,
        pivots: Annotated[int, Interval(ge=1, le=MOST_EQUATIONS)] | None = None,
        dtype: Literal["float32", "float64"] = "float32",
    ) -> None:
        self.system = self.generate({"size": size}, seed) if system is None else _checked(system)
        self.size = len(self.system)
        self.backend, self.variant, self.block_size, self.dtype = backend, variant, block_size, dtype
        self.tile = _tile(block_size)
        self.pivots = _spread(self.size - 1, pivots)
        self.solution: Floats | None = None
        self._multipliers = kernel_of_form(backend, "gaussian_multipliers", variant, dtype)
        self._update = kernel_of_form(backend, "gaussian_update", variant, dtype)
        self._start = (
            np.ascontiguousarray(self.system[:, :-1], dtype).ravel(),
            self.system[:, -1].astype(dtype),
        )
        self._matrix, self._right = (backend.array(each) for each in self._start)
        self._multiplier = backend.zeros(self.size * self.size, dtype)
        self._ran = False

    @classmethod
    def generate(cls, options: Mapping[str, Any], seed: int) -> Floats:
        """Make a strictly diagonally dominant system of normal numbers, shape (size, size + 1)."""
        size = check_whole("size", options["size"], 2, MOST_EQUATIONS)
        system = np.random.default_rng(seed).standard_normal((size, size + 1))
        diagonal = np.arange(size)
        rest = np.abs(system[:, :-1]).sum(axis=1) - np.abs(system[diagonal, diagonal])
        system[diagonal, diagonal] = rest + 1
        return system

    def run(self) -> None:
        """Eliminate the pivots, two launches each; with all pivots, substitute on the host."""
        if self._ran:
            self.backend.write(self._matrix, self._start[0])
            self.backend.write(self._right, self._start[1])
        self._ran = True
        shared = 2 * self.tile * np.dtype(self.dtype).itemsize if self.variant == "spac" else 0
        for pivot in self.pivots:
            rows = self.size - 1 - pivot
            self._multipliers(
                blocks_for(rows, self.block_size),
                self.size,
                pivot,
                self._matrix,
                self._multiplier,
                threads=self.block_size,
            )
            self._update(
                (blocks_for(rows, self.tile), blocks_for(rows + 1, self.tile)),
                self.size,
                pivot,
                self._multiplier,
                self._matrix,
                self._right,
                threads=(self.tile, self.tile),
                shared_bytes=shared,
            )
        self.solution = self._substitute() if len(self.pivots) == self.size - 1 else None

    def _substitute(self) -> Floats:
        from scipy.linalg import solve_triangular

        upper, right = self._result()
        diagonal = np.diag(upper)
        wrong = np.flatnonzero(~np.isfinite(diagonal) | (diagonal == 0))
        if wrong.size:
            # A division by a pivot of 0 makes the numbers of all later rows infinite or not a number.
            raise InputError(
                f"pivot {wrong[0]} of the matrix is {diagonal[wrong[0]]:g}: the matrix is singular, or needs "
                "an exchange of rows, which gaussian does not make; exchange rows before"
            )
        solution: Floats = solve_triangular(upper, right, check_finite=False)
        return solution

    def _result(self) -> tuple[Floats, Floats]:
        matrix = self.backend.numpy(self._matrix).astype(np.float64).reshape(self.size, self.size)
        return matrix, self.backend.numpy(self._right).astype(np.float64)

    def verify(self) -> list[str]:
        """Compare the solution's residual, or the matrix after some pivots, with what rounding allows.

        The bound of the residual is theorem 9.4 of Higham, "Accuracy and Stability of Numerical Algorithms",
        2002: 3 n eps times the factors' absolute values and the solution's.
        """
        unit = np.finfo(self.dtype).eps
        matrix, right = self.system[:, :-1], self.system[:, -1]
        if self.solution is None:
            expected = eliminated(self.system, self.pivots)
            found = np.column_stack(self._result())
            allowed = (
                8 * (1 + len(self.pivots)) * unit * max(np.abs(expected).max(), np.abs(self.system).max())
            )
            error = float(np.abs(found - expected).max() / allowed)
            return (
                []
                if error <= 1
                else [f"an element is wrong: its error is {error:.3g} times what rounding allows"]
            )
        stored = self.backend.numpy(self._multiplier).astype(np.float64).reshape(self.size, self.size)
        lower = np.abs(stored.T if self.variant == "spac" else stored)
        np.fill_diagonal(lower, 1)
        upper = np.abs(np.triu(self._result()[0]))
        allowed = 3 * self.size * unit * (lower @ (upper @ np.abs(self.solution)))
        with np.errstate(invalid="ignore", divide="ignore"):
            error = float(np.max(np.abs(matrix @ self.solution - right) / allowed))
        if error <= 1:
            return []
        return [f"the solution is wrong: its residual is {error:.3g} times what rounding allows"]

    def figures(self) -> dict[str, int | float]:
        """Return the figures of a run."""
        rows = self.size - 1 - np.asarray(self.pivots, np.int64)
        return {
            "equations": self.size,
            "eliminated_pivots": len(self.pivots),
            "flops": int((rows + 2 * rows * (rows + 2)).sum()),
        }


def eliminated(system: Floats, pivots: tuple[int, ...]) -> Floats:
    """Eliminate some pivots of a system (n, n + 1) in double precision, as the kernels do: O(pivots n^2)."""
    system = system.copy()
    for pivot in pivots:
        multiplier = system[pivot + 1 :, pivot] / system[pivot, pivot]
        system[pivot + 1 :, pivot:] -= multiplier[:, None] * system[pivot, pivot:]
    return system


def _checked(system: Any) -> Floats:
    given = np.asarray(system, np.float64)
    if given.ndim != 2 or given.shape[1] != given.shape[0] + 1 or len(given) < 2:
        raise InputError(
            f"the system has the shape {given.shape}; expected (n, n + 1) with n >= 2, the right side in the "
            "last column"
        )
    if not np.isfinite(given).all():
        row, column = np.argwhere(~np.isfinite(given))[0]
        raise InputError(
            f"the system has {given[row, column]} in row {row}, column {column}; expected finite numbers"
        )
    return given


def _tile(block_size: int) -> int:
    side = isqrt(check_whole("block_size", block_size, 4, MOST_THREADS))
    if side * side != block_size:
        raise OptionError(f"block_size is {block_size!r}; choose a square, 16, 64, 256 or 1024")
    return side


def _spread(all_pivots: int, wanted: int | None) -> tuple[int, ...]:
    """Evenly spaced pivots, from the first one on."""
    count = (
        all_pivots if wanted is None else min(check_whole("pivots", wanted, 1, MOST_EQUATIONS), all_pivots)
    )
    return tuple(int(k * all_pivots // count) for k in range(count))
