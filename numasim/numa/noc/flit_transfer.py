"""The transfer of a flit from one buffer to the next, and the credit that it leaves behind."""

from __future__ import annotations

import numpy as np

from numasim.numa.noc.boundary import hand_over
from numasim.numa.noc.flit_state import FlitState
from numasim.numa.noc.router_records import (
    ACTIVE,
    ANY,
    ARRIVALS,
    CROWDED,
    DIRECTION,
    DIRECTIONS,
    EJECTIONS,
    FLIT_CYCLES,
    FLITS_OUT,
    FREE_FROM,
    HEAD,
    IDLE,
    LOCAL,
    LONGER,
    MAX_PACKETS,
    NO_ONE,
    NO_VC,
    NOW,
    OCCUPIED,
    PACKET_ROW,
    PORTS,
    POSITION,
    REMOTE,
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
from partitioners.kernels.array_types import Int64, Record
from partitioners.kernels.bits import prefetch, trailing_zeros
from partitioners.kernels.uncounted import inlined_kernel


@inlined_kernel
def slot_of(state: FlitState, cycle: int) -> np.int64:
    """The slot of the calendar for a cycle, as a number that Numba need not test for its sign."""
    return np.int64(np.uint32(cycle & state.slot_mask))


@inlined_kernel
def post(state: FlitState, kind: int, cycle: int, entry: int) -> None:
    """Enter a VC, or the packet of a tail that reaches its sink, into the calendar."""
    slot = slot_of(state, cycle)
    place = state.due[kind, slot]
    state.calendar[kind, slot, place] = entry
    state.due[kind, slot] = place + 1


@inlined_kernel
def wake(bitmap: Int64, who: int) -> None:
    """Let a router or source be visited in this cycle."""
    bitmap[who >> 6] |= 1 << (who & 63)


@inlined_kernel
def sleep(bitmap: Int64, who: int) -> None:
    """Let a router or source not be visited until it is woken."""
    bitmap[who >> 6] &= ~(1 << (who & 63))


@inlined_kernel
def has_credit(state: FlitState, vc: int, cycle: int) -> bool:
    """Whether a flit may be sent to a VC in a cycle: the place that it will take is free from then on."""
    row = state.vcs[vc]
    return state.places[np.int64(row.base) + row.next_place] <= cycle


@inlined_kernel
def await_credit(state: FlitState, vc: int) -> None:
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
def bid(state: FlitState, vc: int, cycle: int) -> None:
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
def stall(state: FlitState, vc: int, cycle: int) -> None:
    """Let an input VC with a flit and an output VC wait for a credit from a cycle on."""
    row = state.vcs[vc]
    row.state = STALLED
    state.stalls[vc] -= cycle
    await_credit(state, np.int64(row.output))


@inlined_kernel
def take_place(state: FlitState, vc: int, flit: int) -> None:
    """Write a flit to the next place of a VC, which it reaches later."""
    row = state.vcs[vc]
    place = np.int64(row.next_place)
    state.places[np.int64(row.base) + place] = flit
    row.next_place = place + 1 if place + 1 < row.size else 0


@inlined_kernel
def leave_place(state: FlitState, vc: int, free_from: int) -> int:
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
    elif row.upstream == REMOTE:
        hand_over(state.boundary, state.clock[NOW], row.in_port, vc, 0, free_from)
    return flit


@inlined_kernel
def first_from(requests: int, pointer: int) -> int:
    """The first request, as a bit, at or after the pointer, cyclically. There must be one."""
    after = requests & (-1 << pointer)
    return trailing_zeros(after if after != 0 else requests)


@inlined_kernel
def accepted_vc(state: FlitState, row: Record, direction: int, offers: int) -> int:
    """The output VC of a port that an input VC accepts of those that are offered to it."""
    first = direction * state.vcs_per_port
    return first_from(offers << first, np.int64(row.accept_pointer)) - first


@inlined_kernel
def expect(state: FlitState, vc: int, flit: int, cycle: int) -> np.int64:
    """Note that a head will reach an input VC in a cycle. Returns it with the port by which it will leave.

    XY: the packet goes along the row first.
    """
    row = state.vcs[vc]
    router = np.int64(row.router)
    across = ((flit >> TARGET_COLUMN) & POSITION) - state.column[router]
    down = ((flit >> TARGET_ROW) & POSITION) - state.row[router]
    # A table instead of branches, which the processor would often predict wrongly.
    signs = 3 * ((across > 0) - (across < 0)) + (down > 0) - (down < 0)
    direction = np.int64(state.direction_of[signs + 4])
    _prefetch_output(state, row, direction)
    if not state.clock[CROWDED]:
        bit = 1 << np.int64(row.bit)
        expected = state.routers[router].expected
        if expected[ANY] & bit == 0:
            row.head_at = cycle
        expected[direction] |= bit
        expected[ANY] |= bit
    return flit & ~(DIRECTIONS << DIRECTION) | direction << DIRECTION


@inlined_kernel
def _prefetch_output(state: FlitState, row: Record, direction: int) -> None:
    """Prefetch what the router of an input VC reads of the output VC that a head will probably get.

    The head asks for it some cycles later. On large meshes, the buffers do not fit in the nearest caches.
    """
    peer = np.int64(state.ports[np.int64(row.router) * PORTS + direction].peer)
    likely = np.uint64(peer + accepted_vc(state, row, direction, state.allowed[np.int64(row.bit)]))
    prefetch(state.vcs, likely)
    prefetch(state.places, likely * np.uint64(state.stride))


@inlined_kernel
def move_flit(state: FlitState, vc: int, direction: int, output: int, cycle: int) -> int:
    """Move the first flit of an input VC to an output VC, and return its credit. Returns the flit."""
    row = state.vcs[vc]
    router, came_by = np.int64(row.router), np.int64(row.in_port)
    channel = router * PORTS + direction
    delay = state.source_credit if came_by == LOCAL else state.upstream_credit
    transit = state.transit
    if state.split:
        delay += state.channels[router * PORTS + came_by, LONGER]
        transit += state.channels[channel, LONGER]
        state.channels[channel, FREE_FROM] = cycle + state.channels[channel, FLIT_CYCLES]
    flit = leave_place(state, vc, cycle + delay)
    state.flits[channel] += 1
    if direction == LOCAL:
        # A sink takes every flit at once, so the credit of its place is known.
        take_place(state, output, cycle + transit + state.sink_credit)
        state.clock[FLITS_OUT] += 1
        if flit & TAIL:
            post(state, EJECTIONS, cycle + transit, packet_of(flit))
    else:
        moved = expect(state, output, flit, cycle + transit) if flit & HEAD else flit
        take_place(state, output, moved)
        if state.vcs[output].state == REMOTE:
            hand_over(state.boundary, state.clock[NOW], direction, output, moved, cycle + transit)
        else:
            post(state, ARRIVALS, cycle + transit, output)
    if flit & TAIL and not state.clock[CROWDED] and row.next_place == row.first:
        others = ~(1 << np.int64(row.bit))
        expected = state.routers[router].expected
        for port in range(ANY + 1):
            expected[port] &= others
    return flit


@inlined_kernel
def send(state: FlitState, router: int, vc: int, now: int) -> None:
    """Send the first flit of an input VC to its output VC, and return its credit."""
    row, of_router = state.vcs[vc], state.routers[router]
    direction, output = np.int64(row.direction), np.int64(row.output)
    flit = move_flit(state, vc, direction, output, now)
    row.occupancy += now
    count = np.int64(row.count) - 1
    row.count = count

    bit = 1 << np.int64(row.bit)
    if flit & TAIL:
        of_router.bids &= ~bit
        leave_vc(state, vc, direction, output)
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


@inlined_kernel
def leave_vc(state: FlitState, vc: int, direction: int, output: int) -> None:
    """Release the output VC of a packet whose tail has left an input VC."""
    row = state.vcs[vc]
    port = state.ports[np.int64(row.router) * PORTS + direction]
    port.to &= ~(1 << np.int64(row.bit))
    port.free |= 1 << (output - np.int64(port.peer))
    state.vcs[output].owner = NO_VC
    row.state = IDLE


@inlined_kernel
def packet_of(flit: int) -> int:
    """The row of the packet of a flit."""
    return (flit >> PACKET_ROW) & (MAX_PACKETS - 1)
