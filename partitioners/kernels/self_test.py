"""A test of the private interfaces of Numba by which kernels are compiled and kept.

A release of Numba that changes one of them can compile kernels anew in every run, or serve outdated ones.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from typing import Any, NamedTuple

import numba
import numpy as np

from partitioners.kernels.cache import KernelFiles, njit
from partitioners.kernels.parts import by_reference, kernel_part
from partitioners.kernels.uncounted import UNCOUNTED, kept_kernel


class _Tables(NamedTuple):
    numbers: Any
    scale: float


def _set_first(values: Any, value: float) -> Any:
    values[0] = value
    return values


@kernel_part()
def _scaled(tables: _Tables, position: int) -> float:
    return tables.scale * tables.numbers[position]


@njit
def _sum_of_two(tables: _Tables, small: Any) -> float:
    reference = by_reference(tables)
    return _scaled(reference, 0) + _scaled(reference, small[0])


def changed_interfaces() -> Iterator[str]:
    """Try each private interface.

    Yields
    ------
    str
        An interface that this release of Numba has changed, and what it is for.
    """
    file = getattr(getattr(kept_kernel(_set_first), "_cache", None), "_cache_file", None)
    if not isinstance(file, KernelFiles) or "self_test.py" not in [name for name, *_ in file._source_stamp]:
        yield "`FunctionCache`, by which kernels are compiled anew"
    if not _keeps_kernels():
        yield "`IndexDataCacheFile`, by which several processes keep kernels"
    if _counts_references({}) <= _counts_references(UNCOUNTED):
        yield "`_nrt=False`, by which kernels do not count references"
    if _sum_of_two(_Tables(np.arange(4), 0.5), np.array([2], np.int32)) != 1.0:
        yield "how a named tuple is passed, by which kernels read tables"
    signatures = getattr(_scaled, "signatures", [])
    if len(signatures) != 1 or signatures[0][1] != numba.int64:
        yield "`get_call_template`, by which a part has one version for all integers"
    elif any(
        each.library.get_pointer_to_function(each.fndesc.mangled_name) for each in _scaled.overloads.values()
    ):
        yield "`JITCodeLibrary`, by which parts have no machine code of their own"


def _keeps_kernels() -> bool:
    """Whether each kernel has a file that no kernel of another stamp overwrites."""
    with tempfile.TemporaryDirectory() as folder:
        earlier, now = (KernelFiles(folder, "kernel", stamp) for stamp in ("before", "now"))
        earlier.save("key", "old code")
        now.save("key", "new code")
        now.save("another key", "more code")
        return (now.load("key"), now.load("another key"), earlier.load("key")) == (
            "new code",
            "more code",
            None,
        )


def _counts_references(options: dict[str, Any]) -> bool:
    """Whether a kernel that is compiled with these options counts references to its arrays."""
    kernel = njit(**options)(_set_first)
    kernel(np.zeros(1), 1.0)
    (code,) = kernel.inspect_llvm().values()
    return "NRT_incref" in code
