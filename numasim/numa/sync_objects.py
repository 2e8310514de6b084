"""The counters of synchronisation objects: tickets, grants, and who holds a lock.

A change of a counter is visible from the next cycle on. What a thread sees therefore does not depend on the
order in which the cores decide within a cycle.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from numasim.numba_kernels import inlined_kernel, kept_kernel

TICKETS, GRANTS, GRANTS_BEFORE, CHANGED_AT, ARRIVED, PARTICIPANTS, HOLDER, SINCE = range(8)
"""The columns of the table of objects. ``GRANTS_BEFORE``: the grants before cycle ``CHANGED_AT``.
``ARRIVED``: the threads at a barrier with messages. ``HOLDER``: the core that holds a lock since cycle
``SINCE``, or -1."""
COLUMNS = 8


def sync_table(participants: NDArray[np.int64]) -> NDArray[np.int64]:
    """Create the table of objects.

    Parameters
    ----------
    participants : ndarray of int64, shape (objects,)
        The number of threads that a barrier waits for.

    Returns
    -------
    ndarray of int64, shape (objects, COLUMNS)
    """
    table = np.zeros((participants.size, COLUMNS), np.int64)
    table[:, CHANGED_AT] = -1
    table[:, HOLDER] = -1
    table[:, PARTICIPANTS] = participants
    return table


@inlined_kernel
def grant(table, number, now):  # type: ignore[no-untyped-def]  # a kernel
    """Increment the grant counter of an object."""
    row = table[number]
    if row[CHANGED_AT] != now:
        row[CHANGED_AT] = now
        row[GRANTS_BEFORE] = row[GRANTS]
    row[GRANTS] += 1


@inlined_kernel
def visible_grants(table, number, now):  # type: ignore[no-untyped-def]  # a kernel
    """The grant counter as a thread sees it in this cycle."""
    row = table[number]
    return row[GRANTS_BEFORE] if row[CHANGED_AT] == now else row[GRANTS]


@inlined_kernel
def draw_ticket(table, number):  # type: ignore[no-untyped-def]  # a kernel
    """Increment the ticket counter of an object. Returns its value before."""
    ticket = table[number, TICKETS]
    table[number, TICKETS] = ticket + 1
    return ticket


@kept_kernel
def grant_one(table, number, now):  # type: ignore[no-untyped-def]  # a kernel
    """See :func:`grant`; for Python."""
    grant(table, number, now)


@kept_kernel
def grants_seen(table, number, now):  # type: ignore[no-untyped-def]  # a kernel
    """See :func:`visible_grants`; for Python."""
    return visible_grants(table, number, now)


@kept_kernel
def draw(table, number):  # type: ignore[no-untyped-def]  # a kernel
    """See :func:`draw_ticket`; for Python."""
    return draw_ticket(table, number)
