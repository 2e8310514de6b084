"""Synthetic traffic on the ``packet`` network, with the same schedules as on the routers."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

import numpy as np
import simpy
from numpy.typing import NDArray

from mappers.topology import Mesh
from numasim.machine.message_class import MessageClass
from numasim.machine.router_parameters import RouterParameters
from numasim.numa.noc.traffic import Schedule
from numasim.numa.shared.traffic import Traffic
from numasim.numa.simpy_engine.clock import Clock
from numasim.numa.simpy_engine.network import PacketNetwork


def replay_on_queues(
    mesh: Mesh, routers: RouterParameters, packets: Schedule
) -> tuple[NDArray[np.int64], int]:
    """Run a schedule on a new network. The number of a packet is its index in the schedule.

    Parameters
    ----------
    routers : RouterParameters
        The routers, whose delays determine those of the ports and links. Buffers and virtual channels have no
        effect.

    Returns
    -------
    arrived : ndarray of int64, shape (packets,)
        The cycle of the tail's arrival.
    busy : int
        Busy cycles of the busiest link or port.
    """
    env = simpy.Environment()
    delays = SimpleNamespace(
        flit_size=1,
        injection_cycles=routers.injection_delay,
        hop_cycles=routers.hop_cycles,
        socket_hop_cycles=routers.socket_hop_cycles,
        sockets=routers.sockets,
    )
    network = PacketNetwork(Clock(env), mesh, delays)
    traffic = Traffic()
    arrived = np.zeros(packets.created.size, np.int64)

    def packet(number: int, source: int, target: int, flits: int) -> Iterator[simpy.Event]:
        yield from network.carry(number, source, target, flits, MessageClass.FORWARD, traffic)
        arrived[number] = env.now

    def sources() -> Iterator[simpy.Event]:
        for number, (created, *what) in enumerate(zip(*(column.tolist() for column in packets), strict=True)):
            if created + 1 > env.now:  # a packet is at its port one cycle after its creation
                yield env.timeout(created + 1 - env.now)
            env.process(packet(number, *what))

    env.process(sources())
    env.run()
    servers = network.links + network.injection + network.ejection
    return arrived, max(server.busy_ticks for server in servers)
