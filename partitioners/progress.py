"""Progress reports: long computations call one callback, which is silent by default."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

Progress = Callable[[int, int, str], None]
"""Called as ``progress(done, total, what)``; ``total`` is 0 if it is unknown."""


def silent(done: int, total: int, what: str) -> None:
    """Report nothing; the default callback."""


BETWEEN_REPORTS = 0.1
"""Seconds between two written reports; otherwise a million fast points would write a million."""


@contextmanager
def progress_line() -> Iterator[Progress]:
    """Yield a callback that writes one line on standard error, each report over the one before.

    The line needs no terminal: a carriage return goes back to its beginning, as notebooks do, too.
    """
    pace, longest = Pace(), 0

    def update(done: int, total: int, what: str) -> None:
        nonlocal longest
        left = pace.left(done, total)
        if not pace.is_due(done, total):
            return
        counts = f"{done} of {total}" if total else str(done)
        counts += "" if left is None else f", {timedelta(seconds=round(left))} left"
        line, width = f"{counts}: {what}", shutil.get_terminal_size().columns - 1
        line = line if len(line) <= width else f"{line[: width - 1]}…"
        sys.stderr.write(f"\r{line.ljust(longest)}")
        sys.stderr.flush()
        longest = len(line)

    try:
        yield update
    finally:
        if longest:
            sys.stderr.write("\n")
            sys.stderr.flush()


class Pace:
    """The time since the beginning, and that until the end at the speed so far.

    Steps that are done at the first report, if they are several, were done before: they took no time.
    """

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._before: int | None = None
        self._due = self._start

    @property
    def seconds(self) -> float:
        """The seconds since the beginning."""
        return time.monotonic() - self._start

    def left(self, done: int, total: int) -> float | None:
        """Return the seconds until ``total`` steps are done; None without a total, and before a step is."""
        if self._before is None:
            self._before = 0 if done == 1 else done
        steps = done - self._before
        return self.seconds / steps * (total - done) if total and steps > 0 else None

    def is_due(self, done: int, total: int) -> bool:
        """Whether to write this report: the first, the last, and others :data:`BETWEEN_REPORTS` apart."""
        now = time.monotonic()
        if now < self._due and done != total:
            return False
        self._due = now + BETWEEN_REPORTS
        return True
