"""Edge files that are read in chunks: Parquet tables and binary lists of pairs.

Parquet files have integer columns ``src`` and ``dst`` and an optional column ``weight``. Binary files contain
only pairs of little-endian integers, source and destination. An integer has 4 bytes with the suffix ``.i32``
and 8 bytes with ``.i64``.

Ids are vertex numbers that start at 0; the memory grows with the largest id.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import OptionError
from partitioners.files.coo_entries import Weights
from partitioners.files.file_bytes import FileLimit, file_error, nearest_name
from partitioners.graph import MAX_VERTICES
from partitioners.plugins.registry import did_you_mean

PARQUET = (".parquet", ".pq")
BINARY: dict[str, np.dtype[Any]] = {".i32": np.dtype("<i4"), ".i64": np.dtype("<i8")}
FORMATS = "Parquet (.parquet, .pq) or pairs of little-endian integers (.i32, .i64)"

Edges = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]

READ_AT_ONCE = 2**16
"""Number of rows of a Parquet file that are decoded together."""


def is_edge_file(path: Path) -> bool:
    """Whether the name has the suffix of a format that can be read in chunks."""
    return path.suffix.lower() in (*PARQUET, *BINARY)


class EdgeFile:
    """The edges of a file, which can be read repeatedly in batches.

    Parameters
    ----------
    weights : {'unit', 'abs', 'value'}
        The weight of an edge: 1, or the absolute value or the value in the column ``weight``. It is 1 if
        there is no such column.
    max_bytes : int, optional
        Limit on the memory of 8 bytes per vertex, see :func:`partitioners.read_graph`.

    Raises
    ------
    GraphFileError
        The file does not exist or has an unsupported format, or a column is missing or has a wrong type.
    OptionError
        The value of ``weights`` is unknown.
    """

    def __init__(self, path: Path, weights: Weights = "value", max_bytes: int | None = None) -> None:
        if weights not in ("unit", "abs", "value"):
            raise OptionError(
                f"weights is {weights!r}; {did_you_mean(str(weights), ('unit', 'abs', 'value'))}"
            )
        self.path = path
        self.weights = weights
        if not path.exists():
            raise file_error(path, "there is no such file", nearest_name(path))
        if path.is_dir():
            raise file_error(path, "expected a file, not a folder", f"name one file, {FORMATS}")
        if not path.is_file():
            raise file_error(path, "not a regular file", f"name a file, {FORMATS}")
        self.limit = FileLimit.of(path, path.stat().st_size, max_bytes)
        if not is_edge_file(path):
            raise file_error(
                path,
                f"{path.suffix!r} is not a format that can be read in chunks"
                if path.suffix
                else "the name has no suffix",
                f"expected {FORMATS}; for other formats, partition without --stream",
            )
        self._columns = self._check_columns() if path.suffix.lower() in PARQUET else []
        if path.suffix.lower() in BINARY:
            size, pair = path.stat().st_size, 2 * BINARY[path.suffix.lower()].itemsize
            if size % pair:
                raise file_error(
                    path,
                    f"{size} bytes are not a multiple of {pair} bytes, the size of a pair",
                    "the file is truncated, or has integers of a different size (.i32: 4 bytes, .i64: 8)",
                )

    @property
    def has_weights(self) -> bool:
        """Whether the weights of the file are read."""
        return "weight" in self._columns

    def batches(self, size: int) -> Iterator[Edges]:
        """Yield validated sources, destinations and weights of ``size`` edges at a time, fewer at the end.

        Raises
        ------
        GraphFileError
            An id is negative, too large or missing, or a weight is not a finite number >= 0 (negative weights
            are accepted with ``abs``). The message has the number of the edge, counted from 0.
        """
        row = 0
        source = self._parquet(size) if self._columns else self._binary(size)
        for src, dst, weight in source:
            for name, ids in (("src", src), ("dst", dst)):
                bad = np.flatnonzero((ids < 0) | (ids >= MAX_VERTICES))
                if bad.size:
                    at = int(bad[0])
                    raise file_error(
                        self.path,
                        f"{name} of edge {row + at} is {int(ids[at])}",
                        f"vertex ids are 0 .. {MAX_VERTICES - 1}; number the vertices from 0",
                    )
            if self.weights == "abs":
                weight = np.abs(weight)
            bad = np.flatnonzero(~(np.isfinite(weight) & (weight >= 0)))
            if bad.size:
                at = int(bad[0])
                cure = "correct it, or choose weights 'unit'"
                cure += " or 'abs'" if np.isfinite(weight[at]) else ""
                raise file_error(
                    self.path,
                    f"the weight {weight[at]:g} of edge {row + at} is not a finite number >= 0",
                    cure,
                )
            row += src.size
            yield src, dst, weight

    def _binary(self, size: int) -> Iterator[Edges]:
        dtype = BINARY[self.path.suffix.lower()]
        with self.path.open("rb") as file:
            while (pairs := np.fromfile(file, dtype, 2 * size)).size:
                wide = pairs.astype(np.int64)
                yield wide[0::2], wide[1::2], np.ones(wide.size // 2)

    def _parquet(self, size: int) -> Iterator[Edges]:
        """Read rows in file order and collect them in batches of one size."""
        from pyarrow import ArrowException

        gathered: list[list[NDArray[Any]]] = [[], [], []]
        rows = read = 0
        try:
            with self._open() as file:
                for table in file.iter_batches(batch_size=min(size, READ_AT_ONCE), columns=self._columns):
                    for into, column in zip(gathered, self._arrays(table, read), strict=True):
                        into.append(column)
                    rows += table.num_rows
                    read += table.num_rows
                    while rows >= size:
                        whole = [np.concatenate(column) for column in gathered]
                        yield whole[0][:size], whole[1][:size], whole[2][:size]
                        gathered = [[column[size:].copy()] for column in whole]
                        rows -= size
        except (ArrowException, OSError) as error:
            raise self._damaged(error) from None
        if rows:
            src, dst, weight = (np.concatenate(column) for column in gathered)
            yield src, dst, weight

    def _arrays(self, table: Any, row: int) -> list[NDArray[Any]]:
        arrays = []
        for name, column in zip(self._columns, table.columns, strict=True):
            if column.null_count:
                at = row + int(np.flatnonzero(column.is_null().to_numpy(zero_copy_only=False))[0])
                raise file_error(self.path, f"{name} of edge {at} is missing (null)", "fill it in")
            values = column.to_numpy(zero_copy_only=False)
            if name != "weight" and values.dtype == np.uint64:
                values = np.minimum(values, np.uint64(2**63 - 1))
            arrays.append(values.astype(np.float64 if name == "weight" else np.int64))
        return arrays if len(arrays) == 3 else [*arrays, np.ones(table.num_rows)]

    @contextmanager
    def _open(self) -> Iterator[Any]:
        from pyarrow.parquet import ParquetFile

        with self.path.open("rb") as stream:  # PyArrow opens no path that is not UTF-8
            # Columns are read while they are decoded: a row group at once could be the whole file.
            yield ParquetFile(stream, buffer_size=2**20, pre_buffer=False)

    def _check_columns(self) -> list[str]:
        from pyarrow import ArrowException, types

        try:
            with self._open() as file:
                schema = file.schema_arrow
        except (ArrowException, OSError) as error:
            raise self._damaged(error) from None
        columns = ["src", "dst"]
        if "weight" in schema.names and self.weights != "unit":
            columns.append("weight")
        for name in columns:
            if name not in schema.names:
                raise file_error(
                    self.path,
                    f"the file has no column {name!r}",
                    "an edge table needs src and dst, and optionally weight; "
                    f"{did_you_mean(name, schema.names)}",
                )
            kind = schema.field(name).type
            if not (types.is_integer(kind) or (name == "weight" and types.is_floating(kind))):
                wanted = "numbers" if name == "weight" else "integers"
                raise file_error(self.path, f"column {name!r} has type {kind}", f"expected {wanted}")
        return columns

    def _damaged(self, error: Exception) -> Exception:
        what = str(error).splitlines()[0].rstrip(".")
        return file_error(self.path, f"cannot be read as Parquet ({what})", "write or download it again")
