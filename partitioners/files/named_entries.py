"""Conversion of named nodes and edges with attributes to entries, for GraphML and DOT."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from partitioners.errors import GraphFileError
from partitioners.files.coo_entries import CooEntries
from partitioners.files.file_bytes import file_error
from partitioners.files.lines import shown
from partitioners.files.named_graph import edge_weights, node_arrays, warn_of_dropped


@dataclass
class NamedGraph:
    """The nodes and edges of a file in their order, each with its line.

    Attributes
    ----------
    path : Path
    directed : bool
    node_line : dict of str to int
    nodes, edges : list of mapping
        The attributes of each node or edge.
    ends : list of (str, str)
    edge_line : list of int
    """

    path: Path
    directed: bool = True
    node_line: dict[str, int] = field(default_factory=dict)
    nodes: list[dict[str, Any]] = field(default_factory=list)
    ends: list[tuple[str, str]] = field(default_factory=list)
    edges: list[dict[str, Any]] = field(default_factory=list)
    edge_line: list[int] = field(default_factory=list)

    def entries(self) -> CooEntries:
        """Convert the edges to entries; vertices are in the order of the nodes.

        Ids that are integers become integers.

        Raises
        ------
        GraphFileError
            An attribute of a node or an edge is invalid; see :mod:`partitioners.files.named_graph`.
        """
        names = list(self.node_line)
        lines = list(self.node_line.values())
        ids: list[Hashable] = list(names)
        if all(name.isascii() and name.isdigit() and len(name) <= 18 for name in names):
            numbers = [int(name) for name in names]
            ids = [*numbers] if list(map(str, numbers)) == names else ids

        def node_problem(what: str, cure: str, node: int) -> GraphFileError:
            return file_error(self.path, f"the node {shown(names[node].encode())} {what}", cure, lines[node])

        def edge_problem(what: str, cure: str, edge: int) -> GraphFileError:
            u, v = (shown(name.encode()) for name in self.ends[edge])
            return file_error(self.path, f"the edge {u} - {v} {what}", cure, self.edge_line[edge])

        def problem(what: str, cure: str, entry: int | None) -> GraphFileError:
            return file_error(self.path, what, cure, None if entry is None else self.edge_line[entry])

        vertex, left_out = node_arrays(ids, self.nodes, node_problem)
        weight = edge_weights(self.edges, "weight", edge_problem)
        others = sorted({key for each in self.edges for key in each} - {"weight"})
        warn_of_dropped(left_out, others, f"{self.path}: ")
        number = {name: vertex for vertex, name in enumerate(names)}
        m = len(self.ends)
        ends = np.fromiter((number[name] for pair in self.ends for name in pair), np.int64, 2 * m)
        row, column = ends.reshape(m, 2).T
        n = len(names)
        return CooEntries(n, n, row, column, weight, None if self.directed else "symmetric", vertex, problem)
