"""The steps of synchronisation: which word an operation reads or writes next, and what that does.

A step is one access to a word in memory. It is performed when the core has the block for it, which is when no
other core has it for a store. A load sees the stores before its cycle, and all of its own core. So what a
thread sees does not depend on the order in which the cores decide within a cycle.

A **ticket** lock (Reed and Kanodia, 1979) draws a ticket from one counter and reads the other until it has
reached the ticket. A **test-and-set** lock exchanges its word until the word was free. Before it does so, a
**test-and-test-and-set** lock (Rudolph and Segall, 1984) reads the word until it is free. In an **MCS** lock
(Mellor-Crummey and Scott, 1991), each waiting thread reads a word of its own: the word of the lock is the
tail of a queue of nodes, and an unlock writes into the node of the next thread.

A **read-write** lock is two objects with tickets, whatever the other locks are. A writer locks the first one.
A reader draws a ticket of the first one, and polls and increments the grant counter of the second.
"""

from __future__ import annotations

from numasim.numa.shared.sync_objects import (
    BEFORE,
    CHANGED_AT,
    CHANGED_BY,
    GRANTED_AT,
    HELD,
    HOLDER,
    HOLDERS_NEXT,
    HOLDERS_NEXT_SINCE,
    HOLDERS_NODE,
    LOCK_KIND,
    MCS,
    NEED,
    NEVER,
    NEXT,
    NEXT_SINCE,
    NODE,
    PARTICIPANTS,
    SINCE,
    TAIL,
    TAKEN,
    TEST_AND_SET,
    TICKET,
    TICKETS,
    SyncTables,
)
from numasim.numa.shared.sync_objects import GRANTS as GRANT_COUNTER
from numasim.numa.shared.sync_objects import GRANTS_BEFORE as GRANT_COUNTER_BEFORE
from numasim.threads.layout import NODES
from numasim.threads.operations import BARRIER, LOCK, SHARE, UNLOCK, WAIT
from partitioners.kernels.uncounted import inlined_kernel, kept_kernel

POLLS, POLLS_READERS, TESTS, SPINS, AWAITS_NEXT, LOOKS = range(6)
"""The steps that load: the grant counter until it is high enough; that of the next object, which is for
readers; the word of a lock until it is free; the own node until the lock is granted; the own node until
another thread is behind it; the own node once."""

DRAWS, GRANTS, GRANTS_READERS, SWAPS, FREES, PREPARES, ENTERS, LINKS, LEAVES, HANDS_OVER = range(6, 16)
"""The steps that store: the ticket counter; the grant counter; that of the next object, which lets the next
reader in; the word of a lock, if it is free; the word; the own node; the tail of the queue; the node of the
thread before; the tail, if no other thread is behind; the node of the next thread."""

FINISHED = 16
"""There is no further step."""


@inlined_kernel
def is_load(step: int) -> bool:
    """Whether a step is a load."""
    return step <= LOOKS


@inlined_kernel
def first_step(t: SyncTables, core: int, kind: int, number: int, needed: int) -> int:
    """The first step of an operation on an object.

    ``needed``: the grants for which it waits, if it is a ``WAIT``.
    """
    lock_kind = t.objects[number, LOCK_KIND]
    t.waiters[core, NEED] = needed
    if kind == LOCK:
        if lock_kind == MCS:
            t.waiters[core, NODE] = t.waiters[core, HELD] % NODES
            return PREPARES
        if lock_kind == TICKET:
            return DRAWS
        return SWAPS if lock_kind == TEST_AND_SET else TESTS
    if kind == UNLOCK and lock_kind != TICKET:
        return LOOKS if lock_kind == MCS else FREES
    if kind in (SHARE, BARRIER):
        return DRAWS
    return POLLS if kind == WAIT else GRANTS


@inlined_kernel
def _granting(number: int, step: int) -> int:
    """The object whose grant counter a step on an object accesses."""
    return number + 1 if step in (POLLS_READERS, GRANTS_READERS) else number


@inlined_kernel
def block_of(t: SyncTables, core: int, number: int, step: int) -> int:
    """The block that a step of a core on an object accesses."""
    row = t.objects[number]
    if step in (POLLS, POLLS_READERS, GRANTS, GRANTS_READERS):
        return t.grant_block[_granting(number, step)]
    if step in (PREPARES, SPINS):
        return t.node_block[core, t.waiters[core, NODE]]
    if step in (LOOKS, AWAITS_NEXT):
        return t.node_block[max(row[HOLDER], 0), row[HOLDERS_NODE]]
    if step == LINKS:
        before = t.waiters[core, BEFORE]
        return t.node_block[before, row[HOLDERS_NODE] if row[HOLDER] == before else t.waiters[before, NODE]]
    if step == HANDS_OVER:
        return t.node_block[row[HOLDERS_NEXT], t.waiters[row[HOLDERS_NEXT], NODE]]
    return t.ticket_block[number]


@inlined_kernel
def true_since(t: SyncTables, core: int, number: int, step: int, now: int) -> int:
    """The cycle in which that for which a load waits became true, as a load in this cycle knows it.

    It is :data:`NEVER` if it is not true, and at least one cycle ago if it is.
    """
    row, since = t.objects[_granting(number, step)], NEVER
    changes = row[CHANGED_AT] == now and row[CHANGED_BY] != core
    if step in (POLLS, POLLS_READERS):
        grants = row[GRANT_COUNTER_BEFORE] if changes else row[GRANT_COUNTER]
        if grants >= t.waiters[core, NEED]:
            since = min(row[CHANGED_AT], now - 1)
    elif step == TESTS:
        if (row[TAKEN] != 0) == changes:
            since = min(row[CHANGED_AT], now - 1)
    elif step == SPINS:
        since = t.waiters[core, GRANTED_AT]
    else:
        since = row[HOLDERS_NEXT_SINCE]
    return since if since < now else NEVER


