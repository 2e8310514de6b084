"""The visit of a vertex in PuLP's label propagation: its edges by part, the best part, the move, the queue.

The rules are those of :mod:`partitioners.edge_cuts.pulp_rules`. A thread may stop after any edge or part, and
continues in its next piece.
"""

from __future__ import annotations

from numasim.threads.piece import (
    AT,
    PLACE,
    STOP,
    Piece,
    compute,
    fetch_add,
    newest,
    read,
    read_after,
    space_left,
    write,
    write_after,
)
from numasim.threads.pulp_data import (
    BEST,
    CHOOSE,
    COUNT_EDGES,
    EDGE,
    EDGES,
    END_SLOT,
    FROM_QUEUE,
    LINE,
    MOVES,
    NEED,
    NEXT_PART,
    OWN,
    QUEUE,
    QUEUE_NEIGHBOURS,
    REACHED,
    READ_VERTEX,
    RESERVED,
    SLOT,
    SLOTS_OF_EDGE,
    SLOTS_OF_PART,
    SLOTS_OF_PUSH,
    SLOTS_OF_VERTEX,
    SOURCE,
    STAGE,
    STOP_EDGE,
    VERTEX,
    PulpData,
)
from partitioners.edge_cuts.pulp_rules import REFINEMENT, fits, score
from partitioners.kernels.uncounted import inlined_kernel


@inlined_kernel
def visit_vertices(data: PulpData, piece: Piece) -> int:
    """Visit the vertices at places AT to STOP of the queue, or these vertices; 0 if the piece is full."""
    words = piece.words
    while words[AT] < words[STOP]:
        if space_left(piece) < NEED:
            return 0
        if words[PLACE] == READ_VERTEX:
            words[PLACE] = _read_vertex(data, piece, words[AT])
        elif words[PLACE] == COUNT_EDGES:
            words[PLACE] = _count_edges(data, piece)
        elif words[PLACE] == CHOOSE:
            words[PLACE] = _choose(data, piece)
        else:
            words[PLACE] = _queue_neighbours(data, piece)
        if words[PLACE] == READ_VERTEX:
            words[AT] += 1
    return 1


@inlined_kernel
def _read_vertex(data: PulpData, piece: Piece, at: int) -> int:
    """Read a vertex and the place of its edges; return what follows."""
    kept, control = data.kept[piece.thread], data.control
    compute(piece, SLOTS_OF_VERTEX)
    vertex, earlier = at, -1
    if control[FROM_QUEUE] != 0:
        vertex = read(piece, data.queue, control[QUEUE] * data.capacity + at)
        earlier = newest(piece)
        if vertex < 0:
            return READ_VERTEX
    if data.plan[control[STAGE], 0] == REFINEMENT:
        write_after(piece, data.waits, vertex, 0, earlier)
    kept[VERTEX] = vertex
    _read_edges(data, piece, earlier)
    kept[OWN] = kept[BEST] = read_after(piece, data.part, vertex, earlier)
    kept[REACHED] = kept[NEXT_PART] = 0
    kept[EDGES] += kept[STOP_EDGE] - kept[EDGE]
    return COUNT_EDGES if kept[EDGE] < kept[STOP_EDGE] else READ_VERTEX


@inlined_kernel
def _read_edges(data: PulpData, piece: Piece, earlier: int) -> None:
    """Read where the edges of the vertex begin and end."""
    kept = data.kept[piece.thread]
    kept[EDGE] = read_after(piece, data.offsets, kept[VERTEX], earlier)
    kept[STOP_EDGE] = read_after(piece, data.offsets, kept[VERTEX] + 1, earlier)
    kept[SOURCE] = newest(piece)


@inlined_kernel
def _count_edges(data: PulpData, piece: Piece) -> int:
    """Add the edges of the vertex to the counts of their parts; return what follows."""
    kept = data.kept[piece.thread]
    balances = data.plan[data.control[STAGE], 0] != REFINEMENT
    row = piece.thread * data.parts
    while kept[EDGE] < kept[STOP_EDGE]:
        if space_left(piece) < NEED:
            return COUNT_EDGES
        edge = kept[EDGE]
        compute(piece, SLOTS_OF_EDGE)
        amount = read_after(piece, data.edge_weight, edge, kept[SOURCE])
        other = read_after(piece, data.neighbours, edge, kept[SOURCE])
        of_other = newest(piece)
        part = read_after(piece, data.part, other, of_other)
        of_part = newest(piece)
        before = read_after(piece, data.toward, row + part, of_part)
        if before == 0:
            write(piece, data.reached, row + kept[REACHED], part)
            kept[REACHED] += 1
        write_after(piece, data.toward, row + part, before + amount, newest(piece))
        if balances:
            strength = read_after(piece, data.strength, other, of_other)
            pull = read_after(piece, data.attraction, row + part, of_part)
            write_after(piece, data.attraction, row + part, pull + amount * strength, newest(piece))
        kept[EDGE] = edge + 1
    pull = read(piece, data.attraction if balances else data.toward, row + kept[OWN])
    data.best_score[piece.thread, 0] = _score(data, piece, pull, kept[OWN])
    return CHOOSE


