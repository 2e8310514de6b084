"""The kernels of a cycle of the flit-level network, see :mod:`numasim.numa.noc.flit_network`.

Flits and credits between routers take at least two cycles, so in a cycle all arrivals come first and then the
routers decide in any order. Within a router, both allocators see the state at the beginning of the cycle. A
VC that becomes free is visible in the next cycle, and a newly granted VC bids in the next cycle.
"""

from __future__ import annotations

from mappers.topology import EAST, NORTH, SOUTH, WEST
from numasim.numba_kernels import kept_inlined_kernel
from partitioners.bits import trailing_zeros

PORTS = 5
LOCAL = 4
"""The port of a router's own tile; ports 0 to 3 are the directions of :mod:`mappers.topology`."""

# Columns of FlitState.vcs, one row per input VC.
FIRST, COUNT, STATE, OUT_PORT, OUT_VC, PEAK = range(6)
IDLE, ROUTING, WAITING_FOR_VC, GRANTED, ACTIVE = range(5)  # values of STATE

# Columns of FlitState.waits, one row per input VC: cycles so far, minus the first cycle of each current wait.
OCCUPANCY, STALLED = range(2)

# Columns of FlitState.ports, one row per port. Pointers belong to the round-robin arbiters.
FREE_VCS, WAITING, BIDS, GRANT_POINTER, ACCEPT_POINTER, VC_POINTER, FLITS, PEER = range(8)

# Columns of FlitState.channels, one row per port.
LONGER, FLIT_CYCLES, FREE_FROM = range(3)

# Columns of FlitState.outputs, one row per output VC (and one per VC of each source, which has only credits).
CREDITS, OWNER, VC_GRANT_POINTER, VC_ACCEPT_POINTER = range(4)  # the last: of the input VC of the same number

# Columns of FlitState.packets; NEXT links the packets of a source's queue, and the free rows.
NUMBER, TARGET, LENGTH, LEFT, CLASS, CREATED, STARTED, NEXT = range(8)

# Columns of FlitState.queues, one row per class of each source. SOURCE_VC: the VC of the packet that is being
# sent, or -1.
QUEUE_FIRST, QUEUE_LAST, SOURCE_VC, LAST_VC = range(4)

# Columns of FlitState.class_totals.
PACKETS_IN, PACKETS_OUT, LATENCY, NETWORK_LATENCY = range(4)

# Places in FlitState.clock.
NOW, IN_FLIGHT, CREDITS_UNDER_WAY, FREE_PACKET, NUM_DELIVERED, FLITS_IN, FLITS_OUT = range(7)

ARRIVALS, STAGES, RETURNS = range(3)  # rows of FlitState.due


@kept_inlined_kernel
def _round_robin(requests, pointer):  # type: ignore[no-untyped-def]
    """The first request at or after the pointer, cyclically. There must be one."""
    after = requests & (-1 << pointer)
    return trailing_zeros(after if after != 0 else requests)


@kept_inlined_kernel
def _post(state, kind, cycle, what):  # type: ignore[no-untyped-def]
    slot = cycle & state.slot_mask
    place = state.due[kind, slot]
    state.calendar[kind, slot, place] = what
    state.due[kind, slot] = place + 1


@kept_inlined_kernel
def _wake(bitmap, who):  # type: ignore[no-untyped-def]
    bitmap[who >> 5] |= 1 << (who & 31)


@kept_inlined_kernel
def inject(state, cycle, number, source, target, flits, message_class):  # type: ignore[no-untyped-def]
    """Append a packet to the queue of its source. Returns False if the capacity is exhausted.

    ``cycle`` is the current cycle of the network, in which the packet may leave its source.
    """
    clock, packets, queues = state.clock, state.packets, state.queues
    if cycle != clock[NOW]:
        raise ValueError("a packet can be injected only in the current cycle")
    packet = clock[FREE_PACKET]
    if packet < 0:
        return False
    clock[FREE_PACKET] = packets[packet, NEXT]
    packets[packet, NUMBER] = number
    packets[packet, TARGET] = target
    packets[packet, LENGTH] = flits
    packets[packet, LEFT] = flits
    packets[packet, CLASS] = message_class
    packets[packet, CREATED] = cycle
    packets[packet, NEXT] = -1
    queue = source * state.classes + message_class
    if queues[queue, QUEUE_FIRST] < 0:
        queues[queue, QUEUE_FIRST] = packet
    else:
        packets[queues[queue, QUEUE_LAST], NEXT] = packet
    queues[queue, QUEUE_LAST] = packet
    _wake(state.active_sources, source)
    clock[IN_FLIGHT] += 1
    links = abs(state.column[source] - state.column[target]) + abs(state.row[source] - state.row[target])
    state.hops[links] += 1
    state.class_totals[message_class, PACKETS_IN] += 1
    return True


