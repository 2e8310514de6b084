"""The tokens of DOT: marks, keywords and ids, each with its line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from partitioners.files.file_bytes import file_error

_TOKEN = re.compile(
    r"""(?P<skip>\s+|//[^\n]*|/\*(?:[^*]|\*(?!/))*\*/|\#[^\n]*)
    |(?P<mark>->|--|[{}\[\];,=:+])
    |(?P<number>-?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][+-]?\d+)?(?![\w.]))
    |(?P<word>[^\W\d]\w*)
    |(?P<quoted>"(?:[^"\\]|\\.)*")
    |(?P<html><)""",
    re.VERBOSE | re.DOTALL,
)
_ANGLE = re.compile("[<>]")
_ESCAPE = re.compile(r'\\(\\|"|\r?\n)')


class Token(NamedTuple):
    """A mark, a keyword (small letters) or an id."""

    kind: str
    text: str
    line: int


def tokens(text: str, path: Path) -> Iterator[Token]:
    """Yield the tokens of a text, and a last one of the kind ``end``.

    Raises
    ------
    GraphFileError
        A character begins no token, or a text is not closed. The message has the line.
    """
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
            yield Token("quoted", _ESCAPE.sub(_unescaped, value[1:-1]), line)
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


def _unescaped(match: re.Match[str]) -> str:
    """A pair of backslashes stays, an escaped quote loses its backslash, an escaped line end vanishes."""
    return {"\\": match[0], '"': '"'}.get(match[1], "")
