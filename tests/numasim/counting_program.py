"""Programs of threads: one counts how often each item is done, and makes mistakes; one folds its reads.

To load a kept kernel of a program imports the module of its data, so they are in no module of tests.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from numasim.threads.piece import AT, LAST, STOP, compute, newest, read, read_after, space_left, write
from numasim.threads.program import MemoryArray, ThreadProgram
from numasim.threads.schedules import ALONE, ITEMS, NUMBER


class Data(NamedTuple):
    """A counter for each item, and what the program does wrong."""

    counts: NDArray[np.int64]
    done_by: NDArray[np.int64]
    items: int
    phases: int
    alone: int
    mistake: int
    at_end: NDArray[np.int64]


RIGHT, WRITES_TOO_MUCH, OUTSIDE_ARRAYS, NEVER_ENDS, BEHIND_THE_BUFFER = range(5)


def fill(data, piece):
    words = piece.words
    if words[LAST] != 0:
        data.at_end[piece.thread] += 1
        return 1
    if data.mistake == NEVER_ENDS:
        return 0
    if data.mistake == BEHIND_THE_BUFFER:
        piece.operations[piece.capacity + 2].address = 7
    if data.mistake == OUTSIDE_ARRAYS:
        # The array has this element in memory, as others follow it, but the program has no array there.
        read(piece, data.at_end, 0)
    while words[AT] < words[STOP]:
        if space_left(piece) < 2 and data.mistake != WRITES_TOO_MUCH:
            return 0
        at = words[AT]
        compute(piece, 1)
        write(piece, data.counts, at, read(piece, data.counts, at) + 1)
        data.done_by[at] = piece.thread
        words[AT] += 1
    return 1


def next_phase(data, state):
    state.phase[ITEMS] = data.items
    state.phase[ALONE] = data.alone
    return int(state.phase[NUMBER] < data.phases)


class Counting(ThreadProgram):
    """A program whose items add 1 to a counter of their own."""

    fill = fill
    next_phase = next_phase

    def __init__(self, items=50, phases=1, alone=0, mistake=RIGHT):
        self.options = items, phases, alone, mistake

    def arrays(self, threads):
        return [MemoryArray("counts", max(self.options[0], 1))]

    def data(self, arrays, threads):
        items = self.options[0]
        self.made = Data(
            arrays["counts"],
            np.full(max(items, 1), -1),
            *self.options,
            at_end=np.zeros(threads, np.int64),
        )
        return self.made


def fold(data, piece):
    words = piece.words
    if words[LAST] == 0:
        for k in range(words[AT], words[STOP]):
            first = newest(piece)
            compute(piece, 2)
            read_after(piece, data.values, k, first if k % 16 == 0 else -1)
        words[AT] = words[STOP]
    return 1


class FoldingData(NamedTuple):
    values: NDArray[np.int32]
    items: int
    phases: int
    alone: int


class Folding(ThreadProgram):
    fill = fold
    next_phase = next_phase

    def arrays(self, threads):
        return [MemoryArray("values", 32, np.int32)]

    def data(self, arrays, threads):
        return FoldingData(arrays["values"], 32, 1, 0)
