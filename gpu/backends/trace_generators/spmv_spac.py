"""Requests of spmv_spac.cu: one part of a vertex cut per block."""

# numba infers the types of these kernels
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from numba import njit

from gpu.backends.trace_generators.recorder import (
    ALL,
    ATOMIC,
    LOAD,
    READ_ONLY,
    STORE,
    ask,
    ask_one,
    ask_shared,
    barrier,
    end_warp,
    follow,
    line_up,
    segmented_sum,
)

ENTRY_START, ROW_AND_COLUMN, VALUE, COLUMN_START, COLUMN_LIST, ROW_START, ROW_LIST, X, Y = range(9)
"""The arrays of spmv_spac_shared."""
OF_ENTRY_START, OF_LOCAL_ROW, OF_COLUMN, OF_VALUE, OF_ROW_START, OF_ROW_LIST, OF_X, OF_Y = range(8)
"""The arrays of spmv_spac_read_only."""


@njit(cache=True, error_model="numpy")
def _own(s, base, begin, end):
    """The lanes whose entries, from ``base`` on, belong to the part."""
    lanes = 0
    for lane in range(32):
        s.warp.index[lane] = base + lane
        lanes |= int(begin <= base + lane < end) << lane
    return lanes


@njit(cache=True, error_model="numpy")
def _zero_rows(s, place, size, first, rows, warp, threads):
    """Set the rows of the block, which begin at ``first`` in shared memory, to 0."""
    for i in range(warp, rows, threads):
        s.warp.blocks += 1
        ask_shared(s, STORE, place, size, line_up(s, rows - i, first + i))
    s.warp.blocks += 1
    barrier(s)


@njit(cache=True, error_model="numpy")
def _add_to_rows(s, place, size, first, lanes):
    """The kernel's add_to_rows over the rows ``s.warp.key`` of the lanes that have an entry."""
    s.warp.blocks += 1
    writers = segmented_sum(s) & lanes
    s.warp.blocks += 1
    if writers:
        s.warp.blocks += 1
        s.warp.index[:] = first + s.warp.key
        ask_shared(s, ATOMIC, place, size, writers)
    s.warp.blocks += 1


@njit(cache=True, error_model="numpy")
def _store_rows(s, place, list_array, y_array, size, first, begin, end, row_list, warp, threads):
    """The kernel's store_rows."""
    s.warp.blocks += 1
    barrier(s)
    for i in range(begin + warp, end, threads):
        s.warp.blocks += 1
        lanes = line_up(s, end - i, i)
        ask(s, LOAD, list_array, place, 4, lanes)
        line_up(s, end - i, first + i - begin)
        ask_shared(s, LOAD, place + 1, size, lanes)
        shared = 0
        for lane in range(min(32, end - i)):
            row = row_list[i + lane]
            shared |= int(row < 0) << lane
            s.warp.index[lane] = ~row if row < 0 else row
        if shared:
            s.warp.blocks += 1
            ask(s, ATOMIC, y_array, place + 2, size, shared)
        if lanes & ~shared:
            s.warp.blocks += 1
            ask(s, STORE, y_array, place + 3, size, lanes & ~shared)
        s.warp.blocks += 1
    s.warp.blocks += 1
    end_warp(s)


@njit(cache=True, error_model="numpy")
def spmv_spac_shared(s, launch, entry_start, row_and_column, column_start, column_list, row_start, row_list):
    """Requests of the blocks of a launch."""
    threads, size = launch.threads, launch.size
    for block in range(launch.first, launch.end):
        columns = column_start[block + 1] - column_start[block]
        rows = row_start[block + 1] - row_start[block]
        begin, end = entry_start[block], entry_start[block + 1]
        for warp in range(0, threads, 32):
            s.warp.blocks += 1
            ask_one(s, LOAD, COLUMN_START, 1, 4, ALL, block)
            ask_one(s, LOAD, COLUMN_START, 2, 4, ALL, block + 1)
            ask_one(s, LOAD, ROW_START, 3, 4, ALL, block)
            ask_one(s, LOAD, ROW_START, 4, 4, ALL, block + 1)
            ask_one(s, LOAD, ENTRY_START, 5, 4, ALL, block)
            ask_one(s, LOAD, ENTRY_START, 6, 4, ALL, block + 1)
            for i in range(warp, columns, threads):
                s.warp.blocks += 1
                lanes = line_up(s, columns - i, column_start[block] + i)
                ask(s, LOAD, COLUMN_LIST, 7, 4, lanes)
                follow(s, lanes, column_list)
                ask(s, LOAD, X, 8, size, lanes)
                line_up(s, columns - i, i)
                ask_shared(s, STORE, 9, size, lanes)
            s.warp.blocks += 1
            _zero_rows(s, 10, size, columns, rows, warp, threads)
            base = begin // 32 * 32 + warp
            if base < end:
                s.warp.blocks += 1
            while base < end:
                s.warp.blocks += 2
                s.warp.key[:] = -1
                lanes = _own(s, base, begin, end)
                if lanes:  # a part may have no entries
                    s.warp.blocks += 1
                    ask(s, LOAD, ROW_AND_COLUMN, 11, 4, lanes)
                    ask(s, LOAD, VALUE, 12, size, lanes)
                    for lane in range(32):
                        if lanes >> lane & 1:
                            both = row_and_column[base + lane]
                            s.warp.key[lane] = both >> 16
                            s.warp.index[lane] = both & 0xFFFF
                    ask_shared(s, LOAD, 13, size, lanes)
                _add_to_rows(s, 14, size, columns, lanes)
                base += threads
            first, last = row_start[block], row_start[block + 1]
            _store_rows(s, 15, ROW_LIST, Y, size, columns, first, last, row_list, warp, threads)


@njit(cache=True, error_model="numpy")
def spmv_spac_read_only(s, launch, entry_start, local_row, column, row_start, row_list):
    """Requests of the blocks of a launch."""
    threads, size = launch.threads, launch.size
    for block in range(launch.first, launch.end):
        rows = row_start[block + 1] - row_start[block]
        begin, end = entry_start[block], entry_start[block + 1]
        for warp in range(0, threads, 32):
            s.warp.blocks += 1
            ask_one(s, LOAD, OF_ROW_START, 1, 4, ALL, block)
            ask_one(s, LOAD, OF_ROW_START, 2, 4, ALL, block + 1)
            ask_one(s, LOAD, OF_ENTRY_START, 3, 4, ALL, block)
            ask_one(s, LOAD, OF_ENTRY_START, 4, 4, ALL, block + 1)
            _zero_rows(s, 5, size, 0, rows, warp, threads)
            base = begin // 32 * 32 + warp
            if base < end:
                s.warp.blocks += 1
            while base < end:
                s.warp.blocks += 2
                s.warp.key[:] = -1
                lanes = _own(s, base, begin, end)
                if lanes:
                    s.warp.blocks += 1
                    ask(s, LOAD, OF_LOCAL_ROW, 6, 2, lanes)
                    ask(s, LOAD, OF_VALUE, 7, size, lanes)
                    ask(s, LOAD, OF_COLUMN, 8, 4, lanes)
                    follow(s, lanes, column)
                    ask(s, READ_ONLY, OF_X, 9, size, lanes)
                    for lane in range(32):
                        if lanes >> lane & 1:
                            s.warp.key[lane] = local_row[base + lane]
                _add_to_rows(s, 10, size, 0, lanes)
                base += threads
            first, last = row_start[block], row_start[block + 1]
            _store_rows(s, 11, OF_ROW_LIST, OF_Y, size, 0, first, last, row_list, warp, threads)
