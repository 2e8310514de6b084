"""Ten programs of threads, each in two or three parallel forms that do the same work.

The sources are in the folder ``programs``. A form is chosen by a definition (``-DPTHREADS``). Every program
is called with a size and a number of threads, checks its result, and returns 0 if it is right.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from numasim.trace.programs import PROGRAMS
from partitioners.errors import OptionError, UnknownNameError
from partitioners.plugins.registry import did_you_mean

FOLDER = Path(__file__).with_name("programs")


@dataclass(frozen=True)
class ThreadedProgram:
    """A program of threads.

    Attributes
    ----------
    forms : tuple of str
        The first is the default.
    size : int
        The default size, which is about a million instructions with 4 threads. Its unit is in the summary.
    most : int
        The largest size.
    """

    name: str
    summary: str
    forms: tuple[str, ...]
    size: int
    most: int
    least_threads: int = 1

    @property
    def source(self) -> Path:
        """The path of its C source."""
        return FOLDER / f"{self.name}.c"

    def flags(self, form: str) -> list[str]:
        """The compiler flags of a form.

        Raises
        ------
        UnknownNameError
            The program has no such form.
        """
        if form not in self.forms:
            raise UnknownNameError(
                f"program {self.name!r} has no form {form!r}; {did_you_mean(form, self.forms)}"
            )
        return [f"-D{form.upper()}"]

    def arguments(self, threads: int, size: int | None = None) -> list[str]:
        """The command-line arguments for a number of threads and a size.

        Raises
        ------
        OptionError
            The program does not accept the size or the number of threads.
        """
        size = self.size if size is None else size
        self.check_size(size)
        self.check_threads(threads)
        return [str(size), str(threads)]

    def check_size(self, size: int) -> None:
        """Raise an OptionError if the program does not accept a size."""
        if not 1 <= size <= self.most:
            raise OptionError(
                f"{self.name} expects a size from 1 to {self.most} (default {self.size}), got {size}"
            )

    def check_threads(self, threads: int) -> None:
        """Raise an OptionError if the program does not accept a number of threads."""
        if threads < self.least_threads:
            raise OptionError(f"{self.name} expects at least {self.least_threads} threads, got {threads}")


_ALL = ("pthreads", "atomics", "openmp")

THREADED_PROGRAMS = {
    program.name: program
    for program in (
        ThreadedProgram(
            "stencil", "heat in a plate, with a barrier a step; size: cells of a side", _ALL[::2], 64, 10**4
        ),
        ThreadedProgram("hash_join", "a join of two tables by hashing; size: rows", _ALL, 10000, 10**7),
        ThreadedProgram("hot_counter", "a sum in one shared counter; size: numbers", _ALL, 10000, 10**8),
        ThreadedProgram(
            "producer_consumer",
            "bounded queues between pairs of threads; size: numbers of each producer",
            _ALL[:2],
            3000,
            10**7,
            least_threads=2,
        ),
        ThreadedProgram(
            "false_sharing",
            "counters of threads side by side or in blocks of their own; size: numbers",
            ("shared", "padded"),
            1000,
            10**6,
        ),
        ThreadedProgram("matrix", "a product of square matrices; size: the order", _ALL, 60, 5000),
        ThreadedProgram("histogram", "a histogram of 64 bins; size: numbers", _ALL, 40000, 10**8),
        ThreadedProgram(
            "merge_sort", "parts sorted and merged in pairs; size: numbers", _ALL[::2], 4000, 10**7
        ),
        ThreadedProgram("prefix_sum", "running sums in two passes; size: numbers", _ALL, 50000, 10**8),
        ThreadedProgram(
            "breadth_first",
            "breadth-first search by levels; size: vertices of a random graph",
            _ALL[1:],
            6000,
            10**7,
        ),
    )
}
"""The programs by name."""


def find_threaded_program(name: str) -> ThreadedProgram:
    """Find a program by name.

    Raises
    ------
    UnknownNameError
        There is no program with this name. The message suggests the nearest name.
    """
    if name in PROGRAMS:
        known = ", ".join(THREADED_PROGRAMS)
        raise UnknownNameError(f"{name} has one thread; remove `threads`, or choose one of {known}")
    if name not in THREADED_PROGRAMS:
        raise UnknownNameError(f"unknown program {name!r}; {did_you_mean(name, THREADED_PROGRAMS)}")
    return THREADED_PROGRAMS[name]
