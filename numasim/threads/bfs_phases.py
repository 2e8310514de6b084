"""The phases of the breadth-first search: clearing, levels with the state machine, and joins.

``fill`` and ``next_phase`` are the compiled functions of :class:`numasim.threads.bfs.Bfs`.
"""

from __future__ import annotations

from numasim.threads import schedules
from numasim.threads.bfs_channels import drain_channels, socket_items, take_from_sockets
from numasim.threads.bfs_data import (
    CURRENT,
    DEPTH,
    DRAIN,
    EDGES,
    FOLLOWING,
    FOUND,
    JOIN,
    LEVEL,
    LINE,
    NEED,
    PART,
    RESET,
    ROOT,
    STATE,
    BfsData,
)
from numasim.threads.bfs_queue import take_from_queue
from numasim.threads.bfs_read import read_levels
from numasim.threads.bfs_states import CHANNELS, GPU, Q2R, QUEUE, R2Q, READ, SMALL
from numasim.threads.bfs_visit import ALONE, TO_LEVELS, TO_QUEUE, visit_for_gpu
from numasim.threads.piece import AT, LAST, STOP, Piece, read, space_left, write
from numasim.threads.program import PhaseState
from numasim.threads.schedules import CHUNK, ITEMS, NUMBER
from partitioners.analysis.distances import UNREACHED
from partitioners.kernels.array_types import Float64
from partitioners.kernels.uncounted import inlined_kernel

NODES_OF_WORD = 64
"""The nodes whose bits are in a word of the bitmap, which are an item of the part that clears."""


def fill(data: BfsData, piece: Piece) -> int:
    """Do a piece of the work of a chunk; see :class:`numasim.threads.program.ThreadProgram`."""
    part, state = data.control[PART], data.control[STATE]
    if part == RESET:
        return _reset(data, piece)
    if part == JOIN:
        return _join(data, piece)
    if part == DRAIN:
        return drain_channels(data, piece)
    if state == CHANNELS:
        return take_from_sockets(data, piece)
    if state == GPU:
        return 1
    if state == QUEUE:
        return take_from_queue(data, piece, TO_QUEUE)
    if state == READ:
        return read_levels(data, piece, TO_LEVELS)
    if state == Q2R:
        return take_from_queue(data, piece, TO_LEVELS)
    if state == R2Q:
        return read_levels(data, piece, TO_QUEUE)
    return take_from_queue(data, piece, ALONE)


@inlined_kernel
def _reset(data: BfsData, piece: Piece) -> int:
    """Clear words of the bitmap and their levels; who clears those of the root also begins with it."""
    words = piece.words
    visited, level = data.visited, data.level
    root = data.roots[data.control[ROOT]]
    if words[LAST] != 0:
        return 1
    at, stop, done = words[AT], words[STOP], 1
    while at < stop:
        if space_left(piece) < NEED:
            done = 0
            break
        first = at * NODES_OF_WORD
        write(piece, visited, at, 0)
        for node in range(first, min(first + NODES_OF_WORD, data.nodes)):
            write(piece, level, node, UNREACHED)
        if first <= root < first + NODES_OF_WORD:
            write(piece, visited, at, 1 << (root - first))
            write(piece, level, root, 0)
            socket = root // data.socket_nodes
            write(piece, data.queue, socket * data.socket_nodes, root)
        at += 1
    words[AT] = at
    return done


@inlined_kernel
def _join(data: BfsData, piece: Piece) -> int:
    """Thread 0 reads how many nodes have been found, and clears the queue that comes after the next one."""
    words = piece.words
    depth, state, sockets = data.control[DEPTH], data.control[STATE], data.sockets
    own, following = (depth & 1) * sockets, ((depth + 1) & 1) * sockets
    if words[LAST] != 0:
        if piece.thread == 0 and state != CHANNELS:
            write(piece, data.ends, own * LINE, 0)
        return 1
    at, stop, done = words[AT], words[STOP], 1
    while at < stop:
        if space_left(piece) < NEED:
            done = 0
            break
        if state == CHANNELS:
            if at < sockets:
                read(piece, data.ends, (following + at) * LINE)
                write(piece, data.ends, (own + at) * LINE, 0)
                write(piece, data.taken, at * LINE, 0)
            write(piece, data.sent, at * LINE, 0)
            write(piece, data.received, at * LINE, 0)
        elif state in (QUEUE, R2Q):
            read(piece, data.ends, following * LINE)
        else:
            read(piece, data.found, at)
        at += 1
    words[AT] = at
    return done


