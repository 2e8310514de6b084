"""A cache of graphs, partitions and cluster graphs that points share, for all processes of an experiment.

The last few of each kind stay in the memory of a process. With a folder, the first process that needs an
entry makes it and stores it there, and the others wait for it. A file lock guards each entry; the operating
system releases the lock when its process ends. The folder belongs to one execution, which makes it under a
name that cannot be guessed. Its files contain plain data (:mod:`numasim.experiments.array_files`), so reading
a file never runs code.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from numasim.experiments.array_files import NotPlain, load, save
from partitioners.errors import InputError
from partitioners.storage.file_lock import lock_file


class SharedCache:
    """A cache of values of one kind, by the hash of everything that determines a value.

    Parameters
    ----------
    size : int
        The number of values that stay in memory.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._made: dict[str, Any] = {}

    def get(self, key: str, make: Callable[[], Any], folder: Path | None = None, graph: Any = None) -> Any:
        """Return the value of a key; make it only if neither this process nor the folder has it.

        Parameters
        ----------
        folder : Path, optional
            The folder that the processes share.
        graph : Graph, optional
            A graph in the value that every process has, and that is not written again.
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
    """The caches of a process that runs points one after the other: the last few values of each kind.

    Attributes
    ----------
    graphs, partitions, clusters : SharedCache
        Values of experiments on cores; a partition is stored with its quality.
    matrices, cuts : SharedCache
        Values of experiments on GPUs.
    traces : SharedCache
        Traces of GPU programs and of threads; a trace is large, so only one is kept.
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
        # If the disk is full, or a plug-in returned other than plain data, every process makes its own value.
        with contextlib.suppress(InputError, NotPlain):
            save(path, value, graph)
        return value


@contextlib.contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Hold a file lock; on a system without such locks, do nothing."""
    with contextlib.ExitStack() as held:
        with contextlib.suppress(OSError):
            lock_file(held.enter_context(lock.open("wb")), wait=True)
        yield
