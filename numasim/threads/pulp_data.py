"""What the functions of PuLP's label propagation share: its arrays, and the words of control.

The arrays of the first group are in the memory of the machine. Those of the second are registers of threads
and arguments of the fork; reading them takes no time.
"""

from __future__ import annotations

from typing import NamedTuple

from partitioners.kernels.array_types import Float64, Int32, Int64

WAIT, SWEEP = range(2)
"""The parts of an iteration: all vertices begin to wait; those that wait are visited."""

STAGE, ITERATION, PART, FROM_QUEUE, QUEUE, LENGTH = range(6)
"""The words of ``PulpData.control``: the position in the plan, the iteration of the stage, the part, whether
the vertices come from a queue, which of the two queues is read, and its length."""

(
    VERTEX,
    EDGE,
    STOP_EDGE,
    SOURCE,
    OWN,
    BEST,
    REACHED,
    NEXT_PART,
    SLOT,
    END_SLOT,
    MOVES,
    EDGES,
) = range(12)
"""The registers of a thread in ``PulpData.kept``: its vertex, the next and the last edge of it, the operation
that read them, the part of the vertex, the best part so far, the parts of its neighbours, the next of these
to look at, the places of the next queue that the thread has reserved, the vertices that it has moved, and the
edges that it has looked at."""
KEPT = 16
"""Registers of a thread, which fill two cache lines."""

READ_VERTEX, COUNT_EDGES, CHOOSE, QUEUE_NEIGHBOURS = range(4)
"""What a thread does with its vertex next, in ``piece.words[PLACE]``."""

RESERVED = 64
"""Places of the next queue that a thread reserves at a time by an atomic operation."""

NEED = 24
"""The most operations of a step, which is an edge, a part, a move or a vertex."""

SLOTS_OF_VERTEX, SLOTS_OF_EDGE, SLOTS_OF_PART, SLOTS_OF_PUSH = 8, 9, 12, 4
"""Instructions that do not access memory, counted by hand: of a vertex, of an edge that is counted, of a part
that is compared, and of a neighbour that joins the queue."""

LINE = 8
"""The words from the end of one queue to that of the other, so that each has a cache line of its own."""


class PulpData(NamedTuple):
    """The arrays of label propagation.

    Attributes
    ----------
    offsets : ndarray of int64, shape (n + 1,)
        The edges of vertex v are ``offsets[v]`` to ``offsets[v + 1]``.
    neighbours, edge_weight : ndarray of int32, shape (k,)
    strength, work : ndarray of int64, shape (n,)
    part : ndarray of int64, shape (n,)
    waits : ndarray of int64, shape (n,)
        Above 0 if the vertex is in a queue.
    queue : ndarray of int64, shape (2 capacity,)
        Two queues; a place without a vertex is -1.
    ends : ndarray of int64, shape (2 LINE,)
        The places of each queue that are reserved.
    size, load : ndarray of int64, shape (parts,)
        Vertices and work of each part.
    toward, attraction : ndarray of int64, shape (threads x parts,)
        The edges of a thread's vertex to each part, and their attraction.
    reached : ndarray of int64, shape (threads x parts,)
        The parts of the neighbours of a thread's vertex.
    plan : ndarray of int64, shape (stages, 3)
        For each stage its kind, its iterations at most, and whether work is limited.
    kept : ndarray of int64, shape (threads, KEPT)
    best_score : ndarray of float64, shape (threads, LINE)
        The score of the best part so far, in the first column.
    """

    offsets: Int64
    neighbours: Int32
    edge_weight: Int32
    strength: Int64
    work: Int64
    part: Int64
    waits: Int64
    queue: Int64
    ends: Int64
    size: Int64
    load: Int64
    toward: Int64
    attraction: Int64
    reached: Int64
    vertices: int
    parts: int
    capacity: int
    size_limit: int
    load_limit: int
    plan: Int64
    control: Int64
    kept: Int64
    best_score: Float64