def next_phase(data: BfsData, state: PhaseState) -> int:
    """Choose the next phase; see :class:`numasim.threads.program.ThreadProgram`."""
    control = data.control
    if state.phase[NUMBER] == 0:
        return _begin_root(data, state, 0)
    _report_figures(data, state)
    if control[PART] == RESET:
        return _begin_level(data, state)
    if control[PART] == LEVEL and control[STATE] == CHANNELS:
        control[PART] = DRAIN
        return _begin_socket_work(data, state)
    if control[PART] != JOIN:
        control[FOLLOWING] = 0
        for thread in range(state.threads):
            control[FOLLOWING] += data.kept[thread, FOUND]
        if control[STATE] not in (SMALL, GPU):
            return _begin_join(data, state)
    if control[FOLLOWING] > 0:
        control[STATE] = _next_state(data.rules, control[STATE], control[CURRENT], control[FOLLOWING])
        control[DEPTH] += 1
        control[CURRENT] = control[FOLLOWING]
        for socket in range(data.sockets):
            end = (control[DEPTH] & 1) * data.sockets + socket
            data.queued[socket] = data.ends[end * LINE]
        return _begin_level(data, state)
    for node in range(data.nodes):
        data.results[control[ROOT], node] = data.level[node]
    return _begin_root(data, state, control[ROOT] + 1)


@inlined_kernel
def _report_figures(data: BfsData, state: PhaseState) -> None:
    """Set the figures of the phase that has ended, in the order of ``Bfs.columns``."""
    control, figures = data.control, state.figures
    edges = 0
    for thread in range(state.threads):
        edges += data.kept[thread, EDGES]
        data.kept[thread, EDGES] = 0
    figures[0] = data.roots[control[ROOT]]
    figures[1] = control[DEPTH]
    figures[2] = control[STATE]
    figures[3] = control[PART]
    figures[4] = control[CURRENT]
    figures[5] = edges


@inlined_kernel
def _begin_root(data: BfsData, state: PhaseState, root: int) -> int:
    """Clear everything for a root, if there is one more."""
    if root == data.roots.size:
        return 0
    control = data.control
    control[ROOT] = root
    control[DEPTH] = 0
    control[STATE] = data.first_state
    control[PART] = RESET
    control[CURRENT] = 1
    for socket in range(data.sockets):
        data.queued[socket] = int(data.roots[root] // data.socket_nodes == socket)
    state.phase[ITEMS] = data.visited.size
    return 1


@inlined_kernel
def _begin_level(data: BfsData, state: PhaseState) -> int:
    """Process a level: the items are the nodes of the queue, or all nodes."""
    control = data.control
    control[PART] = LEVEL
    for thread in range(state.threads):
        data.kept[thread, FOUND] = 0
    if control[STATE] == CHANNELS:
        return _begin_socket_work(data, state)
    if control[STATE] == GPU:
        visit_for_gpu(data)
        state.phase[ITEMS] = 0
        state.phase[schedules.ALONE] = 1
        return 1
    reads = control[STATE] in (READ, R2Q)
    state.phase[ITEMS] = data.nodes if reads else control[CURRENT]
    state.phase[schedules.ALONE] = int(control[STATE] == SMALL)
    return 1


@inlined_kernel
def _begin_socket_work(data: BfsData, state: PhaseState) -> int:
    """Let each thread work for a socket: an item is a thread, so that each schedule divides the work so."""
    state.phase[ITEMS] = socket_items(data, state.threads)
    state.phase[CHUNK] = 1
    return 1


@inlined_kernel
def _begin_join(data: BfsData, state: PhaseState) -> int:
    """Let thread 0 read the end of the next queue, or what each thread has found."""
    data.control[PART] = JOIN
    if data.control[STATE] == CHANNELS:
        state.phase[ITEMS] = data.sockets * data.sockets
    else:
        state.phase[ITEMS] = 1 if data.control[STATE] in (QUEUE, R2Q) else state.threads
    state.phase[schedules.ALONE] = 1
    return 1


@inlined_kernel
def _next_state(rules: Float64, state: int, current: int, following: int) -> int:
    """The state after a level of ``current`` nodes that has found ``following`` ones."""
    for k in range(rules.shape[0]):
        if (
            rules[k, 0] == state
            and following >= rules[k, 2]
            and following > rules[k, 3] * current
            and following <= rules[k, 4] * current
            and following < rules[k, 5] * current
            and following <= rules[k, 6]
        ):
            return int(rules[k, 1])
    return state
