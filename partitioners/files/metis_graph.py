"""METIS ``.graph``: a header, then one line per vertex with its neighbours; edges are listed at both ends.

The format is defined in Karypis, "METIS: a software package for partitioning unstructured graphs" (manual
of version 5.1.0), section 4.1.1. Vertices count from 1, an empty line is a vertex without neighbours, and
lines that begin with % are comments. All numbers are read at once, and then divided into lines by counting.
"""

from __future__ import annotations

import re
import warnings
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import InputError
from partitioners.files.coo_entries import CooEntries, Symmetric
from partitioners.files.file_bytes import file_error
from partitioners.files.lines import COUNT, counts, is_number, shown
from partitioners.graph import MAX_VERTICES

_COMMENT = re.compile(rb"(?m)^[ \t]*%[^\n]*")
_FORMAT = re.compile(r"[01]{1,3}\Z")


class Layout(NamedTuple):
    """The content of the header: the sizes, and the numbers before and between the neighbours."""

    vertices: int
    edges: int
    vertex_sizes: bool
    vertex_weights: int
    edge_weights: bool
    line: int


class Numbers(NamedTuple):
    """All numbers in the lines of the vertices, and the count of each vertex."""

    number: NDArray[Any]
    counts: NDArray[np.int64]
    line: NDArray[np.int64]
    """Line number (from 1) of each vertex."""

    @property
    def first(self) -> NDArray[np.int64]:
        """Offset of each vertex's first number."""
        return np.cumsum(self.counts) - self.counts


def read_metis_graph(
    data: bytes, path: Path, symmetric_entries: Symmetric, *, weighed: bool = True
) -> CooEntries:
    """Read the edges of a METIS file in file order.

    Each edge is listed in the lines of both of its ends. ``one_edge`` uses the first occurrence, which is in
    the line of its lower end (so u <= v); ``two_edges`` uses both. If there is one weight per vertex, it
    becomes the attribute ``operation``; several weights become ``vertex_weight`` of shape (n, ncon). Vertex
    sizes become ``vertex_size``.

    Parameters
    ----------
    path : Path
        Path of the file, for error messages.
    symmetric_entries : "one_edge" or "two_edges"
    weighed : bool
        Whether the weights of edges are used; if not, both ends may have different ones.

    Raises
    ------
    GraphFileError
        The header is invalid or wrong, a neighbour is out of range, an edge is listed at one end only or has
        two different weights, or a word is not a number. The message has the line. O(bytes + m log m).
    """
    layout, numbers = _read_numbers(data, path)
    before = int(layout.vertex_sizes) + layout.vertex_weights
    per_neighbour = 2 if layout.edge_weights else 1
    wrong = np.flatnonzero((numbers.counts < before) | ((numbers.counts - before) % per_neighbour != 0))
    if wrong.size:
        vertex = int(wrong[0])
        shape = " and ".join(
            text
            for text, there in (
                (f"{before} numbers of the vertex" if before > 1 else "1 number of the vertex", before),
                ("a weight after each neighbour", layout.edge_weights),
            )
            if there
        )
        raise file_error(
            path,
            f"vertex {vertex + 1} has {numbers.counts[vertex]} numbers",
            f"the header (line {layout.line}) requires {shape}",
            int(numbers.line[vertex]),
        )
    attributes = _vertex_attributes(layout, numbers, path)
    neighbours_of = (numbers.counts - before) // per_neighbour
    owner = np.repeat(np.arange(layout.vertices), neighbours_of)
    rest = numbers.number
    if before:
        own = (numbers.first[:, None] + np.arange(before)).ravel()
        rest = np.delete(rest, own)
    weight = rest[1::2] if layout.edge_weights and weighed else None
    neighbour = _neighbours(rest[::per_neighbour], owner, layout, numbers, path)
    _check_both_ends(owner, neighbour, weight, numbers, path)
    loops = int(np.count_nonzero(owner == neighbour))
    edges = (owner.size - loops) // 2 + loops
    if edges != layout.edges:
        raise file_error(
            path,
            f"the header has {layout.edges} edges, but the lines have {edges}",
            "an edge is listed in the lines of both its ends and counts once; correct the header",
            layout.line,
        )
    if symmetric_entries == "one_edge":
        kept = owner <= neighbour
        owner, neighbour = owner[kept], neighbour[kept]
        weight = None if weight is None else weight[kept]

    def problem(what: str, cure: str, entry: int | None) -> InputError:
        line = None if entry is None else int(numbers.line[owner[entry]])
        return file_error(path, what, cure, line)

    n = layout.vertices
    return CooEntries(n, n, owner, neighbour, weight, None, attributes, problem, notes=_unused(layout))


