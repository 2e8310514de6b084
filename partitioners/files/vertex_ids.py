"""Conversion of ids in a file, integers or names, to vertex numbers by ascending rank."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def rank_integers(ids: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """The distinct ids in ascending order, and the rank of each id among them."""
    low, high = int(ids.min()), int(ids.max())
    if high - low < 4 * ids.size + 1024:  # dense: a table is faster than sorting
        shifted = (ids - ids.dtype.type(low)).astype(np.int64)
        present = np.zeros(high - low + 1, bool)
        present[shifted] = True
        rank = np.cumsum(present) - 1
        return np.flatnonzero(present).astype(ids.dtype) + ids.dtype.type(low), rank[shifted]
    order = np.argsort(ids, kind="stable")
    ascending = ids[order]
    new = np.append(True, ascending[1:] != ascending[:-1])
    rank = np.empty(ids.size, np.int64)
    rank[order] = np.cumsum(new) - 1
    return ascending[new], rank


def rank_names(source: NDArray[Any], target: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """:func:`rank_integers` for names, in ascending order of code points."""
    import pandas as pd

    codes, names = pd.factorize(np.concatenate([source.astype(object), target.astype(object)]))
    names = np.array(names, dtype=str)
    order = np.argsort(names, kind="stable")
    rank = np.empty(order.size, np.int64)
    rank[order] = np.arange(order.size)
    return names[order], rank[codes]
