"""Rows that are collected while points run, and become a table at the end.

A row is a mapping of columns to values. As mappings, the rows of a large sweep would take several kilobytes
each; here, the columns of each part of the rows are arrays. Those of a large table lie on disk.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from numasim.results import frames
from partitioners.storage.spill_file import Spilled, SpillFile

if TYPE_CHECKING:
    import pandas as pd

PLAIN_WORD = re.compile(r"[\w.+-]+")
"""A word that needs no quotes in a list."""

PACKED = {bool: np.dtype(bool), int: np.dtype(np.int64), float: np.dtype(np.float64)}
"""The types of the values of a column, of which none is missing, that are kept as an array."""

FIRST = ("point", "run_id", "extra_run")
LAST = ("warnings", "error")

FEW = 256
"""The largest number of values that are kept as they are: to pack them takes longer than it saves."""

AT_A_TIME = 4096
"""The number of rows whose columns become arrays together."""


class Same(NamedTuple):
    """Equal values of successive rows: a number, a text, or None."""

    value: Any
    rows: int

    def tolist(self) -> list[Any]:
        """The value of each row."""
        return [self.value] * self.rows


class Texts(NamedTuple):
    """Texts of successive rows, some of which may be missing, as arrays of Arrow."""

    chunks: list[Any]

    def tolist(self) -> list[str | None]:
        """The text of each row."""
        return [text for chunk in self.chunks for text in chunk.to_pylist()]


Values = NDArray[Any] | Same | Texts | list[Any]


class Part(NamedTuple):
    """The values of a column in some successive rows, in memory or on disk."""

    start: int
    rows: int
    values: Values | Spilled


class RowTable:
    """Rows that become a table; the type of a column follows from its values, and integers stay integers.

    Parameters
    ----------
    rows : sequence of mapping, optional
        The first rows.

    Raises
    ------
    InputError
        The table is large, and the temporary file of its columns cannot be written. All methods raise it.
    """

    def __init__(self, rows: Sequence[Mapping[str, Any]] = ()) -> None:
        self._columns: dict[str, list[Part]] = {}
        self._recent: list[Mapping[str, Any]] = []
        self._length = self._spilled = 0
        self._file: SpillFile | None = None
        self.add(rows)

    def __len__(self) -> int:
        return self._length

    def add(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Add rows, which must not change; a row without a column has no value there."""
        self._recent += rows
        self._length += len(rows)
        if len(self._recent) >= AT_A_TIME:
            self._pack()

    def _pack(self) -> None:
        """Make arrays of the columns of the recent rows; if many rows are in memory, write their columns."""
        rows, self._recent = self._recent, []
        start = self._length - len(rows)
        for name in dict.fromkeys(name for row in rows for name in row):
            values = _packed([row.get(name) for row in rows])
            self._columns.setdefault(name, []).append(Part(start, len(rows), values))
        if self._length - self._spilled > frames.MANY:
            for name, parts in self._columns.items():
                self._spill(name, parts)
            self._spilled = self._length

    def _spill(self, name: str, parts: list[Part]) -> None:
        """Replace the parts of a column that are in memory by one on disk; one value stays in memory."""
        if parts[-1].start < self._spilled:
            return
        values = _joined([*self._filled(name, self._spilled)])
        self._file = self._file or SpillFile()
        kept = values if isinstance(values, Same) else self._file.write(values)
        parts[:] = [part for part in parts if part.start < self._spilled]
        parts.append(Part(self._spilled, self._length - self._spilled, kept))

    def values(self, name: str) -> list[Any]:
        """Return the values of a column, None where a row has none."""
        self._pack()
        return _listed(list(self._filled(name)))

    def frame(
        self, first: Sequence[str] = FIRST, last: Sequence[str] = LAST, *, keep: bool = True
    ) -> pd.DataFrame:
        """Return the table: the rows' own columns between those that every row of an experiment has.

        The columns of a large table are read-only: they lie on disk, or share the memory of one value.

        Parameters
        ----------
        keep : bool
            Whether the rows stay here, too; without, a column goes when the table has it.
        """
        import pandas as pd

        self._pack()
        names = [*first, *(name for name in self._columns if name not in (*first, *last)), *last]
        columns = ((name, self._series(name, keep=keep)) for name in names)
        if self._length > frames.MANY:
            return frames.on_disk(columns)
        return pd.DataFrame(dict(columns), copy=True)  # which joins columns of one type

    def _series(self, name: str, *, keep: bool) -> pd.Series:
        values = _joined([*self._filled(name)])
        if not keep:
            self._columns.pop(name, None)
        return _series_of(values)

    def _filled(self, name: str, start: int = 0) -> Iterator[Values]:
        """The values of the parts of a column from a row on, with parts of None for the rows between them."""
        for part in self._columns.get(name, ()):
            if part.start < start:
                continue
            if part.start > start:
                yield Same(None, part.start - start)
            if isinstance(part.values, Spilled):
                assert self._file is not None
                yield self._file.read(part.values)
            else:
                yield part.values
            start = part.start + part.rows
        if start < self._length:
            yield Same(None, self._length - start)


