"""A core that runs one thread: a window of operations, issue slots, and synchronisation.

The window holds the oldest unfinished operations of the thread. Another operation enters while the operations
in the window have fewer than ``window`` instructions. In each cycle, the core issues up to ``issue_width``
instructions, oldest first. An operation has an instruction, which takes an issue slot, for each of its
``cycles``, for its access and for each folded access. Its ``cycles`` are issued as soon as it is in the
window. The access follows them when its value is there: ``chain`` cycles after the end of the operation on
which it depends. It is sent to the L1 in the cycle of its last slot. ``COMPUTE`` has no access, and ends when
its slots are over and its value is there. If an older operation becomes ready while a younger one is being
issued, the younger one takes its remaining slots behind it. If the oldest operation alone fills the window,
the instructions before its access leave it when they are issued.

``AWAIT`` waits until another thread has finished a number of operations, all in their order, and until then
no later operation enters the window. What another core has finished is visible from the next cycle on.

``LOCK``, ``UNLOCK``, ``WAIT``, ``SIGNAL``, ``BARRIER``, ``SHARE``, ``MARK`` and ``END`` wait for all
operations before them, and so does ``ATOMIC`` if atomics are ordered. Except for ``UNLOCK`` and ``SIGNAL``,
no later operation enters the window before they have finished. Those on synchronisation objects access memory
step by step (:mod:`numasim.numa.shared.sync_steps`). A thread that waits holds the block of a word shared,
and looks again when it loses the block.

Every cycle of a core is one of compute (an issue slot was used, or the oldest operation computes), memory
(the oldest operation is an access) and synchronisation (it synchronises, or there is none), until the thread
ends.
"""

from __future__ import annotations

from collections import deque
from heapq import heappop, heappush
from typing import TYPE_CHECKING

import numpy as np
import simpy
from numpy.typing import NDArray

from numasim.numa.shared.finished_run import CoreCounts
from numasim.numa.shared.sync_steps import DRAWS, FINISHED, GRANTS
from numasim.numa.shared.thread_inputs import (
    FOLDED,
    ISSUE_SLOTS,
    OPERATION_COUNTS,
    RANDOM,
    REMEMBERED,
    SEQUENTIAL,
    STREAMS,
)
from numasim.numa.simpy_engine.thread_operation import Operation
from numasim.numa.simpy_engine.thread_sync import ThreadSync
from numasim.threads.operations import (
    ATOMIC,
    AWAIT,
    BARRIER,
    COMPUTE,
    END,
    LOAD,
    MARK,
    SIGNAL,
    UNLOCK,
)

if TYPE_CHECKING:
    from numasim.numa.simpy_engine.coherent_memory import L1
    from numasim.numa.simpy_engine.thread_parts import AnyThreadRun


