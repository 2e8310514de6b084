"""The conjugate gradient method with any SpMV kernel (Hestenes and Stiefel, 1952).

The vectors and scalars of an iteration stay on the device. Only the norm of the residual is copied to the
host, once per iteration, to test for convergence.

With ``adapt`` the method is the paper's *SPAC-adapt* (Li et al., "A simple yet effective balanced edge
partition model for parallel computing", 2017, section 4, "overhead control"). A second thread cuts the matrix
while the iterations use the uncut matrix. At the end of an iteration the cut replaces it if it is ready. If
the method converges first, the cut is dropped.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpu.launch import blocks_for
from gpu.programs.spac_application import SpacApplication
from gpu.programs.spmv import SpmvOperator, spmv_operator
from partitioners.errors import OptionError

DOT_BLOCKS = 128
"""Maximum number of blocks of a dot product, since each ends with an atomic addition to the same word."""


VECTOR_KERNELS = ("vector_fill", "vector_dot", "vector_axpy", "vector_xpay")
"""The kernels of the method, besides those of its products."""


@dataclass(frozen=True, eq=False)
class ConjugateGradientResult:
    """The result of the conjugate gradient method.

    Attributes
    ----------
    x : ndarray, shape (n,)
        The solution, in the type of the operator.
    iterations : int
        Number of products A p.
    residual_norms : ndarray of float64, shape (iterations + 1,)
        The norm of b - A x, as updated by the method, at the start and after each iteration.
    adapted_after : int or None
        Number of iterations after which the SPAC application replaced the first operator.
    """

    x: NDArray[Any]
    iterations: int
    residual_norms: NDArray[np.float64]
    converged: bool
    adapted_after: int | None = None


def conjugate_gradient(
    operator: SpmvOperator,
    b: NDArray[Any],
    *,
    tolerance: float = 1e-5,
    max_iterations: int | None = None,
    adapt: Callable[[], SpacApplication] | None = None,
    adapt_method: str = "spac_shared",
) -> ConjugateGradientResult:
    """Solve A x = b for a symmetric positive definite A, starting with x = 0.

    Parameters
    ----------
    operator : SpmvOperator
        Operator of a square matrix. A SPAC application must be prepared with ``reorder="same"`` or
        ``"none"``.
    b : ndarray, shape (n,)
    tolerance : float
        The method ends when the norm of the residual is at most this share of the norm of b.
    max_iterations : int, optional
        Maximum number of iterations; n by default.
    adapt : callable, optional
        Function that cuts the same matrix and prepares the application with ``reorder="same"`` or ``"none"``.
        It runs in a thread, and its exceptions are raised by this function.
    adapt_method : "spac_shared" or "spac_read_only"
        The kernel of this application.

    Raises
    ------
    OptionError
        The matrix is not square, x and y are in different orders, or b has a wrong length. O(iterations x
        entries).
    """
    _check_operator(operator, None)
    backend, dtype, n = operator.backend, operator.dtype, operator.shape[0]
    fill, dot, axpy, xpay = (operator.kernel(name) for name in VECTOR_KERNELS)
    blocks = blocks_for(n, operator.block_size)

    def dot_product(u: Any, v: Any, result: Any) -> None:
        fill(1, 1, 0.0, result)
        dot(min(blocks, DOT_BLOCKS), n, u, v, result)

    agent = None if adapt is None else _Agent(adapt)
    adapted_after = None
    x, q = backend.zeros(n, dtype), backend.zeros(n, dtype)
    r, p = operator.vector(b), operator.vector(b)
    rho, previous, curvature = (backend.zeros(1, dtype) for _ in range(3))
    dot_product(r, r, rho)
    norms = [_root(backend.numpy(rho))]
    goal = tolerance * norms[0]
    limit = n if max_iterations is None else max_iterations
    while norms[-1] > goal and len(norms) <= limit:
        operator.apply(p, q)
        dot_product(p, q, curvature)
        axpy(blocks, n, 1.0, rho, curvature, p, x)
        axpy(blocks, n, -1.0, rho, curvature, q, r)
        rho, previous = previous, rho
        dot_product(r, r, rho)
        xpay(blocks, n, rho, previous, r, p)
        norms.append(_root(backend.numpy(rho)))
        application = None if agent is None else agent.result()
        if application is not None:
            better = spmv_operator(
                application, adapt_method, backend, dtype=dtype, block_size=operator.block_size
            )
            _check_operator(better, n)
            x, r, p = (better.vector(operator.result(each)) for each in (x, r, p))
            operator, agent, adapted_after = better, None, len(norms) - 1
    return ConjugateGradientResult(
        operator.result(x), len(norms) - 1, np.array(norms), bool(norms[-1] <= goal), adapted_after
    )


class _Agent:
    """Prepares an application in a separate thread, which ends with the program."""

    def __init__(self, prepare: Callable[[], SpacApplication]) -> None:
        self._application: SpacApplication | None = None
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, args=(prepare,), name="spac-adapt", daemon=True)
        self._thread.start()

    def _run(self, prepare: Callable[[], SpacApplication]) -> None:
        try:
            self._application = prepare()
        except BaseException as error:  # raised again by result()
            self._error = error

    def result(self) -> SpacApplication | None:
        """The application if it is ready, else None."""
        if self._thread.is_alive():
            return None
        if self._error is not None:
            raise self._error
        return self._application


def check_square(rows: int, columns: int) -> None:
    """Raise an OptionError if a matrix is not square."""
    if rows != columns:
        raise OptionError(
            f"the conjugate gradient method needs a square matrix; this one is {rows} x {columns}"
        )


def _check_operator(operator: SpmvOperator, size: int | None) -> None:
    rows, columns = operator.shape
    check_square(rows, columns)
    if size not in (None, rows):
        raise OptionError(f"adapt prepared an application of {rows} rows for a matrix of {size}")
    if not operator.keeps_order():
        raise OptionError("x and y are in different orders; prepare the application with reorder='same'")


def _root(squared: NDArray[Any]) -> float:
    return float(np.sqrt(np.float64(squared[0])))
