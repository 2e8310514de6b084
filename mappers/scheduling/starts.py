"""The type that a static scheduler returns."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Starts = tuple[NDArray[np.signedinteger[Any]], NDArray[np.float64]]
"""The core and the start of every task, two arrays of shape (t,)."""
