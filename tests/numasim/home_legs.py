"""The time of one message on an idle network, from the description of the network alone."""

from __future__ import annotations

from numasim.machine.machine import Machine


def way(where: Machine, a: int, b: int, flits: int) -> float:
    """The cycles from tile a to tile b, until the last flit of a packet has arrived."""
    if a == b:
        return 0
    net, mesh, sockets = where.network, where.topology, where.network.sockets
    crossed = 0
    if sockets is not None:
        across, down = mesh.width // sockets.across, mesh.height // sockets.down
        crossed = abs(a % mesh.width // across - b % mesh.width // across)
        crossed += abs(a // mesh.width // down - b // mesh.width // down)
    hops = int(mesh.distances[a, b]) + 1 - crossed
    narrow = 0 if sockets is None else (flits - 1) * (sockets.flit_cycles - 1) * crossed
    return net.injection_cycles + hops * net.hop_cycles + crossed * net.socket_hop_cycles + flits - 1 + narrow
