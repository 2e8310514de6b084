"""Group items by label with a counting sort."""

from __future__ import annotations

import numpy as np

from partitioners.kernels.array_types import Int64, Integers
from partitioners.kernels.cache import njit


@njit(cache=True)
def group(label: Integers, count: int) -> tuple[Int64, Int64]:
    """Group items by label. O(labels + count).

    Parameters
    ----------
    label : ndarray of int, shape (n,)
        The group of each item, 0 .. count - 1.
    count : int
        Number of groups.

    Returns
    -------
    first : ndarray of int64, shape (count + 1,)
    member : ndarray of int64, shape (n,)
        The items of group ``c`` are ``member[first[c]:first[c + 1]]``, ascending.
    """
    return group_as(label, count, np.empty(0, np.int64))


@njit(cache=True)
def group_as(label: Integers, count: int, like: Integers) -> tuple[Int64, Integers]:
    """Group items as in :func:`group`; members have the dtype of ``like`` (int32 takes half the memory)."""
    first = np.zeros(count + 1, np.int64)
    for c in label:
        first[c + 1] += 1
    for c in range(count):
        first[c + 1] += first[c]
    at = first[:-1].copy()
    member = np.empty(label.size, like.dtype)
    for v in range(label.size):
        member[at[label[v]]] = v
        at[label[v]] += 1
    return first, member
