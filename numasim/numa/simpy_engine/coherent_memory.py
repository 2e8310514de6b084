"""The caches of a machine with timing: L1s, homes and controllers, and the messages between them.

The protocol (:mod:`numasim.numa.coherence`) defines the effects of messages, and this module their times. In
the decision phase, an L1 or a home slice processes the messages that arrived in the cycle, in the order of
their numbers, and sends ``latency_cycles`` later. A message between two units of a tile does not use the
network. A controller serves fetches and write-backs. A notice of a clean block uses no bandwidth.

The number of a message is computed from (block, kind, source, target). No two messages in flight have the
same number, so it is a tie-breaker in queues that does not depend on the order of sending.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import simpy

from numasim.machine.message_class import MessageClass
from numasim.numa.coherence.build_caches import check_protocol, cold_caches
from numasim.numa.coherence.controller import new_message, release_message
from numasim.numa.coherence.home import home_deliver
from numasim.numa.coherence.home_places import NO_HOME, find_socket
from numasim.numa.coherence.l1 import l1_deliver
from numasim.numa.coherence.memory import memory_deliver
from numasim.numa.coherence.protocol import CONTROL_FLITS, MESSAGES, NUM_MESSAGES, Event, Leg
from numasim.numa.coherence.state import LOST, OUTBOX, RETRY
from numasim.numa.shared.finished_run import CoherentCounts, HomeCounts, L1Counts
from numasim.numa.simpy_engine.clock import Clock
from numasim.numa.simpy_engine.memory import Memory
from numasim.numa.simpy_engine.network_interface import Network

if TYPE_CHECKING:
    from numasim.machine.machine import Machine


REQUESTS = (Event.GET_S, Event.GET_M, Event.UPGRADE)


class L1(L1Counts):
    """The private cache of one core.

    Parameters
    ----------
    caches : CoherentMemory
        All caches of the machine.
    number : int
        The tile.

    Attributes
    ----------
    lose : callable
        Called with every block that the cache loses, if values move through memory.
    """

    part: ClassVar[str] = "l1"

    def __init__(self, caches: CoherentMemory, number: int) -> None:
        super().__init__()
        self.caches = caches
        self.number = number
        self.inbox: list[int] = []
        self.lose: Callable[[int], None] = lambda block: None
        self._counted_until = 0

    def mshr_cycles_at(self, now: int) -> int:
        """``mshr_cycles`` as of a cycle."""
        in_use = int(self.caches.coherence.in_use[self.number, 0])
        return self.mshr_cycles + in_use * (now - self._counted_until)

    def deliver(self) -> tuple[list[int], bool]:
        """Process the arrived messages. Returns the completed accesses and whether others may retry."""
        caches, c = self.caches, self.caches.coherence
        in_use = c.in_use[self.number]
        now = caches.now
        self.mshr_cycles = self.mshr_cycles_at(now)
        self._counted_until = now
        before = int(in_use.sum())
        completed: list[int] = []
        messages, self.inbox = self.inbox, []
        for m in caches.by_number(messages):
            asked = MESSAGES[int(c.messages[m]["kind"])].message_class == MessageClass.FORWARD
            l1_deliver(c, m)
            completed += caches.empty_outbox(caches.snoop_cycles if asked else caches.l1_cycles, self)
        return completed, int(in_use.sum()) < before

    def access(self, task: int, block: int, store: bool) -> bool | None:
        """Load or store for a task. Returns True for a hit, False for a miss, None for a retry."""
        caches, c = self.caches, self.caches.coherence
        m = new_message(c, Event.STORE if store else Event.LOAD, block, self.number, self.number)
        c.messages[m]["stamp"] = task
        in_use = int(c.in_use[self.number, 0])
        if l1_deliver(c, m) == RETRY:
            release_message(c, m)
            self.retries += 1
            return None
        if store:
            self.stores += 1
        else:
            self.loads += 1
        if caches.empty_outbox(caches.l1_cycles, self):
            self.hits += 1
            return True
        if c.in_use[self.number, 0] > in_use:
            self.misses += 1
        else:
            self.merged += 1
        return False


class Home(HomeCounts):
    """A slice of the L2 with its directory."""

    part: ClassVar[str] = "home"

    def __init__(self, caches: CoherentMemory) -> None:
        super().__init__()
        self.caches = caches
        self.inbox: list[int] = []

    def receive(self, m: int) -> None:
        """Receive a message."""
        if not self.inbox:
            self.caches.clock.call(self)
        self.inbox.append(m)

    def decide(self) -> None:
        """Process the messages that arrived in this cycle."""
        caches = self.caches
        messages, self.inbox = self.inbox, []
        for m in caches.by_number(messages):
            self.requests += caches.coherence.messages[m]["kind"] in REQUESTS
            home_deliver(caches.coherence, m)
            caches.empty_outbox(caches.l2_cycles, self)


class CoherentMemory(CoherentCounts):
    """All caches of a machine, its directories, and the messages between them.

    The machine adds the L1s and the homes.

    Parameters
    ----------
    memory : Memory
        The memory with its controllers and pages.
    first_number : int
        The first number of coherence messages.
    num_blocks : int
        The blocks of memory are 0 .. ``num_blocks`` - 1.
    note_losses : bool
        Whether the L1s report the blocks that they lose.
    """

    part: ClassVar[str] = "caches"

    l1s: list[L1]
    homes: list[Home]

    def __init__(
        self,
        clock: Clock,
        network: Network,
        memory: Memory,
        machine: Machine,
        first_number: int,
        num_blocks: int,
        note_losses: bool,
    ) -> None:
        self.clock = clock
        self.coherence = cold_caches(machine, num_blocks, note_losses=note_losses)
        self.l1_cycles, self.snoop_cycles = machine.l1.latency_cycles, machine.l1.answer_cycles
        self.l2_cycles = machine.l2.latency_cycles
        super().__init__([], [], np.zeros((machine.num_cores, NUM_MESSAGES), np.int64))
        self.wake_core = lambda number: None
        self._env = clock.env
        self._network = network
        self._memory = memory
        self._first_number = first_number
        self._units = max(machine.num_cores, len(machine.controller_tiles))
        header = machine.network.header_size
        self._size = [header if k.flits == CONTROL_FLITS else header + machine.memory.block for k in MESSAGES]
        by_class = {
            MessageClass.REQUEST: self.requests,
            MessageClass.RESPONSE: self.responses,
            MessageClass.FORWARD: self.forwards,
        }
        to_memory = (Leg.HOME_TO_MEMORY, Leg.MEMORY_TO_HOME)
        self._traffic = [
            memory.traffic if k.leg in to_memory else by_class[k.message_class] for k in MESSAGES
        ]

    @property
    def now(self) -> int:
        """The current cycle."""
        return int(self._env.now)

    def number(self, m: int) -> int:
        """The number of a message, which is unique among the messages in flight."""
        message = self.coherence.messages[m]
        of_kind = int(message["block"]) * NUM_MESSAGES + int(message["kind"])
        return (
            self._first_number
            + (of_kind * self._units + int(message["source"])) * self._units
            + int(message["target"])
        )

    def by_number(self, messages: list[int]) -> list[int]:
        """Sort messages into the order in which a unit processes them."""
        return sorted(messages, key=self.number) if len(messages) > 1 else messages

    def empty_outbox(self, delay: int, unit: L1 | Home | None = None) -> list[int]:
        """Send the outbox ``delay`` cycles from now. Returns the tasks with completed accesses."""
        c = self.coherence
        check_protocol(c)
        performed = []
        for m in c.outbox[: c.registers[OUTBOX]].tolist():
            kind = int(c.messages[m]["kind"])
            if kind >= NUM_MESSAGES:
                performed.append(int(c.messages[m]["stamp"]))
                release_message(c, m)
                continue
            if unit is not None:
                self.sent[int(c.messages[m]["source"]), kind] += 1
            if isinstance(unit, L1):
                unit.requests += kind in REQUESTS
            elif isinstance(unit, Home):
                unit.fetches += kind == Event.MEM_GET
                unit.write_backs += kind == Event.MEM_WRITE
            if kind in REQUESTS:
                core = int(c.messages[m]["source"])
                self._memory.touch(core, core, int(c.messages[m]["block"]))
            self._env.process(self._travel(m, delay))
        c.registers[OUTBOX] = 0
        if isinstance(unit, L1):
            lost = c.lost[: c.registers[LOST]].tolist()
            c.registers[LOST] = 0
            for block in lost:
                unit.lose(block)
        return performed

    def _travel(self, m: int, delay: int) -> Generator[simpy.Event]:
        message, memory = self.coherence.messages[m], self._memory
        kind = int(message["kind"])
        leg = MESSAGES[kind].leg
        if delay:
            yield self._env.timeout(delay)
        if leg == Leg.L1_TO_HOME and message["target"] == NO_HOME:
            block = int(message["block"])
            message["target"] = find_socket(self.coherence, block, memory.tiles[memory.controller(block)])
        source, target = int(message["source"]), int(message["target"])
        if leg == Leg.HOME_TO_MEMORY:
            controller = memory.controller(int(message["block"]))
            message["target"] = controller
            target = memory.tiles[controller]
        elif leg == Leg.MEMORY_TO_HOME:
            source = memory.tiles[source]
        number = self.number(m)
        if source == target:
            self.local_messages += 1
        else:
            yield from self._network.carry(
                number, source, target, self._size[kind], MESSAGES[kind].message_class, self._traffic[kind]
            )
        if leg == Leg.HOME_TO_MEMORY:
            if kind == Event.MEM_CLEAN:
                yield self._env.timeout(1)
            else:
                block = int(message["block"])
                yield memory.serve(number, controller, block, is_read=kind == Event.MEM_GET)
            memory_deliver(self.coherence, m)
            self.empty_outbox(0)
        elif leg in (Leg.HOME_TO_L1, Leg.L1_TO_L1):
            self.l1s[target].inbox.append(m)
            self.wake_core(target)
        else:
            self.homes[target].receive(m)
