"""The network on chip: XY routes over a mesh, without contention or with a queue at every link.

A packet leaves its tile through the tile's injection port, crosses the links of its XY route and is handed
over by the ejection port of its target tile. A cycle after it was sent its head is at the injection port,
``injection_cycles`` later at the first router; every router and the channel behind it take ``router_cycles
+ link_cycles``. Without contention a packet of P flits over h hops therefore takes

    1 + injection_cycles + (h + 1) (router_cycles + link_cycles) + P - 1 cycles,

which with the defaults (1, 4 and 1) is the zero-load latency 5 (h + 1) + 2 + (P - 1) of a four-stage
router. ``ideal`` is exactly that. ``packet`` adds a first-come first-served queue at every port and link,
of unbounded length, in which a packet holds the link for its P flits; the head does not wait for the tail
(virtual cut-through). Nothing is reserved ahead. Without virtual channels its saturation is optimistic:
trust it to about half of the links' capacity.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import simpy

from mappers.topology import Mesh
from numasim.numa.clock import Clock
from numasim.numa.server import Server


class NetworkParameters(Protocol):
    """What the network needs to know of the machine; sizes in bytes, delays in cycles."""

    flit: int
    header: int
    injection_cycles: int
    router_cycles: int
    link_cycles: int


@dataclass
class Traffic:
    """What one class of messages (values, memory, barrier) moved through the network."""

    packets: int = 0
    bytes: int = 0
    flits_injected: int = 0
    flits_ejected: int = 0
    flit_hops: int = 0
    latency_cycles: int = 0


class Network(Protocol):
    """Anything that carries packets between tiles."""

    def carry(
        self, number: int, source: int, target: int, size: int, traffic: Traffic
    ) -> Generator[simpy.Event]:
        """Carry a packet that was sent in the previous cycle; the generator ends as its tail is handed over.

        Parameters
        ----------
        number : int
            Of the transaction, see :mod:`numasim.program`.
        source, target : int
            Tiles; they may be the same one, the packet then passes its router alone.
        size : int
            Bytes, header included.
        traffic : Traffic
            The class that the packet is counted in.
        """


class IdealNetwork:
    """Zero-load latency for every packet."""

    def __init__(self, clock: Clock, mesh: Mesh, parameters: NetworkParameters) -> None:
        self._env = clock.env
        self._distances = mesh.distances.tolist()
        self._parameters = parameters

    def carry(
        self, number: int, source: int, target: int, size: int, traffic: Traffic
    ) -> Generator[simpy.Event]:
        """See :class:`Network`."""
        p = self._parameters
        hops = self._distances[source][target]
        flits = -(-size // p.flit)
        _injected(traffic, size, flits, hops)
        latency = p.injection_cycles + (hops + 1) * (p.router_cycles + p.link_cycles) + flits - 1
        yield self._env.timeout(latency)
        traffic.flits_ejected += flits
        traffic.latency_cycles += latency


class PacketNetwork:
    """A queue at every port and link.

    Attributes
    ----------
    links : list of Server
        By link id; see :class:`mappers.topology.Mesh`.
    injection, ejection : list of Server
        By tile.
    """

    def __init__(self, clock: Clock, mesh: Mesh, parameters: NetworkParameters) -> None:
        self._env = clock.env
        self._parameters = parameters
        self.links = [Server(clock) for _ in range(mesh.num_links)]
        self.injection = [Server(clock) for _ in range(mesh.num_cores)]
        self.ejection = [Server(clock) for _ in range(mesh.num_cores)]
        self._route = lru_cache(maxsize=65536)(
            lambda source, target: [self.links[i] for i in mesh.route(source, target)]
        )

    def carry(
        self, number: int, source: int, target: int, size: int, traffic: Traffic
    ) -> Generator[simpy.Event]:
        """See :class:`Network`."""
        p = self._parameters
        hop = p.router_cycles + p.link_cycles
        flits = -(-size // p.flit)
        sent = self._env.now
        route = self._route(source, target)
        _injected(traffic, size, flits, len(route))
        yield self.injection[source].request(number, flits, p.injection_cycles)
        for link in route:
            yield link.request(number, flits, hop)
        yield self.ejection[target].request(number, flits, hop + flits - 1)
        traffic.flits_ejected += flits
        traffic.latency_cycles += self._env.now - sent


def _injected(traffic: Traffic, size: int, flits: int, hops: int) -> None:
    traffic.packets += 1
    traffic.bytes += size
    traffic.flits_injected += flits
    traffic.flit_hops += flits * hops


NETWORKS: dict[str, Callable[[Clock, Mesh, NetworkParameters], Network]] = {
    "ideal": IdealNetwork,
    "packet": PacketNetwork,
}
"""The fidelities, by the name that ``execution: {network: ...}`` gives them."""
