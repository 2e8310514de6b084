"""The work of a thread, piece by piece, until its program ends.

:func:`refill` gets the next operations of a thread: it asks the schedule for a chunk when the last one is
finished, and the program for a piece of the chunk. :func:`enter_phase` is called when all threads have
arrived at the barrier. Both engines call these functions in the same order, by cycle and thread, so that the
threads do the same in both.
"""

from __future__ import annotations

from typing import NamedTuple

from numasim.threads.native import call_native
from numasim.threads.operations import (
    ATOMIC,
    AWAIT,
    BARRIER,
    END,
    LOAD,
    LOCK,
    SHARE,
    STORE,
    Operations,
)
from numasim.threads.piece import (
    AT,
    BEGIN,
    COUNT,
    ISSUED,
    LAST,
    LOST,
    PLACE,
    STATE,
    STOP,
    Rows,
    emit,
    emit_atomic,
)
from numasim.threads.schedules import ALONE, CHUNK, FINISHED, ITEMS, NUMBER
from partitioners.kernels.array_types import Booleans, Int64
from partitioners.kernels.uncounted import inlined_kernel, kept_kernel

CANARY = 0x5EED
"""The address in the rows after the operations of a piece, in which a wrong ``fill`` is noticed."""
PATIENCE = 100_000
"""Calls of ``fill`` without an operation or the end of a chunk, after which the program does not end."""

NEW_PHASE, WANTS_CHUNK, WORKS, LEAVES, AT_BARRIER, ENDED = range(6)
"""The states of a thread: a phase begins; it has no chunk; it has one; its last chunk is over; it has sent
its barrier; it has sent its end."""

OVERFLOW, OUTSIDE, ENDLESS, GUARD_HIT, BAD_CHUNK, NO_OBJECT, NO_THREAD, NO_READERS = range(1, 9)
"""Problems of a program, as they are in ``TeamTables.problem``."""

PHASE_BARRIER = 0
"""The synchronisation object of the barrier between phases."""


class TeamTables(NamedTuple):
    """The tables of a team, for compiled functions.

    Attributes
    ----------
    fill, next_chunk, next_phase : int
        The addresses of the functions.
    data, schedule_address, state_address : int
        The addresses of their arguments.
    pieces : ndarray of int64, shape (threads,)
        The address of each thread's piece.
    words : ndarray of int64, shape (threads, WORDS)
    operations : ndarray of OPERATION, shape (threads, PIECE + threads + GUARD)
    schedule : the fields of :class:`~numasim.threads.schedules.Schedule` that the team sets
    problem : ndarray of int64, shape (4,)
        The first problem, its thread, and two values about it.
    """

    threads: int
    fill: int
    next_chunk: int
    next_phase: int
    data: int
    schedule_address: int
    state_address: int
    capacity: int
    array_bytes: int
    objects: int
    is_read_write: Booleans
    pieces: Int64
    words: Int64
    operations: Operations
    phase: Int64
    default_chunk: int
    taken: Int64
    first: Int64
    stop: Int64
    chunk: Int64
    touched: Int64
    shared_address: Int64
    figures: Int64
    problem: Int64


@inlined_kernel
def refill(team: TeamTables, thread: int) -> int:
    """Get the next operations of a thread. Returns how many, 0 if it is at the barrier or has ended."""
    words = team.words[thread]
    words[ISSUED] += words[COUNT]
    words[COUNT] = 0
    calls = 0
    while words[COUNT] == 0:
        state = words[STATE]
        if state >= AT_BARRIER or team.problem[0] != 0:
            return 0
        if state == NEW_PHASE:
            if team.phase[FINISHED] != 0:
                words[STATE] = ENDED
                emit(_rows(team, thread), END, 0)
                break
            words[STATE] = WANTS_CHUNK
        elif state == WANTS_CHUNK:
            _ask_for_chunk(team, thread, words)
        else:
            done = call_native(team.fill, team.data, team.pieces[thread])
            calls += 1
            if done != 0 and state == WORKS:
                words[STATE] = WANTS_CHUNK
            elif done != 0:
                words[STATE] = AT_BARRIER
                emit(_rows(team, thread), BARRIER, PHASE_BARRIER)
            elif calls >= PATIENCE:
                report(team, ENDLESS, thread, calls, 0)
    _check(team, thread, words)
    return words[COUNT]


