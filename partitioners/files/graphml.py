"""GraphML: an XML file of nodes and edges, whose attributes are declared by keys.

``networkx.read_graphml`` would lose the line numbers and the order of the edges, in which partitions are
written.
The format: Brandes et al., "Graph Markup Language (GraphML)", and http://graphml.graphdrawing.org/.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from xml.parsers import expat

from partitioners.errors import GraphFileError
from partitioners.files.coo_entries import CooEntries
from partitioners.files.file_bytes import file_error
from partitioners.files.lines import is_number, shown, to_integer
from partitioners.files.named_entries import BY_DEFAULT, NamedGraph, TaskAttributes

_BOOLEANS = {"true": True, "1": True, "false": False, "0": False}


class Key(NamedTuple):
    """The declaration of an attribute: its name, its owner (node or edge) and its type."""

    name: str
    owner: str
    kind: str


def read_graphml(data: bytes, path: Path, names_of: TaskAttributes = BY_DEFAULT) -> CooEntries:
    """Read the edges of a file with one graph, in file order; their attribute ``weight`` is the weight.

    Keys without a name (drawings of yEd) and ports are ignored.

    Parameters
    ----------
    path : Path
        Path of the file, for error messages.

    Raises
    ------
    GraphFileError
        The file is not XML, has several or nested graphs, hyperedges, or both directed and undirected edges,
        an end of an edge is not a node, or a value does not have its type. The message has the line.
        O(bytes).
    """
    return _Reader(path).read(data).entries(names_of)


class _Reader:
    """A parser that collects the nodes and edges of a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.found = NamedGraph(path)
        self._keys: dict[str, Key] = {}
        self._defaults: dict[str, dict[str, Any]] = {"node": {}, "edge": {}}
        self._key: str | None = None
        """The id of the open key or data element."""
        self._text: list[str] = []
        self._item: dict[str, Any] | None = None
        """The attributes of the open node or edge."""
        self._owner = ""
        self._graphs = 0
        self._default_directed = True
        self._directed: bool | None = None
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text.append
        self._parser.EntityDeclHandler = self._entity

    def read(self, data: bytes) -> NamedGraph:
        try:
            self._parser.Parse(data, True)
        except expat.ExpatError as error:
            what = expat.errors.messages.get(error.code, str(error))
            raise file_error(self.path, f"not valid XML, {what}", "correct it", error.lineno) from None
        except (LookupError, ValueError) as error:  # an encoding that Python does not know
            raise file_error(self.path, f"not valid XML, {error}", "write the file as UTF-8") from None
        if not self._graphs:
            raise file_error(
                self.path, "the file has no element <graph>", "write it with networkx.write_graphml"
            )
        for (u, v), line in zip(self.found.ends, self.found.edge_line, strict=True):
            for end in (u, v):
                if end not in self.found.node_line:
                    raise file_error(
                        self.path,
                        f"the edge ends at {shown(end.encode())}, which is not a node",
                        "correct it, or add the node",
                        line,
                    )
        self.found.directed = self._default_directed if self._directed is None else self._directed
        return self.found

    def _error(self, what: str, cure: str) -> GraphFileError:
        return file_error(self.path, what, cure, self._parser.CurrentLineNumber)

    def _entity(self, *_: Any) -> None:
        raise self._error("the file declares an entity", "write its text where the entity is used")

    def _start(self, element: str, attributes: dict[str, str]) -> None:
        start = getattr(self, f"_start_{element.rpartition(':')[2]}", None)
        if start is not None:
            start(attributes)

    def _start_key(self, attributes: dict[str, str]) -> None:
        name = attributes.get("attr.name", "")
        self._key = self._needed(attributes, "id", "key")
        self._keys[self._key] = Key(name, attributes.get("for", "all"), attributes.get("attr.type", "string"))

    def _start_graph(self, attributes: dict[str, str]) -> None:
        if self._item is not None:
            raise self._error("a graph is nested in a node or an edge", "write one flat graph")
        self._graphs += 1
        if self._graphs > 1:
            raise self._error("the file has more than one graph", "write one graph per file")
        self._default_directed = self._is_directed(attributes.get("edgedefault", "directed"))

    def _start_node(self, attributes: dict[str, str]) -> None:
        name = self._needed(attributes, "id", "node")
        if name in self.found.node_line:
            first = self.found.node_line[name]
            raise self._error(
                f"the node {shown(name.encode())} occurs twice, first in line {first}", "remove one"
            )
        self._item = dict(self._defaults["node"])
        self._owner = "node"
        self.found.node_line[name] = self._parser.CurrentLineNumber
        self.found.nodes.append(self._item)

    def _start_edge(self, attributes: dict[str, str]) -> None:
        ends = tuple(self._needed(attributes, end, "edge") for end in ("source", "target"))
        directed = self._default_directed
        if "directed" in attributes:
            directed = self._is_directed(attributes["directed"])
        if self._directed not in (None, directed):
            raise self._error(
                "the graph has both directed and undirected edges",
                "write all edges as directed, and an undirected edge as two",
            )
        self._directed = directed
        self._item = dict(self._defaults["edge"])
        self._owner = "edge"
        self.found.ends.append((ends[0], ends[1]))
        self.found.edges.append(self._item)
        self.found.edge_line.append(self._parser.CurrentLineNumber)

    def _start_hyperedge(self, _: dict[str, str]) -> None:
        raise self._error("the graph has a hyperedge", "write it as edges between pairs of nodes")

    def _start_data(self, attributes: dict[str, str]) -> None:
        if self._item is not None:
            self._key = self._needed(attributes, "key", "data")
            key = self._keys.get(self._key)
            if key is None or key.owner not in (self._owner, "all"):
                owner = "an edge" if self._owner == "edge" else "a node"
                what = f"no key {shown(self._key.encode())} is declared for {owner}"
                raise self._error(what, "declare it with <key> above the graph")
            self._text.clear()

    def _start_default(self, _: dict[str, str]) -> None:
        self._text.clear()

    def _end(self, element: str) -> None:
        element = element.rpartition(":")[2]
        if element == "key":
            self._key = None
        elif element == "default" and self._key is not None:
            key = self._keys[self._key]
            for owner in ("node", "edge"):
                if key.name and key.owner in (owner, "all"):
                    self._defaults[owner][key.name] = self._value(key)
        elif element == "data" and self._item is not None and self._key is not None:
            key = self._keys[self._key]
            if key.name:
                self._item[key.name] = self._value(key)
            self._key = None
        elif element in ("node", "edge"):
            self._item = None
        self._text.clear()

    def _value(self, key: Key) -> Any:
        text = "".join(self._text).strip()
        convert: Callable[[str], Any] = _CONVERT.get(key.kind, str)
        value = convert(text)
        if value is None:
            what = f"the {key.name!r} {shown(text.encode())} does not have its type, {key.kind}"
            raise self._error(what, "correct the value or the key")
        return value

    def _needed(self, attributes: dict[str, str], name: str, element: str) -> str:
        if name not in attributes:
            raise self._error(f"the element <{element}> has no {name!r}", "add it")
        return attributes[name]

    def _is_directed(self, text: str) -> bool:
        known = {"directed": True, "undirected": False, "true": True, "false": False}
        if text not in known:
            raise self._error(f"an edge cannot be {shown(text.encode())}", "expected directed or undirected")
        return known[text]


def _integer(text: str) -> int | None:
    value = to_integer(text.encode())
    return value if value is not None and -(2**63) <= value < 2**63 else None


def _real(text: str) -> float | None:
    return float(text) if is_number(text.encode()) else None


_CONVERT: dict[str, Callable[[str], Any]] = {
    "boolean": lambda text: _BOOLEANS.get(text.lower()),
    "int": _integer,
    "integer": _integer,
    "long": _integer,
    "float": _real,
    "double": _real,
}
