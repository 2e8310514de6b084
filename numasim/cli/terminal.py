"""What the commands print, and where: results on the standard output, all else on the standard error."""

from __future__ import annotations

import json
import os
import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from partitioners.progress import Progress

WIDTH_OF_A_FILE = 120
"""Columns of tables that go to a file or a pipe, where no terminal says its width."""

WIDTH_WITH_BAR = 100
"""Columns of a terminal from which on the progress has a bar beside its counters."""

WIDTH_OF_BAR, WIDTH_OF_COUNTERS = 41, 36


def console(*, stderr: bool = False) -> Console:
    """A console of rich that keeps text as it is: no emoji codes, no markup, no highlighting."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() or os.environ.get("COLUMNS") else WIDTH_OF_A_FILE
    return Console(stderr=stderr, width=width, emoji=False, markup=False, highlight=False)


def print_error(message: str, kind: str = "error: ") -> None:
    """One message on the standard error, never wrapped."""
    sys.stderr.write(f"{kind}{message}\n")
    sys.stderr.flush()


def print_warnings_plainly() -> None:
    """Print a warning as its message alone, without the line of the code that gives it."""

    def show(message: Warning | str, *_: object, **__: object) -> None:
        print_error(str(message), kind="warning: ")

    warnings.showwarning = show


@contextmanager
def progress_bar(*, lines: bool = True) -> Iterator[Progress]:
    """A callback that draws a bar on a terminal; elsewhere it writes a line of JSON a step, or nothing."""
    from partitioners.progress import silent

    if not sys.stderr.isatty():
        yield _Lines() if lines else silent
        return
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.progress import Progress as Bar

    out = console(stderr=True)
    wide = out.width >= WIDTH_WITH_BAR
    bar = Bar(
        *([BarColumn()] if wide else []),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("elapsed,"),
        TimeRemainingColumn(),
        TextColumn("left"),
        TextColumn("{task.description}", markup=False),
        console=out,
        transient=True,
    )
    with bar:
        task = bar.add_task("", total=None)

        def tell(done: int, total: int, what: str) -> None:
            # One line: what does not fit beside the counters is cut, not they.
            room = out.width - WIDTH_OF_COUNTERS - 2 * len(str(total)) - (WIDTH_OF_BAR if wide else 0)
            cut = what if len(what) <= room else f"{what[: max(room - 1, 0)]}…"
            bar.update(task, completed=done, total=total or None, description=cut)

        yield tell


class _Lines:
    """Writes a JSON object for each step: how many are done of how many, seconds until now and left, what."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._before = -1

    def __call__(self, done: int, total: int, what: str) -> None:
        if self._before < 0:
            self._before = 0 if done == 1 else done  # what was finished before took no time of this run
        seconds = time.monotonic() - self._start
        line: dict[str, object] = {"done": done, "total": total or None, "seconds": round(seconds, 2)}
        if total and done > self._before:
            line["seconds_left"] = round(seconds / (done - self._before) * (total - done), 2)
        sys.stderr.write(json.dumps({**line, "what": what}) + "\n")
        sys.stderr.flush()
