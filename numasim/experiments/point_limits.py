"""How much time and memory a point may take, kept from outside: by who watches its process.

A limit of the system on addresses (``RLIMIT_AS``) counts what compilers and allocators reserve and never use,
and makes libraries that do not expect it die in ways of their own. So the process is looked at every tenth of
a second and killed when it holds too much; that works whatever runs in it.
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
    """What one point may take; None is no limit.

    Attributes
    ----------
    seconds : float or None
        Wall time.
    memory_bytes : int or None
        Resident memory of the process, Python and its libraries (about 200 MB) included, and of the programs
        that it runs.

    Raises
    ------
    OptionError
        A limit that is not positive; a limit of memory where the system does not tell who has how much.
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
                raise OptionError("a memory limit needs Linux's /proc, which is not here; leave it out")

    @classmethod
    def of(cls, timeout: float | None, memory: str | None) -> Limits:
        """The limits that a user asks for: seconds, and a size with its unit.

        Raises
        ------
        OptionError
        """
        from partitioners.units import parse_size

        try:
            memory_bytes = None if memory is None else parse_size(memory)
        except OptionError as error:
            raise OptionError(f"the memory limit: {error}") from None
        return cls(timeout, memory_bytes)

    def __bool__(self) -> bool:
        return self.seconds is not None or self.memory_bytes is not None

    def too_long(self, seconds: float) -> str | None:
        """What to say of a point that has taken so long; None where it may."""
        if self.seconds is None or seconds <= self.seconds:
            return None
        return f"took longer than {self.seconds:g} s, the timeout"

    def too_large(self, pid: int) -> str | None:
        """What to say of a point whose process is too large; None where it is not."""
        if self.memory_bytes is None or resident_bytes(pid) <= self.memory_bytes:
            return None
        from partitioners.units import format_size

        return f"needed more than {format_size(self.memory_bytes)}, the memory limit"


NO_LIMITS = Limits()


def resident_bytes(pid: int) -> int:
    """What a process and those that it started hold in memory; 0 where it is gone."""
    total = 0
    with contextlib.suppress(OSError, ValueError, IndexError):
        pages = int((_PROC / str(pid) / "statm").read_text().split()[1])
        total = pages * os.sysconf("SC_PAGE_SIZE")
        for children in (_PROC / str(pid) / "task").glob("*/children"):
            total += sum(resident_bytes(int(child)) for child in children.read_text().split())
    return total
