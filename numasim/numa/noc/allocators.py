"""The decisions of a router in a cycle: the allocation of output VCs, then of the crossbar.

Both allocators are iSLIP with one iteration, over the input VCs of the router as bits of a word. They see the
state at the beginning of the cycle. A VC that becomes free is visible in the next cycle, and a newly granted
VC bids in the next cycle. A request that meets no other is granted without the steps of the allocator, which
would grant it as well. A flit that meets no other is granted both stages when it arrives at the router.
"""

from __future__ import annotations

import numpy as np

from numasim.numa.noc.flit_state import FlitState
from numasim.numa.noc.flit_transfer import (
    accepted_vc,
    bid,
    first_from,
    has_credit,
    leave_vc,
    move_flit,
    post,
    send,
    sleep,
)
from numasim.numa.noc.router_records import (
    ACTIVE,
    ANY,
    DIRECTION,
    DIRECTIONS,
    FREE_FROM,
    GRANTED,
    HEAD,
    IDLE,
    PORTS,
    STAGES,
    TAIL,
)
from partitioners.kernels.array_types import Record
from partitioners.kernels.bits import trailing_zeros
from partitioners.kernels.uncounted import inlined_kernel


@inlined_kernel
def decide(state: FlitState, router: int, now: int) -> None:
    """Perform both allocations of a router. It sleeps afterwards if it has nothing left to decide."""
    row = state.routers[router]
    waiting = row.waiting
    gambles = _eligible(state, router, waiting, now) if state.speculative and waiting else 0
    granted = _allocate_vcs(state, router, waiting, now) if waiting else 0
    bids = row.bids
    sent = _allocate_switch(state, router, bids, gambles, granted, now) if bids | gambles else 0
    granted &= ~sent
    first = router * PORTS * state.vcs_per_port
    while granted != 0:
        vc = first + trailing_zeros(granted)
        granted &= granted - 1
        if state.vc_alloc_delay == 1:
            bid(state, vc, now + 1)
        else:
            post(state, STAGES, now + state.vc_alloc_delay, vc)
    if row.waiting | row.bids == 0:
        sleep(state.active_routers, router)


@inlined_kernel
def pass_in_advance(state: FlitState, vc: int, now: int) -> bool:
    """Let a flit that arrives at an empty buffer pass its router in advance. Returns whether it did.

    No other packet may request the input or output port of the flit up to the cycle in which the flit is
    granted the crossbar. Packets of which the router does not know request later. The conditions are in
    :mod:`numasim.numa.noc.flit_network`.
    """
    row = state.vcs[vc]
    router, asker, came_by = np.int64(row.router), np.int64(row.bit), np.int64(row.in_port)
    flit = state.places[np.int64(row.base) + row.first]
    head, tail = flit & HEAD, flit & TAIL
    direction = (flit >> DIRECTION) & DIRECTIONS if head else np.int64(row.direction)
    number = router * PORTS + direction
    port = state.ports[number]
    cycle = max(now, row.free_from)
    output = np.int64(row.output)
    if head:
        candidates = _free_vcs(state, number, cycle + state.routing_delay) & state.allowed[asker]
        if candidates == 0:
            return False
        cycle += state.head_cycles
        output = np.int64(np.uint32(port.peer + accepted_vc(state, row, direction, candidates)))
    if cycle > now + state.horizon or not has_credit(state, output, cycle):
        return False
    expected = state.routers[router].expected
    rivals = (expected[direction] | (expected[ANY] & state.of_port[came_by])) & ~(1 << asker)
    left = rivals
    while left != 0:
        rival = state.vcs[router * PORTS * state.vcs_per_port + trailing_zeros(left)]
        left &= left - 1
        if rival.state != IDLE or rival.count > 0 or rival.head_at + state.head_cycles <= cycle:
            return False
    if head:
        taken = output - np.int64(port.peer)
        _move_pointers(state, row, asker, direction, taken, output)
        if not tail:
            row.state = ACTIVE
            row.output = output
            row.direction = direction
            state.vcs[output].owner = vc
            port.to |= 1 << asker
            port.free &= ~(1 << taken)
    elif tail:
        leave_vc(state, vc, direction, output)
    if tail and rivals != 0:  # a rival may request a VC before this one becomes free
        port.settled = cycle + 1
        state.free_at[output] = cycle + 1
    _accept(state, router * PORTS, came_by, direction, asker)
    row.occupancy += cycle - now
    row.free_from = cycle + 1
    move_flit(state, vc, direction, output, cycle)
    return True


