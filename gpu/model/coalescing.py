"""Memory transactions of capability 1.2 and 1.3, which serve half-warps by segments.

A request is served for each half of its warp. The lanes of a half that access the same segment share one
transaction: a segment has 128 bytes (accesses of 2 bytes: 64, of 1 byte: 32), and as long as the lanes use
only one half of it, the transaction is halved, down to 32 bytes (CUDA C programming guide, "Global memory" of
compute capability 1.2 and 1.3).

A trace has the sectors of the whole warp, in ascending order, but not the lanes of each. The model assumes
that addresses ascend with lanes: each active lane has an equal share of the sectors, the first lanes the
first sectors. This is exact for neighbours in order, for ascending addresses each in a sector of its own, for
warps of which one half takes part, and for a single sector.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gpu.backends.host.trace import KernelTrace
from partitioners.kernels.array_types import Booleans, Int64, UInt8, UInt32
from partitioners.kernels.cache import unchecked_njit


def transactions(
    trace: KernelTrace, coalesced: NDArray[np.bool_]
) -> tuple[NDArray[np.uint32], NDArray[np.uint8], NDArray[np.int64]]:
    """Find the transactions of every request of a trace.

    Parameters
    ----------
    coalesced : ndarray of bool, shape (R,)
        The requests that are served by segments. Each sector of the others is a transaction of its own.

    Returns
    -------
    first : ndarray of uint32
        The first sector of each transaction.
    size : ndarray of uint8
        Sectors of each transaction: 1, 2 or 4.
    start : ndarray of int64, shape (R + 1,)
        The transactions of request r are ``start[r] .. start[r + 1] - 1``.
    """
    most = trace.sectors.size + trace.form.size
    first, size = np.empty(most, np.uint32), np.empty(most, np.uint8)
    start = np.zeros(trace.form.size + 1, np.int64)
    count = _transactions(
        trace.lanes, trace.bytes_per_lane, trace.sector_start, trace.sectors, coalesced, first, size, start
    )
    return first[:count], size[:count], start


@unchecked_njit
def _transactions(
    lanes: UInt32,
    bytes_per_lane: UInt8,
    sector_start: Int64,
    sectors: UInt32,
    coalesced: Booleans,
    first: UInt32,
    size: UInt8,
    start: Int64,
) -> int:
    count = 0
    for r in range(lanes.size):
        begin, end = sector_start[r], sector_start[r + 1]
        if not coalesced[r]:
            for k in range(begin, end):
                first[count] = sectors[k]
                size[count] = 1
                count += 1
        else:
            low = high = 0
            for lane in range(16):
                low += lanes[r] >> lane & 1
                high += lanes[r] >> (lane + 16) & 1
            segment = 0 if bytes_per_lane[r] == 1 else 1 if bytes_per_lane[r] == 2 else 2
            # A sector on the border between the halves belongs to both.
            shared = (end - begin) * low
            low_end = begin + -(-shared // (low + high))
            count = _half(sectors, begin, low_end, segment, first, size, count)
            count = _half(sectors, begin + shared // (low + high), end, segment, first, size, count)
        start[r + 1] = count
    return count


@unchecked_njit
def _half(sectors: UInt32, begin: int, end: int, segment: int, first: UInt32, size: UInt8, count: int) -> int:
    """Add the transactions of a half-warp for its sectors; return the number of transactions so far."""
    k = begin
    while k < end:
        last = k
        while last + 1 < end and sectors[last + 1] >> segment == sectors[k] >> segment:
            last += 1
        shift = 0
        while sectors[k] >> shift != sectors[last] >> shift:
            shift += 1
        first[count] = sectors[k] >> shift << shift
        size[count] = 1 << shift
        count += 1
        k = last + 1
    return count
