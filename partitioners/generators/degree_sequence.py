"""Directed graphs with given out-degrees, such as those of a published graph that is not at hand itself.

The directed configuration model (Newman, Strogatz and Watts, "Random graphs with arbitrary degree
distributions and their applications", 2001), with the heads of edges drawn independently.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal

import numpy as np
from annotated_types import Ge
from numpy.typing import NDArray

from partitioners.errors import InputError, OptionError
from partitioners.generators.models import MAX_EDGES, GraphSize, sized
from partitioners.graph import MAX_VERTICES, Graph

PUBLISHED_FOLDER = Path(__file__).parent / "out_degrees"
"""The out-degrees of published graphs, a file each; README.md names their sources."""

Heads = Literal["uniform", "preferential"]
OutDegrees = str | list[Annotated[int, Ge(0)]]


def _size(*, out_degrees: OutDegrees, heads: str) -> GraphSize:
    degree, nodes = (each.tolist() for each in _sequence(out_degrees))
    size = GraphSize(sum(nodes), sum(d * count for d, count in zip(degree, nodes, strict=True)))
    for what, number, most in (("vertices", size.vertices, MAX_VERTICES), ("edges", size.edges, MAX_EDGES)):
        if number > most:
            raise OptionError(
                f"degree_sequence: {number} {what}; at most {most} are supported: reduce out_degrees"
            )
    return size


@sized(_size)
def degree_sequence(*, out_degrees: OutDegrees, heads: Heads = "uniform", seed: int = 0) -> Graph:
    """A directed graph with exactly the given out-degrees and random heads of its edges.

    Self-loops and parallel edges are possible; there are few if degrees are small compared to the number of
    vertices. Edges are sorted by their tails. O(n + m).

    Parameters
    ----------
    out_degrees : str or list of int
        A list with the out-degree of each vertex; or a published graph, ``rmat20`` or ``web-Stanford``; or a
        CSV file with the columns ``out_degree`` and ``nodes``, whose vertices are in random order.
    heads : str
        ``uniform``: every vertex is the head of an edge with the same probability. ``preferential``: with a
        probability proportional to its out-degree plus one.

    Raises
    ------
    OptionError
        An out-degree is negative, or the graph is too large.
    InputError
        The file cannot be read, or is not a table of out-degrees.
    """
    _size(out_degrees=out_degrees, heads=heads)
    rng = np.random.default_rng(seed)
    degree = np.repeat(*_sequence(out_degrees))
    name = str(degree.size)
    if isinstance(out_degrees, str):
        degree, name = rng.permutation(degree), Path(out_degrees).stem
    vertex = np.arange(degree.size)
    src = np.repeat(vertex, degree)
    # For preferential heads, each vertex occurs once more than it has out-edges.
    pool = vertex if heads == "uniform" else np.append(src, vertex)
    dst = pool[rng.integers(max(1, pool.size), size=src.size)]
    return Graph(degree.size, src, dst, name=f"degree-sequence-{name}")


def _sequence(out_degrees: str | list[int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Out-degrees, and the number of vertices that have each of them."""
    if isinstance(out_degrees, str):
        return _read(out_degrees)
    for vertex, degree in enumerate(out_degrees):
        if not 0 <= degree <= MAX_EDGES:
            raise OptionError(
                f"degree_sequence: out_degrees[{vertex}] is {degree}; expected 0 to {MAX_EDGES}"
            )
    return np.array(out_degrees, np.int64), np.ones(len(out_degrees), np.int64)


def _read(name: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    published = sorted(path.stem for path in PUBLISHED_FOLDER.glob("*.csv"))
    path = PUBLISHED_FOLDER / f"{name}.csv" if name in published else Path(name)
    try:
        lines = path.read_text().splitlines()
    except (OSError, ValueError) as error:
        raise InputError(
            f"degree_sequence: {name}: cannot be read: {getattr(error, 'strerror', None) or error}; give a "
            f"CSV file or a published graph ({', '.join(published)})"
        ) from None
    if not lines or lines[0].strip() != "out_degree,nodes":
        raise InputError(f"{name}:1: expected the columns out_degree,nodes")
    for number, line in enumerate(lines[1:], 2):
        if not re.fullmatch(r"\s*[0-9]{1,10}\s*,\s*[0-9]{1,10}\s*", line):
            raise InputError(f"{name}:{number}: expected an out-degree and a number of nodes, got {line!r}")
    table = np.array([line.split(",") for line in lines[1:]], str).astype(np.int64).reshape(-1, 2)
    return table[:, 0], table[:, 1]
