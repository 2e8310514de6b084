"""DOT, the language of Graphviz: ``digraph { a -> b [weight=2]; a [operation=5] }``.

The readers of networkx need further packages and lose the order of the edges, in which partitions are
written. The grammar is that of https://graphviz.org/doc/info/lang.html, with subgraphs and defaults. Ports
are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise, product
from pathlib import Path
from typing import Any, NamedTuple

from partitioners.errors import GraphFileError
from partitioners.files.coo_entries import CooEntries
from partitioners.files.file_bytes import FileLimit, file_error
from partitioners.files.lines import shown
from partitioners.files.named_entries import BY_DEFAULT, NamedGraph, TaskAttributes

_TOKEN = re.compile(
    r"""(?P<skip>\s+|//[^\n]*|/\*(?:[^*]|\*(?!/))*\*/|^\#[^\n]*)
    |(?P<mark>->|--|[{}\[\];,=:+])
    |(?P<number>-?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][+-]?\d+)?(?![\w.]))
    |(?P<word>[^\W\d]\w*)
    |(?P<quoted>"(?:[^"\\]|\\.)*")
    |(?P<html><)""",
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)
_ANGLE = re.compile("[<>]")
_NUMBER = re.compile(r"\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*", re.ASCII)
_INTEGER = re.compile(r"\s*[+-]?\d{1,18}\s*", re.ASCII)
DEEPEST = 100
"""Maximum nesting depth of subgraphs."""

Attributes = dict[str, Any]


class Token(NamedTuple):
    """A mark, a keyword (small letters) or an id."""

    kind: str
    text: str
    line: int


class Scope(NamedTuple):
    """The defaults of nodes and edges in a graph or subgraph."""

    node: Attributes
    edge: Attributes


def read_dot(data: bytes, path: Path, limit: FileLimit, names_of: TaskAttributes = BY_DEFAULT) -> CooEntries:
    """The edges of the one graph in a file, in its order; the attribute ``weight`` of edges is the weight.

    A ``strict`` graph has one edge between two nodes, with the attributes of all that are written.
    Attributes that are numbers wherever they stand become numbers.

    Parameters
    ----------
    data : bytes
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
    found = _Parser(text, path, limit).graph()
    _convert(found.nodes)
    _convert(found.edges)
    return found.entries(names_of)


def _convert(items: list[Attributes]) -> None:
    """Convert an attribute to numbers if all of its values are numbers."""
    names = {name for each in items for name in each}
    texts = {name for each in items for name, value in each.items() if not _NUMBER.fullmatch(value)}
    for each in items:
        for name in names - texts:
            if name in each:
                value = each[name]
                each[name] = int(value) if _INTEGER.fullmatch(value) else float(value)


def _tokens(text: str, path: Path) -> Iterator[Token]:
    at, line = 0, 1
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            rest = text[at : at + 40].split("\n")[0]
            raise file_error(path, f"{rest!r} is not valid DOT", "correct it or put it in quotes", line)
        kind, value, end = str(match.lastgroup), match[0], match.end()
        if kind == "html":
            end = _html_end(text, at)
            if not end:
                raise file_error(path, "a text in <> has no closing >", "close it", line)
            value = text[at:end]
        if kind == "word" and value.lower() in ("strict", "graph", "digraph", "node", "edge", "subgraph"):
            yield Token("keyword", value.lower(), line)
        elif kind == "quoted":
            yield Token("quoted", value[1:-1].replace("\\\n", "").replace('\\"', '"'), line)
        elif kind != "skip":
            yield Token("mark" if kind == "mark" else "id", value, line)
        line += text.count("\n", at, end)
        at = end
    yield Token("end", "the end of the file", line)


def _html_end(text: str, at: int) -> int:
    """The end of the text in angle brackets that begins at ``at``; 0 if it is not closed."""
    open_ones = 0
    for match in _ANGLE.finditer(text, at):
        open_ones += 1 if match[0] == "<" else -1
        if not open_ones:
            return match.end()
    return 0


