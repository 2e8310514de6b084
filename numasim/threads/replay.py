"""Replay the logs of a traced program as threads on a machine.

The logs fix what each thread does. The simulation decides who gets a lock, when a thread waits, and how long
all of it takes. Accesses of a thread to the same block, one straight after the other, become one operation,
because only the first one can miss.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from numasim.numba_kernels import inlined_kernel, kept_kernel
from numasim.threads.operations import END, LOCK, MOST, OPERATION, STORE, Operations
from numasim.threads.piece import COUNT, LAST, space_left
from numasim.threads.program import MemoryArray, ThreadProgram
from numasim.threads.schedules import CHUNK, ITEMS, NUMBER
from partitioners.errors import OptionError


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
    at: NDArray[Any]
    stop: NDArray[Any]


def fill(data, piece):  # type: ignore[no-untyped-def]  # a kernel
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
def _write(piece, operation):  # type: ignore[no-untyped-def]  # a kernel
    """Write an operation of the log. Objects are numbered after the barrier of the phases."""
    count = piece.words[COUNT]
    written = piece.operations[count]
    written.kind = operation.kind
    written.address = operation.address + (piece.first_lock if operation.kind >= LOCK else 0)
    written.cycles = operation.cycles
    written.after = operation.after
    written.folded = operation.folded
    piece.words[COUNT] = count + 1


def next_phase(data, state):  # type: ignore[no-untyped-def]  # a kernel
    """Enter the only phase, in which each thread has one item: its log."""
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
    ) -> None:
        if not operations:
            raise OptionError("there are no logs of threads to replay")
        shift = block.bit_length() - 1
        logs = [folded_log(log, shift) for log in operations]
        self._operations = np.concatenate(logs)
        self._ends = np.cumsum([log.size for log in logs])
        self._participants = np.asarray(participants, np.int64)
        self._memory_bytes = memory_bytes
        self.locks = self._participants.size
        self.object_names = names

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


def folded_log(log: Operations, block_shift: int) -> Operations:
    """Fold accesses of a kind to one block, straight one after the other, into one operation.

    Parameters
    ----------
    log : ndarray of OPERATION
    block_shift : int
        log2 of the size of a block.
    """
    out = np.empty(log.size, OPERATION)
    place = np.empty(log.size, np.int64)
    size = _fold(np.ascontiguousarray(log), block_shift, out, place)
    return out[:size].copy()


@kept_kernel
def _fold(log, block_shift, out, place):  # type: ignore[no-untyped-def]  # a kernel
    """Fold a log into ``out``; ``place`` is the operation into which each one went. Returns their number."""
    size = 0
    for k in range(log.size):
        operation = log[k]
        needed = place[k - operation.after] if 0 < operation.after <= k else -1
        if size > 0 and operation.kind <= STORE and needed < size - 1:
            last = out[size - 1]
            same = last.kind == operation.kind
            same &= (last.address ^ operation.address) >> block_shift == 0
            needs_no_more = needed < 0 or (last.after > 0 and needed == size - 1 - last.after)
            fits = last.cycles + operation.cycles <= MOST and last.folded < MOST
            if same and needs_no_more and fits:
                last.cycles += operation.cycles
                last.folded += 1
                place[k] = size - 1
                continue
        written = out[size]
        written.address = operation.address
        written.kind = operation.kind
        written.unused = 0
        written.cycles = operation.cycles
        written.folded = operation.folded
        written.after = 0
        if needed >= 0 and size - needed <= MOST:
            written.after = size - needed
        place[k] = size
        size += 1
    return size
