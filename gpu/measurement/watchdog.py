"""An end for work that does not end: a watchdog in the program, and a parent that starts the program again.

A program that waits for a kernel cannot interrupt it, and after some errors of a kernel all other calls fail.
So the program that measures has a parent. It notes what it is working at, and ends when this takes too long.
The parent starts it again, and it continues behind the case that it was at.
"""

from __future__ import annotations

import contextlib
import faulthandler
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

MOST_SECONDS = 45.0
"""Seconds that a case may take: the preparation of a large matrix takes most of them."""

LOST_CONTEXT = 75
"""The exit code of a program whose calls of the device all fail since a case has failed."""

WORKING, STUCK = "working.txt", "stuck.txt"


class Watchdog:
    """Note what the program is working at, and end the program if that takes too long.

    Parameters
    ----------
    journal : Path, optional
        The folder of the notes; without one, nothing is watched.
    seconds : float
        The time after which the program ends.
    """

    def __init__(self, journal: Path | None, seconds: float = MOST_SECONDS) -> None:
        self._journal, self._seconds = journal, seconds
        self._stuck = None if journal is None else (journal / STUCK).open("w", encoding="utf-8")

    @contextlib.contextmanager
    def watch(self, what: object, cases: int = 1) -> Iterator[None]:
        """End the program if the body takes longer than some cases may; its place in the source is noted."""
        if self._journal is None or self._stuck is None:
            yield
            return
        note = self._journal / WORKING
        note.write_text(str(what), encoding="utf-8")
        faulthandler.dump_traceback_later(cases * self._seconds, exit=True, file=self._stuck)
        try:
            yield
        finally:
            faulthandler.cancel_dump_traceback_later()
            note.unlink()


def supervise(command: Sequence[str], budget: float) -> int:
    """Run a program, and again each time that it has ended at work.

    Parameters
    ----------
    command : sequence of str
        The program and its arguments. ``--budget`` and ``--journal`` are added, and from the second time on
        ``--resume``, and ``--ended`` with what it was at and why it ended.
    budget : float
        Seconds in all.

    Returns
    -------
    int
        The exit code of the last time.
    """
    end = time.monotonic() + budget
    more: list[str] = []
    while True:
        with tempfile.TemporaryDirectory(prefix="numasim-journal-") as journal:
            left = max(1.0, end - time.monotonic())
            code = subprocess.call([*command, "--budget", f"{left:.1f}", "--journal", journal, *more])
            ended = _ended(Path(journal), code)
        if ended is None and code != LOST_CONTEXT:
            return code
        sys.stderr.write(f"{' '.join(ended) if ended else 'the device no longer answers'}; starting again\n")
        more = ["--resume", *(["--ended", *ended] if ended else [])]


def _ended(journal: Path, code: int) -> tuple[str, str] | None:
    """What a program was at when it ended, and why it ended; None if it was at nothing."""
    note = journal / WORKING
    if not note.exists():
        return None
    frames = [line.strip() for line in (journal / STUCK).read_text(encoding="utf-8").splitlines()]
    places = [line for line in frames if line.startswith("File ")]
    why = (
        f"did not end in time, at {'; '.join(places[:4])}"
        if places
        else f"ended the program with code {code}"
    )
    return note.read_text(encoding="utf-8"), why