@inlined_kernel
def _free_vcs(state: FlitState, number: int, cycle: int) -> np.int64:
    """The output VCs of a port, as bits, that can be requested in a cycle."""
    port = state.ports[number]
    free = np.int64(port.free)
    if port.settled > cycle:
        left = free
        while left != 0:
            vc = trailing_zeros(left)
            left &= left - 1
            if state.free_at[np.int64(port.peer) + vc] > cycle:
                free &= ~(1 << vc)
    return free


@inlined_kernel
def _eligible(state: FlitState, router: int, waiting: int, now: int) -> int:
    """The input VCs, as bits, that bid speculatively, because a free output VC has a credit for them."""
    eligible = 0
    for number in range(router * PORTS, router * PORTS + PORTS):
        port = state.ports[number]
        asking = waiting & port.to
        if asking == 0:
            continue
        free = _free_vcs(state, number, now)
        while free != 0:
            vc = trailing_zeros(free)
            free &= free - 1
            if has_credit(state, np.int64(port.peer) + vc, now):
                eligible |= asking & state.rivals[vc]
    return eligible


@inlined_kernel
def _allocate_vcs(state: FlitState, router: int, waiting: int, now: int) -> int:
    """Let waiting input VCs request all free VCs of their ports. Returns the winners."""
    first_port = router * PORTS
    first = first_port * state.vcs_per_port
    winners = 0
    left = waiting
    while left != 0:
        asker = trailing_zeros(left)
        direction = np.int64(state.vcs[first + asker].direction)
        asking = waiting & state.ports[first_port + direction].to
        left &= ~asking
        if asking & (asking - 1) == 0:
            winners |= _serve_one(state, router, direction, asker, now)
        else:
            winners |= _serve_several(state, router, direction, asking, now)
    return winners


@inlined_kernel
def _serve_one(state: FlitState, router: int, direction: int, asker: int, now: int) -> int:
    """Grant an output VC to the only input VC that waits for a port. Returns it as a bit, or 0."""
    candidates = _free_vcs(state, router * PORTS + direction, now) & state.allowed[asker]
    if candidates == 0:
        return 0
    _grant_vc(state, router, direction, asker, candidates)
    return 1 << asker


@inlined_kernel
def _serve_several(state: FlitState, router: int, direction: int, asking: int, now: int) -> int:
    """Perform a pass of iSLIP among the input VCs that wait for a port. Returns the winners."""
    port, offers = state.ports[router * PORTS + direction], state.offers
    free = _free_vcs(state, router * PORTS + direction, now)
    winners = 0
    while free != 0:
        vc = trailing_zeros(free)
        free &= free - 1
        rivals = asking & state.rivals[vc]
        if rivals != 0:
            asker = first_from(rivals, np.int64(state.vcs[np.int64(port.peer) + vc].grant_pointer))
            offers[asker] |= 1 << vc
            winners |= 1 << asker
    left = winners
    while left != 0:
        asker = trailing_zeros(left)
        left &= left - 1
        _grant_vc(state, router, direction, asker, offers[asker])
        offers[asker] = 0
    return winners


