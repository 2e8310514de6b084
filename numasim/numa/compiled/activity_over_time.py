"""What the cores together did over time, in intervals that get longer as the run does.

One interval is open: that of the cycle before the current one. The counters of the cores count the spans in
it, and their increase is read when it ends. Only a span that began earlier is divided here.
"""

from __future__ import annotations

from numasim.numa.compiled.machine_records import ClockRow
from numasim.numa.compiled.state import State
from numasim.numa.shared.activity_over_time import INTERVALS, ActivityOverTime
from partitioners.kernels.array_types import Int64
from partitioners.kernels.uncounted import inlined_kernel, uninlined_kernel

NO_CYCLE = 2**62
"""The ends of the open interval if there is none, because the intervals do not reach the current cycle."""


@inlined_kernel
def spend(state: State, activity: int, first: int, last: int) -> None:
    """Count the cycles ``first`` .. ``last - 1`` of a core, whose own counter includes them already."""
    if first < state.clock.interval_start and first < last:
        # The arrays are passed alone, since the state has many.
        _divide(state.activity, state.counted, state.activity_shift, state.clock, activity, first, last)


@uninlined_kernel
def _divide(
    spent: Int64, counted: Int64, shift: Int64, clock: ClockRow, activity: int, first: int, last: int
) -> None:
    """Count a span by its intervals, of which neighbours are merged until they are long enough."""
    counted[activity] += last - first
    if last > INTERVALS << shift[0]:
        while last > INTERVALS << shift[0]:
            for k in range(INTERVALS // 2):
                for kind in range(spent.shape[1]):
                    spent[k, kind] = spent[2 * k, kind] + spent[2 * k + 1, kind]
            spent[INTERVALS // 2 :] = 0
            shift[0] += 1
        _open_interval(shift, clock)
    bits = shift[0]
    interval = first >> bits
    while first < last:
        end = min((interval + 1) << bits, last)
        spent[interval, activity] += end - first
        first = end
        interval += 1


@uninlined_kernel
def close_interval(state: State) -> None:
    """Add what the cores have done in the open interval, which ended before this cycle."""
    cores, counted = state.cores, state.counted
    interval = state.clock.interval_start >> state.activity_shift[0]
    for kind in range(counted.size):
        total = 0
        for core in range(cores.shape[0]):
            total += cores[core].spent[kind]
        state.activity[interval, kind] += total - counted[kind]
        counted[kind] = total
    _open_interval(state.activity_shift, state.clock)


@uninlined_kernel
def _open_interval(shift: Int64, clock: ClockRow) -> None:
    interval = (clock.now - 1) >> shift[0]
    clock.interval_start = clock.interval_end = NO_CYCLE
    if interval < INTERVALS:
        clock.interval_start = interval << shift[0]
        clock.interval_end = (interval + 1) << shift[0]


def activity_of(state: State) -> ActivityOverTime:
    """What the cores of a run with traced memory have done so far."""
    shift, spent, open_since = int(state.activity_shift[0]), state.activity, int(state.clock.interval_start)
    if open_since < NO_CYCLE:
        spent = spent.copy()
        spent[open_since >> shift] += state.cores["spent"].sum(axis=0) - state.counted
    return ActivityOverTime(shift, spent.tolist())
