"""WfCommons: JSON files of scientific workflows, schema versions 1.0 to 1.6.

Coleman, Casanova, Pottier, Kaushik, Deelman and Ferreira da Silva, "WfCommons: a framework for enabling
scientific workflow research and development", Future Generation Computer Systems 128, 2022. The format:
https://github.com/wfcommons/WfFormat. From version 1.5 on, ``workflow.specification`` has the tasks and the
files, and ``workflow.execution`` has the run times. In earlier versions, ``workflow.tasks`` (or ``jobs``) has
everything.
"""

from __future__ import annotations

import json
import math
import warnings
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from partitioners.errors import GraphFileError
from partitioners.files.coo_entries import CooEntries
from partitioners.files.file_bytes import file_error
from partitioners.files.lines import shown
from partitioners.files.task_records import TaskRecord, task_entries
from partitioners.graph import MAX_BYTES

KNOWN_VERSIONS = tuple(f"1.{minor}" for minor in range(7))

Bytes = dict[tuple[str | int, str | int], int]


def read_wfcommons(data: bytes, path: Path) -> CooEntries:
    """Read the tasks of a workflow, with their run times in seconds as work, and the data between them.

    An edge carries the files that its tail writes and its head reads. A task depends on its ``parents`` and
    on the tasks that have it among their ``children``.

    Parameters
    ----------
    path : Path
        Path of the file, for error messages.

    Raises
    ------
    GraphFileError
        The file is not JSON or not a workflow, a run time or the size of a file is missing or negative, a
        parent is missing, or the tasks form a cycle. The message names the task. O(bytes).

    Warns
    -----
    UserWarning
        The workflow has no run times, so every task has the work 1; its schema version is not known; or a
        task reads a file of a task on which it does not depend; or the file has parents and children that
        contradict each other.
    """
    return _Reader(path).read(data)


