"""The long tables of a run: columns of arrays, which become a data frame when a table is first used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pandas as pd

Columns = dict[str, NDArray[Any]]
"""The columns of a table by name, arrays of equal length."""


def columns(**given: Any) -> Columns:
    """Return columns of arrays; a single value stands for every row."""
    arrays = {name: np.asarray(values) for name, values in given.items()}
    rows = max(array.size for array in arrays.values())
    return {name: np.full(rows, array) if not array.ndim else array for name, array in arrays.items()}


class LongTables(Mapping[str, "pd.DataFrame"]):
    """Tables by name.

    A data frame takes longer to make than a small run takes, and most tables are only written.

    Parameters
    ----------
    given : mapping of str to mapping of str to ndarray, or to pandas.DataFrame
        The columns of each table, or its data frame.

    Attributes
    ----------
    given
    """

    def __init__(self, given: Mapping[str, Columns | pd.DataFrame]) -> None:
        self.given = dict(given)
        self._frames: dict[str, pd.DataFrame] = {}

    def columns(self, name: str) -> Columns:
        """Return the columns of a table."""
        given = self.given[name]
        return given if isinstance(given, dict) else {str(key): given[key].to_numpy() for key in given}

    def rows(self, name: str) -> int:
        """Return the number of rows of a table; 0 if there is none of this name."""
        given = self.given.get(name, {})
        return len(next(iter(given.values()), ())) if isinstance(given, dict) else len(given)

    def __getitem__(self, name: str) -> pd.DataFrame:
        if name not in self._frames:
            import pandas as pd

            given = self.given[name]
            self._frames[name] = pd.DataFrame(given) if isinstance(given, dict) else given
        return self._frames[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.given)

    def __len__(self) -> int:
        return len(self.given)
