"""The machine of a run in the SimPy engine: clock, network, memory, caches, and the loop over the cycles."""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import inf
from typing import TYPE_CHECKING

import simpy

from numasim.numa.shared.limits import STUCK, Limits, Watchdog
from numasim.numa.simpy_engine.clock import Clock
from numasim.numa.simpy_engine.parts import Parts

if TYPE_CHECKING:
    from numasim.machine.machine import Machine
    from numasim.numa.noc.flit_state import FlitState
    from numasim.numa.simpy_engine.coherent_memory import CoherentMemory
    from numasim.numa.simpy_engine.memory import Memory
    from numasim.numa.simpy_engine.network_interface import Network


class MachineParts(ABC):
    """The parts of a machine that do not depend on what its cores run.

    Parameters
    ----------
    parts : Parts
        The classes of the parts.
    network : {'ideal', 'packet', 'flit'}
        The fidelity of the network.
    first_coherence_number : int or None
        The first number of coherence messages; None for a machine without caches (traced memory).
    num_blocks : int
        With caches, the blocks of memory are 0 .. ``num_blocks`` - 1.
    note_losses : bool
        Whether the L1s report the blocks that they lose.

    Attributes
    ----------
    coherent : CoherentMemory or None
        The caches. The run sets its ``wake_core``.
    header : int
        Bytes of a message's header.
    events : int
        Number of events of the run.
    finished_at : int
        T, at the end of the run.
    ended_by : str or None
        The limit that ended the run, so that it is incomplete.
    """

    network: Network
    memory: Memory
    coherent: CoherentMemory | None

    def __init__(
        self,
        parts: Parts,
        machine: Machine,
        network: str,
        *,
        first_coherence_number: int | None,
        num_blocks: int = 0,
        note_losses: bool = False,
    ) -> None:
        self.env = simpy.Environment()
        self.clock = Clock(self.env)
        clock = self.clock
        self.network = parts.make("network", clock, machine.topology, machine.network, own=network)
        controllers = [parts.make("controller", clock, machine) for _ in machine.controller_tiles]
        self.memory = parts.make("memory", clock, self.network, machine, controllers)
        self.coherent = None
        if first_coherence_number is not None:
            of_blocks = (first_coherence_number, num_blocks, note_losses)
            caches = parts.make("caches", clock, self.network, self.memory, machine, *of_blocks)
            caches.l1s.extend(parts.make("l1", caches, number) for number in range(machine.num_cores))
            caches.homes.extend(parts.make("home", caches) for _ in range(machine.num_cores))
            self.coherent = caches
        self.header = machine.network.header_size
        self.events = 0
        self.finished_at = 0
        self.ended_by: str | None = None

    @property
    def routers(self) -> FlitState | None:
        """The state of the routers of the ``flit`` network."""
        routers = getattr(self.network, "routers", None)
        return routers and routers.state

    @abstractmethod
    def _is_done(self) -> bool:
        """Whether the work is finished."""

    @abstractmethod
    def _progress(self) -> object:
        """A value that changes as long as the run makes progress."""

    def _go_on(self, limits: Limits) -> None:
        """Run cycle by cycle to the end, to a limit, or until no progress is made."""
        watchdog, env = Watchdog(limits), self.env
        peek, step = env.peek, env.step
        while (cycle := peek()) < inf:
            if cycle >= watchdog.until_cycle or self.events >= watchdog.until_event:
                reached = watchdog.check(cycle, self.events, done=self._is_done(), progress=self._progress())
                if reached == STUCK:
                    return
                if reached is not None:
                    self.ended_by, self.finished_at = reached, watchdog.ended_at
                    return
            while peek() == cycle:
                step()
                self.events += 1
