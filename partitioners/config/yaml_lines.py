"""YAML with a line map: plain data, with the file, line and column of every key and every value.

The scalars are those of YAML 1.2: ``true`` and ``false`` are the only booleans (``on`` and ``no`` are words),
``1e9`` is a number, ``010`` is ten, and there are no dates and no base-60 numbers. Keys are words and unique
in their mapping. Anchors, aliases and merge keys work.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Any, NamedTuple

import yaml

from partitioners.errors import ConfigError
from partitioners.text.format_value import format_value

MAX_VALUES = 100_000
"""The largest number of values in a file; more are a mistake, or an attack with nested aliases."""

MAX_DEPTH = 100
"""The largest depth of nested mappings and lists; an experiment has five levels."""

MAX_DIGITS = 100
"""The largest number of characters of a number."""

Path = tuple[str | int, ...]
"""The path of a value in the data: ``("partition", "parts")``, ``("sweep", "partition.parts", 0)``."""


class Place(NamedTuple):
    """A position in a file; line and column count from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass
class Document:
    """The data of a file and the positions of its parts.

    Attributes
    ----------
    data : Any
        Mappings, lists, text, numbers, booleans, None.
    keys, values : dict
        The positions of keys and of values, by the path of the value. A value from an alias or a merge has
        the position of its anchor.
    texts : dict
        The numbers of a file as they are written, by their path: ``1e3`` is 1000.0 in the data.
    """

    data: Any
    keys: dict[Path, Place] = field(default_factory=dict)
    values: dict[Path, Place] = field(default_factory=dict)
    texts: dict[Path, str] = field(default_factory=dict)

    def place(self, path: Path, *, key: bool = False) -> Place | None:
        """Return the position of a value (``key``: its key), or of the nearest existing ancestor's key."""
        if not key and path in self.values:
            return self.values[path]
        for length in range(len(path), 0, -1):
            if path[:length] in self.keys:
                return self.keys[path[:length]]
            if path[:length] in self.values:
                return self.values[path[:length]]
        return self.values.get(())

    def at(self, path: Path) -> Document:
        """Return the part of the document at a path, including positions."""
        data = self.data
        for part in path:
            data = data[part]
        depth = len(path)
        return Document(
            data,
            {where[depth:]: place for where, place in self.keys.items() if where[:depth] == path},
            {where[depth:]: place for where, place in self.values.items() if where[:depth] == path},
        )


def merge(base: Document, over: Document) -> Document:
    """Merge ``over`` into ``base``: mappings merge key by key, all other values are replaced."""
    if not (isinstance(base.data, Mapping) and isinstance(over.data, Mapping)):
        return over
    data, keys, values = dict(base.data), dict(base.keys), dict(base.values)
    for places, newer in ((keys, over.keys), (values, over.values)):
        places.pop((), None)
        if () in newer:
            places[()] = newer[()]
    for name in over.data:
        part = merge(base.at((name,)), over.at((name,))) if name in data else over.at((name,))
        data[name] = part.data
        for places in (keys, values):
            for path in [path for path in places if path[:1] == (name,)]:
                del places[path]
        keys.update({(name, *path): place for path, place in part.keys.items()})
        values.update({(name, *path): place for path, place in part.values.items()})
    return Document(data, keys, values)


def display_path(path: FilePath) -> str:
    """Return a path for messages: relative if it is below the current directory."""
    try:
        return str(path.absolute().relative_to(FilePath.cwd()))
    except (ValueError, FileNotFoundError):  # it is elsewhere, or there is no current directory
        return str(path)


def read_yaml(path: FilePath | str, name: str | None = None) -> Document:
    """Read a YAML file.

    Parameters
    ----------
    name : str, optional
        The name of the file in messages; by default the path.

    Raises
    ------
    ConfigError
        The file does not exist, is empty, is not UTF-8 text or not YAML, or has a key twice in a mapping.
    """
    name = str(path) if name is None else name
    try:
        raw = FilePath(path).read_bytes()
    except FileNotFoundError:
        raise ConfigError([f"{name}: no such file"]) from None
    except OSError as error:
        raise ConfigError([f"{name}: cannot be read: {error.strerror or error}"]) from None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start]
        line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
        raise ConfigError(
            [f"{name}:{line}:{column}: this is not text in UTF-8; is it a YAML file?"]
        ) from None
    return parse_yaml(text, name)


