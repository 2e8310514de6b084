"""The folder in which compiled kernels are kept.

Usually this is ``__pycache__`` next to the code. If the installation is not writable, it is a folder in
:func:`partitioners.storage.disk_cache.cache_folder`. If that is not writable either, it is a temporary
folder, and every run compiles the kernels again.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import warnings
from functools import cache
from pathlib import Path

from partitioners.storage.disk_cache import cache_folder
from partitioners.storage.temporary_folder import temporary_folder

_CHOSEN = "NUMASIM_KERNELS"
"""The variable by which child processes learn the chosen folder."""

CURE = (
    "set NUMBA_CACHE_DIR (for kernels) or NUMASIM_CACHE (for kernels, traces and compiled programs) to a "
    "writable folder"
)


@cache
def kernel_folder() -> Path | None:
    """The folder that keeps compiled kernels between runs; None if no folder is writable."""
    installation = Path(__file__).parents[1]
    next_to = installation / "__pycache__"
    if os.access(next_to if next_to.is_dir() else installation, os.W_OK):
        return Path(os.environ.get("NUMBA_CACHE_DIR") or next_to)
    named = os.environ.get("NUMBA_CACHE_DIR")
    for folder in [*([Path(named)] if named else []), cache_folder() / "numba"]:
        if _is_writable(folder):
            return folder
    return None


def choose_kernel_folder() -> None:
    """Choose the folder if kernels cannot be next to the code; child processes inherit the choice.

    Call this function before the first kernel is imported. It warns if kernels are kept for this run only.
    """
    if _CHOSEN in os.environ:
        return
    folder = kernel_folder()
    if folder is not None and (folder.name == "__pycache__" or str(folder) == named_kernel_folder()):
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
    os.environ[_CHOSEN] = str(folder)


def named_kernel_folder() -> str | None:
    """The folder that was chosen or that ``NUMBA_CACHE_DIR`` names; None: next to the code of each kernel."""
    return os.environ.get(_CHOSEN) or os.environ.get("NUMBA_CACHE_DIR") or None


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def _remove(held: contextlib.ExitStack, process: int) -> None:
    if os.getpid() == process:  # a forked process has the same handlers
        held.close()
