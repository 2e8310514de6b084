"""The cores on which clusters run: a finished mapping, or mappers that a run calls.

An on-line mapper places clusters as they become ready. A periodic mapper moves them to other cores.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Mapping as MappingType
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import VerificationError
from partitioners.graph import frozen
from partitioners.kernels.array_types import Integers


@dataclass(frozen=True, eq=False)
class CoreState:
    """The state of the cores at one moment, as passed to an on-line mapper.

    Attributes
    ----------
    clusters : ndarray of int64, shape (cores,)
        Number of clusters placed on each core.
    work : ndarray of int64, shape (cores,)
        Cycles of work of those clusters, whether finished or not.
    """

    clusters: NDArray[np.int64]
    work: NDArray[np.int64]


@runtime_checkable
class OnlineMapper(Protocol):
    """A mapper that is called repeatedly, whenever clusters become ready.

    A mapper function that returns an object with this method is on-line; one that returns an array is static.
    """

    def place(self, ready: NDArray[np.int64], state: CoreState) -> NDArray[np.int32]:
        """Return the core of each cluster in ``ready``, in that order. Each cluster is placed once."""


@dataclass(frozen=True, eq=False)
class Measurements:
    """What a run has measured when it asks a mapper again (``mapping: {policy: periodic}``).

    Attributes
    ----------
    cycle : int
        The cycle of the question.
    core_of_cluster : ndarray of int32, shape (p,)
        The core of each cluster. A cluster that is on its way has its new core.
    movable : ndarray of bool, shape (p,)
        Whether the cluster can move now. If not, it stays where it is, whatever the answer.
    work_left : ndarray of int64, shape (p,)
        Cycles of the tasks of each cluster that have not begun.
    indptr, target : ndarray of int64 (p + 1,) and int32 (k,)
        The pairs that exchanged values since the previous question, compressed by rows: cluster ``a`` sent
        to ``target[indptr[a]:indptr[a + 1]]``, ascending.
    messages, payload_bytes : ndarray of int64, shape (k,)
        Number of messages and bytes of payload in that direction since the previous question.
    """

    cycle: int
    core_of_cluster: NDArray[np.int32]
    movable: NDArray[np.bool_]
    work_left: NDArray[np.int64]
    indptr: NDArray[np.int64]
    target: NDArray[np.int32]
    messages: NDArray[np.int64]
    payload_bytes: NDArray[np.int64]


@runtime_checkable
class Remapper(OnlineMapper, Protocol):
    """An on-line mapper that also says where clusters continue. A run asks it periodically.

    Other mappers are called anew, with the work that is left and the measured messages as the cluster graph.
    """

    def remap(self, measured: Measurements) -> NDArray[np.int32]:
        """Return the core of every cluster from now on, shape (p,)."""


@dataclass(frozen=True, eq=False)
class Mapping:
    """One core for every cluster.

    Attributes
    ----------
    core_of_cluster : ndarray of int32, shape (p,)
    num_cores : int
        Cores are 0 .. num_cores - 1.
    method : str
        Name of the mapper.
    options : mapping
        Options with which it was called.
    """

    core_of_cluster: Integers
    num_cores: int
    method: str = ""
    options: MappingType[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        cores = np.asarray(self.core_of_cluster)
        if cores.ndim != 1 or (cores.size and cores.dtype.kind not in "iu"):
            raise VerificationError("core_of_cluster must be a one-dimensional array of integers")
        bad = np.flatnonzero((cores < 0) | (cores >= self.num_cores))
        if bad.size:
            first = int(bad[0])
            raise VerificationError(
                f"cluster {first} is mapped to core {int(cores[first])}; cores are 0 .. {self.num_cores - 1}"
            )
        object.__setattr__(self, "core_of_cluster", frozen(cores.astype(np.int32)))


@dataclass(frozen=True, eq=False)
class PeriodicMapping(Mapping):
    """A mapping for the start, and a mapper that a run asks again (``mapping: {policy: periodic}``).

    Attributes
    ----------
    every : int
        Cycles between two questions. The first one is at the end of this cycle.
    new_remap : callable
        Returns, for one run, a callable that takes :class:`Measurements` and returns the core of every
        cluster from now on.
    """

    _: KW_ONLY
    every: int
    new_remap: Callable[[], Callable[[Measurements], Any]]


@dataclass(frozen=True, eq=False)
class OnlineMapping:
    """A mapper that places clusters while the program runs (``mapping: {policy: online}``).

    Attributes
    ----------
    new_mapper : callable
        Returns an :class:`OnlineMapper` for one run, which has placed no cluster yet.
    method : str
        Name of the mapper.
    options : mapping
        Options with which it was called.
    """

    new_mapper: Callable[[], OnlineMapper]
    num_clusters: int
    num_cores: int
    method: str = ""
    options: MappingType[str, Any] = field(default_factory=dict)
