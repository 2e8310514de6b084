"""Edge lists as SNAP and KONECT publish them: two ids per line, an optional weight, comments with # or %.

The ids are 64-bit integers, possibly with gaps, or names. They are ranked in ascending order, and the vertex
of rank r keeps its id as ``original_id[r]``.
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
from partitioners.files.coo_entries import CooEntries
from partitioners.files.edge_table import HEAD_CURE, find_head, id_columns, read_edge_table
from partitioners.files.file_bytes import file_error
from partitioners.files.lines import (
    is_number,
    line_of_entry,
    line_text,
    shown,
    to_integer,
    without_comments,
)
from partitioners.files.vertex_ids import rank_integers, rank_names

_FILLED_LINE = re.compile(rb"\S[^\n]*")
_EMPTY_COLUMN = re.compile(rb"(?:^|[,;])[ \t]*[,;]|[,;][ \t\r]*$", re.MULTILINE)
_SEPARATORS = bytes.maketrans(b",;", b"  ")

SMALL = 1 << 16
"""Size in bytes up to which a file is read without pandas, since the import of pandas would take longer."""


def read_edge_list(data: bytes, path: Path) -> CooEntries:
    """Read the edges of a list in file order, first id -> second id.

    Columns are separated by blanks, tabs, commas or semicolons. The first line determines whether there is a
    third column, the weight, and whether ids are integers (then all must be integers) or names. The format
    does not define whether edges are directed; with ``symmetric_entries="two_edges"`` they are undirected.

    Parameters
    ----------
    data : bytes
    path : Path
        Path of the file, for error messages.

    Raises
    ------
    GraphFileError
        The number of columns is wrong, an id among integers is not an integer or exceeds 64 bits, a weight is
        not a number, or there are no edges. The message has the line. O(bytes + m log m).
    """
    text = without_comments(data)
    begin = _FILLED_LINE.search(text)
    if begin is None:
        raise file_error(path, "the file has no edges", "expected two ids and an optional weight per line")
    line = text.count(b"\n", 0, begin.start()) + 1
    head = find_head(begin[0])
    if head is not None:
        columns = read_edge_table(text, head, line, path)
        first_edge = line
        named = columns[0].dtype.kind not in "iu"
    else:
        text, named, width = _without_separators(text, line, path)
        is_small = len(text) < SMALL and width == 2 and not named and b"\r" not in text
        read = None if is_small else read_columns(text, width, named)
        columns = read or _read_slowly(text, width, named, path)
        first_edge = 0
    if named:
        ids, ranks = rank_names(columns[0], columns[1])
    else:
        ids, ranks = rank_integers(np.concatenate(columns[:2]))
    m = columns[0].size

    def problem(what: str, cure: str, entry: int | None) -> InputError:
        return file_error(path, what, cure, None if entry is None else line_of_entry(text, entry, first_edge))

    return CooEntries(
        ids.size,
        ids.size,
        ranks[:m],
        ranks[m:],
        columns[2] if len(columns) > 2 else None,
        "symmetric",
        {"original_id": ids},
        problem,
    )


def _without_separators(text: bytes, line: int, path: Path) -> tuple[bytes, bool, int]:
    """The text with blanks between its columns, whether the ids are names, and the number of columns."""
    separated = b"," in text or b";" in text
    if separated and (empty := _EMPTY_COLUMN.search(text)):
        at = text.count(b"\n", 0, empty.start()) + 1
        raise file_error(path, f"{line_text(text, at)!r} has an empty column", "fill it in", at)
    plain = text.translate(_SEPARATORS) if separated else text
    heads = [match[0].split() for match in islice(_FILLED_LINE.finditer(plain), 2)]
    first = heads[0]
    named = not all(to_integer(word) is not None for word in first[:2])
    below = heads[1][:2] if named and len(heads) > 1 else []
    if len(below) == 2 and all(to_integer(word) is not None for word in below):
        raise file_error(
            path,
            f"{line_text(text, line)!r} contains names, but the next line contains integers",
            f"if it is a table header, {HEAD_CURE}; otherwise put # before it",
            line,
        )
    if len(first) not in (2, 3):
        cure = "two ids and an optional weight"
        raise _wrong_columns(path, len(first), f"{cure}, or a head: {HEAD_CURE}" if named else cure, line)
    return plain, named, len(first)


def read_columns(text: bytes, width: int, named: bool) -> list[NDArray[Any]] | None:
    """The columns of ids and weights, read by pandas; None if a line differs from the first one."""
    import pandas as pd

    types: dict[int, Any] = {0: str, 1: str} if named else {}
    if width == 3:
        types[2] = np.float64
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            frame = pd.read_csv(
                io.BytesIO(text),
                sep=r"\s+",
                header=None,
                names=list(range(width)),
                dtype=types,
                index_col=False,
                quoting=3,
                na_filter=False,
                low_memory=False,
            )
    except (ValueError, OverflowError, Warning):
        return None
    columns = [frame[column].to_numpy() for column in range(width)]
    # If integers are requested and 7.0 or 1e3 occurs, pandas reads all as floats and merges ids above 2**53.
    if not named and (columns[0].dtype.kind not in "iu" or columns[0].dtype != columns[1].dtype):
        return None
    if named and (columns[1] == "").any():
        return None  # a line with one name: pandas fills it up
    return columns


def _read_slowly(text: bytes, width: int, named: bool, path: Path) -> list[NDArray[Any]]:
    """Read the columns line by line: this finds the wrong line, and accepts input that pandas does not."""
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
            value = to_integer(word)
            if value is None:
                raise file_error(
                    path,
                    f"the id {shown(word)} is not an integer like the ids before it",
                    "correct it, or use names from the first line on",
                    number,
                )
            if not -(2**63) <= value < 2**64:
                raise file_error(
                    path, f"the id {shown(word)} does not fit 64 bits", "renumber the ids", number
                )
            column.append(value)
        if width == 3:
            if not is_number(words[2]):
                raise file_error(path, f"the weight {shown(words[2])} is not a number", "correct it", number)
            columns[2].append(float(words[2]))
    ids = [np.array(names) for names in columns[:2]] if named else id_columns(columns[:2], path)
    return [*ids, *map(np.array, columns[2:])]


def _wrong_columns(path: Path, found: int, expected: str, line: int) -> InputError:
    plural = "" if found == 1 else "s"
    return file_error(
        path, f"there {'is' if found == 1 else 'are'} {found} column{plural}", f"expected {expected}", line
    )
