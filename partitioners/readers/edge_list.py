"""Edge lists as SNAP and KONECT publish them: two ids a line, perhaps a weight, comments with # or %.

The ids may be anything: 64-bit integers with gaps, or names. They are ranked in ascending order, and the
vertex of rank r keeps its id as ``original_id[r]``.
"""

from __future__ import annotations

import io
import re
import warnings
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import InputError
from partitioners.readers.file_bytes import file_error
from partitioners.readers.lines import line_of_entry, line_text, without_comments
from partitioners.stored_entries import StoredEntries

_FILLED_LINE = re.compile(rb"\S[^\n]*")
_EMPTY_COLUMN = re.compile(rb"(?:^|[,;])[ \t]*[,;]|[,;][ \t\r]*$", re.MULTILINE)
_SEPARATORS = bytes.maketrans(b",;", b"  ")


def read_edge_list(data: bytes, path: Path) -> StoredEntries:
    """The edges of a list, in file order, first id -> second id.

    Columns are separated by blanks, tabs, commas or semicolons. The first line decides whether there is a
    third column, the weight, and whether ids are integers (then all must be) or names. Nothing in the format
    says whether an edge is directed; ``symmetric="both"`` says that it is not.

    Parameters
    ----------
    data : bytes
    path : Path
        For messages.

    Raises
    ------
    GraphFileError
        Naming the line: a wrong number of columns, an id that is no integer among integers or beyond 64
        bits, a weight that is no number, no edge at all. O(bytes + m log m).
    """
    text = without_comments(data)
    separated = b"," in text or b";" in text
    if separated and (empty := _EMPTY_COLUMN.search(text)):
        line = text.count(b"\n", 0, empty.start()) + 1
        raise file_error(path, f"{line_text(text, line)!r} has an empty column", "fill it in", line)
    text = text.translate(_SEPARATORS) if separated else text
    heads = [match[0].split() for match in islice(_FILLED_LINE.finditer(text), 2)]
    if not heads:
        raise file_error(path, "there is no edge in it", "expected two ids a line, and perhaps a weight")
    first, line = heads[0], line_of_entry(text, 0)
    if len(first) not in (2, 3):
        raise _wrong_columns(path, len(first), "two ids and perhaps a weight", line)
    named = not all(map(_is_integer, first[:2]))
    if named and len(heads) > 1 and len(heads[1]) > 1 and all(map(_is_integer, heads[1][:2])):
        raise file_error(
            path,
            f"{line_text(data, line)!r} holds names, and the line after it integers",
            "if it is the head of a table, put # before it",
            line,
        )
    columns = _read_fast(text, len(first), named) or _read_slowly(text, len(first), named, path)
    ids, ranks = _rank(np.concatenate(columns[:2])) if not named else _rank_names(columns[0], columns[1])
    m = columns[0].size

    def problem(what: str, cure: str, entry: int | None) -> InputError:
        return file_error(path, what, cure, None if entry is None else line_of_entry(text, entry))

    return StoredEntries(
        ids.size,
        ids.size,
        ranks[:m],
        ranks[m:],
        columns[2] if len(columns) > 2 else None,
        "symmetric",
        {"original_id": ids},
        problem,
    )


def _read_fast(text: bytes, width: int, named: bool) -> list[NDArray[Any]] | None:
    """The columns, by pandas; None where a line is not as the first one."""
    import pandas as pd

    types: dict[int, Any] = {0: str, 1: str} if named else {0: np.int64, 1: np.int64}
    if width == 3:
        types[2] = np.float64
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            frame = pd.read_csv(
                io.BytesIO(text),
                sep=r"\s+",
                header=None,
                names=list(types),
                dtype=types,
                index_col=False,
                quoting=3,
                na_filter=False,
                low_memory=False,
            )
    except (ValueError, OverflowError, pd.errors.ParserWarning):
        return None
    columns = [frame[column].to_numpy() for column in types]
    if named and (columns[1] == "").any():
        return None  # a line with one name: pandas fills it up
    return columns


def _read_slowly(text: bytes, width: int, named: bool, path: Path) -> list[NDArray[Any]]:
    """The columns, line by line: finds the line that is wrong, and takes what pandas does not."""
    columns: list[list[Any]] = [[] for _ in range(width)]
    for number, line in enumerate(text.split(b"\n"), 1):
        words = line.split()
        if not words:
            continue
        if len(words) != width:
            raise _wrong_columns(path, len(words), f"{width}, as in the lines before", number)
        for column, word in zip(columns[:2], words, strict=False):
            if named:
                try:
                    column.append(word.decode())
                except UnicodeDecodeError:
                    raise file_error(
                        path, "a name is not UTF-8 text", "write the file as UTF-8", number
                    ) from None
                continue
            if not _is_integer(word):
                shown = word.decode("utf-8", "replace")[:40]
                raise file_error(
                    path,
                    f"the id {shown!r} is not an integer, as those before it are",
                    "correct it; to use names, let the first line have names too",
                    number,
                )
            value = int(word)
            if not -(2**63) <= value < 2**64:
                raise file_error(path, f"the id {value} does not fit 64 bits", "renumber the ids", number)
            column.append(value)
        if width == 3:
            try:
                columns[2].append(float(words[2]))
            except ValueError:
                shown = words[2].decode("utf-8", "replace")[:40]
                raise file_error(
                    path, f"the weight {shown!r} is not a number", "correct it", number
                ) from None
    if named:
        return [np.array(columns[0]), np.array(columns[1]), *map(np.array, columns[2:])]
    low, high = min(map(min, columns[:2])), max(map(max, columns[:2]))
    if low < 0 and high >= 2**63:
        raise file_error(path, f"the ids run from {low} to {high}, more than 64 bits", "renumber the ids")
    kind = np.uint64 if high >= 2**63 else np.int64
    return [*(np.array(ids, kind) for ids in columns[:2]), *map(np.array, columns[2:])]


def _rank(ids: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.int64]]:
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


def _rank_names(source: NDArray[Any], target: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """As :func:`_rank`, for names; ascending by code point."""
    import pandas as pd

    codes, names = pd.factorize(np.concatenate([source.astype(object), target.astype(object)]))
    names = np.array(names, dtype=str)
    order = np.argsort(names, kind="stable")
    rank = np.empty(order.size, np.int64)
    rank[order] = np.arange(order.size)
    return names[order], rank[codes]


def _wrong_columns(path: Path, found: int, expected: str, line: int) -> InputError:
    plural = "" if found == 1 else "s"
    return file_error(
        path, f"there {'is' if found == 1 else 'are'} {found} column{plural}", f"expected {expected}", line
    )


def _is_integer(word: bytes) -> bool:
    return word.removeprefix(b"-").removeprefix(b"+").isdigit()
