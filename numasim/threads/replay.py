"""Replay the logs of a traced program as threads on a machine.

The logs fix what each thread does. The simulation decides who gets a lock, when a thread waits, and how long
all of it takes. Accesses of a thread to the same block, one straight after the other, become one operation,
because only the first one can miss.

A thread that read what another thread stored waits for that store (``AWAIT``), and the turns of a loop in
which it waited for nothing new are left out; see :class:`numasim.trace.threads.thread_trace.ThreadTrace`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from numasim.threads.operations import (
    AFTER,
    AWAIT,
    END,
    LOCK,
    MOST,
    OPERATION,
    PARTS,
    SHARE,
    STORE,
    Operations,
)
from numasim.threads.piece import COUNT, LAST, Piece, space_left
from numasim.threads.program import MemoryArray, PhaseState, ThreadProgram
from numasim.threads.schedules import CHUNK, ITEMS, NUMBER
from partitioners.errors import OptionError
from partitioners.kernels.array_types import Int64, Record
from partitioners.kernels.uncounted import inlined_kernel, kept_kernel

NO_WAITS = np.zeros((0, 4), np.int64)
NO_IDLE_TURNS = np.zeros((0, 3), np.int64)


class Traced(Protocol):
    """What a replay reads of a trace, see :class:`numasim.trace.threads.thread_trace.ThreadTrace`."""

    @property
    def operations(self) -> Sequence[Operations]:
        """The log of each thread."""

    @property
    def participants(self) -> Sequence[int]:
        """The threads that each barrier waits for."""

    @property
    def memory_bytes(self) -> int:
        """The size of the memory."""

    @property
    def object_names(self) -> Sequence[str]:
        """The names of the synchronisation objects."""

    @property
    def object_addresses(self) -> Sequence[int]:
        """The addresses of the synchronisation objects."""

    @property
    def read_write_locks(self) -> Sequence[int]:
        """The read-write locks among the objects."""

    @property
    def waits(self) -> NDArray[np.int64]:
        """The waits for stores of other threads."""

    @property
    def marks(self) -> int:
        """How often a thread enters or leaves the region of interest."""

    @property
    def idle_turns(self) -> NDArray[np.int64]:
        """The operations that are left out."""


class Logs(NamedTuple):
    """The data of a replay.

    Attributes
    ----------
    operations : ndarray of OPERATION
        The logs, one after the other.
    at, stop : ndarray of int64, shape (threads,)
        The next operation of each thread, and the end of its log.
    """

    operations: Operations
    at: Int64
    stop: Int64


def fill(data: Logs, piece: Piece) -> int:
    """Write the next operations of the thread's log; see :class:`numasim.threads.program.ThreadProgram`."""
    thread = piece.thread
    if piece.words[LAST] != 0:
        return 1
    at, stop = data.at[thread], data.stop[thread]
    while at < stop:
        operation = data.operations[at]
        if operation.kind == END:
            at = stop
            break
        if space_left(piece) < 1:
            break
        _write(piece, operation)
        at += 1
    data.at[thread] = at
    return int(at == stop)


@inlined_kernel
def _write(piece: Piece, operation: Record) -> None:
    """Write an operation of the log. Objects are numbered after the barrier of the phases."""
    count = piece.words[COUNT]
    written = piece.operations[count]
    written.kind = operation.kind
    of_object = LOCK <= operation.kind < END or operation.kind == SHARE
    written.address = operation.address + (piece.first_lock if of_object else 0)
    written.cycles = operation.cycles
    written.after = operation.after
    written.chain = operation.chain
    written.folded = operation.folded
    piece.words[COUNT] = count + 1


def next_phase(data: Logs, state: PhaseState) -> int:
    """Enter the only phase, in which each thread has one item: its log. Behind it, the region is over."""
    state.figures[0] = AFTER
    state.phase[ITEMS] = state.threads
    state.phase[CHUNK] = 1
    return int(state.phase[NUMBER] == 0)


