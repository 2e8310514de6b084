"""How kernels are compiled: many small functions, inlined into one that is kept on disk.

The small functions make no arrays, so they do without Numba's reference counts, which it would touch at
every use of an array of the state.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba import njit

from numasim.numa.kernel_cache import depend_on
from numasim.numa.noc import router_kernels as flit_router

KERNEL = njit(forceinline=True, _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True)
"""A part of the loop; it is compiled with the loop, and kept with it."""


def cached_kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile an outermost kernel, and anew when any file with kernels of the engine has changed."""
    compiled: Callable[..., Any] = njit(cache=True, _nrt=False)(function)
    here = Path(__file__).parent
    coherence = here.parent / "coherence"
    files = [path for place in (here, coherence) for path in sorted(place.glob("*.py"))]
    depend_on(compiled, [*files, Path(flit_router.__file__)])
    return compiled
