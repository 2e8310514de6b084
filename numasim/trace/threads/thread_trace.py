"""The logs of one run of a program of threads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from numasim.trace.trace import counts_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from numasim.threads.operations import Operations


ORDER_BYTES = 32
"""The bytes of a wait, or of idle turns, in the log."""


@dataclass(frozen=True)
class SyncObject:
    """An object of synchronisation.

    Attributes
    ----------
    kind : str
        ``mutex``, ``spinlock``, ``critical``, ``reduction``, ``lock`` (OpenMP's), ``once``, ``condition``,
        ``semaphore``, ``barrier``, ``rwlock`` and its ``readers``, ``start`` and ``end`` (of a thread),
        ``fork`` (of a parallel region).
    line : int
        The source line of the first call that used it; 0 if unknown.
    participants : int
        The threads that take part in a barrier; 0 for the other kinds.
    address : int
        Its address in the simulated memory; -1 if the program has no place for it, as for the beginning and
        the end of a thread.
    name : str
        The variable, or "".
    """

    kind: str
    line: int
    participants: int
    address: int
    name: str


@dataclass(frozen=True, eq=False)
class ThreadTrace:
    """The logs of the threads of one run.

    Attributes
    ----------
    operations : tuple of ndarray of OPERATION
        The operations of each thread, in program order; the first thread ran ``main``. Each ends with
        ``END``. A thread that is created after the end of an earlier thread may continue its log. The arrays
        are mapped from files, and read-only.
    objects : tuple of SyncObject
        By the number in ``address`` of the operations that synchronise.
    memory_bytes : int
        The size of the simulated memory. Pages of 4 KiB are numbered from 1, in the order of their first
        access.
    counts : dict of str to ndarray of int64, shape (threads,)
        ``instructions``, and the operations ``loads``, ``stores`` and ``atomics``, of which ``library`` were
        done by library functions and copies of memory. Every instruction is a memory operation or in the
        ``cycles`` of an operation: ``instructions + library = sum(cycles) + loads + stores + atomics``.
    data_races : int
        The number of 8-byte words in which a data race was found (the same bytes accessed by two threads
        without synchronisation, at least once written, and not both times atomically).
    waits : ndarray of int64, shape (waits, 4)
        The waits for stores: a thread, its operation that read the value of another thread's store, the other
        thread, and how many operations of that thread are finished when the store is.
    idle_turns : ndarray of int64, shape (turns, 3)
        Turns of loops that wait, in which a thread found nothing new: a thread, the first operation of the
        turns, and the operation behind the last one.
    reads_not_kept : int
        The reads of another thread's store whose order a run need not keep, because the thread held a lock.
    marks : int
        How often a thread entered or left the region of interest; 0 if there is none.
    output, errors : bytes
        The first 64 KiB of the program's standard output and standard error.
    exit_code : int or None
        None if a signal or a limit ended the run.
    about : dict
        Plain data: ``program``, ``arguments``, ``compiler``, ``target``, ``flags``, ``threads``, ``seed``,
        ``max_instructions``, ``max_bytes``; ``signal`` (the name of the signal that ended the run, or "") and
        ``cut_short`` (``"limit"`` if a limit ended the run, or "").
    """

    operations: tuple[Operations, ...]
    objects: tuple[SyncObject, ...]
    memory_bytes: int
    counts: Mapping[str, NDArray[np.int64]]
    data_races: int
    waits: NDArray[np.int64]
    idle_turns: NDArray[np.int64]
    reads_not_kept: int
    marks: int
    output: bytes
    errors: bytes
    exit_code: int | None
    about: Mapping[str, Any]

    @property
    def participants(self) -> tuple[int, ...]:
        """The participants of each object; 0 for those that are no barriers."""
        return tuple(each.participants for each in self.objects)

    @property
    def object_addresses(self) -> tuple[int, ...]:
        """The address of each object, or -1."""
        return tuple(each.address for each in self.objects)

    @property
    def read_write_locks(self) -> tuple[int, ...]:
        """The objects that are read-write locks; the next object of each is that of its readers."""
        return tuple(number for number, each in enumerate(self.objects) if each.kind == "rwlock")

    @property
    def object_names(self) -> tuple[str, ...]:
        """The kind, variable and source line of each object, such as ``mutex first (line 12)``."""
        names = []
        for each in self.objects:
            kind = f"{each.kind} of a thread" if each.kind in ("start", "end") else each.kind
            name = f"{kind} {each.name}".rstrip()
            names.append(f"{name} (line {each.line})" if each.line else name)
        return tuple(names)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the logs fix although it may differ in another run, one sentence each."""
        found = []
        if self.data_races:
            one = self.data_races == 1
            words = "1 word of memory has" if one else f"{self.data_races:,} words of memory have"
            found.append(f"{words} data races, whose outcomes the logs fix")
        if self.reads_not_kept:
            one = self.reads_not_kept == 1
            reads = "1 read" if one else f"{self.reads_not_kept:,} reads"
            found.append(f"{reads} under a lock may come before the store whose value the logs fix")
        if self.about["unknown_calls"]:
            calls = counts_of(self.about["unknown_calls"])
            found.append(f"accesses may be missing, because these have unknown memory accesses: {calls}")
        return tuple(found)

    @property
    def order_bytes(self) -> int:
        """The bytes of the log of waits and idle turns."""
        return ORDER_BYTES * (len(self.waits) + len(self.idle_turns))

    @property
    def warnings(self) -> tuple[str, ...]:
        """The reason why the run ended early, if it did, followed by the notes."""
        found = []
        if self.about["signal"]:
            found.append(
                f"the program was ended by {self.about['signal']}; the logs contain the execution until then"
            )
        if self.about["cut_short"]:
            found.append("a limit was reached; the logs contain the execution until then")
        return (*found, *self.notes)
