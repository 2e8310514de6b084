"""The requests of a trace in the order of the machine code, and how far from each its result is first used.

A trace has the requests of a warp in the order of g++, which calls a function at each access. NVIDIA's
compiler moves loads before the uses of others and writes out rounds of loops. So the requests of a warp are
laid out anew: at each place, they are compared with the blocks of the machine code
(:mod:`gpu.backends.issue_order`) that can come next, those with the most accesses first. A block fits if the
next requests of the warp are all of its accesses, in any order (accesses under a predicate may be missing).
Then they take the order of the block. A request that no block has stays where it is, and is not awaited:
NVIDIA's compiler has kept its value in a register.

In this order the scoreboards are followed, which shows for each load the first request before which the warp
waits for it. Where the order of the code is not known, a warp has a number of loads in flight, and all other
requests wait for all of them.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpu.backends.host.trace import KINDS, SHARED, KernelTrace, offsets
from gpu.backends.issue_order import ENTRY, IssueOrder
from gpu.backends.machine_code import (
    ALL,
    ATOMIC,
    BARRIER,
    LOAD,
    NONE,
    SCOREBOARDS,
    SHARED_ATOMIC,
    SHARED_LOAD,
    SHARED_STORE,
    STORE,
)
from partitioners.kernels.array_types import Booleans, Int64, UInt8, UInt32
from partitioners.kernels.cache import unchecked_njit

FARTHEST = 255
"""The distance of a result for which only the end, a barrier of the grid or a launch waits."""

NOT_IN_CODE, FIXED = -1, -2
"""Numbers of requests that the machine code does not have, and that keep their places."""

_WAITS_FOR_ALL = ("grid_barrier", "launch", "end")
_LOADS = ("load", "read_only", "texture", "load_l2")


class OrderedRequests(NamedTuple):
    """A trace whose requests are in the order of the machine code.

    Attributes
    ----------
    distance : ndarray of uint8, shape (R,)
        The warp waits for the result of request r before the code of its request r + distance; FARTHEST: it
        does not.
    """

    trace: KernelTrace
    distance: NDArray[np.uint8]


class _Code(NamedTuple):
    """An IssueOrder as arrays. The accesses of block b are ``block_start[b] .. block_start[b + 1] - 1``."""

    block_start: NDArray[np.int64]
    access: NDArray[np.int64]  # which access of the source
    sets: NDArray[np.int64]
    is_awaited: NDArray[np.bool_]  # whether it brings a result
    is_optional: NDArray[np.bool_]
    ends_block: NDArray[np.bool_]  # whether it is a barrier, behind which nothing of the block can be
    waits: NDArray[np.uint8]  # (accesses, SCOREBOARDS)
    path: NDArray[np.int64]  # (blocks + 1, blocks): the row of path_waits; the first row is that of the begin
    path_waits: NDArray[np.uint8]  # (paths, SCOREBOARDS); row 0 waits for everything
    with_start: NDArray[np.int64]  # (accesses of the source + 1,)
    with_access: NDArray[np.int64]  # the blocks that have each access, those with the most accesses first
    next_start: NDArray[np.int64]  # (blocks + 2,)
    next: NDArray[np.int64]  # the blocks that can follow each block, likewise


def in_machine_order(trace: KernelTrace, order: IssueOrder) -> OrderedRequests:
    """Lay the requests of a trace out in the order of its kernel's machine code.

    Parameters
    ----------
    order : IssueOrder
        That of its kernel, type and block size.
    """
    code, accesses = _as_arrays(order)
    of_form = _accesses_of_forms(trace, accesses)
    distance = np.zeros(trace.form.size, np.uint8)
    place = np.arange(trace.form.size, dtype=np.int64)
    _lay_out(code, of_form, trace.form, trace.warp_start, len(accesses), place, distance)
    if (place == np.arange(place.size)).all():
        return OrderedRequests(trace, distance)
    form, lanes = trace.form[place], trace.lanes[place]
    counts = np.ascontiguousarray(trace.forms["sectors"]).astype(np.int64)
    start = offsets(counts[trace.form])
    sectors = np.empty_like(trace.sectors)
    _move_sectors(trace.sectors, start, place, counts[form], sectors)
    return OrderedRequests(replace(trace, form=form, lanes=lanes, sectors=sectors), distance)


def with_loads_in_flight(trace: KernelTrace, loads: int) -> OrderedRequests:
    """Keep the order of a trace. A warp has at most ``loads`` loads in flight; all others wait for them."""
    kinds = trace.forms["kind"]
    is_atomic = kinds == KINDS.index("atomic")
    is_load = np.isin(kinds, [KINDS.index(name) for name in _LOADS])
    is_awaited = is_load | is_atomic
    is_load |= is_atomic & (trace.forms["array"] == SHARED)
    distance = np.full(trace.form.size, FARTHEST, np.uint8)
    _limit_loads(trace.form, trace.warp_start, is_load, is_awaited, min(loads, FARTHEST - 1), distance)
    return OrderedRequests(trace, distance)


def _accesses_of_forms(trace: KernelTrace, accesses: dict[tuple[int, int, str], int]) -> NDArray[np.int64]:
    """The access of the machine code that each form of a trace is; NOT_IN_CODE or FIXED."""
    # A trace has the first of several arrays with one address.
    addresses = trace.array_address.tolist()
    numbers = [addresses.index(address) for address in addresses] + [SHARED]
    known = {(kind, numbers[array], line): number for (kind, array, line), number in accesses.items()}
    found = np.empty(trace.forms.size, np.int64)
    columns = (trace.forms[name].tolist() for name in ("kind", "array", "code"))
    for i, (kind, array, code) in enumerate(zip(*columns, strict=True)):
        name = KINDS[kind]
        if name in _WAITS_FOR_ALL:
            found[i] = FIXED
        elif name == "barrier":
            found[i] = known.get((BARRIER, SHARED, ""), NOT_IN_CODE)
        else:
            line = trace.lines[code - 1] if code else ""
            found[i] = known.get((_machine_kind(name, array == SHARED), array, line), NOT_IN_CODE)
    return found


def _machine_kind(kind: str, is_shared: bool) -> int:
    if kind in _LOADS:
        return SHARED_LOAD if is_shared else LOAD
    if kind == "store":
        return SHARED_STORE if is_shared else STORE
    return SHARED_ATOMIC if is_shared else ATOMIC


@lru_cache(maxsize=256)
def _as_arrays(order: IssueOrder) -> tuple[_Code, dict[tuple[int, int, str], int]]:
    """An order as arrays, and the numbers of its accesses by kind, array and line."""
    accesses: dict[tuple[int, int, str], int] = {}
    every = [access for block in order.blocks for access in block.accesses]
    keys = [(a.kind, a.array, "" if a.kind == BARRIER else a.line) for a in every]
    sizes = [len(block.accesses) for block in order.blocks]
    count = len(order.blocks)
    path = np.zeros((count + 1, count), np.int64)
    path_waits = [[0] * SCOREBOARDS]
    for (first, second), waits in order.paths.items():
        path[first - ENTRY, second] = len(path_waits)
        path_waits.append(list(waits))
    needed = [sum(not a.is_optional for a in block.accesses) for block in order.blocks]
    by_size = sorted(range(count), key=lambda b: (-needed[b], -sizes[b], b))
    numbers = [accesses.setdefault(key, len(accesses)) for key in keys]
    start = offsets(np.array(sizes, np.int64))
    in_block = [set(numbers[start[b] : start[b + 1]]) for b in range(count)]
    having = [[b for b in by_size if access in in_block[b]] for access in range(len(accesses))]
    following = [[b for b in by_size if path[first, b]] for first in range(count + 1)]
    code = _Code(
        start,
        np.array(numbers, np.int64),
        np.array([a.sets for a in every], np.int64),
        np.array([a.kind in (LOAD, SHARED_LOAD) or a.sets != NONE for a in every], np.bool_),
        np.array([a.is_optional for a in every], np.bool_),
        np.array([a.kind == BARRIER for a in every], np.bool_),
        np.array([a.waits for a in every], np.uint8).reshape(-1, SCOREBOARDS),
        path,
        np.array(path_waits, np.uint8),
        offsets(np.array([len(each) for each in having], np.int64)),
        np.array([b for each in having for b in each], np.int64),
        offsets(np.array([len(each) for each in following], np.int64)),
        np.array([b for each in following for b in each], np.int64),
    )
    return code, accesses


_MOST_IN_FLIGHT = 64
"""The results that are followed at a time; the warp waits for the oldest one if there are more."""


@unchecked_njit
def _lay_out(
    code: _Code, of_form: Int64, form: UInt32, warp_start: Int64, accesses: int, place: Int64, distance: UInt8
) -> None:
    """Lay out all warps: the request at each place, and the distance to the first use of its result."""
    needed = np.zeros(accesses, np.int64)  # scratch memory by access: what a block needs, can have, and gets
    allowed = np.zeros(accesses, np.int64)
    taken = np.zeros(accesses, np.int64)
    first_of = np.zeros(accesses, np.int64)  # the next of the requests of an access that a block has taken
    behind = np.zeros(1024, np.int64)  # of a taken request, the next one of the same access
    flight = np.zeros((_MOST_IN_FLIGHT, 3), np.int64)  # place, scoreboard (NONE: not yet known), number on it
    on_board = np.zeros(SCOREBOARDS, np.int64)
    waits = np.zeros(SCOREBOARDS, np.uint8)
    for warp in range(warp_start.size - 1):
        at, end = warp_start[warp], warp_start[warp + 1]
        previous, flying = 0, 0
        while at < end:
            access = of_form[form[at]]
            distance[at] = FARTHEST
            if access < 0:
                if access == FIXED:
                    flying = 0
                at += 1
                continue
            block, size = _fitting_block(
                code, of_form, form, at, end, previous, needed, allowed, taken, behind, first_of
            )
            if block < 0:  # the machine code has the access, but in no block that fits
                waits[:] = 0
                flying = _wait(flight, flying, on_board, waits, at, distance)
                distance[at] = 1
                at += 1
                continue
            waits[:] = code.path_waits[code.path[previous, block]]
            out = at
            for a in range(code.block_start[block], code.block_start[block + 1]):
                access = code.access[a]
                for board in range(SCOREBOARDS):
                    waits[board] = min(waits[board], code.waits[a, board])
                if code.is_optional[a]:
                    if taken[access] <= needed[access]:
                        continue
                else:
                    needed[access] -= 1
                taken[access] -= 1
                place[out] = first_of[access]
                first_of[access] = behind[place[out] - at]
                flying = _wait(flight, flying, on_board, waits, out, distance)
                distance[out] = FARTHEST
                waits[:] = ALL
                if code.is_awaited[a]:
                    flying = _start(flight, flying, on_board, code.sets[a], out, distance)
                out += 1
            previous = block + 1
            at += size


@unchecked_njit
def _fitting_block(
    code: _Code,
    of_form: Int64,
    form: UInt32,
    at: int,
    end: int,
    previous: int,
    needed: Int64,
    allowed: Int64,
    taken: Int64,
    behind: Int64,
    first_of: Int64,
) -> tuple[int, int]:
    """The largest block that fits the next requests, and their number; -1 if no block does.

    Blocks that can follow the previous one come first.
    """
    first = of_form[form[at]]
    for every in range(2):
        if every:
            candidates = code.with_access[code.with_start[first] : code.with_start[first + 1]]
        else:
            candidates = code.next[code.next_start[previous] : code.next_start[previous + 1]]
        for block in candidates:
            size = _fit(code, of_form, form, at, end, block, needed, allowed, taken, behind, first_of)
            if size > 0:
                return block, size
    return -1, 0


@unchecked_njit
def _fit(
    code: _Code,
    of_form: Int64,
    form: UInt32,
    at: int,
    end: int,
    block: int,
    needed: Int64,
    allowed: Int64,
    taken: Int64,
    behind: Int64,
    first_of: Int64,
) -> int:
    """How many of the next requests a block takes; 0 if it does not fit.

    Then ``needed`` and ``taken`` have the accesses of the block that must be there and that are, and the
    requests of each access are a list from ``first_of`` on.
    """
    begin, stop = code.block_start[block], code.block_start[block + 1]
    missing = 0
    for a in range(begin, stop):
        needed[code.access[a]] = taken[code.access[a]] = 0
    for a in range(begin, stop):
        allowed[code.access[a]] += 1
        if not code.is_optional[a]:
            needed[code.access[a]] += 1
            missing += 1
    size, most = 0, min(stop - begin, end - at, behind.size)
    while size < most:
        access = of_form[form[at + size]]
        if access < 0 or allowed[access] == 0 or taken[access] == allowed[access]:
            break
        missing -= taken[access] < needed[access]
        taken[access] += 1
        size += 1
        if code.ends_block[stop - 1] and access == code.access[stop - 1]:
            break
    for a in range(begin, stop):
        allowed[code.access[a]] = 0
    if missing > 0:
        return 0
    for i in range(size - 1, -1, -1):
        access = of_form[form[at + i]]
        behind[i] = first_of[access]
        first_of[access] = at + i
    return size


@unchecked_njit
def _wait(flight: Int64, flying: int, on_board: Int64, waits: UInt8, at: int, distance: UInt8) -> int:
    """Wait before the request at a place; return how many results are in flight."""
    kept, waits_for_all = 0, True
    for board in range(SCOREBOARDS):
        waits_for_all = waits_for_all and waits[board] == 0
    for i in range(flying):
        board = flight[i, 1]
        if waits_for_all or (board != NONE and on_board[board] - flight[i, 2] >= waits[board]):
            distance[flight[i, 0]] = min(at - flight[i, 0], FARTHEST)
        else:
            flight[kept] = flight[i]
            kept += 1
    return kept


@unchecked_njit
def _start(flight: Int64, flying: int, on_board: Int64, board: int, at: int, distance: UInt8) -> int:
    """Put a result into flight. One without a scoreboard comes before the next, since they come in order."""
    if flying == _MOST_IN_FLIGHT:
        distance[flight[0, 0]] = min(at - flight[0, 0], FARTHEST)
        flight[: flying - 1] = flight[1:flying].copy()
        flying -= 1
    if board != NONE:
        on_board[board] += 1
        for i in range(flying):
            if flight[i, 1] == NONE:
                flight[i, 1], flight[i, 2] = board, on_board[board]
    flight[flying, 0], flight[flying, 1], flight[flying, 2] = (
        at,
        board,
        on_board[board] if board != NONE else 0,
    )
    return flying + 1


@unchecked_njit
def _move_sectors(sectors: UInt32, start: Int64, place: Int64, counts: Int64, moved: UInt32) -> None:
    """Put the sectors of requests into their new order."""
    out = 0
    for r in range(place.size):
        begin = start[place[r]]
        for i in range(counts[r]):
            moved[out + i] = sectors[begin + i]
        out += counts[r]


@unchecked_njit
def _limit_loads(
    form: UInt32, warp_start: Int64, is_load: Booleans, is_awaited: Booleans, most: int, distance: UInt8
) -> None:
    flight = np.zeros(most, np.int64)
    for warp in range(warp_start.size - 1):
        flying = oldest = 0
        for at in range(warp_start[warp], warp_start[warp + 1]):
            one = form[at]
            if not is_load[one]:
                for i in range(flying):
                    waiting = flight[(oldest + i) % most]
                    distance[waiting] = min(at - waiting, FARTHEST)
                flying = 0
            elif flying == most:
                distance[flight[oldest]] = min(at - flight[oldest], FARTHEST)
                oldest = (oldest + 1) % most
                flying -= 1
            if is_awaited[one]:
                flight[(oldest + flying) % most] = at
                flying += 1