class _Parser:
    """A recursive-descent parser with one token of lookahead."""

    def __init__(self, text: str, path: Path, limit: FileLimit) -> None:
        self.path = path
        self._limit = limit
        self.found = NamedGraph(path)
        self._tokens = _tokens(text, path)
        self._next = next(self._tokens)
        self._index: dict[str, int] = {}
        self._strict: dict[tuple[str, str], Attributes] | None = None

    def graph(self) -> NamedGraph:
        if self._take("strict"):
            self._strict = {}
        self.found.directed = self._next.text == "digraph"
        if not (self._take("digraph") or self._take("graph")):
            raise self._unexpected("`graph` or `digraph`")
        if self._next.kind in ("id", "quoted"):
            self._id()
        self._expect("{")
        self._statements(Scope({}, {}), 0)
        if self._next.kind != "end":
            raise self._unexpected("the end of the file, since a file has one graph")
        return self.found

    def _statements(self, scope: Scope, depth: int) -> list[str]:
        """Parse everything up to the closing brace; return its nodes."""
        if depth > DEEPEST:
            raise file_error(
                self.path,
                f"subgraphs are nested {depth} levels deep",
                f"at most {DEEPEST} levels are supported",
                self._next.line,
            )
        nodes: list[str] = []
        while not self._take("}"):
            if not self._take(";"):
                nodes += self._statement(scope, depth)
        return list(dict.fromkeys(nodes))

    def _statement(self, scope: Scope, depth: int) -> list[str]:
        first = self._next
        if first.kind == "keyword" and first.text in ("graph", "node", "edge"):
            self._advance()
            defaults = self._attributes()
            if first.text != "graph":
                getattr(scope, first.text).update(defaults)
            return []
        name = None if first.text in ("subgraph", "{") and first.kind != "quoted" else self._id()
        if name is not None and self._take("="):
            self._id()  # an attribute of the graph
            return []
        groups = [self._group(name, scope, depth)]
        operator = "->" if self.found.directed else "--"
        while self._next.kind == "mark" and self._next.text in ("->", "--"):
            if self._next.text != operator:
                raise self._unexpected(
                    f"`{operator}`, as the graph is {'' if operator == '->' else 'un'}directed"
                )
            self._advance()
            inner = self._next.text in ("subgraph", "{") and self._next.kind != "quoted"
            groups.append(self._group(None if inner else self._id(), scope, depth))
        own = self._attributes()
        if len(groups) > 1:
            for sources, targets in pairwise(groups):
                edges = len(self.found.ends) + len(sources) * len(targets)
                self._limit.check(64 * edges, f"{edges:,} edges take {64 * edges:,} bytes (64 each)")
                for u, v in product(sources, targets):
                    self._add_edge(u, v, scope.edge | own, first.line)
        elif name is not None:
            self.found.nodes[self._index[name]].update(own)
        return [node for group in groups for node in group]

    def _group(self, name: str | None, scope: Scope, depth: int) -> list[str]:
        """The nodes at one end of an edge: a single node or all nodes of a subgraph."""
        if name is None:
            if self._take("subgraph") and self._next.kind in ("id", "quoted"):
                self._id()
            self._expect("{")
            return self._statements(Scope(dict(scope.node), dict(scope.edge)), depth + 1)
        if name not in self._index:
            self._index[name] = len(self._index)
            self.found.node_line[name] = self._next.line
            self.found.nodes.append(dict(scope.node))
        for _ in range(2):  # a port, and where it is
            if self._take(":"):
                self._id()
        return [name]

    def _add_edge(self, u: str, v: str, attributes: Attributes, line: int) -> None:
        if self._strict is not None:
            ends = (u, v) if self.found.directed or u <= v else (v, u)
            if ends in self._strict:
                self._strict[ends].update(attributes)
                return
            self._strict[ends] = attributes
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