class Replay(ThreadProgram):
    """The logs of the threads of a traced program.

    Parameters
    ----------
    operations : sequence of ndarray of OPERATION
        The log of each thread.
    participants : sequence of int
        For each synchronisation object, the threads that its barrier waits for; 0 for the other objects.
    memory_bytes : int
        The size of the memory that the logs access.
    block : int
        The size of a block of the machine, in bytes.
    names : sequence of str
        The names of the synchronisation objects; by default, their numbers.
    addresses : sequence of int
        The addresses of the synchronisation objects in the memory; -1 where the program has no place for it.
    read_write_locks : sequence of int
        The synchronisation objects that are read-write locks, each of which has the next object for readers.
    waits : ndarray of int64, shape (waits, 4), optional
        The waits for stores of other threads, as in a trace.
    idle_turns : ndarray of int64, shape (turns, 3), optional
        The operations that are left out, as in a trace.

    Raises
    ------
    OptionError
        There are no logs.
    """

    fill = fill
    next_phase = next_phase

    def __init__(
        self,
        operations: Sequence[Operations],
        participants: Sequence[int],
        memory_bytes: int,
        *,
        block: int,
        names: Sequence[str] = (),
        addresses: Sequence[int] = (),
        read_write_locks: Sequence[int] = (),
        waits: NDArray[np.int64] = NO_WAITS,
        idle_turns: NDArray[np.int64] = NO_IDLE_TURNS,
    ) -> None:
        if not operations:
            raise OptionError("there are no logs of threads to replay")
        logs = replayed_logs(operations, waits, idle_turns, block.bit_length() - 1)
        self._operations = np.concatenate(logs)
        self._ends = np.cumsum([log.size for log in logs])
        self._participants = np.asarray(participants, np.int64)
        self._memory_bytes = memory_bytes
        self.locks = self._participants.size
        self.object_names = names
        self.object_addresses = addresses
        self.read_write_locks = read_write_locks

    @classmethod
    def of(cls, trace: Traced, *, block: int) -> Replay:
        """The replay of a trace on a machine with blocks of a size in bytes."""
        kind = ReplayWithRegion if trace.marks else cls
        return kind(
            trace.operations,
            trace.participants,
            trace.memory_bytes,
            block=block,
            names=trace.object_names,
            addresses=trace.object_addresses,
            read_write_locks=trace.read_write_locks,
            waits=trace.waits,
            idle_turns=trace.idle_turns,
        )

    def participants(self, threads: int) -> NDArray[np.int64]:
        """See :meth:`ThreadProgram.participants`."""
        return self._participants

    def arrays(self, threads: int) -> Sequence[MemoryArray]:
        """See :meth:`ThreadProgram.arrays`. The first access of the simulated run places a page."""
        return [MemoryArray("memory", self._memory_bytes, np.uint8, written_by="none")]

    def data(self, arrays: Mapping[str, NDArray[Any]], threads: int) -> Logs:
        """See :meth:`ThreadProgram.data`.

        Raises
        ------
        OptionError
            There is another number of threads than logs.
        """
        if threads != self._ends.size:
            raise OptionError(f"{self._ends.size} logs need as many threads, got {threads}")
        return Logs(self._operations, np.append(0, self._ends[:-1]), self._ends)


class ReplayWithRegion(Replay):
    """The replay of a program with a region of interest, which divides the table of phases."""

    has_region = True
    columns = MappingProxyType({"part": "what comes before the region, the region, or what comes after it"})
    value_names = MappingProxyType({"part": PARTS})


def replayed_logs(
    operations: Sequence[Operations],
    waits: NDArray[np.int64],
    idle_turns: NDArray[np.int64],
    block_shift: int,
) -> list[Operations]:
    """The operations of each thread in a run: folded, without idle turns, and with waits for other threads.

    Parameters
    ----------
    operations : sequence of ndarray of OPERATION
        The log of each thread.
    waits, idle_turns : ndarray of int64
        See :class:`Replay`.
    block_shift : int
        log2 of the size of a block.
    """
    waits = waits[np.lexsort((waits[:, 1], waits[:, 0]))]
    idle_turns = idle_turns[np.lexsort((idle_turns[:, 1], idle_turns[:, 0]))]
    needed = np.zeros(len(waits), np.int64)
    logs = []
    for thread, log in enumerate(operations):
        own = np.flatnonzero(waits[:, 0] == thread)
        out = np.empty(log.size + own.size, OPERATION)
        place = np.empty(log.size, np.int64)
        turns = idle_turns[idle_turns[:, 0] == thread]
        size = _fold(np.ascontiguousarray(log), block_shift, waits[own, 1:3], turns[:, 1:], out, place)
        logs.append(out[:size].copy())
        of_this = waits[:, 2] == thread
        needed[of_this] = place[waits[of_this, 3] - 1] + 1
    for thread, log in enumerate(logs):
        log["address"][log["kind"] == AWAIT] = needed[waits[:, 0] == thread]
    return logs


@kept_kernel
def _fold(
    log: Operations, block_shift: int, waits: Int64, turns: Int64, out: Operations, place: Int64
) -> int:
    """Fold a log into ``out``; ``place`` is the operation into which each one went. Returns their number.

    Accesses of a kind to one block, straight one after the other, become one operation. ``waits`` has the
    operations before which the thread waits, and the other threads; ``turns`` the first and last operations
    that are left out. Nothing waits for an operation that is left out.
    """
    size = wait = turn = 0
    for k in range(log.size):
        operation = log[k]
        while wait < waits.shape[0] and waits[wait, 0] == k:
            _write_await(out[size], waits[wait, 1])
            size += 1
            wait += 1
        while turn < turns.shape[0] and turns[turn, 1] <= k:
            turn += 1
        if turn < turns.shape[0] and turns[turn, 0] <= k:
            place[k] = -1
            continue
        needed = place[k - operation.after] if 0 < operation.after <= k else -1
        if size > 0 and operation.kind <= STORE and needed < size - 1:
            last = out[size - 1]
            same = last.kind == operation.kind
            same &= (last.address ^ operation.address) >> block_shift == 0
            needs_no_more = needed < 0
            if last.after > 0 and needed == size - 1 - last.after:
                needs_no_more = operation.chain <= last.chain
            fits = last.cycles + operation.cycles <= MOST and last.folded < MOST
            if same and needs_no_more and fits:
                last.cycles += operation.cycles
                last.folded += 1
                place[k] = size - 1
                continue
        written = out[size]
        written.address = operation.address
        written.kind = operation.kind
        written.cycles = operation.cycles
        written.folded = operation.folded
        written.after = 0
        written.chain = operation.chain if operation.after == 0 else 0
        if needed >= 0 and size - needed <= MOST:
            written.after = size - needed
            written.chain = operation.chain
        place[k] = size
        size += 1
    return size


@inlined_kernel
def _write_await(written: Record, thread: int) -> None:
    written.address = 0
    written.kind = AWAIT
    written.chain = 0
    written.after = 0
    written.cycles = 0
    written.folded = thread
