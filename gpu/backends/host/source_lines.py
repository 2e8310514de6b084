"""The lines of a kernel's source, from places in its compiled code."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

_OWN_FILES = frozenset({*(path.name for path in Path(__file__).parent.glob("*.h")), "launcher.cpp"})
"""Files of the back end, which are no part of a kernel. A library may have been compiled elsewhere."""


class SourceLine(NamedTuple):
    """A line of a kernel's source or of a header."""

    file: str
    number: int


class SourcePlace(NamedTuple):
    """A place in a kernel's source.

    Attributes
    ----------
    lines : tuple of SourceLine
        The line, the line that calls its function, and so on to the kernel; empty if it is not known.
    """

    lines: tuple[SourceLine, ...]

    def text(self, kernel_file: Path) -> str:
        """``7`` in the kernel's file, ``7 of mesh.cuh (called in line 9)`` in a header, ``?`` if unknown."""
        if not self.lines:
            return "?"
        file, number = self.lines[0]
        if file == kernel_file.name:
            return str(number)
        callers = [str(line.number) for line in self.lines if line.file == kernel_file.name]
        return f"{number} of {file}" + (f" (called in line {callers[0]})" if callers else "")


UNKNOWN = SourcePlace(())


def name_lines(message: str, library: Path, kernel_file: Path) -> str:
    """Replace each ``@ADDRESS@`` of a library's message, which is a hexadecimal number, by its line."""
    pattern = re.compile("@([0-9a-f]+)@")
    places = source_places(library, (int(address, 16) for address in pattern.findall(message)))
    return pattern.sub(lambda found: places[int(found[1], 16)].text(kernel_file), message)


def source_places(library: Path, addresses: Iterable[int]) -> dict[int, SourcePlace]:
    """Find the places in the source of some addresses in a library.

    Code of the back end's own headers, such as that of an atomic operation, has the line that calls it.
    Without the program ``addr2line`` of the binutils, no place is known.
    """
    wanted = dict.fromkeys(addresses)
    known = _known(library)
    new = [address for address in wanted if address not in known]
    if new:
        known |= dict(zip(new, _ask(library, new), strict=True))
    return {address: known[address] for address in wanted}


@cache
def _known(library: Path) -> dict[int, SourcePlace]:
    """The places found so far in a library, whose name is the hash of its content."""
    return {}


def _ask(library: Path, addresses: list[int]) -> list[SourcePlace]:
    command = ["addr2line", "--inlines", "--addresses", "--exe", str(library)]
    try:
        said = subprocess.run(
            command, input="\n".join(map(hex, addresses)), capture_output=True, text=True, check=False
        ).stdout
    except OSError:  # g++ without the rest of the binutils
        return [UNKNOWN] * len(addresses)
    frames: list[list[SourceLine]] = []
    for line in said.splitlines():
        if line.startswith("0x"):
            frames.append([])
            continue
        file, _, number = line.partition(" ")[0].rpartition(":")
        if number.isdecimal() and Path(file).name not in _OWN_FILES:
            frames[-1].append(SourceLine(Path(file).name, int(number)))
    return [SourcePlace(tuple(each)) for each in frames]
