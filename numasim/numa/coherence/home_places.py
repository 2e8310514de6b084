"""Where the homes of blocks are: over all tiles, at one tile for each page, or in the socket of the page.

With ``l2.home: block``, blocks are dealt out over all tiles in turn. With ``page``, pages are. With
``socket``, the blocks of a page are dealt out over the tiles of the socket whose memory controller has the
page, as processors with a memory controller and a last-level cache of their own do. The controller of a page
may depend on its first access. So a request for a block of a new page leaves its L1 without a target, and
:func:`find_socket` gives it one when it departs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from numasim.numa.coherence.cache import remainder
from numasim.numa.noc.sockets import socket_of_tile
from partitioners.kernels.uncounted import inlined_kernel, kept_kernel

if TYPE_CHECKING:
    from numasim.machine.machine import Machine

BY_BLOCK, BY_PAGE, BY_SOCKET = range(3)

NO_HOME = -1
"""The home of a block whose page belongs to no socket yet."""


class HomePlaces(NamedTuple):
    """The fields of :class:`~numasim.numa.coherence.state.Coherence` that say where the homes are.

    Attributes
    ----------
    home_rule, page_blocks, page_stride : int
    tiles_of_socket, socket_of_page : ndarray of int64
    """

    home_rule: int
    page_blocks: int
    page_stride: int
    tiles_of_socket: NDArray[np.int64]
    socket_of_page: NDArray[np.int64]

    @classmethod
    def of_blocks(cls) -> HomePlaces:
        """The blocks are dealt out over all homes in turn."""
        return cls(BY_BLOCK, 1, 1, np.zeros((0, 1), np.int64), np.zeros(0, np.int64))

    @classmethod
    def of(cls, machine: Machine, num_blocks: int) -> HomePlaces:
        """The homes of a machine's blocks.

        Parameters
        ----------
        machine : Machine
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


@kept_kernel
def home_of(c, block):  # type: ignore[no-untyped-def]  # a kernel
    """The home slice of a block, or ``NO_HOME``."""
    if c.home_rule == BY_BLOCK:
        return remainder(block, c.homes, c.home_bits)
    if c.home_rule == BY_PAGE:
        socket = block // c.page_blocks % c.homes
    else:
        socket = c.socket_of_page[_entry(c, block)]
    if socket < 0:
        return NO_HOME
    return c.tiles_of_socket[socket, number_in_socket(c, block) % c.tiles_of_socket.shape[1]]


@kept_kernel
def number_in_socket(c, block):  # type: ignore[no-untyped-def]  # a kernel
    """The number of a block among those of its socket's tiles, or of its page's tile.

    Pages that belong to one socket or tile follow one another, so that they fill all sets of its slices.
    """
    page = block // c.page_blocks
    return page // c.page_stride * c.page_blocks + block - page * c.page_blocks


@inlined_kernel
def _entry(c, block):  # type: ignore[no-untyped-def]  # a kernel
    """The page of a block. What a component fetches behind the memory of the run counts to its last page."""
    return min(block // c.page_blocks, c.socket_of_page.size - 1)


@kept_kernel
def find_socket(c, block, tile):  # type: ignore[no-untyped-def]  # a kernel
    """Give a page to the socket of its memory controller's tile. Returns the home of the block."""
    for socket in range(c.tiles_of_socket.shape[0]):
        for k in range(c.tiles_of_socket.shape[1]):
            if c.tiles_of_socket[socket, k] == tile:
                c.socket_of_page[_entry(c, block)] = socket
    return home_of(c, block)