@kept_inlined_kernel
def advance(state, until, stop_at_delivery):  # type: ignore[no-untyped-def]
    """Advance to cycle ``until``, including its arrivals, or to the first cycle with a delivery.

    Returns the number of delivered packets, which are in ``state.delivered``. ``state.clock[NOW]`` is the
    reached cycle. In a network without packets, only returning credits take time.
    """
    clock = state.clock
    clock[NUM_DELIVERED] = 0
    while clock[NOW] < until:
        if clock[IN_FLIGHT] == 0 and clock[CREDITS_UNDER_WAY] == 0:
            clock[NOW] = until
            break
        now = clock[NOW]
        for word in range(state.active_sources.size):
            sources = state.active_sources[word]
            while sources != 0:
                source = 32 * word + trailing_zeros(sources)
                sources &= sources - 1
                _send_from_source(state, source, now)
        for word in range(state.active_routers.size):
            routers = state.active_routers[word]
            while routers != 0:
                router = 32 * word + trailing_zeros(routers)
                routers &= routers - 1
                _decide(state, router, now)
        clock[NOW] = now + 1
        _arrive(state, now + 1)
        if stop_at_delivery and clock[NUM_DELIVERED] > 0:
            break
    return clock[NUM_DELIVERED]


@kept_inlined_kernel
def _arrive(state, now):  # type: ignore[no-untyped-def]
    """Process the due entries: flits, then stages that end, then credits."""
    slot = now & state.slot_mask
    calendar, due = state.calendar, state.due
    num_vcs = state.vcs.shape[0]
    for place in range(due[ARRIVALS, slot]):
        entry = calendar[ARRIVALS, slot, place]
        vc, flit = entry >> 32, entry & 0xFFFFFFFF
        if vc < num_vcs:
            _enter_buffer(state, vc, flit, now)
        else:
            _eject(state, flit, now)
    due[ARRIVALS, slot] = 0
    for place in range(due[STAGES, slot]):
        vc = calendar[STAGES, slot, place]
        if state.vcs[vc, STATE] == ROUTING:
            if state.split:
                head = state.buffers[vc, state.vcs[vc, FIRST]] >> 1
                may_go_on = state.head_from[head] + state.routing_delay
                if may_go_on > now:
                    _post(state, STAGES, min(may_go_on, now + state.slot_mask), vc)
                    continue
            _route(state, vc)
        else:
            state.vcs[vc, STATE] = ACTIVE
            _bid(state, vc, now)
    due[STAGES, slot] = 0
    for place in range(due[RETURNS, slot]):
        _return_credit(state, calendar[RETURNS, slot, place], now)
    state.clock[CREDITS_UNDER_WAY] -= due[RETURNS, slot]
    due[RETURNS, slot] = 0


@kept_inlined_kernel
def _enter_buffer(state, vc, flit, now):  # type: ignore[no-untyped-def]
    vcs = state.vcs
    count = vcs[vc, COUNT]
    place = vcs[vc, FIRST] + count
    if place >= state.buffer_flits:
        place -= state.buffer_flits
    state.buffers[vc, place] = flit
    vcs[vc, COUNT] = count + 1
    vcs[vc, PEAK] = max(vcs[vc, PEAK], count + 1)
    state.waits[vc, OCCUPANCY] -= now
    if state.split:
        _keep_together(state, vc, place, flit, now)
    if count == 0:
        if vcs[vc, STATE] == IDLE:
            vcs[vc, STATE] = ROUTING
            _post(state, STAGES, now + state.routing_delay, vc)
        else:
            _bid(state, vc, now)


@kept_inlined_kernel
def _keep_together(state, vc, place, flit, now):  # type: ignore[no-untyped-def]
    """Delay a head that crossed a narrow link until its flits can continue without a gap."""
    flit_cycles = state.channels[state.port_of_vc[vc], FLIT_CYCLES]
    if flit_cycles == 1:
        return
    if state.vcs[vc, COUNT] == 1:
        is_head = state.vcs[vc, STATE] == IDLE
    else:
        is_head = state.buffers[vc, place - 1 if place > 0 else state.buffer_flits - 1] & 1 != 0
    if is_head:
        packet = flit >> 1
        state.head_from[packet] = now + (state.packets[packet, LENGTH] - 1) * (flit_cycles - 1)


