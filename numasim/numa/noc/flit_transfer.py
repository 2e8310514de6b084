"""The transfer of a flit from one buffer to the next, and the credit that it leaves behind."""

from __future__ import annotations

import numpy as np

from numasim.numa.noc.router_records import (
    ACTIVE,
    ANY,
    ARRIVALS,
    DIRECTION,
    DIRECTIONS,
    EJECTIONS,
    FLIT_CYCLES,
    FREE_FROM,
    HEAD,
    IDLE,
    LOCAL,
    LONGER,
    NO_ONE,
    NO_VC,
    OCCUPIED,
    PORTS,
    POSITION,
    ROUTING,
    SLEEPS,
    STAGES,
    STALLED,
    TAIL,
    TARGET_COLUMN,
    TARGET_ROW,
    WAKES,
    WOKEN,
)
from numasim.numba_kernels import inlined_kernel


@inlined_kernel
def post(state, kind, cycle, vc):  # type: ignore[no-untyped-def]
    """Enter a VC into the calendar."""
    slot = cycle & state.slot_mask
    place = state.due[kind, slot]
    state.calendar[kind, slot, place] = vc
    state.due[kind, slot] = place + 1


@inlined_kernel
def wake(bitmap, who):  # type: ignore[no-untyped-def]
    """Let a router or source be visited in this cycle."""
    bitmap[who >> 6] |= 1 << (who & 63)


@inlined_kernel
def sleep(bitmap, who):  # type: ignore[no-untyped-def]
    """Let a router or source not be visited until it is woken."""
    bitmap[who >> 6] &= ~(1 << (who & 63))


@inlined_kernel
def has_credit(state, vc, cycle):  # type: ignore[no-untyped-def]
    """Whether a flit may be sent to a VC in a cycle: the place that it will take is free from then on."""
    row = state.vcs[vc]
    return state.places[np.int64(row.base) + row.next_place] <= cycle


@inlined_kernel
def await_credit(state, vc):  # type: ignore[no-untyped-def]
    """Let the VC or source before a VC be woken when the credit of its next place has returned."""
    row = state.vcs[vc]
    if row.upstream != NO_ONE:
        return
    word = state.places[np.int64(row.base) + row.next_place]
    if word < OCCUPIED:
        row.upstream = WOKEN
        post(state, WAKES, word, vc)
    else:
        row.upstream = SLEEPS


@inlined_kernel
def bid(state, vc, cycle):  # type: ignore[no-untyped-def]
    """Let an input VC with a flit and an output VC bid for the crossbar from a cycle on, or stall."""
    row = state.vcs[vc]
    router = np.int64(row.router)
    if has_credit(state, np.int64(row.output), cycle):
        row.state = ACTIVE
        state.routers[router].bids |= 1 << np.int64(row.bit)
        wake(state.active_routers, router)
    else:
        stall(state, vc, cycle)


@inlined_kernel
def stall(state, vc, cycle):  # type: ignore[no-untyped-def]
    """Let an input VC with a flit and an output VC wait for a credit from a cycle on."""
    row = state.vcs[vc]
    row.state = STALLED
    state.stalls[vc] -= cycle
    await_credit(state, np.int64(row.output))


@inlined_kernel
def take_place(state, vc, flit):  # type: ignore[no-untyped-def]
    """Write a flit to the next place of a VC, which it reaches later."""
    row = state.vcs[vc]
    place = np.int64(row.next_place)
    state.places[np.int64(row.base) + place] = flit
    row.next_place = place + 1 if place + 1 < row.size else 0


@inlined_kernel
def leave_place(state, vc, free_from):  # type: ignore[no-untyped-def]
    """Take the first flit of a VC. Its place can be filled again from a cycle on."""
    row = state.vcs[vc]
    first = np.int64(row.first)
    place = np.int64(row.base) + first
    flit = state.places[place]
    state.places[place] = free_from
    row.first = first + 1 if first + 1 < row.size else 0
    if row.upstream == SLEEPS:
        row.upstream = WOKEN
        post(state, WAKES, free_from, vc)
    return flit


@inlined_kernel
def expect(state, vc, flit, cycle):  # type: ignore[no-untyped-def]
    """Note that a packet will come to an input VC. Returns its head with the port by which it will leave.

    XY: the packet goes along the row first.
    """
    row = state.vcs[vc]
    router = np.int64(row.router)
    across = ((flit >> TARGET_COLUMN) & POSITION) - state.column[router]
    down = ((flit >> TARGET_ROW) & POSITION) - state.row[router]
    # A table instead of branches, which the processor would often predict wrongly.
    signs = 3 * ((across > 0) - (across < 0)) + (down > 0) - (down < 0)
    direction = np.int64(state.direction_of[signs + 4])
    bit = 1 << np.int64(row.bit)
    if state.expected[router, ANY] & bit == 0:
        row.head_at = cycle
    state.expected[router, direction] |= bit
    state.expected[router, ANY] |= bit
    return flit & ~(DIRECTIONS << DIRECTION) | direction << DIRECTION


@inlined_kernel
def send(state, router, vc, now):  # type: ignore[no-untyped-def]
    """Send the first flit of an input VC to its output VC in this cycle or a later one, and return its credit."""
    row, of_router = state.vcs[vc], state.routers[router]
    came_by, direction, output = np.int64(row.in_port), np.int64(row.direction), np.int64(row.output)
    port = state.ports[router * PORTS + direction]
    delay = state.source_credit if came_by == LOCAL else state.upstream_credit
    transit = state.transit
    if state.split:
        channel = router * PORTS + direction
        delay += state.channels[router * PORTS + came_by, LONGER]
        transit += state.channels[channel, LONGER]
        state.channels[channel, FREE_FROM] = now + state.channels[channel, FLIT_CYCLES]
    flit = leave_place(state, vc, now + delay)
    if flit & HEAD and direction != LOCAL:
        flit = expect(state, output, flit, now + transit)
    take_place(state, output, flit)
    post(state, EJECTIONS if direction == LOCAL else ARRIVALS, now + transit, output)
    state.flits[router * PORTS + direction] += 1
    row.occupancy += now
    count = np.int64(row.count) - 1
    row.count = count

    bit = 1 << np.int64(row.bit)
    if flit & TAIL:
        if row.next_place == row.first:  # no packet follows in this VC
            for column in range(ANY + 1):
                state.expected[router, column] &= ~bit
        of_router.bids &= ~bit
        port.to &= ~bit
        port.free |= 1 << (output - np.int64(port.peer))
        state.vcs[output].owner = NO_VC
        row.state = IDLE
        if count > 0:
            row.state = ROUTING
            post(state, STAGES, now + 1 + state.routing_delay, vc)
    elif count == 0:
        of_router.bids &= ~bit
    elif has_credit(state, output, now + 1):
        of_router.bids |= bit
    else:
        of_router.bids &= ~bit
        stall(state, vc, now + 1)
