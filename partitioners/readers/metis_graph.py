"""METIS ``.graph`` files (METIS manual 5.1, section 4.1.1): one line of neighbours for every vertex."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partitioners.graph import Graph
from partitioners.readers.source import Source


def read_metis_graph(source: Source, weights: str, symmetric: str, name: str) -> Graph:
    """Read a METIS graph; see :func:`partitioners.readers.read_graph`.

    Every edge stands at both of its ends. ``symmetric='once'`` keeps the entry at the lower one, so the
    edges are (u, v) with u < v in the order of the file; ``'both'`` keeps all entries. One vertex weight
    becomes the attribute ``operation``; several become ``vertex_weights`` (n, ncon), which nothing reads;
    sizes become ``vertex_size``.
    """
    lines = source.data.split(b"\n")
    kept = [k for k, line in enumerate(lines) if not line.lstrip().startswith(b"%")]
    header_at = next((k for k in kept if lines[k].strip()), None)
    if header_at is None:
        raise source.error("has only comments; expected a header `vertices edges [format [weights]]`")
    header = _integers(source, lines[header_at], header_at + 1)
    if not 2 <= header.size <= 4:
        raise source.error("the header must be `vertices edges [format [weights]]`; mend it", header_at + 1)
    n, m = int(header[0]), int(header[1])
    layout = f"{int(header[2]) if header.size > 2 else 0:03d}"
    if n < 0 or m < 0 or set(layout) - {"0", "1"} or len(layout) != 3:
        raise source.error(
            "the header must have counts >= 0 and a format of three digits 0 or 1; mend it", header_at + 1
        )
    has_size, has_weight, has_edge_weight = (digit == "1" for digit in layout)
    constraints = int(header[3]) if header.size > 3 else int(has_weight)
    if constraints < 0 or bool(constraints) != has_weight:
        raise source.error(
            f"{constraints} vertex weights do not fit the format {layout}; mend the header", header_at + 1
        )
    body = [k for k in kept if k > header_at]
    while len(body) > n and not lines[body[-1]].strip():
        body.pop()
    if len(body) != n:
        raise source.error(
            f"the header says {n} vertices, and {len(body)} lines follow; mend the header or the file",
            header_at + 1,
        )
    fields = [lines[k].split() for k in body]
    count = np.array([len(f) for f in fields], np.int64)
    try:
        tokens = np.array([token for f in fields for token in f], dtype=np.int64)
    except (ValueError, OverflowError):
        for k in body:
            _integers(source, lines[k], k + 1)
        raise source.error("has a number of more than 64 bits; mend the file") from None
    line = np.array(body, np.int64) + 1
    start = np.cumsum(count) - count
    leading = int(has_size) + constraints
    stride = 1 + int(has_edge_weight)
    short = np.flatnonzero((count < leading) | ((count - leading) % stride != 0))
    if short.size:
        v = int(short[0])
        what = "pairs of a neighbour and a weight" if has_edge_weight else "neighbours"
        raise source.error(
            f"vertex {v + 1} has {count[v]} numbers, which are not {leading} and {what}", int(line[v])
        )
    attributes = _vertex_attributes(source, tokens, start, line, has_size, constraints)
    degree = (count - leading) // stride
    entry_vertex = np.repeat(np.arange(n), degree)
    offset = np.arange(entry_vertex.size) - np.repeat(np.cumsum(degree) - degree, degree)
    position = start[entry_vertex] + leading + stride * offset
    neighbour = tokens[position] - 1
    wrong = np.flatnonzero((neighbour < 0) | (neighbour >= n))
    if wrong.size:
        e = int(wrong[0])
        raise source.error(
            f"the neighbour {neighbour[e] + 1} is out of range; vertices are 1 .. {n}",
            int(line[entry_vertex[e]]),
        )
    stored = tokens[position + 1] if has_edge_weight else np.ones(neighbour.size)
    _check_symmetry(source, n, m, entry_vertex, neighbour, stored, line, header_at + 1)
    weight = source.weights(stored, weights, line[entry_vertex])
    keep = entry_vertex < neighbour if symmetric == "once" else np.ones(neighbour.size, bool)
    return Graph(n, entry_vertex[keep], neighbour[keep], weight[keep], attributes, name)


def _integers(source: Source, line: bytes, number: int) -> NDArray[np.int64]:
    try:
        return np.array(line.split(), dtype=np.int64)
    except (ValueError, OverflowError):
        text = line.decode("utf-8", "replace").strip()[:60]
        raise source.error(f"{text!r} is not a line of integers; mend the line", number) from None


def _vertex_attributes(
    source: Source,
    tokens: NDArray[np.int64],
    start: NDArray[np.int64],
    line: NDArray[np.int64],
    has_size: bool,
    constraints: int,
) -> dict[str, NDArray[np.int64]]:
    attributes = {}
    if has_size:
        attributes["vertex_size"] = tokens[start]
    if constraints:
        first = start + int(has_size)
        vertex_weights = tokens[first[:, None] + np.arange(constraints)]
        negative = np.flatnonzero((vertex_weights < 0).any(axis=1))
        if negative.size:
            raise source.error("the vertex weight is negative; it must be >= 0", int(line[negative[0]]))
        attributes["vertex_weights" if constraints > 1 else "operation"] = (
            vertex_weights.squeeze(axis=1) if constraints == 1 else vertex_weights
        )
    return attributes


def _check_symmetry(
    source: Source,
    n: int,
    m: int,
    vertex: NDArray[np.int64],
    neighbour: NDArray[np.int64],
    stored: NDArray[np.int64] | NDArray[np.float64],
    line: NDArray[np.int64],
    header_line: int,
) -> None:
    loop = np.flatnonzero(vertex == neighbour)
    if loop.size:
        v = int(vertex[loop[0]])
        raise source.error(
            f"vertex {v + 1} is its own neighbour; a METIS graph has no self-loops", int(line[v])
        )
    there, back = vertex * n + neighbour, neighbour * n + vertex
    by_there, by_back = np.lexsort((stored, there)), np.lexsort((stored, back))
    differs = np.flatnonzero((there[by_there] != back[by_back]) | (stored[by_there] != stored[by_back]))
    if differs.size:
        k = int(differs[0])
        e = by_there[k] if there[by_there[k]] <= back[by_back[k]] else by_back[k]
        u, v = int(vertex[e]) + 1, int(neighbour[e]) + 1
        raise source.error(
            f"vertex {u} has the neighbour {v}, and vertex {v} does not have {u} with the same weight; mend the file",
            int(line[u - 1]),
        )
    if vertex.size != 2 * m:
        raise source.error(
            f"the header says {m} edges, and {vertex.size // 2} follow; mend the header or the file",
            header_line,
        )
