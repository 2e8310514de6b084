"""The conjugate gradient method over any SpMV kernel (Hestenes and Stiefel, 1952).

The vectors and the scalars of an iteration stay on the device. Only the residual's norm comes back, once an
iteration, to see whether it is small enough.

With ``adapt`` it is the paper's *SPAC-adapt* (Li et al., "A simple yet effective balanced edge partition
model for parallel computing", 2017, section 4, "overhead control"): the matrix is cut by another thread while
the iteration runs over the matrix as it is; at the end of an iteration the cut is swapped in if it is ready,
and if the iteration ends first it is dropped.
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
"""Blocks of a dot product at most: each ends with one atomic addition to the same word."""


@dataclass(frozen=True, eq=False)
class ConjugateGradientResult:
    """What the conjugate gradient method found.

    Attributes
    ----------
    x : ndarray, shape (n,)
        The solution, in the type of the operator.
    iterations : int
        How many products A p it took.
    residual_norms : ndarray of float64, shape (iterations + 1,)
        The norm of b - A x as the iteration keeps it, at the begin and after each iteration.
    converged : bool
    adapted_after : int or None
        The iterations that were over when the SPAC application took the place of the first operator.
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
    """Solve A x = b for a symmetric positive definite A, beginning with x = 0.

    Parameters
    ----------
    operator : SpmvOperator
        Of a square matrix; a SPAC application prepared with ``reorder="same"`` or ``"none"``.
    b : ndarray, shape (n,)
    tolerance : float
        It ends when the residual's norm is at most this share of the norm of b.
    max_iterations : int, optional
        n by default.
    adapt : callable, optional
        Cuts the same matrix and prepares the application, with ``reorder="same"`` or ``"none"``; runs in a
        thread. What it raises, the iteration raises.
    adapt_method : "spac_shared" or "spac_read_only"
        The kernel of that application.

    Raises
    ------
    OptionError
        The matrix is not square, x and y are in different orders, or b has another length. O(iterations x
        entries).
    """
    _check_operator(operator, None)
    backend, dtype, n = operator.backend, operator.dtype, operator.shape[0]
    fill, dot, axpy, xpay = (operator.kernel(f"vector_{name}") for name in ("fill", "dot", "axpy", "xpay"))
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
    """Prepares an application in a thread of its own, which ends with the program."""

    def __init__(self, prepare: Callable[[], SpacApplication]) -> None:
        self._application: SpacApplication | None = None
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, args=(prepare,), name="spac-adapt", daemon=True)
        self._thread.start()

    def _run(self, prepare: Callable[[], SpacApplication]) -> None:
        try:
            self._application = prepare()
        except BaseException as error:  # goes to whoever asks for the result
            self._error = error

    def result(self) -> SpacApplication | None:
        """The application, once it is there."""
        if self._thread.is_alive():
            return None
        if self._error is not None:
            raise self._error
        return self._application


def _check_operator(operator: SpmvOperator, size: int | None) -> None:
    rows, columns = operator.shape
    if rows != columns:
        raise OptionError(
            f"the conjugate gradient method needs a square matrix; this one is {rows} x {columns}"
        )
    if size not in (None, rows):
        raise OptionError(f"adapt prepared an application of {rows} rows for a matrix of {size}")
    if not operator.keeps_order():
        raise OptionError("x and y are in different orders; prepare the application with reorder='same'")


def _root(squared: NDArray[Any]) -> float:
    return float(np.sqrt(np.float64(squared[0])))
