"""Numbers of things in messages: the plural of a noun, and the first few of many."""

from __future__ import annotations

from collections.abc import Sequence


def plural(number: int, noun: str) -> str:
    """Return a regular noun as it follows a number: ``1 point``, ``2 points``."""
    return noun if number == 1 else f"{noun}s"


def first_few(texts: Sequence[str], limit: int, separator: str = ", ") -> str:
    """Join the first texts, with ``...`` in place of the others."""
    return separator.join([*texts[:limit], *(["..."] if len(texts) > limit else [])])
