"""Conversion of named nodes and edges with attributes to entries, for GraphML and DOT."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from partitioners.errors import GraphFileError
from partitioners.files.coo_entries import CooEntries, Mirror
from partitioners.files.file_bytes import file_error
from partitioners.files.lines import shown
from partitioners.files.named_graph import USED, edge_bytes, edge_weights, node_arrays, warn_of_dropped
from partitioners.plugins.registry import did_you_mean


class TaskAttributes(NamedTuple):
    """The names of the attributes of a task graph.

    Attributes
    ----------
    vertex_work : str or None
        The node attribute with the work of a task; ``operation`` by default. If it is given, an edge has no
        work of its own unless ``weights`` is given, because ``weight`` is an attribute of the layout.
    edge_bytes : str or None
        The edge attribute with the bytes of data; ``bytes`` by default.
    weights : str or None
        The option ``weights`` of the reader.
    """

    vertex_work: str | None = None
    edge_bytes: str | None = None
    weights: str | None = None


BY_DEFAULT = TaskAttributes()


_NUMBER = re.compile(r"\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*", re.ASCII)
_INTEGER = re.compile(r"\s*[+-]?\d{1,18}\s*", re.ASCII)


def is_numeral(text: str) -> bool:
    """Whether a text is a decimal number."""
    return _NUMBER.fullmatch(text) is not None


def number_of(text: str) -> int | float:
    """The number that a text is; see :func:`is_numeral`."""
    return int(text) if _INTEGER.fullmatch(text) else float(text)


def _read_numbers(items: list[dict[str, Any]], names: Sequence[str]) -> None:
    """Convert the texts that are numbers; what remains a text is then what is wrong."""
    for each in items:
        for name in names:
            value = each.get(name)
            if isinstance(value, str) and is_numeral(value):
                each[name] = number_of(value)


@dataclass
class NamedGraph:
    """The nodes and edges of a file in their order, each with its line.

    Attributes
    ----------
    node_line : dict of str to int
    nodes, edges : list of mapping
        The attributes of each node or edge.
    ends : list of (str, str)
    """

    path: Path
    directed: bool = True
    node_line: dict[str, int] = field(default_factory=dict)
    nodes: list[dict[str, Any]] = field(default_factory=list)
    ends: list[tuple[str, str]] = field(default_factory=list)
    edges: list[dict[str, Any]] = field(default_factory=list)
    edge_line: list[int] = field(default_factory=list)

    def entries(self, names_of: TaskAttributes) -> CooEntries:
        """Convert the edges to entries; vertices are in the order of the nodes.

        Ids that are integers become integers.

        Raises
        ------
        GraphFileError
            An attribute of a node or an edge is invalid; see :mod:`partitioners.files.named_graph`. No node
            or no edge has an attribute that ``names_of`` names.
        """
        names = list(self.node_line)
        lines = list(self.node_line.values())
        ids: list[Hashable] = list(names)
        if all(name.isascii() and name.isdigit() and len(name) <= 18 for name in names):
            numbers = [int(name) for name in names]
            ids = [*numbers] if list(map(str, numbers)) == names else ids

        def node_problem(what: str, cure: str, node: int) -> GraphFileError:
            if names_of.vertex_work is not None:  # as the file calls it
                what = what.replace("'operation'", repr(names_of.vertex_work), 1)
            return file_error(self.path, f"the node {shown(names[node].encode())} {what}", cure, lines[node])

        def edge_problem(what: str, cure: str, edge: int) -> GraphFileError:
            u, v = (shown(name.encode()) for name in self.ends[edge])
            return file_error(self.path, f"the edge {u} - {v} {what}", cure, self.edge_line[edge])

        def problem(what: str, cure: str, entry: int | None) -> GraphFileError:
            return file_error(self.path, what, cure, None if entry is None else self.edge_line[entry])

        key = names_of.edge_bytes or "bytes"
        nodes = self._with_work(names_of.vertex_work)
        _read_numbers(nodes, USED)
        _read_numbers(self.edges, ("weight", key))
        vertex, left_out = node_arrays(ids, nodes, node_problem)
        weight = None
        if names_of.weights in ("abs", "value") or names_of[::2] == (None, None):
            weight = edge_weights(self.edges, "weight", edge_problem)
        elif names_of.weights is None and self.edges:
            weight = np.zeros(len(self.edges))
        carried = edge_bytes(self.edges, key, edge_problem)
        if carried is None and names_of.edge_bytes is not None and self.edges:
            raise self._no_attribute("edge", key, "edge_bytes")
        others = sorted({key for each in self.edges for key in each} - {"weight", key})
        warn_of_dropped(left_out, others, f"{self.path}: ")
        number = {name: vertex for vertex, name in enumerate(names)}
        m = len(self.ends)
        ends = np.fromiter((number[name] for pair in self.ends for name in pair), np.int64, 2 * m)
        row, column = ends.reshape(m, 2).T
        n = len(names)
        mirror: Mirror | None = None if self.directed else "symmetric"
        return CooEntries(n, n, row, column, weight, mirror, vertex, problem, carried)

    def _with_work(self, name: str | None) -> list[dict[str, Any]]:
        """The attributes of the nodes, of which the attribute ``name`` is called ``operation``."""
        if name is None:
            return self.nodes
        if self.nodes and not any(name in each for each in self.nodes):
            raise self._no_attribute("node", name, "vertex_work")
        return [
            {
                "operation" if key == name else key: value
                for key, value in each.items()
                if key == name or key != "operation"
            }
            for each in self.nodes
        ]

    def _no_attribute(self, owner: str, name: str, option: str) -> GraphFileError:
        attributes = self.nodes if owner == "node" else self.edges
        known = sorted({str(key) for each in attributes for key in each})
        what = f"no {owner} has the attribute {name!r}"
        return file_error(self.path, what, f"correct {option}; {did_you_mean(name, known)}")