def _unused(layout: Layout) -> tuple[str, ...]:
    """Notes on numbers that become attributes of the vertices, but that no cut takes into account."""
    notes = []
    if layout.vertex_weights > 1:
        notes.append(f"the {layout.vertex_weights} weights of each vertex (vertex_weight) are not balanced")
    if layout.vertex_sizes:
        notes.append("the sizes of the vertices (vertex_size) are not used")
    return tuple(notes)


def _read_numbers(data: bytes, path: Path) -> tuple[Layout, Numbers]:
    """Read the header and all numbers after it."""
    comment_lines = set()
    if b"%" in data:
        newlines = np.flatnonzero(np.frombuffer(data, np.uint8) == 10)
        starts = [match.start() for match in _COMMENT.finditer(data)]
        comment_lines = set(np.searchsorted(newlines, starts).tolist())
        data = _COMMENT.sub(lambda match: b" " * len(match[0]), data)
    text = np.frombuffer(data, np.uint8)
    ends = np.append(np.flatnonzero(text == 10), text.size)
    if ends.size > 1 and ends[-2] == text.size - 1:
        ends = ends[:-1]  # the last newline ends a line and does not begin another
    blank = text <= 32
    starts_of_numbers = np.flatnonzero(~blank & np.append(True, blank[:-1]))
    upto = np.searchsorted(starts_of_numbers, ends)
    per_line = np.diff(upto, prepend=0)
    filled = np.flatnonzero(per_line)
    if not filled.size:
        raise file_error(path, "the file has no header", "begin with a line `vertices edges [format [ncon]]`")
    head = int(filled[0])
    layout = _layout(data[: ends[head]].split(), head + 1, path)
    lines = np.arange(head + 1, ends.size)
    if comment_lines:
        lines = lines[~np.isin(lines, list(comment_lines))]
    surplus = lines[layout.vertices :][per_line[lines[layout.vertices :]] > 0]
    if surplus.size:
        raise file_error(
            path,
            f"the file has lines for more than the {layout.vertices} vertices of the header",
            f"correct the header (line {layout.line}) or remove the extra lines",
            int(surplus[0]) + 1,
        )
    if lines.size < layout.vertices:
        raise file_error(
            path,
            f"the header has {layout.vertices} vertices, but {lines.size} lines follow",
            "add the missing lines (an empty one is a vertex without neighbours), or correct the header",
            layout.line,
        )
    lines = lines[: layout.vertices]
    count = per_line[lines]
    number = _numbers(data[ends[head] :], int(count.sum()))
    if number is None:
        raise _not_a_number(data, layout, path)
    return layout, Numbers(number, count, lines + 1)


def _layout(words: list[bytes], line: int, path: Path) -> Layout:
    text = b" ".join(words).decode("utf-8", "replace")
    numbers = counts(words)
    if numbers is None or not 2 <= len(words) <= 4:
        raise file_error(
            path,
            f"{text[:60]!r} is not a header",
            f"expected `vertices edges [format [ncon]]`, {COUNT}",
            line,
        )
    form = words[2].decode() if len(words) > 2 else "0"
    if not _FORMAT.match(form):
        raise file_error(
            path,
            f"unknown format {form!r} in the header",
            "expected up to three digits 0 or 1: vertex sizes, vertex weights, edge weights",
            line,
        )
    sizes, weights, edge_weights = (digit == "1" for digit in form.zfill(3))
    constraints = numbers[3] if len(words) > 3 else 1
    if (constraints > 1 and not weights) or (constraints < 1 and weights):
        raise file_error(
            path,
            f"ncon is {constraints}, but the format is {form!r}",
            "ncon must be at least 1 and needs a format with vertex weights, such as 010",
            line,
        )
    vertices = numbers[0]
    if vertices > MAX_VERTICES:
        raise file_error(
            path, f"the graph has {vertices} vertices", f"at most {MAX_VERTICES} are supported", line
        )
    return Layout(vertices, numbers[1], sizes, constraints if weights else 0, edge_weights, line)


def _numbers(body: bytes, expected: int) -> NDArray[Any] | None:
    """All numbers of a text, int64 if they are integers, else float64; None if a word is not a number."""
    for dtype in (np.int64, np.float64):
        with warnings.catch_warnings():
            warnings.simplefilter("error", DeprecationWarning)
            try:
                number = np.fromstring(body, dtype, sep=" ")
            except (DeprecationWarning, ValueError):
                continue
        if number.dtype == np.int64 and np.any((number > 2**62) | (number < -(2**62))):
            continue  # beyond int64, where NumPy stops without an error
        if number.size == expected:
            return number
        if not body.strip():
            return np.empty(0, dtype)
    return None


