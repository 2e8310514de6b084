"""Schedules: which thread gets which items of a phase, decided when a thread asks for its next chunk.

A schedule is a compiled function ``next_chunk(schedule, thread)``. It writes the bounds of the next chunk to
``schedule.chunk[thread]`` and returns 1, or returns 0 if the thread gets no more. It names each shared word
that it reads and changes with :func:`touch`, and the simulated thread makes an atomic operation on it. A
schedule is asked in simulated time, so a fast thread asks more often.

The keyword-only parameters of the function are its options, which are integers and truth values. A parameter
``seed`` gets the seed of the run.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Annotated, Any, NamedTuple

from annotated_types import Ge

from numasim.threads.random_numbers import mixed
from partitioners.errors import PluginError
from partitioners.kernels.array_types import Int64
from partitioners.kernels.uncounted import inlined_kernel
from partitioners.plugins.registry import Registry

ITEMS, CHUNK, ALONE, NUMBER, FINISHED = range(5)
"""The words of a phase in ``Schedule.phase``: its number of items, the size of a chunk, whether only thread 0
works, its number from 0, and whether the program has ended."""

OWN_WORDS = 8
"""The words that a schedule keeps for each thread, which fill a cache line."""

TAKEN = 0
"""The shared word from which all threads take. The word of a thread's own share is 1 + its number."""


class Schedule(NamedTuple):
    """The state of a schedule in one phase.

    Attributes
    ----------
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
    own : ndarray of int64, shape (threads, OWN_WORDS)
        Words for the use of the schedule; 0 at the beginning of the run.
    """

    threads: int
    phase: Int64
    taken: Int64
    first: Int64
    stop: Int64
    victims: Int64
    chunk: Int64
    touched: Int64
    own: Int64


@inlined_kernel
def touch(schedule: Schedule, thread: int, word: int) -> None:
    """Note that the thread has read and changed a shared word in one step."""
    touched = schedule.touched[thread]
    touched[0] += 1
    touched[touched[0]] = word


@inlined_kernel
def _give(schedule: Schedule, thread: int, begin: int, stop: int) -> int:
    schedule.chunk[thread, 0] = begin
    schedule.chunk[thread, 1] = stop
    return int(begin < stop)


def static(schedule: Schedule, thread: int) -> int:
    """Equal shares of consecutive items, decided before the phase."""
    begin = schedule.first[thread]
    stop = min(begin + schedule.phase[CHUNK], schedule.stop[thread])
    schedule.first[thread] = stop
    return _give(schedule, thread, begin, stop)


def dynamic(schedule: Schedule, thread: int) -> int:
    """The next chunk from a shared counter."""
    begin = schedule.taken[0]
    stop = min(begin + schedule.phase[CHUNK], schedule.phase[ITEMS])
    schedule.taken[0] = stop
    touch(schedule, thread, TAKEN)
    return _give(schedule, thread, begin, stop)


def guided(schedule: Schedule, thread: int, *, divisor: Annotated[int, Ge(1)] = 2) -> int:
    """A part of a thread's share of the remaining items, at least a chunk, from a shared counter.

    Parameters
    ----------
    divisor : int
        The part is one over this number: 2 as in the runtime library of LLVM, 1 as in that of GCC.
    """
    begin, items = schedule.taken[0], schedule.phase[ITEMS]
    size = max((items - begin) // (divisor * schedule.threads), schedule.phase[CHUNK])
    stop = min(begin + size, items)
    schedule.taken[0] = stop
    touch(schedule, thread, TAKEN)
    return _give(schedule, thread, begin, stop)


def steal(
    schedule: Schedule, thread: int, *, seed: int = 0, random_victim: bool = False, one_chunk: bool = False
) -> int:
    """Chunks from the front of the own share, then half of what another thread has left, from the back.

    Parameters
    ----------
    seed : int
        Chooses the first victims.
    random_victim : bool
        Whether a thread begins to look for work at a random other thread, and continues with the next ones in
        the order of distances; if not, it begins with the nearest one.
    one_chunk : bool
        Whether a thread steals one chunk; if not, half of what the victim has left.
    """
    touch(schedule, thread, 1 + thread)
    first, stops = schedule.first, schedule.stop
    if first[thread] >= stops[thread]:
        others, begin = schedule.threads - 1, 0
        if random_victim and others > 0:
            looks = schedule.own[thread, 0]
            schedule.own[thread, 0] = looks + 1
            begin = mixed(mixed(seed + thread) + looks) % others
        for k in range(others):
            victim = schedule.victims[thread, (begin + k) % others]
            touch(schedule, thread, 1 + victim)
            left = stops[victim] - first[victim]
            if left > 0:
                stolen = min(schedule.phase[CHUNK], left) if one_chunk else (left + 1) // 2
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

NextChunk = Callable[..., int]


def option_numbers(next_chunk: NextChunk, options: Mapping[str, Any], seed: int) -> tuple[int, ...]:
    """The options of a schedule as its compiled function gets them, in their order.

    Parameters
    ----------
    options : mapping
        Of those without a value, the defaults are used.

    Raises
    ------
    PluginError
        An option is neither an integer nor a truth value.
    """
    numbers = []
    for name, parameter in inspect.signature(next_chunk).parameters.items():
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY:
            value = seed if name == "seed" else options.get(name, parameter.default)
            if not isinstance(value, int):
                raise PluginError(
                    f"thread schedule {next_chunk.__name__!r}",
                    f"its option {name!r} is {value!r}; options of a schedule are integers and truth values",
                )
            numbers.append(int(value) & (2**63 - 1) if name == "seed" else int(value))
    return tuple(numbers)
