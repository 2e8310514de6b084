"""Progress reports: long computations call one callback, which is silent by default."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int, str], None]
"""Called as ``progress(done, total, what)``; ``total`` is 0 if it is unknown."""


def silent(done: int, total: int, what: str) -> None:
    """Report nothing; the default callback."""
