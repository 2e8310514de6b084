"""Calls from Python to functions that kernels alone call."""

import numba


def callable_from_python(part):
    """A kernel that calls a part of kernels."""
    return numba.njit(lambda *arguments: part(*arguments))
