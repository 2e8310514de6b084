"""What the functions of the breadth-first search share: their arrays, and the words of control.

The arrays of the first group are in the memory of the machine. Those of the second are registers of threads,
arguments of the fork, or results; reading them takes no time.
"""

from __future__ import annotations

from typing import NamedTuple

from partitioners.kernels.array_types import Float64, Int32, Int64, Integers

RESET, LEVEL, DRAIN, JOIN = range(4)
"""The parts of a search: levels and bitmap are cleared; the nodes of a level are processed; nodes are taken
from channels; thread 0 adds up what the threads have found."""

PART_NAMES = ("reset", "level", "drain", "join")
"""The names of the parts in tables, by their numbers."""

ROOT, DEPTH, STATE, PART, CURRENT, FOLLOWING = range(6)
"""The words of ``BfsData.control``: the position of the root in the list of roots, the level, the state, the
part, the nodes of the level, and those of the next one."""

(
    SIZE,
    FLUSHED,
    TARGET,
    EDGE,
    STOP_EDGE,
    SOURCE,
    FOUND,
    EDGES,
    AT_NODE,
    STOP_NODE,
    CHANNEL,
    FULL,
) = range(12)
"""The registers of a thread in ``BfsData.kept``: the nodes in its local queue; how many of them are copied to
the global queue, or -1, and to where; the next and the last edge of its node, and the operation that read
them; the nodes that it has found in this level, and the edges that it has looked at. For channels also: the
next and the last node of its batch, the channels that it has emptied, and whether an outbox is full."""
KEPT = 16
"""Registers of a thread, which fill two cache lines, so that real threads do not share any."""

GROUP = 8
"""Neighbours that a thread reads together: those in 32 aligned bytes."""

NEED = 4 + GROUP * 4
"""The most operations of a node's beginning and of a group: the neighbours themselves, and for each a load of
the bitmap, an atomic operation, and stores of its level and to a queue."""

LINE = 8
"""The words from one end of a queue to the next, so that each has a cache line of its own."""

BATCH = 64
"""Nodes that are taken from the queue of a socket, sent to a channel, or taken from one, at a time."""

SLOTS_OF_NODE, SLOTS_OF_SCAN, SLOTS_OF_EDGE, SLOTS_OF_CLAIM, SLOTS_OF_PUSH = 6, 4, 13, 6, 3
SLOTS_OF_SOCKET = 5
"""Instructions that do not access memory, counted in the loop that gcc 12 with -O2 makes of the same program
in C for x86-64: those of a node from the queue, of a node whose level is read, of an edge up to the test of
its bit, of the result of a test-and-set, of a node appended to a local
queue, and of the socket of a node."""


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
        Two queues, which are in turn the one of the level and the next one. With channels, each has a part
        for each socket.
    ends : ndarray of int64, shape (2 sockets LINE,)
        The number of nodes in each.
    local : ndarray of int32, shape (threads x local_size,)
        The local queues.
    found : ndarray of int64, shape (threads,)
        The nodes that each thread has found in a level whose nodes are in no queue. The document's flag
        ``fin`` is ``found == 0``.
    taken : ndarray of int64, shape (sockets LINE,)
        The nodes taken from the queue of each socket in a level.
    channels : ndarray of int32
        The channels from each socket to each other one, with space for all edges between them.
    sent, received : ndarray of int64, shape (sockets^2 LINE,)
        The nodes that were put into each channel and taken from it.
    outbox : ndarray of int32, shape (threads x sockets x (BATCH + GROUP),)
        The nodes that a thread is about to send.
    nodes, threshold, local_size : int
        The number of nodes, the nodes in a local queue at which it is emptied, and its capacity.
    sockets, socket_nodes : int
        The number of sockets (1 without channels), and the nodes of each.
    first_state : int
        The state of the first level.
    roots : ndarray of int64, shape (roots,)
    rules : ndarray of float64
        The table of the state machine.
    kept : ndarray of int64, shape (threads, KEPT)
    results : ndarray of int32, shape (roots, n)
        The levels from each root.
    queued : ndarray of int64, shape (sockets,)
        The nodes of the level in the queue of each socket.
    channel_begin : ndarray of int64, shape (sockets^2,)
        The first place of each channel.
    outbox_size : ndarray of int64, shape (threads, sockets)
        The nodes in each outbox.
    """

    offsets: Integers
    neighbours: Int32
    visited: Int64
    level: Int32
    queue: Int32
    ends: Int64
    local: Int32
    found: Int64
    taken: Int64
    channels: Int32
    sent: Int64
    received: Int64
    outbox: Int32
    nodes: int
    threshold: int
    local_size: int
    sockets: int
    socket_nodes: int
    first_state: int
    roots: Int64
    rules: Float64
    control: Int64
    kept: Int64
    results: Int32
    queued: Int64
    channel_begin: Int64
    outbox_size: Int64
