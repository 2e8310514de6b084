"""The neighbours of a node: test and test-and-set of their bits, levels, local queues and their emptying.

The neighbours of a group are read before their bits are tested, as an unrolled loop does. On a simulated
machine, one operation reads a group. A node with many neighbours is continued in the next piece.
"""

from __future__ import annotations

from numasim.threads.bfs_data import (
    DEPTH,
    EDGE,
    EDGES,
    FLUSHED,
    FOUND,
    GROUP,
    LINE,
    NEED,
    SIZE,
    SLOTS_OF_CLAIM,
    SLOTS_OF_EDGE,
    SLOTS_OF_PUSH,
    SOURCE,
    STOP_EDGE,
    TARGET,
    BfsData,
)
from numasim.threads.native import is_real
from numasim.threads.piece import (
    PLACE,
    Piece,
    acquire,
    compute,
    fetch_add,
    newest,
    read,
    read_after,
    release,
    space_left,
    test_and_set,
    write,
    write_after,
)
from partitioners.analysis.distances import UNREACHED
from partitioners.kernels.array_types import Int32, Int64
from partitioners.kernels.uncounted import inlined_kernel

ANY_SOCKET = -1
"""The socket of a queue that all threads share."""

TO_QUEUE, TO_LEVELS, ALONE = range(3)
"""What is done with a new node: it is appended to the local queue; only its level is written; or, by the only
thread that works, it is appended to the next queue, and its bit is set without an atomic operation."""


@inlined_kernel
def begin_node(data: BfsData, piece: Piece, node: int, earlier: int) -> None:
    """Read where the edges of a node are; ``earlier`` is the operation that read the node, or -1."""
    kept = data.kept[piece.thread]
    offsets = data.offsets
    kept[EDGE] = read_after(piece, offsets, node, earlier)
    kept[STOP_EDGE] = read_after(piece, offsets, node + 1, earlier)
    kept[SOURCE] = newest(piece)
    kept[EDGES] += kept[STOP_EDGE] - kept[EDGE]
    piece.words[PLACE] = 1


@inlined_kernel
def visit(data: BfsData, piece: Piece, sink: int) -> int:
    """Visit the remaining neighbours of the node. Returns 0 if the piece is full before the last one."""
    kept = data.kept[piece.thread]
    neighbours, visited, level, local, queue = (
        data.neighbours,
        data.visited,
        data.level,
        data.local,
        data.queue,
    )
    edge, stop, found = kept[EDGE], kept[STOP_EDGE], kept[FOUND]
    depth = data.control[DEPTH] + 1
    size = kept[SIZE]
    threshold = data.threshold
    own = piece.thread * data.local_size
    following = (depth & 1) * data.nodes
    done = 1
    while edge < stop:
        if sink == TO_QUEUE and size >= threshold:
            kept[SIZE] = size
            if empty_local(data, piece, ANY_SOCKET) == 0:
                done = 0
                break
            size = 0
        if space_left(piece) < NEED:
            done = 0
            break
        last = min(stop, (edge | (GROUP - 1)) + 1)
        group = read_group(piece, neighbours, edge, last, kept[SOURCE])
        for k in range(edge, last):
            node = neighbours[k]
            if claim(piece, visited, level, node, depth, group, sink):
                if sink == TO_QUEUE:
                    compute(piece, SLOTS_OF_PUSH)
                    write_after(piece, local, own + size, node, group)
                    size += 1
                elif sink == ALONE:
                    compute(piece, SLOTS_OF_PUSH)
                    write_after(piece, queue, following + found, node, group)
                found += 1
        edge = last
    kept[EDGE], kept[FOUND], kept[SIZE] = edge, found, size
    piece.words[PLACE] = 1 - done
    return done


@inlined_kernel
def read_group(piece: Piece, array: Int32, begin: int, stop: int, earlier: int) -> int:
    """Write the operations that read elements of a group; return the newest. Nothing on real threads."""
    if not is_real(piece):
        for k in range(begin, stop):
            read_after(piece, array, k, earlier)
    return newest(piece)


