"""Label propagation on a back end: PuLP's stages, an iteration a launch, by the kernels of ``pulp.cu``.

Slota, "Scalable partitioning on GPU", SIAM Annual Meeting 2020 (G-PuLP). The rules, the parts at the
beginning and the order of the stages are those of :mod:`partitioners.edge_cuts.pulp`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from gpu.launch import Backend, blocks_for
from gpu.option_types import Interval
from gpu.programs.label_graph import CUT_FIGURES, LARGEST, LabelGraph
from gpu.programs.label_state import COUNTS, LabelState
from gpu.programs.program import GpuProgram
from gpu.programs.restriction import Restricted, Restriction, Shape
from partitioners.errors import OptionError
from partitioners.graph import Graph

Variant = Literal["collapse", "vertex", "warp"]
Objective = Literal["edge_cut", "max_cut"]
Table = Literal["auto", "shared", "hash"]

VERTEX_BALANCE, EDGE_BALANCE, REFINEMENT = range(3)
"""The stages, numbered as in :mod:`partitioners.edge_cuts.pulp_rules`."""

STAGE_NAMES = ("vertex_balance", "edge_balance", "refinement")

FROM_QUEUE, TO_QUEUE, FOLLOWS_CUT, HASHED, WIDE = 1, 2, 4, 8, 16
"""The flags of a launch, as in ``pulp.cu``."""

ROUNDS = 3

OWNERS_BYTES = 24
"""Static shared memory of a thread of ``pulp_collapse``."""

FIGURES = MappingProxyType(
    {
        "rounds": "iterations, each of which is a launch",
        "launches": "launches by the host",
        "edge_visits": "number of times that a thread looked at an edge to count it for its vertex",
        "moves": "moves of vertices to other parts",
        "moves_undone": "moves that the next iteration undid",
        **CUT_FIGURES,
        "device_bytes": "bytes of all arrays on the device",
    }
)

FIGURES_OF_ITERATION = MappingProxyType(
    {
        "launch": "number of the launch in the table `launches`",
        "stage": "vertex_balance, edge_balance or refinement",
        "threshold": "the share that a move had to gain",
        "vertices": "vertices that the launch looked at",
        "edges": "edges that it looked at, once for each end",
        "moves": "moves of vertices to other parts",
        "undone": "how many of these moves the next iteration undid",
        "vertices_over_mean": "largest number of vertices of a part over the mean",
        "work_over_mean": "largest work of a part over the mean",
        "cut_edges": "cut edges, with `cut_of_iterations`",
    }
)


class LabelPropagation(GpuProgram):
    """An edge cut by label propagation with limits on the vertices and the work of a part (G-PuLP).

    Parameters
    ----------
    graph : Graph
        Its undirected form is partitioned: parallel and opposite edges are merged and have the number of
        their edges as weight, and self-loops are left out.
    parts : int
        At most the number of vertices.
    variant : {'collapse', 'vertex', 'warp'}
        What the edges of a block's vertices are distributed to: evenly to its threads, or a thread or a warp
        has the edges of a vertex.
    objective : {'edge_cut', 'max_cut'}
        ``max_cut`` also minimises the cut edges of the part that has most.
    vertex_imbalance : float
        Limit of the vertices of a part over the mean, or of each of ``vertex_weights``, see
        :func:`partitioners.balance.hard_limit`.
    imbalance : float
        Limit of the work of a part over the mean, see :func:`partitioners.balance.hard_limit`.
    vertex_weights : list of str
        Up to four vertex attributes whose sums are balanced instead of the number of vertices.
    restriction : {'none', 'threshold', 'allowance'}
        ``threshold``: a move must gain at least a share of what the vertex could gain, and this share falls
        to 0 in each stage. ``allowance``: a part takes a limited number of vertices in an iteration.
    start : float
        The first threshold.
    shape : {'linear', 'geometric'}
        How the threshold falls.
    fall : float
        The share of the iterations of a stage after which the threshold is 0; all moves are allowed in the
        rest.
    allowance : float
        Vertices that a part takes in an iteration, as a share of the mean number of vertices of a part.
    iterations : int
        Iterations of a refinement at most; a balancing stage has half of them.
    table : {'auto', 'shared', 'hash'}
        Where the edges of a vertex are counted by part: in shared memory, or in hash tables in global memory.
        ``auto``: in shared memory if it fits.
    cut_of_iterations : bool
        Whether the cut is counted after each iteration, by a launch of its own.
    min_blocks : int
        Blocks of a launch at least. If few vertices wait, a block takes fewer than its threads could, so
        that more multiprocessors work.
    block_size : int
        Threads of a block, a multiple of 32 up to 1024.
    shared_bytes : int
        Shared memory of a block at most.
    seed : int
        Seed of the vertices from which the parts grow at the beginning.

    Attributes
    ----------
    labelled : LabelGraph
    state : LabelState
    part : ndarray of int32, shape (n,)
        After :meth:`run`, the part of each vertex.

    Raises
    ------
    OptionError
        There are more parts than vertices or more than four weights, a weight does not exist, or the counts
        do not fit into shared memory.
    InputError
        The graph has too many edges for 32-bit numbers.
    """

    operand: ClassVar[Literal["graph", "matrix"]] = "graph"
    figures_of_run: ClassVar[Mapping[str, str]] = FIGURES
    figures_of_iteration: ClassVar[Mapping[str, str]] = FIGURES_OF_ITERATION
    figures_of_order: ClassVar[frozenset[str]] = frozenset(FIGURES) - {
        "self_loops",
        "device_bytes",
        "work_limit",
    }

    @classmethod
    def applies(cls, name: str, options: Mapping[str, object]) -> bool:
        """See :meth:`GpuProgram.applies`; each restriction has options of its own."""
        if name in ("start", "shape", "fall"):
            return options.get("restriction") == "threshold"
        if name == "allowance":
            return options.get("restriction") == "allowance"
        return super().applies(name, options)

    def __init__(
        self,
        graph: Graph,
        backend: Backend,
        *,
        parts: Annotated[int, Interval(ge=1, le=2**16)] = 8,
        variant: Variant = "collapse",
        objective: Objective = "edge_cut",
        vertex_imbalance: Annotated[float, Interval(ge=1.0, le=1e6)] = 1.1,
        imbalance: Annotated[float, Interval(ge=1.0, le=1e6)] = 1.03,
        vertex_weights: list[str] = [],  # noqa: B006  # not changed
        restriction: Restricted = "none",
        start: Annotated[float, Interval(ge=0.0, le=1.0)] = 0.5,
        shape: Shape = "linear",
        fall: Annotated[float, Interval(ge=0.0, le=1.0)] = 0.5,
        allowance: Annotated[float, Interval(ge=0.0, le=1.0)] = 0.1,
        iterations: Annotated[int, Interval(ge=1, le=1000)] = 10,
        table: Table = "auto",
        cut_of_iterations: bool = False,
        min_blocks: Annotated[int, Interval(ge=1, le=2**16)] = 1,
        block_size: Annotated[int, Interval(ge=32, le=1024)] = 256,
        shared_bytes: int = 48 * 1024,
        seed: int = 0,
    ) -> None:
        self.graph, self.backend, self.parts, self.block_size = graph, backend, parts, block_size
        self.iterations, self.min_blocks = iterations, min_blocks
        self.restriction = Restriction(restriction, start, shape, fall, allowance)
        self._worst_matters = objective == "max_cut"
        self._counts_cut = cut_of_iterations
        self._hashed = _hashed(table, variant, parts, block_size, shared_bytes)
        self._most_of_block = _most_of_block(variant, block_size)
        self.labelled = LabelGraph(graph, parts, vertex_weights, vertex_imbalance, imbalance)
        self.state = LabelState(self.labelled, backend, block_size, self._hashed)
        self._tables = HASHED * self._hashed | WIDE * self.state.has_wide_slots
        self._kernel = backend.kernel(f"pulp_{variant}", block_size=block_size)
        self._start = self.labelled.first_parts(seed)
        self.part = self._start.astype(np.int32)
        self._sizes = self.labelled.sizes
        self._rows: list[dict[str, Any]] = []
        self._totals = np.zeros(0, np.int32)
        self._launches = 0

    def run(self) -> None:
        """Run all stages from the grown parts on, and copy the parts to the host."""
        self._rows, self._launches, self._sizes = [], 1, self.labelled.sizes
        self.state.restart(self._start)
        refining = self.iterations
        balancing = -(-self.iterations // 2)
        sizes = self.labelled.sizes
        sizes_only, both = [*sizes, LARGEST], [*sizes, self.labelled.load]
        for _ in range(ROUNDS):
            self._propagate(VERTEX_BALANCE, balancing, sizes_only)
            self._propagate(REFINEMENT, refining, sizes_only)
        edge_factor, cut_factor = 1.0, float(self._worst_matters)
        for _ in range(ROUNDS):
            self._propagate(EDGE_BALANCE, balancing, both, edge_factor, cut_factor)
            self._propagate(REFINEMENT, refining, both)
            if self._worst_matters:  # a target that is still missed weighs more in the next round
                overload = self._rows[-1]["work_over_mean"] / self.labelled.work_limit
                cut = self.state.backend.numpy(self.state.cut)
                skew = float(cut.max() / cut.mean()) if cut.any() else 1.0
                edge_factor, cut_factor = (
                    (edge_factor * overload, 1.0) if overload > 1 else (1.0, cut_factor * skew)
                )
        self._keep_work()
        self.part = self.backend.numpy(self.state.part)

    def _propagate(
        self,
        stage: int,
        iterations: int,
        limits: list[int],
        edge_factor: float = 1.0,
        cut_factor: float = 0.0,
    ) -> None:
        """Launch the iterations of a stage until no vertex waits."""
        state, backend = self.state, self.backend
        backend.write(state.limit, np.array(limits, np.int32))
        follows_cut = self._worst_matters and stage != VERTEX_BALANCE
        cut = self._count_cut() if follows_cut else None
        flags = FOLLOWS_CUT * follows_cut | self._tables | TO_QUEUE * (stage == REFINEMENT)
        items, source = self.labelled.vertices, 0
        for number in range(iterations):
            threshold = self.restriction.threshold(number, iterations)
            if cut is not None and number > 0:
                cut = backend.numpy(state.cut)
            row = self._launch(stage, items, source, flags, threshold, edge_factor, cut_factor, cut)
            waiting = row.pop("waiting")
            if stage == REFINEMENT:
                items, source, flags = waiting, 1 - source, flags | FROM_QUEUE
            if items == 0 or (stage != REFINEMENT and row["moves"] == 0 and threshold == 0):
                break

    def _keep_work(self) -> None:
        """If a part has more work than its limit, balance its work without other limits, and refine.

        Parts with little work may have all the vertices that they can take, or no edges at all, so that no
        vertex goes there.
        """
        state, labelled = self.state, self.labelled
        used = state.used_of(self._totals)
        if used[-1].max() <= labelled.load:
            return
        unlimited = [LARGEST] * len(labelled.sizes)
        self.backend.write(state.limit, np.array([*unlimited, labelled.load], np.int32))
        for _ in range(self.iterations):
            emptiest = int(used[-1].argmin())
            row = self._launch(
                EDGE_BALANCE, labelled.vertices, 0, self._tables, 0.0, 1.0, 0.0, None, emptiest
            )
            used = state.used_of(self._totals)
            if row["moves"] == 0 or used[-1].max() <= labelled.load:
                break
        self._sizes = np.maximum(labelled.sizes, used[:-1].max(axis=1)).tolist()
        self._propagate(REFINEMENT, self.iterations, [*self._sizes, labelled.load])

    def _launch(
        self,
        stage: int,
        items: int,
        source: int,
        flags: int,
        threshold: float,
        edge_factor: float,
        cut_factor: float,
        cut: NDArray[np.int32] | None,
        emptiest: int = -1,
    ) -> dict[str, Any]:
        """Launch an iteration; return and keep its row, with the vertices that wait for the next one."""
        state = self.state
        iteration, vertices = len(self._rows), self.labelled.vertices
        offset, head, edge_weight, strength, weight = state.inputs
        allowance = self.restriction.vertices_of_part(vertices, self.parts)
        if allowance > 0 and emptiest >= 0:  # work within its limit goes before the restriction
            allowance = vertices
        per_block = max(1, min(self._most_of_block, -(-items // self.min_blocks)))
        self._kernel(
            blocks_for(items, per_block),
            items, vertices, per_block, flags, iteration, stage, self.parts, len(self.labelled.weights.scale),
            allowance, emptiest,
            threshold, edge_factor, cut_factor, 0.0 if cut is None else float(cut.max()),
            state.queues[source], offset, head, edge_weight, strength, weight, state.limit,
            state.part, state.queued, state.last_move, state.queues[1 - source], state.totals, state.cut,
            state.table, state.count_bits,
            shared_bytes=0 if self._hashed else 4 * self.parts * per_block,
        )  # fmt: skip
        launch, self._launches = self._launches, self._launches + 1
        totals = self.backend.numpy(state.totals)
        waiting, moves, undoing, edges = totals[COUNTS * (iteration % 2) :][:COUNTS].tolist()
        self._totals = totals
        over_mean = self.labelled.over_mean(state.used_of(totals))
        row = {
            "launch": launch,
            "stage": STAGE_NAMES[stage],
            "threshold": threshold,
            "vertices": items,
            "edges": edges,
            "moves": moves,
            "undone": 0,
            "vertices_over_mean": float(over_mean[:-1].max()),
            "work_over_mean": float(over_mean[-1]),
            "cut_edges": -1,
            "waiting": waiting,
        }
        if self._rows:
            self._rows[-1]["undone"] = undoing
        if self._counts_cut:
            row["cut_edges"] = int(self._count_cut().sum()) // 2
        self._rows.append(row)
        return row

    def _count_cut(self) -> NDArray[np.int32]:
        self._launches += 1
        return self.state.count_cut()

    def verify(self) -> list[str]:
        """Check the last run against a recount on the host: a line for each law that does not hold."""
        problems = self.labelled.problems(
            self.part, self._start, self.state.used_of(self._totals), self._sizes
        )
        if problems:
            return problems
        cut, on_device = self.labelled.cut_of(self.part), self.state.count_cut()
        if (cut != on_device).any():
            k = np.flatnonzero(cut != on_device)[0]
            problems.append(f"part {k} has {cut[k]} cut edges, but the device counts {on_device[k]}")
        return problems

    def figures(self) -> dict[str, int | float]:
        """The counts of the last run and the figures of its partition, which :data:`FIGURES` explains."""
        rows = self._rows
        return {
            "rounds": len(rows),
            "launches": self._launches,
            "edge_visits": sum(row["edges"] for row in rows),
            "moves": sum(row["moves"] for row in rows),
            "moves_undone": sum(row["undone"] for row in rows),
            **self.labelled.figures(self.part),
            "device_bytes": self.state.device_bytes,
        }

    def notes(self) -> list[str]:
        """Return a warning if a part has more work than its limit."""
        reached = self.labelled.over_mean(self.labelled.used(self.part))[-1]
        limit = self.labelled.work_limit
        if reached <= limit * (1 + 1e-6):  # the weights of the vertices are rounded
            return []
        return [
            f"one part has {reached:.2f} times the mean work, more than the limit of {limit:.2f}; "
            "fewer parts are balanced better"
        ]

    def iteration_table(self) -> dict[str, list[Any]]:
        """See :meth:`GpuProgram.iteration_table`; :data:`FIGURES_OF_ITERATION` explains the columns."""
        names = [name for name in FIGURES_OF_ITERATION if name != "cut_edges" or self._counts_cut]
        return {name: [row[name] for row in self._rows] for name in names}


def _most_of_block(variant: str, block_size: int) -> int:
    """The vertices that a block takes at most."""
    return block_size // 32 if variant == "warp" else block_size


def _hashed(table: str, variant: str, parts: int, block_size: int, shared_bytes: int) -> bool:
    """Whether the counts are in hash tables."""
    fixed = 128 + (OWNERS_BYTES * block_size if variant == "collapse" else 0)
    needed = 4 * parts * _most_of_block(variant, block_size) + fixed
    if table == "shared" and needed > shared_bytes:
        raise OptionError(
            f"parts is {parts}: the counts of a block of {block_size} threads need {needed} bytes of shared "
            f"memory, and it has {shared_bytes}; choose a smaller block_size, the variant warp, or the table "
            "hash"
        )
    return table == "hash" or needed > shared_bytes
