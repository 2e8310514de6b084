"""The event loop of the coherent memory without a program: a calendar of messages, and issuing cores.

A message takes the cycles of the sending unit, the delay between its two tiles, and one cycle for each flit
after the first. Messages of a class between two tiles arrive in the order in which they were sent, unless
``ordered`` is false. There is no contention, because this machine tests the protocol. The network is in
:mod:`numasim.numa.simpy_engine.network`.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from numasim.numa.coherence.controller import new_message, release_message
from numasim.numa.coherence.home import find_at_home, home_deliver, replace_at_home
from numasim.numa.coherence.home_places import home_of
from numasim.numa.coherence.l1 import find_in_l1, l1_deliver
from numasim.numa.coherence.memory import memory_deliver
from numasim.numa.coherence.protocol import (
    NUM_MESSAGES,
    Event,
    Leg,
)
from numasim.numa.coherence.state import (
    OUTBOX,
    PROBLEM,
    RETRY,
    Coherence,
)
from partitioners.kernels.array_types import Int8, Int64
from partitioners.kernels.uncounted import kept_kernel

ISSUE = len(Event)
"""The kind of a core's event in which it issues its next operation."""

TIME, RANDOM, PERFORMED_COUNT, IN_CALENDAR, EVENTS, LAST_PERFORMED, LATENCY = range(7)
"""Fields of ``EventMachine.clock``. ``LATENCY`` is the sum of the cycles from issue to performance."""

QUIET, WRONG, DEADLOCK, STUCK = range(4)
"""The reasons why the machine stopped: all work is done, a problem, operations that will never be performed,
no operation performed for ``patience`` cycles."""


class Operation(IntEnum):
    """The operations of a script.

    ``EVICT`` and ``EVICT_HOME`` evict a block from the core's L1 and from the block's home. They do nothing
    if the block is absent or has a transaction in progress.
    """

    LOAD = Event.LOAD
    STORE = Event.STORE
    EVICT = Event.EVICT
    EVICT_HOME = Event.REPLACE


AT, UNDER_WAY, ASLEEP, ISSUES = range(4)
"""Fields of a row of ``EventMachine.cores``. ``ISSUES`` is the event of the core."""


class EventMachine(NamedTuple):
    """The state of the event machine except for the caches.

    Attributes
    ----------
    clock : ndarray of int64
        The fields ``TIME`` ...
    calendar : ndarray of int64, shape (cycles, 2)
        First and last message of each of the next cycles, as a ring buffer.
    cores : ndarray of int64, shape (cores, 4)
        Per core: next operation, operations in progress, whether it sleeps, its event.
    delays : ndarray of int64, shape (tiles, tiles)
    jitter : int
        Maximum random extra delay of a message, in cycles.
    unit_cycles : ndarray of int64, shape (NUM_MESSAGES,)
        Cycles of each message in the unit that sends it.
    kinds : ndarray of int64, shape (NUM_MESSAGES, 3)
        Leg, class, flits.
    arrived : ndarray of int64, shape (tiles, tiles, classes)
        Arrival time of the last message; empty if messages may overtake each other.
    """

    clock: NDArray[np.int64]
    calendar: NDArray[np.int64]
    cores: NDArray[np.int64]
    delays: NDArray[np.int64]
    jitter: int
    unit_cycles: NDArray[np.int64]
    kinds: NDArray[np.int64]
    controller_tiles: NDArray[np.int64]
    arrived: NDArray[np.int64]
    outstanding: int
    patience: int


@kept_kernel
def _random(clock: Int64, below: int) -> int:
    """A random number in 0 .. below - 1 from xorshift (Marsaglia 2003)."""
    x = clock[RANDOM]
    x ^= x << 13
    x ^= (x >> 7) & 0x1FFFFFFFFFFFFFF
    x ^= x << 17
    clock[RANDOM] = x
    return ((x >> 11) & 0x1FFFFFFFFFFFFF) % below


@kept_kernel
def _schedule(c: Coherence, w: EventMachine, m: int, time: int) -> None:
    slot = time & (w.calendar.shape[0] - 1)
    c.messages[m].next = -1
    if w.calendar[slot, 0] < 0:
        w.calendar[slot, 0] = m
    else:
        c.messages[w.calendar[slot, 1]].next = m
    w.calendar[slot, 1] = m
    w.clock[IN_CALENDAR] += 1


@kept_kernel
def _wake(c: Coherence, w: EventMachine, core: int) -> None:
    """Wake a sleeping core in the next cycle."""
    if w.cores[core, ASLEEP] and w.cores[core, UNDER_WAY] < w.outstanding:
        w.cores[core, ASLEEP] = 0
        _schedule(c, w, w.cores[core, ISSUES], w.clock[TIME] + 1)


