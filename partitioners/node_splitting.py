"""Split nodes of large out-degree, so that threads with one node each have similar work.

Vivek K, "Load Balancing and Dynamic Parallelism for Static and Morph Graph Algorithms", Indian Institute of
Science, 2013, section 4.2: a node with many out-edges becomes several nodes that share them. The first of
these nodes, the *parent*, has all in-edges. The others, its *children*, have no in-edges; a program must copy
the value of the parent to them. Nodehi Sabet, Qiu and Zhao, "Tigr: transforming irregular graphs for
GPU-friendly graph processing", ASPLOS 2018: *virtual* nodes share the out-edges without copies of the values.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from partitioners.errors import InputError, OptionError
from partitioners.graph import MAX_VERTICES, Graph


@dataclass(frozen=True, eq=False)
class SplitGraph:
    """A graph whose nodes have at most ``max_degree`` out-edges, in compressed sparse rows.

    The pieces of a node are numbered one after the other, the parent first, and the pieces of node v are
    before those of node v + 1. So the out-edges have the order that they have without splitting.

    Attributes
    ----------
    max_degree : int
        The largest out-degree that was allowed.
    parent : ndarray of int32, shape (n,)
        The number of each original node's first piece.
    children : ndarray of int32, shape (n,)
        How many further pieces each original node has. They are ``parent[v] + 1 .. parent[v] + children[v]``.
    offset : ndarray of int32, shape (num_nodes + 1,)
        The out-edges of piece i are ``offset[i] .. offset[i + 1] - 1``.
    head : ndarray of int32, shape (m,)
        The piece to which each out-edge leads, always a parent.
    weight : ndarray of float64, shape (m,)
        The weight of each out-edge.
    """

    max_degree: int
    parent: NDArray[np.int32]
    children: NDArray[np.int32]
    offset: NDArray[np.int32]
    head: NDArray[np.int32]
    weight: NDArray[np.float64]

    @property
    def num_nodes(self) -> int:
        """The number of pieces of all nodes."""
        return self.offset.size - 1

    @property
    def extra_nodes(self) -> int:
        """The number of children, 0 if no node was split."""
        return self.num_nodes - self.parent.size


@dataclass(frozen=True, eq=False)
class VirtualNodes:
    """Virtual nodes, each of which has at most ``max_degree`` out-edges of one node.

    The virtual nodes of a node take its out-edges in turns. Virtual node i has the out-edges
    ``first_edge[i]``, ``first_edge[i] + stride[i]`` and so on, before the end of the node's out-edges. Then
    neighbouring threads read neighbouring edges. A node without out-edges has no virtual node.

    Attributes
    ----------
    node : ndarray of int32, shape (virtual nodes,)
        The node of each virtual node, ascending.
    first_edge : ndarray of int32, shape (virtual nodes,)
        Position of the first out-edge, in compressed sparse rows.
    stride : ndarray of int32, shape (virtual nodes,)
        The number of virtual nodes of the same node.
    """

    max_degree: int
    node: NDArray[np.int32]
    first_edge: NDArray[np.int32]
    stride: NDArray[np.int32]


def split_nodes(graph: Graph, max_degree: int) -> SplitGraph:
    """Split each node whose out-degree is larger than ``max_degree``.

    A node of out-degree d has k = ceil(d / max_degree) pieces, at least 1. Each piece has ceil(d / k) of its
    out-edges, in their order, and the last piece has the rest. No edges are added.

    Parameters
    ----------
    max_degree : int
        The largest out-degree allowed, at least 1. If no node has a larger one, no node is split, and
        ``extra_nodes`` of the result is 0.

    Raises
    ------
    OptionError
        ``max_degree`` is less than 1.
    InputError
        The split graph would have too many nodes or edges for 32-bit numbers.

    Notes
    -----
    O(n + m log m), and O(n + m) for edges that are sorted by their tails.
    """
    pieces = np.maximum(_pieces(graph, max_degree), 1)
    first = np.zeros(graph.num_vertices + 1, np.int64)
    np.cumsum(pieces, out=first[1:])
    _check_size(graph, int(first[-1]), max_degree)
    # A stable sort, which machines without Numba have, too; it is fast for edges that are sorted already.
    order = np.argsort(graph.src, kind="stable")
    start = np.cumsum(graph.out_degree) - graph.out_degree
    node = np.repeat(np.arange(graph.num_vertices), pieces)
    share = -(-graph.out_degree // pieces)
    place = np.arange(node.size) - first[node]  # of a piece within its node
    offset = np.append(start[node] + place * share[node], graph.num_edges)
    return SplitGraph(
        max_degree,
        parent=first[:-1].astype(np.int32),
        children=(pieces - 1).astype(np.int32),
        offset=offset.astype(np.int32),
        head=first[graph.dst[order]].astype(np.int32),
        weight=graph.weight[order],
    )


def extra_nodes(graph: Graph, max_degree: int) -> int:
    """The number of children that :func:`split_nodes` makes.

    Raises
    ------
    OptionError
        ``max_degree`` is less than 1.

    Notes
    -----
    O(n).
    """
    return int(np.maximum(_pieces(graph, max_degree) - 1, 0).sum())


def virtual_split(graph: Graph, max_degree: int) -> VirtualNodes:
    """Distribute the out-edges of each node to virtual nodes with at most ``max_degree`` of them.

    A node of out-degree d has ceil(d / max_degree) virtual nodes.

    Raises
    ------
    OptionError
        ``max_degree`` is less than 1.
    InputError
        There would be too many virtual nodes or edges for 32-bit numbers.

    Notes
    -----
    O(n + virtual nodes).
    """
    pieces = _pieces(graph, max_degree)
    first = np.zeros(graph.num_vertices + 1, np.int64)
    np.cumsum(pieces, out=first[1:])
    _check_size(graph, int(first[-1]), max_degree)
    node = np.repeat(np.arange(graph.num_vertices), pieces)
    start = np.cumsum(graph.out_degree) - graph.out_degree
    return VirtualNodes(
        max_degree,
        node=node.astype(np.int32),
        first_edge=(start[node] + np.arange(node.size) - first[node]).astype(np.int32),
        stride=pieces[node].astype(np.int32),
    )


def histogram_max_degree(graph: Graph, buckets: int = 10) -> int:
    """The largest out-degree to allow, by the histogram of section 4.2.1 of the report.

    Out-degrees 0 .. d_max are counted in uniform buckets. The result is the upper end of the bucket B = 0, 1,
    ... with the most nodes (the first of equals), ``(d_max + 1) // buckets * (B + 1)``, as in the report's
    figures: 118 for its R-MAT graph (d_max = 1181), and 25 for web-Stanford (255).

    Returns
    -------
    int
        At least 1, also if there are more buckets than out-degrees.

    Raises
    ------
    OptionError
        ``buckets`` is less than 1.
    """
    if buckets < 1:
        raise OptionError(f"buckets is {buckets}; expected an integer of at least 1")
    width = int(graph.out_degree.max(initial=0)) + 1
    fullest = int(np.bincount(buckets * graph.out_degree // width, minlength=1).argmax())
    return max(1, width // buckets * (fullest + 1))


def _pieces(graph: Graph, max_degree: int) -> NDArray[np.int64]:
    """The least number of pieces with at most ``max_degree`` out-edges, for each node."""
    if max_degree < 1:
        raise OptionError(f"max_degree is {max_degree}; a node keeps at least 1 out-edge")
    return -(-graph.out_degree // max_degree)


def _check_size(graph: Graph, nodes: int, max_degree: int) -> None:
    if max(nodes, graph.num_edges) > MAX_VERTICES:
        raise InputError(
            f"graph {graph.name!r} would have {nodes} nodes and {graph.num_edges} edges after splitting to "
            f"max_degree {max_degree}; at most {MAX_VERTICES} of each are supported: choose a larger "
            "max_degree"
        )
