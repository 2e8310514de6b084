"""Counts of the lines that kernels execute: a measure of work without a clock."""

import sys
from contextlib import ExitStack
from unittest import mock

from numba.core.registry import CPUDispatcher


def executed_lines(work, *modules):
    """The number of lines of some modules that a call executes, with their kernels as plain Python."""
    files = {module.__file__ for module in modules}
    count = 0

    def trace(frame, event, _argument):
        nonlocal count
        if frame.f_code.co_filename not in files:
            return None
        count += event == "line"
        return trace

    kernels = [
        mock.patch.object(module, name, value.py_func)
        for module in modules
        for name, value in vars(module).items()
        if isinstance(value, CPUDispatcher)
    ]
    before = sys.gettrace()
    with ExitStack() as patched:
        for kernel in kernels:
            patched.enter_context(kernel)
        sys.settrace(trace)
        try:
            work()
        finally:
            sys.settrace(before)
    return count
