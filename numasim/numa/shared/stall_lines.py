"""The error of a run that cannot finish, in few lines: its work, its caches and its routers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from numasim.numa.coherence.inspection import waiting
from numasim.numa.noc.flit_counters import packets_at_heads
from partitioners.errors import InvariantError
from partitioners.text.counts import plural

if TYPE_CHECKING:
    from numasim.numa.coherence.state import Coherence
    from numasim.numa.noc.flit_state import FlitState

MAX_LINES = 12


def unfinished_error(
    so_far: str,
    work: Iterable[str],
    *,
    moving: bool,
    caches: Coherence | None,
    routers: FlitState | None,
) -> InvariantError:
    """Create the error of a run that cannot finish.

    Parameters
    ----------
    so_far : str
        What was run, and until which cycle.
    work : iterable of str
        The unfinished work, oldest first.
    moving : bool
        Whether there are events left, although they make no progress.
    """
    lines = list(work)
    if caches is not None:
        lines += waiting(caches)
    if routers is not None:
        lines += _packets(routers)
    if len(lines) > MAX_LINES:
        lines[MAX_LINES - 1 :] = [f"and {len(lines) - MAX_LINES + 1} more"]
    moves = "the remaining events make no progress" if moving else "no events are left"
    return InvariantError("\n  ".join([f"{so_far}, and {moves}; the unfinished work:", *lines]))


def _packets(state: FlitState) -> list[str]:
    """The routers of the packets whose flits are first in a buffer."""
    held = Counter(map(tuple, packets_at_heads(state).tolist()))
    return [
        f"router {at} holds {count} {plural(count, 'packet')} for tile {to}"
        for (at, to), count in sorted(held.items())
    ]
