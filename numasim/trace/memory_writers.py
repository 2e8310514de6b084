"""The last writer of each byte: a page table over the addresses of a run, for a compiled kernel.

Pages of 4 KiB are numbered from 1 in the order of their first access. A renumbered address is page number x
4096 + offset. It does not depend on where the system loaded the program, and it is an index into the table of
writers.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import InputError
from partitioners.kernels.array_types import Int32, Int64
from partitioners.kernels.uncounted import kept_kernel, uninlined_kernel

PAGE_BITS = 12
PAGE_BYTES = 1 << PAGE_BITS
MOST_PAGES = 1 << (32 - PAGE_BITS)
"""Renumbered addresses have 32 bits."""

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)


class Memory(NamedTuple):
    """The page table, and one entry for every byte of the accessed pages.

    Attributes
    ----------
    page_key : ndarray of int64, shape (2**k,)
        Hash table with open addressing: page number of the program + 1, or 0 for free entries.
    page_index : ndarray of int32, shape (2**k,)
        The renumbered page of each entry.
    pages_used : ndarray of int64, shape (1,)
        The number of the next page.
    writer : ndarray of int32, shape (pages * 4096,)
        The last node that wrote the byte; -1 for none.
    reader : ndarray of int32, shape (pages * 4096,) or (0,)
        Head of the list of nodes that read the byte since then; -1 for none. Empty if readers are not kept.
    reader_node, reader_next : ndarray of int32
        The lists.
    readers_used : ndarray of int64, shape (1,)
    """

    page_key: NDArray[np.int64]
    page_index: NDArray[np.int32]
    pages_used: NDArray[np.int64]
    writer: NDArray[np.int32]
    reader: NDArray[np.int32]
    reader_node: NDArray[np.int32]
    reader_next: NDArray[np.int32]
    readers_used: NDArray[np.int64]


def empty_memory(*, keep_readers: bool, pages: int = 64) -> Memory:
    """Create a memory without accesses and with capacity for ``pages`` pages (a power of two)."""
    return Memory(
        page_key=np.zeros(4 * pages, np.int64),
        page_index=np.zeros(4 * pages, np.int32),
        pages_used=np.ones(1, np.int64),
        writer=np.full(pages * PAGE_BYTES, -1, np.int32),
        reader=np.full(pages * PAGE_BYTES if keep_readers else 0, -1, np.int32),
        reader_node=np.empty(1024 if keep_readers else 0, np.int32),
        reader_next=np.empty(1024 if keep_readers else 0, np.int32),
        readers_used=np.zeros(1, np.int64),
    )


def with_room(memory: Memory, pages: int, reads: int) -> Memory:
    """The same memory with capacity for at least ``pages`` more pages and ``reads`` more readers."""
    used, capacity = int(memory.pages_used[0]), memory.writer.size // PAGE_BYTES
    if used + pages > MOST_PAGES:
        raise InputError(
            f"the program accesses more than {MOST_PAGES * PAGE_BYTES >> 30} GiB of memory; trace a smaller "
            "run or a part of it (`--function`, `--max-instructions`)"
        )
    if used + pages > capacity:
        capacity = max(used + pages, capacity + max(capacity // 4, 64))
        memory = memory._replace(writer=_extended(memory.writer, capacity * PAGE_BYTES))
        if memory.reader.size:
            memory = memory._replace(reader=_extended(memory.reader, capacity * PAGE_BYTES))
        if 2 * capacity > memory.page_key.size:
            slots = 1 << int(4 * capacity - 1).bit_length()
            key, index = np.zeros(slots, np.int64), np.zeros(slots, np.int32)
            _rehash(memory.page_key, memory.page_index, key, index)
            memory = memory._replace(page_key=key, page_index=index)
    needed = int(memory.readers_used[0]) + reads
    if needed > memory.reader_node.size and memory.reader.size:
        size = max(needed, 2 * memory.reader_node.size)
        memory = memory._replace(
            reader_node=_extended(memory.reader_node, size), reader_next=_extended(memory.reader_next, size)
        )
    return memory


def _extended(array: NDArray[np.int32], size: int) -> NDArray[np.int32]:
    """Extend an array with -1, in place if the allocator can."""
    old = array.size
    array.resize(size, refcheck=False)
    array[old:] = -1
    return array


@uninlined_kernel
def slot(key: Int64, page: int) -> np.int64:
    """The slot of a page in the table, or the free slot for it (whose index is 0)."""
    mask = key.size - 1
    at = np.int64((np.uint64(page) * _MULTIPLIER) >> np.uint64(40)) & mask
    while key[at] != 0 and key[at] != page + 1:
        at = (at + 1) & mask
    return at


@kept_kernel
def _rehash(old_key: Int64, old_index: Int32, key: Int64, index: Int32) -> None:
    for at in range(old_key.size):
        if old_key[at] != 0:
            to = slot(key, old_key[at] - 1)
            key[to] = old_key[at]
            index[to] = old_index[at]


@uninlined_kernel
def renumber(memory: Memory, address: int) -> np.int64:
    """The renumbered address. A new page gets the next number, for which the memory must have space."""
    page = address >> PAGE_BITS
    at = slot(memory.page_key, page)
    if memory.page_key[at] == 0:
        memory.page_key[at] = page + 1
        memory.page_index[at] = memory.pages_used[0]
        memory.pages_used[0] += 1
    return (np.int64(memory.page_index[at]) << PAGE_BITS) | (address & (PAGE_BYTES - 1))


@uninlined_kernel
def pages_spanned(address: int, length: int) -> int:
    """Number of pages that a range spans."""
    return ((address + length - 1) >> PAGE_BITS) - (address >> PAGE_BITS) + 1 if length > 0 else 0


@uninlined_kernel
def write(memory: Memory, address: int, length: int, node: int) -> None:
    """Make a node the last writer of a range of program addresses."""
    end = address + length
    while address < end:
        stop = min(end, ((address >> PAGE_BITS) + 1) << PAGE_BITS)
        at = renumber(memory, address)
        for byte in range(at, at + stop - address):
            memory.writer[byte] = node
        address = stop


@uninlined_kernel
def copy_writers(memory: Memory, source: int, destination: int, length: int) -> None:
    """Copy the writers of one range to another, byte by byte."""
    for k in range(length):
        writer = memory.writer[renumber(memory, source + k)]
        memory.writer[renumber(memory, destination + k)] = writer


@uninlined_kernel
def count_writers(memory: Memory, address: int, length: int) -> int:
    """An upper bound of the number of last writers of a range: the number of changes of the writer."""
    count = 0
    before = np.int32(-1)
    end = address + length
    while address < end:
        stop = min(end, ((address >> PAGE_BITS) + 1) << PAGE_BITS)
        at = renumber(memory, address)
        for byte in range(at, at + stop - address):
            writer = memory.writer[byte]
            if writer != before:
                count += 1
                before = writer
        address = stop
    return count


@uninlined_kernel
def note_reader(memory: Memory, address: int, length: int, node: int) -> None:
    """Add a node to the readers of a range."""
    for byte_address in range(address, address + length):
        byte = renumber(memory, byte_address)
        entry = memory.readers_used[0]
        memory.readers_used[0] += 1
        memory.reader_node[entry] = node
        memory.reader_next[entry] = memory.reader[byte]
        memory.reader[byte] = entry
