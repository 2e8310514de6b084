"""The memory of a program of threads: the places of its arrays, locks and counters, and their writers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from numasim.threads.program import MemoryArray
from partitioners.errors import OptionError

WORD = 8
"""The bytes of a counter of a synchronisation object."""

ELEMENT_SIZES = (1, 2, 4, 8)

LOCK_KINDS = ("ticket", "test_and_set", "test_and_test_and_set", "mcs")
"""The kinds of locks, see :mod:`numasim.numa.shared.sync_steps`."""

NODES = 8
"""The nodes of a thread in the queues of locks, one for each lock that it holds. With more, they share."""


@dataclass(frozen=True, eq=False)
class MemoryLayout:
    """The addresses of one program.

    Attributes
    ----------
    arrays : dict of str to ndarray
        The arrays, which are views of one buffer: an element's simulated address is its offset.
    origin : int
        The real address of the buffer.
    array_bytes : int
        The end of the arrays.
    bytes : int
        The end of all, with counters.
    ticket_address, grant_address : ndarray of int64, shape (objects,)
        The addresses of the counters of each synchronisation object.
    node_address : ndarray of int64, shape (threads, NODES)
        The addresses of the nodes of each thread, on pages of its own; empty without queues.
    shared_address : ndarray of int64, shape (1 + threads,)
        The addresses of the shared words of the schedule.
    writer_of_page : ndarray of int32, shape (pages,)
        The thread that wrote each page before the program began, or -1.
    """

    arrays: dict[str, NDArray[Any]]
    origin: int
    array_bytes: int
    bytes: int
    ticket_address: NDArray[np.int64]
    grant_address: NDArray[np.int64]
    node_address: NDArray[np.int64]
    shared_address: NDArray[np.int64]
    writer_of_page: NDArray[np.int32]


def lay_out(
    arrays: Sequence[MemoryArray],
    objects: int,
    threads: int,
    *,
    block: int,
    page: int,
    locks: Literal["padded", "packed"] = "padded",
    queues: bool = False,
    own_addresses: NDArray[np.int64] | None = None,
    capacity: int | None = None,
) -> MemoryLayout:
    """Place the arrays of a program, each on pages of its own, and then its counters.

    An object with an address of its own has both counters there, as the halves of one word.

    Parameters
    ----------
    objects : int
        Number of synchronisation objects.
    block, page : int
        Sizes in bytes.
    locks : {'padded', 'packed'}
        ``padded``: each counter has a block of its own. ``packed``: counters are 8 bytes apart.
    queues : bool
        Whether the threads need nodes in the queues of locks, each in a block of its own.
    own_addresses : ndarray of int64, shape (objects,), optional
        The addresses of the objects that are in the program's arrays; -1 for the others.
    capacity : int, optional
        The bytes of the memory; not limited by default.

    Raises
    ------
    OptionError
        An array has no elements, elements of another size, or a name that another array has; an object's own
        address is outside the arrays; or the program does not fit into the memory.
    """
    places: dict[str, tuple[int, int]] = {}
    end = 0
    for array in arrays:
        size = np.dtype(array.dtype).itemsize
        if array.size < 1 or size not in ELEMENT_SIZES or array.name in places:
            raise OptionError(
                f"array {array.name!r} has {array.size} elements of {size} bytes; expected at least one, of "
                f"{', '.join(map(str, ELEMENT_SIZES))} bytes, and a name of its own"
            )
        places[array.name] = (end, size * array.size)
        end = -(-(end + size * array.size) // page) * page
    array_bytes = end
    own = np.full(objects, -1) if own_addresses is None else own_addresses
    if own.max(initial=-1) >= array_bytes:
        raise OptionError(
            f"synchronisation object {own.argmax() - 1} is at byte {own.max()}, but the arrays have "
            f"{array_bytes} bytes; place it inside them, or nowhere (-1)"
        )
    step = WORD if locks == "packed" else max(block, WORD)
    tickets = end + 2 * step * np.arange(objects, dtype=np.int64)
    end = -(-(end + 2 * step * objects) // page) * page
    shared = end + max(block, WORD) * np.arange(1 + threads, dtype=np.int64)
    end = -(-(int(shared[-1]) + max(block, WORD)) // page) * page
    nodes, first_node = np.zeros((0, NODES), np.int64), end
    if queues:
        node = max(block, WORD)
        of_thread = -(-NODES * node // page) * page
        # Not all at the beginning of their pages, whose blocks may have one home.
        thread = np.arange(threads)[:, None]
        nodes = end + of_thread * thread + node * ((thread + np.arange(NODES)) % (of_thread // node))
        end += of_thread * threads

    # Before the arrays are made, which could take all memory of the process.
    if capacity is not None and end > capacity:
        raise OptionError(
            f"the program needs {end} bytes, but the memory has {capacity}; "
            "increase memory.capacity, or use a smaller problem"
        )
    # One page more than needed, so that the arrays can begin at a page of the real memory as well.
    whole = np.zeros(array_bytes + page, np.uint8)
    skipped = -whole.ctypes.data % page
    buffer = whole[skipped : skipped + array_bytes]
    writer = np.zeros(end // page, np.int32)
    if queues:
        writer[first_node // page :] = np.repeat(np.arange(threads), (end - first_node) // page // threads)
    views: dict[str, NDArray[Any]] = {}
    for array in arrays:
        first, size = places[array.name]
        views[array.name] = buffer[first : first + size].view(array.dtype)
        if array.values is not None:
            views[array.name][:] = array.values
        if array.written_by == "all":
            pages = -(-size // page)
            writer[first // page : first // page + pages] = np.arange(pages) * threads // pages
        elif array.written_by == "none":
            writer[first // page : -(-(first + size) // page)] = -1
    return MemoryLayout(
        arrays=views,
        origin=buffer.ctypes.data,
        array_bytes=array_bytes,
        bytes=end,
        ticket_address=np.where(own < 0, tickets, own),
        grant_address=np.where(own < 0, tickets + step, own),
        node_address=nodes,
        shared_address=shared,
        writer_of_page=writer,
    )
