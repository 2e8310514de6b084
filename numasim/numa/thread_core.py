"""A core that runs one thread: a window of operations, issue slots, and synchronisation.

The window holds the oldest unfinished operations of the thread. Another operation enters while the operations
in the window have fewer than ``window`` instructions. In each cycle, the core issues up to ``issue_width``
instructions, oldest first. An operation has an instruction, which takes an issue slot, for each of its
``cycles``, for its access and for each folded access. It can be issued when the operation on which its
address depends has finished. Its access is sent to the L1 in the cycle of its last slot. If an older
operation becomes ready while a younger one is being issued, the younger one takes its remaining slots behind
it.

``AWAIT`` waits until another thread has finished a number of operations, all in their order, and until then
no later operation enters the window. What another core has finished is visible from the next cycle on.

``LOCK``, ``UNLOCK``, ``WAIT``, ``SIGNAL``, ``BARRIER`` and ``END`` wait for all operations before them, and
so does ``ATOMIC`` if atomics are ordered. Except for ``UNLOCK`` and ``SIGNAL``, no later operation enters the
window before they have finished. They access memory step by step (:mod:`numasim.numa.sync_steps`). A thread
that waits holds the block of a word shared, and looks again when it loses the block.

Every cycle of a core is one of compute (an issue slot was used), memory (the oldest operation is an access)
and synchronisation (it synchronises, or there is none), until the thread ends.
"""

from __future__ import annotations

from collections import deque
from heapq import heappop, heappush
from typing import TYPE_CHECKING

import numpy as np
import simpy

from numasim.numa.finished_run import CoreCounts
from numasim.numa.sync_steps import (
    DRAWS,
    FINISHED,
    GRANTS,
    LOOKS,
    begin_steps,
    block_of_step,
    overdue_by,
    perform_step,
)
from numasim.numa.thread_inputs import FOLDED, ISSUE_SLOTS, OPERATION_COUNTS, RANDOM, SEQUENTIAL, STREAMS
from numasim.threads.operations import (
    ATOMIC,
    AWAIT,
    BARRIER,
    COMPUTE,
    END,
    LOAD,
    LOCK,
    SIGNAL,
    UNLOCK,
)

if TYPE_CHECKING:
    from numasim.numa.coherent_memory import L1
    from numasim.numa.thread_run import ThreadRun


class Operation:
    """An operation in the window."""

    __slots__ = (
        "address",
        "after",
        "at_head",
        "began",
        "cycles",
        "done",
        "folded",
        "following",
        "holds",
        "kind",
        "left",
        "number",
        "slots",
        "step",
        "waiting",
    )

    def __init__(self, number: int, row: tuple[int, ...]) -> None:
        self.number = number
        self.address, self.kind, _, self.after, self.cycles, self.folded = row
        self.done = self.at_head = False
        self.began = -1
        self.slots = self.left = self._all_slots()
        self.waiting: list[Operation] = []
        self.step = self.following = FINISHED
        self.holds = False

    def __lt__(self, other: Operation) -> bool:
        return self.number < other.number

    @property
    def synchronises(self) -> bool:
        """Whether it is one of the operations on synchronisation objects, or the end."""
        return self.kind >= LOCK

    def _all_slots(self) -> int:
        """The issue slots that it takes; ``left`` are those that it has not taken."""
        if self.kind == AWAIT:
            return 0
        if self.kind == COMPUTE:
            return max(self.cycles, 1)
        return self.cycles + 1 + (0 if self.synchronises else self.folded)


