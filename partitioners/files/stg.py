"""STG: the files of the Standard Task Graph Set of Kasahara Laboratory, Waseda University.

The first line has the number of tasks, without the dummy tasks at the entry and the exit. Each further line
is ``TASK TIME PARENTS PARENT ...``, and the tasks are numbered from 0, the entry. In the prototype of the
set, the first line also has a number of processors, the tasks are numbered from 1, and only the exit is a
dummy task. ``#`` begins a comment. The format: https://www.kasahara.cs.waseda.ac.jp/schedule/format_e.html.
"""

from __future__ import annotations

import math
from pathlib import Path

from partitioners.files.coo_entries import CooEntries
from partitioners.files.file_bytes import file_error
from partitioners.files.lines import is_number, shown, to_integer
from partitioners.files.task_records import TaskRecord, task_entries


def read_stg(data: bytes, path: Path) -> CooEntries:
    """Read the tasks of a file, dummy tasks included. The files have no sizes of data.

    Parameters
    ----------
    path : Path
        Path of the file, for error messages.

    Raises
    ------
    GraphFileError
        A line is not a task, a time is negative, the number of tasks is wrong, a parent is missing, or the
        tasks form a cycle. The message has the line. O(bytes).
    """
    lines = [
        (number, words)
        for number, text in enumerate(data.split(b"\n"), start=1)
        if (words := text.partition(b"#")[0].split())
    ]
    if not lines:
        raise file_error(path, "the file has no tasks", "the first line must have their number")
    first, words = lines[0]
    count = to_integer(words[0])
    if count is None or count < 0 or len(words) > 2:
        what = f"{shown(b' '.join(words))} is not a number of tasks"
        raise file_error(path, what, "the first line must have the number of tasks", first)
    begin, total = (1, count + 1) if len(words) == 2 else (0, count + 2)
    tasks = [_task(number, words, path) for number, words in lines[1:]]
    if len(tasks) != total:
        dummies = "the dummy task at the exit" if begin else "the two dummy tasks"
        raise file_error(
            path,
            f"the first line requires {total} tasks with {dummies}, but the file has {len(tasks)}",
            "correct the number, or copy the file again",
            first,
        )
    for place, task in enumerate(tasks, start=begin):
        if task.name != place:
            raise file_error(
                path,
                f"task {task.name} is where task {place} was expected",
                "number the tasks in order",
                task.line,
            )
    return task_entries(path, tasks)


def _task(number: int, words: list[bytes], path: Path) -> TaskRecord:
    numbers = [to_integer(word) for word in words]
    if len(words) < 3 or numbers[0] is None or numbers[2] is None or None in numbers[3:]:
        what = f"{shown(b' '.join(words))} is not a task"
        raise file_error(path, what, "expected `TASK TIME PARENTS PARENT ...`", number)
    time = float(words[1]) if is_number(words[1]) else math.nan
    if not 0 <= time < math.inf:
        what = f"the task {numbers[0]} has the time {shown(words[1])}"
        raise file_error(path, what, "a time is a finite number of at least 0", number)
    parents = [parent for parent in numbers[3:] if parent is not None]
    if len(parents) != numbers[2]:
        what = f"the task {numbers[0]} has {len(parents)} parents, but their number is given as {numbers[2]}"
        raise file_error(path, what, "correct the number or the parents", number)
    return TaskRecord(numbers[0], time, parents, number)
