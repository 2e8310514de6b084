"""Programs of threads for the tests of experiments: workers of other processes import them by name."""

from typing import Annotated, NamedTuple

import numpy as np
from annotated_types import Ge
from numpy.typing import NDArray

from numasim.threads.piece import AT, LAST, STOP, fetch_add, read, space_left
from numasim.threads.program import MemoryArray, ThreadProgram
from numasim.threads.schedules import ITEMS, NUMBER


class Values(NamedTuple):
    """The arrays of the program."""

    values: NDArray[np.int64]
    total: NDArray[np.int64]


def fill(data, piece):
    """Add each item of the chunk to the total."""
    words = piece.words
    if words[LAST]:
        return 1
    while words[AT] < words[STOP]:
        if space_left(piece) < 2:
            return 0
        fetch_add(piece, data.total, 0, read(piece, data.values, words[AT]))
        words[AT] += 1
    return 1


def next_phase(data, state):
    """Two phases with all items."""
    state.phase[ITEMS] = data.values.size
    return int(state.phase[NUMBER] < 2)


class Sum(ThreadProgram):
    """Add up an array in a word, twice.

    Parameters
    ----------
    items : int
        Elements of the array.
    wrong : bool
        Whether `verify` finds a mistake.
    named : str
        The name of the figure.
    """

    fill = fill
    next_phase = next_phase

    def __init__(
        self, *, items: Annotated[int, Ge(1)] = 100, wrong: bool = False, named: str = "total"
    ) -> None:
        self.items, self.wrong, self.named = items, wrong, named

    def arrays(self, threads):
        """See the base class."""
        return [
            MemoryArray("values", self.items, np.int64, np.arange(self.items)),
            MemoryArray("total", 1),
        ]

    def data(self, arrays, threads):
        """See the base class."""
        self.total = arrays["total"]
        return Values(arrays["values"], arrays["total"])

    def verify(self):
        """The sum of 0 .. items - 1, twice."""
        expected = self.items * (self.items - 1)
        return ["the total is wrong"] if self.wrong or self.total[0] != expected else []

    def figures(self):
        """The total."""
        return {self.named: int(self.total[0])}
