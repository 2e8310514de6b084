"""The lines of a kernel's source, from places in its compiled code."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

HOST_FOLDER = Path(__file__).parent


class SourceLine(NamedTuple):
    """A line of a kernel's source or of a header.

    Attributes
    ----------
    file : Path
    number : int
        0 if the line is not known.
    """

    file: Path
    number: int

    def text(self, kernel_file: Path) -> str:
        """``7`` in the kernel's own file, ``7 of mesh.cuh`` in a header, ``?`` if it is not known."""
        if not self.number:
            return "?"
        own = self.file.name == kernel_file.name
        return str(self.number) if own else f"{self.number} of {self.file.name}"


UNKNOWN = SourceLine(Path(), 0)


def name_lines(message: str, library: Path, kernel_file: Path) -> str:
    """Replace each ``@ADDRESS@`` of a library's message, which is a hexadecimal number, by its line."""
    pattern = re.compile("@([0-9a-f]+)@")
    lines = source_lines(library, (int(address, 16) for address in pattern.findall(message)))
    return pattern.sub(lambda found: lines[int(found[1], 16)].text(kernel_file), message)


def source_lines(library: Path, addresses: Iterable[int]) -> dict[int, SourceLine]:
    """Find the lines of some addresses in a library, each where the kernel or a header of it stands.

    Code of the back end's own headers, such as that of an atomic operation, has the line that calls it.
    Without the program ``addr2line`` of the binutils, no line is known.
    """
    wanted = dict.fromkeys(addresses)
    known = _known(library)
    new = [address for address in wanted if address not in known]
    if new:
        known |= dict(zip(new, _ask(library, new), strict=True))
    return {address: known[address] for address in wanted}


@cache
def _known(library: Path) -> dict[int, SourceLine]:
    """The lines found so far in a library, whose name is the hash of its content."""
    return {}


def _ask(library: Path, addresses: list[int]) -> list[SourceLine]:
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
        if number.isdecimal() and not Path(file).resolve().is_relative_to(HOST_FOLDER):
            frames[-1].append(SourceLine(Path(file), int(number)))
    return [(each or [UNKNOWN])[0] for each in frames]
