"""What the commands print, and where: results on the standard output, all else on the standard error."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from partitioners.progress import Progress

WIDTH_OF_A_FILE = 120
"""Columns of tables that go to a file or a pipe, where no terminal says its width."""


def console(*, stderr: bool = False) -> Console:
    """A console of rich that keeps text as it is: no emoji codes, no markup, no highlighting."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() or os.environ.get("COLUMNS") else WIDTH_OF_A_FILE
    return Console(stderr=stderr, width=width, emoji=False, markup=False, highlight=False)


def complain(message: str, kind: str = "error: ") -> None:
    """One message on the standard error, never wrapped."""
    sys.stderr.write(f"{kind}{message}\n")
    sys.stderr.flush()


@contextmanager
def progress_bar(*, lines: bool = True) -> Iterator[Progress]:
    """A callback that draws a bar on a terminal; elsewhere it writes a line for each step, or nothing."""
    from partitioners.progress import silent

    if not sys.stderr.isatty():
        yield _plain_line if lines else silent
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    bar = Bar(
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}", markup=False),
        console=console(stderr=True),
        transient=True,
    )
    with bar:
        task = bar.add_task("", total=None)
        yield lambda done, total, what: bar.update(
            task, completed=done, total=total or None, description=what
        )


def _plain_line(done: int, total: int, what: str) -> None:
    complain(f"[{done}/{total or '?'}] {what}", kind="")
