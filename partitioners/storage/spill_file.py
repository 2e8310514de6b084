"""Values that lie in a temporary file instead of memory.

A value is written as its pickle and, apart from it, the buffers of its arrays (pickle protocol 5, PEP 574).
Arrays that are read again are views of the file: the system reads their pages when they are used, and takes
them from memory when it needs the space. The file has no name, so that nothing is left of a killed process.
"""

from __future__ import annotations

import mmap
import os
import pickle
import tempfile
import weakref
from typing import Any, NamedTuple

import numpy as np

from partitioners.errors import InputError

LARGE_FILES = "/var/tmp"
"""The folder if ``TMPDIR`` names none: files in ``/tmp`` may lie in memory."""

ALIGNMENT = 64


class Spilled(NamedTuple):
    """Where a value lies in a file: the beginning and the end of its pickle and of each of its buffers."""

    places: list[tuple[int, int]]


class SpillFile:
    """A temporary file of values in the folder ``TMPDIR``; it ends with the last array that was read from it.

    Raises
    ------
    InputError
        The file cannot be made. :meth:`write` raises it if the file cannot grow.
    """

    def __init__(self) -> None:
        chosen = "TMPDIR" in os.environ or not os.access(LARGE_FILES, os.W_OK)
        self._folder = tempfile.gettempdir() if chosen else LARGE_FILES
        try:
            self._file = tempfile.TemporaryFile(dir=self._folder)  # noqa: SIM115 - arrays outlive any block
        except OSError as error:
            raise self._refused(error) from None
        weakref.finalize(self, self._file.close)
        self._map = memoryview(b"")

    def write(self, value: object) -> Spilled:
        """Write a value that can be pickled; buffers that are the same memory are written once."""
        buffers: list[pickle.PickleBuffer] = []
        pickled = pickle.dumps(value, pickle.HIGHEST_PROTOCOL, buffer_callback=buffers.append)
        places: dict[tuple[int, int], tuple[int, int]] = {}
        found = list[tuple[int, int]]()
        try:
            for raw in (memoryview(pickled), *(buffer.raw() for buffer in buffers)):
                memory = np.frombuffer(raw, np.uint8).ctypes.data, raw.nbytes
                if memory not in places:
                    places[memory] = self._append(raw)
                found.append(places[memory])
            self._file.flush()
        except OSError as error:
            raise self._refused(error) from None
        return Spilled(found)

    def _append(self, raw: memoryview) -> tuple[int, int]:
        start = self._file.seek(-(-self._file.tell() // ALIGNMENT) * ALIGNMENT)
        self._file.write(raw)
        return start, start + raw.nbytes

    def read(self, spilled: Spilled) -> Any:
        """Return a value that was written; its arrays are read-only."""
        if max(end for _, end in spilled.places) > len(self._map):
            self._map = memoryview(mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ))
        pickled, *buffers = (self._map[start:end] for start, end in spilled.places)
        return pickle.loads(pickled, buffers=buffers)

    def _refused(self, error: OSError) -> InputError:
        return InputError(
            f"{self._folder}: cannot write a temporary file of a large table ({error.strerror or error}); "
            "free disk space, or set TMPDIR to another folder"
        )
