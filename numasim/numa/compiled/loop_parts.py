"""The parts of a cycle that belong to the machine: units, servers, and the events of their messages."""

from __future__ import annotations

from numasim.numa.coherence.state import Coherence
from numasim.numa.compiled.barrier import count_report
from numasim.numa.compiled.cached_memory_state import Simulated
from numasim.numa.compiled.coherent_memory import answer, arrive_at_unit, depart, serve_home
from numasim.numa.compiled.controller import serve_blocks
from numasim.numa.compiled.machine_records import AT_ROUTER, DEPARTING, ROUTERS, SERVED
from numasim.numa.compiled.network import ask_for_link, carry, serve_packets
from numasim.numa.compiled.state import State
from numasim.numa.compiled.thread_state import Threads
from partitioners.kernels.uncounted import inlined_kernel

ENDED, CLUSTERS_ASKED, TASKS_ASKED, NO_ROOM, TO_LOOK_AT, MAPPER_IS_ASKED = range(6)
"""The reasons why a loop returned to Python: the run has ended; clusters must be placed; a scheduler must
choose the tasks of cores; the routers need larger tables; the limits must be checked; a mapper must say where
the clusters continue."""


@inlined_kernel
def serve_homes(state: State, sim: Simulated | Threads, c: Coherence) -> None:
    """Process the messages that arrived at home slices in this cycle."""
    home = state.clock.first_home
    state.clock.first_home = -1
    while home >= 0:
        following = sim.tiles[home].next_home
        serve_home(state, sim, c, home)
        home = following


@inlined_kernel
def serve_servers(state: State) -> None:
    """Process the requests that arrived at links, ports and controllers in this cycle."""
    server = state.clock.first_server
    state.clock.first_server = -1
    while server >= 0:
        following = state.servers[server].next
        if server < 6 * state.num_cores:
            serve_packets(state, server)
        else:
            serve_blocks(state, server)
        server = following


@inlined_kernel
def stays_in_network(state: State, number: int, stage: int) -> bool:
    """Process an event within the network. Returns whether it was one."""
    if stage == AT_ROUTER:
        ask_for_link(state, number)
        return True
    if stage == ROUTERS:
        state.clock.routers_due = 1
        return True
    return False


@inlined_kernel
def cross_barrier(state: State, number: int, stage: int) -> int:
    """Process the departure or arrival of a barrier message. Returns the core that it releases, or -1."""
    tile = number - state.first_barrier
    lets_go = tile >= state.num_cores
    tile -= state.num_cores * lets_go
    if stage == DEPARTING:
        if lets_go:
            carry(state, number, 0, tile, 0)
        else:
            carry(state, number, tile, 0, 0)
    elif lets_go:
        return tile
    else:
        count_report(state)
    return -1


@inlined_kernel
def move_coherence_message(
    state: State, sim: Simulated | Threads, c: Coherence, number: int, stage: int
) -> None:
    """Process the departure, arrival or service of a message of the caches."""
    m = number - state.first_coherence
    if stage == DEPARTING:
        depart(state, sim, c, m)
    elif stage == SERVED:
        answer(state, sim, c, m)
    else:
        arrive_at_unit(state, sim, c, m)
