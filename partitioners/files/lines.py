"""Find the lines of a text that was read as a whole, for error messages."""

from __future__ import annotations

import re

_COMMENT = re.compile(rb"(?m)^[ \t]*[#%][^\n]*")
COUNT = "integers from 0 to 10^18 - 1"
"""Description of the input that :func:`counts` accepts."""


def line_text(data: bytes, number: int, limit: int = 60) -> str:
    """Line ``number`` (from 1), shortened to ``limit`` characters for a message."""
    start = 0
    for _ in range(number - 1):
        start = data.index(b"\n", start) + 1
    end = data.find(b"\n", start)
    text = data[start : len(data) if end < 0 else end].decode("utf-8", "replace").strip()
    return text if len(text) <= limit else text[: limit - 3] + "..."


def line_of_entry(data: bytes, entry: int, after: int = 0) -> int:
    """The line number (from 1) of entry ``entry`` (from 0), with one entry per line after line ``after``.

    Blank lines and comments have no entry. O(bytes) in Python, so it is used only for errors.
    """
    found = -1
    for number, line in enumerate(data.split(b"\n"), 1):
        stripped = line.strip()
        if number > after and stripped and stripped[:1] not in b"#%":
            found += 1
            if found == entry:
                return number
    raise ValueError(f"there are only {found + 1} entries; entry {entry} does not exist")


def without_comments(data: bytes) -> bytes:
    """The text with every comment line (# or %) emptied; lines keep their numbers."""
    return _COMMENT.sub(b"", data) if b"#" in data or b"%" in data else data


def counts(words: list[bytes]) -> list[int] | None:
    """The integers of a header, from 0 to 10^18 - 1; None if a word is anything else."""
    digits = [word.lstrip(b"0") or word[-1:] for word in words]
    if all(word.isdigit() and len(word) <= 18 for word in digits):
        return [int(word) for word in digits]
    return None


def to_integer(word: bytes) -> int | None:
    """Convert a word to an integer; None if it is not an integer.

    For integers beyond 64 bits the result is any integer beyond 64 bits. Plain ``int`` would accept 1_000,
    and would raise its own error for thousands of digits.
    """
    digits = word[1:] if word[:1] in (b"+", b"-") else word
    if not digits.isdigit():
        return None
    size = int((digits.lstrip(b"0") or b"0")[:40])
    return -size if word[:1] == b"-" else size


def is_number(word: bytes) -> bool:
    """Whether a word is a real number; 1_000 is not."""
    try:
        float(word)
    except ValueError:
        return False
    return b"_" not in word


def shown(word: bytes, limit: int = 40) -> str:
    """A word for a message: quoted and shortened to ``limit`` characters."""
    text = word.decode("utf-8", "replace")
    return repr(text if len(text) <= limit else text[: limit - 3] + "...")
