"""What the results of several kernels share."""

from __future__ import annotations

from typing import Any

import scipy.sparse as sp
from numpy.typing import NDArray

from gpu.backends.trace_generators.recorder import Launch

Values = NDArray[Any]


def threads_for(launch: Launch, work: int) -> int:
    """The part of the work for which the launch has threads."""
    return min(work, launch.blocks * launch.threads)


def csr_matrix(row_start: Values, column: Values, value: Values, x: Values) -> Any:
    """A matrix to multiply with x, whose indices are checked."""
    matrix = sp.csr_array((value, column, row_start), shape=(row_start.size - 1, x.size))
    matrix.check_format(full_check=True)
    return matrix