@kept_kernel
def _empty_outbox(c: Coherence, w: EventMachine) -> None:
    """Schedule the sent messages, and release the performed operations."""
    time = w.clock[TIME]
    for k in range(c.registers[OUTBOX]):
        m = c.outbox[k]
        message = c.messages[m]
        kind = message.kind
        if kind >= NUM_MESSAGES:
            core = message.target
            w.cores[core, UNDER_WAY] -= 1
            w.clock[PERFORMED_COUNT] += 1
            w.clock[LAST_PERFORMED] = time
            w.clock[LATENCY] += time - message.stamp
            release_message(c, m)
            _wake(c, w, core)
            continue
        source, target = message.source, message.target
        leg = w.kinds[kind, 0]
        if leg == Leg.HOME_TO_MEMORY:
            target = w.controller_tiles[target]
        elif leg == Leg.MEMORY_TO_HOME:
            source = w.controller_tiles[source]
        arrival = time + w.unit_cycles[kind] + w.delays[source, target] + w.kinds[kind, 2] - 1
        if w.jitter > 0:
            arrival += _random(w.clock, w.jitter + 1)
        if w.arrived.size:
            group = w.kinds[kind, 1]
            arrival = max(arrival, w.arrived[source, target, group])
            w.arrived[source, target, group] = arrival
        _schedule(c, w, m, arrival)
    c.registers[OUTBOX] = 0


@kept_kernel
def _may_evict(c: Coherence, core: int, block: int) -> bool:
    line = find_in_l1(c, core, block)
    return line >= 0 and c.l1_replaceable[c.lines[line].state]


@kept_kernel
def _issue(c: Coherence, w: EventMachine, core: int, operations: Int8, blocks: Int64, offsets: Int64) -> None:
    """Issue the next operation of a core. The core sleeps if it must retry or has too many operations."""
    at = w.cores[core, AT]
    if at == offsets[core + 1]:
        return
    operation, block = np.int64(operations[at]), np.int64(blocks[at])
    time = w.clock[TIME]
    w.cores[core, UNDER_WAY] += 1
    if operation == Event.EVICT and not _may_evict(c, core, block):
        w.cores[core, UNDER_WAY] -= 1
        w.clock[PERFORMED_COUNT] += 1
    elif operation == Event.REPLACE:
        home = home_of(c, block)
        line = find_at_home(c, home, block)
        if line >= 0:
            replace_at_home(c, home, line)
        w.cores[core, UNDER_WAY] -= 1
        w.clock[PERFORMED_COUNT] += 1
    else:
        m = new_message(c, operation, block, core, core)
        c.messages[m].stamp = time
        if c.blocks.size:
            c.messages[m].value = c.blocks[block].value
        became = l1_deliver(c, m)
        if became == RETRY:
            release_message(c, m)
            w.cores[core, UNDER_WAY] -= 1
            w.cores[core, ASLEEP] = 1
            return
    w.cores[core, AT] = at + 1
    if at + 1 < offsets[core + 1]:
        w.cores[core, ASLEEP] = 1
        _wake(c, w, core)


@kept_kernel
def run(c: Coherence, w: EventMachine, operations: Int8, blocks: Int64, offsets: Int64) -> int:
    """Run until the machine is idle or a problem occurs."""
    last = len(operations) + w.clock[PERFORMED_COUNT]
    w.clock[LAST_PERFORMED] = w.clock[TIME]
    for core in range(c.cores):
        w.cores[core, AT] = offsets[core]
        w.cores[core, ASLEEP] = offsets[core] < offsets[core + 1]
        _wake(c, w, core)
    mask = w.calendar.shape[0] - 1
    while w.clock[IN_CALENDAR] > 0:
        slot = w.clock[TIME] & mask
        m = w.calendar[slot, 0]
        if m < 0:
            w.clock[TIME] += 1
            if w.clock[TIME] - w.clock[LAST_PERFORMED] > w.patience:
                return STUCK
            continue
        w.calendar[slot, 0] = c.messages[m].next
        w.clock[IN_CALENDAR] -= 1
        w.clock[EVENTS] += 1
        kind = c.messages[m].kind
        if kind == ISSUE:
            core = c.messages[m].target
            _issue(c, w, core, operations, blocks, offsets)
        else:
            leg = w.kinds[kind, 0]
            if leg == Leg.HOME_TO_L1 or leg == Leg.L1_TO_L1:
                core = c.messages[m].target
                l1_deliver(c, m)
                if kind == Event.WB_ACK:
                    _wake(c, w, core)
            elif leg == Leg.HOME_TO_MEMORY:
                memory_deliver(c, m)
            else:
                home_deliver(c, m)
        if c.registers[OUTBOX]:
            _empty_outbox(c, w)
        if c.registers[PROBLEM]:
            return WRONG
    return QUIET if w.clock[PERFORMED_COUNT] == last else DEADLOCK
