"""A program of random operations, for tests of the engines: no two of its phases are alike.

What an item does is a function of the seed, the phase and the item, but for claims: the first thread that
sets a bit does more. So who does what depends on time, and what all threads have done together does not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, NamedTuple

import numpy as np
from annotated_types import Ge
from numpy.typing import NDArray

from numasim.threads.piece import (
    AT,
    LAST,
    PLACE,
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
    test_and_set,
    write,
    write_after,
)
from numasim.threads.program import MemoryArray, PhaseState, ThreadProgram
from numasim.threads.random_numbers import mixed, mixed_numbers
from numasim.threads.schedules import ALONE, CHUNK, ITEMS, NUMBER
from partitioners.kernels.array_types import Int8, Int32, Int64
from partitioners.kernels.uncounted import inlined_kernel

MOST_STEPS = 8
"""The most steps of an item."""

NEED = 20
"""The most operations of a step, with those of long computations before them."""

STEP_KINDS = 10
CLAIMED, CLAIMS = 0, 1
"""The registers of a thread: the bits that it was first to set in the phase, and in all."""

ALONE_EVERY, EMPTY_EVERY = 5, 7
"""In each fifth phase thread 0 works alone, and each seventh phase has no items."""


class RandomData(NamedTuple):
    """The data of the program.

    Attributes
    ----------
    octets, words, longs : ndarray of int8, int32, int64
        Read and written at random.
    bits, counters, guarded, results : ndarray of int64
        The bits that are claimed, counters of atomic additions, counters that locks protect, and the claims
        of each thread.
    control : ndarray of int64, shape (1,)
        The number of the phase.
    kept : ndarray of int64, shape (threads, 16)
    """

    octets: Int8
    words: Int32
    longs: Int64
    bits: Int64
    counters: Int64
    guarded: Int64
    results: Int64
    seed: int
    phases: int
    items: int
    locks: int
    control: Int64
    kept: Int64


def steps_of(draw: Any) -> Any:
    """The number of steps of an item, from its pseudorandom number."""
    return draw % (MOST_STEPS + 1)


def step_kind(draw: Any) -> Any:
    """The kind of a step, from its pseudorandom number."""
    return (draw >> 8) % STEP_KINDS


def step_place(draw: Any) -> Any:
    """A random number for the place of a step's first access."""
    return draw >> 16


def item_position(seed: Any, phase: Any, item: Any) -> Any:
    """The position of an item's pseudorandom number; those of its steps follow it."""
    return (seed << 40) + (phase << 30) + item * (MOST_STEPS + 1)


_steps = inlined_kernel(steps_of)
_kind = inlined_kernel(step_kind)
_place = inlined_kernel(step_place)
_position = inlined_kernel(item_position)


def fill(data: RandomData, piece: Piece) -> int:
    """Do the steps of the items, as many as fit; see :class:`numasim.threads.program.ThreadProgram`."""
    words = piece.words
    kept = data.kept[piece.thread]
    if words[LAST] != 0:
        if kept[CLAIMED] > 0:
            write(piece, data.results, piece.thread, kept[CLAIMS])
            kept[CLAIMED] = 0
        return 1
    while words[AT] < words[STOP]:
        first = _position(data.seed, data.control[0], words[AT])
        steps = _steps(mixed(first))
        while words[PLACE] < steps:
            if space_left(piece) < NEED:
                return 0
            words[PLACE] += 1
            _step(data, piece, mixed(first + words[PLACE]))
        words[PLACE] = 0
        words[AT] += 1
    return 1


@inlined_kernel
def _step(data: RandomData, piece: Piece, draw: int) -> None:
    """Do one step: at most NEED operations."""
    kind, place = _kind(draw), _place(draw)
    longs, words, octets = data.longs, data.words, data.octets
    if kind == 0:
        read(piece, longs, place % longs.size)
    elif kind == 1:
        # Each value names the next place.
        value = place
        for _ in range(3):
            value = read_after(piece, words, (place + value) % words.size, newest(piece))
    elif kind == 2:
        # Consecutive elements, most of which are in one block.
        begin = place % octets.size
        for k in range(begin, min(begin + 12, octets.size)):
            read(piece, octets, k)
    elif kind == 3:
        write(piece, octets, place % octets.size, place & 63)
    elif kind == 4:
        value = read(piece, longs, place % longs.size)
        compute(piece, place & 7)
        write_after(piece, words, (place >> 8) % words.size, value & 1023, newest(piece))
    elif kind == 5:
        fetch_add(piece, data.counters, place % data.counters.size, 1)
    elif kind == 6:
        bit = place % (64 * data.bits.size)
        if test_and_set(piece, data.bits, bit, newest(piece) - (place & 3)):
            data.kept[piece.thread, CLAIMED] += 1
            data.kept[piece.thread, CLAIMS] += 1
            for k in range(min(2, longs.size)):
                write(piece, longs, (place + k) % longs.size, bit)
    elif kind == 7:
        compute(piece, place % 300)
    elif kind == 8:
        # Seldom longer than an operation can say.
        compute(piece, place % 40 if place & 63 else 70_000 + place % 70_000)
        read_after(piece, longs, place % longs.size, newest(piece) - (place & 15))
    else:
        lock = place % data.locks
        acquire(piece, lock)
        before = read(piece, data.guarded, lock)
        compute(piece, place & 15)
        write_after(piece, data.guarded, lock, before + 1, newest(piece))
        release(piece, lock)


