"""Microbenchmarks of threads: sequential and random reads, a shared counter, and a counter under a lock.

Hong, Oguntebi and Olukotun (PACT 2011) measure sequential and random reads of their machines (Table II).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple

import numpy as np
from annotated_types import Ge
from numpy.typing import NDArray
from pydantic import AfterValidator

from numasim.threads.piece import (
    AT,
    LAST,
    STOP,
    Piece,
    acquire,
    compute,
    fetch_add,
    newest,
    read,
    read_after,
    release,
    space_left,
    write,
    write_after,
)
from numasim.threads.program import MemoryArray, PhaseState, ThreadProgram
from numasim.threads.random_numbers import mixed, mixed_numbers
from numasim.threads.schedules import ITEMS, NUMBER
from partitioners.errors import OptionError
from partitioners.kernels.array_types import Int64
from partitioners.kernels.uncounted import inlined_kernel
from partitioners.text.units import parse_size
from partitioners.text.wording import Expected

SUM, AT_ELEMENT, DONE, NEWEST = range(4)
"""The registers of a thread: the sum of what it has read, the next element of its chain, the accesses that it
has made, and the newest operation of its chain."""
REGISTERS = 16

NEED = 5
"""The most operations of an access and the instructions around it."""

LINE = 8
"""The words from one counter to the next."""

Accesses = Annotated[int, Ge(1)]


def _words(size: str) -> int:
    """The words of an array.

    Raises
    ------
    OptionError
        It is not a size, or less than a word.
    """
    try:
        count = parse_size(size) // 8
    except OptionError as error:
        raise OptionError(f"bytes: {error}") from error
    if count < 1:
        raise OptionError(f"bytes is {size!r}; expected at least 8, the size of a word")
    return count


def _of_a_word(size: str) -> str:
    try:
        _words(size)
    except OptionError as error:
        raise ValueError(str(error)) from error
    return size


ArraySize = Annotated[str, AfterValidator(_of_a_word), Expected("a size of at least 8 B, such as '64 KiB'")]


class Accessed(NamedTuple):
    """The data of a microbenchmark.

    Attributes
    ----------
    values : ndarray of int64
        What is read, or the counters.
    results : ndarray of int64, shape (threads,)
        The sum of each thread.
    accesses : int
        Accesses of all threads.
    dependent : int
        Whether each element names the next one to read.
    kept : ndarray of int64, shape (threads, REGISTERS)
    """

    values: Int64
    results: Int64
    accesses: int
    counters: int
    dependent: int
    kept: Int64


def next_phase(data: Accessed, state: PhaseState) -> int:
    """Make all accesses in one phase."""
    state.phase[ITEMS] = data.accesses
    return int(state.phase[NUMBER] == 0)


def read_in_sequence(data: Accessed, piece: Piece) -> int:
    """Read elements one after the other, from the first again after the last."""
    words, values = piece.words, data.values
    kept = data.kept[piece.thread]
    if words[LAST] != 0:
        write(piece, data.results, piece.thread, kept[SUM])
        return 1
    at, stop, total, done = words[AT], words[STOP], kept[SUM], 1
    element = at % values.size
    while at < stop:
        if space_left(piece) < NEED:
            done = 0
            break
        compute(piece, 3)
        total += read(piece, values, element)
        element += 1
        if element == values.size:
            element = 0
        at += 1
    words[AT] = at
    kept[SUM] = total
    return done


def read_at_random(data: Accessed, piece: Piece) -> int:
    """Read random elements, whose indices are computed or are the values of the elements before."""
    if data.dependent != 0:
        return _follow_chain(data, piece)
    return _read_computed(data, piece)


@inlined_kernel
def _read_computed(data: Accessed, piece: Piece) -> int:
    """Read the elements that a function of the position names."""
    words, values = piece.words, data.values
    kept = data.kept[piece.thread]
    if words[LAST] != 0:
        write(piece, data.results, piece.thread, kept[SUM])
        return 1
    at, stop, total, done = words[AT], words[STOP], kept[SUM], 1
    while at < stop:
        if space_left(piece) < NEED:
            done = 0
            break
        compute(piece, 14)
        total += read(piece, values, ((mixed(at) >> 31) * values.size) >> 32)
        at += 1
    words[AT] = at
    kept[SUM] = total
    return done


@inlined_kernel
def _follow_chain(data: Accessed, piece: Piece) -> int:
    """Read the element that the previous one names; each thread follows the chain from a place of its own."""
    words, values = piece.words, data.values
    kept = data.kept[piece.thread]
    if words[LAST] != 0:
        write(piece, data.results, piece.thread, kept[AT_ELEMENT])
        return 1
    at, stop, done = words[AT], words[STOP], 1
    element, earlier = kept[AT_ELEMENT], kept[NEWEST]
    while at < stop:
        if space_left(piece) < NEED:
            done = 0
            break
        compute(piece, 2)
        element = read_after(piece, values, element, earlier)
        earlier = newest(piece)
        kept[DONE] += 1
        at += 1
    words[AT] = at
    kept[AT_ELEMENT], kept[NEWEST] = element, earlier
    return done


def add_to_counters(data: Accessed, piece: Piece) -> int:
    """Add 1 to a counter in one step, for each item."""
    words, values = piece.words, data.values
    if words[LAST] != 0:
        return 1
    at, stop, done = words[AT], words[STOP], 1
    while at < stop:
        if space_left(piece) < NEED:
            done = 0
            break
        compute(piece, 3)
        fetch_add(piece, values, at % data.counters * LINE, 1)
        at += 1
    words[AT] = at
    return done


def add_under_locks(data: Accessed, piece: Piece) -> int:
    """Add 1 to a counter that its lock protects, for each item."""
    words, values = piece.words, data.values
    if words[LAST] != 0:
        return 1
    at, stop, done = words[AT], words[STOP], 1
    while at < stop:
        if space_left(piece) < NEED:
            done = 0
            break
        counter = at % data.counters
        compute(piece, 3)
        acquire(piece, counter)
        before = read(piece, values, counter * LINE)
        compute(piece, 1)
        write_after(piece, values, counter * LINE, before + 1, newest(piece))
        release(piece, counter)
        at += 1
    words[AT] = at
    return done


class _Microbenchmark(ThreadProgram):
    """One phase with the same number of accesses of each thread."""

    next_phase = next_phase
    weak_scaling = True
    dependent = False

    def __init__(self, accesses: int, counters: int = 1) -> None:
        self.accesses = accesses
        self.counters = counters
        nothing = np.zeros(1, np.int64)
        self._data = Accessed(nothing, nothing, 0, counters, 0, nothing.reshape(1, 1))

    def data(self, arrays: Mapping[str, NDArray[Any]], threads: int) -> Accessed:
        """See :meth:`ThreadProgram.data`."""
        self._data = Accessed(
            **arrays,
            accesses=threads * self.accesses,
            counters=self.counters,
            dependent=int(self.dependent),
            kept=np.zeros((threads, REGISTERS), np.int64),
        )
        return self._data

    def figures(self) -> dict[str, int | float]:
        """Return the number of accesses of all threads."""
        return {"accesses": self._data.accesses}


class _Reads(_Microbenchmark):
    """Reads of an array of 8-byte words."""

    def __init__(self, words: int, accesses: int) -> None:
        super().__init__(accesses)
        self._words = words

    def arrays(self, threads: int) -> Sequence[MemoryArray]:
        """See :meth:`ThreadProgram.arrays`."""
        return [
            MemoryArray("values", self._words),
            MemoryArray("results", threads),
        ]

    def data(self, arrays: Mapping[str, NDArray[Any]], threads: int) -> Accessed:
        """See :meth:`ThreadProgram.data`."""
        made = super().data(arrays, threads)
        if not self.dependent:
            made.values[:] = _drawn(self._words)
        return made

    def _check_sum(self, expected: int) -> list[str]:
        found = int(self._data.results.sum())
        return [] if found == expected else [f"the sum of the reads is {found}; expected {expected}"]


class SequentialRead(_Reads):
    """Reads of consecutive words.

    Parameters
    ----------
    bytes : str
        Size of the array, such as ``16 MiB``; all threads together read it once from the front, and again
        from the front if there are more accesses than words.
    accesses : int
        Reads of 8 bytes, per thread.
    """

    fill = read_in_sequence

    def __init__(self, *, bytes: ArraySize = "16 MiB", accesses: Accesses = 100_000) -> None:
        super().__init__(_words(bytes), accesses)

    def verify(self) -> list[str]:
        """Compare the sum of all reads with that of NumPy."""
        values = _drawn(self._words)
        rounds, rest = divmod(self._data.accesses, values.size)
        return self._check_sum(int(rounds * values.sum() + values[:rest].sum()))


class RandomRead(_Reads):
    """Reads of words at random places.

    Parameters
    ----------
    seed : int
        Chooses the chain of words, if reads are dependent.
    bytes : str
        Size of the array, such as ``16 MiB``.
    accesses : int
        Reads of 8 bytes, per thread.
    dependent : bool
        Whether each word names the place of the thread's next read, so that a thread has one read at a time.
        The words form one chain, and the threads begin at equal distances. If not, places are computed.
    """

    fill = read_at_random

    def __init__(
        self,
        *,
        seed: int = 0,
        bytes: ArraySize = "16 MiB",
        accesses: Accesses = 100_000,
        dependent: bool = False,
    ) -> None:
        super().__init__(_words(bytes), accesses)
        self.dependent = dependent
        self._seed = seed
        self._order = np.zeros(0, np.int64)

    def data(self, arrays: Mapping[str, NDArray[Any]], threads: int) -> Accessed:
        """See :meth:`ThreadProgram.data`."""
        made = super().data(arrays, threads)
        if self.dependent:
            self._order = np.random.default_rng(self._seed).permutation(self._words)
            made.values[self._order] = np.roll(self._order, -1)
            made.kept[:, AT_ELEMENT] = self._order[self._begins(threads)]
            made.kept[:, NEWEST] = -1
        return made

    def _begins(self, threads: int) -> NDArray[np.int64]:
        """The places in the chain at which the threads begin."""
        return np.arange(threads) * self._order.size // threads

    def verify(self) -> list[str]:
        """Compare the sum of all reads, or the place of each thread in the chain, with those of NumPy."""
        if not self.dependent:
            drawn = mixed_numbers(np.arange(self._data.accesses)) >> 31
            return self._check_sum(int(_drawn(self._words)[(drawn * self._words) >> 32].sum()))
        done, found = self._data.kept[:, DONE], self._data.results
        expected = self._order[(self._begins(done.size) + done) % self._order.size]
        problems = [
            f"thread {thread} is at word {found[thread]} after {done[thread]} reads; expected "
            f"{expected[thread]}"
            for thread in np.flatnonzero(found != expected)
        ]
        if done.sum() != self._data.accesses:
            problems.append(f"the threads made {done.sum()} reads; expected {self._data.accesses}")
        return problems


class AtomicCounter(_Microbenchmark):
    """Atomic additions to shared counters.

    Parameters
    ----------
    accesses : int
        Additions, per thread.
    counters : int
        Number of counters, in blocks of their own, which are used in turn.
    """

    fill = add_to_counters

    def __init__(self, *, accesses: Accesses = 10_000, counters: Annotated[int, Ge(1)] = 1) -> None:
        super().__init__(accesses, counters)

    def arrays(self, threads: int) -> Sequence[MemoryArray]:
        """See :meth:`ThreadProgram.arrays`."""
        return [
            MemoryArray("values", self.counters * LINE, written_by="first"),
            MemoryArray("results", threads),
        ]

    def verify(self) -> list[str]:
        """Compare each counter with the number of its additions."""
        found = self._data.values[::LINE]
        expected = (self._data.accesses - np.arange(self.counters) + self.counters - 1) // self.counters
        return [
            f"counter {k} is {found[k]}; expected {expected[k]}" for k in np.flatnonzero(found != expected)
        ]


class LockCounter(AtomicCounter):
    """Additions to shared counters that locks protect.

    Parameters
    ----------
    accesses : int
        Additions, per thread.
    counters : int
        Number of counters, in blocks of their own and with a lock each, which are used in turn.
    """

    fill = add_under_locks

    def __init__(self, *, accesses: Accesses = 10_000, counters: Annotated[int, Ge(1)] = 1) -> None:
        super().__init__(accesses=accesses, counters=counters)
        self.locks = counters


def _drawn(words: int) -> NDArray[np.int64]:
    """Words whose sum shows which of them have been read."""
    return mixed_numbers(np.arange(words, dtype=np.int64)) >> 33
