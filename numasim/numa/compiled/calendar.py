"""The calendar: events by the cycle in which they are due.

A radix queue. Level 0 has a slot for each of the next cycles that differ from the current one in the lowest
digit (to base 256) alone, level k one for each value of digit k of those that differ in digit k at most.
Time only goes forward, so an event moves down at most one level a digit, and most, being due within a few
cycles, are put where they stay. Slots are linked lists through the events: a run needs no room for them that
it did not have from the start. The order within a slot means nothing.
"""

from __future__ import annotations

from numasim.numa.compiled.state import (
    EVENTS,
    NEXT,
    NEXT_CYCLE,
    NOW,
    UNTIL_CYCLE,
    UNTIL_EVENT,
    WHEN,
)
from numasim.numba_kernels import inlined_kernel

DIGIT = 8  # bits
SLOTS = 1 << DIGIT
LEVELS = 8  # 64 bits
MASK = SLOTS - 1

NOTHING_DUE, NOT_YET = -1, -2
"""In place of an event: there is none, or Python wants to look at the run first."""


@inlined_kernel
def post(state, event, cycle):  # type: ignore[no-untyped-def]
    """Have an event in a later cycle (or, from within the calendar, in this one)."""
    state.times[event, WHEN] = cycle
    differs = (cycle ^ state.clock[NOW]) >> DIGIT
    level = 0
    while differs != 0:
        differs >>= DIGIT
        level += 1
    slot = (cycle >> (DIGIT * level)) & MASK
    state.events[event, NEXT] = state.slots[level, slot]
    state.slots[level, slot] = event
    state.counts[level] += 1


@inlined_kernel
def next_events(state):  # type: ignore[no-untyped-def]
    """Go to the next cycle in which something is due; the first of its events, or one of the above."""
    counts, slots, clock = state.counts, state.slots, state.clock
    level = 0
    while level < LEVELS:
        if counts[level] == 0:
            level += 1
            continue
        shift = DIGIT * level
        digit = (clock[NOW] >> shift) & MASK
        while slots[level, digit] < 0:
            digit += 1
        cycle = ((clock[NOW] >> shift >> DIGIT << DIGIT) | digit) << shift
        if level == 0 and (cycle >= clock[UNTIL_CYCLE] or clock[EVENTS] >= clock[UNTIL_EVENT]):
            clock[NEXT_CYCLE] = cycle
            return NOT_YET
        event = slots[level, digit]
        slots[level, digit] = -1
        clock[NOW] = cycle
        if level == 0:
            return event
        while event >= 0:
            following = state.events[event, NEXT]
            counts[level] -= 1
            post(state, event, state.times[event, WHEN])
            event = following
        level = 0
    return NOTHING_DUE
