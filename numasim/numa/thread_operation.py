"""An operation in the window of a core that runs a thread; see :mod:`numasim.numa.thread_core`."""

from __future__ import annotations

from numasim.threads.operations import AWAIT, BARRIER, COMPUTE, LOCK, SHARE, WAIT

DRAWS, POLLS, HOLDS, GRANTS = range(4)
"""The stages of synchronisation: the access to the ticket counter; the load of the grant counter; its block
is held until it is lost; the store to the grant counter."""


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
        "kind",
        "last",
        "left",
        "need",
        "number",
        "slots",
        "stage",
        "waiting",
        "waits",
    )

    def __init__(self, number: int, row: tuple[int, ...]) -> None:
        self.number = number
        self.address, self.kind, self.chain, self.after, self.cycles, self.folded = row
        self.done = self.at_head = self.waits = False
        self.began = -1
        self.last = self._slots_of_access()
        self.slots = self.left = self.last + (max(self.cycles, 1) if self.kind == COMPUTE else self.cycles)
        self.waiting: list[Operation] = []
        self.stage = {LOCK: DRAWS, SHARE: DRAWS, BARRIER: DRAWS, WAIT: POLLS}.get(self.kind, GRANTS)
        self.need = self.folded

    def __lt__(self, other: Operation) -> bool:
        return self.number < other.number

    @property
    def synchronises(self) -> bool:
        """Whether it is one of the operations on synchronisation objects, or the end."""
        return self.kind >= LOCK

    @property
    def granting(self) -> int:
        """The object whose grant counter it reads or increments: readers have that of the next object."""
        return self.address + (self.kind == SHARE)

    def _slots_of_access(self) -> int:
        if self.kind in (AWAIT, COMPUTE):
            return 0
        return 1 if self.synchronises else 1 + self.folded
