"""What the cores together did over time, in intervals that get longer as the run does."""

from __future__ import annotations

from numasim.numa.activity_over_time import INTERVALS
from numasim.numba_kernels import inlined_kernel, uninlined_kernel

SPENT_COMPUTE, SPENT_MEMORY, SPENT_NETWORK, SPENT_SYNCHRONISATION = range(4)
"""The activities, in the order of ``CORE_TIMES``."""


@inlined_kernel
def spend(state, activity, first, last):  # type: ignore[no-untyped-def]  # a kernel
    """Count the cycles ``first`` .. ``last - 1`` of one core."""
    if first >= last:
        return
    bits = state.activity_shift[0]
    interval = first >> bits
    # Most spans are shorter than an interval. The arrays are passed alone, since the state has many.
    if interval < INTERVALS and (last - 1) >> bits == interval:
        state.activity[interval, activity] += last - first
    else:
        _spend_long(state.activity, state.activity_shift, activity, first, last)


@uninlined_kernel
def _spend_long(spent, shift, activity, first, last):  # type: ignore[no-untyped-def]  # a kernel
    """Count a span of several intervals, or of one after the last; neighbours are merged for the latter."""
    while last > INTERVALS << shift[0]:
        for k in range(INTERVALS // 2):
            for kind in range(spent.shape[1]):
                spent[k, kind] = spent[2 * k, kind] + spent[2 * k + 1, kind]
        spent[INTERVALS // 2 :] = 0
        shift[0] += 1
    bits = shift[0]
    interval = first >> bits
    while first < last:
        end = min((interval + 1) << bits, last)
        spent[interval, activity] += end - first
        first = end
        interval += 1
