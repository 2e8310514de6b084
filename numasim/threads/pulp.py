"""PuLP's label propagation by threads, which see the moves of each other at once.

Slota, Madduri and Rajamanickam, "PuLP: scalable multi-objective multi-constraint partitioning for small-world
networks", IEEE BigData 2014. The parts at the beginning and the order of the stages are those of
:mod:`partitioners.edge_cuts.pulp`. Each thread counts the edges of its vertex by part, and the vertices and
the work of the parts change by atomic operations.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any, ClassVar

import numpy as np
from annotated_types import Interval
from numpy.typing import NDArray

from gpu.programs.label_graph import LabelGraph
from numasim.threads.piece import AT, LAST, STOP, Piece, space_left, write
from numasim.threads.program import MemoryArray, PhaseState, ThreadProgram
from numasim.threads.pulp_data import (
    EDGES,
    FROM_QUEUE,
    ITERATION,
    KEPT,
    LENGTH,
    LINE,
    MOVES,
    NEED,
    PART,
    QUEUE,
    RESERVED,
    STAGE,
    SWEEP,
    WAIT,
    PulpData,
)
from numasim.threads.pulp_visit import give_back_places, visit_vertices
from numasim.threads.schedules import ITEMS, NUMBER
from partitioners.edge_cuts.pulp import BALANCE_SWEEPS, REFINEMENT_SWEEPS, ROUNDS
from partitioners.edge_cuts.pulp_rules import EDGE_BALANCE, REFINEMENT, VERTEX_BALANCE
from partitioners.graph import Graph
from partitioners.kernels.uncounted import inlined_kernel


def fill(data: PulpData, piece: Piece) -> int:
    """Do a piece of the work of a chunk; see :class:`numasim.threads.program.ThreadProgram`."""
    if data.control[PART] == WAIT:
        return _let_wait(data, piece)
    if piece.words[LAST] != 0:
        return give_back_places(data, piece)
    return visit_vertices(data, piece)


@inlined_kernel
def _let_wait(data: PulpData, piece: Piece) -> int:
    """Let vertices wait for the first iteration of a refinement."""
    words = piece.words
    if words[LAST] != 0:
        return 1
    while words[AT] < words[STOP]:
        if space_left(piece) < NEED:
            return 0
        write(piece, data.waits, words[AT], 1)
        words[AT] += 1
    return 1


def next_phase(data: PulpData, state: PhaseState) -> int:
    """Choose the next phase; see :class:`numasim.threads.program.ThreadProgram`."""
    control = data.control
    if state.phase[NUMBER] == 0:
        control[STAGE] = 0
        return _begin_stage(data, state)
    moves = _report_figures(data, state)
    if control[PART] == WAIT:
        return _begin_iteration(data, state)
    control[ITERATION] += 1
    waiting = moves
    if data.plan[control[STAGE], 0] == REFINEMENT:
        data.ends[control[QUEUE] * LINE] = 0
        control[QUEUE] = 1 - control[QUEUE]
        control[FROM_QUEUE] = 1
        control[LENGTH] = waiting = data.ends[control[QUEUE] * LINE]
    if waiting > 0 and control[ITERATION] < data.plan[control[STAGE], 1]:
        return _begin_iteration(data, state)
    control[STAGE] += 1
    if control[STAGE] == data.plan.shape[0]:
        return 0
    return _begin_stage(data, state)


@inlined_kernel
def _report_figures(data: PulpData, state: PhaseState) -> int:
    """Set the figures of the phase that has ended, in the order of ``Pulp.columns``; return the moves."""
    control, figures = data.control, state.figures
    edges = moves = 0
    for thread in range(state.threads):
        edges += data.kept[thread, EDGES]
        moves += data.kept[thread, MOVES]
        data.kept[thread, EDGES] = data.kept[thread, MOVES] = 0
    figures[0] = data.plan[control[STAGE], 0]
    figures[1] = control[ITERATION]
    figures[2] = control[PART]
    figures[3] = state.phase[ITEMS]
    figures[4] = edges
    figures[5] = moves
    return moves


@inlined_kernel
def _begin_stage(data: PulpData, state: PhaseState) -> int:
    """Visit all vertices; in a refinement, let them wait first."""
    control = data.control
    control[ITERATION] = control[FROM_QUEUE] = control[QUEUE] = 0
    control[LENGTH] = data.vertices
    data.ends[0] = data.ends[LINE] = 0
    if data.plan[control[STAGE], 0] != REFINEMENT:
        return _begin_iteration(data, state)
    control[PART] = WAIT
    state.phase[ITEMS] = data.vertices
    return 1


@inlined_kernel
def _begin_iteration(data: PulpData, state: PhaseState) -> int:
    """Visit the vertices of the queue, or all of them."""
    data.control[PART] = SWEEP
    state.phase[ITEMS] = data.control[LENGTH]
    return 1


class Pulp(ThreadProgram):
    """An edge cut by label propagation with limits on the vertices and the work of a part.

    Parameters
    ----------
    graph : Graph
        Its undirected form is partitioned: parallel and opposite edges are merged and have the number of
        their edges as weight, and self-loops are left out.
    seed : int
        Seed of the vertices from which the parts grow.
    parts : int
        At most the number of vertices.
    vertex_imbalance : float
        Limit of the vertices of a part over the mean.
    imbalance : float
        Limit of the work of a part over the mean, see :func:`partitioners.balance.hard_limit`.
    rounds : int
        How often vertices are balanced and refined, and then how often work is.

    Attributes
    ----------
    part : ndarray of int64, shape (n,)
        After a run, the part of each vertex.

    Raises
    ------
    OptionError
        There are more parts than vertices.
    InputError
        The graph has too many edges for 32-bit numbers.
    """

    columns: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "stage": "stage: vertices or work are balanced, or the cut is refined",
            "iteration": "number of the iteration in its stage",
            "part": "part of the iteration: all vertices begin to wait, or those that wait are visited",
            "vertices": "vertices of the phase, with unused places of the queue",
            "edges": "edges that the phase has looked at, once for each end",
            "moves": "moves of vertices to other parts",
        }
    )
    value_names: ClassVar[Mapping[str, Sequence[str]]] = MappingProxyType(
        {"stage": ("vertex_balance", "edge_balance", "refinement"), "part": ("wait", "sweep")}
    )
    fill = fill
    next_phase = next_phase

    def __init__(
        self,
        *,
        graph: Graph,
        seed: int = 0,
        parts: Annotated[int, Interval(ge=1, le=2**16)] = 8,
        vertex_imbalance: Annotated[float, Interval(ge=1.0, le=1e6)] = 1.1,
        imbalance: Annotated[float, Interval(ge=1.0, le=1e6)] = 1.03,
        rounds: Annotated[int, Interval(ge=1, le=100)] = ROUNDS,
    ) -> None:
        self.graph, self.parts = graph, parts
        self.labelled = LabelGraph(graph, parts, [], vertex_imbalance, imbalance)
        self._start = self.labelled.first_parts(seed)
        self.part = self._start.copy()
        self._plan = [
            [stage, sweeps, int(balanced == EDGE_BALANCE)]
            for balanced in (VERTEX_BALANCE, EDGE_BALANCE)
            for stage, sweeps in [(balanced, BALANCE_SWEEPS), (REFINEMENT, REFINEMENT_SWEEPS)] * rounds
        ]

    def arrays(self, threads: int) -> Sequence[MemoryArray]:
        """See :meth:`ThreadProgram.arrays`."""
        given, n = self.labelled, self.labelled.vertices
        work = given.weights.values[-1].astype(np.int64)
        size, load = given.used(self._start)
        edges = max(1, given.neighbour.size)
        counts = threads * self.parts
        return [
            MemoryArray("offsets", n + 1, np.int64, given.indptr),
            MemoryArray("neighbours", edges, np.int32, given.neighbour if given.neighbour.size else None),
            MemoryArray("edge_weight", edges, np.int32, given.edge_weight if given.neighbour.size else None),
            MemoryArray("strength", n, np.int64, given.strength.astype(np.int64)),
            MemoryArray("work", n, np.int64, work),
            MemoryArray("part", n, np.int64, self._start),
            MemoryArray("waits", n),
            MemoryArray("queue", 2 * self._capacity(threads)),
            MemoryArray("ends", 2 * LINE, written_by="first"),
            MemoryArray("size", self.parts, np.int64, size, written_by="first"),
            MemoryArray("load", self.parts, np.int64, load, written_by="first"),
            MemoryArray("toward", counts),
            MemoryArray("attraction", counts),
            MemoryArray("reached", counts),
        ]

    def _capacity(self, threads: int) -> int:
        """The places of a queue: a vertex is in it once, and each thread may reserve some in vain."""
        return self.labelled.vertices + threads * RESERVED

    def data(self, arrays: Mapping[str, NDArray[Any]], threads: int) -> PulpData:
        """See :meth:`ThreadProgram.data`."""
        self.part, self._used = arrays["part"], (arrays["size"], arrays["load"])
        return PulpData(
            **arrays,
            vertices=self.labelled.vertices,
            parts=self.parts,
            capacity=self._capacity(threads),
            size_limit=self.labelled.sizes[0],
            load_limit=self.labelled.load,
            plan=np.array(self._plan, np.int64),
            control=np.zeros(8, np.int64),
            kept=np.zeros((threads, KEPT), np.int64),
            best_score=np.zeros((threads, LINE)),
        )

    def verify(self) -> list[str]:
        """Check the last run against a recount: a line for each law that does not hold."""
        return self.labelled.problems(self.part, self._start, np.stack(self._used))

    def figures(self) -> dict[str, int | float]:
        """The figures of the partition, which :data:`gpu.programs.label_graph.CUT_FIGURES` explains."""
        return self.labelled.figures(self.part)
