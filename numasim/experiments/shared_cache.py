"""Graphs, partitions and cluster graphs that points share, made once for all the processes of an experiment.

The last few of each kind stay in the memory of a process. With a folder, the first process that needs one
makes it and leaves it there, and the others wait for it. A lock of the system guards each, and is gone with
its process. The folder belongs to one execution, which makes it under a name that cannot be guessed. Its
files hold plain data (:mod:`numasim.experiments.array_files`), so reading one never runs code.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from numasim.experiments.array_files import NotPlain, load, save
from partitioners.errors import InputError


class SharedCache:
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


def _few() -> SharedCache:
    return SharedCache(2)


def _one() -> SharedCache:
    return SharedCache(1)


@dataclass(frozen=True)
class Kept:
    """What a process keeps of the points that it runs one after the other: the last few of each kind.

    Attributes
    ----------
    graphs, partitions, clusters : SharedCache
        Of experiments on cores; a partition has its quality with it.
    matrices, cuts, traces : SharedCache
        Of experiments on GPUs; a trace is large, so only one is kept.
    """

    graphs: SharedCache = field(default_factory=_few)
    partitions: SharedCache = field(default_factory=_few)
    clusters: SharedCache = field(default_factory=_few)
    matrices: SharedCache = field(default_factory=_few)
    cuts: SharedCache = field(default_factory=_few)
    traces: SharedCache = field(default_factory=_one)


def _shared(path: Path, make: Callable[[], Any], graph: Any) -> Any:
    with _alone(path.with_suffix(".lock")):
        if path.is_file():
            return load(path, graph)
        value = make()
        # Where the disk is full, or a plug-in returned what is no plain data, every process makes its own.
        with contextlib.suppress(InputError, NotPlain):
            save(path, value, graph)
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