class _Reader:
    def __init__(self, path: Path) -> None:
        self.path = path
        self._contradiction = ""

    def read(self, data: bytes) -> CooEntries:
        try:
            document = json.loads(data.decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise file_error(
                self.path, "the file is not UTF-8 text", "write the file as UTF-8", line
            ) from None
        except json.JSONDecodeError as error:
            raise file_error(self.path, f"not valid JSON, {error.msg}", "correct it", error.lineno) from None
        except (RecursionError, ValueError):  # ValueError: an integer of thousands of digits
            raise self._error(
                "the JSON is nested too deeply or has a number of too many digits", "correct it"
            ) from None
        self._check_version(self._mapping(document, "the file").get("schemaVersion"))
        workflow = document.get("workflow")
        workflow = self._mapping(workflow, "`workflow`")
        later = "specification" in workflow
        specification = self._mapping(workflow["specification"], "`specification`") if later else workflow
        records = self._records(specification, "tasks" if later or "tasks" in workflow else "jobs")
        executed = records
        if later:
            execution = self._mapping(workflow.get("execution", {}), "`execution`")
            executed = self._records(execution, "tasks") if execution else {}
            for name in executed:
                if name not in records:
                    what = f"the task {_shown(name)} was executed but is not in the specification"
                    raise self._error(what, "add it to the tasks of the specification")
        tasks = self._tasks(records, executed)
        wide = sum(1 for each in executed.values() if _is_wide(each))
        notes: tuple[str, ...] = ()
        if wide:
            notes = (f"{wide} of {len(tasks)} tasks used several cores; here each takes its run time on one",)
        size = self._sizes(specification.get("files", [])) if later else None
        carried, differ = self._carried(records, tasks, size)
        if differ:
            files = "1 file has" if differ == 1 else f"{differ} files have"
            notes += (f"{files} another size where it is read than where it is written; the reader's counts",)
        entries = task_entries(self.path, tasks, carried, notes)
        if self._contradiction:  # a wrong parent or a cycle is an error, which comes first
            warnings.warn(f"{self.path}: {self._contradiction}", stacklevel=4)
        return entries

    def _check_version(self, version: Any) -> None:
        if version is not None and str(version) not in KNOWN_VERSIONS:
            said = f"{self.path}: the schema version {_shown(str(version)[:40])} is not one of 1.0 to 1.6"
            warnings.warn(f"{said}; it is read as the nearest of them", stacklevel=5)

    def _records(self, owner: Mapping[str, Any], key: str) -> dict[str, Mapping[str, Any]]:
        """The tasks by id, or by name if they have no id."""
        found: dict[str, Mapping[str, Any]] = {}
        for each in self._list(owner.get(key), f"`{key}`"):
            record = self._mapping(each, f"an entry of `{key}`")
            name = record.get("id", record.get("name"))
            if not isinstance(name, str) or not name:
                raise self._error("a task has neither an id nor a name", "give it an id, a text")
            if name in found:
                raise self._error(f"two tasks have the name {_shown(name)}", "give each task its own name")
            found[name] = record
        return found

    def _tasks(
        self, records: Mapping[str, Mapping[str, Any]], executed: Mapping[str, Mapping[str, Any]]
    ) -> list[TaskRecord]:
        by_name: dict[str, str | None] = {}
        for name, record in records.items():  # earlier versions refer to names, which may occur twice
            other = record.get("name")
            if isinstance(other, str) and other != name:
                by_name[other] = None if other in by_name else name

        def resolved(given: Any, owner: str) -> str:
            if not isinstance(given, str):
                what = f"the task {_shown(owner)} refers to a task by {_value(given)}"
                raise self._error(what, "use the id of the task, a text")
            return given if given in records else by_name.get(given) or given

        parents: dict[str, dict[str | int, None]] = {name: {} for name in records}
        for name, record in records.items():
            for given in self._list(record.get("parents", []), f"the parents of the task {_shown(name)}"):
                parents[name][resolved(given, name)] = None
        by_parents = {(str(parent), name) for name, given in parents.items() for parent in given}
        by_children: set[tuple[str, str]] = set()
        for name, record in records.items():
            for given in self._list(record.get("children", []), f"the children of the task {_shown(name)}"):
                child = resolved(given, name)
                if child not in records:
                    what = f"the task {_shown(name)} has the child {_shown(child)}, which is not in the file"
                    raise self._error(what, "add the task or remove the child")
                parents[child][name] = None
                by_children.add((name, child))
        if by_parents and by_children:
            self._contradiction = _contradiction(by_parents, by_children)
        times = {name: each.get("runtimeInSeconds", each.get("runtime")) for name, each in executed.items()}
        if all(time is None for time in times.values()):
            said = f"{self.path}: the file has no run times, so every task has the work 1"
            warnings.warn(said, stacklevel=5)
            times = dict.fromkeys(records, 1)
        return [
            TaskRecord(
                name,
                self._time(name, times.get(name)),
                [*parents[name]],
                kind=_kind(record, executed.get(name, {})),
            )
            for name, record in records.items()
        ]

    def _time(self, name: str, time: Any) -> float:
        if time is None:
            what = f"the task {_shown(name)} has no run time, but other tasks have one"
            raise self._error(what, "give every task its `runtimeInSeconds`")
        if isinstance(time, bool) or not isinstance(time, (int, float)) or not 0 <= time < math.inf:
            what = f"the task {_shown(name)} has the run time {_value(time)}"
            raise self._error(what, "a run time is a finite number of seconds, at least 0")
        return float(time)

    def _sizes(self, files: Any) -> dict[str, int]:
        return dict(
            self._size(self._mapping(each, "an entry of `files`")) for each in self._list(files, "`files`")
        )

    def _size(self, record: Mapping[str, Any]) -> tuple[str, int]:
        """The id and the size of a file."""
        name, size = record.get("id", record.get("name")), record.get("sizeInBytes", record.get("size"))
        if not isinstance(name, str):
            raise self._error("a file has neither an id nor a name", "give it an id, a text")
        if isinstance(size, bool) or not isinstance(size, int) or not 0 <= size < MAX_BYTES:
            what = f"the file {_shown(name)} has the size {_value(size)}"
            raise self._error(what, "`sizeInBytes` is an integer from 0 to 2^53")
        return name, size

    def _carried(
        self,
        records: Mapping[str, Mapping[str, Any]],
        tasks: Iterable[TaskRecord],
        size: Mapping[str, int] | None,
    ) -> tuple[Bytes, int]:
        """The bytes from each parent to each task, and the number of files with two sizes.

        ``size`` is None if the tasks describe their own files.
        """
        written: dict[str | int, dict[str, int]] = {}
        read: dict[str | int, dict[str, int]] = {}
        for name, record in records.items():
            if size is not None:
                for key, into in (("outputFiles", written), ("inputFiles", read)):
                    files = self._list(record.get(key, []), f"`{key}` of the task {_shown(name)}")
                    into[name] = {file: self._known(file, name, size) for file in files}
                continue
            written[name], read[name] = {}, {}
            for each in self._list(record.get("files", []), f"`files` of the task {_shown(name)}"):
                file = self._mapping(each, f"a file of the task {_shown(name)}")
                into = written if file.get("link") == "output" else read
                into[name].update([self._size(file)])
        found: Bytes = {}
        differ: set[tuple[str | int, str]] = set()
        for task in tasks:
            needed = read[task.name]
            for parent in task.parents:
                output = written.get(parent, {})
                shared = [file for file in output if file in needed]
                found[parent, task.name] = sum(needed[file] for file in shared)
                differ.update((parent, file) for file in shared if output[file] != needed[file])
        self._warn_of_missing(written, read, found)
        return found, len(differ)

    def _warn_of_missing(
        self,
        written: Mapping[str | int, Mapping[str, int]],
        read: Mapping[str | int, Mapping[str, int]],
        found: Bytes,
    ) -> None:
        """Warn if a task reads a file of a task on which it does not depend, not even in steps."""
        writers: dict[str, list[str | int]] = {}
        for task, files in written.items():
            for file in files:
                writers.setdefault(file, []).append(task)
        parents: dict[str | int, list[str | int]] = {}
        for parent, task in found:
            parents.setdefault(task, []).append(parent)
        missing = []
        for task, files in read.items():
            others = {(w, file) for file in files for w in writers.get(file, ()) if w != task}
            others = {(w, file) for w, file in others if (w, task) not in found}
            if others:
                before, queue = set[str | int](), [task]
                while queue:
                    for parent in parents.get(queue.pop(), ()):
                        if parent not in before:
                            before.add(parent)
                            queue.append(parent)
                missing += [(w, task, file) for w, file in sorted(others, key=str) if w not in before]
        if missing:
            writer, task, file = missing[0]
            more = f", the first of {len(missing)}" if len(missing) > 1 else ""
            warnings.warn(
                f"{self.path}: the task {_shown(str(task))} reads the file {_shown(file)}, which the task "
                f"{_shown(str(writer))} writes, but does not depend on it{more}; name it among the parents",
                stacklevel=6,
            )

    def _known(self, file: Any, task: str, size: Mapping[str, int]) -> int:
        if not isinstance(file, str) or file not in size:
            what = f"the task {_shown(task)} has the file {_value(file)}, which is not in `files`"
            raise self._error(what, "add the file with its `sizeInBytes`")
        return size[file]

    def _mapping(self, value: Any, what: str) -> Mapping[str, Any]:
        if not isinstance(value, Mapping):
            raise self._error(f"{what} is not a JSON object", "write it as WfCommons does, schema 1.0 to 1.6")
        return value

    def _list(self, value: Any, what: str) -> list[Any]:
        if not isinstance(value, list):
            raise self._error(f"{what} is not a list", "write it as WfCommons does, schema 1.0 to 1.6")
        return value

    def _error(self, what: str, cure: str) -> GraphFileError:
        return file_error(self.path, what, cure)


def _is_wide(record: Mapping[str, Any]) -> bool:
    cores = record.get("coreCount", record.get("cores", 1))
    return isinstance(cores, (int, float)) and cores > 1


def _shown(name: str) -> str:
    return shown(name.encode("utf-8", "backslashreplace"))


def _value(value: Any) -> str:
    """A value as the file has it: only texts are in quotes."""
    return _shown(value) if isinstance(value, str) else json.dumps(value)[:40]


def _kind(record: Mapping[str, Any], executed: Mapping[str, Any]) -> str:
    """The category of a task, or else the program that it executed, or else its name beside an id."""
    command = executed.get("command")
    program = command.get("program") if isinstance(command, Mapping) else None
    name = record.get("name") if record.get("id", record.get("name")) != record.get("name") else None
    found = record.get("category") or program or name
    return found if isinstance(found, str) else ""


def _contradiction(by_parents: set[tuple[str, str]], by_children: set[tuple[str, str]]) -> str:
    """What is said of dependences, as pairs of parent and child, that only one of the two lists has."""
    single = sorted(by_parents ^ by_children)
    if not single:
        return ""
    parent, child = map(_shown, single[0])
    told = f"the task {child} has the parent {parent}, which does not have it among its children"
    if single[0] in by_children:
        told = f"the task {parent} has the child {child}, which does not have it among its parents"
    more = f", the first of {len(single)}" if len(single) > 1 else ""
    return f"{told}{more}; both lists count: correct the wrong one"
