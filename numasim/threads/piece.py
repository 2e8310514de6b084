"""A piece of a thread's work, and the functions with which a program reads and writes memory in it.

A program's ``fill(data, piece)`` does its work on real arrays with :func:`read`, :func:`write`,
:func:`test_and_set`, :func:`fetch_add`, :func:`acquire` and :func:`release`. On a simulated machine these
also write the operations of the thread. On the processor's own threads they are only the accesses, and those
that other threads may interrupt are atomic. So one function is both the simulated and the real program.
"""

from __future__ import annotations

from typing import NamedTuple

from numasim.threads.native import (
    address_of,
    atomic_add,
    atomic_exchange,
    atomic_or,
    atomic_read,
    atomic_replace,
    call_native,
    is_real,
)
from numasim.threads.operations import ATOMIC, COMPUTE, LOAD, LOCK, MOST, STORE, UNLOCK, Operations
from partitioners.kernels.array_types import Int64, Integers
from partitioners.kernels.uncounted import inlined_kernel

BEGIN, STOP, AT, PLACE, LAST, COUNT, ISSUED, PENDING, LOST, STATE = range(10)
"""The words of a thread in ``Piece.words``.

``BEGIN`` and ``STOP`` bound its chunk of the phase's items. ``AT`` (``BEGIN`` at first) and ``PLACE`` (0 at
first) are the program's: they say where the next piece of the chunk begins. ``LAST`` is 1 in the call after
the thread's last chunk. The others belong to the functions below: the operations of this piece and of all
before it, the issue slots before the next operation, and the operations that did not fit. ``STATE`` belongs
to :mod:`numasim.threads.team`.
"""
WORDS = 16

LOOKS = 2000
"""How often a real thread looks at a word before it leaves the processor to others."""

ALL_SPACE = 2**30
"""The space of a piece that writes no operations."""


class Piece(NamedTuple):
    """A piece of work of a simulated thread.

    Attributes
    ----------
    thread, threads : int
        The number of the thread, from 0, and how many there are.
    words : ndarray of int64, shape (WORDS,)
    operations : ndarray of OPERATION
        The operations of the piece.
    capacity : int
        How many it may have.
    origin : int
        The real address of the program's arrays; simulated addresses begin at 0.
    block_shift : int
        log2 of the size of a block.
    first_lock : int
        The synchronisation object of the program's first lock.
    tickets, grants : ndarray of int64
        The words of the locks on real threads, each in a cache line of its own.
    leave : int
        The address of ``sched_yield`` of the C library on real threads.
    """

    thread: int
    threads: int
    words: Int64
    operations: Operations
    capacity: int
    origin: int
    block_shift: int
    first_lock: int
    tickets: Int64
    grants: Int64
    leave: int


class RealPiece(Piece):
    """A piece of work of one of the processor's own threads."""


class Rows(NamedTuple):
    """The attributes of a :class:`Piece` that :func:`emit` uses."""

    words: Int64
    operations: Operations
    capacity: int
    block_shift: int


LINE = 8
"""The words from one lock to the next, which is a cache line."""


@inlined_kernel
def space_left(piece: Piece) -> int:
    """How many operations the piece can still take. A program ends the piece when it needs more."""
    if is_real(piece):
        return ALL_SPACE
    return piece.capacity - piece.words[COUNT]


@inlined_kernel
def newest(piece: Piece) -> int:
    """The number of the thread's newest operation, on whose result a later one may depend."""
    return piece.words[ISSUED] + piece.words[COUNT] - 1


@inlined_kernel
def compute(piece: Piece, cycles: int) -> None:
    """Take issue slots for instructions without an access, before the next operation."""
    if not is_real(piece):
        piece.words[PENDING] += cycles


@inlined_kernel
def read(piece: Piece, array: Integers, index: int) -> int:
    """Read an element whose index does not depend on earlier reads."""
    _access(piece, LOAD, array, index, -1)
    return array[index]


@inlined_kernel
def read_after(piece: Piece, array: Integers, index: int, earlier: int) -> int:
    """Read an element whose index needs the result of an earlier operation, see :func:`newest`."""
    _access(piece, LOAD, array, index, earlier)
    return array[index]


@inlined_kernel
def write(piece: Piece, array: Integers, index: int, value: int) -> None:
    """Write an element whose index and value do not depend on earlier reads."""
    _access(piece, STORE, array, index, -1)
    array[index] = value