@kept_inlined_kernel
def _eject(state, flit, now):  # type: ignore[no-untyped-def]
    clock, packets = state.clock, state.packets
    clock[FLITS_OUT] += 1
    if flit & 1 == 0:
        return
    packet = flit >> 1
    place = clock[NUM_DELIVERED]
    state.delivered[place, 0] = packets[packet, NUMBER]
    state.delivered[place, 1] = now
    state.delivered[place, 2] = packets[packet, STARTED]
    clock[NUM_DELIVERED] = place + 1
    clock[IN_FLIGHT] -= 1
    totals, row = state.class_totals, packets[packet, CLASS]
    totals[row, PACKETS_OUT] += 1
    totals[row, LATENCY] += now - packets[packet, CREATED]
    totals[row, NETWORK_LATENCY] += now - packets[packet, STARTED]
    packets[packet, NEXT] = clock[FREE_PACKET]
    clock[FREE_PACKET] = packet


@kept_inlined_kernel
def _route(state, vc):  # type: ignore[no-untyped-def]
    """Compute the XY route of the packet at the head of an input VC, which then waits for an output VC."""
    vcs = state.vcs
    router = state.router_of_vc[vc]
    target = state.packets[state.buffers[vc, vcs[vc, FIRST]] >> 1, TARGET]
    if state.column[target] > state.column[router]:
        direction = EAST
    elif state.column[target] < state.column[router]:
        direction = WEST
    elif state.row[target] > state.row[router]:
        direction = SOUTH
    elif state.row[target] < state.row[router]:
        direction = NORTH
    else:
        direction = LOCAL
    port = router * PORTS + direction
    vcs[vc, STATE] = WAITING_FOR_VC
    vcs[vc, OUT_PORT] = port
    state.ports[port, WAITING] |= 1 << (vc - router * PORTS * state.vcs_per_port)
    _wake(state.active_routers, router)


@kept_inlined_kernel
def _bid(state, vc, now):  # type: ignore[no-untyped-def]
    """Let an active input VC with a flit bid for the crossbar from this cycle on, or wait for a credit."""
    vcs = state.vcs
    if state.outputs[vcs[vc, OUT_VC], CREDITS] > 0:
        router = state.router_of_vc[vc]
        state.ports[vcs[vc, OUT_PORT], BIDS] |= 1 << (vc - router * PORTS * state.vcs_per_port)
        _wake(state.active_routers, router)
    else:
        state.waits[vc, STALLED] -= now


