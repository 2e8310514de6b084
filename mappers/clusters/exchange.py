"""The communication between pairs of clusters, with both directions summed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Number = TypeVar("Number", np.int64, np.float64)


@dataclass(frozen=True, eq=False)
class Exchange:
    """The communication of a cluster graph without its direction.

    Attributes
    ----------
    indptr, other : ndarray of int64 (p + 1,) and int32 (k,)
        Cluster ``a`` exchanges messages with ``other[indptr[a]:indptr[a + 1]]``, ascending. Every pair is
        stored twice, once in each row.
    messages, payload_bytes : ndarray of int64, shape (k,)
        Sums over the two directions.
    critical_messages : ndarray of float64, shape (k,)
        Sum over the two directions, as in ClusterGraph.
    """

    indptr: NDArray[np.int64]
    other: NDArray[np.int32]
    messages: NDArray[np.int64]
    payload_bytes: NDArray[np.int64]
    critical_messages: NDArray[np.float64]


def first_of_equal(keys: NDArray[np.int64]) -> NDArray[np.int64]:
    """The position of the first of equal keys, which are sorted."""
    differs = np.ones(keys.size, bool)
    differs[1:] = keys[1:] != keys[:-1]
    return np.flatnonzero(differs)


def both_directions(
    indptr: NDArray[np.int64],
    target: NDArray[np.int32],
    messages: NDArray[np.int64],
    payload_bytes: NDArray[np.int64],
    critical_messages: NDArray[np.float64],
) -> Exchange:
    """Sum the two directions of a communication graph that is compressed by rows, columns ascending.

    Notes
    -----
    Linear in the number of pairs: a counting sort gives the transpose, which is merged with the original as
    two sorted runs.
    """
    from partitioners.kernels.grouping import group  # imports Numba

    parts = indptr.size - 1
    k = target.size
    back = group(target, parts)[1]
    source = np.repeat(np.arange(parts, dtype=np.int64), np.diff(indptr))
    keys = np.concatenate([source * parts + target, target[back].astype(np.int64) * parts + source[back]])
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    starts = first_of_equal(ordered)
    pair = ordered[starts]

    def total(values: NDArray[Number]) -> NDArray[Number]:
        if k == 0:
            return values
        return np.add.reduceat(np.concatenate([values, values[back]])[order], starts)

    return Exchange(
        indptr=np.searchsorted(pair, np.arange(parts + 1) * parts),
        other=(pair % parts).astype(np.int32),
        messages=total(messages),
        payload_bytes=total(payload_bytes),
        critical_messages=total(critical_messages),
    )
