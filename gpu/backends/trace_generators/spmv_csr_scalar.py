"""Requests and result of spmv_csr_scalar.cu: one thread per row."""

from __future__ import annotations

from gpu.backends.trace_generators.recorder import (
    READ_ONLY,
    STORE,
    Launch,
    Record,
    ask,
    end_warp,
    follow,
    line_up,
)
from gpu.backends.trace_generators.results import Values, csr_matrix, threads_for
from partitioners.kernels.array_types import Int32
from partitioners.kernels.cache import unchecked_njit

ROW_START, COLUMN, VALUE, X, Y = range(5)


@unchecked_njit
def spmv_csr_scalar(s: Record, launch: Launch, rows: int, row_start: Int32, column: Int32) -> None:
    """Generate the requests of the blocks of a launch."""
    for base in range(launch.first * launch.threads, launch.end * launch.threads, 32):
        s.warp.blocks += 1
        alive = line_up(s, rows - base, base)
        if alive:
            s.warp.blocks += 1
            ask(s, READ_ONLY, ROW_START, 1, 4, alive)
            line_up(s, rows - base, base + 1)
            ask(s, READ_ONLY, ROW_START, 2, 4, alive)
            step, still = 0, alive
            while True:
                lanes = lane = 0
                while still >> lane:
                    entry = row_start[base + lane] + step
                    if entry < row_start[base + lane + 1]:
                        lanes |= 1 << lane
                        s.warp.index[lane] = entry
                    lane += 1
                still = lanes
                if lanes == 0:
                    break
                s.warp.blocks += 1
                ask(s, READ_ONLY, VALUE, 3, launch.size, lanes)
                ask(s, READ_ONLY, COLUMN, 4, 4, lanes)
                follow(s, lanes, column)
                ask(s, READ_ONLY, X, 5, launch.size, lanes)
                step += 1
            s.warp.blocks += 1
            line_up(s, rows - base, base)
            ask(s, STORE, Y, 6, launch.size, alive)
        s.warp.blocks += 1
        end_warp(s)


def spmv_csr_scalar_result(
    launch: Launch, rows: int, row_start: Values, column: Values, value: Values, x: Values, y: Values
) -> None:
    """Y = A x."""
    done = threads_for(launch, rows)
    y[:done] = csr_matrix(row_start[: done + 1], column, value, x) @ x
