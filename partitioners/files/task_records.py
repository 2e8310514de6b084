"""Tasks by name with their parents, converted to entries, for files of task graphs.

A task is a vertex whose ``operation`` is its work. An edge leads from each parent to its task and has no work
of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from partitioners.errors import GraphFileError
from partitioners.files.coo_entries import CooEntries
from partitioners.files.file_bytes import file_error
from partitioners.files.lines import shown


@dataclass(frozen=True)
class TaskRecord:
    """A task of a file.

    Attributes
    ----------
    name : str or int
        The name with which other tasks refer to it.
    work : float
        Finite and at least 0.
    parents : sequence of str or int
        The names of the tasks on which it depends.
    line : int, optional
        Its line in the file, for error messages.
    kind : str
        Its category or program, or "".
    """

    name: str | int
    work: float
    parents: Sequence[str | int]
    line: int | None = None
    kind: str = ""


def task_entries(
    path: Path,
    tasks: Sequence[TaskRecord],
    carried: Mapping[tuple[str | int, str | int], int] | None = None,
    notes: tuple[str, ...] = (),
) -> CooEntries:
    """Convert tasks to entries: vertices in the order of the tasks, and edges by task and its parents.

    Parameters
    ----------
    path : Path
        Path of the file, for error messages.
    carried : mapping of (parent, task) to int, optional
        Bytes of data from a parent to its task. Without an entry a dependence carries no data.
    notes : tuple of str
        Properties of the tasks that the graph does not contain.

    Raises
    ------
    GraphFileError
        Two tasks have one name, a parent is missing or named twice, or the tasks form a cycle. The message
        names the task and its line. O(tasks + parents).
    """
    number: dict[str | int, int] = {}
    for task in tasks:
        if task.name in number:
            what = f"two tasks have the name {_shown(task.name)}"
            raise file_error(path, what, "give each task its own name", task.line)
        number[task.name] = len(number)
    src: list[int] = []
    dst: list[int] = []
    for task in tasks:
        seen = set()
        for parent in task.parents:
            owner = f"the task {_shown(task.name)}"
            if parent not in number:
                what = f"{owner} has the parent {_shown(parent)}, which is not in the file"
                raise file_error(path, what, "add the task or remove the parent", task.line)
            if parent in seen:
                what = f"{owner} names the parent {_shown(parent)} twice"
                raise file_error(path, what, "name it once", task.line)
            seen.add(parent)
            src.append(number[parent])
            dst.append(number[task.name])
    n = len(tasks)
    _check_acyclic(path, tasks, src, dst)
    vertex = {"operation": np.array([task.work for task in tasks], np.float64)}
    if any(task.kind for task in tasks):
        vertex["kind"] = np.array([task.kind or "task" for task in tasks])
    names = list(number)
    if names != list(range(n)):
        vertex["original_id"] = np.array(names)
    edge_bytes = None
    if carried is not None:
        found = [carried.get((names[u], names[v]), 0) for u, v in zip(src, dst, strict=True)]
        edge_bytes = np.array(found, np.int64)

    def problem(what: str, cure: str, entry: int | None) -> GraphFileError:
        return file_error(path, what, cure, None if entry is None else tasks[dst[entry]].line)

    return CooEntries(
        n,
        n,
        np.array(src, np.int64),
        np.array(dst, np.int64),
        np.zeros(len(src)),
        None,
        vertex,
        problem,
        edge_bytes,
        notes,
    )


def _check_acyclic(path: Path, tasks: Sequence[TaskRecord], src: list[int], dst: list[int]) -> None:
    """Raise an error that shows a cycle, if there is one."""
    children: list[list[int]] = [[] for _ in tasks]
    for u, v in zip(src, dst, strict=True):
        children[u].append(v)
    missing = [len(task.parents) for task in tasks]
    ready = [v for v, count in enumerate(missing) if count == 0]
    for u in ready:
        for v in children[u]:
            missing[v] -= 1
            if missing[v] == 0:
                ready.append(v)
    if len(ready) == len(tasks):
        return
    # Every remaining task has a remaining parent, so a walk from parent to parent returns to a task.
    parent = {v: u for u, v in zip(src, dst, strict=True) if missing[u] and missing[v]}
    following = next(v for v, count in enumerate(missing) if count)
    place: dict[int, int] = {}
    while following not in place:
        place[following] = len(place)
        following = parent[following]
    cycle = [*list(place)[place[following] :], following][::-1]
    names = [_shown(tasks[v].name) for v in cycle]
    if len(names) > 8:
        names = [*names[:4], "...", *names[-3:]]
    raise file_error(
        path,
        f"the tasks form a cycle, {' -> '.join(names)}",
        "remove one of these dependences",
        tasks[cycle[0]].line,
    )


def _shown(name: str | int) -> str:
    return str(name) if isinstance(name, int) else shown(name.encode("utf-8", "backslashreplace"))
