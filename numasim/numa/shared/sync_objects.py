"""The tables of synchronisation objects, and of the cores that wait for them.

A lock is one of four kinds (:data:`LOCK_KINDS`), and a read-write lock has tickets. What they read and write,
and in which order, is in :mod:`numasim.numa.shared.sync_steps`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from numasim.threads.layout import LOCK_KINDS, NODES

if TYPE_CHECKING:
    from numasim.numa.shared.thread_inputs import ThreadRunInputs

TICKET, TEST_AND_SET, TEST_AND_TEST_AND_SET, MCS = range(len(LOCK_KINDS))

NEVER = 2**62
"""The cycle of what has not happened."""

# SyncTables.objects: one row per object. GRANTS_BEFORE: the grants before cycle CHANGED_AT, in which a store
# of core CHANGED_BY last changed the grants or TAKEN. ARRIVED: the threads at a barrier with messages.
# HOLDER: the core that holds a lock since cycle SINCE, or -1. TAKEN: whether the word of a lock is set. TAIL:
# the last core in the queue of a lock, or -1. HOLDERS_NEXT: the core behind the holder in it, which the
# holder's node has since cycle HOLDERS_NEXT_SINCE. HOLDERS_NODE: the number of the holder's node. LOCK_KIND:
# the place of the kind of a lock in LOCK_KINDS.
TICKETS, GRANTS, GRANTS_BEFORE, CHANGED_AT, ARRIVED, PARTICIPANTS, HOLDER, SINCE = range(8)
CHANGED_BY, TAKEN, TAIL, HOLDERS_NEXT, HOLDERS_NEXT_SINCE, HOLDERS_NODE, LOCK_KIND = range(8, 15)
OBJECT_COLUMNS = 15

# SyncTables.waiters: one row per core, which waits for at most one object. NEED: the grants for which it
# waits. NODE: the number of its node in the queue of the lock; BEFORE: the core before it there. NEXT: the
# core behind it, which its node has since cycle NEXT_SINCE. GRANTED_AT: the cycle in which it got the lock
# from another core. HELD: the locks that it holds.
NEED, NODE, BEFORE, NEXT, NEXT_SINCE, GRANTED_AT, HELD = range(7)
WAITER_COLUMNS = 7


class SyncTables(NamedTuple):
    """The synchronisation of a run.

    Attributes
    ----------
    objects : ndarray of int64, shape (objects, OBJECT_COLUMNS)
    waiters : ndarray of int64, shape (cores, WAITER_COLUMNS)
    ticket_block, grant_block : ndarray of int64, shape (objects,)
        The blocks of the words of each object.
    node_block : ndarray of int64, shape (cores, NODES)
        The blocks of each core's nodes in queues; 0 if the locks have no queues.
    """

    objects: NDArray[np.int64]
    waiters: NDArray[np.int64]
    ticket_block: NDArray[np.int64]
    grant_block: NDArray[np.int64]
    node_block: NDArray[np.int64]


def sync_tables(inputs: ThreadRunInputs) -> SyncTables:
    """Create the tables before the first cycle: no lock is held, and no thread waits."""
    layout, block = inputs.team.layout, inputs.machine.memory.block
    participants = inputs.team.participants
    objects = np.zeros((participants.size, OBJECT_COLUMNS), np.int64)
    objects[:, [CHANGED_AT, HOLDER, TAIL, HOLDERS_NEXT]] = -1
    objects[:, HOLDERS_NEXT_SINCE] = NEVER
    objects[:, PARTICIPANTS] = participants
    of_readers = inputs.team.tables.is_read_write
    objects[:, LOCK_KIND] = np.where(of_readers, TICKET, LOCK_KINDS.index(inputs.lock))
    waiters = np.zeros((inputs.machine.num_cores, WAITER_COLUMNS), np.int64)
    waiters[:, [BEFORE, NEXT]] = -1
    waiters[:, [NEXT_SINCE, GRANTED_AT]] = NEVER
    node_block = np.zeros((inputs.machine.num_cores, NODES), np.int64)
    if layout.node_address.size:
        node_block[inputs.core_of_thread] = layout.node_address // block
    return SyncTables(
        objects=objects,
        waiters=waiters,
        ticket_block=layout.ticket_address // block,
        grant_block=layout.grant_address // block,
        node_block=node_block,
    )
