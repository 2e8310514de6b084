"""A scheduler by how many edges need a vertex."""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from numasim.plugins import Program


def rarest_first(program: Program, *, by: Literal["fewest", "most"] = "fewest") -> NDArray[np.int64]:
    """The task first whose vertex the fewest (or the most) edges need."""
    graph = program.partition.graph
    needed = np.concatenate([graph.out_degree[graph.dst], graph.out_degree])
    return needed if by == "fewest" else -needed
