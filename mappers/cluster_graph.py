"""The partition as a mapper sees it: work per cluster, who talks to whom, what they share, who is first."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from partitioners.partition import Partition


@dataclass(frozen=True, eq=False)
class ClusterGraph:
    """Clusters, their work and their communication.

    Attributes
    ----------
    parts : int
        Clusters are 0 .. parts - 1.
    work : ndarray of int64, shape (p,)
        Cycles of work of each cluster.
    indptr, target : ndarray of int64 (p + 1,) and int32 (k,)
        Directed communication, compressed by rows: cluster ``a`` sends to ``target[indptr[a]:indptr[a +
        1]]``, ascending, never to itself.
    messages, payload_bytes : ndarray of int64, shape (k,)
        How many messages and how many bytes of payload go that way, over a whole run of one step.
    shared_indptr, shared_with, shared_blocks : ndarrays of int64 (p + 1,), int32 (s,), int64 (s,)
        Symmetric, compressed by rows: how many value blocks cluster ``a`` shares with each other cluster.
    ready_level : ndarray of int64, shape (p,)
        The level of the cluster's earliest ready task; the largest level + 1 for a cluster without tasks.
    """

    parts: int
    work: NDArray[np.int64]
    indptr: NDArray[np.int64]
    target: NDArray[np.int32]
    messages: NDArray[np.int64]
    payload_bytes: NDArray[np.int64]
    shared_indptr: NDArray[np.int64]
    shared_with: NDArray[np.int32]
    shared_blocks: NDArray[np.int64]
    ready_level: NDArray[np.int64]

    @property
    def ready_order(self) -> NDArray[np.int64]:
        """The clusters in the order in which they become ready: by (ready level, id), shape (p,)."""
        return np.argsort(self.ready_level, kind="stable")


def cluster_graph(
    partition: Partition, *, value_bytes: int = 8, cycles_per_weight: float = 1.0
) -> ClusterGraph:
    """The cluster graph of a partition."""
    raise NotImplementedError
