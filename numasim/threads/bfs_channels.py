"""Levels with a queue for each socket, and channels between sockets.

Agarwal, Petrini, Pasetto and Bader, "Scalable graph exploration on multicore processors", SC 2010, to which
Hong, Oguntebi and Olukotun (PACT 2011) compare: each socket has a part of the nodes, and only its threads
access their bits. The neighbours of other sockets are sent through channels, in batches, without a test.
After a barrier, the threads of each socket take the nodes that were sent to it. Queues and channels have
ticket locks, so that a channel has one producer or one consumer at a time.
"""

from __future__ import annotations

from numasim.threads.bfs_data import (
    AT_NODE,
    BATCH,
    CHANNEL,
    DEPTH,
    EDGE,
    FOUND,
    FULL,
    GROUP,
    LINE,
    NEED,
    SIZE,
    SLOTS_OF_NODE,
    SLOTS_OF_PUSH,
    SLOTS_OF_SOCKET,
    SOURCE,
    STOP_EDGE,
    STOP_NODE,
    BfsData,
)
from numasim.threads.bfs_visit import TO_QUEUE, begin_node, claim, empty_local, read_group
from numasim.threads.piece import (
    AT,
    LAST,
    PLACE,
    STOP,
    Piece,
    acquire,
    compute,
    fetch_add,
    newest,
    read,
    release,
    space_left,
    write_after,
)
from partitioners.kernels.uncounted import inlined_kernel

TAKES, HAS_BATCH, HAS_NODE, ENDS = range(4)
"""What a thread does for its item, in ``PLACE``: it takes a batch; it has one; it has a node of its batch; it
sends what is left, and empties its local queue."""


@inlined_kernel
def socket_items(data: BfsData, threads: int) -> int:
    """The items of a phase: the threads, and at least one for each socket."""
    return max(threads, data.sockets)


@inlined_kernel
def _socket_of_item(data: BfsData, piece: Piece, item: int) -> int:
    return item * data.sockets // socket_items(data, piece.threads)


@inlined_kernel
def take_from_sockets(data: BfsData, piece: Piece) -> int:
    """Process the level: each item is the work of a thread for its socket. Returns 0 if the piece is full."""
    words = piece.words
    while words[LAST] == 0 and words[AT] < words[STOP]:
        socket = _socket_of_item(data, piece, words[AT])
        while words[PLACE] != ENDS:
            if _take_node(data, piece, socket) == 0:
                return 0
        if _send_outboxes(data, piece, socket, 1) == 0 or _empty(data, piece, socket) == 0:
            return 0
        words[PLACE] = TAKES
        words[AT] += 1
    return 1


@inlined_kernel
def _take_node(data: BfsData, piece: Piece, socket: int) -> int:
    """Take a batch of the socket's queue, or visit the next node of the batch. 0 if the piece is full."""
    words, kept = piece.words, data.kept[piece.thread]
    if words[PLACE] == HAS_NODE:
        return _visit(data, piece, socket)
    if space_left(piece) < NEED:
        return 0
    if words[PLACE] == TAKES:
        begin = fetch_add(piece, data.taken, socket * LINE, BATCH)
        kept[AT_NODE] = begin
        kept[STOP_NODE] = min(begin + BATCH, data.queued[socket])
        words[PLACE] = HAS_BATCH if begin < data.queued[socket] else ENDS
    elif kept[AT_NODE] == kept[STOP_NODE]:
        words[PLACE] = TAKES
    else:
        first = (data.control[DEPTH] & 1) * data.nodes + socket * data.socket_nodes
        compute(piece, SLOTS_OF_NODE)
        node = read(piece, data.queue, first + kept[AT_NODE])
        kept[AT_NODE] += 1
        begin_node(data, piece, node, newest(piece))
        words[PLACE] = HAS_NODE
    return 1


@inlined_kernel
def _visit(data: BfsData, piece: Piece, socket: int) -> int:
    """Visit the remaining neighbours of the node. Returns 0 if the piece is full before the last one."""
    kept = data.kept[piece.thread]
    sizes = data.outbox_size[piece.thread]
    neighbours, outbox = data.neighbours, data.outbox
    while kept[EDGE] < kept[STOP_EDGE]:
        if kept[FULL] != 0 and _send_outboxes(data, piece, socket, BATCH) == 0:
            return 0
        if kept[SIZE] >= data.threshold and empty_local(data, piece, socket) == 0:
            return 0
        if space_left(piece) < NEED:
            return 0
        begin = kept[EDGE]
        stop = min(kept[STOP_EDGE], (begin | (GROUP - 1)) + 1)
        group = read_group(piece, neighbours, begin, stop, kept[SOURCE])
        for k in range(begin, stop):
            node = neighbours[k]
            compute(piece, SLOTS_OF_SOCKET)
            target = node // data.socket_nodes
            if target == socket:
                _claim_node(data, piece, node, group)
            else:
                compute(piece, SLOTS_OF_PUSH)
                write_after(piece, outbox, _outbox(data, piece, target) + sizes[target], node, group)
                sizes[target] += 1
                if sizes[target] >= BATCH:
                    kept[FULL] = 1
        kept[EDGE] = stop
    piece.words[PLACE] = HAS_BATCH
    return 1


