"""An operation in the window of a core that runs a thread; see :class:`ThreadCore`."""

from __future__ import annotations

from numasim.numa.shared.sync_steps import FINISHED
from numasim.threads.operations import AWAIT, COMPUTE, LOCK


class Operation:
    """An operation in the window.

    Parameters
    ----------
    number : int
        Its number in the thread.
    row : tuple of int
        Its fields, see :data:`numasim.threads.operations.OPERATION`.

    Attributes
    ----------
    slots : int
        The instructions that it has in the window, which take an issue slot each.
    left : int
        The issue slots that it has not taken.
    last : int
        Those of its access.
    waits : bool
        Whether its value is not there, so that its access is not issued.
    value_at : int
        The cycle in which its value is there, if it waits for that cycle.
    step, following : int
        Its step on a synchronisation object, and the next one; see :mod:`numasim.numa.shared.sync_steps`.
    holds : bool
        Whether it waits until its core loses the block that it has loaded.
    """

    __slots__ = (
        "address",
        "after",
        "at_head",
        "began",
        "chain",
        "cycles",
        "done",
        "folded",
        "following",
        "holds",
        "kind",
        "last",
        "left",
        "number",
        "slots",
        "step",
        "value_at",
        "waiting",
        "waits",
    )

    def __init__(self, number: int, row: tuple[int, ...]) -> None:
        self.number = number
        self.address, self.kind, self.chain, self.after, self.cycles, self.folded = row
        self.done = self.at_head = self.waits = False
        self.began = -1
        self.value_at = 0
        self.last = self._slots_of_access()
        self.slots = self.left = self.last + (max(self.cycles, 1) if self.kind == COMPUTE else self.cycles)
        self.waiting: list[Operation] = []
        self.step = self.following = FINISHED
        self.holds = False

    def __lt__(self, other: Operation) -> bool:
        return self.number < other.number

    @property
    def synchronises(self) -> bool:
        """Whether it is one of the operations on synchronisation objects, or the end."""
        return self.kind >= LOCK

    @property
    def reason(self) -> str:
        """What the cycles count for in which it is the oldest one, and no issue slot is used."""
        if self.synchronises:
            return "synchronisation"
        return "compute" if self.kind == COMPUTE else "memory"

    def _slots_of_access(self) -> int:
        if self.kind in (AWAIT, COMPUTE):
            return 0
        return 1 if self.synchronises else 1 + self.folded
