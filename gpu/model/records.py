"""What the state of all units is made of: tables of records, whose cycles and counts are int64."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Records = NDArray[Any]

State = Any
"""The state of all multiprocessors (:class:`gpu.model.sm.Sms`), or of all launches
(:class:`gpu.model.launch.Launches`). They are made of the units, which therefore cannot import them."""

NEVER = np.iinfo(np.int64).max
"""A cycle that never comes, or is not known yet."""

TICKS = 1024
"""Number of ticks per cycle, the unit in which bandwidth is tracked."""


def record(*names: str) -> np.dtype[Any]:
    """A record of cycles and counts."""
    return np.dtype([(name, np.int64) for name in names])
