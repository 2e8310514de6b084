"""The shared arrays of each kernel, from the symbols and the relocations of its compiled library.

A ``__shared__`` array is a variable that each thread of the operating system has (cuda_host.h). The linker
keeps the relocations of the code, so the arrays that a kernel uses are the variables to which its code, and
the functions that this code calls, refer. The layout of the file is that of the System V ABI, "Object Files".
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

_SYMBOL = np.dtype(
    [("name", "<u4"), ("info", "u1"), ("other", "u1"), ("section", "<u2"), ("value", "<u8"), ("size", "<u8")]
)
_RELOCATION = np.dtype([("at", "<u8"), ("type", "<u4"), ("symbol", "<u4"), ("addend", "<i8")])
_SECTION = struct.Struct("<IIQQQQIIQQ")
_SYMBOLS, _RELOCATIONS = 2, 4
"""Types of sections."""
_FUNCTION, _SECTION_SYMBOL, _THREAD_LOCAL = 2, 3, 6
"""Types of symbols."""
_OF_RUNTIME = ("numasim_", "__tsan_", "__sanitizer_")
"""The beginnings of the names of functions of the runtime, which kernels call."""
_AHEAD = 4
"""Bytes from the place of an address in an instruction to its end, from which the address is relative."""


class SharedArray(NamedTuple):
    """A ``__shared__`` array with a size.

    Attributes
    ----------
    offset : int
        Where it begins in the shared memory of the library, in bytes.
    size : int
        Its size in bytes.
    """

    name: str
    offset: int
    size: int


@lru_cache(maxsize=256)
def shared_arrays(
    library: Path, kernels: tuple[str, ...], dynamic: str
) -> dict[str, tuple[SharedArray, ...]]:
    """Find the shared arrays with a size that each kernel of a library uses, in the order of their offsets.

    An array of a function that no kernel calls directly, such as one behind a pointer to a function, belongs
    to all kernels.

    Parameters
    ----------
    library : Path
        A library of :mod:`gpu.backends.host.compiler`; its name is the hash of its source.
    dynamic : str
        The name of the dynamic array, whose size the launch decides.
    """
    file = library.read_bytes()
    (headers,) = struct.unpack_from("<Q", file, 40)
    size, count = struct.unpack_from("<HH", file, 58)
    sections = [_SECTION.unpack_from(file, headers + i * size) for i in range(count)]
    table = next(section for section in sections if section[1] == _SYMBOLS)
    symbols = np.frombuffer(file, _SYMBOL, table[5] // _SYMBOL.itemsize, table[4])
    names = sections[table[6]][4]

    def name_of(symbol: Any) -> str:
        begin = names + int(symbols["name"][symbol])
        return file[begin : file.index(b"\0", begin)].decode()

    kind = symbols["info"] & 15
    functions = np.flatnonzero((kind == _FUNCTION) & (symbols["size"] > 0))
    functions = functions[np.argsort(symbols["value"][functions], kind="stable")]
    local = np.flatnonzero((kind == _THREAD_LOCAL) & (symbols["size"] > 0))
    variables = {int(symbol) for symbol in local if name_of(symbol) != dynamic}
    numbers = {name_of(function): int(function) for function in functions}
    of_runtime = {number for name, number in numbers.items() if name.startswith(_OF_RUNTIME)}
    uses: dict[int, set[int]] = {}
    for user, used in _references(file, sections, symbols, functions):
        if user not in of_runtime:
            uses.setdefault(user, set()).add(used)
    reached = {name: _reached(numbers[name], uses) for name in kernels}
    known = set().union(*reached.values())
    astray = set().union(*(used for user, used in uses.items() if user not in known)) & variables
    astray -= known
    return {
        name: tuple(
            sorted(
                (
                    SharedArray(_plain(name_of(v)), int(symbols["value"][v]), int(symbols["size"][v]))
                    for v in (found | astray) & variables
                ),
                key=lambda array: array.offset,
            )
        )
        for name, found in reached.items()
    }


def _references(
    file: bytes, sections: list[tuple[int, ...]], symbols: NDArray[np.void], functions: NDArray[np.int64]
) -> Iterable[tuple[int, int]]:
    """Each function with each symbol to which its code refers; of code, the symbol of the function there."""
    begins = symbols["value"][functions]
    for section in sections:
        # Relocations of code name the section that has it; those for the loader of the library name none.
        if section[1] != _RELOCATIONS or section[7] == 0 or not sections[section[7]][2] & 4:
            continue
        found = np.frombuffer(file, _RELOCATION, section[5] // _RELOCATION.itemsize, section[4])
        users = functions[np.maximum(np.searchsorted(begins, found["at"], "right") - 1, 0)]
        used = found["symbol"].astype(np.int64)
        targets = symbols["value"][used].astype(np.int64) + found["addend"] + _AHEAD
        of_sections = (symbols["info"][used] & 15) == _SECTION_SYMBOL
        functions_there = functions[np.maximum(np.searchsorted(begins, targets, "right") - 1, 0)]
        used = np.where(of_sections, functions_there, used)
        yield from set(zip(users.tolist(), used.tolist(), strict=True))


def _reached(first: int, uses: dict[int, set[int]]) -> set[int]:
    found, new = {first}, {first}
    while new:
        new = set().union(*(uses.get(each, set()) for each in new)) - found
        found |= new
    return found


def _plain(symbol: str) -> str:
    """The name of a variable in its source, from that of its symbol: ``_ZZ4scanvE5total`` is ``total``."""
    for length in re.finditer(r"(?<=[EL])\d+", symbol):
        name = symbol[length.end() : length.end() + int(length[0])]
        if length.end() + len(name) == len(symbol) or symbol[length.end() + len(name)] == "_":
            return name
    return symbol
