"""DIMACS: ``.gr`` files of the shortest-path challenge and ``.col`` files of the colouring challenge.

``c`` begins a comment; ``p sp VERTICES ARCS`` is followed by arcs ``a FROM TO LENGTH``.
``p edge VERTICES EDGES`` (or ``p col``) is followed by undirected edges ``e U V`` and optional vertex weights
``n V WEIGHT``.
Vertices count from 1. The formats are those of the 9th and the 2nd DIMACS implementation challenge.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import GraphFileError
from partitioners.files.coo_entries import CooEntries
from partitioners.files.edge_list import read_columns
from partitioners.files.file_bytes import file_error
from partitioners.files.lines import COUNT, counts, is_number, line_of_entry, line_text, shown, to_integer
from partitioners.graph import MAX_VERTICES

_COMMENT = re.compile(rb"(?m)^[ \t]*c[^\n]*")
_PROBLEM = re.compile(rb"(?m)^[ \t]*p\b[^\n]*")
_VERTEX = re.compile(rb"(?m)^[ \t]*n\b[^\n]*")
_LETTER = {"a": re.compile(rb"(?m)^[ \t]*a\b"), "e": re.compile(rb"(?m)^[ \t]*e\b")}
_ANY_LETTER = re.compile(rb"(?m)^[ \t]*(?![ \t\r\n0-9+.-]|\Z)")


def read_dimacs(data: bytes, path: Path) -> CooEntries:
    """Read the arcs or edges of a file in their order; an edge that occurs twice becomes two edges.

    Vertex weights become ``operation``; a file has a weight for every vertex or no vertex weights.

    Parameters
    ----------
    path : Path
        Path of the file, for error messages.

    Raises
    ------
    GraphFileError
        The problem is not ``sp``, ``edge`` or ``col``, a line is invalid, a vertex is out of range, or the
        number of edges is wrong. The message has the line. O(bytes).
    """
    text = _COMMENT.sub(b"", data)
    problems = list(_PROBLEM.finditer(text))
    line = _line(text, problems[0].start())
    if len(problems) > 1:
        again = _line(text, problems[1].start())
        raise file_error(path, "there is more than one problem line", f"the first is line {line}", again)
    words = problems[0][0].split()
    kind = words[1].decode("utf-8", "replace") if len(words) > 1 else ""
    letter = {"sp": "a", "edge": "e", "col": "e"}.get(kind)
    if letter is None:
        cure = "expected `p sp` (arcs) or `p edge` (undirected edges)"
        raise file_error(path, f"the problem is {kind[:40]!r}", cure, line)
    sizes = counts(words[2:])
    if sizes is None or len(sizes) != 2:
        raise file_error(
            path,
            f"{line_text(text, line)!r} is not a problem line",
            f"expected `p {kind} VERTICES EDGES`, {COUNT}",
            line,
        )
    n, m = sizes
    if n > MAX_VERTICES:
        raise file_error(path, f"the graph has {n} vertices", f"at most {MAX_VERTICES} are supported", line)
    weights = [] if letter == "a" else list(_VERTEX.finditer(text))
    attributes = {"operation": _vertex_weights(weights, text, n, path)} if weights else {}
    text = _PROBLEM.sub(b"", _VERTEX.sub(b"", text) if weights else text)
    body = _LETTER[letter].sub(b"", text)
    bad = _ANY_LETTER.search(body)
    width = 3 if letter == "a" else 2
    layout = "`a FROM TO LENGTH`" if letter == "a" else "`e U V`"
    if bad is not None:
        at = _line(body, bad.start())
        raise _no_edge(text, at, layout, path)
    columns = read_columns(body, width, False) if body.strip() else [np.empty(0, np.int64)] * width
    if columns is None or len(_LETTER[letter].findall(text)) != columns[0].size:
        raise _first_fault(text, letter, width, layout, path)

    def problem(what: str, cure: str, entry: int | None) -> GraphFileError:
        return file_error(path, what, cure, None if entry is None else line_of_entry(body, entry))

    for ends in columns[:2]:
        outside = np.flatnonzero((ends < 1) | (ends > n))
        if outside.size:
            first = int(outside[0])
            cure = f"vertices are 1 .. {n}; correct it, or the problem line (line {line})"
            raise problem(f"there is no vertex {ends[first]}", cure, first)
    if columns[0].size != m:
        raise file_error(
            path,
            f"the problem line promises {m} edges, but the file has {columns[0].size}",
            "the file is truncated or the problem line is wrong",
            line,
        )
    mirror = None if letter == "a" else "symmetric"
    row, column = (ends.astype(np.int64) - 1 for ends in columns[:2])
    value = columns[2] if width == 3 else None
    return CooEntries(n, n, row, column, value, mirror, attributes, problem)  # type: ignore[arg-type]


def _vertex_weights(lines: list[re.Match[bytes]], text: bytes, n: int, path: Path) -> NDArray[np.float64]:
    weight: dict[int, float] = {}
    for match in lines:
        words = match[0].split()
        vertex = to_integer(words[1]) if len(words) == 3 else None
        if vertex is None or not is_number(words[2]):
            raise _no_edge(text, _line(text, match.start()), "`n VERTEX WEIGHT`", path)
        if not 1 <= vertex <= n or not 0 <= float(words[2]) < np.inf or vertex in weight:
            raise file_error(
                path,
                f"{line_text(text, _line(text, match.start()))!r} is not a vertex weight",
                f"expected each of the vertices 1 .. {n} once, with a finite weight of at least 0",
                _line(text, match.start()),
            )
        weight[vertex] = float(words[2])
    if len(weight) < n:
        missing = next(vertex for vertex in range(1, n + 1) if vertex not in weight)
        raise file_error(
            path,
            f"vertex {missing} has no weight, but {len(weight)} of {n} vertices have one",
            "give every vertex a line `n VERTEX WEIGHT`",
        )
    return np.array([weight[vertex] for vertex in range(1, n + 1)])


def _first_fault(text: bytes, letter: str, width: int, layout: str, path: Path) -> GraphFileError:
    """The error for the first line that pandas could not read as an edge."""
    for number, content in enumerate(text.split(b"\n"), 1):
        words = content.split()
        if not words:
            continue
        if words[0] != letter.encode() or len(words) != width + 1:
            return _no_edge(text, number, layout, path)
        for word in words[1:3]:
            vertex = to_integer(word)
            if vertex is None or not 0 < vertex <= MAX_VERTICES:
                return file_error(
                    path, f"there is no vertex {shown(word)}", "vertices count from 1; correct it", number
                )
        if width == 3 and not is_number(words[3]):
            return file_error(path, f"the weight {shown(words[3])} is not a number", "correct it", number)
    return file_error(path, f"a line is not {layout}", "correct it")


def _no_edge(text: bytes, line: int, layout: str, path: Path) -> GraphFileError:
    return file_error(path, f"{line_text(text, line)!r} is not a valid line", f"expected {layout}", line)


def _line(text: bytes, at: int) -> int:
    return text.count(b"\n", 0, at) + 1