def parse_yaml(text: str, name: str) -> Document:
    """Read YAML from text; see :func:`read_yaml`."""
    try:
        root = yaml.compose(text, Loader=_Loader)
    except yaml.reader.ReaderError as error:
        before = text[: error.position]
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        what = f"the character U+{ord(text[error.position]):04X} is not allowed in a YAML file"
        raise ConfigError([f"{name}:{line}:{column}: {what}"]) from None
    except yaml.MarkedYAMLError as error:
        raise ConfigError([_syntax(error, name)]) from None
    except RecursionError:
        raise ConfigError([f"{name}: the values are nested too deeply"]) from None
    if root is None:
        raise ConfigError([f"{name}: the file is empty; expected a YAML mapping"])
    reader = _Reader(name)
    try:
        data = reader.convert(root, (), ())
    except RecursionError:  # mappings merged into each other in a long chain
        raise ConfigError([f"{name}: the values are nested too deeply"]) from None
    if reader.problems:
        raise ConfigError([f"{place}: {message}" for place, message in sorted(reader.problems)])
    return Document(data, reader.keys, reader.values, reader.texts)


def write_yaml(data: Any) -> str:
    """Return YAML text that :func:`parse_yaml` reads as the same data; keys keep their order."""
    return yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110)


def write_flow(value: Any) -> str:
    """Return a value as one line of YAML between brackets, which :func:`parse_yaml` reads as the same."""
    # Both as below, in a fraction of the time.
    if isinstance(value, int | float):
        return str(_NUMBERS.represent_data(value).value)
    if isinstance(value, str) and _AMOUNT.fullmatch(value):
        return value
    listed = yaml.dump(
        [value],
        Dumper=_LineDumper,
        sort_keys=False,
        allow_unicode=True,
        default_flow_style=True,
        width=float("inf"),
    )
    return listed[1:-2]


def _syntax(error: yaml.MarkedYAMLError, name: str) -> str:
    mark = error.problem_mark or error.context_mark
    place = f"{name}:{mark.line + 1}:{mark.column + 1}" if mark else name
    problem = error.problem or error.context or "it cannot be parsed"
    if r"'\t'" in problem:
        return f"{place}: not YAML: a tab where only spaces are allowed; indent with spaces"
    if "expected a single document" in str(error.context):
        return f"{place}: a second YAML document begins here; expected one per file"
    context = (
        f" ({error.context}, line {error.context_mark.line + 1})"
        if error.context and error.context_mark
        else ""
    )
    hint = ""
    if "mapping values are not allowed" in problem:
        hint = "; check the indentation, and quote text that contains ': '"
    elif "block end" in problem or "block mapping" in str(error.context):
        hint = "; check the indentation"
    return f"{place}: not YAML: {problem}{context}{hint}"


class _Loader(yaml.SafeLoader):
    """A loader that resolves plain scalars as in YAML 1.2."""


class _Dumper(yaml.SafeDumper):
    """A dumper that quotes text that YAML 1.1 or 1.2 would read as another type."""

    def ignore_aliases(self, data: Any) -> bool:
        return True

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)


class _LineDumper(_Dumper):
    """A dumper that escapes the line breaks of texts."""

    def represent_str(self, data: str) -> yaml.ScalarNode:
        style = None if data.splitlines() in ([data], []) else '"'
        return self.represent_scalar("tag:yaml.org,2002:str", data, style)


_LineDumper.add_representer(str, _LineDumper.represent_str)

