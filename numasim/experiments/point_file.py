"""A file of finished points, to which points are only appended.

The file is a sequence of records. A record has a mark, a kind, the length of its content, its name, and the
SHA-256 of all of these. A process that is killed leaves at most one record incomplete, at the end. Damaged
records are found by their hashes; the next one begins at the next mark.

There are three kinds. The columns of a table are in one record, which every point with such a table names. A
dictionary is that with which the points behind it are compressed (zlib, level 1): a point like them, since
the names and most values are those of others. A point has the layout of its parts, its rows, and the rows of
its tables.
"""

from __future__ import annotations

import bisect
import hashlib
import json
import mmap
import os
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from numasim.experiments.encoded_outcome import EncodedOutcome

MARK = b"\x00numasim\xff"
"""The beginning of a record; a damaged length is survived by looking for the next one."""

SCHEMA, DICTIONARY, POINT = b"S", b"D", b"P"

HEAD = struct.Struct("<9scQ32s32s")
"""Mark, kind, length of the content, name, hash."""

WINDOW = 32_768
"""The bytes of a dictionary that zlib uses: the last ones."""

LAYOUT = struct.Struct("<I")
"""The length of the layout of a point's parts, which is JSON."""


class Record(NamedTuple):
    """The head of a record, and the place where its content begins."""

    mark: bytes
    kind: bytes
    name: bytes
    begin: int
    length: int
    digest: bytes


class DamagedError(Exception):
    """A record that cannot be used."""


class PointFile:
    """The finished points of a file, which is read; :class:`PointWriter` writes it.

    Attributes
    ----------
    points : dict of bytes to int
        The places of the records of points by their names, 32 bytes each.
    damaged : bool
        Whether a part of the file, other than its end, is not a record.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._data = _mapped(path) if path.stat().st_size else b""  # an empty file cannot be mapped
        self.points: dict[bytes, int] = {}
        self.damaged = False
        self._schemas: dict[bytes, Record] = {}
        self._dictionaries: list[int] = []
        self._checked: dict[bytes, bytes] = {}
        for place, record in self._records():
            if record.kind == POINT:
                self.points[record.name] = place
            elif record.kind == SCHEMA:
                self._schemas[record.name] = record
            else:
                self._dictionaries.append(place)

    def read(self, place: int) -> EncodedOutcome:
        """Read the point at a place.

        Raises
        ------
        DamagedError
            The record was changed after it was written, or is none of a point.
        """
        content = self._content(self._record(place))
        last = bisect.bisect(self._dictionaries, place) - 1
        dictionary = self._record(self._dictionaries[last]) if last >= 0 else None
        try:
            unpacked = zlib.decompressobj(zdict=self._once(dictionary)).decompress(content)
            (length,) = LAYOUT.unpack_from(unpacked)
            layout = json.loads(unpacked[LAYOUT.size : LAYOUT.size + length])
            ends = [LAYOUT.size + length, *layout["sizes"]]
            for k in range(1, len(ends)):
                ends[k] += ends[k - 1]
            head, *batches = (unpacked[ends[k] : ends[k + 1]] for k in range(len(ends) - 1))
            names = [bytes.fromhex(name) for name in layout["schemas"]]
        except (zlib.error, ValueError, KeyError, TypeError, struct.error):
            raise DamagedError("does not contain a point") from None
        schemas = tuple(self._once(self._schemas.get(name)) for name in names)
        return EncodedOutcome(head, schemas, tuple(batches))

    def _once(self, record: Record | None) -> bytes:
        """The content of a record that many points need, which is checked once."""
        if record is None:
            raise DamagedError("has lost a part that its points share")
        if record.digest not in self._checked:
            self._checked[record.digest] = zlib.decompress(self._content(record))
        return self._checked[record.digest]

    def _content(self, record: Record) -> bytes:
        content = bytes(self._data[record.begin : record.begin + record.length])
        if _digest(record.kind, record.name, content) != record.digest:
            raise DamagedError("was changed after it was written (its hash differs)")
        return content

    def _record(self, place: int) -> Record:
        """The record whose head is at a place."""
        mark, kind, length, name, digest = HEAD.unpack_from(self._data, place)
        return Record(mark, kind, name, place + HEAD.size, length, digest)

    def _records(self) -> Iterator[tuple[int, Record]]:
        """Yield the place and the head of each record."""
        place, size = 0, len(self._data)
        while place + HEAD.size <= size:
            record = self._record(place)
            end = record.begin + record.length
            if record.mark == MARK and record.kind in (SCHEMA, DICTIONARY, POINT) and end <= size:
                yield place, record
                place = end
                continue
            found = self._data.find(MARK, place + 1)
            if found < 0:
                # An incomplete record at the end is what a killed process leaves.
                self.damaged |= record.mark != MARK
                return
            self.damaged, place = True, found


class PointWriter:
    """Appends points to a new file.

    Parameters
    ----------
    path : Path
        The file, which must not exist; it is made with the first point.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: int | None = None
        self._dictionary = b""
        self._schemas: set[bytes] = set()

    def append(self, name: bytes, outcome: EncodedOutcome) -> None:
        """Append a point under a name of 32 bytes.

        Raises
        ------
        OSError
            The file cannot be written.
        """
        names = [hashlib.sha256(schema).digest() for schema in outcome.schemas]
        sizes = [len(outcome.head), *map(len, outcome.batches)]
        layout = json.dumps({"sizes": sizes, "schemas": [each.hex() for each in names]}).encode()
        whole = b"".join([LAYOUT.pack(len(layout)), layout, outcome.head, *outcome.batches])
        records = []
        if self._file is None:
            self._file = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL, 0o666)
        if len(self._dictionary) < min(
            WINDOW, len(whole) / 2
        ):  # runs on one core, which are short, are first
            self._dictionary = whole[:WINDOW]
            records.append(_record(DICTIONARY, bytes(32), zlib.compress(self._dictionary)))
        for each, schema in zip(names, outcome.schemas, strict=True):
            if each not in self._schemas:
                self._schemas.add(each)
                records.append(_record(SCHEMA, each, zlib.compress(schema)))
        packer = zlib.compressobj(1, zdict=self._dictionary)
        records.append(_record(POINT, name, packer.compress(whole) + packer.flush()))
        # One call, so that a process that is killed leaves at most the last record incomplete.
        left = memoryview(b"".join(records))
        while left:
            left = left[os.write(self._file, left) :]

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _record(kind: bytes, name: bytes, content: bytes) -> bytes:
    return HEAD.pack(MARK, kind, len(content), name, _digest(kind, name, content)) + content


def _digest(kind: bytes, name: bytes, content: bytes) -> bytes:
    return hashlib.sha256(kind + name + content).digest()


def _mapped(path: Path) -> mmap.mmap:
    with path.open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
