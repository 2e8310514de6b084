"""Edge lists as SNAP and KONECT publish them: two ids per line, an optional weight, comments with # or %.

The ids are 64-bit integers, possibly with gaps, or names. They are ranked in ascending order, and the vertex
of rank r keeps its id as ``original_id[r]``. Ids that are written differently are different ids, so all ids
are names if one of them is an integer with leading zeros or a plus sign.

A file of KONECT has its header, such as ``% bip unweighted`` or ``% bip``, among the comments before the
first edge. It may have a fourth column, the time of the edge, and in a bipartite file (``bip``) the two
columns of ids number different things.

A first line of names that is in truth the header of a table is refused if the next line shows it. Otherwise a
warning says that it may be one.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

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
from partitioners.files.vertex_ids import has_padded_ids, is_padded, rank_ids

_FILLED_LINE = re.compile(rb"\S[^\n]*")
_FIRST_EDGE = re.compile(rb"(?m)^[ \t]*[^\s#%]")
_KONECT = re.compile(rb"(?mi)^[ \t]*%[ \t]*(sym|asym|bip)(?:[ \t]+[a-z]+)?[ \t\r]*$")
_EMPTY_COLUMN = re.compile(rb"(?:^|[,;])[ \t]*[,;]|[,;][ \t\r]*$", re.MULTILINE)
_SEPARATORS = bytes.maketrans(b",;", b"  ")

NETWORKX = "write it with networkx.write_edgelist(..., data=False) or data=['weight']"

SMALL = 1 << 16
"""Size in bytes up to which a file is read without pandas, since the import of pandas would take longer."""


class Layout(NamedTuple):
    """What the first lines of a list show.

    Attributes
    ----------
    width : int
        The number of columns: two of ids, the weight, and the time of KONECT.
    named : bool
        Whether the ids are names.
    weighed : bool
        Whether the weights are used, so that they must be numbers.
    """

    width: int
    named: bool
    weighed: bool


def read_edge_list(data: bytes, path: Path, *, weighed: bool = True, undirected: bool = False) -> CooEntries:
    """Read the edges of a list in file order, first id -> second id.

    Columns are separated by blanks, tabs, commas or semicolons. The first line determines whether there is a
    third column, the weight, and whether ids are integers (then all must be integers) or names. A line is one
    directed edge, unless ``undirected`` or KONECT's header says otherwise.

    Parameters
    ----------
    path : Path
        Path of the file, for error messages.
    weighed : bool
        Whether the weights are used; if not, the weights may be anything.
    undirected : bool
        Whether the opposite edges are missing in a file without KONECT's header, which says it (``% sym``).

    Raises
    ------
    GraphFileError
        The number of columns is wrong, an id among integers is not an integer or exceeds 64 bits, a weight is
        not a number, or there are no edges. The message has the line. O(bytes + m log m).
    """
    first = _FIRST_EDGE.search(data)
    konect = None if first is None else _KONECT.search(data, 0, first.start())
    text = without_comments(data)
    begin = _FILLED_LINE.search(text)
    if begin is None:
        raise file_error(path, "the file has no edges", "expected two ids and an optional weight per line")
    line = text.count(b"\n", 0, begin.start()) + 1
    head = find_head(begin[0])
    first_edge = 0
    if head is not None:
        columns = read_edge_table(text, head, line, path, weighed=weighed)
        first_edge = line
    else:
        text, layout = _layout(text, line, path, 4 if konect else 3, weighed)
        columns = _read(text, layout, path)
        if layout.width == 4:
            warnings.warn(f"{path}: the times of the edges (fourth column) are not read", stacklevel=3)
    kind = "" if konect is None else konect[1].decode().lower()
    ids, row, column = rank_ids(columns[0], columns[1], apart=kind == "bip")
    if head is None and _may_be_head(begin[0], row, column):
        names = " and ".join(repr(str(ids[each[0]])) for each in (row, column))
        warnings.warn(
            f"{path}: line {line} is read as an edge, but no other line has its names {names}; if it is a "
            f"table header, {HEAD_CURE}; otherwise put the header `source target` above it",
            stacklevel=3,
        )

    def problem(what: str, cure: str, entry: int | None) -> InputError:
        return file_error(path, what, cure, None if entry is None else line_of_entry(text, entry, first_edge))

    return CooEntries(
        ids.size,
        ids.size,
        row,
        column,
        columns[2] if len(columns) > 2 else None,
        "symmetric" if kind in ("sym", "bip") or (undirected and not kind) else None,
        {"original_id": ids},
        problem,
        two_sided=kind == "bip",
    )


def _layout(text: bytes, line: int, path: Path, widest: int, weighed: bool) -> tuple[bytes, Layout]:
    """The text with blanks between its columns, and its layout."""
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
    if not 2 <= len(first) <= widest:
        cure = "two ids and an optional weight"
        raise _wrong_columns(path, first, f"{cure}, or a head: {HEAD_CURE}" if named else cure, line)
    weights = [words[2] for words in heads if len(words) > 2]
    if named and len(weights) == 2 and not is_number(weights[0]) and is_number(weights[1]):
        raise file_error(
            path,
            f"{line_text(text, line)!r} has text where the next line has a weight",
            f"if it is a table header, {HEAD_CURE}; otherwise give it a weight",
            line,
        )
    return plain, Layout(len(first), named, weighed)


def _may_be_head(line: bytes, row: NDArray[np.int64], column: NDArray[np.int64]) -> bool:
    """Whether a first line has no number, and two names that are in none of the other edges."""
    if row.size < 2 or any(map(is_number, line.translate(_SEPARATORS).split())):
        return False
    return not np.isin([row[:1], column[:1]], [row[1:], column[1:]]).any()


def _read(text: bytes, layout: Layout, path: Path) -> list[NDArray[Any]]:
    """The columns of ids, all integers or all names, and of weights that are numbers."""
    width, named, weighed = layout
    if not named and has_padded_ids(text):
        named = any(is_padded(word) for each in text.split(b"\n") for word in each.split()[:2])
        layout = layout._replace(named=named)
    is_small = len(text) < SMALL and width == 2 and not named and b"\r" not in text
    columns = None if is_small else read_columns(text, width, named)
    if columns is None:
        columns = _read_slowly(text, layout, path)
    return columns[:3] if weighed else columns[:2]


def read_columns(text: bytes, width: int, named: bool) -> list[NDArray[Any]] | None:
    """The columns of ids and weights, read by pandas; None if a line differs from the first one."""
    import pandas as pd

    types: dict[int, Any] = {0: str, 1: str} if named else {}
    types |= dict.fromkeys(range(2, width), np.float64)
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


def _read_slowly(text: bytes, layout: Layout, path: Path) -> list[NDArray[Any]]:
    """Read the columns line by line: this finds the wrong line, and accepts input that pandas does not."""
    width, named, weighed = layout
    columns: list[list[Any]] = [[] for _ in range(min(width, 3) if weighed else 2)]
    for number, line in enumerate(text.split(b"\n"), 1):
        words = line.split()
        if not words:
            continue
        if len(words) != width:
            raise _wrong_columns(path, words, f"{width}, as in the lines before", number)
        for column, word in zip(columns[:2], words, strict=False):
            column.append(_name(word, path, number) if named else _integer(word, path, number))
        if len(columns) > 2:
            if not is_number(words[2]):
                cure = NETWORKX if words[2].startswith(b"{") else "correct it, or read it with weights unit"
                raise file_error(path, f"the weight {shown(words[2])} is not a number", cure, number)
            columns[2].append(float(words[2]))
    ids = [np.array(names) for names in columns[:2]] if named else id_columns(columns[:2], path)
    return [*ids, *map(np.array, columns[2:])]


def _name(word: bytes, path: Path, line: int) -> str:
    try:
        return word.decode()
    except UnicodeDecodeError:
        raise file_error(path, "a name is not UTF-8 text", "write the file as UTF-8", line) from None


def _integer(word: bytes, path: Path, line: int) -> int:
    value = to_integer(word)
    if value is None:
        cure = "correct it, or use names from the first line on"
        raise file_error(path, f"the id {shown(word)} is not an integer like the ids before it", cure, line)
    if not -(2**63) <= value < 2**64:
        raise file_error(path, f"the id {shown(word)} does not fit 64 bits", "renumber the ids", line)
    return value


def _wrong_columns(path: Path, found: Sequence[bytes], expected: str, line: int) -> InputError:
    count = len(found)
    cure = f"expected {expected}"
    if any(word.startswith(b"{") for word in found[2:]):
        cure = NETWORKX
    elif any(word.startswith(b"#") for word in found[2:]):
        cure += ", and a comment in a line of its own"
    elif count == 4 and all(map(is_number, found[2:])):
        cure += (
            "; for times in a fourth column, begin the file with KONECT's header, such as `% sym positive`"
        )
    plural = "" if count == 1 else "s"
    return file_error(path, f"there {'is' if count == 1 else 'are'} {count} column{plural}", cure, line)
