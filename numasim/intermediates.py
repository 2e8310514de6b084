"""Graphs, partitions and cluster graphs that points share, made once for all the processes of an experiment.

The last few of each kind stay in the memory of a process. With a folder, whoever needs one first makes it and
leaves it there, and the others wait for it: a lock of the system guards each, and is gone with its process.
The folder belongs to one execution, which empties it first, so nothing is read that others have put there.
"""

from __future__ import annotations

import contextlib
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any


class Intermediates:
    """Things of one kind, by the hash of all that decides them.

    Parameters
    ----------
    size : int
        How many stay in memory.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._made: dict[str, Any] = {}

    def get(self, key: str, make: Callable[[], Any], folder: Path | None = None, graph: Any = None) -> Any:
        """The thing, made only where neither this process nor the folder has it.

        Parameters
        ----------
        key : str
        make : callable
        folder : Path, optional
            Shared by processes.
        graph : Graph, optional
            That it refers to and that is not to be written again with it.
        """
        if key in self._made:
            value = self._made.pop(key)
        else:
            value = make() if folder is None else _shared(folder / key, make, graph)
        self._made[key] = value
        while len(self._made) > self._size:
            del self._made[next(iter(self._made))]
        return value


def _shared(path: Path, make: Callable[[], Any], graph: Any) -> Any:
    with _alone(path.with_suffix(".lock")):
        with contextlib.suppress(FileNotFoundError), path.open("rb") as stream:
            return _Reader(stream, graph).load()
        value = make()
        part = path.with_suffix(".part")
        # Where the disk is full, or a plug-in returned what cannot be written, every process makes its own.
        with contextlib.suppress(OSError, pickle.PicklingError, TypeError, AttributeError):
            with part.open("wb") as stream:
                _Writer(stream, graph).dump(value)
            part.replace(path)
        return value


@contextlib.contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Let one process at a time in; all of them where the system has no such locks."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with contextlib.ExitStack() as held:
        with contextlib.suppress(OSError):
            stream = held.enter_context(lock.open("wb"))
            fcntl.flock(stream, fcntl.LOCK_EX)
        yield


class _Writer(pickle.Pickler):
    def __init__(self, stream: Any, graph: Any) -> None:
        super().__init__(stream, protocol=5)
        self._graph = graph

    def persistent_id(self, value: Any) -> str | None:
        return "graph" if value is self._graph and value is not None else None


class _Reader(pickle.Unpickler):
    def __init__(self, stream: Any, graph: Any) -> None:
        super().__init__(stream)
        self._graph = graph

    def persistent_load(self, name: str) -> Any:
        return self._graph
