"""Requests and result of spmv_coo.cu: one thread per entry."""

from __future__ import annotations

import scipy.sparse as sp

from gpu.backends.trace_generators.recorder import (
    READ_ONLY,
    REDUCTION,
    Launch,
    Record,
    ask,
    end_warp,
    follow,
    line_up,
    segmented_sum,
)
from gpu.backends.trace_generators.results import Values, threads_for
from partitioners.kernels.array_types import Int32
from partitioners.kernels.cache import unchecked_njit

ROW, COLUMN, VALUE, X, Y = range(5)


@unchecked_njit
def spmv_coo(s: Record, launch: Launch, entries: int, row: Int32, column: Int32) -> None:
    """Generate the requests of the blocks of a launch."""
    for base in range(launch.first * launch.threads, launch.end * launch.threads, 32):
        s.warp.blocks += 1
        s.warp.key[:] = -1
        lanes = line_up(s, entries - base, base)
        if lanes:
            s.warp.blocks += 1
            ask(s, READ_ONLY, ROW, 1, 4, lanes)
            ask(s, READ_ONLY, VALUE, 2, launch.size, lanes)
            ask(s, READ_ONLY, COLUMN, 3, 4, lanes)
            follow(s, lanes, column)
            ask(s, READ_ONLY, X, 4, launch.size, lanes)
            for lane in range(min(32, entries - base)):
                s.warp.key[lane] = row[base + lane]
        s.warp.blocks += 1
        writers = segmented_sum(s) & lanes
        s.warp.blocks += 1
        if writers:
            s.warp.blocks += 1
            s.warp.index[:] = s.warp.key
            ask(s, REDUCTION, Y, 5, launch.size, writers)
        s.warp.blocks += 1
        end_warp(s)


def spmv_coo_result(
    launch: Launch, entries: int, row: Values, column: Values, value: Values, x: Values, y: Values
) -> None:
    """Y += A x."""
    done = threads_for(launch, entries)
    y += sp.coo_array((value[:done], (row[:done], column[:done])), shape=(y.size, x.size)) @ x
