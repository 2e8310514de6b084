"""A network in bands of rows of its mesh, which several threads simulate together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mappers.topology import Mesh
from numasim.machine.router_parameters import RouterParameters
from numasim.numa.noc.boundary import boundaries
from numasim.numa.noc.flit_network import empty_network, with_capacity
from numasim.numa.noc.flit_state import FlitState
from numasim.numa.noc.router_records import CROWDED, FREE_PACKET, LOCAL, PORTS, REMOTE


def band_of_tiles(mesh: Mesh, bands: int) -> NDArray[np.int64]:
    """The band of each tile: ``bands`` groups of consecutive rows of about the same size."""
    return np.repeat(np.arange(mesh.height) * bands // mesh.height, mesh.width)


def banded_network(mesh: Mesh, parameters: RouterParameters, packets: Sequence[int]) -> list[FlitState]:
    """Create a network in cycle 0, with a state for each band.

    Each state is advanced by its own thread. The counters of the network are the sums over the states. In
    several bands, no flit passes a router in advance, because a band learns of a head only after it was sent.

    Parameters
    ----------
    packets : sequence of int
        The number of packets that are injected in each band.
    """
    bands = len(packets)
    first = np.cumsum([0, *packets])
    states = [empty_network(mesh, parameters, 0) for _ in packets]
    shared = with_capacity(states[0], first[-1])
    for band, boundary in enumerate(boundaries(bands, mesh.width, shared.boundary.lookahead)):
        states[band] = states[band]._replace(
            boundary=boundary,
            packets=shared.packets,
            head_from=shared.head_from,
            delivered=np.zeros(shared.delivered.shape, np.int64),
        )
        if bands > 1:
            states[band].clock[CROWDED] = 1
        if packets[band] > 0:
            shared.packets["next"][first[band + 1] - 1] = -1
            states[band].clock[FREE_PACKET] = first[band]
    vcs, band_of = shared.vcs_per_port, band_of_tiles(mesh, bands)
    ends = shared.ports["peer"].reshape(-1, PORTS)[:, :LOCAL].astype(np.int64)
    behind = band_of[ends // (PORTS * vcs)]
    for tile, direction in np.argwhere(behind != band_of[:, None]):
        end = slice(ends[tile, direction], ends[tile, direction] + vcs)
        states[band_of[tile]].vcs["state"][end] = REMOTE
        states[behind[tile, direction]].vcs["upstream"][end] = REMOTE
    return states
