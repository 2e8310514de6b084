"""Programs of threads: what a program provides, and the registry of all programs.

A program is a class. It declares its arrays in memory, and has two compiled functions: ``fill`` does a piece
of a thread's work on these arrays, and ``next_phase`` is called when all threads have reached the barrier.
What a thread does next is thus computed when it is needed. How long it takes is the business of the machine
that runs it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, cast

import numpy as np
from numpy.typing import DTypeLike, NDArray

from partitioners.errors import PluginError
from partitioners.plugins.registry import Registry

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class MemoryArray:
    """An array of a program in the memory of its machine.

    Attributes
    ----------
    size : int
        Number of elements, at least 1.
    dtype : dtype
        Its elements have 1, 2, 4 or 8 bytes.
    values : ndarray or None
        The initial values; zeros by default.
    written_by : {'all', 'first', 'none'}
        The threads that write the array before the program begins, which with ``placement: first_touch``
        determines the owners of its pages: each thread an equal part, or thread 0.
    """

    name: str
    size: int
    dtype: DTypeLike = np.int64
    values: NDArray[Any] | None = None
    written_by: Literal["all", "first", "none"] = "all"


class PhaseState(NamedTuple):
    """What ``next_phase`` reads and sets.

    Attributes
    ----------
    phase : ndarray of int64
        The words of the next phase, by their names in :mod:`numasim.threads.schedules`. At the call, its
        items are those of the phase that has ended, ``CHUNK`` is the configured size of a chunk, and
        ``ALONE`` is 0.
    figures : ndarray of int64
        Figures of the phase that has ended, one for each of the program's ``columns``.
    """

    threads: int
    phase: NDArray[np.int64]
    figures: NDArray[np.int64]


class ThreadProgram(ABC):
    """A program of threads; the keyword-only parameters of its constructor are its options.

    Attributes
    ----------
    columns : mapping of str to str
        The figures of a phase that the program knows, and their meanings; columns of the table ``phases``.
    value_names : mapping of str to sequence of str
        The columns whose values are names: the name of each value from 0. ``next_phase`` sets the value, and
        tables have the name.
    locks : int
        Number of locks.
    object_addresses : sequence of int
        The addresses of the synchronisation objects that lie in the program's arrays, which begin at 0; -1
        for those that do not. By default, no object does.
    read_write_locks : sequence of int
        The locks that readers share, each with the lock behind it; by default, none.
    object_names : sequence of str
        The names of the synchronisation objects in messages and timelines; by default, their numbers.
    weak_scaling : bool
        Whether each thread does as much work as one thread alone does, so that the work grows with the number
        of threads. Then the speed-up is that of the rate of work.
    least_threads : int
        How many threads the program needs. With more than one, a run has no speed-up.
    has_region : bool
        Whether the results are those of a region of interest, which the operations mark.
    fill : callable
        ``fill(data, piece)``, compiled by Numba, does a piece of the work of a chunk (see
        :mod:`numasim.threads.piece`) and returns 1 if the chunk is finished, 0 if the piece is full. It is
        called once more after a thread's last chunk, with ``piece.words[LAST]`` set.
    next_phase : callable
        ``next_phase(data, state)``, compiled by Numba, gets a :class:`PhaseState`. It returns 1 if there is a
        next phase and 0 at the end. It is called once before the first phase, whose number is 0.
    """

    columns: ClassVar[Mapping[str, str]] = MappingProxyType({})
    value_names: ClassVar[Mapping[str, Sequence[str]]] = MappingProxyType({})
    fill: ClassVar[Callable[..., Any]]
    next_phase: ClassVar[Callable[..., Any]]
    locks: int = 0
    object_addresses: Sequence[int] = ()
    read_write_locks: Sequence[int] = ()
    object_names: Sequence[str] = ()
    weak_scaling: ClassVar[bool] = False
    least_threads: ClassVar[int] = 1
    has_region: ClassVar[bool] = False

    def participants(self, threads: int) -> NDArray[np.int64]:
        """For each of the program's synchronisation objects, how many threads its barrier waits for.

        By default, the objects are the program's locks, which have no barrier.
        """
        return np.zeros(self.locks, np.int64)

    @abstractmethod
    def arrays(self, threads: int) -> Sequence[MemoryArray]:
        """The arrays of the program in memory."""

    @abstractmethod
    def data(self, arrays: Mapping[str, NDArray[Any]], threads: int) -> Any:
        """Return the named tuple of arrays and integers that ``fill`` and ``next_phase`` get.

        Parameters
        ----------
        arrays : mapping of str to ndarray
            The arrays in memory. Other arrays of the tuple are not part of the simulated memory.
        """

    def verify(self) -> list[str]:
        """Check the results of the last run by an independent method; return what is wrong, one line each."""
        return []

    def figures(self) -> dict[str, int | float]:
        """Return the figures of the last run."""
        return {}

    def searches(self, phases: pd.DataFrame) -> pd.DataFrame | None:
        """Return a table with a row for each search of the last run, if the program searches a graph.

        Parameters
        ----------
        phases : DataFrame
            The table ``phases`` of the run.

        Returns
        -------
        DataFrame or None
            Its columns ``traversed_edges`` and ``cycles`` are the edges and the time of each search; see
            :mod:`numasim.threads.searches`. Further columns say which search it is.
        """
        return None

    def pairs(self, phases: pd.DataFrame) -> pd.DataFrame | None:
        """Return a table with a row for each pair of threads, if the program measures pairs.

        Parameters
        ----------
        phases : DataFrame
            The table ``phases`` of the run.

        Returns
        -------
        DataFrame or None
            The threads ``first`` and ``second`` of each pair, and the time ``one_way_cycles`` of a message
            between them.
        """
        return None


RESERVED = ("graph", "seed")
"""Parameters of a constructor that are not options: the graph of the workload, and the seed."""

THREAD_PROGRAMS = Registry(
    "thread program",
    "numasim.thread_programs",
    {
        "bfs": "numasim.threads.bfs:Bfs",
        "sequential_read": "numasim.threads.microbenchmarks:SequentialRead",
        "random_read": "numasim.threads.microbenchmarks:RandomRead",
        "atomic_counter": "numasim.threads.microbenchmarks:AtomicCounter",
        "lock_counter": "numasim.threads.microbenchmarks:LockCounter",
        "ping_pong": "numasim.threads.ping_pong:PingPong",
        "pulp": "numasim.threads.pulp:Pulp",
        "random_operations": "numasim.threads.random_operations:RandomOperations",
    },
    reserved=RESERVED,
)
"""Every program of threads: a subclass of :class:`ThreadProgram`."""


def phase_columns(program: ThreadProgram, figures: NDArray[np.int64]) -> dict[str, NDArray[Any]]:
    """The columns of a program in a table with a row for each phase.

    Parameters
    ----------
    figures : ndarray of int64, shape (phases, columns)
        What ``next_phase`` has set.

    Returns
    -------
    dict of str to ndarray, each of shape (phases,)
        Integers, or texts for a column in ``value_names``.

    Raises
    ------
    PluginError
        A value has no name.
    """
    found: dict[str, NDArray[Any]] = {}
    for name, values in zip(program.columns, figures.T, strict=False):
        names = program.value_names.get(name)
        if names is not None:
            wrong = np.flatnonzero((values < 0) | (values >= len(names)))
            if wrong.size:
                raise PluginError(
                    f"thread program {type(program).__name__!r}",
                    f"the {name} of phase {wrong[0]} is {values[wrong[0]]}, but value_names has "
                    f"{len(names)} names for it; add a name, or correct next_phase",
                )
            values = np.array(names, object)[values]
        found[name] = values
    return found


def thread_program_class(name: str) -> type[ThreadProgram]:
    """The class of a program.

    Raises
    ------
    UnknownNameError
        There is no such program.
    """
    return cast(type[ThreadProgram], THREAD_PROGRAMS[name].function)
