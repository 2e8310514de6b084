"""The ``flit`` network: routers with virtual channels and credits, cycle by cycle.

It uses the kernels of :mod:`numasim.numa.noc.router_kernels`. While packets are in flight, the routers have
an event in every cycle. In the decision phase of the cycle, they get the packets that reached their ports, by
number, and advance to the arrivals of the next cycle.
"""

from __future__ import annotations

from numasim.numa.compiled.calendar import post
from numasim.numa.compiled.machine_records import BACK
from numasim.numa.compiled.network import flits_of, message_class_of
from numasim.numa.compiled.server import take_requests
from numasim.numa.compiled.state import State
from numasim.numa.noc import router_kernels as flit_router
from numasim.numa.noc.flit_state import FlitState
from numasim.numa.noc.router_records import IN_FLIGHT
from numasim.numa.noc.router_records import NOW as ROUTERS_NOW
from partitioners.kernels.uncounted import inlined_kernel


@inlined_kernel
def lacks_room(state: State, routers: FlitState) -> bool:
    """Whether the tables of the routers are too small for the packets that have reached their ports."""
    return routers.clock[IN_FLIGHT] + state.clock.at_ports > routers.packets.shape[0]


@inlined_kernel
def step_routers(state: State, routers: FlitState) -> None:
    """Make the decisions of the routers in this cycle. Tails that arrive in the next are delivered in it."""
    clock, events = state.clock, state.events
    now = clock.now
    routers.clock[ROUTERS_NOW] = now  # no packet was in flight in the skipped cycles
    if clock.at_ports > 0:
        number = take_requests(state, state.ports)
        while number >= 0:
            following = events[number].next
            back = events[number].stage & BACK
            flit_router.inject(
                routers,
                now,
                number,
                events[number].at,
                events[number].to,
                flits_of(state, number, back),
                message_class_of(state, number, back),
            )
            number = following
        clock.at_ports = 0
    for place in range(flit_router.advance(routers, now + 1, False)):
        post(state, routers.delivered[place, 0], now + 1)
    clock.routers_due = 0
    if routers.clock[IN_FLIGHT] > 0:
        post(state, state.first_coherence - 1, now + 1)
