"""The tables of finished points, in Arrow's format, which is read many times faster than Parquet.

A sweep has many points with small tables. To convert each of them to a data frame takes most of the time of a
sweep that is resumed, so tables of equal columns are joined first.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from numasim.results.row_kinds import all_tables

if TYPE_CHECKING:
    import pandas as pd


class StoredTables(Mapping[str, "pd.DataFrame"]):
    """Tables by name, which become data frames when they are used.

    Parameters
    ----------
    encoded : mapping of str to bytes
        Tables that :func:`encode_table` has encoded.
    """

    def __init__(self, encoded: Mapping[str, bytes]) -> None:
        import pyarrow as pa

        self.arrow: dict[str, Any] = {
            name: pa.ipc.open_stream(data).read_all() for name, data in encoded.items()
        }

    def __getitem__(self, name: str) -> pd.DataFrame:
        found: pd.DataFrame = self.arrow[name].to_pandas()
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self.arrow)

    def __len__(self) -> int:
        return len(self.arrow)


def encode_table(table: pd.DataFrame) -> bytes:
    """Encode a table as a stream of Arrow's format."""
    import pyarrow as pa

    whole = pa.Table.from_pandas(table, preserve_index=False)
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, whole.schema) as stream:
        stream.write_table(whole)
    encoded: bytes = sink.getvalue().to_pybytes()
    return encoded


def join_tables(points: Iterable[tuple[int, Mapping[str, pd.DataFrame]]]) -> dict[str, pd.DataFrame]:
    """Join the tables of points.

    Parameters
    ----------
    points : iterable of (int, mapping)
        The numbers of points, and the tables of each: :class:`StoredTables`, or none.

    Returns
    -------
    dict of str to pandas.DataFrame
        The tables by name, each with the numbers of the points in the column ``point``.
    """
    import pandas as pd
    import pyarrow as pa

    parts: dict[str, list[tuple[int, Any]]] = {}
    for number, tables in points:
        if isinstance(tables, StoredTables):
            for name, table in tables.arrow.items():
                parts.setdefault(name, []).append((number, table))
    found = {}
    for name in filter(parts.__contains__, all_tables()):
        blocks = []
        for _, alike in itertools.groupby(parts[name], lambda part: part[1].schema.serialize().to_pybytes()):
            numbers, tables_of_block = zip(*alike, strict=True)
            block = pa.concat_tables(tables_of_block).to_pandas()
            block.insert(0, "point", np.repeat(numbers, [table.num_rows for table in tables_of_block]))
            blocks.append(block)
        found[name] = pd.concat(blocks, ignore_index=True)
    return found
