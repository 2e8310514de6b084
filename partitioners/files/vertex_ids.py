"""Conversion of ids in a file, integers or names, to vertex numbers by ascending rank."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partitioners.files.lines import to_integer

_PADDED = re.compile(rb"(?m)(?:^|[\s,;\"])(?:\+\d|-?0\d|-0(?:[\s,;\"]|$))")


def has_padded_ids(text: bytes) -> bool:
    """Whether a text may have an integer with leading zeros or a needless sign, such as 007, +7 or -0."""
    return _PADDED.search(text) is not None


def is_padded(word: bytes) -> bool:
    """Whether a word is an integer that is not written as Python writes it."""
    value = to_integer(word)
    return value is not None and word != b"%d" % value


def rank_ids(
    source: NDArray[Any], target: NDArray[Any], *, apart: bool = False
) -> tuple[NDArray[Any], NDArray[np.int64], NDArray[np.int64]]:
    """The distinct ids of both columns in ascending order, and the vertices of both columns.

    Parameters
    ----------
    source, target : ndarray, shape (m,)
        Both of integers of one type, or both of texts.
    apart : bool
        Whether the columns number different things: those of ``source`` are the first vertices.
    """
    if apart:
        (left, row), (right, column) = _rank(source), _rank(target)
        return np.concatenate([left, right]), row, column + left.size
    ids, ranks = _rank(np.concatenate([source, target]))
    return ids, ranks[: source.size], ranks[source.size :]


def _rank(ids: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.int64]]:
    return rank_integers(ids) if ids.dtype.kind in "iu" else rank_names(ids)


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


def rank_names(ids: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Like :func:`rank_integers`, for names, sorted by code point."""
    import pandas as pd

    codes, names = pd.factorize(ids.astype(object))
    names = np.array(names, dtype=str)
    order = np.argsort(names, kind="stable")
    rank = np.empty(order.size, np.int64)
    rank[order] = np.arange(order.size)
    return names[order], rank[codes]