@inlined_kernel
def write_after(piece: Piece, array: Integers, index: int, value: int, earlier: int) -> None:
    """Write an element whose index or value needs the result of an earlier operation."""
    _access(piece, STORE, array, index, earlier)
    array[index] = value


@inlined_kernel
def fetch_add(piece: Piece, array: Int64, index: int, amount: int) -> int:
    """Add to an element in one step, and return its value before."""
    _access(piece, ATOMIC, array, index, -1)
    return atomic_add(array, index, amount)


@inlined_kernel
def test_and_set(piece: Piece, words: Int64, bit: int, earlier: int) -> bool:
    """Set a bit of an array of 64-bit words in one step. Returns whether it was clear before."""
    word, mask = bit >> 6, 1 << (bit & 63)
    _access(piece, ATOMIC, words, word, earlier)
    return atomic_or(words, word, mask) & mask == 0


@inlined_kernel
def compare_and_swap(piece: Piece, array: Int64, index: int, expected: int, value: int) -> bool:
    """Replace an element by a value in one step if it has the expected one. Returns whether it had."""
    _access(piece, ATOMIC, array, index, -1)
    return atomic_replace(array, index, expected, value)


@inlined_kernel
def look_again(leave: int, looks: int) -> int:
    """Count the looks of a real thread at a word; after many of them, leave the processor to others."""
    if looks == LOOKS:
        call_native(leave, 0, 0)
        return looks
    return looks + 1


@inlined_kernel
def acquire(piece: Piece, lock: int) -> None:
    """Acquire a lock of the program, by number. All until its release must be in the same piece."""
    if is_real(piece):
        ticket = atomic_add(piece.tickets, lock * LINE, 1)
        looks = 0
        while atomic_read(piece.grants, lock * LINE) != ticket:
            looks = look_again(piece.leave, looks)
    else:
        _emit(piece, LOCK, piece.first_lock + lock, -1)


@inlined_kernel
def release(piece: Piece, lock: int) -> None:
    """Release a lock of the program that this thread has acquired."""
    if is_real(piece):
        atomic_exchange(piece.grants, lock * LINE, piece.grants[lock * LINE] + 1)
    else:
        _emit(piece, UNLOCK, piece.first_lock + lock, -1)


@inlined_kernel
def _access(piece: Piece, kind: int, array: Integers, index: int, earlier: int) -> None:
    if not is_real(piece):
        _emit(piece, kind, address_of(array, index) - piece.origin, earlier)


@inlined_kernel
def _emit(piece: Piece | Rows, kind: int, address: int, earlier: int) -> None:
    """Write an operation, or fold it into the previous one."""
    words = piece.words
    count, cycles = words[COUNT], words[PENDING]
    while cycles > MOST and count < piece.capacity:
        _set(piece.operations, count, COMPUTE, 0, MOST, 0)
        count += 1
        cycles -= MOST
    after = 0
    if earlier >= 0:
        after = words[ISSUED] + count - earlier
        if after > MOST:
            after = 0
    words[PENDING] = 0
    if count > 0 and kind <= STORE:
        previous = piece.operations[count - 1]
        same = previous.kind == kind and (previous.address ^ address) >> piece.block_shift == 0
        needs_more = after == 1 or (after > 1 and after != previous.after + 1)
        if same and not needs_more and previous.folded < MOST and previous.cycles + cycles <= MOST:
            previous.folded += 1
            previous.cycles += cycles
            words[COUNT] = count
            return
    if count >= piece.capacity:
        words[LOST] += 1
        words[COUNT] = count
        return
    _set(piece.operations, count, kind, address, cycles, after)
    words[COUNT] = count + 1


@inlined_kernel
def _set(operations: Operations, place: int, kind: int, address: int, cycles: int, after: int) -> None:
    operation = operations[place]
    operation.kind = kind
    operation.address = address
    operation.cycles = cycles
    operation.after = after
    operation.chain = 0
    operation.folded = 0


@inlined_kernel
def emit_atomic(piece: Rows, address: int) -> None:
    """Write an atomic operation on a simulated address outside the program's arrays."""
    _emit(piece, ATOMIC, address, -1)


@inlined_kernel
def emit(piece: Rows, kind: int, address: int) -> None:
    """Write an operation of synchronisation."""
    _emit(piece, kind, address, -1)
