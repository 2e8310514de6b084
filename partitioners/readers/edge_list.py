"""Edge lists, one edge a line, as SNAP and others give them: comments, any id space, an optional weight."""

from __future__ import annotations

import io
import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partitioners.graph import MAX_VERTICES, Graph
from partitioners.interchange import matrix_graph
from partitioners.readers.source import Source

COMMENT = re.compile(rb"^[ \t]*[#%]", re.MULTILINE)


def read_edge_list(source: Source, weights: str, symmetric: str, name: str) -> Graph:
    """Read an edge list; see :func:`partitioners.readers.read_graph`.

    Lines of two ids, or two ids and a weight, separated by blanks, tabs or commas; lines that begin with #
    or % and empty ones are skipped. Ids are all integers of 64 bits, or any words; vertices are numbered in
    ascending order of their ids, which are kept as ``original_id``.
    """
    import pandas as pd

    data = source.data
    if COMMENT.search(data):
        data = b"\n".join(b"" if COMMENT.match(line) else line for line in data.split(b"\n"))
    first = data.lstrip().split(b"\n", 1)[0].decode("utf-8", "replace")
    separator = "," if "," in first else r"\s+"
    fields = first.split(",") if separator == "," else first.split()
    if not fields:
        raise source.error("has only comments; expected one edge a line")
    numbers = all(_is_int(field) for field in fields[:2])
    if len(fields) not in (2, 3):
        raise _bad_line(source, numbers, separator, None)
    dtype: dict[int, Any] = {0: np.int64 if numbers else str, 1: np.int64 if numbers else str}
    if len(fields) == 3:
        dtype[2] = np.float64
    try:
        table = pd.read_csv(
            io.BytesIO(data),
            sep=separator,
            header=None,
            dtype=dtype,
            skip_blank_lines=True,
            na_filter=False,
            names=list(range(len(fields))),
            index_col=False,
            on_bad_lines="error",
            skipinitialspace=True,
        )
    except (ValueError, OverflowError, pd.errors.ParserError, pd.errors.ParserWarning):
        raise _bad_line(source, numbers, separator, len(fields)) from None
    if not numbers and (table[0].eq("") | table[1].eq("")).any():
        raise _bad_line(source, numbers, separator, len(fields))
    ids, src, dst = _rank(table[0].to_numpy(), table[1].to_numpy())
    if ids.size > MAX_VERTICES:
        raise source.error(f"has {ids.size} vertices; at most {MAX_VERTICES} are supported")
    stored = table[2].to_numpy() if len(fields) == 3 else np.ones(src.size)
    weight = source.weights(stored, weights)
    graph = matrix_graph((ids.size, ids.size), src, dst, weight, symmetric == "both", False, name)
    return Graph(graph.num_vertices, graph.src, graph.dst, graph.weight, {"original_id": ids}, name)


def _rank(src: NDArray[Any], dst: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.int64], NDArray[np.int64]]:
    """The different ids in ascending order, and the place of both ends of each edge among them."""
    if src.dtype.kind != "i":
        ids = np.array(sorted(set(src.tolist()) | set(dst.tolist())))
        place = {text: k for k, text in enumerate(ids.tolist())}
        return ids, *(np.array([place[text] for text in ends.tolist()], np.int64) for ends in (src, dst))
    low, high = min(src.min(), dst.min()), max(src.max(), dst.max())
    if low >= 0 and high < 8 * src.size + 1024:
        present = np.zeros(high + 1, bool)
        present[src] = present[dst] = True
        rank = np.cumsum(present) - 1
        return np.flatnonzero(present), rank[src], rank[dst]
    # Sort and diff: np.unique on int64 goes through a hash table and is far slower.
    ids = np.sort(np.concatenate([src, dst]))
    ids = ids[np.r_[True, ids[1:] != ids[:-1]]]
    return ids, np.searchsorted(ids, src), np.searchsorted(ids, dst)


def _is_int(text: str) -> bool:
    try:
        return -(2**63) <= int(text) < 2**63
    except ValueError:
        return False


def _bad_line(source: Source, numbers: bool, separator: str, columns: int | None) -> Exception:
    """The error that names the first line that is not like the first one."""
    for number, raw in enumerate(source.data.split(b"\n"), 1):
        if not raw.strip() or COMMENT.match(raw):
            continue
        line = raw.decode("utf-8", "replace").strip()
        fields = [f.strip() for f in (line.split(",") if separator == "," else line.split())]
        shown = f"{line[:60]!r}"
        if columns is None:
            return source.error(
                f"{shown} has {len(fields)} columns; expected two ids and at most one weight", number
            )
        if len(fields) != columns or "" in fields:
            found = len([f for f in fields if f])
            return source.error(
                f"{shown} has {found} columns and the first edge has {columns}; mend the line", number
            )
        if numbers and not all(_is_int(field) for field in fields[:2]):
            return source.error(
                f"{shown} has ids that are no integers of 64 bits, as those of the first edge are", number
            )
        if columns == 3:
            try:
                float(fields[2])
            except ValueError:
                return source.error(f"{shown}: the weight {fields[2]!r} is no number; mend the line", number)
    return source.error("cannot be read as an edge list; expected two ids and at most one weight a line")
