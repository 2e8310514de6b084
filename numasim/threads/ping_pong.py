"""Core-to-core latencies: two threads flip a flag in turn by compare-and-swap, for every pair of threads.

Each pair has a phase of its own. Half a round trip is the time of one flip, which moves the modified block of
the flag from the L1 of one core to that of the other. The method is that of
github.com/nviennot/core-to-core-latency.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import numpy as np
from annotated_types import Ge
from numpy.typing import NDArray

from numasim.threads.native import is_real
from numasim.threads.piece import LAST, Piece, compare_and_swap, compute, look_again
from numasim.threads.program import MemoryArray, PhaseState, ThreadProgram
from numasim.threads.schedules import ITEMS, NUMBER
from partitioners.kernels.array_types import Int64

if TYPE_CHECKING:
    import pandas as pd

FLIPS, OF_PHASE = range(2)
"""The registers of a thread: its flips of the flag of this phase, and the phase."""
REGISTERS = 16

PART = 1024
"""Words of a thread's part of the flags, two pages of 4 KiB. Its flag is in the middle."""


class Flags(NamedTuple):
    """The data of the program.

    Attributes
    ----------
    flags : ndarray of int64, shape (threads * PART,)
        0 if the first thread of a pair flips next, else 1.
    pairs : ndarray of int64, shape (pairs, 2)
        The threads of each phase; the flag is in the part of the first one.
    phase : ndarray of int64, shape (1,)
    rounds : int
        Flips of each thread of a pair.
    kept : ndarray of int64, shape (threads, REGISTERS)
    """

    flags: Int64
    pairs: Int64
    phase: Int64
    rounds: int
    kept: Int64


def next_phase(data: Flags, state: PhaseState) -> int:
    """Give the flag to the next pair."""
    number = state.phase[NUMBER]
    if number > 0:
        state.figures[0], state.figures[1] = data.pairs[number - 1, 0], data.pairs[number - 1, 1]
    data.phase[0] = number
    state.phase[ITEMS] = 0
    return int(number < data.pairs.shape[0])


def flip(data: Flags, piece: Piece) -> int:
    """Try to flip the flag of the pair until it has been flipped often enough.

    A simulated thread makes one attempt in a piece, so that it sees the flips of the other thread. Its next
    pieces are made when an attempt has ended, which needs the block of the flag, so that it flips once for
    each transfer of the block. A few attempts are made ahead at the beginning, where the flips exceed the
    transfers. So :meth:`PingPong.pairs` counts transfers, which are the misses.
    """
    pair = data.pairs[data.phase[0]]
    side = int(piece.thread == pair[1])
    if piece.words[LAST] == 0 or piece.thread != pair[side]:
        return 1
    kept = data.kept[piece.thread]
    if kept[OF_PHASE] != data.phase[0] + 1:
        kept[OF_PHASE], kept[FLIPS] = data.phase[0] + 1, 0
    flag, looks = pair[0] * PART + PART // 2, 0
    while kept[FLIPS] < data.rounds:
        compute(piece, 2)
        if compare_and_swap(piece, data.flags, flag, side, 1 - side):
            kept[FLIPS] += 1
            looks = 0
        elif is_real(piece):
            looks = look_again(piece.leave, looks)
        if not is_real(piece):
            return int(kept[FLIPS] == data.rounds)
    return 1


class PingPong(ThreadProgram):
    """A flag that two threads flip in turn, for each pair of threads.

    Parameters
    ----------
    rounds : int
        Flips of each of the two threads.
    """

    least_threads = 2
    fill = flip
    next_phase = next_phase
    columns = MappingProxyType(
        {"first": "first thread of the pair, which has the page of the flag", "second": "other thread"}
    )

    def __init__(self, *, rounds: Annotated[int, Ge(1)] = 200) -> None:
        self.rounds = rounds
        nothing = np.zeros((1, REGISTERS), np.int64)
        self._data = Flags(nothing[0], nothing, nothing[0], rounds, nothing)

    def arrays(self, threads: int) -> Sequence[MemoryArray]:
        """See :meth:`ThreadProgram.arrays`."""
        return [MemoryArray("flags", threads * PART)]

    def data(self, arrays: Mapping[str, NDArray[Any]], threads: int) -> Flags:
        """See :meth:`ThreadProgram.data`."""
        pairs = np.column_stack(np.triu_indices(threads, 1)).astype(np.int64)
        kept = np.zeros((threads, REGISTERS), np.int64)
        self._data = Flags(arrays["flags"], pairs, np.zeros(1, np.int64), self.rounds, kept)
        return self._data

    def verify(self) -> list[str]:
        """Compare the flips of each thread in its last phase with ``rounds``, and the flags with 0."""
        flips = self._data.kept[:, FLIPS]
        wrong = [
            f"thread {k} flipped {flips[k]} times; expected {self.rounds}"
            for k in np.flatnonzero(flips != self.rounds)
        ]
        return wrong + ["a flag is not back at 0"] * bool(self._data.flags.any())

    def pairs(self, phases: pd.DataFrame) -> pd.DataFrame:
        """See :meth:`ThreadProgram.pairs`."""
        found = phases[["first", "second"]].reset_index(drop=True)
        return found.assign(one_way_cycles=phases["cycles"] / phases["l1_misses"])
