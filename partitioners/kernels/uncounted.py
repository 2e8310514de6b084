"""Compile the kernels of the simulator, with private options of Numba.

Kernels get arrays and make none, so they are compiled without Numba's reference counts. If a record of many
arrays is passed from function to function, counting takes several times as long as everything else.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from partitioners.kernels.cache import njit, unchecked_njit
from partitioners.kernels.parts import CalledCompiler, kernel_part, widen_integers

UNCOUNTED = {"_nrt": False}
"""The options that disable reference counts."""

inlined_kernel = kernel_part(forceinline=True, **UNCOUNTED)
"""Decorate a part of other kernels, which is compiled and cached with each of them."""

uninlined_kernel = kernel_part(forceinline=False, **UNCOUNTED)
"""Decorate such a part where it is left to LLVM whether it is inlined."""


def kept_kernel(function: Callable[..., Any], **options: Any) -> Callable[..., Any]:
    """Compile a kernel and cache it on disk.

    Parameters
    ----------
    function : callable
        The kernel, which must not make arrays.
    **options
        Further options of ``numba.njit``. A kernel without ``forceinline`` inherits it from the kernel for
        which it is compiled. With False, the loops take a third longer.
    """
    compiled: Callable[..., Any] = widen_integers(njit(cache=True, **options, **UNCOUNTED)(function))
    return compiled


kept_inlined_kernel = partial(kept_kernel, forceinline=True)
"""Decorate a part of other kernels that Python calls as well."""

kept_called_kernel = partial(kept_kernel, forceinline=True, pipeline_class=CalledCompiler)
"""Decorate such a part that is large and not the most frequent work of its callers.

Their loops call it, so they compile in less time, which grows faster than the length of a function.
"""

uncounted_njit = partial(unchecked_njit, **UNCOUNTED)
"""Compile and cache a kernel of the GPU model, without reference counts and tests for a division by 0."""
