"""A back end that remembers what a program copies to the host."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpu.backends.host.backend import HostArray, HostBackend
from gpu.kernel import Kernel
from gpu.launch import LoadedKernel


class WatchedBackend:
    """A back end that remembers its arrays, kernels, and copies to the host.

    Parameters
    ----------
    changed : int, optional
        The number of the copy to the host in which every value is changed.

    Attributes
    ----------
    copies : list of bytes
        The contents of all copies to the host.
    """

    def __init__(self, inner: HostBackend, changed: int | None = None) -> None:
        self.inner, self.name = inner, inner.name
        self.changed = changed
        self.arrays: list[HostArray] = []
        self.kernels: list[Kernel] = []
        self.copies: list[bytes] = []

    def array(self, values: Any) -> HostArray:
        """See :meth:`gpu.HostBackend.array`."""
        self.arrays.append(self.inner.array(values))
        return self.arrays[-1]

    def zeros(self, size: int, dtype: Any) -> HostArray:
        """See :meth:`gpu.HostBackend.zeros`."""
        self.arrays.append(self.inner.zeros(size, dtype))
        return self.arrays[-1]

    def write(self, array: HostArray, values: Any) -> None:
        """See :meth:`gpu.HostBackend.write`."""
        self.inner.write(array, values)

    def numpy(self, array: HostArray) -> NDArray[Any]:
        """See :meth:`gpu.HostBackend.numpy`."""
        found = self.inner.numpy(array)
        if len(self.copies) == self.changed:
            found = _all_changed(found)
        self.copies.append(found.tobytes())
        return found

    def kernel(self, name: str, **options: Any) -> LoadedKernel:
        """See :meth:`gpu.HostBackend.kernel`."""
        loaded = self.inner.kernel(name, **options)
        self.kernels.append(loaded.kernel)
        return loaded

    def resident_blocks(self, kernel: LoadedKernel) -> int:
        """See :meth:`gpu.HostBackend.resident_blocks`."""
        return self.inner.resident_blocks(kernel)


def _all_changed(values: NDArray[Any]) -> NDArray[Any]:
    if values.dtype.kind == "f":
        return 2 * values + 1
    return values ^ True if values.dtype.kind == "b" else values + np.ones(1, values.dtype)
