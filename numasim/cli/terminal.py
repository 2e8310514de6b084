"""The output of the commands: results on standard output, everything else on standard error."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

    from numasim.experiments.price import Price

WIDTH_OF_A_FILE = 120
"""The width in columns of tables that are written to a file or a pipe instead of a terminal."""

WIDTH_WITH_BAR = 130
"""The smallest width in columns of a terminal on which the progress has a bar next to its counters."""

WIDTH_OF_BAR, WIDTH_OF_COUNTERS = 41, 36


def console(*, stderr: bool = False) -> Console:
    """Return a console of rich that prints text unchanged: no emoji codes, no markup, no highlighting."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() or os.environ.get("COLUMNS") else WIDTH_OF_A_FILE
    return Console(stderr=stderr, width=width, emoji=False, markup=False, highlight=False)


def print_line(text: str = "") -> None:
    """Print one line on standard output, never wrapped.

    Commands that print no table use this function, because the import of rich takes a tenth of the time of a
    short command.
    """
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()  # so that the line precedes later messages on standard error


def print_error(message: str, kind: str = "error: ") -> None:
    """Print one message on standard error, never wrapped."""
    sys.stderr.write(f"{kind}{message}\n")
    sys.stderr.flush()


def print_warnings_plainly() -> None:
    """Print only the message of a warning, without the line of code that issued it.

    Warnings that are notes of a graph are printed as such.
    """

    def show(message: Warning | str, *_: object, **__: object) -> None:
        from partitioners.errors import NotedWarning

        if not isinstance(message, NotedWarning):
            print_error(str(message), kind="warning: ")

    warnings.showwarning = show


class Reporter:
    """Takes the steps of a computation, and the price of a run; this one reports no step."""

    def __init__(self) -> None:
        self._price: Price | None = None

    def __call__(self, done: int, total: int, what: str) -> None:
        """Report a step, as :data:`partitioners.progress.Progress`."""

    def report_price(self, price: Price, after: Callable[[Price], str] | None = None) -> None:
        """Print the first price, and the first of points that confirm others.

        The steps report the later ones, which are nearer the truth.

        Parameters
        ----------
        after : callable, optional
            Returns what follows the price.
        """
        if self._price is None or (self._price.confirming is None) != (price.confirming is None):
            print_error(str(price) if after is None else f"{price}; {after(price)}", kind="")
        self._price = price


@contextmanager
def progress_bar(*, lines: bool = True) -> Iterator[Reporter]:
    """Yield a callback that draws a progress bar on a terminal.

    Elsewhere the callback writes one line of JSON per step, or nothing.

    Parameters
    ----------
    lines : bool
        Whether to write lines of JSON where there is no terminal.
    """
    if not sys.stderr.isatty():
        yield _Lines() if lines else Reporter()
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
        yield _Bar(bar, out.width - (WIDTH_OF_BAR if wide else 0))


class _Bar(Reporter):
    """Moves a bar, which takes one line: the description is cut to fit next to the counters."""

    def __init__(self, bar: Progress, width: int) -> None:
        super().__init__()
        self._bar, self._width = bar, width
        self._task = bar.add_task("", total=None)

    def __call__(self, done: int, total: int, what: str) -> None:
        what = what if self._price is None else f"{self._price.stored}; {what}"
        width = self._width - WIDTH_OF_COUNTERS - 2 * len(str(total))
        cut = what if len(what) <= width else f"{what[: max(width - 1, 0)]}…"
        self._bar.update(self._task, completed=done, total=total or None, description=cut)


MANY_STEPS = 1000
"""The number of steps from which on not every one has a line."""


class _Lines(Reporter):
    """Writes one JSON object per step: steps done, all steps, seconds so far, seconds left, description.

    If there are more than :data:`MANY_STEPS`, those that follow each other fast are left out
    (:meth:`partitioners.progress.Pace.is_due`). With a price, the objects have the processor time and the
    bytes of the whole run.
    """

    def __init__(self) -> None:
        from partitioners.progress import Pace

        super().__init__()
        self._pace = Pace()

    def __call__(self, done: int, total: int, what: str) -> None:
        import json

        left, seconds = self._pace.left(done, total), self._pace.seconds
        if not self._pace.is_due(done, total) and total > MANY_STEPS:
            return
        line: dict[str, object] = {"done": done, "total": total or None, "seconds": round(seconds, 2)}
        if left is not None:
            line["seconds_left"] = round(left, 2)
        if self._price is not None:
            line["processor_seconds"] = round(self._price.seconds, 2)
            line["bytes"] = round(self._price.size)
        sys.stderr.write(json.dumps({**line, "what": what}) + "\n")
        sys.stderr.flush()
