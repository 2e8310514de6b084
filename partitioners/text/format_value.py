"""The text of a value in a message."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

MAX_SHOWN = 80
"""The largest number of characters of a text, or of the keys of a mapping, in a message."""


def format_value(value: Any) -> str:
    """Format a value as in a YAML file; long values are shortened."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return f"a mapping ({shorten(', '.join(str(key) for key in value))})" if value else "an empty mapping"
    if isinstance(value, (list, tuple)):
        text = f"[{', '.join(format_value(each) for each in value)}]"
        return text if len(text) <= 60 else f"a list of {len(value)} values"
    if isinstance(value, str) and len(value) > MAX_SHOWN:
        return f"{value[:MAX_SHOWN]!r}... ({len(value):,} characters)"
    if isinstance(value, int) and abs(value) >= 10**MAX_SHOWN:
        return f"an integer of {value.bit_length():,} bits"
    if callable(value) and hasattr(value, "__name__") and not isinstance(value, type):
        return f"the function {value.__name__}"
    if type(value).__repr__ is object.__repr__:  # which ends with an address
        return f"a value of the type {type(value).__name__}"
    return repr(value)


def shorten(text: str) -> str:
    """Shorten a text that is too long for a message."""
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}..."
