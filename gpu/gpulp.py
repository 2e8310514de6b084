"""The partitioner ``gpulp``: an edge cut by the label propagation of a GPU, on the CPU or on a real GPU.

It is an entry point of the package, since ``partitioners`` imports nothing of ``gpu``.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import numpy as np

from gpu.option_types import Interval
from gpu.programs.restriction import Restricted, Shape
from partitioners.graph import Graph
from partitioners.partition import VertexPartition

BackendName = Literal["host", "cupy"]


def gpulp(
    graph: Graph,
    parts: int,
    *,
    seed: int = 0,
    objective: Literal["edge_cut", "max_cut"] = "edge_cut",
    vertex_imbalance: Annotated[float, Interval(ge=1.0, le=1e6)] = 1.1,
    imbalance: Annotated[float, Interval(ge=1.0, le=1e6)] = 1.03,
    restriction: Restricted = "none",
    start: Annotated[float, Interval(ge=0.0, le=1.0)] = 0.5,
    shape: Shape = "linear",
    fall: Annotated[float, Interval(ge=0.0, le=1.0)] = 0.5,
    allowance: Annotated[float, Interval(ge=0.0, le=1.0)] = 0.1,
    iterations: Annotated[int, Interval(ge=1, le=1000)] = 10,
    resident: Annotated[int, Interval(ge=1, le=2**16)] = 1,
    block_size: Annotated[int, Interval(ge=32, le=1024)] = 32,
    backend: BackendName = "host",
) -> VertexPartition:
    """Edge cut: PuLP's label propagation in the kernels of a GPU, with restricted moves (G-PuLP).

    Slota, "Scalable partitioning on GPU", SIAM Annual Meeting 2020; see
    :class:`gpu.programs.label_propagation.LabelPropagation`.

    Parameters
    ----------
    graph : Graph
        Its undirected form is partitioned, as by ``pulp``.
    seed : int
        Seed of the vertices from which the parts grow.
    objective : {'edge_cut', 'max_cut'}
        ``max_cut`` also minimises the cut edges of the worst part.
    vertex_imbalance : float
        Target for the largest number of vertices of a part over the mean. It is exceeded if ``imbalance``
        requires that.
    imbalance : float
        The largest work of a part over the mean, see :func:`partitioners.balance.hard_limit`. If the
        iterations exceed it, vertices at the border of an overloaded part move to parts below it.
    restriction : {'none', 'threshold', 'allowance'}
        Which moves an iteration allows: all; those that gain at least a share that falls to 0; or a limited
        number into a part.
    start : float
        The first threshold, as a share of what a vertex could gain.
    shape : {'linear', 'geometric'}
        How the threshold falls.
    fall : float
        The share of the iterations of a stage after which the threshold is 0.
    allowance : float
        Vertices that a part takes in an iteration, as a share of the mean number of vertices of a part.
    iterations : int
        Iterations of a refinement at most; a balancing stage has half of them.
    resident : int
        Blocks that run at the same time on the CPU. The more, the more vertices decide with parts that others
        are about to leave.
    block_size : int
        Threads of a block, a multiple of 32.
    backend : {'host', 'cupy'}
        The CPU, or the current GPU. On a GPU, two calls may return different cuts, since the order of its
        blocks differs.

    Raises
    ------
    InputError
        The graph has too many edges for 32-bit numbers, or g++ or the GPU is missing.
    """
    from gpu.backends.cupy_backend import CupyBackend
    from gpu.backends.host.backend import HostBackend
    from gpu.programs.label_propagation import LabelPropagation
    from partitioners.edge_cuts.pulp import Labels
    from partitioners.edge_cuts.pulp_growth import load_target

    n = graph.num_vertices
    if parts == 1 or n <= parts:
        return VertexPartition(graph, parts, np.arange(n) % parts)
    on: Any = CupyBackend() if backend == "cupy" else HostBackend(**_turns(resident))
    program = LabelPropagation(
        graph, on, parts=parts, objective=objective, vertex_imbalance=vertex_imbalance, imbalance=imbalance,
        restriction=restriction, start=start, shape=shape, fall=fall, allowance=allowance,
        iterations=iterations, block_size=block_size, seed=seed,
    )  # fmt: skip
    program.run()
    labelled, part = program.labelled, program.part.astype(np.int64)
    neighbour, weight = labelled.neighbour.astype(np.int64), labelled.edge_weight.astype(np.float64)
    labels = Labels(labelled.indptr, neighbour, weight, labelled.work, part, parts)
    sizes = max(vertex_imbalance * n / parts, -(-n // parts))
    labels.keep_limit(sizes, load_target(labelled.work, parts, imbalance), objective == "max_cut")
    return VertexPartition(graph, parts, labels.part)


def _turns(resident: int) -> dict[str, Any]:
    return {"resident": resident, "order": "turns"} if resident > 1 else {}
