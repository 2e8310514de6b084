"""Mappers of threads: which core runs each thread, one thread a core."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import OptionError
from partitioners.files.id_files import read_ids
from partitioners.plugins.registry import Registry


def compact(threads: int, socket_of_core: NDArray[np.int64]) -> NDArray[np.int64]:
    """Fill one socket after the other, each in the order of its cores.

    Parameters
    ----------
    socket_of_core : ndarray of int64, shape (cores,)

    Returns
    -------
    ndarray of int64, shape (threads,)
        The core of each thread.
    """
    return np.argsort(socket_of_core, kind="stable")[:threads]


def scatter(threads: int, socket_of_core: NDArray[np.int64]) -> NDArray[np.int64]:
    """Spread the threads evenly over the sockets and, in each socket, over its cores.

    It is the policy ``spread`` of OpenMP. Parameters and result are those of :func:`compact`.
    """
    order = np.argsort(socket_of_core, kind="stable")
    return order[np.arange(threads) * order.size // threads]


def random(threads: int, socket_of_core: NDArray[np.int64], *, seed: int = 0) -> NDArray[np.int64]:
    """Choose cores at random, from a seed.

    Parameters
    ----------
    socket_of_core : ndarray of int64, shape (cores,)
    """
    return np.random.default_rng(seed).permutation(socket_of_core.size)[:threads]


THREAD_MAPPERS = Registry(
    "thread mapper",
    "numasim.thread_mappers",
    {name: f"numasim.threads.mapping:{name}" for name in ("compact", "scatter", "random")},
)
"""Every mapper of threads: a function of the number of threads and the socket of each core."""


def map_threads(
    threads: int,
    socket_of_core: NDArray[np.int64],
    method: str = "compact",
    *,
    seed: int = 0,
    **options: object,
) -> NDArray[np.int64]:
    """Map threads onto cores.

    Parameters
    ----------
    socket_of_core : ndarray of int64, shape (cores,)
    **options
        Options of the method.

    Returns
    -------
    ndarray of int64, shape (threads,)

    Raises
    ------
    UnknownNameError
        There is no such mapper.
    OptionError
        There are more threads than cores, or the mapper does not return one core of its own for each.
    """
    plugin = THREAD_MAPPERS[method]
    check_threads(threads, socket_of_core.size)
    found = np.asarray(plugin.call(threads, socket_of_core, options=options, seed=seed))
    return check_cores(found, threads, socket_of_core.size, f"thread mapper {method!r}")


def read_thread_cores(path: Path, threads: int, cores: int) -> NDArray[np.int64]:
    """Read the core of each thread from a file with one core a line.

    Raises
    ------
    GraphFileError
        The file does not have one integer a line.
    OptionError
        It does not name one core of its own for each thread.
    """
    check_threads(threads, cores)
    return check_cores(np.asarray(read_ids(path, "core of a thread")), threads, cores, str(path))


def check_threads(threads: int, cores: int) -> None:
    """Raise an OptionError if there are no threads, or more than cores."""
    if not 1 <= threads <= cores:
        raise OptionError(
            f"{threads} threads do not fit on {cores} cores, which run one thread each; use 1 to {cores} "
            "threads or a larger machine"
        )


def check_cores(found: NDArray[np.int64], threads: int, cores: int, owner: str) -> NDArray[np.int64]:
    """Raise an OptionError if the cores are not one of its own for each thread; return them as int64."""
    if found.shape != (threads,) or found.dtype.kind not in "iu":
        raise OptionError(f"{owner} names {found.size} cores; expected one for each of {threads} threads")
    wrong = np.flatnonzero((found < 0) | (found >= cores))
    if wrong.size:
        raise OptionError(
            f"{owner} puts thread {wrong[0]} on core {found[wrong[0]]}; the cores are 0 to {cores - 1}"
        )
    used, count = np.unique(found, return_counts=True)
    if (count > 1).any():
        twice = used[count > 1][0]
        first, second = np.flatnonzero(found == twice)[:2]
        raise OptionError(
            f"{owner} puts threads {first} and {second} on core {twice}; a core runs one thread"
        )
    return found.astype(np.int64)
