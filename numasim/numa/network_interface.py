"""What a network is to a run: its parameters, its interface, and the counts of its traffic."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

import numpy as np
import simpy
from numpy.typing import NDArray

from numasim.machine.message_class import MessageClass

if TYPE_CHECKING:
    from numasim.machine.router_parameters import RouterParameters
    from numasim.machine.sockets import Sockets


class NetworkParameters(Protocol):
    """What the network needs to know of the machine."""

    @property
    def flit_size(self) -> int:
        """Bytes that a link carries in a cycle."""

    @property
    def injection_cycles(self) -> int:
        """From a tile to its router."""

    @property
    def hop_cycles(self) -> int:
        """A router and the link behind it."""

    @property
    def sockets(self) -> Sockets | None:
        """How the mesh is split into sockets."""

    @property
    def socket_hop_cycles(self) -> int:
        """A router and a link to another socket behind it."""

    def flit_router(self) -> RouterParameters:
        """Its routers, flit by flit."""


@dataclass
class Traffic:
    """What one kind of messages (values, memory, barrier) moved through the network.

    ``by_hops`` has the packets and the flits of each message class and number of links.
    """

    packets: int = 0
    bytes: int = 0
    flits_injected: int = 0
    flits_ejected: int = 0
    flit_hops: int = 0
    latency_cycles: int = 0
    by_hops: dict[tuple[MessageClass, int], tuple[int, int]] = field(default_factory=dict)


class Network(Protocol):
    """Anything that carries packets between tiles."""

    def carry(
        self,
        number: int,
        source: int,
        target: int,
        size: int,
        message_class: MessageClass,
        traffic: Traffic,
    ) -> Generator[simpy.Event]:
        """Carry a packet that was sent in the previous cycle; the generator ends as its tail is handed over.

        Parameters
        ----------
        number : int
            Of the transaction, see :mod:`numasim.program.program`; of the packets under way no two share one.
        source, target : int
            Tiles; they may be the same one, the packet then passes its router alone.
        size : int
            Bytes, header included.
        message_class : MessageClass
            Decides the virtual channels that it may use.
        traffic : Traffic
            The kind of messages that the packet is counted in.
        """

    def link_counts(self) -> dict[str, NDArray[np.int64]]:
        """What each link has counted, by its id: ``flits`` and more; empty where links count nothing."""


def count_injected(traffic: Traffic, size: int, flits: int, hops: int, message_class: MessageClass) -> None:
    """Count a packet that has reached its port."""
    traffic.packets += 1
    traffic.bytes += size
    traffic.flits_injected += flits
    traffic.flit_hops += flits * hops
    packets, so_far = traffic.by_hops.get((message_class, hops), (0, 0))
    traffic.by_hops[message_class, hops] = packets + 1, so_far + flits
