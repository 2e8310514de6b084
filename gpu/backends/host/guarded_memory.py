"""Memory between pages that nothing may access, so that an access beside it is a fault of the processor."""

from __future__ import annotations

import ctypes
import mmap
import os
from typing import Any

import numpy as np
from numpy.typing import NDArray

GUARD = 64 * mmap.PAGESIZE
"""Bytes before and behind the memory at least."""

_NO_ACCESS = 0
_HUGE = 2**22
"""Bytes from which on the system should use large pages, as for arrays of NumPy."""


def guarded_memory(size: int, alignment: int) -> NDArray[np.uint8]:
    """Return zeros that end where the next page is guarded, less what the alignment needs.

    On a system without POSIX, nothing guards them.

    Parameters
    ----------
    size : int
        In bytes.
    alignment : int
        Of the begin, a power of two up to the size of a page.
    """
    aligned = -(-size // alignment) * alignment
    if os.name != "posix":
        room = np.zeros(size + alignment, np.uint8)
        begin = -room.ctypes.data % alignment
        return room[begin : begin + size]
    data = max(1, -(-aligned // mmap.PAGESIZE)) * mmap.PAGESIZE
    memory = mmap.mmap(-1, GUARD + data + GUARD)
    if data >= _HUGE and hasattr(mmap, "MADV_HUGEPAGE"):
        memory.madvise(mmap.MADV_HUGEPAGE)
    room = np.frombuffer(memory, np.uint8)
    for begin in (0, GUARD + data):
        _protect(ctypes.c_void_p(room.ctypes.data + begin), ctypes.c_size_t(GUARD), _NO_ACCESS)
    begin = GUARD + data - aligned
    return room[begin : begin + size]


def _protect(begin: ctypes.c_void_p, size: ctypes.c_size_t, access: int) -> None:
    if _libc.mprotect(begin, size, access) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


_libc: Any = ctypes.CDLL(None, use_errno=True) if os.name == "posix" else None
