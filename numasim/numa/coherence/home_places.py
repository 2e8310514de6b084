"""The home of a block: a tile, the tile of its page, or a tile in the socket of its page.

The rules are those of :mod:`numasim.numa.coherence.home_tiles`. The controller of a page may depend on its
first access. So with ``socket``, a request for a block of a new page leaves its L1 without a target, and
:func:`find_socket` gives it one when it departs.
"""

from __future__ import annotations

from numasim.numa.coherence.cache import remainder
from numasim.numa.coherence.home_tiles import BY_BLOCK, BY_PAGE
from numasim.numa.coherence.state import Coherence
from partitioners.kernels.uncounted import inlined_kernel, kept_kernel

NO_HOME = -1
"""The home of a block whose page belongs to no socket yet."""


@kept_kernel
def home_of(c: Coherence, block: int) -> int:
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
def number_in_socket(c: Coherence, block: int) -> int:
    """The number of a block among those of its socket's tiles, or of its page's tile.

    Pages that belong to one socket or tile follow one another, so that they fill all sets of its slices.
    """
    page = block // c.page_blocks
    return page // c.page_stride * c.page_blocks + block - page * c.page_blocks


@inlined_kernel
def _entry(c: Coherence, block: int) -> int:
    """The page of a block. What a component fetches behind the memory of the run counts to its last page."""
    return min(block // c.page_blocks, c.socket_of_page.size - 1)


@kept_kernel
def find_socket(c: Coherence, block: int, tile: int) -> int:
    """Give a page to the socket of its memory controller's tile. Returns the home of the block."""
    for socket in range(c.tiles_of_socket.shape[0]):
        for k in range(c.tiles_of_socket.shape[1]):
            if c.tiles_of_socket[socket, k] == tile:
                c.socket_of_page[_entry(c, block)] = socket
    return home_of(c, block)
