"""Where the sockets of a machine meet: which links lead from one to another, and how many a packet crosses.

A mesh that is split into sockets is still one mesh, with XY routes over all of it; the links between sockets
have a delay and a width of their own. A flit holds such a link for ``flit_cycles``, and a packet of P flits
goes on only when they can follow each other without a gap: (P - 1) (flit_cycles - 1) cycles after its head.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mappers.topology import EAST, NORTH, SOUTH, WEST, Mesh

if TYPE_CHECKING:
    from numasim.machine.sockets import Sockets


def socket_positions(mesh: Mesh, sockets: Sockets | None) -> NDArray[np.int32]:
    """The column and the row of the socket of each tile; shape (tiles, 2), all 0 without sockets."""
    tile = np.arange(mesh.num_cores)
    positions = np.zeros((mesh.num_cores, 2), np.int32)
    if sockets is not None:
        positions[:, 0] = tile % mesh.width // (mesh.width // sockets.across)
        positions[:, 1] = tile // mesh.width // (mesh.height // sockets.down)
    return positions


def crossings(mesh: Mesh, sockets: Sockets | None) -> NDArray[np.int32]:
    """The links between sockets that a packet crosses from each tile to each other; shape (tiles, tiles)."""
    x, y = socket_positions(mesh, sockets).T
    return np.abs(x[:, None] - x) + np.abs(y[:, None] - y)


def links_between_sockets(mesh: Mesh, sockets: Sockets | None) -> NDArray[np.bool_]:
    """Whether each link, by its id, leads to another socket."""
    between = np.zeros(mesh.num_links, bool)
    position = socket_positions(mesh, sockets)
    for direction, back, step in ((EAST, WEST, 1), (SOUTH, NORTH, mesh.width)):
        tile = np.arange(mesh.num_cores - step)
        if direction == EAST:
            tile = tile[tile % mesh.width + 1 < mesh.width]
        here = tile[(position[tile] != position[tile + step]).any(axis=1)]
        between[4 * here + direction] = True
        between[4 * (here + step) + back] = True
    return between
