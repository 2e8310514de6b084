"""Bounds of the options of programs, which can be imported without any package.

A machine that only measures a GPU has NumPy, SciPy and CuPy alone. Nothing reads the bounds there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from annotated_types import Interval as Interval
else:
    try:
        from annotated_types import Interval
    except ModuleNotFoundError:

        @dataclass(frozen=True)
        class Interval:
            """The bounds of a number, both of which belong to it."""

            ge: float
            le: float