class ThreadCore(CoreCounts):
    """A core and its thread.

    Parameters
    ----------
    number : int
        The number of the core, which is its tile.
    thread : int
        The number of the thread, or -1 for a core without one.
    run : ThreadRun
    l1 : L1

    Attributes
    ----------
    counts : ndarray of int64
        The operations by kind, and the others of ``OPERATION_COUNTS``.
    window : deque of Operation
        The unfinished operations, oldest first.
    finished : int
        The operations that have left the window.
    awaiting : list of (ThreadCore, int)
        The cores that wait until this one has finished a number of operations.
    late, overdue : int
        The most cycles that the oldest operation waited for issue slots, and that the thread waited for what
        had happened.
    """

    def __init__(self, number: int, thread: int, run: ThreadRun, l1: L1) -> None:
        super().__init__()
        self.number = number
        self.thread = thread
        self.counts = np.zeros(len(OPERATION_COUNTS), np.int64)
        self.window: deque[Operation] = deque()
        self.finished = 0
        self.awaiting: list[tuple[ThreadCore, int]] = []
        self.late = self.overdue = 0
        self._oldest_since = 0
        self._reached_at = -1
        self._slots = 0
        self._finished_before = 0
        self._moved_at = -1
        self.ended = thread < 0
        self._run = run
        self._env = run.env
        self._l1 = l1
        l1.lose = self._lose
        self._buffer: deque[Operation] = deque()
        self._numbered = 0
        self._exhausted = False
        self._ready: list[Operation] = []
        self._accesses: deque[Operation] = deque()
        self._may_access = False
        self._by_number: dict[int, Operation] = {}
        self._due: dict[int, list[Operation]] = {}
        self._issuing: Operation | None = None
        self._issued_at = -1
        self._free_slot = 0
        self._fence: Operation | None = None
        self._polling: Operation | None = None
        self._polled = -1
        self._lost_meanwhile = False
        self._called = False
        self._accounted_until = 0
        self._reason = "synchronisation"
        self._last_miss = np.full(STREAMS, -2, np.int64)

    def take(self, rows: list[tuple[int, ...]]) -> None:
        """Receive the next operations of the thread; none if it is at the barrier or has ended."""
        self._exhausted = not rows
        for row in rows:
            self._buffer.append(Operation(self._numbered, row))
            self._numbered += 1
        if rows:
            self._wake(1)

    def call(self) -> None:
        """Register this core to decide in this cycle."""
        if not self._called:
            self._called = True
            self._run.clock.call(self)

    def decide(self) -> None:
        """Simulate one cycle."""
        now = int(self._env.now)
        completed, has_space = self._l1.deliver()
        self._may_access |= has_space
        self._called = False
        if self.thread < 0:
            return
        self._account(now)
        for number in completed:
            operation = self._by_number.pop(number)
            if operation.synchronises:
                self._perform_step(operation, now)
            self._accessed(operation)
        for operation in self._due.pop(now, []):
            if self._by_number.pop(operation.number, None) is None:
                self._finish(operation)
            else:
                self._accessed(operation)
        self._move_window(now)
        self._issue(now)
        self._set_reason()
        if len(self._buffer) < self._run.issue_width and not self._exhausted and not self.ended:
            self._run.want_operations(self)

    def release(self) -> None:
        """Process the release from a barrier with messages."""
        operation = self.window[0]
        self._due.setdefault(int(self._env.now), []).append(operation)
        self.call()

    def _account(self, now: int) -> None:
        elapsed = now - self._accounted_until
        if elapsed > 0:
            if not self.ended:
                setattr(self, self._reason, getattr(self, self._reason) + elapsed)
            self._accounted_until = now

    def stop(self, now: int) -> None:
        """End the account of the core, because a limit ended the run in a cycle."""
        beyond = self._accounted_until - now
        if beyond > 0:  # an operation whose slots reach behind the end
            self.compute -= beyond
            self.counts[ISSUE_SLOTS] -= max(self._free_slot - now * self._run.issue_width, 0)
        else:
            self._account(now)

    def _set_reason(self) -> None:
        accesses = bool(self.window) and not self.window[0].synchronises
        self._reason = "memory" if accesses else "synchronisation"

    def finished_before(self, now: int) -> int:
        """The operations that had left the window before a cycle."""
        return self._finished_before if self._moved_at == now else self.finished

    def _leave_window(self, now: int) -> None:
        """Remove finished operations at the head of the window."""
        window = self.window
        if not window or not window[0].done:
            return
        if self._moved_at != now:
            self._moved_at, self._finished_before = now, self.finished
        while window and window[0].done:
            self._slots -= window.popleft().slots
            self.finished += 1
        self._oldest_since = now
        for core, number in self.awaiting:
            if self.finished >= number:
                core._wake(1)
                if core._reached_at < 0:
                    core._reached_at = now

    def _await(self, operation: Operation, now: int) -> None:
        """End an operation that waits for another thread, if that one has finished its operations."""
        other = self._run.core_of(operation.folded)
        waits = self, operation.address
        if other.finished_before(now) >= operation.address:
            if operation.began >= 0:
                other.awaiting.remove(waits)
                if self._reached_at >= 0:
                    self.overdue = max(self.overdue, now - self._reached_at - 1)
                self._reached_at = -1
            self.counts[AWAIT] += 1
            self._finish(operation)
        elif operation.began < 0:
            operation.began = now
            other.awaiting.append(waits)
            self._wake(1)

    def _move_window(self, now: int) -> None:
        """Remove finished operations at the head of the window, and add as many at its tail."""
        window, buffer = self.window, self._buffer
        if self._fence is not None and self._fence.kind == AWAIT:
            self._await(self._fence, now)
        self._leave_window(now)
        if self._fence is not None and self._fence.done:
            self._fence = None
        size = self._run.window
        while buffer and len(window) < size and self._slots < size and self._fence is None:
            operation = buffer.popleft()
            if not window:
                self._oldest_since = now
            window.append(operation)
            self._slots += operation.slots
            if operation.kind == AWAIT:
                self._await(operation, now)
                self._fence = None if operation.done else operation
                continue
            fences = operation.synchronises or (operation.kind == ATOMIC and self._run.ordered_atomics)
            if fences:
                operation.at_head = True
                if operation.kind not in (UNLOCK, SIGNAL):
                    self._fence = operation
            else:
                self._find_dependence(operation)
        self._leave_window(now)
        if window and window[0].at_head:
            window[0].at_head = False
            heappush(self._ready, window[0])

    def _find_dependence(self, operation: Operation) -> None:
        place = operation.number - operation.after - self.window[0].number
        if operation.after and place >= 0 and not self.window[place].done:
            self.window[place].waiting.append(operation)
        else:
            heappush(self._ready, operation)

    def _issue(self, now: int) -> None:
        """Send the accesses that wait, and issue operations in the slots of this cycle."""
        while self._accesses and self._may_access:
            if self._access(self._accesses[0], now):
                self._accesses.popleft()
            else:
                self._may_access = False
        if self._issuing is not None:
            if self._ready and self._ready[0] < self._issuing:
                self._put_back(self._issuing, now)
            elif self._issued_at == now:
                self._perform(self._issuing, now)
                self._issuing = None
        width = self._run.issue_width
        slot, end = max(self._free_slot, now * width), (now + 1) * width
        while self._ready and slot < end:
            operation = heappop(self._ready)
            first, last = slot // width, (slot + operation.left - 1) // width
            slot = self._free_slot = slot + operation.left
            self.counts[ISSUE_SLOTS] += operation.left
            self.compute += last + 1 - max(first, self._accounted_until)
            self._accounted_until = last + 1
            if last == now:
                self._perform(operation, now)
            else:
                self._issuing, self._issued_at = operation, last
                self._wake(last - now)
        if self._ready:
            self._wake(slot // width - now)

    def _put_back(self, operation: Operation, now: int) -> None:
        """Take back the slots of this cycle and later ones from the operation that is being issued."""
        operation.left = self._free_slot - now * self._run.issue_width
        self._free_slot -= operation.left
        self.counts[ISSUE_SLOTS] -= operation.left
        self.compute -= self._accounted_until - now
        self._accounted_until = now
        heappush(self._ready, operation)
        self._issuing = None

    def _perform(self, operation: Operation, now: int) -> None:
        """Process an operation whose last issue slot is in this cycle."""
        self.counts[operation.kind] += 1
        operation.began = now
        if operation is self.window[0]:
            own_cycles = -(-operation.slots // self._run.issue_width)
            self.late = max(self.late, now - self._oldest_since - own_cycles)
        if operation.kind in (COMPUTE, END):
            self._end_after(operation, 1)
            return
        if operation.kind == BARRIER and self._run.barrier_messages:
            self._run.barrier.arrive(self, operation.address)
            return
        if operation.synchronises:
            steps = self._run.sync, self.number, operation.kind, operation.folded
            operation.step = begin_steps(*steps)
        if self._accesses:
            self._accesses.append(operation)
        elif not self._access(operation, now):
            self._accesses.append(operation)
            self._may_access = False

    def _access(self, operation: Operation, now: int) -> bool:
        """Send the access of an operation to the L1. Returns false if it must be retried."""
        run, kind = self._run, operation.kind
        if not operation.synchronises:
            block, store = operation.address // run.block, kind != LOAD
        else:
            block = int(block_of_step(run.sync, self.number, operation.address, operation.step))
            store = operation.step > LOOKS
            self._polling, self._polled = (None, -1) if store else (operation, block)
            self._lost_meanwhile = False
        misses = self._l1.misses
        hit = self._l1.access(operation.number, block, store)
        if hit is None:
            return False
        self._by_number[operation.number] = operation
        if not operation.synchronises:
            folded = operation.folded
            self.counts[FOLDED] += folded
            self._l1.hits += folded
            if store:
                self._l1.stores += folded
            else:
                self._l1.loads += folded
        if hit:
            if operation.synchronises:
                self._perform_step(operation, now)
            self._end_after(operation, run.l1_cycles)
        elif self._l1.misses > misses:
            self._count_miss(block)
        return True

    def _count_miss(self, block: int) -> None:
        stream = block // self._run.blocks_per_page % STREAMS
        self.counts[SEQUENTIAL if self._last_miss[stream] == block - 1 else RANDOM] += 1
        self._last_miss[stream] = block

    def _end_after(self, operation: Operation, cycles: int) -> None:
        self._due.setdefault(int(self._env.now) + cycles, []).append(operation)
        self._wake(cycles)

    def _wake(self, cycles: int) -> None:
        self._env.timeout(cycles).callbacks.append(self._come_back)

    def _come_back(self, event: simpy.Event) -> None:
        self.call()

    def _perform_step(self, operation: Operation, now: int) -> None:
        """Perform the access of a synchronising operation, which has the block for it."""
        place = self._run.sync, self.number, operation.kind, operation.address
        operation.following = perform_step(*place, operation.step, now)

    def _accessed(self, operation: Operation) -> None:
        """Process the end of an access."""
        if not operation.synchronises:
            self._finish(operation)
            return
        step, following = operation.step, operation.following
        if operation.kind == BARRIER and step == DRAWS and following == GRANTS:
            self._run.all_arrived(operation.address)
        if following == FINISHED:
            self._polling, self._polled = None, -1
            self._finish(operation)
        elif following == step <= LOOKS and not self._lost_meanwhile:
            operation.holds = True
        else:
            operation.step = following
            self._repeat(operation)

    def _repeat(self, operation: Operation) -> None:
        """Queue the next access of a synchronising operation."""
        self._accesses.append(operation)
        self._may_access = True

    def _lose(self, block: int) -> None:
        """Process the loss of a block by the L1: a thread that holds it looks again."""
        operation = self._polling
        if operation is None or self._polled != block:
            return
        self._lost_meanwhile = True
        if operation.holds:
            operation.holds = False
            number, now = operation.address, int(self._env.now)
            self.overdue = max(
                self.overdue, int(overdue_by(self._run.sync, self.number, number, operation.step, now))
            )
            self._repeat(operation)

    def _finish(self, operation: Operation) -> None:
        operation.done = True
        self.tasks += 1
        for other in operation.waiting:
            heappush(self._ready, other)
        if operation.kind == BARRIER:
            self._exhausted = False
        elif operation.kind == END:
            self.ended = True
            self._run.end_thread()
