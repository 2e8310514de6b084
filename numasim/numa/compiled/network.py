"""The transport of packets over XY routes, without contention (``ideal``) or with queues (``packet``).

The queues are at every port and link. With ``flit``, packets wait at their ports for
:mod:`numasim.numa.compiled.flit_level`.
"""

from __future__ import annotations

from mappers.topology import SOUTH
from numasim.machine.message_class import MessageClass
from numasim.numa.compiled.calendar import post
from numasim.numa.compiled.machine_records import (
    AT_ROUTER,
    BACK,
    BARRIER,
    FORWARDED,
    HANDED_OVER,
    IDEAL,
    MEMORY_TRAFFIC,
    MOVES,
    PACKET,
    STEALS,
    VALUES,
)
from numasim.numa.compiled.server import occupy, request, take_requests
from numasim.numa.compiled.state import State
from partitioners.kernels.uncounted import inlined_kernel

REQUEST, RESPONSE, FORWARD = (int(one) for one in MessageClass)
NUM_CLASSES = len(MessageClass)


@inlined_kernel
def carry(state: State, number: int, source: int, target: int, back: int) -> None:
    """Transport a packet that was sent in the previous cycle. An event HANDED_OVER delivers its tail.

    ``back``: BACK for the response of a controller, else 0.
    """
    events, positions, now = state.events, state.positions, state.clock.now
    flits = flits_of(state, number, back)
    hops = abs(positions[source, 0] - positions[target, 0]) + abs(positions[source, 1] - positions[target, 1])
    counted = state.traffic[_traffic_of(state, number)]
    counted.packets += 1
    counted.flits_injected += flits
    counted.flit_hops += flits * hops
    if number < state.first_read and state.message_bytes.size > 0:
        counted.bytes += state.message_bytes[number]
    kind = _traffic_of(state, number) * NUM_CLASSES + message_class_of(state, number, back)
    state.by_hops[kind, hops].packets += 1
    state.by_hops[kind, hops].flits += flits
    state.times[number].sent = now - 1
    if state.fidelity == IDEAL:
        events[number].stage = HANDED_OVER | back
        latency = state.injection_cycles + (hops + 1) * state.hop_cycles + flits - 1
        crossed = abs(state.sockets[source, 0] - state.sockets[target, 0])
        crossed += abs(state.sockets[source, 1] - state.sockets[target, 1])
        latency += crossed * (state.socket_cycles + (flits - 1) * (state.socket_flit_cycles - 1))
        post(state, number, now + latency)
        return
    events[number].at = source
    events[number].to = target
    if state.fidelity == PACKET:
        events[number].stage = AT_ROUTER | back
        request(state, 4 * state.num_cores + source, number)
    else:
        events[number].stage = HANDED_OVER | back
        events[number].next = state.servers[state.ports].requests
        state.servers[state.ports].requests = number
        state.clock.at_ports += 1
        state.clock.routers_due = 1


@inlined_kernel
def ask_for_link(state: State, number: int) -> None:
    """Process the head of a packet at a router. It goes along the row, then along the column, then out."""
    events, positions = state.events, state.positions
    at, to = events[number].at, events[number].to
    across = positions[to, 0] - positions[at, 0]
    down = positions[to, 1] - positions[at, 1]
    # Arithmetic instead of branches, because the processor cannot predict the way of a packet.
    step_x = (across > 0) - (across < 0)
    in_column = step_x == 0
    step_y = ((down > 0) - (down < 0)) * in_column
    leaves = at == to
    direction = in_column * SOUTH + (step_x + step_y < 0)  # EAST, WEST, SOUTH and NORTH are 0 .. 3
    events[number].at = at + step_x + state.width * step_y
    events[number].stage += leaves * (HANDED_OVER - AT_ROUTER)
    link = 4 * at + direction
    request(state, 5 * state.num_cores + at if leaves else link, number)


@inlined_kernel
def serve_packets(state: State, server: int) -> None:
    """Schedule the packets of this cycle at a port or link."""
    number = take_requests(state, server)
    while number >= 0:
        following = state.events[number].next
        flits = flits_of(state, number, state.events[number].stage & BACK)
        if server < state.between_sockets.size and state.between_sockets[server]:
            start = occupy(state, server, flits * state.socket_flit_cycles)
            behind = (flits - 1) * (state.socket_flit_cycles - 1)
            post(state, number, start + state.hop_cycles + state.socket_cycles + behind)
            number = following
            continue
        start = occupy(state, server, flits)
        delay = state.hop_cycles
        if server >= 4 * state.num_cores:
            delay = state.injection_cycles if server < 5 * state.num_cores else delay + flits - 1
        post(state, number, start + delay)
        number = following


@inlined_kernel
def count_delivery(state: State, number: int, back: int) -> None:
    """Count a packet whose tail has been delivered."""
    counted = state.traffic[_traffic_of(state, number)]
    counted.flits_ejected += flits_of(state, number, back)
    counted.latency_cycles += state.clock.now - state.times[number].sent - 1


@inlined_kernel
def flits_of(state: State, number: int, back: int) -> int:
    """The length of a packet in flits."""
    if number < state.first_read:
        if state.message_bytes.size > 0:
            return (state.message_bytes[number] + state.flit_bytes - 1) // state.flit_bytes
        return state.value_flits
    if number >= state.first_coherence:
        return state.packets[number - state.first_coherence].flits
    if number >= state.first_barrier:
        return (
            state.header_flits
            if number < state.first_steal
            else state.message_flits[number - state.first_steal]
        )
    is_write = number >= state.first_write
    return state.header_flits if is_write == (back != 0) else state.block_flits


@inlined_kernel
def _traffic_of(state: State, number: int) -> int:
    if number < state.first_read:
        return VALUES
    if number >= state.first_coherence:
        return state.packets[number - state.first_coherence].traffic
    if number >= state.first_steal:
        if not state.migrates:
            return STEALS
        return MOVES if number < state.first_forward else FORWARDED
    return BARRIER if number >= state.first_barrier else MEMORY_TRAFFIC


@inlined_kernel
def message_class_of(state: State, number: int, back: int) -> int:
    """The message class of a packet, which determines its virtual channels."""
    if number >= state.first_coherence:
        return state.packets[number - state.first_coherence].message_class
    if number >= state.first_steal:
        message = number - state.first_steal
        if state.migrates:
            return FORWARD
        if message < state.num_cores:
            return REQUEST
        return RESPONSE if message < 2 * state.num_cores else FORWARD
    if number < state.first_read or number >= state.first_barrier:
        return FORWARD
    return RESPONSE if back else REQUEST