@inlined_kernel
def _score(data: PulpData, piece: Piece, pull: int, part: int) -> float:
    """The score of a part, whose vertices and work are read in the stages that balance them."""
    stage = data.plan[data.control[STAGE], 0]
    size, load = 0, 0
    if stage != REFINEMENT:
        size, load = read(piece, data.size, part), read(piece, data.load, part)
    return score(
        stage, float(pull), float(size), float(load), 0.0,
        float(data.size_limit), float(data.load_limit), 0.0, 1.0, 0.0,
    )  # fmt: skip


@inlined_kernel
def _choose(data: PulpData, piece: Piece) -> int:
    """Compare the parts of the neighbours, and move the vertex to the best one; return what follows."""
    kept, row = data.kept[piece.thread], piece.thread * data.parts
    vertex, own = kept[VERTEX], kept[OWN]
    is_refinement = data.plan[data.control[STAGE], 0] == REFINEMENT
    counts = data.toward if is_refinement else data.attraction
    limits_work = data.plan[data.control[STAGE], 2] != 0
    work = read(piece, data.work, vertex)
    while kept[NEXT_PART] < kept[REACHED]:
        if space_left(piece) < NEED:
            return CHOOSE
        compute(piece, SLOTS_OF_PART)
        part = read(piece, data.reached, row + kept[NEXT_PART])
        of_part = newest(piece)
        pull = read_after(piece, counts, row + part, of_part)
        write_after(piece, data.toward, row + part, 0, of_part)
        if not is_refinement:
            write_after(piece, data.attraction, row + part, 0, of_part)
        kept[NEXT_PART] += 1
        if part == own:
            continue
        value, best = _score(data, piece, pull, part), data.best_score[piece.thread, 0]
        if value < best or (value == best and (kept[BEST] == own or part > kept[BEST])):
            continue
        size = read(piece, data.size, part)
        load = read(piece, data.load, part) if limits_work else 0
        most = data.load_limit if limits_work else work
        if fits(float(size), float(load), float(work), float(data.size_limit), float(most)):
            kept[BEST] = part
            data.best_score[piece.thread, 0] = value
    if kept[BEST] == own or not _join(data, piece, kept[BEST], work, limits_work):
        return READ_VERTEX
    fetch_add(piece, data.size, own, -1)
    fetch_add(piece, data.load, own, -work)
    write(piece, data.part, vertex, kept[BEST])
    kept[MOVES] += 1
    if not is_refinement:
        return READ_VERTEX
    _read_edges(data, piece, -1)
    return QUEUE_NEIGHBOURS


@inlined_kernel
def _join(data: PulpData, piece: Piece, part: int, work: int, limits_work: bool) -> bool:
    """Add the vertex to a part, if it still fits. Returns whether it does."""
    if fetch_add(piece, data.size, part, 1) + 1 > data.size_limit:
        fetch_add(piece, data.size, part, -1)
        return False
    if fetch_add(piece, data.load, part, work) + work > data.load_limit and limits_work:
        fetch_add(piece, data.size, part, -1)
        fetch_add(piece, data.load, part, -work)
        return False
    return True


@inlined_kernel
def _queue_neighbours(data: PulpData, piece: Piece) -> int:
    """Put the neighbours that do not wait yet into the next queue; return what follows."""
    kept = data.kept[piece.thread]
    while kept[EDGE] < kept[STOP_EDGE]:
        if space_left(piece) < NEED:
            return QUEUE_NEIGHBOURS
        compute(piece, SLOTS_OF_PUSH)
        other = read_after(piece, data.neighbours, kept[EDGE], kept[SOURCE])
        kept[EDGE] += 1
        waits = read_after(piece, data.waits, other, newest(piece))
        if waits == 0 and fetch_add(piece, data.waits, other, 1) == 0:
            _push(data, piece, other)
    return READ_VERTEX


@inlined_kernel
def _push(data: PulpData, piece: Piece, vertex: int) -> None:
    """Append a vertex to the next queue, of which a thread reserves several places at a time."""
    kept, following = data.kept[piece.thread], 1 - data.control[QUEUE]
    if kept[SLOT] == kept[END_SLOT]:
        kept[SLOT] = following * data.capacity + fetch_add(piece, data.ends, following * LINE, RESERVED)
        kept[END_SLOT] = kept[SLOT] + RESERVED
    write(piece, data.queue, kept[SLOT], vertex)
    kept[SLOT] += 1


@inlined_kernel
def give_back_places(data: PulpData, piece: Piece) -> int:
    """Mark the places that the thread has reserved and not used; 0 if the piece is full."""
    kept = data.kept[piece.thread]
    while kept[SLOT] < kept[END_SLOT]:
        if space_left(piece) < NEED:
            return 0
        write(piece, data.queue, kept[SLOT], -1)
        kept[SLOT] += 1
    return 1
