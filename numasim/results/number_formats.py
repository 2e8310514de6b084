"""Formats of numbers in tables for people: with units, as ratios, with few digits."""

from __future__ import annotations

import math
from collections.abc import Sequence


def initials(labels: Sequence[str]) -> list[str]:
    """Return the shortest beginnings of equal length that distinguish the labels."""
    for length in range(1, max((len(label) for label in labels), default=0) + 1):
        short = [label[:length] for label in labels]
        if len(set(short)) == len(labels):
            return short
    return list(labels)


def quantity(value: float | None) -> str:
    """Format a large number in about four characters: 1.23 M."""
    if value is None or not math.isfinite(value):
        return "-"
    for size, prefix in ((1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k")):
        if abs(value) >= 0.9995 * size:
            return f"{value / size:.3g}{prefix}"
    return f"{value:.3g}"


def duration(seconds: float | None) -> str:
    """Format a time in a suitable unit: 12.3 µs."""
    return in_unit(seconds, "s")


def in_unit(value: float | None, unit: str) -> str:
    """Format a quantity with a suitable prefix: 12.3 µJ."""
    if value is None or not math.isfinite(value):
        return "-"
    for size, prefix in ((1.0, ""), (1e-3, "m"), (1e-6, "µ")):
        if value >= 0.9995 * size:
            return f"{value / size:.3g} {prefix}{unit}"
    return f"{value / 1e-9:.3g} n{unit}"


def ratio(value: float | None) -> str:
    """Format a ratio in four characters; a dash for a missing ratio."""
    if value is None or not math.isfinite(value):
        return "-"
    return f"{value:.2f}" if value < 99.5 else f"{value:.0f}"


def number(value: float | None, form: str) -> str:
    """Format a number; a dash for a missing number."""
    return "-" if value is None or not math.isfinite(value) else form.format(value)
