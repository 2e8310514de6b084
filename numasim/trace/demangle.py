"""Demangle the names of C++ functions."""

from __future__ import annotations

import contextlib
import ctypes
from collections.abc import Sequence

_LIBRARIES = ("libstdc++.so.6", "libc++abi.so.1", "libc++.1.dylib")
"""C++ runtime libraries with ``__cxa_demangle``. The dependencies of numasim contain or require one."""


def demangled(names: Sequence[str]) -> list[str]:
    """Demangle the C++ names. The names are unchanged if no C++ runtime library is found."""
    if not any(name.startswith("_Z") for name in names):
        return list(names)
    for library in _LIBRARIES:
        with contextlib.suppress(OSError, AttributeError):
            demangle = ctypes.CDLL(library).__cxa_demangle
            free = ctypes.CDLL(None).free
            break
    else:
        return list(names)
    demangle.restype = ctypes.c_void_p
    demangle.argtypes = [ctypes.c_char_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.POINTER(ctypes.c_int)]
    free.restype, free.argtypes = None, [ctypes.c_void_p]
    return [_demangled(name, demangle, free) for name in names]


def _demangled(name: str, demangle: ctypes._FuncPointer, free: ctypes._FuncPointer) -> str:
    status = ctypes.c_int()
    found = demangle(name.encode(), None, None, ctypes.byref(status)) if name.startswith("_Z") else None
    if not found:
        return name
    try:
        return ctypes.string_at(found).decode(errors="replace")
    finally:
        free(found)
