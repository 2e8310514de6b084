"""Schedule files: the core, the start and the end of every task, as CSV or Parquet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from mappers.scheduling.schedule import Schedule
from partitioners.errors import InputError
from partitioners.plugins.registry import did_you_mean
from partitioners.storage.atomic_write import replacing
from partitioners.text.format_value import format_value

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ("task", "core", "start", "end")


def schedule_table(schedule: Schedule, names: NDArray[Any] | None = None) -> pd.DataFrame:
    """The schedule as a table with the columns ``task``, ``core``, ``start`` and ``end``, in running order.

    Rows are ordered by core, then by start. With the names of the tasks, ``name`` follows ``task``.
    """
    import pandas as pd

    order = schedule.sequence
    named = {} if names is None else {"name": names[order].astype(str)}
    return pd.DataFrame(
        {
            "task": order,
            **named,
            "core": schedule.core[order],
            "start": schedule.start[order],
            "end": schedule.finish[order],
        }
    )


def write_schedule(schedule: Schedule, path: str | Path, names: NDArray[Any] | None = None) -> None:
    """Write a schedule, as Parquet if the name ends in ``.parquet``, else as CSV.

    Parameters
    ----------
    names : array, shape (t,), optional
        The names of the tasks, ``original_id`` of the graph, for a further column ``name``.

    Raises
    ------
    InputError
        The folder does not exist, or the file cannot be written.
    """
    path = Path(path)
    if not path.parent.is_dir():
        raise InputError(f"{path}: there is no folder {path.parent} to write into")
    table = schedule_table(schedule, names)
    with replacing(path) as part, part.open("wb") as stream:
        if path.suffix == ".parquet":
            table.to_parquet(stream, index=False)
        else:
            table.to_csv(stream, index=False)


def read_schedule(path: str | Path, tasks: int, cores: int, names: NDArray[Any] | None = None) -> Schedule:
    """Read a schedule of ``tasks`` tasks on ``cores`` cores.

    Parameters
    ----------
    path : str or path
        CSV with a header, or ``.parquet``, with the columns of :func:`schedule_table` in any order. Other
        columns are ignored. ``task`` has numbers or names of tasks. A column ``name`` of names decides if
        there is one.
    names : array, shape (tasks,), optional
        The names of the tasks: ``original_id`` of the graph.

    Raises
    ------
    InputError
        The file is missing or damaged, has no such column, does not have every task once, or has a core that
        does not exist or a time that is not finite. Or ``task`` has numbers that are also names, of other
        tasks.
    """
    import pandas as pd

    path = Path(path)
    try:
        with path.open("rb") as stream:  # PyArrow opens no path that is not UTF-8
            table = pd.read_parquet(stream) if path.suffix == ".parquet" else _read_csv(stream)
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file; export it with `numasim schedule`") from None
    except Exception as error:  # pandas and pyarrow document no common exception for damaged files
        what = str(error).strip().split("\n", 1)[0][:200]
        raise InputError(f"{path}: not a table of a schedule, {what}; write it as CSV or Parquet") from None
    if names is not None and "name" in table:
        table["task"] = table["name"].astype(str)
    missing = [name for name in COLUMNS if name not in table]
    if missing:
        raise InputError(
            f"{path}: there is no column {missing[0]!r}; expected the columns {', '.join(COLUMNS)}"
        )
    if names is not None and _are_names(path, table["task"], names):
        table["task"] = _numbers_of_tasks(path, table["task"].astype(str).tolist(), names)
    columns = {name: _numbers(path, name, table[name].to_numpy()) for name in COLUMNS}
    task = columns["task"]
    count = np.bincount(task[(task >= 0) & (task < tasks)].astype(np.int64), minlength=tasks)
    outside = np.flatnonzero((task < 0) | (task >= tasks))
    if outside.size:
        raise InputError(
            f"{path}: row {int(outside[0]) + 1} has task {int(task[outside[0]])}; the graph has the tasks "
            f"0 .. {tasks - 1}"
        )
    wrong = np.flatnonzero(count != 1)
    if wrong.size:
        raise InputError(
            f"{path}: task {int(wrong[0])} has {int(count[wrong[0]])} rows; expected one row for each of the "
            f"{tasks} tasks"
        )
    bad = np.flatnonzero((columns["core"] < 0) | (columns["core"] >= cores))
    if bad.size:
        raise InputError(
            f"{path}: task {int(task[bad[0]])} is on core {int(columns['core'][bad[0]])}; cores are "
            f"0 .. {cores - 1}"
        )
    order = np.argsort(task, kind="stable")
    return Schedule(
        columns["core"][order].astype(np.int32),
        columns["start"][order],
        columns["end"][order],
        cores,
        "file",
        {"file": path.name},
    )


def _read_csv(stream: BinaryIO) -> pd.DataFrame:
    """The table of a CSV file; names keep their letters, such as ``NA`` and the zeros of ``007``."""
    import pandas as pd

    empty = {name: [""] for name in COLUMNS[1:]}
    texts = {"task": str, "name": str}
    table = pd.read_csv(stream, dtype=texts, keep_default_na=False, na_values=empty)
    if "task" in table:
        numbers = pd.to_numeric(table["task"], errors="coerce")
        if (numbers.notna() | (table["task"] == "")).all():
            table["task"] = numbers
    return table


def _are_names(path: Path, task: pd.Series[Any], names: NDArray[Any]) -> bool:
    """Whether a column has the names of tasks in place of their numbers."""
    if task.dtype.kind not in "iu":
        return task.dtype.kind != "f"
    given, known = task.to_numpy(), names.astype(str)
    if not np.isin(given.astype(str), known).all():
        return False
    inside = (given >= 0) & (given < known.size)
    if inside.all() and (other := np.flatnonzero(known[given] != given.astype(str))).size:
        row = int(other[0])
        raise InputError(
            f"{path}: row {row + 1} has the task {given[row]}, which is the number of a task and the name of "
            f"another; call the column 'name' if these are names, or add a column 'name' with the name of "
            "each task"
        )
    return True


def _numbers_of_tasks(path: Path, given: list[str], names: NDArray[Any]) -> list[int]:
    """The numbers of tasks that a file names."""
    number = {str(name): task for task, name in enumerate(names.tolist())}
    for row, name in enumerate(given, start=1):
        if name not in number:
            message = f"row {row} has the task {format_value(name)}, which the graph does not have"
            raise InputError(f"{path}: {message}; {did_you_mean(name, number)}")
    return [number[name] for name in given]


def _numbers(path: Path, name: str, values: Any) -> np.ndarray[Any, np.dtype[np.float64]]:
    """A column as numbers; whole numbers for tasks and cores."""
    whole = name in ("task", "core")
    numbers = np.asarray(values)
    if numbers.size and numbers.dtype.kind not in "iuf":
        raise InputError(f"{path}: the column {name!r} has values that are not numbers; correct them")
    numbers = numbers.astype(np.float64)
    bad = np.flatnonzero(~np.isfinite(numbers) | (whole & (numbers != np.floor(numbers))))
    if bad.size:
        kind = "a whole number" if whole else "a finite number"
        raise InputError(f"{path}: row {int(bad[0]) + 1} has no {name}, {kind}; correct it")
    return numbers