@inlined_kernel
def claim(piece: Piece, visited: Int64, level: Int32, node: int, depth: int, earlier: int, sink: int) -> bool:
    """Set the bit of a node by test and test-and-set, and its level. Returns whether the node is new."""
    compute(piece, SLOTS_OF_EDGE)
    word = read_after(piece, visited, node >> 6, earlier)
    if (word >> (node & 63)) & 1 != 0:
        return False
    if sink == ALONE:
        write_after(piece, visited, node >> 6, word | (1 << (node & 63)), newest(piece))
    elif not test_and_set(piece, visited, node, earlier):
        return False
    compute(piece, SLOTS_OF_CLAIM)
    write_after(piece, level, node, depth, earlier)
    return True


@inlined_kernel
def empty_local(data: BfsData, piece: Piece, socket: int) -> int:
    """Append the local queue to the next one: reserve a place, then copy. Returns 0 if the piece is full.

    The place is reserved in one step, or in the queue of a socket under its lock. The function is called
    again with the next piece, until it returns 1.
    """
    kept = data.kept[piece.thread]
    local, queue = data.local, data.queue
    size, own = kept[SIZE], piece.thread * data.local_size
    side = (data.control[DEPTH] + 1) & 1
    if kept[FLUSHED] < 0:
        if space_left(piece) < NEED:
            return 0
        if socket == ANY_SOCKET:
            kept[TARGET] = side * data.nodes + fetch_add(piece, data.ends, side * LINE, size)
        else:
            end = (side * data.sockets + socket) * LINE
            acquire(piece, socket)
            place = read(piece, data.ends, end)
            write_after(piece, data.ends, end, place + size, newest(piece))
            release(piece, socket)
            kept[TARGET] = side * data.nodes + socket * data.socket_nodes + place
        kept[FLUSHED] = 0
    target = kept[TARGET]
    copied = kept[FLUSHED]
    while copied < size:
        if space_left(piece) < 4:
            kept[FLUSHED] = copied
            return 0
        last = min(copied + GROUP, size)
        for k in range(copied, last):
            read(piece, local, own + k)
        group = newest(piece)
        for k in range(copied, last):
            write_after(piece, queue, target + k, local[own + k], group)
        copied = last
    kept[FLUSHED] = -1
    kept[SIZE] = 0
    return 1


@inlined_kernel
def finish(data: BfsData, piece: Piece, sink: int) -> int:
    """The end of a thread's work in a level: what it has found. Returns 0 if the piece is full."""
    if sink == TO_QUEUE:
        kept = data.kept[piece.thread]
        if kept[SIZE] > 0:
            return empty_local(data, piece, ANY_SOCKET)
    elif sink == TO_LEVELS:
        write(piece, data.found, piece.thread, data.kept[piece.thread, FOUND])
    elif piece.thread == 0:
        depth = data.control[DEPTH]
        write(piece, data.ends, ((depth + 1) & 1) * LINE, data.kept[0, FOUND])
        write(piece, data.ends, (depth & 1) * LINE, 0)
    return 1


@inlined_kernel
def visit_for_gpu(data: BfsData) -> None:
    """Visit the level of a GPU: without operations; the queues are empty afterwards."""
    depth, level, visited, kept = data.control[DEPTH], data.level, data.visited, data.kept[0]
    for node in range(data.nodes):
        if level[node] != depth:
            continue
        kept[EDGES] += data.offsets[node + 1] - data.offsets[node]
        for edge in range(data.offsets[node], data.offsets[node + 1]):
            other = data.neighbours[edge]
            if level[other] == UNREACHED:
                level[other] = depth + 1
                visited[other >> 6] |= 1 << (other & 63)
                kept[FOUND] += 1
    for side in range(2):
        data.ends[side * LINE] = 0
