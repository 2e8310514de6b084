"""Lines of a text that was read as a whole: found again only when there is something to say about one."""

from __future__ import annotations

import re

_COMMENT = re.compile(rb"(?m)^[ \t]*[#%][^\n]*")
COUNT = "integers from 0 to 10^18 - 1"
"""What :func:`counts` takes, in words."""


def line_text(data: bytes, number: int, limit: int = 60) -> str:
    """Line ``number`` (from 1), cut to ``limit`` characters, for a message."""
    start = 0
    for _ in range(number - 1):
        start = data.index(b"\n", start) + 1
    end = data.find(b"\n", start)
    text = data[start : len(data) if end < 0 else end].decode("utf-8", "replace").strip()
    return text if len(text) <= limit else text[: limit - 3] + "..."


def line_of_entry(data: bytes, entry: int, after: int = 0) -> int:
    """The number (from 1) of the line of entry ``entry`` (from 0): one a line, after line ``after``.

    Blank lines and comments hold no entry. O(bytes), in Python; meant for errors only.
    """
    found = -1
    for number, line in enumerate(data.split(b"\n"), 1):
        stripped = line.strip()
        if number > after and stripped and stripped[:1] not in b"#%":
            found += 1
            if found == entry:
                return number
    raise ValueError(f"there are only {found + 1} entries, none is entry {entry}")


def without_comments(data: bytes) -> bytes:
    """The text with every comment line (# or %) emptied; lines keep their numbers."""
    return _COMMENT.sub(b"", data) if b"#" in data or b"%" in data else data


def counts(words: list[bytes]) -> list[int] | None:
    """The integers of a header, from 0 to 10^18 - 1; None where a word is anything else."""
    digits = [word.lstrip(b"0") or word[-1:] for word in words]
    if all(word.isdigit() and len(word) <= 18 for word in digits):
        return [int(word) for word in digits]
    return None


def to_integer(word: bytes) -> int | None:
    """The integer that a word is, None where it is none; beyond 64 bits any other that is beyond them.

    Python alone would take 1_000, and refuse thousands of digits with an error of its own.
    """
    digits = word[1:] if word[:1] in (b"+", b"-") else word
    if not digits.isdigit():
        return None
    size = int((digits.lstrip(b"0") or b"0")[:40])
    return -size if word[:1] == b"-" else size


def is_number(word: bytes) -> bool:
    """Whether a word is a real number; 1_000 is none."""
    try:
        float(word)
    except ValueError:
        return False
    return b"_" not in word


def shown(word: bytes, limit: int = 40) -> str:
    """A word for a message: quoted, cut to ``limit`` characters."""
    text = word.decode("utf-8", "replace")
    return repr(text if len(text) <= limit else text[: limit - 3] + "...")