def _packed(values: Sequence[Any]) -> Values:
    """The values as an array if they are of one type, once if they are the same, and as they are if not."""
    values = [value.item() if hasattr(value, "item") else value for value in values]  # NumPy's scalars
    kinds = set(map(type, values))
    if len(values) > FEW and kinds <= {str, type(None)}:
        return Same(values[0], len(values)) if len(set(values)) == 1 else _texts(values)
    dtype = PACKED.get(kinds.pop()) if len(kinds) == 1 else None
    try:
        packed = None if dtype is None else np.array(values, dtype)
    except OverflowError:  # an integer of more than 64 bits
        return values
    if packed is None:
        return values
    bits = packed.view(np.int64) if packed.dtype.itemsize == 8 else packed
    return Same(values[0], len(values)) if len(values) > FEW and (bits == bits[0]).all() else packed


def _joined(parts: Sequence[Values]) -> Values:
    """The values of successive parts, packed as one part."""
    if not parts:
        return []
    first = parts[0]
    if isinstance(first, Same) and all(_same(first, part) for part in parts):
        return Same(first.value, sum(part.rows for part in parts if isinstance(part, Same)))
    dtypes = set(map(_dtype, parts))
    if len(dtypes) == 1 and (dtype := dtypes.pop()) is not None:
        arrays = (np.full(part.rows, part.value, dtype) if isinstance(part, Same) else part for part in parts)
        return np.concatenate(list(arrays))
    if all(map(_is_text, parts)):
        return Texts([chunk for part in parts for chunk in _texts(part).chunks])
    return _listed(parts)


def _listed(parts: Sequence[Values]) -> list[Any]:
    """The values of successive parts as a list."""
    return list(itertools.chain.from_iterable(p if isinstance(p, list) else p.tolist() for p in parts))


def _dtype(values: Values) -> np.dtype[Any] | None:
    """The type of values that are numbers or truth values, of which none is missing; else None."""
    if isinstance(values, Same):
        return PACKED.get(type(values.value))
    return values.dtype if isinstance(values, np.ndarray) else None


def _same(one: Same, other: Values) -> bool:
    return isinstance(other, Same) and repr(one.value) == repr(other.value)  # 0.0 and -0.0 differ


def _is_text(values: Values) -> bool:
    if isinstance(values, Same):
        return values.value is None or isinstance(values.value, str)
    if isinstance(values, list):
        return all(value is None or isinstance(value, str) for value in values)
    return isinstance(values, Texts)


def _arrow(texts: Sequence[str | None]) -> Any:
    import pyarrow as pa

    return pa.array(texts, pa.large_string())


def _texts(values: Values) -> Texts:
    """Texts as arrays of Arrow, which share their memory where they are the same."""
    if isinstance(values, Same):
        whole, rest = divmod(values.rows, AT_A_TIME)
        piece = _arrow([values.value] * AT_A_TIME)
        return Texts([*[piece] * whole, *[piece.slice(0, rest)] * bool(rest)])
    return values if isinstance(values, Texts) else Texts([_arrow(_listed([values]))])


def _series_of(values: Values) -> pd.Series:
    """Packed values as a column; a number or a text of many rows is in memory once."""
    import pandas as pd
    import pyarrow as pa

    if isinstance(values, Same) and values.rows > FEW:
        if (dtype := _dtype(values)) is not None:
            values = np.broadcast_to(np.array(values.value, dtype), values.rows)
        else:
            values = _texts(values)
    if isinstance(values, np.ndarray):
        return pd.Series(values, copy=False)
    if isinstance(values, Texts):
        of_texts: Any = pd.Series([], dtype="str").dtype
        chunked = pa.chunked_array(values.chunks, pa.large_string())
        return pd.Series(of_texts.__from_arrow__(chunked), copy=False)
    return series_of(_listed([values]))


def series_of(values: Sequence[Any]) -> pd.Series:
    """Return a column of values, each a number, a truth value, a text or None."""
    import pandas as pd

    kinds = {type(value) for value in values if value is not None}
    missing = None in values
    if kinds == {bool}:
        return pd.Series(values, dtype="boolean" if missing else "bool")
    if kinds == {int}:
        return pd.Series(values, dtype="Int64" if missing else "int64")
    if kinds and kinds <= {int, float}:
        return pd.Series(values, dtype="float64")
    return pd.Series([None if value is None else _text(value) for value in values], dtype="str")


def _text(value: Any) -> str:
    """A value as text; a list of plain words, such as arguments of a program, as YAML writes it."""
    if isinstance(value, list) and all(isinstance(v, str) and PLAIN_WORD.fullmatch(v) for v in value):
        return f"[{', '.join(value)}]"
    return str(value)
