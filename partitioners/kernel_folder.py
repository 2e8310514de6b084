"""The folder in which Numba caches compiled kernels.

Usually this is ``__pycache__`` next to the code. If the installation is not writable, it is a folder in
:func:`partitioners.disk_cache.cache_folder`. If that is not writable either, it is a temporary folder, and
every run compiles the kernels again. Without this choice, Numba raises an error when the first kernel is
imported.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import sys
import warnings
from functools import cache
from pathlib import Path

from partitioners.disk_cache import cache_folder
from partitioners.temporary_folder import temporary_folder

CURE = (
    "set NUMBA_CACHE_DIR (for kernels) or NUMASIM_CACHE (for kernels, traces and compiled programs) to a "
    "writable folder"
)


@cache
def kernel_folder() -> Path | None:
    """The folder that keeps compiled kernels between runs; None if no folder is writable."""
    installation = Path(__file__).parent
    next_to = installation / "__pycache__"
    if os.access(next_to if next_to.is_dir() else installation, os.W_OK):
        return Path(os.environ.get("NUMBA_CACHE_DIR") or next_to)
    named = os.environ.get("NUMBA_CACHE_DIR")
    for folder in [*([Path(named)] if named else []), cache_folder() / "numba"]:
        if _is_writable(folder):
            return folder
    return None


def choose_kernel_folder() -> None:
    """Set Numba's cache folder if its own choice fails; child processes inherit the setting.

    Call this function before the first kernel is imported. It warns if kernels are kept for this run only.
    """
    folder = kernel_folder()
    if folder is not None and folder.parent == Path(__file__).parent:
        return
    if folder is None:
        tried = cache_folder() / "numba"
        message = (
            "compiled kernels cannot be kept, so every run compiles them again: neither the installation nor "
            f"{tried} is writable; {CURE}"
        )
        warnings.warn_explicit(message, UserWarning, "numba", 0)
        held = contextlib.ExitStack()
        folder = held.enter_context(temporary_folder("kernels"))
        atexit.register(_remove, held, os.getpid())
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    if "numba" in sys.modules:  # numba has read the variable already
        sys.modules["numba"].config.CACHE_DIR = str(folder)


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def _remove(held: contextlib.ExitStack, process: int) -> None:
    if os.getpid() == process:  # a forked process has the same handlers
        held.close()
