"""How kernels are compiled: many small functions, inlined into one that is kept on disk.

The small functions make no arrays, so they do without Numba's reference counts, which it would touch at
every use of an array of the state.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba import njit

from numasim.numa import flit_router

KERNEL = njit(forceinline=True, _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True)
"""A part of the loop; it is compiled with the loop, and kept with it."""


def cached_kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile an outermost kernel, and anew when any file with kernels of the engine has changed.

    Numba's cache looks at the time of the function's own file alone, and would miss a change of an inlined
    function or of a constant in another.
    """
    compiled = njit(cache=True, _nrt=False)(function)
    times = [
        (path.name, path.stat().st_mtime, path.stat().st_size)
        for path in (
            *sorted(Path(__file__).parent.glob("*.py")),
            *sorted((Path(__file__).parents[1] / "coherence").glob("*.py")),
            Path(flit_router.__file__),
        )
    ]
    index = getattr(getattr(compiled, "_cache", None), "_cache_file", None)
    if index is not None:
        index._source_stamp = tuple(times)
    return compiled
