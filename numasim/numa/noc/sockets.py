"""The links between the sockets of a machine, and the number of these links that a packet crosses.

A mesh that is split into sockets is still one mesh with XY routes. The links between sockets have a different
delay and width. A flit occupies such a link for ``flit_cycles``. The head of a packet of P flits continues
only after (P - 1) (flit_cycles - 1) cycles, so that its flits can follow each other without a gap.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mappers.topology import EAST, NORTH, SOUTH, WEST, Mesh

if TYPE_CHECKING:
    from numasim.machine.sockets import Sockets


def socket_positions(mesh: Mesh, sockets: Sockets | None) -> NDArray[np.int32]:
    """The column and row of the socket of each tile, shape (tiles, 2); all 0 without sockets."""
    tile = np.arange(mesh.num_cores)
    positions = np.zeros((mesh.num_cores, 2), np.int32)
    if sockets is not None:
        positions[:, 0] = tile % mesh.width // (mesh.width // sockets.across)
        positions[:, 1] = tile // mesh.width // (mesh.height // sockets.down)
    return positions


def socket_of_tile(mesh: Mesh, sockets: Sockets | None) -> NDArray[np.int64]:
    """The socket of each tile, row by row from the upper left one, shape (tiles,); all 0 without sockets."""
    x, y = socket_positions(mesh, sockets).T.astype(np.int64)
    return x + (1 if sockets is None else sockets.across) * y


def crossings(mesh: Mesh, sockets: Sockets | None) -> NDArray[np.int32]:
    """The number of links between sockets on the route between any two tiles, shape (tiles, tiles)."""
    x, y = socket_positions(mesh, sockets).T
    return np.abs(x[:, None] - x) + np.abs(y[:, None] - y)


def links_between_sockets(mesh: Mesh, sockets: Sockets | None) -> NDArray[np.bool_]:
    """Whether each link connects two sockets, by link id."""
    between = np.zeros(mesh.num_links, bool)
    if sockets is None:
        return between
    position = socket_positions(mesh, sockets)
    for direction, back, step in ((EAST, WEST, 1), (SOUTH, NORTH, mesh.width)):
        tile = np.arange(mesh.num_cores - step)
        if direction == EAST:
            tile = tile[tile % mesh.width + 1 < mesh.width]
        here = tile[(position[tile] != position[tile + step]).any(axis=1)]
        between[4 * here + direction] = True
        between[4 * (here + step) + back] = True
    return between
