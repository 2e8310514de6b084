"""The decorator of compiled functions that only work on arrays which their caller holds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba import njit

from numasim.numa.kernel_cache import depend_on


def uncounted(function: Callable[..., Any]) -> Callable[..., Any]:
    """Like ``njit``, without counting references to arrays: the function must make no arrays of its own.

    With a record of many arrays that is handed from function to function, counting them takes nearly three
    times as long as everything else. It is compiled anew when any file beside its own has changed.
    """
    compiled: Callable[..., Any] = njit(cache=True, _nrt=False)(function)
    depend_on(compiled, sorted(Path(function.__code__.co_filename).parent.glob("*.py")))
    return compiled