def next_phase(data: RandomData, state: PhaseState) -> int:
    """Choose the items of the next phase, and their chunks."""
    phase = state.phase[NUMBER]
    data.control[0] = phase
    if phase == data.phases:
        return 0
    if phase > 0:
        state.figures[0] = 0
        for thread in range(state.threads):
            state.figures[0] += data.kept[thread, CLAIMS]
    state.phase[ITEMS] = 0 if phase % EMPTY_EVERY == EMPTY_EVERY - 1 else data.items
    state.phase[ALONE] = int(phase % ALONE_EVERY == ALONE_EVERY - 1)
    if phase & 1:
        state.phase[CHUNK] = 1 + phase
    return 1


class RandomOperations(ThreadProgram):
    """Random loads, stores, atomic operations, locks and computation; for tests of engines.

    Parameters
    ----------
    seed : int
        Chooses the operations.
    phases : int
        Number of phases.
    items : int
        Items of a phase.
    elements : int
        Size of each array; a small one is shared more.
    locks : int
        Number of locks.
    """

    columns: ClassVar[Mapping[str, str]] = MappingProxyType({"claims": "bits set so far"})
    fill = fill
    next_phase = next_phase

    def __init__(
        self,
        *,
        seed: int = 0,
        phases: Annotated[int, Ge(1)] = 4,
        items: Annotated[int, Ge(0)] = 200,
        elements: Annotated[int, Ge(1)] = 500,
        locks: Annotated[int, Ge(1)] = 2,
    ) -> None:
        self.seed = seed % 2**22  # positions have 22 bits for it
        self.phases, self.items, self.elements, self.locks = phases, items, elements, locks
        self._data: RandomData | None = None

    def arrays(self, threads: int) -> Sequence[MemoryArray]:
        """See :meth:`ThreadProgram.arrays`."""
        n = self.elements
        drawn = mixed_numbers(np.arange(n, dtype=np.int64))
        return [
            MemoryArray("octets", n, np.int8, written_by="first"),
            MemoryArray("words", n, np.int32, (drawn % 1000).astype(np.int32)),
            MemoryArray("longs", n, np.int64, drawn),
            MemoryArray("bits", -(-n // 64)),
            MemoryArray("counters", -(-n // 50), written_by="first"),
            MemoryArray("guarded", self.locks),
            MemoryArray("results", threads),
        ]

    def data(self, arrays: Mapping[str, NDArray[Any]], threads: int) -> RandomData:
        """See :meth:`ThreadProgram.data`."""
        self._data = RandomData(
            **arrays,
            seed=self.seed,
            phases=self.phases,
            items=self.items,
            locks=self.locks,
            control=np.zeros(1, np.int64),
            kept=np.zeros((threads, 16), np.int64),
        )
        return self._data

    def verify(self) -> list[str]:
        """Compare counters and bits with those that NumPy computes from the seed."""
        if self._data is None:
            return []
        data = self._data
        phases = [k for k in range(self.phases) if k % EMPTY_EVERY != EMPTY_EVERY - 1]
        position = item_position(
            self.seed, np.array(phases, np.int64)[:, None, None], np.arange(self.items)[:, None]
        )
        step = np.arange(1, MOST_STEPS + 1)
        draws = mixed_numbers(position + step)[step <= steps_of(mixed_numbers(position))]
        kind, place = step_kind(draws), step_place(draws)
        bits = np.unique(place[kind == 6] % (64 * data.bits.size))
        expected = {
            "counters": np.bincount(place[kind == 5] % data.counters.size, minlength=data.counters.size),
            "guarded": np.bincount(place[kind == 9] % self.locks, minlength=self.locks),
            "bits": np.zeros(data.bits.size, np.int64),
            "results": np.array([bits.size]),
        }
        np.bitwise_or.at(expected["bits"], bits >> 6, np.int64(1) << (bits & 63))
        found = {"counters": data.counters, "guarded": data.guarded, "bits": data.bits}
        found["results"] = data.results.sum(keepdims=True)
        return [
            f"{name}: {found[name].tolist()}; expected {values.tolist()}"
            for name, values in expected.items()
            if not np.array_equal(found[name], values)
        ]

    def figures(self) -> dict[str, int | float]:
        """Return the number of bits that the threads set."""
        return {"claims": 0 if self._data is None else int(self._data.kept[:, CLAIMS].sum())}
