"""The timing of L1s, homes and controllers. The protocol defines the effects of their messages.

The model is that of :mod:`numasim.numa.simpy_engine.coherent_memory`. In the decision phase, a unit processes
the messages that arrived in the cycle, in the order of their numbers. It sends one latency later, within a
tile without the network.

``sim`` is the named tuple of the run, with the fields of :func:`numasim.numa.compiled.cache_units
.cache_unit_fields`. If losses are noted, the core processes ``c.lost`` and resets the register ``LOST`` after
:func:`take_in` and after :func:`try_access`.
"""

from __future__ import annotations

from numasim.machine.message_class import MessageClass
from numasim.numa.coherence.controller import new_message, release_message
from numasim.numa.coherence.home import home_deliver, prefetch_at_home
from numasim.numa.coherence.home_places import NO_HOME, find_socket
from numasim.numa.coherence.l1 import effect_of, find_in_l1, hit, l1_deliver, prefetch_in_l1, receive_at
from numasim.numa.coherence.memory import memory_deliver
from numasim.numa.coherence.protocol import NUM_MESSAGES, Event, L1Action, Leg
from numasim.numa.coherence.state import OUTBOX, RETRY, Coherence
from numasim.numa.compiled.cached_memory_state import Simulated
from numasim.numa.compiled.calendar import post
from numasim.numa.compiled.controller import ask_controller
from numasim.numa.compiled.machine_records import DEPARTING, SERVED
from numasim.numa.compiled.memory import controller_of, touch
from numasim.numa.compiled.network import carry
from numasim.numa.compiled.server import by_number
from numasim.numa.compiled.state import State
from numasim.numa.compiled.thread_state import Threads
from numasim.numa.compiled.wake import call
from partitioners.kernels.uncounted import inlined_kernel

_LOAD, _STORE = int(Event.LOAD), int(Event.STORE)
_GET_S, _UPGRADE = int(Event.GET_S), int(Event.UPGRADE)
_MEM_GET, _MEM_WRITE, _MEM_CLEAN = int(Event.MEM_GET), int(Event.MEM_WRITE), int(Event.MEM_CLEAN)
_FORWARD = int(MessageClass.FORWARD)
_HOME_TO_MEMORY, _MEMORY_TO_HOME = int(Leg.HOME_TO_MEMORY), int(Leg.MEMORY_TO_HOME)
_L1_TO_HOME, _HOME_TO_L1, _L1_TO_L1 = int(Leg.L1_TO_HOME), int(Leg.HOME_TO_L1), int(Leg.L1_TO_L1)


@inlined_kernel
def take_in(state: State, sim: Simulated | Threads, c: Coherence, core: int) -> int:
    """Process the arrived messages of an L1. Returns the first task with a completed access, or -1.

    The other such tasks are linked to it by ``child`` in ``State.links``.
    """
    tile, now = sim.tiles[core], state.clock.now
    tile.mshr_cycles += c.in_use[core, 0] * (now - tile.counted_until)
    tile.counted_until = now
    number = tile.inbox
    completed = -1
    if number < 0:
        return completed
    tile.inbox = -1
    before = c.in_use[core, 0] + c.in_use[core, 1]
    number = by_number(state, number)
    while number >= 0:
        following = state.events[number].next
        m = number - state.first_coherence
        asked = sim.kinds[c.messages[m].kind].message_class == _FORWARD
        l1_deliver(c, m)
        completed = send_out(state, sim, c, sim.snoop_cycles if asked else sim.l1_cycles, core, completed)
        number = following
    if c.in_use[core, 0] + c.in_use[core, 1] < before:
        tile.may_replay = 1
    return completed


@inlined_kernel
def try_access(
    state: State, sim: Simulated | Threads, c: Coherence, core: int, task: int, block: int, store: bool
) -> int:
    """Load or store for a task. Returns 1 for a hit, 0 for a miss, -1 for a retry."""
    tile = sim.tiles[core]
    event = _STORE if store else _LOAD
    index = find_in_l1(c, core, block)
    does = effect_of(c, index, event)
    if does & L1Action.HIT:
        hit(c, index, event)
        if store:
            tile.stores += 1
        else:
            tile.loads += 1
        tile.hits += 1
        return 1
    if does & L1Action.MISS and c.in_use[core, 0] == c.mshrs:
        tile.retries += 1
        return -1
    m = new_message(c, event, block, core, core)
    c.messages[m].stamp = task
    in_use = c.in_use[core, 0]
    if receive_at(c, m, index) == RETRY:
        release_message(c, m)
        tile.retries += 1
        return -1
    if store:
        tile.stores += 1
    else:
        tile.loads += 1
    send_out(state, sim, c, sim.l1_cycles, core, -1)
    if c.in_use[core, 0] > in_use:
        tile.misses += 1
    else:
        tile.merged += 1
    return 0


@inlined_kernel
def serve_home(state: State, sim: Simulated | Threads, c: Coherence, home: int) -> None:
    """Process the messages of a home slice that arrived in this cycle."""
    tile = sim.tiles[home]
    number = by_number(state, tile.home_inbox)
    tile.home_inbox = -1
    while number >= 0:
        following = state.events[number].next
        m = number - state.first_coherence
        kind = c.messages[m].kind
        tile.home_requests += _GET_S <= kind <= _UPGRADE
        home_deliver(c, m)
        send_out(state, sim, c, sim.l2_cycles, home, -1)
        number = following


