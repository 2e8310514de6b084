"""DOT, the language of Graphviz: ``digraph { a -> b [weight=2]; a [operation=5] }``.

The readers of networkx need further packages and lose the order of the edges, in which partitions are
written. The grammar is that of https://graphviz.org/doc/info/lang.html, and the meaning that of Graphviz's
library cgraph: a subgraph that is named twice in a graph is one subgraph; defaults hold for the nodes and
edges that are made after them; an edge that is written again in a ``strict`` graph, or with the same ``key``,
is the same edge and takes only the attributes written with it. Ports are ignored.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise, product
from pathlib import Path
from typing import Any

from partitioners.errors import GraphFileError
from partitioners.files.coo_entries import CooEntries
from partitioners.files.dot_tokens import tokens
from partitioners.files.file_bytes import FileLimit, file_error
from partitioners.files.lines import shown
from partitioners.files.named_entries import (
    BY_DEFAULT,
    NamedGraph,
    TaskAttributes,
    is_numeral,
    number_of,
)

DEEPEST = 100
"""Maximum nesting depth of subgraphs."""

Attributes = dict[str, Any]


@dataclass(eq=False)
class Scope:
    """The graph or a subgraph: its nodes, its subgraphs by name, and its defaults of nodes and edges.

    A default of the enclosing graph holds unless the subgraph has its own.
    """

    parent: Scope | None = None
    named: dict[str, Scope] = field(default_factory=dict)
    nodes: dict[str, None] = field(default_factory=dict)
    own: dict[str, Attributes] = field(default_factory=lambda: {"node": {}, "edge": {}})

    def subgraph(self, name: str | None) -> Scope:
        """The subgraph of this name, made if there is none; a new one without a name."""
        made = Scope(self)
        return made if name is None else self.named.setdefault(name, made)

    def defaults(self, what: str) -> Attributes:
        """The defaults of ``node`` or ``edge`` at this moment."""
        outer = {} if self.parent is None else self.parent.defaults(what)
        return outer | self.own[what]

    def add(self, name: str) -> None:
        """Add a node to this subgraph and to those around it."""
        scope: Scope | None = self
        while scope is not None and name not in scope.nodes:
            scope.nodes[name] = None
            scope = scope.parent


def read_dot(data: bytes, path: Path, limit: FileLimit, names_of: TaskAttributes = BY_DEFAULT) -> CooEntries:
    """The edges of the one graph in a file, in its order; the attribute ``weight`` of edges is the weight.

    A ``strict`` graph has one edge between two nodes, with the attributes of all that are written. An edge
    of two subgraphs is an edge for every pair of nodes, in the order in which the nodes first occur.
    Attributes that are numbers wherever they stand become numbers.

    Parameters
    ----------
    path : Path
        Path of the file, for error messages.
    limit : FileLimit
        Limit on the memory of the edges, 64 bytes each: two subgraphs have an edge for every pair of nodes.

    Raises
    ------
    GraphFileError
        The file is not valid DOT, has more than one graph, or is not UTF-8 text. The message has the line.
        O(bytes).
    """
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise file_error(path, "the file is not UTF-8 text", "write the file as UTF-8", line) from None
    found = parse_dot(text, path, limit)
    _convert(found.nodes)
    _convert(found.edges)
    return found.entries(names_of)


def parse_dot(text: str, path: Path, limit: FileLimit) -> NamedGraph:
    """The nodes and edges of a text, with their attributes as texts.

    Raises
    ------
    GraphFileError
        See :func:`read_dot`.
    """
    return _Parser(text, path, limit).graph()


def _convert(items: list[Attributes]) -> None:
    """Convert an attribute to numbers if all of its values are numbers."""
    names = {name for each in items for name in each}
    texts = {name for each in items for name, value in each.items() if not is_numeral(value)}
    for each in items:
        for name in names - texts:
            if name in each:
                each[name] = number_of(each[name])


class _Parser:
    """A recursive-descent parser with one token of lookahead."""

    def __init__(self, text: str, path: Path, limit: FileLimit) -> None:
        self.path = path
        self._limit = limit
        self.found = NamedGraph(path)
        self._tokens = tokens(text, path)
        self._next = next(self._tokens)
        self._index: dict[str, int] = {}
        self._strict = False
        self._known: dict[tuple[str, ...], Attributes] = {}
        """The edges that can be written again, by their ends and, if not strict, their key."""

    def graph(self) -> NamedGraph:
        self._strict = self._take("strict")
        self.found.directed = self._next.text == "digraph"
        if not (self._take("digraph") or self._take("graph")):
            raise self._unexpected("`graph` or `digraph`")
        if self._next.kind in ("id", "quoted"):
            self._id()
        self._expect("{")
        self._statements(Scope(), 0)
        if self._next.kind != "end":
            raise self._unexpected("the end of the file, since a file has one graph")
        return self.found

    def _statements(self, scope: Scope, depth: int) -> None:
        """Parse everything up to the closing brace."""
        if depth > DEEPEST:
            raise file_error(
                self.path,
                f"subgraphs are nested {depth} levels deep",
                f"at most {DEEPEST} levels are supported",
                self._next.line,
            )
        while not self._take("}"):
            if not self._take(";"):
                self._statement(scope, depth)

    def _statement(self, scope: Scope, depth: int) -> None:
        first = self._next
        if first.kind == "keyword" and first.text in ("graph", "node", "edge"):
            self._advance()
            defaults = self._attributes()
            if first.text == "edge":
                defaults.pop("key", None)
            if first.text != "graph":
                scope.own[first.text].update(defaults)
            return
        name = None if self._begins_subgraph() else self._id()
        if name is not None and self._take("="):
            self._id()  # an attribute of the graph
            return
        groups = [self._group(name, scope, depth)]
        operator = "->" if self.found.directed else "--"
        while self._next.kind == "mark" and self._next.text in ("->", "--"):
            if self._next.text != operator:
                raise self._unexpected(
                    f"`{operator}`, as the graph is {'' if operator == '->' else 'un'}directed"
                )
            self._advance()
            groups.append(self._group(None if self._begins_subgraph() else self._id(), scope, depth))
        own = self._attributes()
        if len(groups) > 1:
            # A subgraph can occur twice, so its nodes are known only here.
            for sources, targets in pairwise(map(self._nodes, groups)):
                edges = len(self.found.ends) + len(sources) * len(targets)
                self._limit.check(64 * edges, f"{edges:,} edges take {64 * edges:,} bytes (64 each)")
                for u, v in product(sources, targets):
                    self._add_edge(u, v, scope, own, first.line)
        elif not isinstance(groups[0], Scope):
            for node in groups[0]:
                self.found.nodes[self._index[node]].update(own)

    def _begins_subgraph(self) -> bool:
        return self._next.kind in ("mark", "keyword") and self._next.text in ("subgraph", "{")

    def _group(self, name: str | None, scope: Scope, depth: int) -> list[str] | Scope:
        """One end of an edge: nodes with commas between them, or a subgraph."""
        if name is None:
            called = None
            if self._take("subgraph") and self._next.kind in ("id", "quoted"):
                called = self._id()
            self._expect("{")
            inner = scope.subgraph(called)
            self._statements(inner, depth + 1)
            return inner
        names = [self._node(name, scope)]
        while self._take(","):
            names.append(self._node(self._id(), scope))
        return names

    def _node(self, name: str, scope: Scope) -> str:
        if name not in self._index:
            self._index[name] = len(self._index)
            self.found.node_line[name] = self._next.line
            self.found.nodes.append(scope.defaults("node"))
        scope.add(name)
        for _ in range(2):  # a port, and where it is
            if self._take(":"):
                self._id()
        return name

    def _nodes(self, group: list[str] | Scope) -> list[str]:
        """The nodes of one end of an edge, those of a subgraph in the order in which they first occur."""
        return sorted(group.nodes, key=self._index.__getitem__) if isinstance(group, Scope) else group

    def _add_edge(self, u: str, v: str, scope: Scope, own: Attributes, line: int) -> None:
        edge: tuple[str, ...] = (u, v) if self.found.directed or u <= v else (v, u)
        key = own.get("key")
        if key is not None:
            own = {name: value for name, value in own.items() if name != "key"}
        if key is not None and not self._strict:
            edge = (*edge, key)
        again = self._strict or key is not None
        if again and edge in self._known:
            self._known[edge].update(own)
            return
        attributes = scope.defaults("edge") | own
        if again:
            self._known[edge] = attributes
        self.found.ends.append((u, v))
        self.found.edges.append(attributes)
        self.found.edge_line.append(line)

    def _attributes(self) -> Attributes:
        """Parse any number of attribute lists in brackets."""
        found: Attributes = {}
        while self._take("["):
            while not self._take("]"):
                name = self._id()
                self._expect("=")
                found[name] = self._id()
                if not self._take(","):
                    self._take(";")
        return found

    def _id(self) -> str:
        token = self._next
        if token.kind not in ("id", "quoted"):
            raise self._unexpected("a name")
        self._advance()
        text = token.text
        while token.kind == "quoted" and self._take("+"):
            if self._next.kind != "quoted":
                raise self._unexpected("a quoted text")
            text += self._next.text
            self._advance()
        return text

    def _take(self, text: str) -> bool:
        if self._next.kind not in ("mark", "keyword") or self._next.text != text:
            return False
        self._advance()
        return True

    def _expect(self, text: str) -> None:
        if not self._take(text):
            raise self._unexpected(f"`{text}`")

    def _advance(self) -> None:
        self._next = next(self._tokens)

    def _unexpected(self, expected: str) -> GraphFileError:
        text = self._next.text if self._next.kind == "end" else shown(self._next.text.encode())
        return file_error(self.path, f"found {text}", f"expected {expected}", self._next.line)
