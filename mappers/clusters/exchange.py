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
    from scipy.sparse import csr_array

    parts = indptr.size - 1
    k = target.size
    transposed = csr_array((np.arange(k), target, indptr), shape=(parts, parts)).tocsc()
    back = transposed.data
    rows = np.arange(parts, dtype=np.int64)
    keys = np.concatenate(
        [
            np.repeat(rows * parts, np.diff(indptr)) + target,
            np.repeat(rows * parts, np.diff(transposed.indptr)) + transposed.indices,
        ]
    )
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    starts = np.flatnonzero(np.diff(ordered, prepend=-1))
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
