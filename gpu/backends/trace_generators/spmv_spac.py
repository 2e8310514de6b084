"""Requests and results of spmv_spac.cu: one part of a vertex cut per block."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp

from gpu.backends.trace_generators.recorder import (
    ALL,
    LOAD,
    READ_ONLY,
    REDUCTION,
    STORE,
    TEXTURE,
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
from gpu.backends.trace_generators.results import Values
from partitioners.kernels.array_types import Int32, UInt16, UInt32
from partitioners.kernels.uncounted import kept_kernel

PART, ROW_AND_COLUMN, VALUE, COLUMN_LIST, ROW_LIST, X, Y = range(7)
"""The arrays of spmv_spac_shared."""
OF_PART, OF_LOCAL_ROW, OF_COLUMN, OF_VALUE, OF_ROW_LIST, OF_X, OF_Y = range(7)
"""The arrays of spmv_spac_read_only."""

ENTRY, OWN_COLUMN, COLUMN_LISTED, OWN_ROW, STORED, ROW_LISTED = range(0, 12, 2)
"""The fields of a part, each followed by its end."""
PART_SIZE = 16


@kept_kernel
def _own(s: Record, base: int, begin: int, end: int) -> int:
    """The lanes whose entries, from ``base`` on, belong to the part."""
    lanes = 0
    for lane in range(32):
        s.warp.index[lane] = base + lane
        lanes |= int(begin <= base + lane < end) << lane
    return lanes


@kept_kernel
def _zero_rows(s: Record, place: int, size: int, first: int, rows: int, warp: int, threads: int) -> None:
    """Set the rows of the block, which begin at ``first`` in shared memory, to 0."""
    for i in range(warp, rows, threads):
        s.warp.blocks += 1
        ask_shared(s, STORE, place, size, line_up(s, rows - i, first + i))
    s.warp.blocks += 1
    barrier(s)


@kept_kernel
def _add_to_rows(s: Record, place: int, size: int, first: int, lanes: int) -> None:
    """The kernel's add_to_rows over the rows ``s.warp.key`` of the lanes that have an entry."""
    writers = segmented_sum(s) & lanes
    s.warp.blocks += 1
    if writers:
        s.warp.blocks += 1
        for lane in range(32):
            s.warp.index[lane] = first + s.warp.key[lane]
        ask_shared(s, REDUCTION, place, size, writers)
    s.warp.blocks += 1


@kept_kernel
def _read_part(s: Record, array: int, block: int) -> None:
    """Load the fields of the block's part, 16 by the first lanes and again by the others."""
    for lane in range(32):
        s.warp.index[lane] = PART_SIZE * block + lane % PART_SIZE
    ask(s, READ_ONLY, array, 1, 4, ALL)


@kept_kernel
def _store_rows(
    s: Record,
    place: int,
    list_array: int,
    y_array: int,
    size: int,
    first: int,
    part: Int32,
    row_list: Int32,
    warp: int,
    threads: int,
) -> None:
    """The kernel's store_rows; ``first`` is the first row in shared memory."""
    s.warp.blocks += 1
    barrier(s)
    s.warp.exchanges += 4
    begin, end = part[OWN_ROW], part[OWN_ROW + 1]
    for base in range(begin + warp, end, threads):
        s.warp.blocks += 1
        lanes = line_up(s, end - base, first + base - begin)
        ask_shared(s, LOAD, place, size, lanes)
        line_up(s, end - base, base)
        stored = below = 0
        for lane in range(min(32, end - base)):
            below |= int(base + lane < part[STORED]) << lane
            stored |= int(part[STORED] <= base + lane < part[STORED + 1]) << lane
        s.warp.blocks += int((lanes & ~below) != 0)
        if stored:
            s.warp.blocks += 1
            ask(s, STORE, y_array, place + 1, size, stored)
        if lanes & ~stored:
            s.warp.blocks += 1
            ask(s, REDUCTION, y_array, place + 2, size, lanes & ~stored)
        s.warp.blocks += 1
    s.warp.blocks += 1
    s.warp.exchanges += 2
    listed = part[ROW_LISTED + 1] - part[ROW_LISTED]
    s.warp.blocks += int(warp < listed)
    for i in range(warp, listed, threads):
        s.warp.blocks += 1
        lanes = line_up(s, listed - i, first + end - begin + i)
        ask_shared(s, LOAD, place + 3, size, lanes)
        line_up(s, listed - i, part[ROW_LISTED] + i)
        ask(s, READ_ONLY, list_array, place + 4, 4, lanes)
        follow(s, lanes, row_list)
        ask(s, REDUCTION, y_array, place + 5, size, lanes)
    s.warp.blocks += 1
    end_warp(s)


