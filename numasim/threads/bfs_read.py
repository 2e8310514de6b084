"""Levels whose nodes are found by reading the levels of all nodes: the read-based method.

Hong, Oguntebi and Olukotun (PACT 2011), ``BFS_Read``: no queue, and sequential accesses to the
array of levels.
"""

from __future__ import annotations

from numasim.threads.bfs_data import DEPTH, NEED, SLOTS_OF_NODE, SLOTS_OF_SCAN, BfsData
from numasim.threads.bfs_visit import begin_node, finish, visit
from numasim.threads.piece import AT, LAST, PLACE, STOP, Piece, compute, newest, read, space_left
from partitioners.kernels.uncounted import inlined_kernel


@inlined_kernel
def read_levels(data: BfsData, piece: Piece, sink: int) -> int:
    """Visit the neighbours of those nodes from AT to STOP that are in the level; 0 if the piece is full."""
    words = piece.words
    if words[LAST] != 0:
        return finish(data, piece, sink)
    level, depth = data.level, data.control[DEPTH]
    at, stop, done = words[AT], words[STOP], 1
    while at < stop:
        if words[PLACE] == 0:
            if space_left(piece) < NEED:
                done = 0
                break
            compute(piece, SLOTS_OF_SCAN)
            if read(piece, level, at) != depth:
                at += 1
                continue
            compute(piece, SLOTS_OF_NODE)
            begin_node(data, piece, at, newest(piece))
        if visit(data, piece, sink) == 0:
            done = 0
            break
        at += 1
    words[AT] = at
    return done
