"""The edges of a graph in the order of a stream, without random accesses to memory.

A copy of the edges in the order of a stream needs about 20 bytes per edge, and the same copy in pieces reads
a cache line from a random place for each source, head and weight. Here the edges are read in the order of the
graph, and each is appended to the bucket of its position: 2^16 consecutive positions make a bucket, whose
edges fit in the second-level cache, where they are put into the order of the stream.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partitioners.graph import Graph
from partitioners.kernels.array_types import Float64, Int32, Integers, UInt16, UInt64, Unsigned
from partitioners.kernels.cache import njit

BUCKET_BITS = 16
"""The edges of a bucket, as a power of two, so that a position in a bucket has 2 bytes."""

Place = Callable[[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]], None]
"""A function that writes clusters to its last argument, given the sources, heads and weights of edges."""


def place_stream(
    graph: Graph, position: NDArray[Any] | None, weight: NDArray[np.float64], parts: int, place: Place
) -> NDArray[np.int32]:
    """Place the edges of a graph in the order of a stream.

    Parameters
    ----------
    position : ndarray of integers, shape (m,), or None
        The position of each edge in the stream; None for the order of the graph.
    weight : ndarray of float64, shape (m,) or (1,)
        Weights of the edges, or one weight, which is not copied.
    place : callable
        Called with consecutive pieces of the stream.

    Returns
    -------
    ndarray of int32, shape (m,), read-only
        The clusters in the order of the graph.

    Notes
    -----
    Memory in addition to the graph and ``position``: 4 bytes per edge in the order of the graph, at most 12
    in any other order.
    """
    m = graph.num_edges
    if position is None:
        cluster = np.empty(m, np.int32)
        place(graph.src, graph.dst, weight, cluster)
    else:
        placed = _place_buckets(graph, position, weight, parts, place)
        cluster = _at_positions(placed, position)
    cluster.flags.writeable = False
    return cluster


def _place_buckets(
    graph: Graph, position: NDArray[Any], weight: NDArray[np.float64], parts: int, place: Place
) -> NDArray[np.unsignedinteger[Any]]:
    """The clusters in the order of the stream."""
    m = graph.num_edges
    bucket = 1 << BUCKET_BITS
    weighted = weight.size > 1
    # With weights, buckets are almost twice as large, so only half of them are filled at a time.
    buckets = -(-m // bucket)
    size = bucket * (-(-buckets // 2) if weighted else buckets)
    ends, within = np.empty(size + 1, np.uint64), np.empty(size + 1, np.uint16)
    weights = np.empty(size + 1 if weighted else 0)
    src, dst, cluster = (np.empty(min(bucket, m), np.int32) for _ in range(3))
    ordered = np.empty(src.size if weighted else 0)
    read_src, read_dst, read_weight = (
        _read_only_view(each) for each in (src, dst, ordered if weighted else weight)
    )
    placed = np.empty(m, np.min_scalar_type(parts - 1))
    for first in range(0, m, max(size, 1)):
        _fill_buckets(position, first, BUCKET_BITS, graph.src, graph.dst, weight, ends, within, weights)
        for begin in range(first, min(first + size, m), bucket):
            end = min(begin + bucket, m)
            at = slice(begin - first, end - first)
            _put_in_order(ends[at], within[at], weights[at], src, dst, ordered)
            count = end - begin
            place(read_src[:count], read_dst[:count], read_weight[:count], cluster[:count])
            placed[begin:end] = cluster[:count]
    return placed


def _read_only_view(array: NDArray[Any]) -> NDArray[Any]:
    """A view of the type of the arrays of a graph, so that a kernel is compiled once for both."""
    view = array.view()
    view.flags.writeable = False
    return view


@njit(cache=True)
def _fill_buckets(
    position: Integers,
    first: int,
    bits: int,
    src: Int32,
    dst: Int32,
    weight: Float64,
    ends: UInt64,
    within: UInt16,
    weights: Float64,
) -> None:
    """Append edges to the buckets from position ``first`` on; all others overwrite the last entry.

    There is no branch for the others, since half of such branches would be mispredicted.
    """
    size = np.uint64(ends.size - 1)
    shift = np.uint64(bits)
    buckets = size >> shift
    end = np.empty(buckets + np.uint64(1), np.uint64)
    step = np.ones(end.size, np.uint64)
    for b in range(buckets + np.uint64(1)):
        end[b] = b << shift
    step[buckets] = 0
    for e in range(position.size):
        at = min(np.uint64(np.int64(position[e]) - first), size)  # a position before ``first`` becomes huge
        bucket = at >> shift
        k = end[bucket]
        end[bucket] += step[bucket]
        ends[k] = np.uint64(src[e]) << np.uint64(32) | np.uint64(dst[e])
        within[k] = at - (bucket << shift)
        if weights.size:
            weights[k] = weight[e]


@njit(cache=True)
def _put_in_order(
    ends: UInt64, within: UInt16, weights: Float64, src: Int32, dst: Int32, ordered: Float64
) -> None:
    """Put the edges of a bucket into the order of the stream."""
    for k in range(ends.size):
        to = np.uint64(within[k])
        src[to] = ends[k] >> np.uint64(32)
        dst[to] = ends[k] & np.uint64(0xFFFFFFFF)
        if weights.size:
            ordered[to] = weights[k]


@njit(cache=True)
def _at_positions(placed: Unsigned, position: Integers) -> Int32:
    cluster = np.empty(position.size, np.int32)
    for e in range(position.size):
        cluster[e] = placed[np.uint64(position[e])]
    return cluster
