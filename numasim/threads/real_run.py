"""Programs of threads on the processor's own threads, and the seconds that each of their phases takes.

The functions of a program are the same as on a simulated machine. A thread of Python runs one compiled
function for each thread of the program, without the lock of the interpreter. Threads meet at a barrier before
and after each phase, which is a counter in memory.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from numasim.threads import schedules
from numasim.threads.native import (
    address_of,
    atomic_add,
    atomic_exchange,
    atomic_read,
    call_native,
    library_address,
)
from numasim.threads.piece import AT, BEGIN, LAST, PLACE, STOP, look_again
from numasim.threads.program import ThreadProgram, phase_columns
from numasim.threads.refill import BAD_CHUNK, ENDLESS, PATIENCE, TeamTables, enter_phase, report
from numasim.threads.schedules import ALONE, ITEMS
from numasim.threads.team import Team
from partitioners.errors import OptionError
from partitioners.kernels.array_types import Int64
from partitioners.kernels.uncounted import inlined_kernel, kept_kernel

ROWS = 4096
"""The phases that are recorded before the threads return to Python."""

ARRIVED, GENERATION, LOCK, RUNS_ON, ENTERED, COUNT, BEGAN, CLOCK = range(0, 64, 8)
"""The words of ``Shared.words``, each in a cache line of its own: the threads at the barrier and how often it
has opened; the lock of the schedule; whether there is a phase to work on, and whether it was entered in an
earlier call; the recorded phases; the time at which the phase began; and two words for the clock."""

CLOCK_MONOTONIC = 1
SECOND = 1_000_000_000


class Shared(NamedTuple):
    """What the threads of a real run share.

    Attributes
    ----------
    nanoseconds : ndarray of int64, shape (ROWS,)
        The time of each recorded phase.
    figures : ndarray of int64, shape (ROWS, columns)
        The program's figures of these phases.
    locked : int
        Whether threads ask the schedule one at a time.
    clock, leave : int
        The addresses of ``clock_gettime`` and ``sched_yield`` of the C library.
    """

    words: Int64
    nanoseconds: Int64
    figures: Int64
    locked: int
    clock: int
    leave: int


@dataclass(frozen=True, eq=False)
class RealRun:
    """What a run on real threads took.

    Attributes
    ----------
    seconds : ndarray of float64, shape (phases,)
        The time from the beginning of each phase until the last thread has finished it.
    figures : dict of str to ndarray, each of shape (phases,)
        The program's figures of the phases, see :func:`numasim.threads.program.phase_columns`.
    """

    seconds: NDArray[np.float64]
    figures: dict[str, NDArray[Any]]


def run_threads(
    program: ThreadProgram,
    threads: int,
    next_chunk: Callable[..., Any] = schedules.dynamic,
    chunk: int = 256,
    *,
    options: Mapping[str, Any] = MappingProxyType({}),
    seed: int = 0,
) -> RealRun:
    """Run a program on the processor's own threads.

    Parameters
    ----------
    program : ThreadProgram
        Its results are those of this run afterwards.
    threads : int
        Number of threads, which can be larger than that of the processor's cores.
    next_chunk : callable
        The schedule; see :mod:`numasim.threads.schedules`.
    chunk : int
        Items of a chunk.
    options : mapping
        Options of the schedule.
    seed : int
        The seed of the schedule, if it draws random numbers.

    Raises
    ------
    OptionError
        There are no threads, or the chunk has no items.
    PluginError
        The program or the schedule has made a mistake.
    """
    for name, value in (("threads", threads), ("chunk", chunk)):
        if value < 1:
            raise OptionError(f"{name} is {value}; expected at least 1")
    team = Team(program, threads, next_chunk, chunk, options=options, seed=seed, real=True)
    shared = Shared(
        np.zeros(CLOCK + 8, np.int64),
        np.zeros(ROWS, np.int64),
        np.zeros((ROWS, team.tables.figures.size), np.int64),
        locked=int(next_chunk is not schedules.static),
        clock=library_address("clock_gettime"),
        leave=library_address("sched_yield"),
    )
    recorded: list[tuple[NDArray[np.int64], NDArray[np.int64]]] = []
    while True:
        others = [
            threading.Thread(target=_work, args=(team.tables, shared, thread), daemon=True)
            for thread in range(1, threads)
        ]
        for other in others:
            other.start()
        _work(team.tables, shared, 0)
        for other in others:
            other.join()
        count = int(shared.words[COUNT])
        recorded.append((shared.nanoseconds[:count].copy(), shared.figures[:count].copy()))
        shared.words[COUNT] = 0
        team.check()
        if not shared.words[ENTERED]:
            break
    nanoseconds, figures = (np.concatenate(each) for each in zip(*recorded, strict=True))
    return RealRun(nanoseconds / SECOND, phase_columns(program, figures))


@partial(kept_kernel, nogil=True)
def _work(team: TeamTables, shared: Shared, thread: int) -> None:
    """Do the work of a thread in all phases, until the program ends or the records are full."""
    while True:
        if thread == 0:
            _begin_phase(team, shared)
        _meet(team, shared)
        if shared.words[RUNS_ON] == 0:
            return
        _work_on_phase(team, shared, thread)
        _meet(team, shared)


@inlined_kernel
def _begin_phase(team: TeamTables, shared: Shared) -> None:
    """Record the phase that has ended, and enter the next one."""
    words = shared.words
    if words[ENTERED] != 0:
        words[ENTERED] = 0
        words[RUNS_ON] = 1
        words[BEGAN] = _now(shared)
        return
    elapsed = _now(shared) - words[BEGAN]
    is_first = words[BEGAN] == 0
    words[RUNS_ON] = enter_phase(team)
    if not is_first:
        row = words[COUNT]
        shared.nanoseconds[row] = elapsed
        for column in range(shared.figures.shape[1]):
            shared.figures[row, column] = team.figures[column]
        words[COUNT] = row + 1
    if team.problem[0] != 0:
        words[RUNS_ON] = 0
    elif words[COUNT] == shared.nanoseconds.size and words[RUNS_ON] != 0:
        words[ENTERED] = 1
        words[RUNS_ON] = 0
    words[BEGAN] = _now(shared)


@inlined_kernel
def _work_on_phase(team: TeamTables, shared: Shared, thread: int) -> None:
    """Ask for chunks and work on them, until there are no more."""
    words = team.words[thread]
    chunk = team.chunk[thread]
    items = team.phase[ITEMS]
    alone = team.phase[ALONE] != 0
    words[LAST] = 0
    while words[LAST] == 0:
        if alone:
            got = int(thread == 0 and team.taken[0] < items)
            chunk[0], chunk[1] = 0, items
            if got != 0:
                team.taken[0] = items
        else:
            if shared.locked != 0:
                looks = 0
                while atomic_exchange(shared.words, LOCK, 1) != 0:
                    looks = look_again(shared.leave, looks)
            team.touched[thread, 0] = 0
            got = call_native(team.next_chunk, team.schedule_address, thread)
            if shared.locked != 0:
                atomic_exchange(shared.words, LOCK, 0)
        if got != 0 and not 0 <= chunk[0] < chunk[1] <= items:
            report(team, BAD_CHUNK, thread, chunk[1], items)
            return
        words[LAST] = int(got == 0)
        words[BEGIN] = words[AT] = chunk[0] if got != 0 else items
        words[STOP] = chunk[1] if got != 0 else items
        words[PLACE] = 0
        calls = 0
        while call_native(team.fill, team.data, team.pieces[thread]) == 0:
            calls += 1
            if calls == PATIENCE:
                report(team, ENDLESS, thread, calls, 0)
                return


@inlined_kernel
def _meet(team: TeamTables, shared: Shared) -> None:
    """Wait until all threads are here."""
    words = shared.words
    generation = atomic_read(words, GENERATION)
    if atomic_add(words, ARRIVED, 1) == team.threads - 1:
        atomic_exchange(words, ARRIVED, 0)
        atomic_add(words, GENERATION, 1)
        return
    looks = 0
    while atomic_read(words, GENERATION) == generation:
        looks = look_again(shared.leave, looks)


@inlined_kernel
def _now(shared: Shared) -> int:
    """The time in nanoseconds."""
    call_native(shared.clock, CLOCK_MONOTONIC, address_of(shared.words, CLOCK))
    return shared.words[CLOCK] * SECOND + shared.words[CLOCK + 1]
