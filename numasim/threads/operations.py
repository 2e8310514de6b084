"""The operations of a thread: 16 bytes each, as a program writes them and both engines read them.

An operation is one access to memory with the instructions before it, or one step of synchronisation. It says
what a thread does, not how long it takes: the time is the engines' business. The operations of a thread are
numbered from 0 in program order.
"""

from __future__ import annotations

import numpy as np

from partitioners.kernels.array_types import Records

LOAD, STORE, ATOMIC, COMPUTE, LOCK, UNLOCK, WAIT, SIGNAL, BARRIER, END, AWAIT, MARK, SHARE = range(13)
"""The kinds of operations.

``LOAD``, ``STORE`` and ``ATOMIC`` (a read-modify-write) access the byte ``address``. ``COMPUTE`` is only its
``cycles`` and its ``chain``. The others synchronise. But for ``AWAIT``, ``address`` is the number of a
synchronisation object, which has two words in memory: a ticket counter and a grant counter. ``LOCK`` draws a
ticket and waits until the grant counter has reached it, and ``UNLOCK`` increments that counter, unless the
locks of a run are of a different kind. ``SIGNAL`` increments the grant counter. ``WAIT`` waits until the
grant counter has reached ``folded``. ``BARRIER`` waits until all participants of the object have arrived.
``END`` ends the thread. ``AWAIT`` waits until another thread, ``folded``, has finished its first ``address``
operations; it is no instruction, and takes no issue slot. ``MARK`` enters (``address`` 1) or leaves (0) the
region of interest, when all operations before it have finished.

``SHARE`` acquires a read-write lock to read. Such a lock always has tickets, and two objects: ``SHARE`` draws
a ticket of the first, waits until the grant counter of the second, which is the next object, has reached it,
and increments that counter. A reader releases the lock by a ``SIGNAL`` to the first object. A writer acquires
it by ``LOCK`` of the first, and releases it by a ``SIGNAL`` to the second and ``UNLOCK``.
"""

KIND_NAMES = (
    "load",
    "store",
    "atomic",
    "compute",
    "lock",
    "unlock",
    "wait",
    "signal",
    "barrier",
    "end",
    "await",
    "mark",
    "share",
)
"""The names of the kinds in tables and messages."""

PARTS = ("warm-up", "region", "after")
"""The parts of a run with a region of interest, by their numbers."""
WARM_UP, REGION, AFTER = range(3)

OPERATION = np.dtype(
    [
        ("address", np.int64),
        ("kind", np.uint8),
        ("chain", np.uint8),
        ("after", np.uint16),
        ("cycles", np.uint16),
        ("folded", np.uint16),
    ]
)
"""The record of an operation.

- ``address``: a byte address, or the number of a synchronisation object.
- ``kind``: one of the kinds above.
- ``chain``: the cycles from the result of the operation that ``after`` names to the address or value of this
  one: the longest chain of dependent instructions in between, at most 255 cycles. ``COMPUTE`` has its own
  result then, and without ``after``, its chain begins with its first instruction.
- ``after``: how many operations back the one stands whose result this one needs for its address or value;
  0 for none. The distance is at most 65,535.
- ``cycles``: issue slots of the instructions before the access, which do not access memory.
- ``folded``: further accesses of the same kind to the same block straight behind this one. They are hits, and
  take an issue slot each. For ``WAIT``, the value of the grant counter; for ``AWAIT``, the other thread.
"""

MOST = 2**16 - 1
"""The largest value of ``after``, ``cycles`` and ``folded``."""

LONGEST_CHAIN = 255
"""The largest value of ``chain``. A longer chain is several operations, each after the one before."""

Operations = Records
"""An array of :data:`OPERATION`."""
