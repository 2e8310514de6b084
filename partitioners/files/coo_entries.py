"""The stored entries of a file or matrix, and their conversion to a graph.

All readers produce such entries, and this module converts them to edges. A stored entry (row, column, value)
is one edge row -> column. If a format stores one triangle of a symmetric matrix, the reader sets ``mirror``,
and the caller chooses whether an entry off the diagonal becomes one edge (``one_edge``) or also its mirror
(``two_edges``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import GraphError, InputError, OptionError
from partitioners.graph import MAX_BYTES, MAX_VERTICES, Graph

Weights = Literal["unit", "abs", "value"]
Symmetric = Literal["one_edge", "two_edges"]
Mirror = Literal["symmetric", "skew-symmetric"]
Problem = Callable[[str, str, int | None], InputError]
"""Called as ``problem(what is wrong, remedy, entry or None)``; returns the exception to raise."""


def memory_problem(what: str, cure: str, entry: int | None) -> InputError:
    """The exception for a mistake in a matrix that was not read from a file."""
    return GraphError(f"{what}{'' if entry is None else f' (entry {entry})'}: {cure}")


@dataclass(frozen=True, eq=False)
class CooEntries:
    """The entries of a matrix in the order in which they are stored.

    Attributes
    ----------
    rows, columns : int
        The shape of the matrix.
    row, column : ndarray of int, shape (m,)
        0-based indices of the entries.
    value : ndarray of real or complex numbers, shape (m,), or None
        None if only the pattern is stored; every entry then has the value 1.
    mirror : "symmetric", "skew-symmetric" or None
        The kind of mirror that an entry off the diagonal has, if the format does not store it.
    vertex : mapping of str to ndarray
        Attributes of the vertices of a square matrix.
    problem : callable
        Creates the exception for a mistake, with its place.
    edge_bytes : ndarray of int64, shape (m,), or None
        Bytes of data that each entry carries.
    two_sided : bool
        Whether the rows and the columns are different vertices already, as in a bipartite edge list.
    notes : tuple of str
        Limitations of the graph; see :class:`partitioners.graph.Graph`.
    """

    rows: int
    columns: int
    row: NDArray[Any]
    column: NDArray[Any]
    value: NDArray[Any] | None = None
    mirror: Mirror | None = None
    vertex: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    problem: Problem = memory_problem
    edge_bytes: NDArray[np.int64] | None = None
    notes: tuple[str, ...] = ()
    two_sided: bool = False

    @property
    def off_diagonal(self) -> NDArray[np.int64]:
        """The entries whose mirror the format does not store."""
        return np.flatnonzero(self.row != self.column) if self.mirror else np.empty(0, np.int64)

    def expanded(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Rows, columns and values of the full matrix: all entries, then their mirrors in the same order."""
        twice = self.off_diagonal
        value = np.ones(self.row.size) if self.value is None else self.value
        mirrored = -value[twice] if self.mirror == "skew-symmetric" else value[twice]
        return (
            np.concatenate([self.row, self.column[twice]]),
            np.concatenate([self.column, self.row[twice]]),
            np.concatenate([value, mirrored]),
        )


def check_reading(weights: str, symmetric_entries: str) -> None:
    """Check the options of reading.

    Raises
    ------
    OptionError
        A value is unknown.
    """
    for option, value, known in (
        ("weights", weights, ("unit", "abs", "value")),
        ("symmetric_entries", symmetric_entries, ("one_edge", "two_edges")),
    ):
        if value not in known:
            raise OptionError(f"{option} is {value!r}; choose one of {', '.join(known)}")


def graph_of_entries(
    entries: CooEntries,
    *,
    weights: Weights,
    symmetric_entries: Symmetric,
    bipartite: bool,
    name: str,
    directed: bool = True,
) -> Graph:
    """Build the graph with one edge per entry in their order, followed by the mirrors if they are requested.

    ``directed`` says whether an entry has a direction in its source.

    Raises
    ------
    InputError
        From ``entries.problem``: the matrix is not square (without ``bipartite``), there are more vertices
        than int32 can count, or a weight that is used is complex, NaN, infinite or negative. O(m).
    """
    row, column = entries.row, entries.column
    bipartite = bipartite and not entries.two_sided
    value = None if weights == "unit" else entries.value
    vertices = entries.rows
    attributes = dict(entries.vertex)
    if bipartite:
        vertices += entries.columns
        ids = attributes.get("original_id")
        attributes = {} if ids is None else {"original_id": np.concatenate([ids, ids])}
    elif entries.rows != entries.columns:
        raise entries.problem(
            f"a matrix of {entries.rows} rows and {entries.columns} columns is not square",
            "read it with --bipartite (in Python bipartite=True) to get one vertex per row and per column",
            None,
        )
    if vertices > MAX_VERTICES:
        raise entries.problem(
            f"the graph would have {vertices} vertices",
            f"at most {MAX_VERTICES} are supported; renumber the vertices without gaps",
            None,
        )
    edge_bytes = entries.edge_bytes
    if edge_bytes is not None and not 2 * edge_bytes.sum(dtype=np.float64) < MAX_BYTES:  # with mirrors
        raise entries.problem("the bytes of all edges add up to 2^52 or more", "use a larger unit", None)
    off_diagonal = np.empty(0, np.int64)
    notes = entries.notes
    if symmetric_entries == "two_edges" and entries.mirror is not None:
        off_diagonal = entries.off_diagonal
        row, column, mirrored = entries.expanded()
        value = None if value is None else mirrored
        if edge_bytes is not None:
            edge_bytes = np.concatenate([edge_bytes, edge_bytes[off_diagonal]])
        notes = (f"read as undirected: {entries.row.size:,} entries, {row.size:,} edges", *notes)
    weight: NDArray[np.float64] = None  # type: ignore[assignment]  # ones if no values are stored
    if value is not None:
        if weights == "value" and np.iscomplexobj(value):
            raise entries.problem(
                "the values are complex", "read with weights abs or unit (--weights abs)", None
            )
        weight = np.asarray(np.abs(value) if weights == "abs" else value, np.float64)
        check_weights(weight, entries, off_diagonal)
    if bipartite:
        column = column.astype(np.int64) + entries.rows
    undirected = not directed and symmetric_entries == "one_edge" and not bipartite
    return Graph(vertices, row, column, weight, attributes, name, notes, edge_bytes, undirected)


def check_weights(weight: NDArray[np.float64], entries: CooEntries, off_diagonal: NDArray[np.int64]) -> None:
    """Raise an error for the first weight that is NaN, infinite or negative, with the place of its entry."""
    bad = np.flatnonzero(~(np.isfinite(weight) & (weight >= 0)))
    if not bad.size:
        return
    first, stored = int(bad[0]), entries.row.size
    places = bad.copy()
    places[bad >= stored] = off_diagonal[bad[bad >= stored] - stored]
    count = np.unique(places).size  # a mirror is the same number in the file
    others = f", the first of {count} that are not finite and >= 0" if count > 1 else ""
    if not np.isfinite(weight[first]):
        what, cure = "not a finite number", "correct it, or read with weights unit (--weights unit)"
    else:
        what, cure = "negative", "read with weights abs or unit (--weights abs)"
    mirror = ""
    if first >= stored:
        first, mirror = int(off_diagonal[first - stored]), "of the mirrored entry "
    raise entries.problem(f"the weight {weight[bad[0]]:g} {mirror}is {what}{others}", cure, first)
