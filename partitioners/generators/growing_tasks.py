"""The tasks and dependences of a generated task graph, which grows block by block.

A vertex is a task with its work as ``operation``. An edge carries the data of a dependence as ``edge_bytes``
and has no work. Tasks are in a topological order, and edges are sorted by their head.
"""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from annotated_types import Ge, Le, doc
from numpy.typing import NDArray

from partitioners.graph import Graph

Work = Annotated[float, Ge(0.0), doc("Work of a task.")]
Data = Annotated[int, Ge(0), doc("Bytes of each dependence.")]
Variation = Annotated[
    float,
    Ge(0.0),
    Le(1.0),
    doc("The work of a task is drawn uniformly from work (1 - variation) to work (1 + variation)."),
]
Numbers = NDArray[np.int64]


class GrowingTasks:
    """The tasks and dependences of a graph that grows block by block."""

    def __init__(self) -> None:
        self.count = 0
        self._kinds: list[tuple[str, float, int]] = []
        self._edges: list[tuple[Numbers, Numbers]] = []

    def add(self, count: int, kind: str = "task", factor: float = 1.0) -> Numbers:
        """Add tasks of one kind, whose work is ``factor`` times the option; return their numbers."""
        self._kinds.append((kind, factor, count))
        self.count += count
        return np.arange(self.count - count, self.count)

    def depend(self, src: Any, dst: Any) -> None:
        """Add dependences; a source of -1 is none."""
        src, dst = np.broadcast_arrays(np.asarray(src, np.int64), np.asarray(dst, np.int64))
        exists = src >= 0
        self._edges.append((src[exists], dst[exists]))

    def graph(self, name: str, work: float, data: int, variation: float, seed: int) -> Graph:
        """Build the graph, with the work of each task drawn around that of its kind."""
        empty = np.zeros(0, np.int64)
        src = np.concatenate([empty, *(src for src, _ in self._edges)])
        dst = np.concatenate([empty, *(dst for _, dst in self._edges)])
        by_head = np.lexsort((src, dst))
        counts = [count for _, _, count in self._kinds]
        operation = work * np.repeat([factor for _, factor, _ in self._kinds], counts)
        drawn = np.random.default_rng(seed).uniform(1 - variation, 1 + variation, self.count)
        vertex = {
            "operation": operation * drawn if variation else operation,
            "kind": np.repeat([kind for kind, _, _ in self._kinds], counts),
        }
        edge_bytes = np.full(src.size, data)
        weight = np.zeros(src.size)
        return Graph(self.count, src[by_head], dst[by_head], weight, vertex, name, edge_bytes=edge_bytes)
