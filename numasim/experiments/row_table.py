"""Rows that are collected while points run, and become a table at the end.

A row is a mapping of columns to values. As mappings, the rows of a large sweep would take several kilobytes
each; here, each column of a part of the rows is an array as soon as the part is added.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
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


class Part(NamedTuple):
    """The values of a column in some successive rows."""

    start: int
    values: NDArray[Any] | list[Any]


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
            self._columns.setdefault(name, []).append(Part(self._length, _packed(values)))
        self._length += len(rows)

    def values(self, name: str) -> list[Any]:
        """Return the values of a column, None where a row has none."""
        values: list[Any] = [None] * self._length
        for start, given in self._columns.get(name, ()):
            found = given if isinstance(given, list) else given.tolist()
            values[start : start + len(found)] = found
        return values

    def frame(self) -> pd.DataFrame:
        """Return the table: the rows' own columns between those that every row of an experiment has."""
        import pandas as pd

        order = [*FIRST, *(name for name in self._columns if name not in (*FIRST, *LAST)), *LAST]
        return pd.DataFrame({name: self._series(name) for name in order})

    def _series(self, name: str) -> pd.Series:
        import pandas as pd

        parts = self._columns.get(name, [])
        arrays = [part.values for part in parts if isinstance(part.values, np.ndarray)]
        # The last rows may lack the column as well.
        if sum(map(len, arrays)) == self._length and len({array.dtype for array in arrays}) == 1:
            return pd.Series(np.concatenate(arrays))
        return series_of(self.values(name))


def _packed(values: Iterable[Any]) -> NDArray[Any] | list[Any]:
    """The values as an array if they are of one type, and as they are if not."""
    values = [value.item() if hasattr(value, "item") else value for value in values]  # NumPy's scalars
    kinds = set(map(type, values))
    dtype = PACKED.get(kinds.pop()) if len(kinds) == 1 else None
    try:
        return values if dtype is None else np.array(values, dtype)
    except OverflowError:  # an integer of more than 64 bits
        return values


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