@inlined_kernel
def send_out(
    state: State, sim: Simulated | Threads, c: Coherence, delay: int, tile: int, performed: int
) -> int:
    """Send the messages in the outbox. Returns the tasks with completed accesses, linked to ``performed``."""
    for k in range(c.registers[OUTBOX]):
        m = c.outbox[k]
        message = c.messages[m]
        kind = message.kind
        if kind >= NUM_MESSAGES:
            task = message.stamp
            state.links[task].child = performed
            performed = task
            release_message(c, m)
            continue
        _make_packet(state, sim, c, m)
        sim.sent[tile, kind] += 1
        if _GET_S <= kind <= _UPGRADE:
            sim.tiles[tile].l1_requests += 1
            touch(state, message.source, message.source, message.block)
        elif kind == _MEM_GET:
            sim.tiles[tile].fetches += 1
        elif kind == _MEM_WRITE:
            sim.tiles[tile].write_backs += 1
        number = state.first_coherence + m
        state.events[number].stage = DEPARTING
        post(state, number, state.clock.now + delay)
    c.registers[OUTBOX] = 0
    return performed


@inlined_kernel
def _make_packet(state: State, sim: Simulated | Threads, c: Coherence, m: int) -> None:
    message = c.messages[m]
    of_kind = message.block * NUM_MESSAGES + message.kind
    state.keys[m] = sim.first_number + (of_kind * sim.units + message.source) * sim.units + message.target
    state.packets[m].traffic = sim.kinds[message.kind].traffic
    state.packets[m].message_class = sim.kinds[message.kind].message_class
    state.packets[m].flits = sim.kinds[message.kind].flits


@inlined_kernel
def depart(state: State, sim: Simulated | Threads, c: Coherence, m: int) -> None:
    """Process the departure of a message from its unit."""
    message = c.messages[m]
    kind = message.kind
    leg = sim.kinds[kind].leg
    source, target = message.source, message.target
    if leg == _L1_TO_HOME:
        if target == NO_HOME:
            controller = controller_of(state, message.block)
            target = find_socket(c, message.block, state.tiles[controller])
            message.target = target
            _make_packet(state, sim, c, m)
        prefetch_at_home(c, target, message.block)
    elif leg == _HOME_TO_MEMORY:
        message.target = controller_of(state, message.block)
        target = state.tiles[message.target]
        _make_packet(state, sim, c, m)
    elif leg == _MEMORY_TO_HOME:
        source = state.tiles[source]
    else:
        prefetch_in_l1(c, target, message.block)
    if source == target:
        state.clock.local_coherence += 1
        arrive_at_unit(state, sim, c, m)
    else:
        _carry(state, sim, m, kind, source, target)


@inlined_kernel
def _carry(state: State, sim: Simulated | Threads, m: int, kind: int, source: int, target: int) -> None:
    state.traffic[sim.kinds[kind].traffic].bytes += sim.kinds[kind].bytes
    carry(state, state.first_coherence + m, source, target, 0)


@inlined_kernel
def arrive_at_unit(state: State, sim: Simulated | Threads, c: Coherence, m: int) -> None:
    """Process the arrival of a message at its L1, home or controller."""
    message, clock = c.messages[m], state.clock
    kind, target = message.kind, message.target
    leg = sim.kinds[kind].leg
    number = state.first_coherence + m
    if leg == _HOME_TO_MEMORY:
        if kind == _MEM_CLEAN:
            state.events[number].stage = SERVED
            post(state, number, clock.now + 1)
        else:
            if kind == _MEM_GET:
                clock.blocks_read += 1
            else:
                clock.blocks_written += 1
            ask_controller(state, number, target, message.block)
    elif leg in (_HOME_TO_L1, _L1_TO_L1):
        state.events[number].next = sim.tiles[target].inbox
        sim.tiles[target].inbox = number
        call(state, target)
    else:
        _come_home(state, sim, number, target)


@inlined_kernel
def _come_home(state: State, sim: Simulated | Threads, number: int, home: int) -> None:
    tile, clock = sim.tiles[home], state.clock
    if tile.home_inbox < 0:
        tile.next_home = clock.first_home
        clock.first_home = home
    state.events[number].next = tile.home_inbox
    tile.home_inbox = number


@inlined_kernel
def answer(state: State, sim: Simulated | Threads, c: Coherence, m: int) -> None:
    """Send the response of a controller to a message that it has served."""
    memory_deliver(c, m)
    m = c.outbox[0]
    c.registers[OUTBOX] = 0
    message = c.messages[m]
    _make_packet(state, sim, c, m)
    source, target = state.tiles[message.source], message.target
    prefetch_at_home(c, target, message.block)
    if source == target:
        state.clock.local_coherence += 1
        _come_home(state, sim, state.first_coherence + m, target)
    else:
        _carry(state, sim, m, message.kind, source, target)
