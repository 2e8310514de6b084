"""The interface between a network and a run: parameters and methods."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Protocol

import numpy as np
import simpy
from numpy.typing import NDArray

from numasim.machine.message_class import MessageClass
from numasim.numa.shared.traffic import Traffic

if TYPE_CHECKING:
    from numasim.machine.router_parameters import RouterParameters
    from numasim.machine.sockets import Sockets


class NetworkParameters(Protocol):
    """The parameters of the machine that a network needs."""

    @property
    def flit_size(self) -> int:
        """Bytes that a link carries per cycle."""

    @property
    def injection_cycles(self) -> int:
        """Cycles from a tile to its router."""

    @property
    def hop_cycles(self) -> int:
        """Cycles through a router and the link after it."""

    @property
    def sockets(self) -> Sockets | None:
        """The division of the mesh into sockets, if any."""

    @property
    def socket_hop_cycles(self) -> int:
        """Cycles through a router and a link between sockets after it."""

    def flit_router(self) -> RouterParameters:
        """The parameters of the routers of the ``flit`` network."""


class Network(Protocol):
    """A network that transports packets between tiles."""

    def carry(
        self,
        number: int,
        source: int,
        target: int,
        size: int,
        message_class: MessageClass,
        traffic: Traffic,
    ) -> Generator[simpy.Event]:
        """Transport a packet that was sent in the previous cycle. The generator ends at the tail's delivery.

        Parameters
        ----------
        number : int
            The number of the transaction, see :mod:`numasim.program.program`. It is unique among the packets
            in flight.
        source, target : int
            Tiles. If they are equal, the packet only passes the router of the tile.
        size : int
            Bytes including the header.
        message_class : MessageClass
            The class, which determines the virtual channels that the packet may use.
        traffic : Traffic
            The counters for this kind of message.
        """

    def link_counts(self) -> dict[str, NDArray[np.int64]]:
        """The counters of the links, by link id: ``flits`` and others; empty if there are none."""


def count_injected(traffic: Traffic, size: int, flits: int, hops: int, message_class: MessageClass) -> None:
    """Count a packet that has reached its port."""
    traffic.packets += 1
    traffic.bytes += size
    traffic.flits_injected += flits
    traffic.flit_hops += flits * hops
    packets, so_far = traffic.by_hops.get((message_class, hops), (0, 0))
    traffic.by_hops[message_class, hops] = packets + 1, so_far + flits
