"""The graph that all packages use: vertices, directed weighted edges and vertex attributes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import GraphError
from partitioners.kernels.array_types import Integers

if TYPE_CHECKING:
    import networkx
    import scipy.sparse

MAX_VERTICES = 2**31 - 1
"""Maximum number of vertices. Ids are int32, which halves the memory traffic of every pass over the edges."""

MAX_BYTES = 2**53
"""Limit on the bytes of all edges; a larger float64 cannot represent every integer."""


@dataclass(frozen=True, eq=False)
class Graph:
    """A directed multigraph with weighted edges, validated on construction.

    Parallel edges and self-loops are allowed. The order of the edges is part of the graph: it is the order of
    the source file or program, streaming partitioners visit the edges in this order, and partitions are
    written in it. All arrays of the graph are read-only. An array is not copied if it is read-only already,
    owns its data and has the right type; all other arrays are copied.

    Attributes
    ----------
    num_vertices : int
        Vertices are 0 .. num_vertices - 1.
    src, dst : ndarray of int32, shape (m,)
        The edge ``e`` runs from ``src[e]`` to ``dst[e]``. Any integer array is accepted.
    weight : ndarray of float64, shape (m,)
        Work of each edge, finite and >= 0; ones by default. In a traced program, the time of the memory
        operation that the edge feeds.
    vertex : mapping of str to ndarray, each of shape (num_vertices, ...)
        Attributes of the vertices. The project uses these names: ``original_id`` (the ids in the source
        file), ``program_order`` (int64, the position of an instruction in its trace), ``operation``
        (float64, finite and >= 0, the work of the vertex itself, in the unit of ``weight``).
    name : str
        Name of the graph in tables.
    notes : tuple of str
        Limitations of the graph that affect its results, such as actions of a traced program that it does
        not contain. They become warnings of its runs.
    undirected : bool
        Whether each edge is an undirected one of the source, whose direction here has no meaning.

    Raises
    ------
    GraphError
        A shape or a range is wrong, or a weight is NaN, infinite or negative.
    """

    num_vertices: int
    src: Integers
    dst: Integers
    weight: NDArray[np.float64] = None  # type: ignore[assignment]  # filled with ones in __post_init__
    vertex: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    name: str = "graph"
    notes: tuple[str, ...] = ()
    edge_bytes: NDArray[np.int64] | None = None
    undirected: bool = False

    def __post_init__(self) -> None:
        n = self.num_vertices
        if isinstance(n, bool) or not isinstance(n, (int, np.integer)) or n < 0:
            raise GraphError(f"num_vertices must be an integer >= 0, got {n!r}")
        if n > MAX_VERTICES:
            raise GraphError(f"num_vertices is {n}; at most {MAX_VERTICES} vertices are supported")
        src = _endpoints(self.src, "src", int(n))
        dst = _endpoints(self.dst, "dst", int(n))
        if src.shape != dst.shape:
            raise GraphError(
                f"src has {src.size} entries, but dst has {dst.size}; every edge needs both ends"
            )
        if self.weight is None:
            weight = frozen(np.ones(src.size))
        else:
            weight = _weights(self.weight, "weight", src.size, "edge")
        attributes = {}
        for key, values in self.vertex.items():
            if key == "operation":
                values = _weights(values, "vertex attribute 'operation'", int(n), "vertex")
            values = frozen(values if is_frozen(values) else np.array(values))
            if values.shape[:1] != (n,):
                raise GraphError(
                    f"vertex attribute {key!r} has shape {values.shape}; "
                    f"its first axis must be num_vertices = {n}"
                )
            attributes[key] = values
        for key, value in {
            "num_vertices": int(n),
            "src": src,
            "dst": dst,
            "weight": weight,
            "vertex": MappingProxyType(attributes),
            "edge_bytes": None if self.edge_bytes is None else _edge_bytes(self.edge_bytes, src.size),
        }.items():
            object.__setattr__(self, key, value)

    def __repr__(self) -> str:
        return f"Graph({self.name!r}, num_vertices={self.num_vertices}, num_edges={self.num_edges})"

    def __reduce__(self) -> tuple[Any, ...]:
        arrays = self.src, self.dst, self.weight, dict(self.vertex)
        return Graph, (self.num_vertices, *arrays, self.name, self.notes, self.edge_bytes, self.undirected)

    @property
    def num_edges(self) -> int:
        """The number of edges, m."""
        return int(self.src.size)

    @cached_property
    def out_degree(self) -> NDArray[np.int64]:
        """Number of edges that leave each vertex, shape (n,)."""
        return frozen(np.bincount(self.src, minlength=self.num_vertices))

    @cached_property
    def in_degree(self) -> NDArray[np.int64]:
        """Number of edges that enter each vertex, shape (n,)."""
        return frozen(np.bincount(self.dst, minlength=self.num_vertices))

    @property
    def degree(self) -> NDArray[np.int64]:
        """Number of edge ends at each vertex, both directions, self-loops counted twice, shape (n,).

        The degrees are recomputed on every access, to save the memory of another large array.
        """
        degree = np.bincount(self.src, minlength=self.num_vertices)
        degree += np.bincount(self.dst, minlength=self.num_vertices)
        return frozen(degree)

    @classmethod
    def from_scipy(cls, matrix: scipy.sparse.sparray, **options: Any) -> Graph:
        """Build the graph of a sparse matrix; see :func:`partitioners.files.interchange.from_scipy`."""
        from partitioners.files.interchange import from_scipy

        return from_scipy(matrix, **options)

    @classmethod
    def from_networkx(cls, graph: networkx.Graph, **options: Any) -> Graph:
        """Convert a networkx graph; see :func:`partitioners.files.interchange.from_networkx`."""
        from partitioners.files.interchange import from_networkx

        return from_networkx(graph, **options)

    def to_networkx(self) -> networkx.MultiDiGraph:
        """Convert to a networkx graph; see :func:`partitioners.files.interchange.to_networkx`."""
        from partitioners.files.interchange import to_networkx

        return to_networkx(self)


def _endpoints(values: Any, name: str, n: int) -> NDArray[np.int32]:
    array = np.asarray(values)
    if array.ndim != 1:
        raise GraphError(f"{name} must have one dimension, got shape {array.shape}")
    if array.size == 0:
        return frozen(np.empty(0, np.int32))
    if array.dtype.kind not in "iu":
        raise GraphError(f"{name} must hold integers, got dtype {array.dtype}")
    low, high = int(array.min()), int(array.max())
    if low < 0 or high >= n:
        bad = int(np.flatnonzero((array < 0) | (array >= n))[0])
        raise GraphError(
            f"{name}[{bad}] is {int(array[bad])}; vertices are 0 .. {n - 1} (num_vertices is {n})"
            if n
            else f"{name}[{bad}] is {int(array[bad])}, but the graph has no vertices (num_vertices is 0)"
        )
    return frozen(array.astype(np.int32, copy=not is_frozen(values)))


def _weights(values: Any, name: str, size: int, owner: str) -> NDArray[np.float64]:
    try:
        if is_frozen(values) and values.dtype == np.float64:
            array = values
        else:
            array = np.asarray(values).astype(np.float64, casting="same_kind" if size else "unsafe")
    except (TypeError, ValueError):
        raise GraphError(f"{name} must hold real numbers, got dtype {np.asarray(values).dtype}") from None
    if array.shape != (size,):
        raise GraphError(f"{name} has shape {array.shape}; expected ({size},), one per {owner}")
    bad = np.flatnonzero(~(np.isfinite(array) & (array >= 0)))
    if bad.size:
        first = int(bad[0])
        raise GraphError(
            f"{name}[{first}] is {array[first]}; weights must be finite and >= 0 "
            f"({bad.size} of {size} are not)"
        )
    return frozen(array)


def _edge_bytes(values: Any, size: int) -> NDArray[np.int64]:
    array = np.asarray(values)
    if array.shape != (size,) or (size and array.dtype.kind not in "iu"):
        raise GraphError(
            f"edge_bytes are {array.dtype} of shape {array.shape}; expected integers of shape ({size},), "
            "one per edge"
        )
    if size and int(array.min()) < 0:
        bad = int(np.flatnonzero(array < 0)[0])
        raise GraphError(f"edge_bytes[{bad}] is {int(array[bad])}; the bytes of an edge must be >= 0")
    if not array.sum(dtype=np.float64) < MAX_BYTES:
        raise GraphError("the edge_bytes add up to 2^53 or more; use a larger unit of data")
    return frozen(array.astype(np.int64, copy=not is_frozen(values)))


def is_frozen(values: Any) -> bool:
    """Whether an array cannot be changed, so it can be shared: it owns its memory or is all of its owner."""
    if not isinstance(values, np.ndarray) or values.flags.writeable:
        return False
    owner = values if values.base is None else values.base
    whole = isinstance(owner, np.ndarray) and owner.base is None and owner.nbytes == values.nbytes
    return whole and not owner.flags.writeable


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """Make an array read-only, and return a view that cannot be made writeable again."""
    owner = array if array.flags.owndata or is_frozen(array) else array.copy()
    owner.flags.writeable = False
    return owner.view()
