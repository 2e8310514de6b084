"""The kernels of a cycle of the flit-level network, see :mod:`numasim.numa.noc.flit_network`.

Flits and credits between routers take at least two cycles, so in a cycle all arrivals come first and then the
routers decide in any order. The sources send before the arrivals, so that a router knows of their packets. A
credit is no event. A place of a buffer stores the cycle from which the VC before it may fill it again, and
only a VC or source that waits for this cycle is woken. Routers and sources without work are not visited.
"""

from __future__ import annotations

import numpy as np

from numasim.numa.noc.allocators import decide, pass_in_advance
from numasim.numa.noc.boundary import BEFORE, BEHIND, await_cycle, end_cycle
from numasim.numa.noc.flit_state import FlitState
from numasim.numa.noc.flit_transfer import (
    await_credit,
    bid,
    expect,
    has_credit,
    leave_place,
    packet_of,
    post,
    sleep,
    slot_of,
    take_place,
    wake,
)
from numasim.numa.noc.router_records import (
    ACTIVE,
    ANY,
    ARRIVALS,
    CROWDED,
    DIRECTION,
    DIRECTIONS,
    EJECTIONS,
    FLIT_CYCLES,
    FLITS_IN,
    FLITS_OUT,
    FREE_PACKET,
    GRANTED,
    HEAD,
    IDLE,
    IN_FLIGHT,
    LATENCY,
    LOCAL,
    NETWORK_LATENCY,
    NO_ONE,
    NOW,
    NUM_DELIVERED,
    OCCUPIED,
    PACKET_ROW,
    PACKETS_IN,
    PACKETS_OUT,
    PORTS,
    ROUTING,
    STAGES,
    TAIL,
    TARGET_COLUMN,
    TARGET_ROW,
    WAITING_FOR_VC,
    WAKES,
)
from partitioners.kernels.bits import trailing_zeros
from partitioners.kernels.uncounted import inlined_kernel, kept_inlined_kernel, uninlined_kernel


@kept_inlined_kernel
def inject(
    state: FlitState, cycle: int, number: int, source: int, target: int, flits: int, message_class: int
) -> bool:
    """Append a packet to the queue of its source. Returns False if the capacity is exhausted.

    ``cycle`` is the current cycle of the network, in which the packet may leave its source.
    """
    clock, packets = state.clock, state.packets
    if cycle != clock[NOW]:
        raise ValueError("a packet can be injected only in the current cycle")
    packet = clock[FREE_PACKET]
    if packet < 0:
        return False
    row = packets[packet]
    clock[FREE_PACKET] = row.next
    column, line = np.int64(state.column[target]), np.int64(state.row[target])
    row.number = number
    row.target = column << TARGET_COLUMN | line << TARGET_ROW
    row.length = flits
    row.left = flits
    row.message_class = message_class
    row.created = cycle
    row.next = -1
    queue = state.queues[source * state.classes + message_class]
    if queue.first < 0:
        queue.first = packet
    else:
        packets[queue.last].next = packet
    queue.last = packet
    wake(state.active_sources, source)
    clock[IN_FLIGHT] += 1
    state.hops[abs(state.column[source] - column) + abs(state.row[source] - line)] += 1
    state.class_totals[message_class, PACKETS_IN] += 1
    return True


@kept_inlined_kernel
def advance(state: FlitState, until: int, stop_at_delivery: bool) -> int:
    """Advance to cycle ``until``, including its deliveries, or to the first cycle with a delivery.

    Returns the number of delivered packets, which are in ``state.delivered``. ``state.clock[NOW]`` is the
    reached cycle. A network without packets takes no time.
    """
    clock = state.clock
    clock[NUM_DELIVERED] = 0
    while clock[NOW] < until:
        if clock[IN_FLIGHT] == 0 and state.boundary.bands == 1:
            clock[NOW] = until
            break
        now = clock[NOW]
        _note_crowd(state)
        for word in range(state.active_sources.size):
            sources = state.active_sources[word]
            while sources != 0:
                source = 64 * word + trailing_zeros(sources)
                sources &= sources - 1
                _send_from_source(state, source, now)
        _arrive(state, now)
        for word in range(state.active_routers.size):
            routers = state.active_routers[word]
            while routers != 0:
                router = 64 * word + trailing_zeros(routers)
                routers &= routers - 1
                decide(state, router, now)
        clock[NOW] = now + 1
        if state.boundary.bands > 1:
            end_cycle(state.boundary, now)
            _take_handovers(state, now + 1)
        _reach_sinks(state, now + 1)
        _wake(state, now + 1)
        if stop_at_delivery and clock[NUM_DELIVERED] > 0:
            break
    return clock[NUM_DELIVERED]