_AMOUNT = re.compile(r"[0-9.]+ [A-Za-z]+")
_NUMBERS = yaml.representer.SafeRepresenter()
_INT = re.compile(r"[-+]?[0-9]+|0x[0-9a-fA-F]+|0o[0-7]+")
_FLOAT = re.compile(
    r"[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)(?:[eE][-+]?[0-9]+)?|[-+]?[0-9]+[eE][-+]?[0-9]+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)
_RESOLVERS = {
    "tag:yaml.org,2002:null": (re.compile(r"null|Null|NULL|~|"), ["n", "N", "~", ""]),
    "tag:yaml.org,2002:bool": (re.compile(r"true|True|TRUE|false|False|FALSE"), list("tTfF")),
    "tag:yaml.org,2002:int": (_INT, list("-+0123456789")),
    "tag:yaml.org,2002:float": (_FLOAT, list("-+.0123456789")),
    "tag:yaml.org,2002:merge": (re.compile(r"<<"), ["<"]),
}
_Loader.yaml_implicit_resolvers = {}
for _tag, (_pattern, _first) in _RESOLVERS.items():
    _whole = re.compile(rf"^(?:{_pattern.pattern})$")
    _Loader.add_implicit_resolver(_tag, _whole, _first)
    _Dumper.add_implicit_resolver(_tag, _whole, _first)


class _Reader:
    """Turns composed nodes into data, noting places and problems."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.keys: dict[Path, Place] = {}
        self.values: dict[Path, Place] = {}
        self.texts: dict[Path, str] = {}
        self.problems: set[tuple[Place, str]] = set()
        self._merged = 0

    def convert(self, node: yaml.Node, path: Path, inside: tuple[yaml.Node, ...]) -> Any:
        """Return the data of a node; ``inside`` are the nodes around it."""
        self.values[path] = self._place(node)
        if any(node is outer for outer in inside):
            self._problem(node, "an alias of a value that contains the alias")
            return None
        if len(inside) > MAX_DEPTH:
            deep = f"the values are nested too deeply; at most {MAX_DEPTH} levels are allowed"
            raise ConfigError([f"{self._place(node)}: {deep}"])
        if len(self.values) + self._merged > MAX_VALUES:
            raise ConfigError([f"{self._name}: more than {MAX_VALUES} values; an experiment is much smaller"])
        inside = (*inside, node)
        if isinstance(node, yaml.SequenceNode):
            return [self.convert(each, (*path, k), inside) for k, each in enumerate(node.value)]
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, path, inside)
        value = self._scalar(node)
        if isinstance(value, int | float) and not isinstance(value, bool):
            self.texts[path] = node.value
        return value

    def _mapping(self, node: yaml.MappingNode, path: Path, inside: tuple[yaml.Node, ...]) -> dict[str, Any]:
        entries: dict[str, tuple[yaml.Node, yaml.Node]] = {}
        own: dict[str, yaml.Node] = {}
        for key, value, merged in self._entries(node, inside, set()):
            name = self._key(key)
            if name is None:
                continue
            if merged:
                entries.setdefault(name, (key, value))
            elif name in own:
                first = self._place(own[name]).line
                self._problem(
                    key,
                    f"the key {format_value(name)} is written twice in one mapping, first on line {first}",
                )
            else:
                own[name] = key
                entries[name] = (key, value)
        data = {}
        for name, (key, value) in entries.items():
            self.keys[(*path, name)] = self._place(key)
            data[name] = self.convert(value, (*path, name), inside)
        return data

    def _entries(
        self, node: yaml.MappingNode, inside: tuple[yaml.Node, ...], merged: set[int]
    ) -> Iterator[tuple[yaml.Node, yaml.Node, bool]]:
        """Yield the keys and values of a mapping, and whether they come from a merge (the first one wins).

        ``merged`` contains the mappings that were merged before. Each mapping is merged only once.
        """
        for key, value in node.value:
            if key.tag != "tag:yaml.org,2002:merge":
                yield key, value, False
        for key, value in node.value:
            if key.tag != "tag:yaml.org,2002:merge":
                continue
            for source in value.value if isinstance(value, yaml.SequenceNode) else [value]:
                if not isinstance(source, yaml.MappingNode):
                    self._problem(source, "`<<` merges mappings; expected an alias of one")
                elif any(source is outer for outer in inside):
                    self._problem(source, "an alias of a value that contains the alias")
                elif id(source) not in merged:
                    merged.add(id(source))
                    for inner_key, inner_value, _ in self._entries(source, (*inside, source), merged):
                        self._merged += 1
                        if self._merged > MAX_VALUES:
                            raise ConfigError([f"{self._name}: more than {MAX_VALUES} merged values"])
                        yield inner_key, inner_value, True

    def _key(self, node: yaml.Node) -> str | None:
        if isinstance(node, yaml.ScalarNode):
            value = self._scalar(node)
            if isinstance(value, str):
                return value
            if type(value) is int and node.value.isdecimal() and str(value) == node.value:
                return node.value  # the number of a core
            self._problem(
                node, f"a key must be a word, got {format_value(node.value)}; quote it if it is one"
            )
        else:
            self._problem(node, "a key must be a word, got a list or a mapping")
        return None

    def _scalar(self, node: yaml.Node) -> Hashable:
        kind, text = node.tag.rpartition(":")[2], node.value
        if not node.tag.startswith("tag:yaml.org,2002:") or kind not in (
            "null",
            "bool",
            "int",
            "float",
            "str",
            "merge",
        ):
            self._problem(node, f"the tag {format_value(node.tag)} is not supported; remove it")
            return None
        if kind in ("int", "float") and len(text) > MAX_DIGITS:
            self._problem(node, f"a number of {len(text):,} characters; at most {MAX_DIGITS} are allowed")
            return None
        try:
            if kind == "null":
                return None
            if kind == "bool":
                return {"true": True, "false": False}[text.lower()]
            if kind == "int":
                base = {"0x": 16, "0o": 8}.get(text[:2], 10)
                return int(text[2:] if base != 10 else text, base)
            if kind == "float":
                return float(re.sub(r"\.(?=inf|nan)", "", text.lower()))
        except (ValueError, KeyError):
            self._problem(node, f"{format_value(text)} is not of the type of its tag")
            return None
        return str(text)

    def _place(self, node: yaml.Node) -> Place:
        return Place(self._name, node.start_mark.line + 1, node.start_mark.column + 1)

    def _problem(self, node: yaml.Node, message: str) -> None:
        self.problems.add((self._place(node), message))
