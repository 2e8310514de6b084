"""What the functions of the breadth-first search share: their arrays, and the words of control.

The arrays of the first group are in the memory of the machine. Those of the second are registers of threads,
arguments of the fork, or results; reading them takes no time.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from numpy.typing import NDArray

RESET, LEVEL, DRAIN, JOIN = range(4)
"""The parts of a search: levels and bitmap are cleared; the nodes of a level are processed; nodes are taken
from channels; thread 0 adds up what the threads have found."""

PART_NAMES = ("reset", "level", "drain", "join")
"""The names of the parts in tables."""

ROOT, DEPTH, STATE, PART, CURRENT, FOLLOWING = range(6)
"""The words of ``BfsData.control``: the position of the root in the list of roots, the level, the state, the
part, the nodes of the level, and those of the next one."""

SIZE, FLUSHED, TARGET, EDGE, STOP_EDGE, SOURCE, FOUND, EDGES = range(8)
"""The registers of a thread in ``BfsData.kept``: the nodes in its local queue; how many of them are copied to
the global queue, or -1, and to where; the next and the last edge of its node, and the operation that read
them; the nodes that it has found in this phase, and the edges that it has looked at."""
KEPT = 16
"""Registers of a thread, which fill two cache lines, so that real threads do not share any."""

GROUP = 8
"""Neighbours that a thread reads together: those in 32 aligned bytes."""

NEED = 4 + GROUP * 4
"""The most operations of a node's beginning and of a group: the neighbours themselves, and for each a load of
the bitmap, an atomic operation, and stores of its level and to a queue."""

LINE = 8
"""The words from one end of a queue to the next, so that each has a cache line of its own."""

SLOTS_OF_NODE, SLOTS_OF_SCAN, SLOTS_OF_EDGE, SLOTS_OF_CLAIM, SLOTS_OF_PUSH = 6, 4, 13, 6, 3
"""Instructions that do not access memory, counted in the loop that gcc 12 with -O2 makes of the same program
in C for x86-64: those of a node from the queue, of a node whose level is read, of an edge up to the test of
its bit, of the result of a test-and-set, and of a node appended to a local queue."""


class BfsData(NamedTuple):
    """The arrays of a breadth-first search.

    Attributes
    ----------
    offsets : ndarray of int32 or int64, shape (n + 1,)
        The edges of node v are ``offsets[v]`` to ``offsets[v + 1]``.
    neighbours : ndarray of int32, shape (m,)
    visited : ndarray of int64, shape (words,)
        A bit for each node.
    level : ndarray of int32, shape (n,)
    queue : ndarray of int32, shape (2 n,)
        Two queues, which are in turn the one of the level and the next one.
    ends : ndarray of int64, shape (2 LINE,)
        The number of nodes in each.
    local : ndarray of int32, shape (threads x local_size,)
        The local queues.
    found : ndarray of int64, shape (threads,)
        The nodes that each thread has found in a level whose nodes are in no queue. The document's flag
        ``fin`` is ``found == 0``.
    nodes, threshold, local_size : int
        The number of nodes, the nodes in a local queue at which it is emptied, and its capacity.
    first_state : int
        The state of the first level.
    roots : ndarray of int64, shape (roots,)
    rules : ndarray of float64
        The table of the state machine.
    control : ndarray of int64
    kept : ndarray of int64, shape (threads, KEPT)
    results : ndarray of int32, shape (roots, n)
        The levels from each root.
    """

    offsets: NDArray[Any]
    neighbours: NDArray[Any]
    visited: NDArray[Any]
    level: NDArray[Any]
    queue: NDArray[Any]
    ends: NDArray[Any]
    local: NDArray[Any]
    found: NDArray[Any]
    nodes: int
    threshold: int
    local_size: int
    first_state: int
    roots: NDArray[Any]
    rules: NDArray[Any]
    control: NDArray[Any]
    kept: NDArray[Any]
    results: NDArray[Any]
