"""Matrix Market files (Boisvert, Pozo and Remington, NIST IR 5935, 1996), parsed by SciPy.

SciPy mirrors the entries of a symmetric file; a partitioner wants each stored entry once and in the order of
the file. So the parser is handed a header that says ``general``.
"""

from __future__ import annotations

import io
import re

import numpy as np

from partitioners.graph import Graph
from partitioners.interchange import matrix_graph
from partitioners.readers.source import Source

FIELDS = ("pattern", "integer", "unsigned-integer", "real", "double")
SYMMETRIES = ("general", "symmetric", "skew-symmetric")


def read_matrix_market(source: Source, weights: str, symmetric: str, bipartite: bool, name: str) -> Graph:
    """Read a Matrix Market file; see :func:`partitioners.readers.read_graph`."""
    import scipy.io

    header, _, body = source.data.partition(b"\n")
    words = header.decode("latin-1").lower().split()
    if len(words) != 5 or words[1] != "matrix":
        raise source.error("the header must be `%%MatrixMarket matrix FORMAT FIELD SYMMETRY`; mend it", 1)
    _, _, layout, field, symmetry = words
    if layout not in ("coordinate", "array"):
        raise source.error(f"the format {layout!r} is unknown; expected coordinate or array", 1)
    if field not in FIELDS:
        raise source.error(f"the field {field!r} has no order; expected one of {', '.join(FIELDS)}", 1)
    if symmetry not in SYMMETRIES:
        raise source.error(
            f"the symmetry {symmetry!r} is unknown; expected one of {', '.join(SYMMETRIES)}", 1
        )
    if layout == "coordinate":
        general = f"%%MatrixMarket matrix coordinate {field} general\n".encode()
        data = general + body
    else:
        data = source.data
    try:
        matrix = scipy.io.mmread(io.BytesIO(data))
    except (ValueError, OverflowError) as error:
        line, problem = _explain(str(error))
        raise source.error(f"{problem}; mend the file", line) from None
    if layout == "coordinate":
        row, col, value, shape = matrix.row, matrix.col, matrix.data, matrix.shape
    else:
        stored = np.asarray(matrix)
        if symmetry != "general":
            stored = np.tril(stored)
        col, row = np.nonzero(stored.T)  # by columns, as the file
        value, shape = stored[row, col], stored.shape
    mirrored = symmetry != "general" and symmetric == "both"
    if symmetry != "general" and (row < col).any():
        entry = int(np.flatnonzero(row < col)[0])
        raise source.error(
            f"entry {entry + 1} is above the diagonal, and a {symmetry} file stores the lower triangle; mend the file"
        )
    if symmetry == "skew-symmetric" and mirrored and weights == "value":
        raise source.error("a skew-symmetric matrix has negative entries; use weights abs or unit")
    lines = _entry_lines(source.data, value.size) if layout == "coordinate" else None
    weight = source.weights(np.ones(value.size) if field == "pattern" else value, weights, lines)
    if shape[0] != shape[1] and not bipartite:
        raise source.error(
            f"a matrix of {shape[0]} x {shape[1]} is no graph of one set of vertices; "
            "read it as the graph of its rows and columns: --bipartite (bipartite=True)"
        )
    return matrix_graph(shape, row, col, weight, mirrored, bipartite, name)


def _explain(message: str) -> tuple[int | None, str]:
    """The line and the words of an error of SciPy's parser."""
    found = re.match(r"Line (\d+): (.*)", message)
    line, problem = (int(found[1]), found[2]) if found else (None, message)
    problem = problem.rstrip(".")
    return line, problem[:1].lower() + problem[1:]


def _entry_lines(data: bytes, entries: int) -> np.ndarray:
    """The line of each entry: they follow the comments and the line of sizes."""
    first, position = 1, data.find(b"\n") + 1
    while data[position : position + 1] in (b"%", b"\n", b"\r"):
        first += 1
        position = data.find(b"\n", position) + 1
    return np.arange(first + 2, first + 2 + entries)
