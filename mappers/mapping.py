"""The cores on which clusters run: a finished mapping, or an on-line mapper that places them during a run."""

from __future__ import annotations

from collections.abc import Mapping as MappingType
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import VerificationError


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

    core_of_cluster: NDArray[np.signedinteger[Any]]
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
        cores = cores.astype(np.int32)
        cores.flags.writeable = False
        object.__setattr__(self, "core_of_cluster", cores)


@dataclass(frozen=True, eq=False)
class OnlineMapping:
    """A mapper that places clusters while the program runs (``mapping: {policy: online}``).

    Attributes
    ----------
    mapper : OnlineMapper
        A new mapper that has placed no cluster yet. It is used for one run.
    num_clusters, num_cores : int
    method : str
        Name of the mapper.
    options : mapping
        Options with which it was called.
    """

    mapper: OnlineMapper
    num_clusters: int
    num_cores: int
    method: str = ""
    options: MappingType[str, Any] = field(default_factory=dict)
