"""The threads of one run: the program's arrays in memory, its compiled functions, and their tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from numasim.threads.layout import MemoryLayout, lay_out
from numasim.threads.native import Bound, StoredTuple, call_bound, compile_native, library_address
from numasim.threads.operations import OPERATION
from numasim.threads.piece import LINE, WORDS, Piece, RealPiece
from numasim.threads.program import PhaseState, ThreadProgram
from numasim.threads.refill import (
    BAD_CHUNK,
    CANARY,
    ENDLESS,
    GUARD_HIT,
    NO_OBJECT,
    NO_READERS,
    NO_THREAD,
    OUTSIDE,
    OVERFLOW,
    TeamTables,
)
from numasim.threads.schedules import OWN_WORDS, Schedule, option_numbers
from partitioners.errors import PluginError

PIECE = 64
"""The operations of a piece. A thread is that far ahead of the simulated time at most."""
GUARD = 16
"""Rows after the operations of a piece, in which a wrong ``fill`` is noticed."""


class Team:
    """The threads of one run of a program.

    Parameters
    ----------
    next_chunk : callable
        The schedule.
    options : mapping
        Options of the schedule.
    seed : int
        Of the schedule.
    chunk : int
        Items of a chunk.
    block, page : int
        Sizes in bytes.
    victims : ndarray of int64, shape (threads, threads - 1), optional
        See :class:`numasim.threads.schedules.Schedule`; by default the next threads in turn.
    locks : {'padded', 'packed'}
        See :func:`numasim.threads.layout.lay_out`.
    lock : str
        The kind of the locks, one of :data:`numasim.threads.layout.LOCK_KINDS`.
    capacity : int, optional
        See :func:`numasim.threads.layout.lay_out`.
    real : bool
        Whether the threads are real ones, which write no operations.

    Attributes
    ----------
    tables : TeamTables
    layout : MemoryLayout
    participants : ndarray of int64, shape (objects,)
        How many threads take part in the barrier of each synchronisation object.
    """

    def __init__(
        self,
        program: ThreadProgram,
        threads: int,
        next_chunk: Callable[..., Any],
        chunk: int,
        *,
        options: Mapping[str, Any] = MappingProxyType({}),
        seed: int = 0,
        block: int = 32,
        page: int = 4096,
        victims: NDArray[np.int64] | None = None,
        locks: Literal["padded", "packed"] = "padded",
        lock: str = "ticket",
        capacity: int | None = None,
        real: bool = False,
    ) -> None:
        self.program = program
        objects = 1 + program.locks
        own_addresses = np.full(objects, -1)
        own_addresses[1 : 1 + len(program.object_addresses)] = program.object_addresses
        self.layout: MemoryLayout = lay_out(
            program.arrays(threads),
            objects,
            threads,
            block=block,
            page=page,
            locks=locks,
            queues=lock == "mcs",
            own_addresses=own_addresses,
            capacity=capacity,
        )
        is_read_write = np.zeros(objects, np.bool_)
        is_read_write[1 + np.asarray(program.read_write_locks, np.int64)] = True
        self.participants = np.append(threads, program.participants(threads)).astype(np.int64)
        if victims is None:
            turns = (np.arange(threads)[:, None] + np.arange(1, threads)) % max(threads, 1)
            victims = turns.astype(np.int64)
        rows = PIECE + threads + GUARD
        words = np.zeros((threads, WORDS), np.int64)
        operations = np.zeros((threads, rows), OPERATION)
        operations["address"][:, rows - GUARD :] = CANARY
        phase = np.zeros(8, np.int64)
        figures = np.zeros(max(len(program.columns), 1), np.int64)
        lines = np.zeros((2, max(program.locks, 1) * LINE), np.int64)
        kind = RealPiece if real else Piece
        pieces = [
            kind(
                thread,
                threads,
                words[thread],
                operations[thread],
                capacity=rows - GUARD,
                origin=self.layout.origin,
                block_shift=int(block).bit_length() - 1,
                first_lock=1,
                tickets=lines[0],
                grants=lines[1],
                leave=library_address("sched_yield") if real else 0,
            )
            for thread in range(threads)
        ]
        data = program.data(self.layout.arrays, threads)
        schedule = Schedule(
            threads,
            phase,
            taken=np.zeros(1, np.int64),
            first=np.zeros(threads, np.int64),
            stop=np.zeros(threads, np.int64),
            victims=np.ascontiguousarray(victims),
            chunk=np.zeros((threads, 2), np.int64),
            touched=np.zeros((threads, threads + 3), np.int64),
            own=np.zeros((threads, OWN_WORDS), np.int64),
        )
        state = PhaseState(threads, phase, figures)
        numbers = option_numbers(next_chunk, options, seed)
        self._stored = [StoredTuple(one) for one in (data, schedule, state, *pieces)]
        cls = type(program)
        self._compiled = [
            compile_native(cls.fill, data, pieces[0]),
            compile_native(next_chunk, schedule, 0, *numbers),
            compile_native(cls.next_phase, data, state),
        ]
        fill, chunks, phases = (one.address for one in self._compiled)
        addresses = [one.address for one in self._stored]
        schedule_address = addresses[1]
        if numbers:
            bound = Bound(chunks, schedule_address, numbers)
            self._stored.append(StoredTuple(bound))
            self._compiled.append(compile_native(call_bound, bound, 0))
            chunks, schedule_address = (each[-1].address for each in (self._compiled, self._stored))
        self.tables = TeamTables(
            threads,
            fill=fill,
            next_chunk=chunks,
            next_phase=phases,
            data=addresses[0],
            schedule_address=schedule_address,
            state_address=addresses[2],
            capacity=rows - GUARD,
            array_bytes=self.layout.array_bytes,
            objects=objects,
            is_read_write=is_read_write,
            pieces=np.array(addresses[3:], np.int64),
            words=words,
            operations=operations,
            phase=phase,
            default_chunk=chunk,
            taken=schedule.taken,
            first=schedule.first,
            stop=schedule.stop,
            chunk=schedule.chunk,
            touched=schedule.touched,
            shared_address=self.layout.shared_address,
            figures=figures,
            problem=np.zeros(4, np.int64),
        )

    def check(self) -> None:
        """Raise an error if the program has made a mistake.

        Raises
        ------
        PluginError
            It names what the program did wrong, and in which thread.
        """
        problem, thread, value, limit = self.tables.problem.tolist()
        if not problem:
            return
        what = {
            OVERFLOW: f"wrote {value} operations, but a piece has at most {limit}; return 0 when "
            "`space_left(piece)` is too small",
            OUTSIDE: f"accessed byte {value}, but its arrays have {limit} bytes; use arrays of `arrays()`, "
            "and indices inside them",
            NO_OBJECT: f"used object {value}, but has {limit} locks; use `acquire` and "
            "`release` with locks from 0",
            NO_READERS: f"shares lock {value}, which is not one of its `read_write_locks`; add it to them",
            NO_THREAD: f"waits for thread {value}, but the last one is {limit}",
            ENDLESS: f"returned 0 in {value} calls without an operation; return 1 at the end of the chunk",
            GUARD_HIT: f"wrote behind its buffer of {limit} operations; use the functions of "
            "`numasim.threads.piece`",
            BAD_CHUNK: f"got a chunk that ends at {value}, but the phase has {limit} items; correct the "
            "schedule",
        }[problem]
        name = type(self.program).__name__
        raise PluginError(f"thread program {name!r}", f"thread {thread} {what}")
