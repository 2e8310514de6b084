"""Requests and results of spmv_merge_path.cu: equal steps of the path per thread, and carries of blocks."""

from __future__ import annotations

import numpy as np

from gpu.backends.trace_generators.recorder import (
    ALL,
    LOAD,
    READ_ONLY,
    REDUCTION,
    STORE,
    Launch,
    Record,
    ask,
    ask_shared,
    barrier,
    end_warp,
    follow,
    line_up,
    segmented_sum,
)
from gpu.backends.trace_generators.results import Values, csr_matrix, threads_for
from partitioners.kernels.array_types import Int32, Int64
from partitioners.kernels.cache import unchecked_njit

ROW_END, COLUMN, VALUE, X, Y, CARRY_ROW, CARRY = range(7)
OF_CARRY_ROW, OF_CARRY, OF_Y = range(3)
"""The arrays of spmv_merge_path_carry."""


@unchecked_njit
def _rows_before(
    s: Record,
    lanes: int,
    diagonal: Int64,
    row_end: Int32,
    rows: int,
    entries: int,
    first: int,
    in_shared: bool,
    row: Int64,
) -> None:
    """The kernel's search by lanes before ``diagonal``; writes the result of each lane to ``row``.

    ``row_end`` is the list from its first row on.
    """
    high = np.empty(32, np.int64)
    beyond = False
    for lane in range(32):
        if lanes >> lane & 1:
            row[lane] = max(diagonal[lane] - entries, 0)
            high[lane] = min(diagonal[lane], rows)
            beyond = beyond or diagonal[lane] > entries
    s.warp.blocks += 1 + beyond
    while True:
        s.warp.blocks += 1
        looking = 0
        for lane in range(32):
            if lanes >> lane & 1 and row[lane] < high[lane]:
                looking |= 1 << lane
                s.warp.index[lane] = (row[lane] + high[lane]) // 2
        if looking == 0:
            return
        s.warp.blocks += 1
        if in_shared:
            ask_shared(s, LOAD, 12, 4, looking)
        else:
            ask(s, READ_ONLY, ROW_END, 1, 4, looking)
        higher = False
        for lane in range(32):
            if looking >> lane & 1:
                middle = s.warp.index[lane]
                if row_end[middle] <= first + diagonal[lane] - 1 - middle:
                    row[lane] = middle + 1
                    higher = True
                else:
                    high[lane] = middle
        s.warp.blocks += higher


@unchecked_njit
def _walk(
    s: Record,
    launch: Launch,
    row_end: Int32,
    tile_rows: int,
    tile_entries: int,
    first_entry: int,
    row: Int64,
    entry: Int64,
    stop: Int64,
) -> None:
    """The steps of a warp's lanes, each up to its ``stop``."""
    while True:
        walking = inside = 0
        for lane in range(32):
            if row[lane] + entry[lane] < stop[lane]:
                walking |= 1 << lane
                if row[lane] < tile_rows:
                    inside |= 1 << lane
                    s.warp.index[lane] = row[lane]
        if walking == 0:
            return
        s.warp.blocks += 1
        ended = 0
        if inside:
            s.warp.blocks += 1
            ask_shared(s, LOAD, 13, 4, inside)
            for lane in range(32):
                if inside >> lane & 1 and row_end[row[lane]] <= first_entry + entry[lane]:
                    ended |= 1 << lane
                    s.warp.index[lane] = tile_entries + row[lane]
                    row[lane] += 1
        if ended:
            s.warp.blocks += 1
            ask_shared(s, STORE, 14, launch.size, ended)
        others = walking & ~ended
        if others:
            s.warp.blocks += 1
            for lane in range(32):
                if others >> lane & 1:
                    s.warp.index[lane] = entry[lane]
                    entry[lane] += 1
            ask_shared(s, LOAD, 15, launch.size, others)
        s.warp.blocks += 1


