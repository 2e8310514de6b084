"""Recorder of the requests of warps: converts the elements of lanes to sectors, or to passes through banks.

The module of a kernel calls these functions in the order in which the compiled kernel makes its requests.
``s.warp.index[lane]`` is the element that a lane accesses, and a set of lanes has one bit per lane.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpu.backends.host.trace import FORM, KINDS, SHARED
from partitioners.kernels.array_types import Int32
from partitioners.kernels.uncounted import kept_kernel

LOAD, STORE, REDUCTION, ATOMIC, READ_ONLY, TEXTURE, LOAD_L2, BARRIER, _, _, END = range(len(KINDS))
ALL = 2**32 - 1
"""The set of all lanes."""


REQUEST = np.dtype([*((name, FORM[name]) for name in FORM.names or ()), ("lanes", np.uint32)])
"""A request: its form and its lanes."""

_WARP = np.dtype(
    [
        ("requests", np.int64),
        ("sectors", np.int64),
        ("warps", np.int64),
        ("lost_requests", np.int64),
        ("lost_sectors", np.int64),
        ("first_request", np.int64),
        ("blocks", np.int64),
        ("exchanges", np.int64),
        ("address", np.int64, (16,)),
        ("index", np.int64, (32,)),
        ("key", np.int64, (32,)),
        ("words", np.int64, (32, 32)),
        ("words_of_bank", np.int64, (32,)),
    ]
)
"""The current warp: the requests, sectors and warps so far, and those that did not fit; its first request;
basic blocks and exchanges since its last request; the addresses of arrays; the element of each lane and its
key in a
segmented sum; the words requested from each bank."""


class Record(NamedTuple):
    """Buffers for the requests of some blocks."""

    requests: NDArray[Any]  # REQUEST; ``array`` counts the arrays of the launch
    sectors: NDArray[np.uint32]
    warps: NDArray[np.int64]  # number of requests of each warp
    warp: Any  # _WARP


class Launch(NamedTuple):
    """Blocks ``first`` to ``end`` - 1 of the ``blocks`` of a launch."""

    first: int
    end: int
    blocks: int
    threads: int
    size: int  # bytes of an entry


def empty_record(requests: int, sectors: int, warps: int, address: Sequence[int]) -> Record:
    """Create empty buffers of these sizes, for arrays at these addresses."""
    warp = np.zeros(1, _WARP)[0]
    warp["address"][: len(address)] = address
    return Record(np.zeros(requests, REQUEST), np.zeros(sectors, np.uint32), np.zeros(warps, np.int64), warp)


@kept_kernel
def line_up(s: Record, count: int, first: int) -> int:
    """Let the first ``count`` lanes access consecutive elements; return their set, which may be empty."""
    count = min(max(count, 0), 32)
    for lane in range(count):
        s.warp.index[lane] = first + lane
    return (1 << count) - 1


@kept_kernel
def follow(s: Record, lanes: int, numbers: Int32) -> None:
    """Let each lane access the element whose number it has just read."""
    lane = 0
    while lanes >> lane:
        if lanes >> lane & 1:
            s.warp.index[lane] = numbers[s.warp.index[lane]]
        lane += 1


@kept_kernel
def _request(s: Record, kind: int, array: int, place: int, lanes: int, size: int) -> int:
    """Add a request, still without sectors and wavefronts; return its number."""
    if s.warp.requests == s.requests.size or s.warp.sectors + 32 > s.sectors.size:
        s.warp.lost_requests += s.warp.requests  # from here on, only counted
        s.warp.lost_sectors += s.warp.sectors
        s.warp.requests = s.warp.sectors = s.warp.first_request = 0
    number = s.warp.requests
    s.warp.requests += 1
    request = s.requests[number]
    request.code = place
    request.lanes = lanes
    request.sectors = 0
    request.blocks = s.warp.blocks
    request.exchanges = s.warp.exchanges
    request.wavefronts = request.passes = 0
    request.array = array
    request.kind = kind
    request.bytes = size
    s.warp.blocks = s.warp.exchanges = 0
    return number


@kept_kernel
def ask(s: Record, kind: int, array: int, place: int, size: int, lanes: int) -> None:
    """Access elements of ``size`` bytes in global memory; record distinct sectors in ascending order."""
    number = _request(s, kind, array, place, lanes, size)
    first = end = s.warp.sectors
    lane = 0
    while lanes >> lane:
        if lanes >> lane & 1:
            # Arrays begin at multiples of 256, so no element crosses a border between sectors.
            sector = (s.warp.address[array] + s.warp.index[lane] * size) >> 5
            at = end
            while at > first and s.sectors[at - 1] > sector:
                at -= 1
            if at == first or s.sectors[at - 1] != sector:
                for later in range(end, at, -1):
                    s.sectors[later] = s.sectors[later - 1]
                s.sectors[at] = sector
                end += 1
        lane += 1
    s.warp.sectors = end
    s.requests[number].sectors = end - first
    if kind == REDUCTION:
        s.requests[number].passes = _passes(s, array, size, lanes, first, end)


@kept_kernel
def _passes(s: Record, array: int, size: int, lanes: int, first: int, end: int) -> int:
    """Passes of a reduction through the L2: the most lanes at one element of each sector."""
    passes = 0
    for at in range(first, end):
        most = 0
        for lane in range(32):
            if (
                lanes >> lane & 1
                and (s.warp.address[array] + s.warp.index[lane] * size) >> 5 == s.sectors[at]
            ):
                same = 0
                for other in range(lane + 1):
                    same += lanes >> other & 1 and s.warp.index[other] == s.warp.index[lane]
                most = max(most, same)
        passes += most
    return passes


@kept_kernel
def ask_one(s: Record, kind: int, array: int, place: int, size: int, lanes: int, element: int) -> None:
    """Access one element in global memory for all lanes."""
    number = _request(s, kind, array, place, lanes, size)
    s.sectors[s.warp.sectors] = (s.warp.address[array] + element * size) >> 5
    s.warp.sectors += 1
    s.requests[number].sectors = 1


@kept_kernel
def ask_shared(s: Record, kind: int, place: int, size: int, lanes: int) -> None:
    """Access elements of ``size`` bytes (4 or 8) in shared memory: record the passes through the banks."""
    number = _request(s, kind, SHARED, place, lanes, size)
    parts = size // 4
    lanes_of_part = 32 // parts
    wavefronts = 0
    for part in range(parts):
        s.warp.words_of_bank[:] = 0
        most = 0
        for lane in range(part * lanes_of_part, (part + 1) * lanes_of_part):
            if lanes >> lane & 1:
                for word in range(s.warp.index[lane] * parts, (s.warp.index[lane] + 1) * parts):
                    bank = word & 31
                    count = s.warp.words_of_bank[bank]
                    known = False
                    if kind != REDUCTION:  # atomics are processed lane by lane
                        for i in range(count):
                            known = known or s.warp.words[bank, i] == word
                    if not known:
                        s.warp.words[bank, count] = word
                        s.warp.words_of_bank[bank] = count + 1
                        most = max(most, count + 1)
        wavefronts += most
    s.requests[number].wavefronts = wavefronts


@kept_kernel
def barrier(s: Record) -> None:
    """Record a ``__syncthreads``."""
    _request(s, BARRIER, SHARED, 0, 0, 0)


@kept_kernel
def end_warp(s: Record) -> None:
    """End the warp, and begin the next one."""
    _request(s, END, SHARED, 0, 0, 0)
    s.warps[s.warp.warps] = s.warp.requests - s.warp.first_request
    s.warp.warps += 1
    s.warp.first_request = s.warp.requests


@kept_kernel
def warp_sum(s: Record) -> None:
    """Record the shuffles of warp_sum in common.cuh."""
    s.warp.blocks += 10
    s.warp.exchanges += 5


@kept_kernel
def segmented_sum(s: Record) -> int:
    """Record the shuffles of segmented_sum in common.cuh over ``s.warp.key``; return each key's last lane."""
    last = run = longest = 0
    for lane in range(32):
        run = run + 1 if lane > 0 and s.warp.key[lane] == s.warp.key[lane - 1] else 1
        longest = max(longest, run)
        if lane == 31 or s.warp.key[lane] != s.warp.key[lane + 1]:
            last |= 1 << lane
    s.warp.blocks += 22
    s.warp.exchanges += 7
    distance = 1
    while distance < longest:  # some lane adds a value from this distance
        s.warp.blocks += 1
        distance *= 2
    return last