class ThreadCore(CoreCounts):
    """A core and its thread.

    Parameters
    ----------
    number : int
        The number of the core, which is its tile.
    thread : int
        The number of the thread, or -1 for a core without one.

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

    def __init__(self, number: int, thread: int, run: AnyThreadRun, l1: L1) -> None:
        super().__init__()
        self.number = number
        self.thread = thread
        self.counts = np.zeros(len(OPERATION_COUNTS), np.int64)
        self.window: deque[Operation] = deque()
        self.finished = 0
        self.awaiting: list[tuple[ThreadCore, int]] = []
        self.late = self.overdue = 0
        self._oldest: Operation | None = None
        self._oldest_from = self._oldest_left = 0
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
        self._values_at: dict[int, list[Operation]] = {}
        self._ended_at = [0] * REMEMBERED
        self._issuing: Operation | None = None
        self._issued_at = -1
        self._free_slot = 0
        self._fence: Operation | None = None
        self._sync = ThreadSync(number, run.sync)
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
                self._sync.perform(operation, now)
            self._accessed(operation, now)
        for operation in self._due.pop(now, []):
            if self._by_number.pop(operation.number, None) is None:
                self._finish(operation, now)
            else:
                self._accessed(operation, now)
        for operation in self._values_at.pop(now, []):
            self._has_value(operation, now)
        self._move_window(now)
        self._issue(now)
        self._reason = self.window[0].reason if self.window else "synchronisation"
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
        if self._accounted_until > now:  # an operation whose slots reach behind the end
            spent, self.counts = self.counts_at(now)
            self.compute = spent.compute
        else:
            self._account(now)

    def counts_at(self, now: int) -> tuple[CoreCounts, NDArray[np.int64]]:
        """The counters of the core and of its operations without the cycles and slots from ``now`` on."""
        spent = CoreCounts(self.tasks, self.compute, self.memory, self.network, self.synchronisation)
        counts = self.counts.copy()
        beyond = self._accounted_until - now
        if beyond > 0:
            spent.compute -= beyond
            counts[ISSUE_SLOTS] -= max(self._free_slot - now * self._run.issue_width, 0)
        elif not self.ended:
            setattr(spent, self._reason, getattr(spent, self._reason) - beyond)
        return spent, counts

    def finished_before(self, now: int) -> int:
        """The operations that had left the window before a cycle."""
        return self._finished_before if self._moved_at == now else self.finished

    def _leave_window(self, now: int) -> None:
        """Remove finished operations at the head of the window, and issued instructions that fill it."""
        window = self.window
        if window and window[0].done:
            if self._moved_at != now:
                self._moved_at, self._finished_before = now, self.finished
            while window and window[0].done:
                self._slots -= window.popleft().slots
                self.finished += 1
            for core, number in self.awaiting:
                if self.finished >= number:
                    core._wake(1)
                    if core._reached_at < 0:
                        core._reached_at = now
        if window and self._only_access_is_left(window[0]):
            self._slots -= window[0].slots - window[0].last
            window[0].slots = window[0].last

    def _only_access_is_left(self, operation: Operation) -> bool:
        """Whether the instructions before an access, which fill the window, have all been issued."""
        if operation.slots < self._run.window or not 0 < operation.last < operation.slots:
            return False
        return operation.left <= operation.last and operation is not self._issuing

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
            self._finish(operation, now)
            self._wake(1)  # others enter the window
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
            window.append(operation)
            self._slots += operation.slots
            if operation.kind == AWAIT:
                self._await(operation, now)
                self._fence = None if operation.done else operation
                continue
            fences = operation.synchronises or (operation.kind == ATOMIC and self._run.ordered_atomics)
            if fences:
                operation.at_head = operation.waits = True
                if operation.kind not in (UNLOCK, SIGNAL):
                    self._fence = operation
            else:
                self._find_value(operation, now)
            if operation.left > (operation.last if operation.waits else 0):
                heappush(self._ready, operation)
        self._leave_window(now)
        if window and window[0].at_head:
            operation = window[0]
            operation.at_head = False
            self._find_value(operation, now)
            if not operation.waits:
                self._has_value(operation, now)
        if window and window[0] is not self._oldest:
            self._note_oldest(window[0], now)

    def _note_oldest(self, operation: Operation, now: int) -> None:
        """Note that the slots from this cycle on belong to an operation, until it has been issued."""
        self._oldest, self._oldest_left = operation, operation.left
        self._oldest_from = now * self._run.issue_width
        if operation is self._issuing:
            self._oldest_left += self._free_slot - self._oldest_from

    def _check_slots(self, operation: Operation, now: int) -> None:
        """Measure by how many cycles the oldest operation got its slots too late.

        It needs none for its access before its value is there.
        """
        width, first = self._run.issue_width, self._oldest_from
        if operation.left == 0 and operation.last > 0:
            first = max(first, operation.value_at * width)
        last = first + self._oldest_left - operation.left - 1
        self.late = max(self.late, now - last // width)
        self._oldest_from, self._oldest_left = self._free_slot, operation.left

    def _find_value(self, operation: Operation, now: int) -> None:
        """Find out whether an operation waits for the result of an earlier one."""
        needed = operation.number - operation.after
        operation.waits = False
        if not 0 < operation.after <= operation.number:
            return
        place = needed - self.window[0].number
        if place >= 0 and not self.window[place].done:
            operation.waits = True
            self.window[place].waiting.append(operation)
        elif operation.after < REMEMBERED:
            self._wait_until(operation, self._ended_at[needed % REMEMBERED] + operation.chain, now)

    def _wait_until(self, operation: Operation, cycle: int, now: int) -> None:
        """Let an operation wait until a cycle, if that has not come."""
        operation.waits = cycle > now
        if operation.waits:
            operation.value_at = cycle
            self._values_at.setdefault(cycle, []).append(operation)
            self._wake(cycle - now)

    def _has_value(self, operation: Operation, now: int) -> None:
        """Go on with an operation whose value is there."""
        operation.waits = False
        if operation.kind == COMPUTE:
            if operation.began >= 0:
                self._finish(operation, now)
        elif operation.left == operation.last and operation is not self._issuing:
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
                operation, self._issuing = self._issuing, None
                self._is_issued(operation, now)
        width = self._run.issue_width
        slot, end = max(self._free_slot, now * width), (now + 1) * width
        while self._ready and slot < end:
            operation = heappop(self._ready)
            slots = operation.left - (operation.last if operation.waits else 0)
            if operation.kind == COMPUTE and operation.left == operation.slots and operation.after == 0:
                self._wait_until(operation, now + operation.chain, now)
            operation.left -= slots
            first, last = slot // width, (slot + slots - 1) // width
            slot = self._free_slot = slot + slots
            self.counts[ISSUE_SLOTS] += slots
            self.compute += last + 1 - max(first, self._accounted_until)
            self._accounted_until = last + 1
            if last == now:
                self._is_issued(operation, now)
            else:
                self._issuing, self._issued_at = operation, last
                self._wake(last - now)
        if self._ready:
            self._wake(slot // width - now)

    def _put_back(self, operation: Operation, now: int) -> None:
        """Take back the slots of this cycle and later ones from the operation that is being issued."""
        slots = self._free_slot - now * self._run.issue_width
        operation.left += slots
        self._free_slot -= slots
        self.counts[ISSUE_SLOTS] -= slots
        self.compute -= self._accounted_until - now
        self._accounted_until = now
        heappush(self._ready, operation)
        self._issuing = None

    def _is_issued(self, operation: Operation, now: int) -> None:
        """Process an operation whose last slot, or the last one before its access, is in this cycle."""
        if operation is self.window[0]:
            self._check_slots(operation, now)
            if self._only_access_is_left(operation):
                self._wake(1)  # others enter the window
        if operation.left == 0:
            self._perform(operation, now)
        elif not operation.waits:
            heappush(self._ready, operation)

    def _perform(self, operation: Operation, now: int) -> None:
        """Process an operation whose last issue slot is in this cycle."""
        self.counts[operation.kind] += 1
        operation.began = now
        if operation.kind == MARK:
            self._run.mark(enters=operation.address != 0)
        if operation.kind in (COMPUTE, END, MARK):
            if not operation.waits:
                self._end_after(operation, 1)
            return
        if operation.kind == BARRIER and self._run.barrier_messages:
            self._run.barrier.arrive(self, operation.address)
            return
        if operation.synchronises:
            self._sync.begin(operation)
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
            block, store = self._sync.access(operation)
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
                self._sync.perform(operation, now)
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

    def _accessed(self, operation: Operation, now: int) -> None:
        """Process the end of an access."""
        if not operation.synchronises:
            self._finish(operation, now)
            return
        if operation.kind == BARRIER and operation.step == DRAWS and operation.following == GRANTS:
            self._run.all_arrived(operation.address)
        if self._sync.goes_on(operation):
            self._repeat(operation)
        elif operation.following == FINISHED:
            self._finish(operation, now)

    def _repeat(self, operation: Operation) -> None:
        """Queue the next access of a synchronising operation."""
        self._accesses.append(operation)
        self._may_access = True

    def _lose(self, block: int) -> None:
        """Process the loss of a block by the L1: a thread that holds it looks again."""
        looks = self._sync.lose(block, int(self._env.now))
        if looks is not None:
            operation, by = looks
            self.overdue = max(self.overdue, by)
            self._repeat(operation)

    def _finish(self, operation: Operation, now: int) -> None:
        operation.done = True
        self.tasks += 1
        self._ended_at[operation.number % REMEMBERED] = now
        for other in operation.waiting:
            self._wait_until(other, now + other.chain, now)
            if not other.waits:
                self._has_value(other, now)
        if operation.kind == BARRIER:
            self._exhausted = False
        elif operation.kind == END:
            self.ended = True
            self._run.end_thread()
