"""Requests and result of spmv_csr_vector.cu: one warp per row."""

from __future__ import annotations

from gpu.backends.trace_generators.recorder import (
    ALL,
    READ_ONLY,
    STORE,
    Launch,
    Record,
    ask,
    ask_one,
    end_warp,
    follow,
    line_up,
    warp_sum,
)
from gpu.backends.trace_generators.results import Values, csr_matrix, threads_for
from partitioners.kernels.array_types import Int32
from partitioners.kernels.cache import unchecked_njit

ROW_START, COLUMN, VALUE, X, Y = range(5)


@unchecked_njit
def spmv_csr_vector(s: Record, launch: Launch, rows: int, row_start: Int32, column: Int32) -> None:
    """Generate the requests of the blocks of a launch."""
    warps = launch.threads // 32
    for row in range(launch.first * warps, launch.end * warps):
        s.warp.blocks += 1
        if row < rows:
            s.warp.blocks += 1
            ask_one(s, READ_ONLY, ROW_START, 1, 4, ALL, row + 1)
            ask_one(s, READ_ONLY, ROW_START, 2, 4, ALL, row)
            end = row_start[row + 1]
            for base in range(row_start[row], end, 32):
                s.warp.blocks += 1
                lanes = line_up(s, end - base, base)
                ask(s, READ_ONLY, VALUE, 3, launch.size, lanes)
                ask(s, READ_ONLY, COLUMN, 4, 4, lanes)
                follow(s, lanes, column)
                ask(s, READ_ONLY, X, 5, launch.size, lanes)
            s.warp.blocks += 1
            warp_sum(s)
            s.warp.blocks += 2
            ask(s, STORE, Y, 6, launch.size, line_up(s, 1, row))
        s.warp.blocks += 1
        end_warp(s)


def spmv_csr_vector_result(
    launch: Launch, rows: int, row_start: Values, column: Values, value: Values, x: Values, y: Values
) -> None:
    """Y = A x."""
    done = threads_for(launch, 32 * rows) // 32
    y[:done] = csr_matrix(row_start[: done + 1], column, value, x) @ x
