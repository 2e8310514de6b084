"""The types of arrays in the signatures of kernels.

Numba infers the types of a kernel from its arguments. The annotations are for readers and for mypy.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Int8 = NDArray[np.int8]
Int32 = NDArray[np.int32]
Int64 = NDArray[np.int64]
UInt8 = NDArray[np.uint8]
UInt16 = NDArray[np.uint16]
UInt32 = NDArray[np.uint32]
UInt64 = NDArray[np.uint64]
Float64 = NDArray[np.float64]
Booleans = NDArray[np.bool_]

Integers = NDArray[np.signedinteger[Any]]
"""Signed integers of any width; a kernel is compiled for each width that it gets."""

Unsigned = NDArray[np.unsignedinteger[Any]]
"""Unsigned integers of any width."""

Records = NDArray[np.void]
"""A structured array, of whose rows kernels read the fields as attributes: ``lines[line].state``."""

Record = Any
"""One row of a structured array. The fields of a dtype are not known to a type checker."""