@inlined_kernel
def _take_handovers(state: FlitState, now: int) -> None:
    """Take the flits and credits from the neighbouring bands that can have an effect from this cycle on."""
    boundary, sent = state.boundary, now - state.boundary.lookahead
    slot = sent & (boundary.counts.shape[2] - 1)
    for side in (BEFORE, BEHIND):
        band = boundary.band + 2 * side - 1
        if not 0 <= band < boundary.bands or sent < 0:
            continue
        await_cycle(boundary, band, sent)
        for place in range(boundary.counts[band, 1 - side, slot]):
            row = boundary.handovers[band, 1 - side, slot, place]
            if row.flit == 0:
                leave_place(state, row.vc, row.cycle)
            else:
                take_place(state, row.vc, row.flit)
                post(state, ARRIVALS, row.cycle, row.vc)


@inlined_kernel
def _note_crowd(state: FlitState) -> None:
    """Let flits pass in advance only in a network with little traffic. In others, most attempts would fail.

    The limits are the traffic from which attempts cost more time than they save, measured with packets of 1,
    3 and 5 flits on 64 tiles. They change no result.
    """
    clock, tiles = state.clock, state.routers.size
    crowd = clock[FLITS_IN] - clock[FLITS_OUT] + 2 * clock[IN_FLIGHT]
    if not clock[CROWDED]:
        clock[CROWDED] = crowd > 9 * tiles
    elif crowd < 8 * tiles and not state.split and state.boundary.bands == 1:
        clock[CROWDED] = 0
        _expect_all(state)


@uninlined_kernel
def _expect_all(state: FlitState) -> None:
    """Note for every input VC with a flit or an output VC that a packet may leave it by any port."""
    for router in range(state.routers.size):
        bits = 0
        for bit in range(PORTS * state.vcs_per_port):
            row = state.vcs[router * PORTS * state.vcs_per_port + bit]
            row.head_at = 0
            if row.state != IDLE or state.places[np.int64(row.base) + row.first] >= OCCUPIED:
                bits |= 1 << bit
        for port in range(ANY + 1):
            state.routers[router].expected[port] = bits


@inlined_kernel
def _wake(state: FlitState, now: int) -> None:
    """Process the awaited credits that can be used from this cycle on."""
    slot = slot_of(state, now)
    for place in range(state.due[WAKES, slot]):
        _wake_upstream(state, np.int64(state.calendar[WAKES, slot, place]), now)
    state.due[WAKES, slot] = 0


@inlined_kernel
def _arrive(state: FlitState, now: int) -> None:
    """Process the flits that arrive at routers, then the stages that end."""
    slot = slot_of(state, now)
    calendar, due = state.calendar, state.due
    for place in range(due[ARRIVALS, slot]):
        _enter_buffer(state, np.int64(calendar[ARRIVALS, slot, place]), now)
    due[ARRIVALS, slot] = 0
    for place in range(due[STAGES, slot]):
        vc = np.int64(calendar[STAGES, slot, place])
        if state.vcs[vc].state != ROUTING:
            bid(state, vc, now)
        elif state.split and _must_stay(state, vc, now):
            continue
        else:
            _route(state, vc)
    due[STAGES, slot] = 0


@inlined_kernel
def _reach_sinks(state: FlitState, now: int) -> None:
    """Process the flits that reach the sinks."""
    slot = slot_of(state, now)
    for place in range(state.due[EJECTIONS, slot]):
        _deliver(state, np.int64(state.calendar[EJECTIONS, slot, place]), now)
    state.due[EJECTIONS, slot] = 0


@inlined_kernel
def _enter_buffer(state: FlitState, vc: int, now: int) -> None:
    row = state.vcs[vc]
    count = np.int64(row.count)
    if count == 0 and not state.clock[CROWDED] and pass_in_advance(state, vc, now):
        return
    row.count = count + 1
    row.occupancy -= now
    if state.split:
        _keep_together(state, vc, now)
    if count > 0:
        return
    if row.state == IDLE:
        row.state = ROUTING
        post(state, STAGES, max(now, row.free_from) + state.routing_delay, vc)
    elif row.free_from > now:
        row.state = GRANTED
        post(state, STAGES, row.free_from, vc)
    else:
        bid(state, vc, now)


@inlined_kernel
def _keep_together(state: FlitState, vc: int, now: int) -> None:
    """Delay a head that crossed a narrow link until its flits can continue without a gap."""
    row = state.vcs[vc]
    flit_cycles = state.channels[np.int64(row.router) * PORTS + row.in_port, FLIT_CYCLES]
    if flit_cycles == 1:
        return
    last, size = np.int64(row.first) + row.count - 1, np.int64(row.size)
    flit = state.places[np.int64(row.base) + (last if last < size else last - size)]
    if flit & HEAD:
        packet = packet_of(flit)
        length = np.int64(state.packets[packet].length)
        state.head_from[packet] = now + (length - 1) * (flit_cycles - 1)


