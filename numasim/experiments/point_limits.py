"""Limits on the time and memory of a point, enforced by the parent of its process.

A system limit on the address space (``RLIMIT_AS``) also counts memory that compilers and allocators reserve
and never use, and makes libraries fail in unexpected ways. Therefore the parent checks the process every
tenth of a second and kills it when it uses too much. This works for any program in the process.
"""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass
from pathlib import Path

from partitioners.errors import OptionError

WATCH_SECONDS = 0.1

_PROC = Path("/proc")


@dataclass(frozen=True)
class Limits:
    """The limits of one point; None is no limit.

    Attributes
    ----------
    seconds : float or None
        Wall time.
    memory_bytes : int or None
        Resident memory of the process, including Python and its libraries (about 200 MB), and of the programs
        that it runs.

    Raises
    ------
    OptionError
        A limit is not positive, or the memory of a process cannot be measured on this system.
    """

    seconds: float | None = None
    memory_bytes: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not self.seconds > 0:
            raise OptionError(f"the timeout must be greater than 0, got {self.seconds:g}")
        if self.memory_bytes is not None:
            if self.memory_bytes <= 0:
                raise OptionError(f"the memory limit must be greater than 0, got {self.memory_bytes}")
            if resident_bytes(os.getpid()) == 0:
                raise OptionError("a memory limit needs /proc of Linux, which this system lacks; remove it")

    @classmethod
    def of(cls, timeout: float | None, memory: str | None) -> Limits:
        """Make limits from the options of a user: seconds, and a size with its unit.

        Raises
        ------
        OptionError
        """
        from partitioners.text.units import parse_size

        try:
            memory_bytes = None if memory is None else parse_size(memory)
        except OptionError as error:
            raise OptionError(f"the memory limit: {error}") from None
        return cls(timeout, memory_bytes)

    def __bool__(self) -> bool:
        return self.seconds is not None or self.memory_bytes is not None

    def too_long(self, seconds: float) -> str | None:
        """Return the message for a point that has run too long; None if it is within the limit."""
        if self.seconds is None or seconds <= self.seconds:
            return None
        return f"took longer than {self.seconds:g} s, the timeout"

    def too_large(self, pid: int) -> str | None:
        """Return the message for a point whose process is too large; None if it is within the limit."""
        if self.memory_bytes is None or resident_bytes(pid) <= self.memory_bytes:
            return None
        from partitioners.text.units import format_size

        return f"needed more than {format_size(self.memory_bytes)}, the memory limit"


def resident_bytes(pid: int) -> int:
    """Return the resident memory of a process and its children in bytes; 0 if it has ended."""
    total = 0
    with contextlib.suppress(OSError, ValueError, IndexError):
        pages = int((_PROC / str(pid) / "statm").read_text().split()[1])
        total = pages * os.sysconf("SC_PAGE_SIZE")
        for children in (_PROC / str(pid) / "task").glob("*/children"):
            total += sum(resident_bytes(int(child)) for child in children.read_text().split())
    return total
