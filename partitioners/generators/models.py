"""Graph generators: random models with a seed, grids, and one matrix of known structure.

The random models and the grids are undirected: every edge is stored once, as (u, v) with u < v. The web
graph, and R-MAT if asked for, are directed. Edges are sorted by (u, v), without self-loops or parallel edges.
All weights are one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple, TypeVar

import numpy as np
from annotated_types import Ge, Le
from numpy.typing import NDArray

from partitioners.errors import OptionError
from partitioners.graph import MAX_VERTICES, Graph
from partitioners.text.integers import check_integer

MAX_EDGES = 2**28
"""Maximum number of edges, checked before anything is allocated; generation takes about 40 bytes per edge."""

MAX_SCALE = MAX_VERTICES.bit_length() - 1
"""Maximum scale: 2^30 is the largest power of two of vertices that int32 ids can number."""

Count = Annotated[int, Ge(1)]
Probability = Annotated[float, Ge(0.0), Le(1.0)]


class GraphSize(NamedTuple):
    """The size of a generated graph; if it is not ``exact``, ``edges`` is an upper bound."""

    vertices: int
    edges: int
    exact: bool = True


Generator = TypeVar("Generator", bound=Callable[..., Graph])


def sized(size: Callable[..., GraphSize]) -> Callable[[Generator], Generator]:
    """Attach a function ``size`` to a generator; it takes and validates the options of the generator."""

    def mark(generator: Generator) -> Generator:
        generator.size = size  # type: ignore[attr-defined]  # functions have no declared attributes
        return generator

    return mark


def size_of(generator: Callable[..., Any], options: dict[str, Any]) -> GraphSize | None:
    """The size of the graph that a generator would make; None if the generator has no function ``size``.

    Raises
    ------
    OptionError
        An option is invalid.
    """
    size: Callable[..., GraphSize] | None = getattr(generator, "size", None)
    return None if size is None else size(**options)


def _rmat_size(
    *, scale: int, edge_factor: int, a: float, b: float, c: float, directed: bool, permuted: bool
) -> GraphSize:
    check_counts("rmat", scale=scale, edge_factor=edge_factor)
    if min(a, b, c) < 0 or not a + b + c <= 1 + 1e-12:
        raise OptionError(
            f"rmat: a, b and c are {a:g}, {b:g} and {c:g}; expected probabilities with a sum of at most 1"
        )
    if scale > MAX_SCALE:
        raise OptionError(f"rmat: scale is {scale}; at most {MAX_SCALE} is supported: reduce scale")
    size = GraphSize(1 << scale, edge_factor << scale, exact=False)
    return checked_size("rmat", size, "scale or edge_factor")


@sized(_rmat_size)
def rmat(
    *,
    scale: Annotated[int, Ge(1), Le(MAX_SCALE)],
    edge_factor: Count = 16,
    a: Probability = 0.57,
    b: Probability = 0.19,
    c: Probability = 0.19,
    directed: bool = False,
    permuted: bool = False,
    seed: int = 0,
) -> Graph:
    """R-MAT: 2^scale vertices and edge_factor 2^scale edges drawn by recursive quadrants.

    Self-loops and repeated edges are dropped, so the graph has fewer edges than were drawn. Chakrabarti, Zhan
    and Faloutsos, "R-MAT: a recursive model for graph mining", SDM 2004; the defaults are those of Graph500.
    O(m scale).

    Parameters
    ----------
    scale : int
        Logarithm to base 2 of the number of vertices.
    edge_factor : int
        Number of edges drawn per vertex, before self-loops and repeated edges are dropped.
    a, b, c : float
        Probabilities of the upper left, the upper right and the lower left quadrant; the lower right quadrant
        has the remaining probability.
    directed : bool
        Whether an edge keeps its direction as drawn. Out-degrees depend on a + b, in-degrees on a + c.
    permuted : bool
        Whether the vertices get random numbers, as in Graph500; if not, those of many edges have low ones.

    Raises
    ------
    OptionError
        A probability is negative, a + b + c > 1, or the graph is too large.
    """
    size = _rmat_size(
        scale=scale, edge_factor=edge_factor, a=a, b=b, c=c, directed=directed, permuted=permuted
    )
    draws = size.edges
    rng = np.random.default_rng(seed)
    src = np.zeros(draws, np.int64)
    dst = np.zeros(draws, np.int64)
    for _ in range(scale):
        quadrant = rng.random(draws)
        lower = quadrant >= a + b
        src = 2 * src + lower
        dst = 2 * dst + np.where(lower, quadrant >= a + b + c, quadrant >= a)
    if permuted:
        number = rng.permutation(1 << scale)
        src, dst = number[src], number[dst]
    return (_directed if directed else _undirected)(1 << scale, src, dst, f"rmat-{scale}")


def _barabasi_albert_size(*, vertices: int, edges_per_vertex: int) -> GraphSize:
    check_counts("barabasi_albert", vertices=vertices, edges_per_vertex=edges_per_vertex)
    if vertices <= edges_per_vertex:
        raise OptionError(
            f"barabasi_albert: {vertices} vertices with {edges_per_vertex} edges each; "
            f"expected more than {edges_per_vertex} vertices"
        )
    size = GraphSize(vertices, (vertices - edges_per_vertex) * edges_per_vertex)
    return checked_size("barabasi_albert", size, "vertices or edges_per_vertex")


@sized(_barabasi_albert_size)
def barabasi_albert(*, vertices: Count, edges_per_vertex: Count = 8, seed: int = 0) -> Graph:
    """Barabasi-Albert: each new vertex links to a fixed number of earlier vertices, drawn by degree.

    The first ``edges_per_vertex`` vertices have no edges between them; the next vertex links to all of them.
    Barabasi and Albert, "Emergence of scaling in random networks", Science 286, 1999. O(m).

    Parameters
    ----------
    vertices : int
        Number of vertices.
    edges_per_vertex : int
        Number of earlier vertices to which each new vertex links.

    Raises
    ------
    OptionError
        ``vertices`` is not larger than ``edges_per_vertex``, or the graph is too large.
    """
    _barabasi_albert_size(vertices=vertices, edges_per_vertex=edges_per_vertex)
    from partitioners.generators.preferential_attachment import attach

    src, dst = attach(vertices, edges_per_vertex, np.random.default_rng(seed))
    return _undirected(vertices, src, dst, f"barabasi-albert-{vertices}")


def _erdos_renyi_size(*, vertices: int, edges: int) -> GraphSize:
    check_counts("erdos_renyi", vertices=vertices)
    check_counts("erdos_renyi", least=0, edges=edges)
    size = checked_size("erdos_renyi", GraphSize(vertices, edges), "vertices or edges")
    pairs = vertices * (vertices - 1) // 2
    if edges > pairs:
        raise OptionError(
            f"erdos_renyi: {edges} edges, but {vertices} vertices have only {pairs} pairs; "
            "choose fewer edges or more vertices"
        )
    return size


@sized(_erdos_renyi_size)
def erdos_renyi(*, vertices: Count, edges: Annotated[int, Ge(0)], seed: int = 0) -> Graph:
    """Erdos-Renyi G(n, m): exactly m different edges, where all sets of m edges are equally likely.

    Erdos and Renyi, "On random graphs I", 1959. O(m log m) on sparse graphs.

    Parameters
    ----------
    vertices : int
        Number of vertices.
    edges : int
        Number of edges.

    Raises
    ------
    OptionError
        There are more edges than pairs of vertices, or the graph is too large.
    """
    _erdos_renyi_size(vertices=vertices, edges=edges)
    pairs = vertices * (vertices - 1) // 2
    rng = np.random.default_rng(seed)
    if edges > pairs // 2:
        chosen = np.sort(rng.permutation(pairs)[:edges])
    else:
        chosen = np.empty(0, np.int64)
        while chosen.size < edges:
            drawn = np.sort(np.concatenate([chosen, rng.integers(pairs, size=edges - chosen.size)]))
            chosen = drawn[np.diff(drawn, prepend=-1) != 0]
    # Pair number k is (u, v), u < v, counted row by row: row u begins at u (2n - u - 1) / 2.
    row_start = np.arange(vertices, dtype=np.int64)
    row_start = row_start * (2 * vertices - row_start - 1) // 2
    src = np.searchsorted(row_start, chosen, side="right") - 1
    return Graph(vertices, src, chosen - row_start[src] + src + 1, name=f"erdos-renyi-{vertices}")


def _grid_size(*, width: int, height: int) -> GraphSize:
    check_counts("grid", width=width, height=height)
    size = GraphSize(width * height, 2 * width * height - width - height)
    return checked_size("grid", size, "width or height")


@sized(_grid_size)
def grid(*, width: Count, height: Count, seed: int = 0) -> Graph:
    """A grid of width x height vertices, each joined to its right and lower neighbour. O(m).

    Vertex y * width + x is in column x and row y.

    Parameters
    ----------
    width, height : int
        Number of vertices in a row and in a column.
    seed : int
        Ignored, since the graph is not random.

    Raises
    ------
    OptionError
        The grid is too large.
    """
    _grid_size(width=width, height=height)
    vertex = np.arange(width * height, dtype=np.int64).reshape(height, width)
    pairs = [(vertex[:, :-1], vertex[:, 1:]), (vertex[:-1], vertex[1:])]
    src = np.concatenate([one.ravel() for one, _ in pairs])
    dst = np.concatenate([two.ravel() for _, two in pairs])
    return _undirected(width * height, src, dst, f"grid-{width}x{height}")


def _mesh27_size(*, side: int) -> GraphSize:
    check_counts("mesh27", side=side)
    # A line of `side` points has 3 side - 2 ordered pairs at distance 0 or 1; a cube has the third power.
    size = GraphSize(side**3, ((3 * side - 2) ** 3 - side**3) // 2)
    return checked_size("mesh27", size, "side")


@sized(_mesh27_size)
def mesh27(*, side: Count, seed: int = 0) -> Graph:
    """A cube of side^3 points, each joined to its up to 26 neighbours (27-point stencil). O(m).

    Vertex (z * side + y) * side + x is the point (x, y, z).

    Parameters
    ----------
    side : int
        Number of points along each edge of the cube.
    seed : int
        Ignored, since the graph is not random.

    Raises
    ------
    OptionError
        The cube is too large.
    """
    _mesh27_size(side=side)
    vertex = np.arange(side**3, dtype=np.int64).reshape(side, side, side)
    src, dst = [], []
    for dz, dy, dx in np.ndindex(3, 3, 3):
        if (dz, dy, dx) <= (1, 1, 1):
            continue  # the offsets (0, 0, 1) .. (1, 1, 1): one of each opposite pair
        one = tuple(slice(max(0, 1 - d), side - max(0, d - 1)) for d in (dz, dy, dx))
        two = tuple(slice(max(0, d - 1), side - max(0, 1 - d)) for d in (dz, dy, dx))
        src.append(vertex[one].ravel())
        dst.append(vertex[two].ravel())
    return _undirected(side**3, np.concatenate(src), np.concatenate(dst), f"mesh27-{side}")


def _web_size(*, pages: int, links_per_page: int, local: float, copying: float, square: bool) -> GraphSize:
    check_counts("web", pages=pages, links_per_page=links_per_page)
    if not (0 <= local <= 1 and 0 <= copying <= 1):
        raise OptionError(
            f"web: local and copying are {local:g} and {copying:g}; expected probabilities of 0 to 1"
        )
    size = GraphSize(pages * (1 if square else 2), pages * links_per_page, exact=False)
    return checked_size("web", size, "pages or links_per_page")


@sized(_web_size)
def web(
    *,
    pages: Count,
    links_per_page: Count = 12,
    local: Probability = 0.75,
    copying: Probability = 0.75,
    square: bool = True,
    seed: int = 0,
) -> Graph:
    """A directed web graph: pages in the order of their sites, with links copied between pages.

    A share ``copying`` of the links is copied from earlier pages, and a share ``local`` of these pages is
    near. Of all other links, a share ``local`` leads to a page of the same site and the rest to any page.
    Repeated links and links of a page to itself are dropped. :mod:`partitioners.generators.web_graph` names
    the sources of the model. O(m log m).

    Parameters
    ----------
    pages : int
        Number of pages.
    links_per_page : int
        Number of links drawn per page, before repeated links are dropped.
    local : float
        Share of local links: links to the same site, or copied from a nearby page.
    copying : float
        Share of links that are copied from earlier pages.
    square : bool
        True: the graph of the pages. False: the graph of the rows and columns of its matrix.

    Raises
    ------
    OptionError
        A probability is not in 0 .. 1, or the graph is too large.
    """
    _web_size(pages=pages, links_per_page=links_per_page, local=local, copying=copying, square=square)
    from partitioners.generators.web_graph import web_links

    src, dst = web_links(pages, links_per_page, local, copying, np.random.default_rng(seed))
    links = _directed(pages, src, dst, f"web-{pages}")
    if square:
        return links
    return rows_and_columns(pages, links.src.astype(np.int64), links.dst.astype(np.int64), square, links.name)


def _mc2depi_size(*, n: int, square: bool) -> GraphSize:
    check_counts("mc2depi", n=n)
    rows = (n + 1) * (n + 2) // 2
    return checked_size("mc2depi", GraphSize(rows * (1 if square else 2), rows + 3 * n * (n + 1) // 2), "n")


@sized(_mc2depi_size)
def mc2depi(*, n: Count, square: bool = False, seed: int = 0) -> Graph:
    """The structure of the matrix mc2depi: a two-dimensional Markov model on a triangle of states.

    The states are (i, j) with i, j >= 0 and i + j <= n, ordered by i, then j. The row of (i, j) has entries
    at (i, j) itself, (i, j + 1), (i, j - 1) and (i + 1, j) if these are states. n = 1024 gives the 525,825
    rows and 2,100,225 entries of the original. Edges are in row order, and in column order within a row.

    Parameters
    ----------
    n : int
        The largest i + j of a state (i, j).
    square : bool
        False: the acyclic bipartite graph from rows to columns (vertex r is row r, vertex rows + c is column
        c), which partitioners of matrices use. True: the graph of the states.

    Raises
    ------
    OptionError
        The matrix is too large.
    """
    _mc2depi_size(n=n, square=square)
    rows = (n + 1) * (n + 2) // 2
    i = np.repeat(np.arange(n + 1), np.arange(n + 1, 0, -1))
    first = np.cumsum(np.r_[0, np.arange(n + 1, 0, -1)])[:-1]
    row = np.arange(rows)
    j = row - first[i]
    below = first[np.minimum(i + 1, n)] + j
    # Candidates in column order: (i, j - 1), (i, j), (i, j + 1), (i + 1, j).
    column = np.stack([row - 1, row, row + 1, below], axis=1)
    exists = np.stack([j > 0, np.ones(rows, bool), i + j < n, i + j < n], axis=1)
    src = np.repeat(row, exists.sum(axis=1))
    dst = column[exists]
    return rows_and_columns(rows, src, dst, square, f"mc2depi-{n}")


def rows_and_columns(
    rows: int, row: NDArray[np.int64], column: NDArray[np.int64], square: bool, name: str
) -> Graph:
    """The graph of the different entries of a matrix, sorted by row and column: of its rows, or of both."""
    key = row * rows + column
    key.sort()
    src, dst = np.divmod(key, rows)
    if square:
        return Graph(rows, src, dst, name=f"{name}-square")
    return Graph(2 * rows, src, rows + dst, name=name)


def check_counts(generator: str, least: int = 1, **counts: int) -> None:
    """Check that counts are integers of at least ``least``."""
    for name, count in counts.items():
        check_integer(f"{generator}: {name}", count, least)


def checked_size(generator: str, size: GraphSize, smaller: str) -> GraphSize:
    """Check that a graph is not too large; return its size."""
    limits = (("vertices", size.vertices, MAX_VERTICES), ("edges", size.edges, MAX_EDGES))
    for what, count, most in limits:
        if count > most:
            raise OptionError(f"{generator}: {count} {what}; at most {most} are supported: reduce {smaller}")
    return size


def _undirected(n: int, src: NDArray[np.int64], dst: NDArray[np.int64], name: str) -> Graph:
    """Build a graph with each pair once, the lower vertex first, sorted and without self-loops."""
    return _directed(n, np.minimum(src, dst), np.maximum(src, dst), name)


def _directed(n: int, src: NDArray[np.int64], dst: NDArray[np.int64], name: str) -> Graph:
    """Build a graph with each edge once, sorted and without self-loops."""
    key = (src * n + dst)[src != dst]
    key.sort()
    key = key[np.diff(key, prepend=-1) != 0]
    return Graph(n, key // max(n, 1), key % max(n, 1), name=name)