@inlined_kernel
def _must_stay(state: FlitState, vc: int, now: int) -> bool:
    """Whether the head of an input VC must wait for its flits; it then gets another end of its stage."""
    row = state.vcs[vc]
    head = packet_of(state.places[np.int64(row.base) + row.first])
    may_go_on = state.head_from[head] + state.routing_delay
    if may_go_on <= now:
        return False
    post(state, STAGES, min(may_go_on, now + state.slot_mask), vc)
    return True


@inlined_kernel
def _deliver(state: FlitState, packet: int, now: int) -> None:
    """Process the arrival of a tail at its sink."""
    clock = state.clock
    row = state.packets[packet]
    place = clock[NUM_DELIVERED]
    state.delivered[place, 0] = row.number
    state.delivered[place, 1] = now
    state.delivered[place, 2] = row.started
    clock[NUM_DELIVERED] = place + 1
    clock[IN_FLIGHT] -= 1
    totals, of_class = state.class_totals, np.int64(row.message_class)
    totals[of_class, PACKETS_OUT] += 1
    totals[of_class, LATENCY] += now - row.created
    totals[of_class, NETWORK_LATENCY] += now - row.started
    row.next = clock[FREE_PACKET]
    clock[FREE_PACKET] = packet


@inlined_kernel
def _route(state: FlitState, vc: int) -> None:
    """Compute the route of the packet at the head of an input VC, which then waits for an output VC."""
    row = state.vcs[vc]
    router = np.int64(row.router)
    direction = (state.places[np.int64(row.base) + row.first] >> DIRECTION) & DIRECTIONS
    bit = 1 << np.int64(row.bit)
    row.state = WAITING_FOR_VC
    row.direction = direction
    state.ports[router * PORTS + direction].to |= bit
    state.routers[router].waiting |= bit
    wake(state.active_routers, router)


@inlined_kernel
def _wake_upstream(state: FlitState, vc: int, now: int) -> None:
    """Wake the VC or source that has waited for the credit of a VC."""
    row = state.vcs[vc]
    row.upstream = NO_ONE
    if row.in_port == LOCAL:
        wake(state.active_sources, np.int64(row.router))
        return
    owner = state.vcs[row.owner]
    owner.state = ACTIVE
    state.stalls[row.owner] += now
    router = np.int64(owner.router)
    state.routers[router].bids |= 1 << np.int64(owner.bit)
    wake(state.active_routers, router)


@inlined_kernel
def _send_from_source(state: FlitState, source: int, now: int) -> None:
    """Send a flit of the next class, in turn, with a flit and a credit. Sleep if there is no such class."""
    vcs_per_class = state.vcs_per_port // state.classes
    first = (source * PORTS + LOCAL) * state.vcs_per_port
    one_class = np.int64(state.last_class[source])
    for _ in range(state.classes):
        one_class = one_class + 1 if one_class + 1 < state.classes else np.int64(0)
        queue = state.queues[source * state.classes + one_class]
        packet = np.int64(queue.first)
        if packet < 0:
            continue
        vc = np.int64(queue.vc)
        if vc < 0:
            vc = np.int64(queue.last_vc)
            for _ in range(vcs_per_class):
                vc = vc + 1 if vc + 1 < (one_class + 1) * vcs_per_class else one_class * vcs_per_class
                if has_credit(state, first + vc, now):
                    break
        if not has_credit(state, first + vc, now):
            continue
        state.last_class[source] = one_class
        state.clock[FLITS_IN] += 1
        row = state.packets[packet]
        flit = OCCUPIED | row.target | packet << PACKET_ROW
        if row.left == row.length:
            row.started = now
            queue.last_vc = vc
            flit = expect(state, first + vc, flit | HEAD, now + state.injection)
        row.left -= 1
        tail = row.left == 0
        if tail:
            queue.first = row.next
        queue.vc = -1 if tail else vc
        take_place(state, first + vc, flit | tail * TAIL)
        post(state, ARRIVALS, now + state.injection, first + vc)
        if tail and _has_no_packet(state, source):
            sleep(state.active_sources, source)
        return
    _put_to_sleep(state, source)


@inlined_kernel
def _has_no_packet(state: FlitState, source: int) -> bool:
    """Whether no packet waits at a source."""
    for queue in range(source * state.classes, (source + 1) * state.classes):
        if state.queues[queue].first >= 0:
            return False
    return True


@inlined_kernel
def _put_to_sleep(state: FlitState, source: int) -> None:
    """Let a source sleep until the next packet, or the next credit of a VC that a packet of it may use."""
    sleep(state.active_sources, source)
    vcs_per_class = state.vcs_per_port // state.classes
    first = (source * PORTS + LOCAL) * state.vcs_per_port
    for one_class in range(state.classes):
        queue = state.queues[source * state.classes + one_class]
        if queue.first < 0:
            continue
        if queue.vc >= 0:
            await_credit(state, first + queue.vc)
            continue
        for vc in range(one_class * vcs_per_class, (one_class + 1) * vcs_per_class):
            await_credit(state, first + vc)
