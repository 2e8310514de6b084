"""The early end of a run, at a limit of the user or because the run makes no progress.

Both engines use the same watchdog. The SimPy engine checks it between two cycles, and the compiled engine
when its loop returns to Python. The loop returns at the cycle and the number of events that the watchdog
requests.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from partitioners.errors import OptionError

FOREVER = 2**62
LOOK_EVERY, LOOK_OFTEN = 2_000_000, 50_000
"""Number of events between two checks of a run, without and with a limit in seconds."""
PATIENCE = 20_000_000
"""Number of events without progress after which a run is considered stuck."""

STUCK = "no progress"


@dataclass(frozen=True)
class Limits:
    """The limits of a run; None: no limit.

    Attributes
    ----------
    max_cycles : int, optional
        Number of cycles to simulate. An unfinished run ends at the beginning of this cycle.
    max_events : int, optional
        Number of events of the engine. The run ends after the cycle in which it is reached.
    max_seconds : float, optional
        Wall time. The precision is about a tenth of a second in the compiled engine.
    """

    max_cycles: int | None = None
    max_events: int | None = None
    max_seconds: float | None = None


UNLIMITED = Limits()


class Watchdog:
    """Determines when to check a run, and whether the run must end.

    When a run has finished its work, it only delivers the remaining messages. No limit ends it then.

    Attributes
    ----------
    until_cycle, until_event : int
        Check the run before this cycle, or before the next cycle after this number of events.
    ended_at : int
        The cycle at whose beginning a limit ended the run.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._deadline = None if limits.max_seconds is None else time.monotonic() + limits.max_seconds
        self._progress: object = None
        self._progress_at = 0
        self.until_cycle = FOREVER if limits.max_cycles is None else limits.max_cycles
        self.until_event = 0  # the deadline may have passed
        if self._deadline is None:
            self.until_event = min(LOOK_EVERY, limits.max_events or LOOK_EVERY)
        self.ended_at = 0

    def check(self, cycle: int, events: int, *, done: bool, progress: object) -> str | None:
        """Check whether a run must end.

        Parameters
        ----------
        cycle : int
            The cycle of its next event.
        events : int
            Number of processed events.
        done : bool
            Whether its work is finished.
        progress : object
            A value that changes as long as the run makes progress.

        Returns
        -------
        str or None
            The name of the reached limit, or ``STUCK``.

        Raises
        ------
        OptionError
            The next event is at or beyond the last cycle that can be counted.
        """
        limits = self._limits
        reached = None
        if cycle >= FOREVER:
            message = "the run needs more than 2^62 cycles; choose a smaller execution.cycles_per_weight, or "
            raise OptionError(f"{message}faster parts of the machine, or set execution.max_cycles")
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