@kept_kernel
def spmv_spac_shared(
    s: Record, launch: Launch, parts: Int32, row_and_column: UInt32, column_list: Int32, row_list: Int32
) -> None:
    """Requests of the blocks of a launch."""
    threads, size = launch.threads, launch.size
    for block in range(launch.first, launch.end):
        part = parts[PART_SIZE * block : PART_SIZE * (block + 1)]
        own = part[OWN_COLUMN + 1] - part[OWN_COLUMN]
        listed = part[COLUMN_LISTED + 1] - part[COLUMN_LISTED]
        columns = own + listed
        rows = part[OWN_ROW + 1] - part[OWN_ROW] + part[ROW_LISTED + 1] - part[ROW_LISTED]
        begin, end = part[ENTRY], part[ENTRY + 1]
        for warp in range(0, threads, 32):
            s.warp.blocks += 1
            _read_part(s, PART, block)
            s.warp.exchanges += 8
            for i in range(warp, own, threads):
                s.warp.blocks += 1
                lanes = line_up(s, own - i, part[OWN_COLUMN] + i)
                ask(s, READ_ONLY, X, 2, size, lanes)
                line_up(s, own - i, i)
                ask_shared(s, STORE, 3, size, lanes)
            s.warp.blocks += 1
            for i in range(warp, listed, threads):
                s.warp.blocks += 1
                lanes = line_up(s, listed - i, part[COLUMN_LISTED] + i)
                ask(s, READ_ONLY, COLUMN_LIST, 4, 4, lanes)
                follow(s, lanes, column_list)
                ask(s, READ_ONLY, X, 5, size, lanes)
                line_up(s, listed - i, own + i)
                ask_shared(s, STORE, 6, size, lanes)
            s.warp.blocks += 1
            _zero_rows(s, 7, size, columns, rows, warp, threads)
            s.warp.exchanges += 2
            base = begin // 32 * 32 + warp
            if base < end:
                s.warp.blocks += 1
            while base < end:
                s.warp.blocks += 2
                s.warp.key[:] = -1
                lanes = _own(s, base, begin, end)
                if lanes:  # a part may have no entries
                    s.warp.blocks += 1
                    ask(s, READ_ONLY, ROW_AND_COLUMN, 8, 4, lanes)
                    ask(s, READ_ONLY, VALUE, 9, size, lanes)
                    for lane in range(32):
                        if lanes >> lane & 1:
                            both = row_and_column[base + lane]
                            s.warp.key[lane] = both >> 16
                            s.warp.index[lane] = both & 0xFFFF
                    ask_shared(s, LOAD, 10, size, lanes)
                _add_to_rows(s, 11, size, columns, lanes)
                base += threads
            _store_rows(s, 12, ROW_LIST, Y, size, columns, part, row_list, warp, threads)


@kept_kernel
def spmv_spac_read_only(
    s: Record, launch: Launch, parts: Int32, local_row: UInt16, column: Int32, row_list: Int32
) -> None:
    """Requests of the blocks of a launch."""
    threads, size = launch.threads, launch.size
    for block in range(launch.first, launch.end):
        part = parts[PART_SIZE * block : PART_SIZE * (block + 1)]
        rows = part[OWN_ROW + 1] - part[OWN_ROW] + part[ROW_LISTED + 1] - part[ROW_LISTED]
        begin, end = part[ENTRY], part[ENTRY + 1]
        for warp in range(0, threads, 32):
            s.warp.blocks += 1
            _read_part(s, OF_PART, block)
            s.warp.exchanges += 4
            _zero_rows(s, 2, size, 0, rows, warp, threads)
            s.warp.exchanges += 2
            base = begin // 32 * 32 + warp
            if base < end:
                s.warp.blocks += 1
            while base < end:
                s.warp.blocks += 2
                s.warp.key[:] = -1
                lanes = _own(s, base, begin, end)
                if lanes:
                    s.warp.blocks += 1
                    ask(s, READ_ONLY, OF_LOCAL_ROW, 3, 2, lanes)
                    ask(s, READ_ONLY, OF_VALUE, 4, size, lanes)
                    ask(s, READ_ONLY, OF_COLUMN, 5, 4, lanes)
                    follow(s, lanes, column)
                    ask(s, TEXTURE, OF_X, 6, size, lanes)
                    for lane in range(32):
                        if lanes >> lane & 1:
                            s.warp.key[lane] = local_row[base + lane]
                _add_to_rows(s, 7, size, 0, lanes)
                base += threads
            _store_rows(s, 8, OF_ROW_LIST, OF_Y, size, 0, part, row_list, warp, threads)


def _positions(part: Values, begin: int, list_begin: int, listed: Values, local: Values) -> Values:
    """The positions of entries; ``begin`` and ``list_begin`` are fields of the parts (spmv_spac.cu)."""
    of_entry = np.repeat(part, part[:, 1] - part[:, 0], axis=0)
    first, end = of_entry[:, begin], of_entry[:, begin + 1]
    position = first + local
    beyond = position >= end
    position[beyond] = listed[(of_entry[:, list_begin] + position - end)[beyond]]
    return position


def _of_parts(
    part: Values, local_row: Values, column: Values, value: Values, row_list: Values, x: Values, y: Values
) -> None:
    own = slice(part[0, 0], part[-1, 1])
    row = _positions(part, 6, 10, row_list, local_row[own].astype(np.int64))
    y += sp.coo_array((value[own], (row, column)), shape=(y.size, x.size)) @ x


def spmv_spac_shared_result(
    launch: Launch,
    part: Values,
    row_and_column: Values,
    value: Values,
    column_list: Values,
    row_list: Values,
    x: Values,
    y: Values,
) -> None:
    """Y += A x."""
    if launch.blocks > 0:
        parts = part[: 16 * launch.blocks].reshape(-1, 16)
        own = row_and_column[parts[0, 0] : parts[-1, 1]]
        column = _positions(parts, 2, 4, column_list, (own & 0xFFFF).astype(np.int64))
        _of_parts(parts, row_and_column >> 16, column, value, row_list, x, y)


def spmv_spac_read_only_result(
    launch: Launch,
    part: Values,
    local_row: Values,
    column: Values,
    value: Values,
    row_list: Values,
    x: Values,
    y: Values,
) -> None:
    """Y += A x."""
    if launch.blocks > 0:
        parts = part[: 16 * launch.blocks].reshape(-1, 16)
        _of_parts(parts, local_row, column[parts[0, 0] : parts[-1, 1]], value, row_list, x, y)
