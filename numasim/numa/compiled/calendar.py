"""The calendar: events by the cycle in which they are due.

A radix queue. Level 0 has a slot for each future cycle that differs from the current one only in the lowest
digit (base 256). Level k has a slot for each value of digit k, for cycles whose highest different digit is k.
Time only increases, so an event moves down at most once per digit. Most events are due within a few cycles
and never move. Slots are linked lists through the events, so they need no memory that is not allocated at the
start. The order within a slot has no meaning.
"""

from __future__ import annotations

from numasim.numa.compiled.state import State
from partitioners.kernels.uncounted import inlined_kernel

DIGIT = 8  # bits
SLOTS = 1 << DIGIT
LEVELS = 8  # 64 bits
MASK = SLOTS - 1

NOTHING_DUE, NOT_YET = -1, -2
"""Values instead of an event: there is none, or control must first return to Python."""


@inlined_kernel
def post(state: State, event: int, cycle: int) -> None:
    """Schedule an event for a later cycle (or, from within the calendar, for this cycle)."""
    differs = (cycle ^ state.clock.now) >> DIGIT
    level = 0
    if differs != 0:
        state.times[event].when = cycle  # a slot of level 0 is one cycle
        while differs != 0:
            differs >>= DIGIT
            level += 1
    slot = (cycle >> (DIGIT * level)) & MASK
    state.events[event].next = state.slots[level, slot]
    state.slots[level, slot] = event
    state.counts[level] += 1


@inlined_kernel
def next_events(state: State) -> int:
    """Advance to the next cycle with events. Returns its first event, or one of the values above."""
    counts, slots, clock = state.counts, state.slots, state.clock
    level = 0
    while level < LEVELS:
        if counts[level] == 0:
            level += 1
            continue
        shift = DIGIT * level
        digit = (clock.now >> shift) & MASK
        while slots[level, digit] < 0:
            digit += 1
        cycle = ((clock.now >> shift >> DIGIT << DIGIT) | digit) << shift
        if level == 0 and (cycle >= clock.until_cycle or clock.events >= clock.until_event):
            clock.next_cycle = cycle
            return NOT_YET
        event = slots[level, digit]
        slots[level, digit] = -1
        clock.now = cycle
        if level == 0:
            return event
        while event >= 0:
            following = state.events[event].next
            counts[level] -= 1
            post(state, event, state.times[event].when)
            event = following
        level = 0
    return NOTHING_DUE
