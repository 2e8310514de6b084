"""Levels whose nodes are in the queue: the queue-based method, and two states of the hybrid one.

Hong, Oguntebi and Olukotun (PACT 2011), ``BFS_Queue``: a bitmap with test and test-and-set, and a local queue
for each thread that is appended to the global one when it is full.
"""

from __future__ import annotations

from numasim.threads.bfs_data import DEPTH, NEED, SLOTS_OF_NODE, BfsData
from numasim.threads.bfs_visit import begin_node, finish, visit
from numasim.threads.piece import AT, LAST, PLACE, STOP, Piece, compute, newest, read, space_left
from partitioners.kernels.uncounted import inlined_kernel


@inlined_kernel
def take_from_queue(data: BfsData, piece: Piece, sink: int) -> int:
    """Visit the neighbours of the nodes at places AT to STOP of the queue; 0 if the piece is full."""
    words = piece.words
    if words[LAST] != 0:
        return finish(data, piece, sink)
    queue = data.queue
    first = (data.control[DEPTH] & 1) * data.nodes
    at, stop, done = words[AT], words[STOP], 1
    while at < stop:
        if words[PLACE] == 0:
            if space_left(piece) < NEED:
                done = 0
                break
            compute(piece, SLOTS_OF_NODE)
            node = read(piece, queue, first + at)
            begin_node(data, piece, node, newest(piece))
        if visit(data, piece, sink) == 0:
            done = 0
            break
        at += 1
    words[AT] = at
    return done
