"""The tiles that are homes, as part of the state of all caches.

With ``l2.home: block``, blocks are dealt out over all tiles in turn. With ``page``, pages are. With
``socket``, the blocks of a page are dealt out over the tiles of the socket whose memory controller has the
page, as processors with a memory controller and a last-level cache of their own do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from numasim.numa.noc.sockets import socket_of_tile

if TYPE_CHECKING:
    from numasim.machine.machine import Machine

BY_BLOCK, BY_PAGE, BY_SOCKET = range(3)


class HomeTiles(NamedTuple):
    """The fields of :class:`~numasim.numa.coherence.state.Coherence` that say where the homes are."""

    home_rule: int
    page_blocks: int
    page_stride: int
    tiles_of_socket: NDArray[np.int64]
    socket_of_page: NDArray[np.int64]

    @classmethod
    def of_blocks(cls) -> HomeTiles:
        """The blocks are dealt out over all homes in turn."""
        return cls(BY_BLOCK, 1, 1, np.zeros((0, 1), np.int64), np.zeros(0, np.int64))

    @classmethod
    def of(cls, machine: Machine, num_blocks: int) -> HomeTiles:
        """The homes of a machine's blocks.

        Parameters
        ----------
        num_blocks : int
            The blocks of memory that the run uses are 0 .. ``num_blocks`` - 1.
        """
        rule, sockets = machine.l2.home, machine.network.sockets
        page_blocks = machine.memory.page // machine.memory.block
        if rule == "page":
            alone = np.arange(machine.num_cores, dtype=np.int64)[:, None]
            return cls(BY_PAGE, page_blocks, machine.num_cores, alone, np.zeros(0, np.int64))
        if rule == "block" or sockets is None:  # the tiles of the only socket are all tiles
            return cls.of_blocks()
        stride = len(machine.controller_tiles) if machine.memory.placement == "interleave" else 1
        pages = num_blocks // page_blocks + 1
        return cls(BY_SOCKET, page_blocks, stride, socket_tiles(machine), np.full(pages, -1, np.int64))


def socket_tiles(machine: Machine) -> NDArray[np.int64]:
    """The tiles of each socket.

    Returns
    -------
    ndarray of int64, shape (sockets, tiles of a socket)
    """
    socket = socket_of_tile(machine.topology, machine.network.sockets)
    return np.argsort(socket, kind="stable").reshape(int(socket.max()) + 1, -1).astype(np.int64)
