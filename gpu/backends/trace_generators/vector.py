"""Requests and results of vector.cu: the vector operations of the conjugate gradient method."""

from __future__ import annotations

from typing import Any

import numpy as np

from gpu.backends.trace_generators.recorder import (
    LOAD,
    READ_ONLY,
    REDUCTION,
    STORE,
    Launch,
    Record,
    ask,
    ask_one,
    ask_shared,
    barrier,
    end_warp,
    line_up,
    warp_sum,
)
from gpu.backends.trace_generators.results import Values, threads_for
from partitioners.kernels.uncounted import kept_kernel


@kept_kernel
def vector_fill(s: Record, launch: Launch, n: int) -> None:
    """Requests of the blocks of a launch."""
    for base in range(launch.first * launch.threads, launch.end * launch.threads, 32):
        s.warp.blocks += 1
        lanes = line_up(s, n - base, base)
        if lanes:
            s.warp.blocks += 1
            ask(s, STORE, 0, 1, launch.size, lanes)
        s.warp.blocks += 1
        end_warp(s)


@kept_kernel
def vector_dot(s: Record, launch: Launch, n: int) -> None:
    """Requests of the blocks of a launch; the arrays are x, y and the result."""
    warps = launch.threads // 32
    for block in range(launch.first, launch.end):
        for warp in range(warps):
            s.warp.blocks += 1
            base = 32 * (block * warps + warp)
            if base < n:
                s.warp.blocks += 1
            while base < n:
                s.warp.blocks += 1
                lanes = line_up(s, n - base, base)
                ask(s, LOAD, 0, 1, launch.size, lanes)
                ask(s, LOAD, 1, 2, launch.size, lanes)
                base += launch.blocks * launch.threads
            s.warp.blocks += 1
            warp_sum(s)
            s.warp.blocks += 2
            ask_shared(s, STORE, 3, launch.size, line_up(s, 1, warp))
            s.warp.blocks += 1
            barrier(s)
            if warp == 0:
                # With 32 warps, every lane reads the sum of a warp, and the kernel does not test for it.
                s.warp.blocks += 1 + (warps < 32)
                ask_shared(s, LOAD, 4, launch.size, line_up(s, warps, 0))
                warp_sum(s)
                s.warp.blocks += 2
                ask(s, REDUCTION, 2, 5, launch.size, line_up(s, 1, 0))
            s.warp.blocks += 1
            end_warp(s)


@kept_kernel
def _update(s: Record, launch: Launch, n: int, first: int, third: int) -> None:
    """Update array 3 element by element from both vectors and the quotient of two scalars."""
    for base in range(launch.first * launch.threads, launch.end * launch.threads, 32):
        s.warp.blocks += 1
        lanes = line_up(s, n - base, base)
        if lanes:
            s.warp.blocks += 1
            ask(s, LOAD if first == 3 else READ_ONLY, first, 1, launch.size, lanes)
            ask_one(s, READ_ONLY, 0, 2, launch.size, lanes, 0)
            ask_one(s, READ_ONLY, 1, 3, launch.size, lanes, 0)
            ask(s, LOAD if third == 3 else READ_ONLY, third, 4, launch.size, lanes)
            ask(s, STORE, 3, 5, launch.size, lanes)
        s.warp.blocks += 1
        end_warp(s)


@kept_kernel
def vector_axpy(s: Record, launch: Launch, n: int) -> None:
    """Requests of the blocks of a launch; the arrays are numerator, denominator, x and y."""
    _update(s, launch, n, 3, 2)


@kept_kernel
def vector_xpay(s: Record, launch: Launch, n: int) -> None:
    """Requests of the blocks of a launch; the arrays are numerator, denominator, x and y."""
    _update(s, launch, n, 2, 3)


def vector_fill_result(launch: Launch, n: int, value: Any, y: Values) -> None:
    """Y = value."""
    y[: threads_for(launch, n)] = value


def vector_dot_result(launch: Launch, n: int, x: Values, y: Values, result: Values) -> None:
    """Result += x . y, summed in double precision."""
    if launch.blocks > 0:
        result[0] += np.sum(x[:n] * y[:n], dtype=np.float64)


def vector_axpy_result(
    launch: Launch, n: int, sign: Any, numerator: Values, denominator: Values, x: Values, y: Values
) -> None:
    """Y += sign (numerator / denominator) x."""
    done = threads_for(launch, n)
    y[:done] += sign * (numerator[0] / denominator[0]) * x[:done]


def vector_xpay_result(
    launch: Launch, n: int, numerator: Values, denominator: Values, x: Values, y: Values
) -> None:
    """Y = x + (numerator / denominator) y."""
    done = threads_for(launch, n)
    y[:done] = x[:done] + numerator[0] / denominator[0] * y[:done]
