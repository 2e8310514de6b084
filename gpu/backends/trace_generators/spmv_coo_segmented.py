"""Requests and results of spmv_coo_segmented.cu: an interval of entries per warp, and the carries."""

from __future__ import annotations

import numpy as np

from gpu.backends.trace_generators.recorder import (
    LOAD,
    READ_ONLY,
    STORE,
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

ROW, COLUMN, VALUE, X, Y, CARRY_ROW, CARRY = range(7)
OF_CARRY_ROW, OF_CARRY, OF_Y = range(3)


@unchecked_njit
def _add_to(s: Record, array: int, place: int, size: int, lanes: int) -> None:
    """Add to y at the elements of the lanes."""
    s.warp.blocks += 1
    ask(s, LOAD, array, place, size, lanes)
    ask(s, STORE, array, place + 1, size, lanes)


@unchecked_njit
def spmv_coo_segmented(
    s: Record, launch: Launch, entries: int, interval: int, row: Int32, column: Int32, carry_row: Int32
) -> None:
    """Generate the requests of the blocks of a launch."""
    warps = launch.threads // 32
    for warp in range(launch.first * warps, launch.end * warps):
        begin = warp * interval
        end = min(entries, begin + interval)
        open_row = -1
        s.warp.blocks += 1
        if begin < entries:
            s.warp.blocks += 2 + int(entries - begin >= interval)
        for base in range(begin, end, 32):
            s.warp.blocks += 3
            s.warp.key[:] = -1
            lanes = line_up(s, end - base, base)
            ask(s, READ_ONLY, ROW, 1, 4, lanes)
            ask(s, READ_ONLY, VALUE, 2, launch.size, lanes)
            ask(s, READ_ONLY, COLUMN, 3, 4, lanes)
            follow(s, lanes, column)
            ask(s, READ_ONLY, X, 4, launch.size, lanes)
            last = min(end - base, 32) - 1
            for lane in range(last + 1):
                s.warp.key[lane] = row[base + lane]
            s.warp.blocks += 2
            if open_row >= 0:
                s.warp.blocks += 1
                if open_row == s.warp.key[0]:
                    s.warp.blocks += 1
                else:
                    s.warp.index[0] = open_row
                    _add_to(s, Y, 5, launch.size, 1)
            s.warp.blocks += 2
            writers = segmented_sum(s) & ((1 << last) - 1)
            if writers:
                s.warp.index[:] = s.warp.key
                _add_to(s, Y, 7, launch.size, writers)
            s.warp.exchanges += 2
            open_row = s.warp.key[last]
        if begin < entries:
            s.warp.blocks += 3
            line_up(s, 1, warp)
            ask(s, STORE, CARRY_ROW, 9, 4, 1)
            ask(s, STORE, CARRY, 10, launch.size, 1)
        s.warp.blocks += 1
        end_warp(s)


@unchecked_njit
def spmv_coo_segmented_carry(s: Record, launch: Launch, carries: int, carry_row: Int32) -> None:
    """Generate the requests of the blocks of a launch."""
    for base in range(launch.first * launch.threads, launch.end * launch.threads, 32):
        s.warp.blocks += 1
        lanes = line_up(s, carries - base, base)
        if lanes:
            s.warp.blocks += 1
            ask(s, READ_ONLY, OF_CARRY_ROW, 1, 4, lanes)
            behind = lanes & ~int(base == 0)
            if behind:
                s.warp.blocks += 1
                for lane in range(32):
                    s.warp.index[lane] = base + lane - 1
                ask(s, READ_ONLY, OF_CARRY_ROW, 2, 4, behind)
            firsts = 0
            for lane in range(min(32, carries - base)):
                at = base + lane
                firsts |= int(at == 0 or carry_row[at - 1] != carry_row[at]) << lane
                s.warp.index[lane] = at
            adding = firsts
            if firsts:
                s.warp.blocks += 1
            while adding:
                s.warp.blocks += 1
                ask(s, READ_ONLY, OF_CARRY, 3, launch.size, adding)
                looking = 0
                for lane in range(32):
                    if adding >> lane & 1:
                        s.warp.index[lane] += 1
                        looking |= int(s.warp.index[lane] < carries) << lane
                adding = 0
                if looking:
                    s.warp.blocks += 1
                    ask(s, READ_ONLY, OF_CARRY_ROW, 4, 4, looking)
                    for lane in range(32):
                        if looking >> lane & 1:
                            same = carry_row[s.warp.index[lane]] == carry_row[base + lane]
                            adding |= int(same) << lane
                    s.warp.blocks += 1
            if firsts:
                for lane in range(32):
                    if firsts >> lane & 1:
                        s.warp.index[lane] = carry_row[base + lane]
                _add_to(s, OF_Y, 5, launch.size, firsts)
        s.warp.blocks += 1
        end_warp(s)


def spmv_coo_segmented_result(
    launch: Launch,
    entries: int,
    interval: int,
    row: Values,
    column: Values,
    value: Values,
    x: Values,
    y: Values,
    carry_row: Values,
    carry: Values,
) -> None:
    """Y += A x without the carries, which are each interval's share of its last row."""
    warps = min(launch.blocks * launch.threads // 32, -(-entries // interval))
    done = min(entries, warps * interval)
    last = np.minimum(np.arange(1, warps + 1) * interval, entries) - 1
    carry_row[:warps] = row[last]
    of_interval = np.arange(done) // interval
    carried = row[:done] == carry_row[of_interval]
    product = value[:done] * x[column[:done]]
    carry[:warps] = np.bincount(of_interval[carried], product[carried], minlength=warps)
    y += np.bincount(row[:done][~carried], product[~carried], minlength=y.size).astype(y.dtype)


def spmv_coo_segmented_carry_result(
    launch: Launch, carries: int, carry_row: Values, carry: Values, y: Values
) -> None:
    """Add the carries to y; the thread of a row's first carry adds all of them."""
    own = np.append(True, carry_row[1:carries] != carry_row[: carries - 1]).cumsum() if carries else carry_row
    first = np.searchsorted(own, own[:carries])
    done = first < threads_for(launch, carries)
    np.add.at(y, carry_row[:carries][done], carry[:carries][done])
