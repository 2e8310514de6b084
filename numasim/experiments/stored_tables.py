"""The long tables of finished points, as record batches of Arrow.

A sweep has many points with small tables. To convert each of them to a data frame takes longer than to
simulate a small point, so batches of equal columns are joined first.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from numasim.numa.shared.long_tables import LongTables
from numasim.results.row_kinds import all_tables

if TYPE_CHECKING:
    import pandas as pd

Batches = list[tuple[str, Any]]
"""The ids of runs, and a ``pyarrow.RecordBatch`` with the rows of each."""


class StoredTables(Mapping[str, "pd.DataFrame"]):
    """The tables of a point by name, which become data frames with the column ``run_id`` when they are used.

    Parameters
    ----------
    batches : mapping of str to list of (str, pyarrow.RecordBatch)
        For each table, the ids of its runs and their rows.
    """

    def __init__(self, batches: Mapping[str, Batches] | None = None) -> None:
        self.batches: dict[str, Batches] = {} if batches is None else dict(batches)

    @classmethod
    def of(cls, run_id: str, tables: Mapping[str, pd.DataFrame]) -> Self:
        """Return the tables of one run."""
        given = tables.given if isinstance(tables, LongTables) else tables
        return cls({name: [(run_id, _batch(table))] for name, table in given.items()})

    @classmethod
    def joined(cls, parts: Iterable[StoredTables]) -> Self:
        """Return the tables of several runs of a point."""
        found: dict[str, Batches] = {}
        for part in parts:
            for name, batches in part.batches.items():
                found.setdefault(name, []).extend(batches)
        return cls(found)

    def __getitem__(self, name: str) -> pd.DataFrame:
        import pandas as pd

        return pd.concat([_frame([part]) for part in self.batches[name]], ignore_index=True)

    def __iter__(self) -> Iterator[str]:
        return iter(self.batches)

    def __len__(self) -> int:
        return len(self.batches)


def _batch(table: Any) -> Any:
    """The rows of a table, columns of arrays or a data frame, as one record batch."""
    import pyarrow as pa

    if isinstance(table, dict):
        return pa.RecordBatch.from_pydict({name: pa.array(column) for name, column in table.items()})
    whole = pa.Table.from_pandas(table, preserve_index=False).combine_chunks()
    # A table without rows has no batches.
    return next(iter(whole.to_batches()), None) or pa.RecordBatch.from_pylist([], whole.schema)


def _frame(parts: Batches) -> pd.DataFrame:
    """The rows of batches of equal columns, with the ids of their runs in front."""
    import pandas as pd
    import pyarrow as pa

    runs, batches = zip(*parts, strict=True)
    frame: pd.DataFrame = pa.Table.from_batches(batches).to_pandas()
    ids = np.repeat(np.array(runs, object), [batch.num_rows for batch in batches])
    frame.insert(0, "run_id", pd.Series(ids, dtype="str"))
    return frame


def join_tables(points: Iterable[tuple[int, StoredTables]]) -> dict[str, pd.DataFrame]:
    """Join the tables of points.

    Parameters
    ----------
    points : iterable of (int, StoredTables)
        The numbers of points, and the tables of each.

    Returns
    -------
    dict of str to pandas.DataFrame
        The tables by name, each with the numbers of the points in the column ``point``.
    """
    import pandas as pd

    found: dict[str, list[tuple[int, str, Any]]] = {}
    for number, tables in points:
        for name, of_runs in tables.batches.items():
            found.setdefault(name, []).extend((number, run, batch) for run, batch in of_runs)
    joined = {}
    for name in filter(found.__contains__, all_tables()):
        blocks = []
        for _, alike in itertools.groupby(found[name], _numbered_schemas()):
            parts = list(alike)
            block = _frame([(run, batch) for _, run, batch in parts])
            rows = [batch.num_rows for _, _, batch in parts]
            block.insert(0, "point", np.repeat([point for point, _, _ in parts], rows))
            blocks.append(block)
        joined[name] = pd.concat(blocks, ignore_index=True)
    return joined


def _numbered_schemas() -> Any:
    """Return a function that returns the same number for parts whose batches have equal columns."""
    known: list[Any] = []

    def number(part: tuple[int, str, Any]) -> int:
        schema = part[-1].schema
        for place, each in enumerate(known):
            if schema is each or schema.equals(each, check_metadata=True):
                return place
        known.append(schema)
        return len(known) - 1

    return number