@inlined_kernel
def overdue(t: SyncTables, core: int, number: int, step: int, now: int) -> int:
    """For how many cycles a core has waited that kept a block although what it waits for was true."""
    since = true_since(t, core, number, step, now)
    return now - since if since != NEVER else 0


@inlined_kernel
def _acquire(t: SyncTables, core: int, number: int, now: int) -> int:
    row, own = t.objects[number], t.waiters[core]
    row[HOLDER] = core
    row[SINCE] = now
    row[HOLDERS_NEXT] = own[NEXT]
    row[HOLDERS_NEXT_SINCE] = own[NEXT_SINCE]
    row[HOLDERS_NODE] = own[NODE]
    own[HELD] += 1
    return FINISHED


@inlined_kernel
def _release(t: SyncTables, number: int) -> int:
    holder = t.objects[number, HOLDER]
    if holder >= 0:
        t.waiters[holder, HELD] -= 1
    t.objects[number, HOLDER] = -1
    return FINISHED


@inlined_kernel
def _perform_load(t: SyncTables, core: int, kind: int, number: int, step: int, now: int) -> int:
    if true_since(t, core, number, step, now) == NEVER:
        return LEAVES if step == LOOKS else step
    if step == TESTS:
        return SWAPS
    if step == POLLS_READERS:
        return GRANTS_READERS
    if step in (LOOKS, AWAITS_NEXT):
        return HANDS_OVER
    return _acquire(t, core, number, now) if kind == LOCK else FINISHED


@inlined_kernel
def _perform_on_counters(t: SyncTables, core: int, kind: int, number: int, step: int, now: int) -> int:
    """Perform a store of a ticket lock, a read-write lock, a barrier or a signal."""
    row, own = t.objects[_granting(number, step)], t.waiters[core]
    if step == DRAWS:
        ticket = row[TICKETS]
        row[TICKETS] += 1
        own[NEED] = ticket if kind in (LOCK, SHARE) else ticket // row[PARTICIPANTS] + 1
        if kind == SHARE:
            return POLLS_READERS
        return GRANTS if kind == BARRIER and (ticket + 1) % row[PARTICIPANTS] == 0 else POLLS
    if row[CHANGED_AT] != now:
        row[CHANGED_AT] = now
        row[GRANT_COUNTER_BEFORE] = row[GRANT_COUNTER]
    row[CHANGED_BY] = core
    row[GRANT_COUNTER] += 1
    return _release(t, number) if kind == UNLOCK else FINISHED


@inlined_kernel
def _perform_on_word(t: SyncTables, core: int, number: int, step: int, now: int) -> int:
    """Perform a store of a lock with one word."""
    row = t.objects[number]
    if step == SWAPS and row[TAKEN]:
        return SWAPS if row[LOCK_KIND] == TEST_AND_SET else TESTS
    row[TAKEN] = step == SWAPS
    row[CHANGED_AT] = now
    row[CHANGED_BY] = core
    return _acquire(t, core, number, now) if step == SWAPS else _release(t, number)


@inlined_kernel
def _perform_in_queue(t: SyncTables, core: int, number: int, step: int, now: int) -> int:
    """Perform a store of a lock with a queue."""
    row, own = t.objects[number], t.waiters[core]
    if step == PREPARES:
        own[NEXT] = -1
        own[NEXT_SINCE] = NEVER
        own[GRANTED_AT] = NEVER
        return ENTERS
    if step == ENTERS:
        own[BEFORE] = row[TAIL]
        row[TAIL] = core
        return LINKS if own[BEFORE] >= 0 else _acquire(t, core, number, now)
    if step == LINKS:
        before = own[BEFORE]
        if row[HOLDER] == before:
            row[HOLDERS_NEXT] = core
            row[HOLDERS_NEXT_SINCE] = now
        else:
            t.waiters[before, NEXT] = core
            t.waiters[before, NEXT_SINCE] = now
        return SPINS
    if step == LEAVES:
        if row[TAIL] != row[HOLDER]:
            return AWAITS_NEXT
        row[TAIL] = -1
    else:
        t.waiters[row[HOLDERS_NEXT], GRANTED_AT] = now
    return _release(t, number)


@inlined_kernel
def perform(t: SyncTables, core: int, kind: int, number: int, step: int, now: int) -> int:
    """Perform a step. Returns the next one, or the same one if it must be done again.

    A load is done again when its core has lost the block, and a store at once.
    """
    if is_load(step):
        return _perform_load(t, core, kind, number, step, now)
    if step in (DRAWS, GRANTS, GRANTS_READERS):
        return _perform_on_counters(t, core, kind, number, step, now)
    if step in (SWAPS, FREES):
        return _perform_on_word(t, core, number, step, now)
    return _perform_in_queue(t, core, number, step, now)


@kept_kernel
def begin_steps(t: SyncTables, core: int, kind: int, number: int, needed: int) -> int:
    """See :func:`first_step`; for Python."""
    return first_step(t, core, kind, number, needed)


@kept_kernel
def block_of_step(t: SyncTables, core: int, number: int, step: int) -> int:
    """See :func:`block_of`; for Python."""
    return block_of(t, core, number, step)


@kept_kernel
def perform_step(t: SyncTables, core: int, kind: int, number: int, step: int, now: int) -> int:
    """See :func:`perform`; for Python."""
    return perform(t, core, kind, number, step, now)


@kept_kernel
def overdue_by(t: SyncTables, core: int, number: int, step: int, now: int) -> int:
    """See :func:`overdue`; for Python."""
    return overdue(t, core, number, step, now)
