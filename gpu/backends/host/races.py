"""The race back end: it runs kernels like the host back end, and finds the races of their threads.

Two threads race if both access an address, one of them writes, not both by atomic operations or through
``volatile`` pointers, and nothing orders the two accesses (races.h says what does). A race that does no harm
is named where it stands: a comment ``// Race: reason`` in the line of each access, or above it. Volatile
accesses of the lanes of one warp to shared memory, whose order only lockstep gives, are warned of.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any

from gpu.backends.host.backend import Grids, HostBackend
from gpu.backends.host.source_lines import SourceLine, SourcePlace, source_places
from gpu.kernel import header_files
from partitioners.errors import InputError, KernelError
from partitioners.text.counts import plural

_MARK = re.compile(r"//[ \t]*Race:[ \t]*(.*)")
_VERBS = ("loads", "stores", "updates", "updates", "loads", "loads", "loads")
"""What an access of each kind in :data:`gpu.backends.host.trace.KINDS` does."""


NEEDS_LOCKSTEP = (
    "from compute capability 7.0 on, the lanes of a warp do not run in lockstep; put __syncwarp() between "
    "them, or write `// Race: reason` in both lines if it does no harm"
)
"""Why volatile accesses of one warp may race, and the cure."""


@dataclass(frozen=True)
class RacingAccess:
    """One of the two accesses of a race.

    Attributes
    ----------
    place : SourcePlace
        Where it stands in the source.
    verb : {'loads', 'stores', 'updates'}
        ``updates`` is an atomic operation.
    block, thread : tuple of three int
        The thread that makes it; for a grid that a kernel launched, ``block`` is (number among the blocks of
        all grids that run together, 0, 0).
    """

    place: SourcePlace
    verb: str
    block: tuple[int, int, int]
    thread: tuple[int, int, int]


@dataclass(frozen=True)
class Race:
    """Two places in a kernel whose threads race, with the first two accesses that do.

    Attributes
    ----------
    array : str
        A parameter of the kernel, or an array in shared memory.
    byte : int
        Where the accesses meet in the array.
    accesses : tuple of two RacingAccess
        In the order in which the host ran them.
    reason : str
        Why it does no harm, if both places say so; else empty.
    needs_lockstep : bool
        Whether both accesses are volatile, by lanes of one warp to shared memory. The pair is a race where
        the lanes of a warp do not run in lockstep: from compute capability 7.0 on.
    """

    kernel: str
    array: str
    byte: int
    accesses: tuple[RacingAccess, RacingAccess]
    reason: str
    needs_lockstep: bool = False

    def text(self, file: Path) -> str:
        """The race in words: array, threads and lines of ``file`` or of its headers."""
        one, other = self.accesses
        said = [
            f"block {each.block}, thread {each.thread} {each.verb} it in line {each.place.text(file)}"
            for each in (one, other)
        ]
        what = "lockstep of a warp" if self.needs_lockstep else "race"
        return f"{what} on byte {self.byte} of {self.array!r}: {said[0]}, and {said[1]}, with nothing between"


class _Race(ctypes.Structure):
    """The C structure ``Race`` of races.h."""

    _fields_ = (
        ("address", ctypes.c_uint64 * 2),
        ("thread", ctypes.c_uint64 * 2),
        ("offset", ctypes.c_uint64),
        ("region", ctypes.c_int32),
        ("kind", ctypes.c_int32 * 2),
        ("needs_lockstep", ctypes.c_int32),
    )


class RaceBackend(HostBackend):
    """A back end that runs kernels like :class:`HostBackend` and finds races.

    A launch in which two threads race ends with a :class:`KernelError`, which names the array, both threads
    and both lines, unless both lines, or lines that call their functions, have a comment ``// Race:
    reason``. It also finds the accesses outside arrays and shared memory that :class:`TraceBackend` finds.
    The order in which the host runs threads does not matter, as long as they run the same code. Accesses of a
    grid and of the grids that it launches are not compared. Pairs of accesses that need lockstep are a
    warning instead (:attr:`Race.needs_lockstep`).

    The memory and the time grow with the words that a launch writes and the threads that access each, so
    inputs should be small.

    Attributes
    ----------
    races : list of Race
        The races of all launches so far, also those that do no harm; one for each pair of lines and kernel.
    """

    name = "races"
    _checks_races = True

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.races: list[Race] = []

    def _ran(self, grids: Grids, run_children: Callable[[Any], list[Any]]) -> Any:
        if 0 not in grids.sizes.grid:
            self._note(grids)
        run_children(None)

    def _note(self, grids: Grids) -> None:
        """Keep the races of the grids that have run; refuse those that no comment names."""
        file = grids.launched.kernel.file
        known = {_places_of(race) for race in self.races if race.kernel == grids.launched.kernel.name}
        found = {_places_of(race): race for race in _found(grids)}
        self.races += [race for places, race in found.items() if places not in known]
        unnamed = [race for race in found.values() if not race.reason]
        if races := [race for race in unnamed if not race.needs_lockstep]:
            raise KernelError(
                f"kernel {grids.launched.kernel.name!r}: {_told(races, file)}; order them by a barrier, make "
                "both atomic, or write `// Race: reason` in both lines if it does no harm"
            )
        if unnamed:
            name = grids.launched.kernel.name
            grids.root.notes.setdefault((name, NEEDS_LOCKSTEP), _told(unnamed, file))


def _told(races: list[Race], file: Path) -> str:
    """The first of some races in words, and the number of the others."""
    others = len(races) - 1
    if not others:
        return races[0].text(file)
    do = "does" if others == 1 else "do"
    return f"{races[0].text(file)} (so {do} {others} more {plural(others, 'pair')} of places)"


def _places_of(race: Race) -> tuple[frozenset[tuple[SourcePlace, str]], bool]:
    return frozenset((access.place, access.verb) for access in race.accesses), race.needs_lockstep


def _found(grids: Grids) -> Iterator[Race]:
    """The races of the grids that ran last, in the order of their lines."""
    launched = grids.launched
    library, kernel = launched.shared_library, launched.kernel
    count = ctypes.c_int64()
    library.numasim_races.restype = ctypes.POINTER(_Race)
    races = library.numasim_races(ctypes.byref(count))[: count.value]
    places = source_places(Path(library._name), (address for race in races for address in race.address))
    reasons = race_reasons(kernel.file)
    for race in races:
        one, other = (
            RacingAccess(
                places[race.address[i]],
                _VERBS[race.kind[i]],
                _three(race.thread[i] // prod(grids.sizes.block), grids.sizes.grid),
                _three(race.thread[i] % prod(grids.sizes.block), grids.sizes.block),
            )
            for i in range(2)
        )
        both = [next(filter(None, map(reasons.get, each.place.lines)), "") for each in (one, other)]
        reason = "; ".join(dict.fromkeys(both)) if all(both) else ""
        yield Race(
            kernel.name,
            grids.root.region_name(race.region, kernel),
            race.offset,
            (one, other),
            reason,
            bool(race.needs_lockstep),
        )


def _three(number: int, sizes: tuple[int, int, int]) -> tuple[int, int, int]:
    x, y, _ = sizes
    return number % x, number // x % y, number // (x * y)


def race_reasons(file: Path) -> dict[SourceLine, str]:
    """Read the comments ``// Race: reason`` of a source and of the headers that it includes.

    A comment belongs to its line, or, if there is nothing else in it, to the next line with code.

    Returns
    -------
    dict of SourceLine to str

    Raises
    ------
    InputError
        A comment has no reason.
    """
    found = {}
    for each in (file, *header_files(file)):
        reason = ""
        for number, line in enumerate(each.read_text().splitlines(), 1):
            code, mark = line.partition("//")[0].strip(), _MARK.search(line)
            if mark is not None and not mark[1].strip():
                raise InputError(f"{each}:{number}: say why the race does no harm: // Race: reason")
            if mark is not None:
                reason = mark[1].strip()
            if code and reason:
                found[SourceLine(each.name, number)] = reason
                reason = ""
    return found
