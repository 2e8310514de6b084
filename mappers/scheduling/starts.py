"""The type that a static scheduler returns."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partitioners.kernels.array_types import Integers

Starts = tuple[Integers, NDArray[np.float64]]
"""The core and the start of every task, two arrays of shape (t,)."""