@kept_inlined_kernel
def _return_credit(state, output, now):  # type: ignore[no-untyped-def]
    vcs, outputs = state.vcs, state.outputs
    outputs[output, CREDITS] += 1
    if output >= vcs.shape[0]:
        _wake(state.active_sources, (output - vcs.shape[0]) // state.vcs_per_port)
        return
    owner = outputs[output, OWNER]
    if owner >= 0 and outputs[output, CREDITS] == 1 and vcs[owner, STATE] == ACTIVE and vcs[owner, COUNT] > 0:
        state.waits[owner, STALLED] += now
        _bid(state, owner, now)


@kept_inlined_kernel
def _send_from_source(state, source, now):  # type: ignore[no-untyped-def]
    """Send a flit of the next class, in turn, with a flit and a credit. Sleep if there is no such class."""
    queues, packets, outputs = state.queues, state.packets, state.outputs
    vcs_per_class = state.vcs_per_port // state.classes
    first_output = state.vcs.shape[0] + source * state.vcs_per_port
    one_class = state.last_class[source]
    for _ in range(state.classes):
        one_class = one_class + 1 if one_class + 1 < state.classes else 0
        queue = source * state.classes + one_class
        packet = queues[queue, QUEUE_FIRST]
        if packet < 0:
            continue
        vc = queues[queue, SOURCE_VC]
        if vc < 0:
            vc = queues[queue, LAST_VC]
            for _ in range(vcs_per_class):
                vc = vc + 1 if vc + 1 < (one_class + 1) * vcs_per_class else one_class * vcs_per_class
                if outputs[first_output + vc, CREDITS] > 0:
                    break
        if outputs[first_output + vc, CREDITS] == 0:
            continue
        outputs[first_output + vc, CREDITS] -= 1
        state.last_class[source] = one_class
        state.clock[FLITS_IN] += 1
        if packets[packet, LEFT] == packets[packet, LENGTH]:
            packets[packet, STARTED] = now
            queues[queue, LAST_VC] = vc
        packets[packet, LEFT] -= 1
        tail = packets[packet, LEFT] == 0
        if tail:
            queues[queue, QUEUE_FIRST] = packets[packet, NEXT]
        queues[queue, SOURCE_VC] = -1 if tail else vc
        entry = (source * PORTS + LOCAL) * state.vcs_per_port + vc
        _post(state, ARRIVALS, now + state.injection, entry << 32 | packet << 1 | tail)
        return
    state.active_sources[source >> 5] &= ~(1 << (source & 31))


@kept_inlined_kernel
def _decide(state, router, now):  # type: ignore[no-untyped-def]
    """Perform both allocations of a router."""
    ports = state.ports
    first_port = router * PORTS
    waiting, bids = 0, 0
    for port in range(first_port, first_port + PORTS):
        waiting |= ports[port, WAITING]
        bids |= ports[port, BIDS]
    if waiting | bids == 0:
        state.active_routers[router >> 5] &= ~(1 << (router & 31))
        return
    gambles = _eligible(state, router) if state.speculative and waiting else 0
    granted = _allocate_vcs(state, router) if waiting else 0
    sent = _allocate_switch(state, router, gambles, granted, now) if bids | gambles else 0
    granted &= ~sent
    first_vc = first_port * state.vcs_per_port
    while granted != 0:
        _post(state, STAGES, now + state.vc_alloc_delay, first_vc + trailing_zeros(granted))
        granted &= granted - 1


@kept_inlined_kernel
def _eligible(state, router):  # type: ignore[no-untyped-def]
    """The input VCs, as bits, that bid speculatively, because a free output VC has a credit for them."""
    vcs = state.vcs_per_port
    eligible = 0
    for port in range(router * PORTS, router * PORTS + PORTS):
        waiting = state.ports[port, WAITING]
        if waiting == 0:
            continue
        free = state.ports[port, FREE_VCS]
        while free != 0:
            vc = trailing_zeros(free)
            free &= free - 1
            if state.outputs[port * vcs + vc, CREDITS] > 0:
                eligible |= waiting & state.rivals[vc]
    return eligible


@kept_inlined_kernel
def _allocate_vcs(state, router):  # type: ignore[no-untyped-def]
    """One iSLIP pass, in which waiting input VCs request all free VCs of their port. Returns the winners."""
    ports, outputs, offers = state.ports, state.outputs, state.offers
    vcs = state.vcs_per_port
    first = router * PORTS * vcs
    offered = 0
    for direction in range(PORTS):
        port = router * PORTS + direction
        waiting, free = ports[port, WAITING], ports[port, FREE_VCS]
        if waiting == 0:
            continue
        while free != 0:
            vc = trailing_zeros(free)
            free &= free - 1
            asking = waiting & state.rivals[vc]
            if asking != 0:
                to = _round_robin(asking, outputs[port * vcs + vc, VC_GRANT_POINTER])
                offers[to] |= 1 << (direction * vcs + vc)
                offered |= 1 << to
    winners = offered
    while offered != 0:
        to = trailing_zeros(offered)
        offered &= offered - 1
        taken = _round_robin(offers[to], outputs[first + to, VC_ACCEPT_POINTER])
        offers[to] = 0
        outputs[first + to, VC_ACCEPT_POINTER] = taken + 1 if taken + 1 < PORTS * vcs else 0
        outputs[first + taken, VC_GRANT_POINTER] = to + 1 if to + 1 < PORTS * vcs else 0
        outputs[first + taken, OWNER] = first + to
        port = state.vcs[first + to, OUT_PORT]
        ports[port, FREE_VCS] &= ~(1 << (first + taken - port * vcs))
        ports[port, WAITING] &= ~(1 << to)
        state.vcs[first + to, OUT_VC] = first + taken
        state.vcs[first + to, STATE] = GRANTED
    return winners


@kept_inlined_kernel
def _allocate_switch(state, router, gambles, granted, now):  # type: ignore[no-untyped-def]
    """One iSLIP pass over the ports, whose winning flits leave.

    A speculative bid counts like other bids, but yields to a different VC's firm bid for the same two ports.
    It is lost if its VC was not granted or has no credit, and the ports then stay idle. Returns the input
    VCs, as bits, whose speculation succeeded.
    """
    ports, offers = state.ports, state.offers
    vcs = state.vcs_per_port
    first_port = router * PORTS
    first = first_port * vcs
    offered = 0
    for direction in range(PORTS):
        port = first_port + direction
        bids = ports[port, BIDS] | _gambles_for(state, first, gambles, port)
        if bids != 0 and (state.split == 0 or state.channels[port, FREE_FROM] <= now):
            to = state.port_of_vc[first + _round_robin(bids, ports[port, GRANT_POINTER])] - first_port
            offers[to] |= 1 << direction
            offered |= 1 << to
    one_port = (1 << vcs) - 1
    sent = 0
    while offered != 0:
        to = trailing_zeros(offered)
        offered &= offered - 1
        direction = _round_robin(offers[to], ports[first_port + to, ACCEPT_POINTER])
        offers[to] = 0
        port = first_port + direction
        ports[first_port + to, ACCEPT_POINTER] = direction + 1 if direction + 1 < PORTS else 0
        ports[port, GRANT_POINTER] = (to + 1) * vcs if to + 1 < PORTS else 0
        bids = (ports[port, BIDS] >> (to * vcs)) & one_port
        gamble = bids == 0
        if gamble:
            bids = (_gambles_for(state, first, gambles, port) >> (to * vcs)) & one_port
        vc = _round_robin(bids, ports[first_port + to, VC_POINTER])
        ports[first_port + to, VC_POINTER] = vc + 1 if vc + 1 < vcs else 0
        input_vc = to * vcs + vc
        if gamble:
            if (
                granted & (1 << input_vc) == 0
                or state.outputs[state.vcs[first + input_vc, OUT_VC], CREDITS] == 0
            ):
                continue
            sent |= 1 << input_vc
            state.vcs[first + input_vc, STATE] = ACTIVE
        _send(state, router, first + input_vc, port, now)
    return sent


@kept_inlined_kernel
def _gambles_for(state, first, gambles, port):  # type: ignore[no-untyped-def]
    """The speculative bids for one output port."""
    chosen = 0
    while gambles != 0:
        bit = gambles & -gambles
        gambles ^= bit
        if state.vcs[first + trailing_zeros(bit), OUT_PORT] == port:
            chosen |= bit
    return chosen


@kept_inlined_kernel
def _send(state, router, vc, port, now):  # type: ignore[no-untyped-def]
    """Send the first flit of an input VC to an output port, and return its credit."""
    vcs, ports, outputs, channels = state.vcs, state.ports, state.outputs, state.channels
    per_port = state.vcs_per_port
    place, count, output = vcs[vc, FIRST], vcs[vc, COUNT] - 1, vcs[vc, OUT_VC]
    flit = state.buffers[vc, place]
    vcs[vc, FIRST] = place + 1 if place + 1 < state.buffer_flits else 0
    vcs[vc, COUNT] = count
    state.waits[vc, OCCUPANCY] += now
    outputs[output, CREDITS] -= 1
    ports[port, FLITS] += 1
    transit = state.transit
    if state.split:
        transit += channels[port, LONGER]
        channels[port, FREE_FROM] = now + channels[port, FLIT_CYCLES]

    onward = ports[port, PEER] * per_port + output - port * per_port
    _post(state, ARRIVALS, now + transit, onward << 32 | flit)
    if port == router * PORTS + LOCAL:
        _post(state, RETURNS, now + state.sink_credit, output)
        state.clock[CREDITS_UNDER_WAY] += 1
    came_by = state.port_of_vc[vc]
    back = ports[came_by, PEER] * per_port + vc - came_by * per_port
    delay = state.source_credit if came_by == router * PORTS + LOCAL else state.upstream_credit
    if state.split:
        delay += channels[came_by, LONGER]
    _post(state, RETURNS, now + delay, back)
    state.clock[CREDITS_UNDER_WAY] += 1

    bit = 1 << (vc - router * PORTS * per_port)
    if flit & 1:
        ports[port, BIDS] &= ~bit
        ports[port, FREE_VCS] |= 1 << (output - port * per_port)
        outputs[output, OWNER] = -1
        if count > 0:
            vcs[vc, STATE] = ROUTING
            _post(state, STAGES, now + 1 + state.routing_delay, vc)
        else:
            vcs[vc, STATE] = IDLE
    elif count == 0 or outputs[output, CREDITS] == 0:
        ports[port, BIDS] &= ~bit
        if count > 0:
            state.waits[vc, STALLED] -= now + 1
    else:
        ports[port, BIDS] |= bit
