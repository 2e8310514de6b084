"""Where a run ends before its work is done: at a limit of its user's, or where it makes no progress.

Both engines ask the same watch: the SimPy engine between two cycles, the compiled one whenever its loop comes
back to Python, which it does at the cycle and the number of events that the watch names.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

FOREVER = 2**62
LOOK_EVERY, LOOK_OFTEN = 2_000_000, 50_000
"""Events between two looks at a run; the second where it has a limit in seconds."""
PATIENCE = 20_000_000
"""Events after which a run that did nothing for its program is taken for one that never will."""

STUCK = "no progress"


@dataclass(frozen=True)
class Limits:
    """What a run may take; None: as much as it needs.

    Attributes
    ----------
    max_cycles : int, optional
        A run that is not over before this cycle ends at its beginning: ``max_cycles`` cycles are simulated.
    max_events : int, optional
        Likewise after the cycle in which so many events of the engine have been handled.
    max_seconds : float, optional
        Likewise after so much wall time, to about a tenth of a second in the compiled engine.
    """

    max_cycles: int | None = None
    max_events: int | None = None
    max_seconds: float | None = None


UNLIMITED = Limits()


class Watchdog:
    """Says when to look at a run, and then whether it may go on.

    A run that has done its work lets the messages arrive that are still under way; no limit ends it then.

    Parameters
    ----------
    limits : Limits

    Attributes
    ----------
    until_cycle, until_event : int
        Look at the run before this cycle begins, and before a cycle once so many events were handled.
    ended_at : int
        The cycle at whose beginning a limit ended the run.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._deadline = None if limits.max_seconds is None else time.monotonic() + limits.max_seconds
        self._progress: object = None
        self._progress_at = 0
        self.until_cycle = FOREVER if limits.max_cycles is None else limits.max_cycles
        self.until_event = 0
        self.ended_at = 0

    def check(self, cycle: int, events: int, *, done: bool, progress: object) -> str | None:
        """Whether a run has to end.

        Parameters
        ----------
        cycle : int
            In which its next event is due.
        events : int
            Handled so far.
        done : bool
            Whether its work is done.
        progress : object
            Something that differs from what it was as long as the run does anything for its program.

        Returns
        -------
        str or None
            The name of the limit that is reached, or ``STUCK``.
        """
        limits = self._limits
        reached = None
        if done:
            self.until_cycle = FOREVER
        elif cycle >= self.until_cycle:
            reached = "max_cycles"
        elif limits.max_events is not None and events >= limits.max_events:
            reached = "max_events"
        elif self._deadline is not None and time.monotonic() >= self._deadline:
            reached = "max_seconds"
        if progress != self._progress:
            self._progress, self._progress_at = progress, events
        elif reached is None and events - self._progress_at >= PATIENCE:
            reached = STUCK
        self.ended_at = min(cycle, self.until_cycle)
        self.until_event = events + (LOOK_EVERY if self._deadline is None else LOOK_OFTEN)
        if limits.max_events is not None and not done:
            self.until_event = min(self.until_event, limits.max_events)
        return reached
