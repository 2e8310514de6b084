"""The accesses of a synchronising operation: its steps, and the block of the word that the thread polls.

Such an operation is at the head of its core's window, so there is one at a time. What its steps do is in
:mod:`numasim.numa.shared.sync_steps`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from numasim.numa.shared.sync_steps import (
    FINISHED,
    LOOKS,
    begin_steps,
    block_of_step,
    overdue_by,
    perform_step,
)

if TYPE_CHECKING:
    from numasim.numa.shared.sync_objects import SyncTables
    from numasim.numa.simpy_engine.thread_operation import Operation


class ThreadSync:
    """The synchronising operation of a core.

    Parameters
    ----------
    tables : SyncTables
        The objects of all threads.
    """

    def __init__(self, core: int, tables: SyncTables) -> None:
        self._core = core
        self._tables = tables
        self._polling: Operation | None = None
        self._polled = -1
        self._lost_meanwhile = False

    def begin(self, operation: Operation) -> None:
        """Choose the first step of an operation."""
        operation.step = begin_steps(
            self._tables, self._core, operation.kind, operation.address, operation.folded
        )

    def access(self, operation: Operation) -> tuple[int, bool]:
        """The block that the step of an operation accesses, and whether it stores."""
        block = int(block_of_step(self._tables, self._core, operation.address, operation.step))
        store = operation.step > LOOKS
        self._polling, self._polled = (None, -1) if store else (operation, block)
        self._lost_meanwhile = False
        return block, store

    def perform(self, operation: Operation, now: int) -> None:
        """Perform the step of an operation, for which the core has the block."""
        place = self._tables, self._core, operation.kind, operation.address
        operation.following = perform_step(*place, operation.step, now)

    def goes_on(self, operation: Operation) -> bool:
        """Whether the next step of an operation may access its block at once.

        If not, the operation has finished, or keeps its block until its core loses it.
        """
        step, following = operation.step, operation.following
        if following == FINISHED:
            self._polling, self._polled = None, -1
            return False
        operation.holds = following == step <= LOOKS and not self._lost_meanwhile
        operation.step = following
        return not operation.holds

    def lose(self, block: int, now: int) -> tuple[Operation, int] | None:
        """Process the loss of a block by the L1.

        Returns
        -------
        tuple of Operation and int, or None
            If a thread kept the block, its operation, which must look again, and for how many cycles what it
            waits for has been true.
        """
        operation = self._polling
        if operation is None or self._polled != block:
            return None
        self._lost_meanwhile = True
        if not operation.holds:
            return None
        operation.holds = False
        return operation, int(overdue_by(self._tables, self._core, operation.address, operation.step, now))