def _not_a_number(data: bytes, layout: Layout, path: Path) -> InputError:
    """The error for the first word that is not a number."""
    for number, line in enumerate(data.split(b"\n"), 1):
        if number <= layout.line:
            continue
        for word in line.split():
            if not is_number(word):
                return file_error(path, f"{shown(word)} is not a number", "correct it or remove it", number)
    return file_error(path, "something after the header is not a number", "correct it or remove it")


def _vertex_attributes(layout: Layout, numbers: Numbers, path: Path) -> dict[str, NDArray[Any]]:
    attributes: dict[str, NDArray[Any]] = {}
    first = numbers.first
    if layout.vertex_sizes:
        attributes["vertex_size"] = numbers.number[first]
    if layout.vertex_weights:
        places = first[:, None] + int(layout.vertex_sizes) + np.arange(layout.vertex_weights)
        weights = numbers.number[places]
        single = layout.vertex_weights == 1
        attributes["operation" if single else "vertex_weight"] = weights[:, 0] if single else weights
    for name, values in attributes.items():
        bad = np.flatnonzero(~(np.isfinite(values) & (values >= 0)))
        if bad.size:
            vertex = int(bad[0]) // (values.size // layout.vertices)
            raise file_error(
                path,
                f"the {'size' if name == 'vertex_size' else 'weight'} {values.flat[bad[0]]:g} "
                f"of vertex {vertex + 1} is not a finite number >= 0",
                "correct it",
                int(numbers.line[vertex]),
            )
    return attributes


def _neighbours(
    neighbour: NDArray[Any], owner: NDArray[np.int64], layout: Layout, numbers: Numbers, path: Path
) -> NDArray[np.int64]:
    """The neighbours as 0-based numbers."""
    bad = np.flatnonzero(
        ~((neighbour >= 1) & (neighbour <= layout.vertices) & (neighbour == np.floor(neighbour)))
    )
    if bad.size:
        first = int(bad[0])
        raise file_error(
            path,
            f"neighbour {neighbour[first]:g} of vertex {owner[first] + 1} does not exist",
            f"vertices are 1 .. {layout.vertices}; correct it, or the header (line {layout.line})",
            int(numbers.line[owner[first]]),
        )
    return neighbour.astype(np.int64) - 1


def _check_both_ends(
    owner: NDArray[np.int64],
    neighbour: NDArray[np.int64],
    weight: NDArray[Any] | None,
    numbers: Numbers,
    path: Path,
) -> None:
    """Raise an error if an edge is listed at one of its ends only, or with two different weights."""
    n = numbers.counts.size
    up, down = np.flatnonzero(owner < neighbour), np.flatnonzero(owner > neighbour)
    keys = [owner[up] * n + neighbour[up], neighbour[down] * n + owner[down]]
    values = [np.zeros(0)] * 2 if weight is None else [weight[up], weight[down]]
    orders = [
        np.argsort(key, kind="stable") if weight is None else np.lexsort((value, key))
        for key, value in zip(keys, values, strict=True)
    ]
    keys = [key[order] for key, order in zip(keys, orders, strict=True)]
    common = min(up.size, down.size)
    unlike = np.flatnonzero(keys[0][:common] != keys[1][:common])
    if unlike.size or up.size != down.size:
        at = int(unlike[0]) if unlike.size else common
        heads = [int(key[at]) if at < key.size else n * n for key in keys]
        # The lists are sorted and differ here, so the smaller head is missing in the other list.
        missing = min(heads)
        u, v = divmod(missing, n)
        if heads[0] > heads[1]:
            u, v = v, u
        raise file_error(
            path,
            f"vertex {u + 1} has the neighbour {v + 1}, and vertex {v + 1} (line {numbers.line[v]}) "
            f"{'does not have it' if _absent(owner, neighbour, v, u) else 'has it fewer times'}",
            "list each edge in the lines of both its ends",
            int(numbers.line[u]),
        )
    if weight is not None:
        pair = [value[order] for value, order in zip(values, orders, strict=True)]
        unlike = np.flatnonzero((pair[0] != pair[1]) & ~(np.isnan(pair[0]) & np.isnan(pair[1])))
        if unlike.size:
            at = int(unlike[0])
            u, v = divmod(int(keys[0][at]), n)
            raise file_error(
                path,
                f"the edge {u + 1} - {v + 1} weighs {pair[0][at]:g} here and {pair[1][at]:g} "
                f"in line {numbers.line[v]}",
                "use the same weight at both ends",
                int(numbers.line[u]),
            )


def _absent(owner: NDArray[np.int64], neighbour: NDArray[np.int64], u: int, v: int) -> bool:
    return not bool(np.any((owner == u) & (neighbour == v)))
