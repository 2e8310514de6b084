"""PageRank by pushing: a thread of each vertex sends its rank along the out-edges."""

from pathlib import Path
from typing import Annotated, ClassVar, Literal

import numpy as np
import scipy.sparse as sp
from annotated_types import Interval

from numasim.plugins import GpuProgram, blocks_for

KERNELS = Path(__file__).with_name("page_rank.cu")


class PageRank(GpuProgram):
    """PageRank: iterations of pushing ranks along edges.

    Parameters
    ----------
    graph : Graph
    backend : Backend
    iterations
        Number of iterations.
    damping
        Probability of following an edge.
    block_size
        Threads of a block.
    dtype
        Type of the ranks.
    """

    operand = "graph"
    figures_of_run: ClassVar = {"edges_pushed": "edges that a rank was sent along, in all iterations"}

    def __init__(
        self,
        graph,
        backend,
        *,
        iterations: Annotated[int, Interval(ge=1, le=1000)] = 5,
        damping: Annotated[float, Interval(ge=0, le=1)] = 0.85,
        block_size: Literal[128, 256, 512] = 256,
        dtype: Literal["float32", "float64"] = "float32",
    ):
        self.backend, self.iterations, self.damping, self.dtype = backend, iterations, damping, dtype
        self.n, self.num_edges = graph.num_vertices, graph.num_edges
        self.edges = sp.csr_array((np.ones(graph.num_edges), (graph.src, graph.dst)), shape=(self.n, self.n))
        self.blocks = blocks_for(self.n, block_size)
        self.push, self.renew = (
            backend.kernel(name, dtype=dtype, block_size=block_size, file=KERNELS)
            for name in ("push_rank", "new_rank")
        )
        order = np.argsort(graph.src, kind="stable")
        row_start = np.concatenate([[0], np.cumsum(graph.out_degree)]).astype(np.int32)
        self.graph = backend.array(row_start), backend.array(graph.dst[order].astype(np.int32))
        self.rank, self.sum = backend.zeros(self.n, dtype), backend.zeros(self.n, dtype)

    def run(self):
        """Start with equal ranks, and make all iterations."""
        self.backend.write(self.rank, np.full(self.n, 1 / self.n, self.dtype))
        for _ in range(self.iterations):
            self.push(self.blocks, self.n, *self.graph, self.rank, self.sum)
            self.renew(self.blocks, self.n, self.damping, self.sum, self.rank)

    def verify(self):
        """Compare the ranks with those of SciPy in double precision."""
        degree = np.maximum(self.edges.sum(axis=1), 1)
        rank = np.full(self.n, 1 / self.n)
        for _ in range(self.iterations):
            rank = (1 - self.damping) / self.n + self.damping * (self.edges.T @ (rank / degree))
        found = self.backend.numpy(self.rank)
        if np.allclose(found, rank, rtol=1e3 * np.finfo(self.dtype).eps):
            return []
        return [f"a rank differs by {np.abs(found - rank).max():.3g}"]

    def figures(self):
        """Count the edges of all iterations."""
        return {"edges_pushed": self.iterations * self.num_edges}
