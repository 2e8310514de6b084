"""Data frames of results, of which those of a million rows are not copied."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pandas as pd


def finished(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows without an error; the table itself, and no copy, if none has one."""
    if "error" not in table or (done := table["error"].isna()).all():
        return table
    return table[done]


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
