"""The ``flit`` network as a SimPy process: routers with virtual channels and credits, cycle by cycle.

The routers are in :class:`numasim.numa.noc.flit_network.FlitNetwork`. In every cycle with packets in flight,
the process runs in the decision phase. It injects the packets that reached their ports in this cycle, by
number, and advances the routers to the arrivals of the next cycle, in which tails are delivered.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import ClassVar

import numpy as np
import simpy
from numpy.typing import NDArray

from mappers.topology import Mesh
from numasim.machine.message_class import MessageClass
from numasim.numa.noc.flit_counters import link_counts
from numasim.numa.noc.flit_network import FlitNetwork
from numasim.numa.shared.traffic import Traffic
from numasim.numa.simpy_engine.clock import Clock, fire_after
from numasim.numa.simpy_engine.network_interface import NetworkParameters, count_injected


class FlitLevelNetwork:
    """The routers and their packets in flight."""

    part: ClassVar[str] = "network"

    def __init__(self, clock: Clock, mesh: Mesh, parameters: NetworkParameters) -> None:
        self._clock = clock
        self._env = clock.env
        self._flit = parameters.flit_size
        self._distances = mesh.distances.tolist()
        self.routers = FlitNetwork(mesh, parameters.flit_router())
        self._at_ports: list[tuple[int, int, int, int, int]] = []
        self._handed_over: dict[int, simpy.Event] = {}
        self._sleeping: simpy.Event | None = None
        self._env.process(self._process())

    def carry(
        self,
        number: int,
        source: int,
        target: int,
        size: int,
        message_class: MessageClass,
        traffic: Traffic,
    ) -> Generator[simpy.Event]:
        """See :class:`numasim.numa.simpy_engine.network_interface.Network`."""
        sent = self._env.now
        flits = -(-size // self._flit)
        count_injected(traffic, size, flits, self._distances[source][target], message_class)
        self._at_ports.append((number, source, target, flits, message_class))
        self._handed_over[number] = handed_over = self._env.event()
        if self._sleeping is not None:
            self._sleeping.succeed()
            self._sleeping = None
        yield handed_over
        traffic.flits_ejected += flits
        traffic.latency_cycles += self._env.now - sent

    def _process(self) -> Generator[simpy.Event]:
        routers, env = self.routers, self._env
        while True:
            self._sleeping = env.event()
            yield self._sleeping
            while self._at_ports or routers.in_flight:
                yield self._clock.decisions()
                self._step(env.now)
                yield env.timeout(1)

    def _step(self, now: int) -> None:
        """Make the decisions of this cycle, and process the arrivals of the next."""
        routers = self.routers
        routers.advance(now)  # the network is not advanced while only credits are in flight
        at_ports, self._at_ports = sorted(self._at_ports), []
        for packet in at_ports:
            routers.inject(now, *packet)
        for number, _, _ in routers.advance(now + 1).tolist():
            fire_after(self._handed_over.pop(number), 1)

    def link_counts(self) -> dict[str, NDArray[np.int64]]:
        """See :func:`numasim.numa.noc.flit_counters.link_counts`."""
        return link_counts(self.routers.state)