@inlined_kernel
def _rows(team: TeamTables, thread: int) -> Rows:
    return Rows(team.words[thread], team.operations[thread], team.capacity, 0)


@inlined_kernel
def _ask_for_chunk(team: TeamTables, thread: int, words: Int64) -> None:
    items = team.phase[ITEMS]
    touched = team.touched[thread]
    touched[0] = 0
    if team.phase[ALONE] != 0:
        got = int(thread == 0 and team.taken[0] < items)
        team.chunk[thread, 0] = 0
        team.chunk[thread, 1] = items
        if got:
            team.taken[0] = items
    else:
        got = call_native(team.next_chunk, team.schedule_address, thread)
    rows = _rows(team, thread)
    for k in range(touched[0]):
        emit_atomic(rows, team.shared_address[touched[1 + k]])
    begin, stop = team.chunk[thread, 0], team.chunk[thread, 1]
    if got != 0 and not 0 <= begin < stop <= items:
        report(team, BAD_CHUNK, thread, stop, items)
    if got == 0:
        begin = stop = items
    words[BEGIN] = words[AT] = begin
    words[STOP] = stop
    words[PLACE] = 0
    words[LAST] = int(got == 0)
    words[STATE] = WORKS if got != 0 else LEAVES


@inlined_kernel
def _check(team: TeamTables, thread: int, words: Int64) -> None:
    """Note the first mistake of the program in this piece."""
    operations = team.operations[thread]
    if words[LOST] != 0:
        report(team, OVERFLOW, thread, team.capacity + words[LOST], team.capacity)
    for k in range(team.capacity, operations.size):
        if operations[k].address != CANARY:
            report(team, GUARD_HIT, thread, k, team.capacity)
    for k in range(words[COUNT]):
        operation = operations[k]
        outside = operation.address < 0 or operation.address >= team.array_bytes
        outside_objects = operation.address < 0 or operation.address >= team.objects
        if operation.kind == LOAD or operation.kind == STORE:
            if outside:
                report(team, OUTSIDE, thread, operation.address, team.array_bytes)
        elif operation.kind == AWAIT and operation.folded >= team.threads:
            report(team, NO_THREAD, thread, operation.folded, team.threads - 1)
        elif operation.kind == SHARE and (operation.address < 0 or operation.address + 1 >= team.objects):
            report(team, NO_OBJECT, thread, operation.address, team.objects - 1)
        elif operation.kind == SHARE and not team.is_read_write[operation.address]:
            report(team, NO_READERS, thread, operation.address - 1, 0)
        elif operation.kind > SHARE or (operation.kind >= LOCK and operation.kind < END and outside_objects):
            report(team, NO_OBJECT, thread, operation.address - 1, team.objects - 1)
        elif operation.kind == ATOMIC and outside and not _is_shared(team, operation.address):
            report(team, OUTSIDE, thread, operation.address, team.array_bytes)


@inlined_kernel
def _is_shared(team: TeamTables, address: int) -> bool:
    shared = team.shared_address
    return shared[0] <= address <= shared[shared.size - 1]


@inlined_kernel
def report(team: TeamTables, problem: int, thread: int, value: int, limit: int) -> None:
    """Note a mistake of the program, if it is the first one, for :meth:`numasim.threads.team.Team.check`."""
    if team.problem[0] == 0:
        team.problem[0] = problem
        team.problem[1] = thread
        team.problem[2] = value
        team.problem[3] = limit


@inlined_kernel
def enter_phase(team: TeamTables) -> int:
    """Ask the program for its next phase, or for its first one. Returns 0 at the end of the program."""
    phase = team.phase
    phase[CHUNK] = team.default_chunk
    phase[ALONE] = 0
    goes_on = call_native(team.next_phase, team.data, team.state_address)
    phase[FINISHED] = int(goes_on == 0)
    phase[NUMBER] += 1
    items = phase[ITEMS]
    team.taken[0] = 0
    for thread in range(team.threads):
        team.first[thread] = items * thread // team.threads
        team.stop[thread] = items * (thread + 1) // team.threads
        team.words[thread, STATE] = NEW_PHASE
    return goes_on


@kept_kernel
def refill_thread(team: TeamTables, thread: int) -> int:
    """See :func:`refill`; for Python."""
    return refill(team, thread)


@kept_kernel
def enter_next_phase(team: TeamTables) -> int:
    """See :func:`enter_phase`; for Python."""
    return enter_phase(team)
