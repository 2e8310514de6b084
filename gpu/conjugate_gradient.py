"""The conjugate gradient method over any SpMV kernel (Hestenes and Stiefel, 1952).

The vectors and the scalars of an iteration stay on the device. Only the residual's norm comes back, once an
iteration, to see whether it is small enough.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpu.launch import blocks_for
from gpu.spmv import SpmvOperator
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
    """

    x: NDArray[Any]
    iterations: int
    residual_norms: NDArray[np.float64]
    converged: bool


def conjugate_gradient(
    operator: SpmvOperator,
    b: NDArray[Any],
    *,
    tolerance: float = 1e-5,
    max_iterations: int | None = None,
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

    Raises
    ------
    OptionError
        The matrix is not square, x and y are in different orders, or b has another length. O(iterations x
        entries).
    """
    rows, columns = operator.shape
    if rows != columns:
        raise OptionError(
            f"the conjugate gradient method needs a square matrix; this one is {rows} x {columns}"
        )
    if not operator.keeps_order():
        raise OptionError("x and y are in different orders; prepare the application with reorder='same'")
    backend, real, n = operator.backend, operator.real, rows
    fill, dot, axpy, xpay = (operator.kernel(f"vector_{name}") for name in ("fill", "dot", "axpy", "xpay"))
    blocks = blocks_for(n, operator.block_size)

    def dot_product(u: Any, v: Any, result: Any) -> None:
        fill(1, 1, 0.0, result)
        dot(min(blocks, DOT_BLOCKS), n, u, v, result)

    x, q = backend.zeros(n, real), backend.zeros(n, real)
    r, p = operator.vector(b), operator.vector(b)
    rho, previous, curvature = (backend.zeros(1, real) for _ in range(3))
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
    return ConjugateGradientResult(
        operator.result(x), len(norms) - 1, np.array(norms), bool(norms[-1] <= goal)
    )


def _root(squared: NDArray[Any]) -> float:
    return float(np.sqrt(np.float64(squared[0])))
