"""Rows that are collected while points run, and become a table at the end.

A row is a mapping of columns to values. As mappings, the rows of a large sweep would take several kilobytes
each; here, each column of a part of the rows is an array as soon as the part is added.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

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


MANY = 65_536
"""The largest number of rows of a table whose columns do not share memory, so that columns can be added."""

JOINED_AT = 32
"""The number of parts of a column that are joined: memory of small arrays is not given back when they go."""


class Same(NamedTuple):
    """Equal values of successive rows: a number, a text, or None."""

    value: Any
    rows: int

    def tolist(self) -> list[Any]:
        """The value of each row."""
        return [self.value] * self.rows


class Part(NamedTuple):
    """The values of a column in some successive rows; ``values`` may be texts of Arrow."""

    start: int
    values: NDArray[Any] | Same | list[Any] | Any


class RowTable:
    """Rows that become a table; the type of a column follows from its values, and integers stay integers.

    Parameters
    ----------
    rows : sequence of mapping, optional
        The first rows.
    """

    def __init__(self, rows: Sequence[Mapping[str, Any]] = ()) -> None:
        self._columns: dict[str, list[Part]] = {}
        self._length = 0
        self.add(rows)

    def __len__(self) -> int:
        return self._length

    def add(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Add rows; a row without a column has no value there."""
        for name in dict.fromkeys(name for row in rows for name in row):
            values = [row.get(name) for row in rows]
            parts = self._columns.setdefault(name, [])
            parts.append(Part(self._length, _packed(values)))
            if len(parts) % JOINED_AT == 0:
                _join_last(parts)
        self._length += len(rows)

    def values(self, name: str) -> list[Any]:
        """Return the values of a column, None where a row has none."""
        values: list[Any] = [None] * self._length
        for start, given in self._columns.get(name, ()):
            found = given if isinstance(given, list) else given.tolist()
            values[start : start + len(found)] = found
        return values

    def frame(
        self, first: Sequence[str] = FIRST, last: Sequence[str] = LAST, *, keep: bool = True
    ) -> pd.DataFrame:
        """Return the table: the rows' own columns between those that every row of an experiment has.

        Columns with the same value in all rows of a large table share its memory, and are read-only.

        Parameters
        ----------
        keep : bool
            Whether the rows stay here, too; without, a column goes when the table has it.
        """
        import pandas as pd

        columns = {}
        for name in [*first, *(name for name in self._columns if name not in (*first, *last)), *last]:
            columns[name] = self._series(name)
            if not keep:
                self._columns.pop(name, None)
        return pd.DataFrame(columns, copy=self._length <= MANY)  # which joins columns of one type

    def _series(self, name: str) -> pd.Series:
        import pandas as pd

        parts = [part.values for part in self._filled(name)]
        dtypes = {_dtype(part) for part in parts}
        if len(dtypes) == 1 and (dtype := dtypes.pop()) is not None:
            return pd.Series(_joined(parts, dtype), copy=False)
        if self._length > FEW and all(map(_is_text, parts)):
            return pd.Series(_texts(parts), copy=False)
        return series_of(self.values(name))

    def _filled(self, name: str) -> Iterator[Part]:
        """The parts of a column, with parts of None for the rows between them."""
        end = 0
        for part in self._columns.get(name, ()):
            if part.start > end:
                yield Part(end, Same(None, part.start - end))
            yield part
            end = part.start + _rows(part.values)
        if end < self._length:
            yield Part(end, Same(None, self._length - end))


def _join_last(parts: list[Part]) -> None:
    """Join the last parts of a column in place if they are numbers of one type with no row between them."""
    last = parts[-JOINED_AT:]
    values = [part.values for part in last]
    dtypes = {_dtype(each) for each in values}
    dtype = dtypes.pop()
    if dtypes or dtype is None or last[0].start + sum(map(_rows, values[:-1])) != last[-1].start:
        return
    joined = _joined(values, dtype)
    first = values[0]
    if isinstance(first, Same) and joined.strides == (0,):
        parts[-JOINED_AT:] = [Part(last[0].start, Same(first.value, len(joined)))]
    else:
        parts[-JOINED_AT:] = [Part(last[0].start, joined)]


def _rows(values: Any) -> int:
    return values.rows if isinstance(values, Same) else len(values)


def _dtype(values: Any) -> np.dtype[Any] | None:
    """The type of values that are numbers or truth values, of which none is missing; else None."""
    if isinstance(values, Same):
        return PACKED.get(type(values.value))
    return values.dtype if isinstance(values, np.ndarray) else None


def _joined(parts: Sequence[Any], dtype: np.dtype[Any]) -> NDArray[Any]:
    """The numbers of all rows; one number, seen from all rows, if they are the same and many."""
    rows = sum(map(_rows, parts))
    first = parts[0]
    if isinstance(first, Same) and rows > FEW and all(_same(first, part) for part in parts):
        return np.broadcast_to(np.array(first.value, dtype), rows)
    arrays = [np.full(part.rows, part.value, dtype) if isinstance(part, Same) else part for part in parts]
    return np.concatenate(arrays)


def _same(one: Same, other: Any) -> bool:
    return isinstance(other, Same) and repr(one.value) == repr(other.value)  # 0.0 and -0.0 differ


def _is_text(values: Any) -> bool:
    if isinstance(values, Same):
        return values.value is None or isinstance(values.value, str)
    if isinstance(values, list):
        return all(value is None or isinstance(value, str) for value in values)
    return not isinstance(values, np.ndarray)


def _texts(parts: Sequence[Any]) -> Any:
    """The texts of all rows, as an array of pandas; parts with the same text share their memory."""
    import pandas as pd
    import pyarrow as pa

    made: dict[Same, Any] = {}
    chunks = []
    for part in parts:
        if isinstance(part, Same):
            if part not in made:
                made[part] = pa.array(part.tolist(), pa.large_string())
            chunks.append(made[part])
        else:
            chunks.append(_arrow(part) if isinstance(part, list) else part)
    dtype: Any = pd.Series([], dtype="str").dtype
    return dtype.__from_arrow__(pa.chunked_array(chunks, pa.large_string()))


def _packed(values: Sequence[Any]) -> NDArray[Any] | Same | list[Any] | Any:
    """The values as an array if they are of one type, once if they are the same, and as they are if not."""
    values = [value.item() if hasattr(value, "item") else value for value in values]  # NumPy's scalars
    kinds = set(map(type, values))
    if len(values) > FEW and kinds <= {str, type(None)}:
        return Same(values[0], len(values)) if len(set(values)) == 1 else _arrow(values)
    dtype = PACKED.get(kinds.pop()) if len(kinds) == 1 else None
    try:
        packed = None if dtype is None else np.array(values, dtype)
    except OverflowError:  # an integer of more than 64 bits
        return values
    if packed is None:
        return values
    bits = packed.view(np.int64) if packed.dtype.itemsize == 8 else packed
    return Same(values[0], len(values)) if len(values) > FEW and (bits == bits[0]).all() else packed


def _arrow(texts: Sequence[str | None]) -> Any:
    import pyarrow as pa

    return pa.array(texts, pa.large_string())


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
