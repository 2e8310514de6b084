"""How long work tells its caller how far it has come: one callback, silent by default."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int, str], None]
"""Called as ``progress(done, total, what)``; ``total`` is 0 where it is not known."""


def silent(done: int, total: int, what: str) -> None:
    """The default: report nothing."""
