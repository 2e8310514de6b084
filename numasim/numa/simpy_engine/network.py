"""The network on chip: XY routes over a mesh, without contention, with queues, or with routers.

A packet leaves its tile through the tile's injection port, crosses the links of its XY route, and is
delivered by the ejection port of its target tile. Its head is at the injection port one cycle after it was
sent, and at the first router ``injection_cycles`` later. Every router with the channel after it takes
``hop_cycles``. Without contention, a packet of P flits over h hops therefore takes

    1 + injection_cycles + (h + 1) hop_cycles + P - 1 cycles.

With the defaults (1 and 5), this is the zero-load latency 5 (h + 1) + 2 + (P - 1) of a four-stage router.
``ideal`` has exactly this latency. ``packet`` adds an unbounded first-come first-served queue at every port
and link, and a packet occupies a link for its P flits. The head does not wait for the tail (virtual
cut-through), and links between sockets may be slower (:mod:`numasim.numa.noc.sockets`). Nothing is reserved
ahead. Without virtual channels, its saturation is optimistic, so it is valid only up to about half of the
links' capacity. ``flit`` models the routers, with virtual channels, bounded buffers and credits
(:mod:`numasim.numa.noc.flit_network`).
"""

from __future__ import annotations

from collections.abc import Generator
from functools import lru_cache
from typing import ClassVar

import numpy as np
import simpy
from numpy.typing import NDArray

from mappers.topology import Mesh
from numasim.machine.message_class import MessageClass
from numasim.numa.noc.sockets import links_between_sockets, socket_positions
from numasim.numa.shared.traffic import Traffic
from numasim.numa.simpy_engine.clock import Clock
from numasim.numa.simpy_engine.network_interface import NetworkParameters, count_injected
from numasim.numa.simpy_engine.server import Server


class IdealNetwork:
    """A network in which every packet has its zero-load latency."""

    part: ClassVar[str] = "network"

    def __init__(self, clock: Clock, mesh: Mesh, parameters: NetworkParameters) -> None:
        self._env = clock.env
        self._distances = mesh.distances.tolist()
        self._parameters = parameters
        self._socket = socket_positions(mesh, parameters.sockets).tolist()
        self._flit_cycles = parameters.sockets.flit_cycles if parameters.sockets else 1

    def carry(
        self,
        number: int,
        source: int,
        target: int,
        size: int,
        message_class: MessageClass,
        traffic: Traffic,
    ) -> Generator[simpy.Event]:
        """See :class:`Network`."""
        p = self._parameters
        hops = self._distances[source][target]
        flits = -(-size // p.flit_size)
        count_injected(traffic, size, flits, hops, message_class)
        latency = p.injection_cycles + (hops + 1) * p.hop_cycles + flits - 1
        (x, y), (to_x, to_y) = self._socket[source], self._socket[target]
        longer = p.socket_hop_cycles - p.hop_cycles + (flits - 1) * (self._flit_cycles - 1)
        latency += (abs(x - to_x) + abs(y - to_y)) * longer
        yield self._env.timeout(latency)
        traffic.flits_ejected += flits
        traffic.latency_cycles += latency

    def link_counts(self) -> dict[str, NDArray[np.int64]]:
        """See :class:`Network`."""
        return {}


class PacketNetwork:
    """A network with a queue at every port and link.

    Attributes
    ----------
    links : list of Server
        The links by link id; see :class:`mappers.topology.Mesh`.
    injection, ejection : list of Server
        The ports by tile.
    """

    part: ClassVar[str] = "network"

    def __init__(self, clock: Clock, mesh: Mesh, parameters: NetworkParameters) -> None:
        self._env = clock.env
        self._parameters = parameters
        self.links = [Server(clock) for _ in range(mesh.num_links)]
        self.injection = [Server(clock) for _ in range(mesh.num_cores)]
        self.ejection = [Server(clock) for _ in range(mesh.num_cores)]
        between = links_between_sockets(mesh, parameters.sockets)
        flit_cycles = parameters.sockets.flit_cycles if parameters.sockets else 1
        self._flit_cycles = np.where(between, flit_cycles, 1)
        hop_cycles = np.where(between, parameters.socket_hop_cycles, parameters.hop_cycles)
        of_links = list(zip(self.links, self._flit_cycles.tolist(), hop_cycles.tolist(), strict=True))
        self._route = lru_cache(maxsize=65536)(
            lambda source, target: [of_links[i] for i in mesh.route(source, target)]
        )

    def carry(
        self,
        number: int,
        source: int,
        target: int,
        size: int,
        message_class: MessageClass,
        traffic: Traffic,
    ) -> Generator[simpy.Event]:
        """See :class:`Network`."""
        p = self._parameters
        hop = p.hop_cycles
        flits = -(-size // p.flit_size)
        sent = self._env.now
        route = self._route(source, target)
        count_injected(traffic, size, flits, len(route), message_class)
        yield self.injection[source].request(number, flits, p.injection_cycles)
        for link, flit_cycles, cycles in route:
            yield link.request(number, flits * flit_cycles, cycles + (flits - 1) * (flit_cycles - 1))
        yield self.ejection[target].request(number, flits, hop + flits - 1)
        traffic.flits_ejected += flits
        traffic.latency_cycles += self._env.now - sent

    def link_counts(self) -> dict[str, NDArray[np.int64]]:
        """See :class:`Network`."""
        counted = [(link.served, link.busy_ticks, link.wait_cycles) for link in self.links]
        packets, busy, wait_cycles = np.array(counted, np.int64).T
        flits = busy // self._flit_cycles
        return {"packets": packets, "flits": flits, "busy_cycles": busy, "wait_cycles": wait_cycles}
