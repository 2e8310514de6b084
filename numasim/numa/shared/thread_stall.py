"""The report on a run of threads that cannot finish: which threads wait, for what, and who holds it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from numasim.numa.shared.stall_lines import MAX_LINES, unfinished_error
from numasim.numa.shared.sync_objects import HOLDER, PARTICIPANTS, SINCE
from numasim.threads.operations import AWAIT, BARRIER, KIND_NAMES, LOCK, SHARE, WAIT
from numasim.threads.refill import PHASE_BARRIER
from partitioners.errors import InputError, NumasimError

if TYPE_CHECKING:
    from numasim.numa.coherence.state import Coherence
    from numasim.numa.noc.flit_state import FlitState

WAITS = (LOCK, SHARE, WAIT, BARRIER, AWAIT)


class WaitingThread(NamedTuple):
    """The oldest operation of a thread that has not ended.

    Attributes
    ----------
    kind : int
        The kind of the operation, or -1 if the thread has none.
    number : int
        The synchronisation object, the address, or the thread for which it waits.
    need : int
        The grants, or the operations of that thread, for which it waits.
    since : int
        The cycle in which the operation was issued, or -1.
    """

    thread: int
    core: int
    kind: int
    number: int
    need: int
    since: int


def object_name(kind: int, number: int, names: Sequence[str]) -> str:
    """The name of a synchronisation object: that of the program, or its number.

    Parameters
    ----------
    kind : int
        The kind of an operation that waits for it.
    number : int
        0 for the barrier at the end of a phase, then those of the program; or a thread.
    names : sequence of str
        The program's names of its objects; may be empty.
    """
    if kind == AWAIT:
        return f"a store of thread {number}"
    if number == PHASE_BARRIER:
        return "end of the phase"
    if number <= len(names):
        return names[number - 1]
    what = "lock" if kind in (LOCK, SHARE) else "barrier" if kind == BARRIER else "object"
    return f"{what} {number - 1}"


def thread_stall_error(
    cycle: int,
    waiting: Sequence[WaitingThread],
    objects: NDArray[np.int64],
    names: Sequence[str],
    thread_of_core: NDArray[np.int64],
    *,
    moving: bool,
    caches: Coherence | None,
    routers: FlitState | None,
) -> NumasimError:
    """Create the error that lists the threads that have not ended, in few lines.

    It is an :class:`InputError` if all of them wait for one another, which is a mistake of the program, and
    otherwise an :class:`partitioners.errors.InvariantError`.

    Parameters
    ----------
    objects : ndarray of int64
        The table of :mod:`numasim.numa.shared.sync_objects`.
    names : sequence of str
        The program's names of its objects; may be empty.
    moving : bool
        Whether there are events left, although they make no progress.
    """
    at_barrier = [one for one in waiting if one.kind == BARRIER]
    lines = []
    for one in waiting:
        who = f"thread {one.thread} (core {one.core})"
        since = f" since cycle {one.since}" if one.since >= 0 else ""
        name = object_name(one.kind, one.number, names) if one.kind in WAITS else ""
        if one.kind in (LOCK, SHARE):
            holder = int(objects[one.number, HOLDER])
            held = "which no thread holds alone"
            if holder >= 0:
                held = f"which thread {thread_of_core[holder]} holds since cycle {objects[one.number, SINCE]}"
            lines.append(f"{who} waits{since} for {name}, {held}")
        elif one.kind == BARRIER:
            where = f"at the {name}" if one.number == PHASE_BARRIER else f"at {name}"
            here = sum(other.number == one.number for other in at_barrier)
            all_of_them = objects[one.number, PARTICIPANTS]
            lines.append(f"{who} waits{since} {where}, which {here} of {all_of_them} threads have reached")
        elif one.kind == AWAIT:
            lines.append(f"{who} waits{since} for operation {one.need} of thread {one.number}")
        elif one.kind == WAIT:
            lines.append(f"{who} waits{since} for signal {one.need} of {name}")
        else:
            what = "has no operation" if one.kind < 0 else f"is at a {KIND_NAMES[one.kind]} of {one.number}"
            lines.append(f"{who} {what}")
    if waiting and all(one.kind in WAITS for one in waiting):
        if len(lines) > MAX_LINES:
            lines[MAX_LINES - 1 :] = [f"and {len(lines) - MAX_LINES + 1} more"]
        head = f"the threads wait for one another in cycle {cycle}; correct the program:"
        return InputError("\n  ".join([head, *lines]))
    so_far = f"{len(waiting)} threads have not ended by cycle {cycle}"
    return unfinished_error(so_far, lines, moving=moving, caches=caches, routers=routers)
