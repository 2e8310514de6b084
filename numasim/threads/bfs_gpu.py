"""Breadth-first search with a GPU: the levels with many nodes are the GPU's.

Hong, Oguntebi and Olukotun (PACT 2011) add the GPU as a state of their machine. While the GPU works on a
level, the threads wait. What it finds does not depend on who computes it, so here the arrays of the threads
get its results without an operation; :mod:`numasim.simulation.hybrid_search` adds the time of the GPU and of
the copies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from numasim.threads.bfs_states import CHANNELS, GPU, QUEUE, R2Q, READ, Change
from partitioners.errors import OptionError

Return = Literal["never", "shrinking"]


@dataclass(frozen=True)
class GpuLevels:
    """The levels that are the GPU's.

    Attributes
    ----------
    above : int
        A level with more nodes is the GPU's; 0 for all levels.
    returns : {'never', 'shrinking'}
        ``never``: so are all levels after it. ``shrinking``: the threads go on when a level has at most
        ``below`` nodes.
    below : int or None
        At most ``above``, which is the default.

    Raises
    ------
    OptionError
        A value is out of range, or without effect.
    """

    above: int
    returns: Return = "never"
    below: int | None = None

    def __post_init__(self) -> None:
        if type(self.above) is not int or self.above < 0:
            raise OptionError(f"gpu_above is {self.above!r}; expected an integer of at least 0")
        if self.returns not in get_args(Return):
            raise OptionError(f"gpu_return is {self.returns!r}; choose one of {', '.join(get_args(Return))}")
        if self.below is None:
            return
        if self.returns == "never":
            raise OptionError(
                f"gpu_below is {self.below!r}, but the search never returns from the GPU; leave it out, or "
                "set gpu_return to 'shrinking'"
            )
        if type(self.below) is not int or not 0 <= self.below <= self.above:
            raise OptionError(
                f"gpu_below is {self.below!r}; expected 0 to gpu_above, which is {self.above}, since larger "
                "levels go to the GPU"
            )

    @property
    def marks(self) -> bool:
        """Whether the GPU counts the new nodes of a level and sets their bits, for a return."""
        return self.returns == "shrinking"

    def table(self, table: Sequence[Change], first_state: int) -> tuple[Change, ...]:
        """The table of a state machine with the rows of the GPU before its own.

        Parameters
        ----------
        table : sequence of Change
            The machine of the threads; empty if they keep their first state.
        """
        rows = [Change(state, GPU, least=self.above + 1) for state in range(CHANNELS)]
        if self.marks:
            below = self.above if self.below is None else self.below
            rows.append(Change(GPU, READ if first_state == READ else R2Q, most=below))
            if not table and first_state == QUEUE:
                rows.append(Change(R2Q, QUEUE))
        return (*rows, *table)
