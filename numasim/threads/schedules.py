"""Schedules: which thread gets which items of a phase, decided when a thread asks for its next chunk.

A schedule is a compiled function ``next_chunk(schedule, thread)``. It writes the bounds of the next chunk to
``schedule.chunk[thread]`` and returns 1, or returns 0 if the thread gets no more. It names each shared word
that it reads and changes with :func:`touch`, and the simulated thread makes an atomic operation on it. A
schedule is asked in simulated time, so a fast thread asks more often.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from numpy.typing import NDArray

from numasim.numba_kernels import inlined_kernel
from partitioners.registry import Registry

ITEMS, CHUNK, ALONE, NUMBER, FINISHED = range(5)
"""The words of a phase in ``Schedule.phase``: its number of items, the size of a chunk, whether only thread 0
works, its number from 0, and whether the program has ended."""

TAKEN = 0
"""The shared word from which all threads take. The word of a thread's own share is 1 + its number."""


class Schedule(NamedTuple):
    """The state of a schedule in one phase.

    Attributes
    ----------
    threads : int
    phase : ndarray of int64
        The words of the phase.
    taken : ndarray of int64, shape (1,)
        The items taken from the front by all threads; 0 at first.
    first, stop : ndarray of int64, shape (threads,)
        The bounds of each thread's own share; equal shares at first.
    victims : ndarray of int64, shape (threads, threads - 1)
        For each thread, the others in the order in which it looks for work.
    chunk : ndarray of int64, shape (threads, 2)
        The bounds of the chunk that each thread got last.
    touched : ndarray of int64, shape (threads, threads + 3)
        The number of shared words that the thread's last request touched, and the words.
    """

    threads: int
    phase: NDArray[Any]
    taken: NDArray[Any]
    first: NDArray[Any]
    stop: NDArray[Any]
    victims: NDArray[Any]
    chunk: NDArray[Any]
    touched: NDArray[Any]


@inlined_kernel
def touch(schedule, thread, word):  # type: ignore[no-untyped-def]  # a kernel
    """Note that the thread has read and changed a shared word in one step."""
    touched = schedule.touched[thread]
    touched[0] += 1
    touched[touched[0]] = word


@inlined_kernel
def _give(schedule, thread, begin, stop):  # type: ignore[no-untyped-def]  # a kernel
    schedule.chunk[thread, 0] = begin
    schedule.chunk[thread, 1] = stop
    return int(begin < stop)


def static(schedule, thread):  # type: ignore[no-untyped-def]  # a kernel
    """Equal shares of consecutive items, decided before the phase."""
    begin = schedule.first[thread]
    stop = min(begin + schedule.phase[CHUNK], schedule.stop[thread])
    schedule.first[thread] = stop
    return _give(schedule, thread, begin, stop)


def dynamic(schedule, thread):  # type: ignore[no-untyped-def]  # a kernel
    """The next chunk from a shared counter."""
    begin = schedule.taken[0]
    stop = min(begin + schedule.phase[CHUNK], schedule.phase[ITEMS])
    schedule.taken[0] = stop
    touch(schedule, thread, TAKEN)
    return _give(schedule, thread, begin, stop)


def guided(schedule, thread):  # type: ignore[no-untyped-def]  # a kernel
    """Half a thread's share of the remaining items, at least a chunk, from a shared counter."""
    begin, items = schedule.taken[0], schedule.phase[ITEMS]
    size = max((items - begin) // (2 * schedule.threads), schedule.phase[CHUNK])
    stop = min(begin + size, items)
    schedule.taken[0] = stop
    touch(schedule, thread, TAKEN)
    return _give(schedule, thread, begin, stop)


def steal(schedule, thread):  # type: ignore[no-untyped-def]  # a kernel
    """Chunks from the front of the own share, then half of what another thread has left, from the back."""
    touch(schedule, thread, 1 + thread)
    first, stops = schedule.first, schedule.stop
    if first[thread] >= stops[thread]:
        for k in range(schedule.threads - 1):
            victim = schedule.victims[thread, k]
            touch(schedule, thread, 1 + victim)
            left = stops[victim] - first[victim]
            if left > 0:
                stolen = (left + 1) // 2
                stops[victim] -= stolen
                first[thread] = stops[victim]
                stops[thread] = stops[victim] + stolen
                touch(schedule, thread, 1 + thread)
                break
    begin = first[thread]
    stop = min(begin + schedule.phase[CHUNK], stops[thread])
    first[thread] = max(stop, begin)
    return _give(schedule, thread, begin, stop)


THREAD_SCHEDULES = Registry(
    "thread schedule",
    "numasim.thread_schedules",
    {name: f"numasim.threads.schedules:{name}" for name in ("static", "dynamic", "guided", "steal")},
)
"""Every schedule of threads: a function ``next_chunk(schedule, thread)`` that Numba compiles."""

NextChunk = Callable[[Schedule, int], int]