@unchecked_njit
def spmv_merge_path(
    s: Record, launch: Launch, rows: int, entries: int, row_end: Int32, column: Int32, carry_row: Int32
) -> None:
    """Requests of the blocks of a launch."""
    threads, size = launch.threads, launch.size
    items = 7 if threads <= 512 else 3
    border, row = np.zeros(32, np.int64), np.zeros(32, np.int64)
    entry, mine, stop = np.zeros(32, np.int64), np.zeros(32, np.int64), np.zeros(32, np.int64)
    for block in range(launch.first, launch.end):
        begin = block * threads * items
        steps = min(rows + entries - begin, threads * items)
        for warp in range(0, threads, 32):
            s.warp.blocks += 3
            if warp == 0:
                s.warp.blocks += 2
                mine[0], mine[1] = begin, begin + steps
                _rows_before(s, 3, mine, row_end, rows, entries, 0, False, border)
                s.warp.blocks += 1
                ask_shared(s, STORE, 2, 4, line_up(s, 2, 0))
            first_row, first_entry = border[0], begin - border[0]
            tile_rows = border[1] - first_row
            tile_entries = steps - tile_rows
            s.warp.blocks += 1
            barrier(s)

            for element in range(2):
                s.warp.index[:] = element
                ask_shared(s, LOAD, 3 + element, 4, ALL)
            for i in range(warp, tile_rows, threads):
                s.warp.blocks += 1
                lanes = line_up(s, tile_rows - i, first_row + i)
                ask(s, READ_ONLY, ROW_END, 5, 4, lanes)
                line_up(s, tile_rows - i, i)
                ask_shared(s, STORE, 6, 4, lanes)
            s.warp.blocks += 1
            for i in range(warp, tile_entries, threads):
                s.warp.blocks += 1
                lanes = line_up(s, tile_entries - i, first_entry + i)
                ask(s, READ_ONLY, VALUE, 7, size, lanes)
                ask(s, READ_ONLY, COLUMN, 8, 4, lanes)
                follow(s, lanes, column)
                ask(s, READ_ONLY, X, 9, size, lanes)
                line_up(s, tile_entries - i, i)
                ask_shared(s, STORE, 10, size, lanes)
            s.warp.blocks += 1
            if warp == 0:
                s.warp.blocks += 1
                ask_shared(s, STORE, 11, size, line_up(s, 1, steps))
            s.warp.blocks += 1
            barrier(s)

            for lane in range(32):
                mine[lane] = min((warp + lane) * items, steps)
                stop[lane] = min(mine[lane] + items, steps)
            ends = row_end[first_row:]
            _rows_before(s, ALL, mine, ends, tile_rows, tile_entries, first_entry, True, row)
            entry[:] = mine - row
            s.warp.blocks += 1
            _walk(s, launch, ends, tile_rows, tile_entries, first_entry, row, entry, stop)
            s.warp.blocks += 1
            barrier(s)
            s.warp.key[:] = row
            last = segmented_sum(s)
            s.warp.blocks += 1
            s.warp.index[:] = tile_entries + row
            ask_shared(s, REDUCTION, 16, size, last)
            s.warp.blocks += 1
            barrier(s)

            for i in range(warp, tile_rows, threads):
                s.warp.blocks += 1
                lanes = line_up(s, tile_rows - i, tile_entries + i)
                ask_shared(s, LOAD, 17, size, lanes)
                line_up(s, tile_rows - i, first_row + i)
                ask(s, STORE, Y, 18, size, lanes)
            s.warp.blocks += 1
            if warp == 0:
                s.warp.blocks += 1
                ask(s, STORE, CARRY_ROW, 19, 4, line_up(s, 1, block))
                ask_shared(s, LOAD, 20, size, line_up(s, 1, steps))
                ask(s, STORE, CARRY, 21, size, line_up(s, 1, block))
            s.warp.blocks += 1
            end_warp(s)


@unchecked_njit
def spmv_merge_path_carry(s: Record, launch: Launch, rows: int, carries: int, carry_row: Int32) -> None:
    """Requests of the blocks of a launch."""
    for base in range(launch.first * launch.threads, launch.end * launch.threads, 32):
        s.warp.blocks += 1
        lanes = line_up(s, carries - base, base)
        if lanes:
            s.warp.blocks += 1
            ask(s, READ_ONLY, OF_CARRY_ROW, 1, 4, lanes)
            adding = 0
            for lane in range(min(32, carries - base)):
                adding |= int(carry_row[base + lane] < rows) << lane
            if adding:
                s.warp.blocks += 1
                ask(s, READ_ONLY, OF_CARRY, 2, launch.size, adding)
                follow(s, adding, carry_row)
                ask(s, REDUCTION, OF_Y, 3, launch.size, adding)
        s.warp.blocks += 1
        end_warp(s)


def spmv_merge_path_result(
    launch: Launch,
    rows: int,
    entries: int,
    row_end: Values,
    column: Values,
    value: Values,
    x: Values,
    y: Values,
    carry_row: Values,
    carry: Values,
) -> None:
    """Y = A x without the carries, which are each block's share of the row that it does not end."""
    tile = launch.threads * (7 if launch.threads <= 512 else 3)
    borders = np.minimum(np.arange(1, launch.blocks + 1, dtype=np.int64) * tile, rows + entries)
    # A row's end is that many steps from the begin of the path.
    ended = np.searchsorted(row_end[:rows] + np.arange(1, rows + 1), borders, side="right")
    ends = np.insert(row_end[:rows], ended, borders - ended)
    sums = csr_matrix(np.append(0, ends), column, value, x) @ x
    carries = ended + np.arange(launch.blocks)
    carry_row[: launch.blocks] = ended
    carry[: launch.blocks] = sums[carries]
    done = int(ended.max(initial=0))
    y[:done] = np.delete(sums, carries)[:done]


def spmv_merge_path_carry_result(
    launch: Launch, rows: int, carries: int, carry_row: Values, carry: Values, y: Values
) -> None:
    """Add the carries to y."""
    done = threads_for(launch, carries)
    inside = carry_row[:done] < rows
    np.add.at(y, carry_row[:done][inside], carry[:done][inside])