@inlined_kernel
def _claim_node(data: BfsData, piece: Piece, node: int, earlier: int) -> None:
    """Append a node of the thread's own socket to the local queue, if it is new."""
    kept = data.kept[piece.thread]
    depth = data.control[DEPTH] + 1
    if claim(piece, data.visited, data.level, node, depth, earlier, TO_QUEUE):
        compute(piece, SLOTS_OF_PUSH)
        place = piece.thread * data.local_size + kept[SIZE]
        write_after(piece, data.local, place, node, earlier)
        kept[SIZE] += 1
        kept[FOUND] += 1


@inlined_kernel
def _outbox(data: BfsData, piece: Piece, target: int) -> int:
    """The first place of the thread's outbox for a socket."""
    return (piece.thread * data.sockets + target) * (BATCH + GROUP)


@inlined_kernel
def _send_outboxes(data: BfsData, piece: Piece, socket: int, least: int) -> int:
    """Send the outboxes with at least that many nodes. Returns 0 if the piece is full."""
    sizes = data.outbox_size[piece.thread]
    for target in range(data.sockets):
        if sizes[target] >= least:
            if space_left(piece) < NEED:
                return 0
            _send(data, piece, socket, target)
    data.kept[piece.thread, FULL] = 0
    return 1


@inlined_kernel
def _send(data: BfsData, piece: Piece, socket: int, target: int) -> None:
    """Put the nodes of an outbox into their channel."""
    channel = socket * data.sockets + target
    size = data.outbox_size[piece.thread, target]
    first = _outbox(data, piece, target)
    acquire(piece, data.sockets + channel)
    end = read(piece, data.sent, channel * LINE)
    at_end = newest(piece)
    place = data.channel_begin[channel] + end
    for begin in range(0, size, GROUP):
        stop = min(begin + GROUP, size)
        group = read_group(piece, data.outbox, first + begin, first + stop, -1)
        for k in range(begin, stop):
            write_after(piece, data.channels, place + k, data.outbox[first + k], group)
    write_after(piece, data.sent, channel * LINE, end + size, at_end)
    release(piece, data.sockets + channel)
    data.outbox_size[piece.thread, target] = 0


@inlined_kernel
def drain_channels(data: BfsData, piece: Piece) -> int:
    """Take the nodes that were sent to the sockets: each item is the work of a thread for its socket."""
    words = piece.words
    while words[LAST] == 0 and words[AT] < words[STOP]:
        socket = _socket_of_item(data, piece, words[AT])
        while words[PLACE] != ENDS:
            if _take_sent(data, piece, socket) == 0:
                return 0
        if _empty(data, piece, socket) == 0:
            return 0
        words[PLACE] = TAKES
        words[AT] += 1
    return 1


@inlined_kernel
def _take_sent(data: BfsData, piece: Piece, socket: int) -> int:
    """Take a batch from a channel, or process a group of the batch. Returns 0 if the piece is full."""
    words, kept, sockets = piece.words, data.kept[piece.thread], data.sockets
    if space_left(piece) < NEED:
        return 0
    channel = (socket + 1 + kept[CHANNEL]) % sockets * sockets + socket
    if words[PLACE] == TAKES:
        if kept[CHANNEL] == sockets - 1:
            kept[CHANNEL] = 0
            words[PLACE] = ENDS
            return 1
        acquire(piece, sockets + channel)
        begin = read(piece, data.received, channel * LINE)
        earlier = newest(piece)
        stop = min(begin + BATCH, read(piece, data.sent, channel * LINE))
        write_after(piece, data.received, channel * LINE, stop, earlier)
        release(piece, sockets + channel)
        kept[AT_NODE], kept[STOP_NODE] = begin, stop
        if begin < stop:
            words[PLACE] = HAS_BATCH
        else:
            kept[CHANNEL] += 1
    elif kept[AT_NODE] == kept[STOP_NODE]:
        words[PLACE] = TAKES
    elif kept[SIZE] >= data.threshold:
        return empty_local(data, piece, socket)
    else:
        first = data.channel_begin[channel]
        begin = kept[AT_NODE]
        stop = min(kept[STOP_NODE], (begin | (GROUP - 1)) + 1)
        group = read_group(piece, data.channels, first + begin, first + stop, -1)
        for k in range(begin, stop):
            _claim_node(data, piece, data.channels[first + k], group)
        kept[AT_NODE] = stop
    return 1


@inlined_kernel
def _empty(data: BfsData, piece: Piece, socket: int) -> int:
    """Empty the local queue at the end of an item. Returns 0 if the piece is full."""
    if data.kept[piece.thread, SIZE] == 0:
        return 1
    return empty_local(data, piece, socket)
