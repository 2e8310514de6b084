"""Data frames of results, of which those of a million rows lie on disk and are not copied."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from partitioners.storage.spill_file import SpillFile

if TYPE_CHECKING:
    import pandas as pd

MANY = 65_536
"""The largest number of rows of a table in memory."""


def on_disk(
    columns: Iterable[tuple[Any, pd.Series[Any]]], index: pd.Index[Any] | None = None
) -> pd.DataFrame:
    """Return a table whose columns are read-only and lie in a temporary file, except those of one number.

    Parameters
    ----------
    columns : iterable of (str, pandas.Series)
        The name and the values of each column; one column is in memory at a time.
    index : pandas.Index, optional
        The index of the table, in memory.

    Raises
    ------
    InputError
        The file cannot be written.
    """
    import pandas as pd

    file = SpillFile()
    written = {name: _written(column, file) for name, column in columns}
    return pd.DataFrame({name: read() for name, read in written.items()}, index, copy=False)


def _written(column: pd.Series[Any], file: SpillFile) -> Callable[[], Any]:
    """Write a column; the result returns its values, which are read when all columns are written."""
    import pandas as pd

    dtype: Any = column.dtype
    if isinstance(column.dtype, pd.StringDtype):
        texts = file.write(column.array.__arrow_array__())  # the array of pandas would join its chunks
        return lambda: dtype.__from_arrow__(file.read(texts))
    values: Any = column.to_numpy() if isinstance(dtype, np.dtype) else column.array
    if isinstance(values, np.ndarray) and values.strides == (0,):
        return lambda: values
    place = file.write(values)
    return lambda: file.read(place)


def rows_where(table: pd.DataFrame, wanted: pd.Series[bool]) -> pd.DataFrame:
    """Return some rows of a table; many of them lie on disk, see :func:`on_disk`."""
    if wanted.sum() <= MANY:
        return table[wanted]
    return on_disk(((name, column[wanted]) for name, column in table.items()), table.index[wanted])


def finished(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows without an error; the table itself, and no copy, if none has one."""
    if "error" not in table or (done := table["error"].isna()).all():
        return table
    return rows_where(table, done)


def with_columns(
    table: pd.DataFrame, columns: Mapping[str, Any], *, before: str | None = None
) -> pd.DataFrame:
    """Return a table with more columns before one of its own, or at its end.

    Parameters
    ----------
    columns : mapping of str to array, shape (rows,)
    """
    import pandas as pd

    place = table.shape[1] if before is None else list(table.columns).index(before)
    more = pd.DataFrame(columns, index=table.index, copy=False)
    return pd.concat([table.iloc[:, :place], more, table.iloc[:, place:]], axis=1)


def level_codes(column: pd.Series[Any]) -> NDArray[np.intp]:
    """Return the number of the value of each cell, in the order of the first cells; missing is a value."""
    import pandas as pd

    return np.asarray(pd.factorize(column, use_na_sentinel=False)[0], np.intp)
