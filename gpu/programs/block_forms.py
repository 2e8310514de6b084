"""Kernels in two forms, original and SPAC, whose blocks may have any number of threads.

They do not use ``BLOCK_SIZE`` and have no launch bounds, so they are compiled once, with as many registers as
they need. The registers then limit the threads of a block and the resident blocks, as in Li et al., "A simple
yet effective balanced edge partition model for parallel computing", 2017, section 5.3.
"""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np

from gpu.launch import Backend, LoadedKernel
from gpu.option_types import Interval
from partitioners.errors import OptionError

Form = Literal["original", "spac"]

MOST_THREADS = 1024

Threads = Annotated[int, Interval(ge=1, le=MOST_THREADS)]

COMPILED_FOR = 256
"""The block size with which back ends load these kernels; none of them depends on it."""


def kernel_of_form(backend: Backend, name: str, form: Form, dtype: str = "float32") -> LoadedKernel:
    """Compile the kernel ``name`` or, for ``spac``, ``name_spac``."""
    full_name = f"{name}_spac" if form == "spac" else name
    return backend.kernel(full_name, dtype=dtype, block_size=COMPILED_FOR)


def check_whole(name: str, value: object, least: int, most: int) -> int:
    """Return an option as an integer.

    Raises
    ------
    OptionError
        It is no integer from ``least`` to ``most``.
    """
    whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not whole or not least <= value <= most:  # type: ignore[operator]  # a whole number
        raise OptionError(f"{name} is {value!r}; expected an integer from {least} to {most}")
    return int(value)  # type: ignore[call-overload]  # a whole number
