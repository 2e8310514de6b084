"""Compare two results: rows are matched by their configuration, and compared cell by cell.

Rows of two executions cannot be matched by ``run_id``, which depends on the version of numasim, or by
``point``, which depends on the sweep. They are matched by the configuration columns that vary within either
table. The other configuration columns are compared like figures, so that results of two seeds or two machines
can be compared.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numasim.results.row_kinds import all_tables
from numasim.results.row_names import PLAIN, headings, shown
from numasim.results.tables import need_columns, read_table
from numasim.schema.study import MemoryTest, Traffic
from partitioners.errors import InputError, OptionError

if TYPE_CHECKING:
    import pandas as pd

PLACES = ("point", "run_id")
OPTIONS = (
    "workload_options",
    "partitioner_options",
    "mapper_options",
    "component_options",
    "matrix_options",
    "graph_options",
    "mesh_options",
    "program_options",
)
CONFIGURATION = (
    *(
        "workload",
        "partitioner",
        "parts",
        "seed",
        "order",
        "mapper",
        "mapping_policy",
        "mapping_every",
        "machine",
        "component",
    ),
    *(
        "model",
        "steps",
        "initial_values",
        "network",
        "scheduler",
        "stealing",
        "aggregate_messages",
        "extra_run",
        "replicate",
    ),
    *(
        "matrix",
        "graph",
        "mesh",
        "variant",
        "x_in",
        "block_size",
        "entries_per_thread",
        "dtype",
        "l2",
        "iterations",
    ),
    *("check", "angle", "priority", "new_point"),
    *("max_degree", "level", "partition_ready_after", "resident_blocks", "block_order"),
    *("program", "device", "threads", "chunk", "method", "roots", "threshold", "states", "sockets", "cpu"),
    *("gpu", "gpu_above", "gpu_return", "gpu_below", "barrier", "lock", "lock_layout"),
    *Traffic.model_fields,
    *MemoryTest.model_fields,
)
"""The columns that the configuration determines, in addition to swept fields with a dot in their name."""


@dataclass(frozen=True)
class Difference:
    """A cell that differs.

    Attributes
    ----------
    point : int
        The point in the first table.
    what : str
        The varying part of the row's configuration.
    column : str
        The column; for a long table with the table's name: ``cores.compute``.
    first, second : object
        The values; None for a missing value.
    relative : float
        The difference of two numbers over the larger magnitude; infinity for other values.
    cells : int
        The number of differing cells in a column of a long table; ``first`` and ``second`` are the values
        with the largest difference.
    """

    point: int
    what: str
    column: str
    first: Any
    second: Any
    relative: float
    cells: int = 1


@dataclass(frozen=True)
class Comparison:
    """The result of a comparison; every list is empty if the results are equal.

    Attributes
    ----------
    rows, columns : int
        The numbers of compared rows and columns.
    cells : list of Difference
        The differences beyond the tolerance.
    only : tuple of list of str
        The rows that only the first results have, and those that only the second have.
    alone : tuple of list of str
        The columns and long tables that only the first results have, and those that only the second have.
    """

    rows: int
    columns: int
    cells: list[Difference]
    only: tuple[list[str], list[str]]
    alone: tuple[list[str], list[str]] = field(default=([], []))

    @property
    def equal(self) -> bool:
        """Whether nothing differs."""
        return not (self.cells or any(self.only) or any(self.alone))


def compare_results(
    first: str | Path, second: str | Path, tolerance: float = 0.0, *, long: bool = False
) -> Comparison:
    """Compare two results folders, or the ``.parquet`` files of two tables of results.

    Parameters
    ----------
    tolerance : float
        The largest allowed difference of two numbers, over the larger magnitude.
    long : bool
        Whether to compare the long tables of the matched rows too.

    Raises
    ------
    InputError
        A path is neither a results folder nor a table in a results folder.
    OptionError
        The tolerance is negative or infinite.
    """
    if not 0 <= tolerance < math.inf:
        raise OptionError(f"the tolerance must be a number of at least 0, got {tolerance}")
    places = [Path(path) for path in (first, second)]
    for path in places:
        in_folder = (path.parent / "results.parquet").is_file()
        if path.suffix == ".parquet" and not (in_folder or path.is_file()):
            raise InputError(f"{path}: no such file; expected a results folder, or a table in one")
    folders = [path if path.suffix != ".parquet" else path.parent for path in places]
    frames = [
        read_table(folder, "results" if folder is path else path.stem)
        for path, folder in zip(places, folders, strict=True)
    ]
    pairs, found = compare_tables(frames[0], frames[1], tolerance)
    if long:
        for path, frame in zip(places, frames, strict=True):
            need_columns(path, frame, ["run_id"])
        cells, alone = _compare_long(folders, pairs, tolerance)
        found.cells.extend(cells)
        found.alone[0].extend(alone[0])
        found.alone[1].extend(alone[1])
    return found


Pair = tuple[str, dict[Any, Any], dict[Any, Any]]


def compare_tables(
    first: pd.DataFrame, second: pd.DataFrame, tolerance: float = 0.0
) -> tuple[list[Pair], Comparison]:
    """Match the rows of two tables and compare them; return the pairs and the comparison."""
    shared = [column for column in first.columns if column in second.columns]
    key = _key(first, second, shared)
    rows = [_rows_by_key(frame, key) for frame in (first, second)]
    pairs = [(_name(row, key), row, rows[1][k]) for k, row in rows[0].items() if k in rows[1]]
    only = tuple(
        [_name(row, key) for k, row in mine.items() if k not in other]
        for mine, other in ((rows[0], rows[1]), (rows[1], rows[0]))
    )
    alone = tuple([c for c in mine.columns if c not in shared] for mine in (first, second))
    compared = [column for column in shared if column not in (*PLACES, *key)]
    cells = [
        Difference(one.get("point", 0), name, column, one[column], other[column], apart)
        for name, one, other in pairs
        for column in compared
        if (apart := distance(one[column], other[column])) > tolerance
    ]
    return pairs, Comparison(len(pairs), len(compared), cells, (only[0], only[1]), (alone[0], alone[1]))


def distance(first: Any, second: Any) -> float:
    """Return the difference of two numbers over the larger magnitude; others: 0 if equal, else infinity."""
    if first == second or (first != first and second != second):  # NaN is not equal to itself
        return 0.0
    numbers = (int, float)
    if not isinstance(first, numbers) or not isinstance(second, numbers):
        return math.inf
    if not (math.isfinite(first) and math.isfinite(second)):
        return math.inf
    return abs(first - second) / max(abs(first), abs(second))


def _key(first: pd.DataFrame, second: pd.DataFrame, shared: Sequence[str]) -> list[str]:
    """Return the columns that distinguish rows.

    Options, and the seed of replicates, are included only if the other columns do not distinguish all rows.
    New options have defaults, and replicates with another seed are still replicates.
    """
    varying = [c for c in shared if any((~frame[c].duplicated()).sum() > 1 for frame in (first, second))]
    spare = (*OPTIONS, *["seed"] * ("replicate" in varying))
    key = [c for c in varying if (c in CONFIGURATION or "." in c) and c not in spare]
    if any(key and frame.duplicated(key).any() for frame in (first, second)):
        key += [c for c in varying if c in spare]
    key.sort(key=lambda column: column == "extra_run")  # it comes last in a row's name
    return key


def _rows_by_key(frame: pd.DataFrame, key: Sequence[str]) -> dict[tuple[Any, ...], dict[Any, Any]]:
    """Return every row by its key and its number among the rows with this key."""
    import pandas as pd

    found: dict[tuple[Any, ...], dict[Any, Any]] = {}
    for row in frame.to_dict("records"):
        cells = {name: None if pd.isna(value) else value for name, value in row.items()}
        values, nth = tuple(cells[name] for name in key), 0
        while (*values, nth) in found:
            nth += 1
        found[*values, nth] = cells
    return found


def _cells(column: pd.Series) -> list[Any]:
    """Return the values of a column, with None for NaN and NA."""
    return column.astype(object).where(column.notna(), None).tolist()


def _name(row: Mapping[Any, Any], key: Sequence[str]) -> str:
    """Return the name of a row: its plain names, and its other values with the headings of their columns."""
    heading, words = headings(key), []
    for column in key:
        if column == "extra_run":
            words += ["each cut edge"] * bool(row[column])
        elif column != "aggregate_messages" and row[column] is not None:
            value = shown(row[column])
            words.append(value if column in PLAIN else f"{heading[column]} {value}")
    return ", ".join(words)


def _compare_long(
    folders: Sequence[Path], pairs: Sequence[Pair], tolerance: float
) -> tuple[list[Difference], tuple[list[str], list[str]]]:
    found: list[Difference] = []
    alone: tuple[list[str], list[str]] = ([], [])
    for name in all_tables():
        there = [(folder / f"{name}.parquet").is_file() for folder in folders]
        if all(there):
            frames = [_by_id(folder, name) for folder in folders]
            for what, one, other in pairs:
                mine, others = frames[0].get(one["run_id"]), frames[1].get(other["run_id"])
                found += compare_long(name, one["point"], what, mine, others, tolerance)
        elif any(there):
            alone[there.index(True)].append(f"the table {name}")
    return found, alone


def _by_id(folder: Path, name: str) -> dict[Any, pd.DataFrame]:
    """Return the rows of each run in a long table."""
    table = read_table(folder, name)
    need_columns(folder / f"{name}.parquet", table, PLACES)
    return dict(list(table.groupby("run_id", sort=False)))


def compare_long(
    name: str,
    point: int,
    what: str,
    first: pd.DataFrame | None,
    second: pd.DataFrame | None,
    tolerance: float = 0.0,
) -> Iterator[Difference]:
    """Yield the differing columns of a run's part of a long table, or the difference in its number of rows.

    Parameters
    ----------
    name : str
        The name of the table.
    point, what
        See :class:`Difference`.
    """
    rows = [0 if frame is None else len(frame) for frame in (first, second)]
    if rows[0] != rows[1]:
        yield Difference(point, what, f"{name}: rows", rows[0], rows[1], math.inf)
        return
    if first is None or second is None:
        return
    for column in first.columns:
        if column in PLACES or column not in second.columns:
            continue
        pairs = list(zip(_cells(first[column]), _cells(second[column]), strict=True))
        apart = [distance(one, other) for one, other in pairs]
        beyond = sum(each > tolerance for each in apart)
        if beyond:
            largest = max(apart)
            at = pairs[apart.index(largest)]
            yield Difference(point, what, f"{name}.{column}", *at, largest, beyond)