@inlined_kernel
def _grant_vc(state: FlitState, router: int, direction: int, asker: int, offers: int) -> None:
    """Let an input VC accept one of the output VCs of a port that are offered to it."""
    vcs = state.vcs_per_port
    port, row = state.ports[router * PORTS + direction], state.vcs[router * PORTS * vcs + asker]
    taken = accepted_vc(state, row, direction, offers)
    output = np.int64(port.peer) + taken
    _move_pointers(state, row, asker, direction, taken, output)
    row.output = output
    row.state = GRANTED
    state.vcs[output].owner = router * PORTS * vcs + asker
    port.free &= ~(1 << taken)
    state.routers[router].waiting &= ~(1 << asker)


@inlined_kernel
def _move_pointers(
    state: FlitState, row: Record, asker: int, direction: int, taken: int, output: int
) -> None:
    """Move the pointers of the VC allocator behind an accepted offer."""
    row.accept_pointer = direction * state.vcs_per_port + taken + 1
    state.vcs[output].grant_pointer = asker + 1


@inlined_kernel
def _allocate_switch(state: FlitState, router: int, bids: int, gambles: int, granted: int, now: int) -> int:
    """Perform a pass of iSLIP over the ports, whose winning flits leave.

    A speculative bid counts like other bids, but yields to a different VC's firm bid for the same two ports.
    It is lost if its VC was not granted or has no credit, and the ports then stay idle. Returns the input
    VCs, as bits, whose speculation succeeded.
    """
    vcs, ports = state.vcs_per_port, state.ports
    first_port = router * PORTS
    first = first_port * vcs
    requests = bids | gambles
    met, asked = (
        0,
        np.int64(0),
    )  # the requests that meet others at one of their ports, and the output ports of these
    left = requests
    while left != 0:
        bidder = trailing_zeros(left)
        left &= left - 1
        row = state.vcs[first + bidder]
        direction, to = np.int64(row.direction), np.int64(row.in_port)
        rivals = requests & (ports[first_port + direction].to | state.of_port[to])
        if rivals & (rivals - 1) != 0 or gambles != 0:
            met |= 1 << bidder
            asked |= 1 << direction
        elif _link_is_free(state, first_port + direction, now):
            _accept(state, first_port, to, direction, bidder)
            send(state, router, first + bidder, now)
    if met == 0:
        return 0
    offers = 0  # for each input port, eight bits with the output ports that offer themselves to it
    while asked != 0:
        direction = trailing_zeros(asked)
        asked &= asked - 1
        port = ports[first_port + direction]
        if _link_is_free(state, first_port + direction, now):
            to = np.int64(state.port_of_bit[first_from(met & port.to, vcs * np.int64(port.grant_pointer))])
            offers |= 1 << (8 * to + direction)
    sent = 0
    while offers != 0:
        to = trailing_zeros(offers) >> 3
        direction = first_from((offers >> (8 * to)) & 31, np.int64(ports[first_port + to].accept_pointer))
        offers &= ~(31 << (8 * to))
        port = ports[first_port + direction]
        asking = bids & port.to & state.of_port[to]
        gamble = asking == 0
        if gamble:
            asking = gambles & port.to & state.of_port[to]
        bidder = first_from(asking, np.int64(ports[first_port + to].vc_pointer))
        _accept(state, first_port, to, direction, bidder)
        if gamble:
            if granted & (1 << bidder) == 0 or not has_credit(
                state, np.int64(state.vcs[first + bidder].output), now
            ):
                continue
            sent |= 1 << bidder
            state.vcs[first + bidder].state = ACTIVE
        send(state, router, first + bidder, now)
    return sent


@inlined_kernel
def _link_is_free(state: FlitState, port: int, now: int) -> bool:
    return state.split == 0 or state.channels[port, FREE_FROM] <= now


@inlined_kernel
def _accept(state: FlitState, first_port: int, to: int, direction: int, bidder: int) -> None:
    """Move the pointers of the switch allocator behind an accepted offer."""
    ports = state.ports
    ports[first_port + direction].grant_pointer = to + 1
    ports[first_port + to].accept_pointer = direction + 1
    ports[first_port + to].vc_pointer = bidder + 1
